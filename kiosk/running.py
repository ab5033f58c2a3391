"""A table that runs: its devices, its desk, its screens and its recording, from start to Ctrl-C."""

from __future__ import annotations

import functools
import logging
import shlex
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec
from argon2 import PasswordHasher
from flask import Flask

from dealer_assist import house, table_file
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.games import catalogue
from dealer_assist.table_file import TableFile
from dealer_assist.witness import Root
from kiosk import logs, pit_link, table_devices, table_keys
from kiosk import recording as recordings
from kiosk.app import create_app
from kiosk.controls import Controls
from kiosk.cutting import Cutting
from kiosk.desk import Desk
from kiosk.ending import Ending
from kiosk.own_address import is_only_here
from kiosk.people import People, Person, sample_people
from kiosk.pit_install import LONE
from kiosk.pit_link import Link
from kiosk.player import Player
from kiosk.recording import Recorder, open_table
from kiosk.rig import Restarted
from kiosk.roots import TableRoots
from kiosk.senses import Senses
from kiosk.server import Server, check_address
from kiosk.setup_table import SetUp
from kiosk.table_devices import Devices
from kiosk.table_keys import TableKeys
from kiosk.visits import Visits
from kiosk.watching import FILM, reader
from models.recogniser import load


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
    player = Player(folder, lambda: load() if file.camera is None else reader(file.camera, folder))
    try:
        screens = Screens(player.desk, file, player.desk.session.house, player, doors)
        screens.serve(host, at_port, lambda app: player.start(), Ending())
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
    pit: str | None = None,
) -> None:
    """Run the table that `path` describes until the program is ended. Its keys are made where they are not there yet,
    beside the people's file unless they are named. With `pit`, a database's address, its journal is followed there."""
    logs.install(sys.stderr, logging.WARNING)
    if pit is not None:
        pit_link.check(pit)
    doors = _doors(people if pit is None else pit_link.first_people(people))
    keys = functools.partial(table_keys.open_keys, people=people, seal=seal_key, sign=sign_key, say=_say)
    begins = True
    while begins:
        begins = _Session(path, sessions, doors, functools.partial(keys, session=sessions), pit).run(host, at_port)
        # Houses are read anew: one may have been put in the place of another, under the same name.
        catalogue.load_house.cache_clear()
        house.forget()
        sessions = sessions.parent if (sessions / JOURNAL).exists() else sessions


class _Session:
    """One session of a live table: from its file to its end."""

    def __init__(
        self, path: Path, sessions: Path, doors: Doors, keys: Callable[[str], TableKeys], pit: str | None
    ) -> None:
        self._path, self._sessions, self._doors, self._keys = path, sessions, doors, keys
        self._pit = pit
        self._ended = Ending()
        self._begins_anew = False

    def run(self, host: str, at_port: int) -> bool:
        """Run until it ends; whether the table shall start anew."""
        path, file = self._path, table_file.load(self._path)
        check_address(host, at_port)
        table_devices.probe(file, path.parent)
        owned = self._keys(file.name)
        folder = _folder(path, file, self._sessions)
        going_on = (folder / JOURNAL).exists()
        table = open_table(folder / TABLE, folder / JOURNAL, owned.seal)
        recorder = Recorder(folder, file, table.session.journal.seals)
        desk = Desk(table, recorder, last=(recorder.last_n, recorder.last_at))
        roots = TableRoots(owned.sign, table.session, _say_root)
        desk.rooted, desk.closing = roots.after, roots.closing
        if going_on:
            desk.put(Restarted())
        senses = Senses(file, desk.put, lambda: desk.published.running)
        devices = Devices(file, folder, recorder.frames, senses.put)
        cutting = None if file.camera is None else Cutting(folder, folder / FILM, table, desk.put)
        setting = SetUp(desk, path, senses, picture=devices.picture, again=self._begin_anew, ask=devices.ask)
        links: list[Link] = []

        def start(app: Flask) -> None:
            desk.start()
            if self._pit is not None and self._doors.path is not None:
                links.append(
                    Link(self._pit, desk, self._doors.people, self._doors.path, app.extensions[LONE], file.chips)
                )
                desk.pit = lambda: links[0].standing
                links[0].start()
            if cutting is not None:
                desk.after = cutting.after
                cutting.start()
            devices.start()

        _say(f"recording into {folder}")
        screens = Screens(desk, file, table.session.house, None, self._doors, folder, roots, setting)
        try:
            screens.serve(host, at_port, start, self._ended)
        finally:
            for link in links:
                link.close()
            setting.close()
            devices.close()
            if cutting is not None:
                cutting.close()
            desk.close()
            recorder.close()
            for link in links:
                link.finish()
        return self._begins_anew

    def _begin_anew(self) -> None:
        self._begins_anew = True
        # The answer to whoever asked for it goes out first.
        threading.Timer(0.5, self._ended.set).start()


class Screens(msgspec.Struct, frozen=True):
    """A table's pages, and what they are made of."""

    desk: Desk
    file: TableFile
    source: Path | None
    controls: Controls | None
    doors: Doors
    folder: Path | None = None
    roots: TableRoots | None = None
    setting: SetUp | None = None

    def serve(self, host: str, at_port: int, start: Callable[[Flask], None], ended: Ending) -> None:
        """Answer until `ended`, or until the program is ended; `start` is called once the address is there, with the
        application."""
        file, doors = self.file, self.doors
        clauses = catalogue.load_house(file.game, self.source or house.built_in(file.game)).clauses
        visits = Visits(doors.people)
        app = create_app(
            self.desk,
            chips=file.chips,
            controls=self.controls,
            clauses=clauses,
            people=doors.people,
            visits=visits,
            sample=doors.sample,
            folder=self.folder,
            language=file.language,
            colours=file.colours,
            address=file.address,
            shared=not is_only_here(host),
            roots=self.roots,
            table=self.setting,
        )
        ended.on_signals()
        with Server(app, host, at_port) as server:
            start(app)
            click.echo(f"{file.name}: {server.url}  (display: {server.url}display?token={doors.people.display})")
            for line in doors.said(server.url):
                click.echo(line)
            ended.wait()
            visits.close()


def _say(words: str) -> None:
    click.echo(words, err=True)


def _say_root(root: Root) -> None:
    _say(f"records {root.first} to {root.last} are signed; the root's code, to be kept elsewhere: {root.code}")


def _folder(path: Path, file: TableFile, sessions: Path) -> Path:
    """The session's folder: `sessions` itself if a session is there already, else a new one in it."""
    if (sessions / JOURNAL).exists():
        # Another pit, or none, is no other table.
        if msgspec.structs.replace(table_file.load(sessions / TABLE), pit=file.pit) != file:
            raise Fault(f"{sessions}: the session there is of another table than {path}; name another folder")
        return sessions
    begun = sessions / TABLE
    if begun.exists() and begun.resolve() != path.resolve():
        raise Fault(f"{sessions}: a session was begun here and has no journal; restore it, or name another folder")
    if any(sessions.glob("*.tape")):
        raise Fault(f"{sessions}: a session's tapes are here but not its journal; restore it, or name another folder")
    folder = sessions / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}"
    if folder.exists():  # a table that was started anew within a second
        folder = sessions / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}"
    try:
        folder.mkdir(parents=True)
        shutil.copyfile(path, folder / TABLE)
        for name in (file.house, *file.decks):
            if name is not None:
                shutil.copyfile(path.parent / name, folder / name)
    except OSError as error:
        raise Fault(f"{folder}: can't be made: {error.strerror}; name another with --sessions") from error
    return folder
