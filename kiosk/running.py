"""A table that runs: its devices, its desk, its screens and its recording, from start to Ctrl-C."""

from __future__ import annotations

import logging
import shlex
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec
from argon2 import PasswordHasher

from dealer_assist import house, table_file
from dealer_assist.faults import Fault
from dealer_assist.games import catalogue
from dealer_assist.table_file import ShoeFile, TableFile
from dealer_assist.witness import Root
from hardware import camera as cameras
from hardware import port
from hardware.device import Bytes, DeviceEvent, Lost, Opened
from hardware.shoes import decoder
from kiosk import logs, table_keys
from kiosk import recording as recordings
from kiosk.app import create_app
from kiosk.controls import Controls
from kiosk.cutting import Cutting
from kiosk.desk import Desk
from kiosk.people import People, Person, sample_people
from kiosk.player import Player
from kiosk.recording import JOURNAL, TABLE, Recorder, open_table
from kiosk.rig import CAMERA, Heard, Linked, Restarted
from kiosk.roots import TableRoots
from kiosk.server import Server, check_address
from kiosk.shoe_camera import ShoeCamera, source_of
from kiosk.visits import Visits
from kiosk.watching import FILM, Watching
from models.recogniser import load
from models.shoe_window import ShoeWindow


class Doors(msgspec.Struct, frozen=True):
    """Who may come in: the people, and those of the sample with their PINs. `path` is the people file."""

    people: People
    path: Path | None
    sample: tuple[tuple[Person, str], ...] = ()

    def said(self, url: str) -> Iterator[str]:
        """What the terminal says of signing in at `url`."""
        for person, pin in self.sample:
            yield f"  sign in as {person.name}, {person.role}: badge {person.badge}, PIN {pin}"
        if self.people.empty:
            code = f"{self.people.setup_code[:4]} {self.people.setup_code[4:]}"
            yield (
                f"nobody can sign in yet: open {url}set-up and give the set-up code {code}, "
                f'or run: dealer-assist people add BADGE "NAME" --role ROLE --file {shlex.quote(str(self.path))}'
            )


def _doors(path: Path | None) -> Doors:
    """The people in the file at `path`, those of the sample for None."""
    if path is not None:
        return Doors(People(path), path)
    sample = sample_people()
    # Everybody may read the sample's PINs: hashing them slowly would only delay the start.
    return Doors(People.of(sample, PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)), None, sample)


def recording(folder: Path, people: Path | None, host: str, at_port: int) -> None:
    """Play a recorded session as a live table until the program is ended; with the sample's people if `people` is
    None."""
    check_address(host, at_port)
    doors = _doors(people)
    file = recordings.Recording(folder, None).file
    recogniser = file.camera.recogniser if file.camera else "default"
    player = Player(folder, lambda: load(recogniser))
    try:
        _serve(player.desk, file, player.desk.session.house, player, doors, host, at_port, player.start)
    finally:
        player.close()


def live(
    path: Path,
    sessions: Path,
    people: Path,
    host: str,
    at_port: int,
    seal_key: Path | None = None,
    sign_key: Path | None = None,
) -> None:
    """Run the table that `path` describes until the program is ended. Its keys are made where they are not there yet,
    beside the people's file unless they are named."""
    logs.install(sys.stderr, logging.WARNING)
    doors = _doors(people)
    file = table_file.load(path)
    check_address(host, at_port)
    _probe(file)
    owned = table_keys.open_keys(file.name, people, sessions, seal=seal_key, sign=sign_key, say=_say)
    folder = _folder(path, file, sessions)
    going_on = (folder / JOURNAL).exists()
    table = open_table(folder / TABLE, folder / JOURNAL, owned.seal)
    recorder = Recorder(folder, file, table.session.journal.seals)
    desk = Desk(table, recorder, last=(recorder.last_n, recorder.last_at))
    roots = TableRoots(owned.sign, table.session, _say_root)
    desk.rooted, desk.closing = roots.after, roots.closing
    if going_on:
        desk.put(Restarted())
    devices: list[Callable[[], None]] = []

    def start() -> None:
        desk.start()
        if file.shoe is not None:
            shoe = _shoe(file.shoe, desk)
            shoe.start()
            devices.append(shoe.close)
        if file.camera is not None:
            cutting = Cutting(folder, folder / FILM, table, desk.put)
            desk.after = cutting.after
            cutting.start()
            boxes = None if file.layout is None else file.layout.boxes
            camera = Watching(file.camera, folder, recorder.frames, desk.put, boxes)
            camera.start()
            devices.extend((camera.close, cutting.close))

    click.echo(f"recording into {folder}", err=True)
    try:
        _serve(desk, file, table.session.house, None, doors, host, at_port, start, folder, roots)
    finally:
        for close in devices:
            close()
        desk.close()
        recorder.close()


def _serve(
    desk: Desk,
    file: TableFile,
    source: Path | None,
    controls: Controls | None,
    doors: Doors,
    host: str,
    at_port: int,
    start: Callable[[], None],
    folder: Path | None = None,
    roots: TableRoots | None = None,
) -> None:
    clauses = catalogue.load_house(file.game, source or house.built_in(file.game)).clauses
    visits = Visits(doors.people)
    app = create_app(
        desk,
        chips=file.chips,
        controls=controls,
        clauses=clauses,
        people=doors.people,
        visits=visits,
        sample=doors.sample,
        folder=folder,
        language=file.language,
        colours=file.colours,
        roots=roots,
    )
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    with Server(app, host, at_port) as server:
        start()
        click.echo(f"{file.name}: {server.url}  (display: {server.url}display?token={doors.people.display})")
        for line in doors.said(server.url):
            click.echo(line)
        ended.wait()
        visits.close()


def _say(words: str) -> None:
    click.echo(words, err=True)


def _say_root(root: Root) -> None:
    _say(f"records {root.first} to {root.last} are signed; the root's code, to be kept elsewhere: {root.code}")


def _probe(file: TableFile) -> None:
    """A shoe or a camera that is missing at the start is said at once; one that is lost later is waited for."""
    if file.shoe is not None and file.shoe.protocol == CAMERA:
        cameras.probe(source_of(file.shoe))
    elif file.shoe is not None:
        decoder(file.shoe.protocol)
        port.probe(file.shoe.port, file.shoe.baud)
    if file.camera is not None:
        Watching.probe(file.camera)


def _shoe(file: ShoeFile, desk: Desk) -> port.Port | ShoeCamera:
    """The shoe at its line, or the camera inside it."""
    if file.protocol == CAMERA:
        return ShoeCamera(file, ShoeWindow(load()), desk.put)
    return port.Port(file.port, file.baud, lambda event: desk.put(heard(event)))


def heard(event: DeviceEvent) -> Heard | Linked:
    """What a shoe's port says, as an input of the table."""
    match event:
        case Bytes(data=data):
            return Heard(data)
        case Opened():
            return Linked("shoe", True)
        case Lost(why=why):
            return Linked("shoe", False, why)


def _folder(path: Path, file: TableFile, sessions: Path) -> Path:
    """The session's folder: `sessions` itself if a session is there already, else a new one in it."""
    if (sessions / JOURNAL).exists():
        if table_file.load(sessions / TABLE) != file:
            raise Fault(f"{sessions}: the session there is of another table than {path}; name another folder")
        return sessions
    if any(sessions.glob("*.tape")):
        raise Fault(f"{sessions}: a session's tapes are here but not its journal; restore it, or name another folder")
    folder = sessions / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}"
    try:
        folder.mkdir(parents=True)
        shutil.copyfile(path, folder / TABLE)
        if file.house is not None:
            shutil.copyfile(path.parent / file.house, folder / file.house)
    except OSError as error:
        raise Fault(f"{folder}: can't be made: {error.strerror}; name another with --sessions") from error
    return folder
