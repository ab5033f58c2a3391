"""The folder of a recorded session: its table, journal, tapes and film; written while a table runs, read again to
prove or to play it.

    table.toml       the table as it was
    journal.sqlite   the record, with its mark beside it
    shoe.tape        the shoe's raw bytes and its link, with times
    camera.tape      which frame of the film was looked at when, and the camera's link
    keys.tape        what people pressed, and when the time of betting was over
    film.*           the film
"""

from __future__ import annotations

import uuid
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import __version__, house, kept_house, table_file
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.journal import Journal, Stamp
from dealer_assist.look_text import look_body, look_of
from dealer_assist.sealing import Seals, epoch_of
from dealer_assist.sealing_key import SealKey
from dealer_assist.session import Session
from dealer_assist.sighting import Look
from dealer_assist.table import Device, Key, Table
from dealer_assist.table_file import TableFile
from hardware.film import Film, digest, shot_of
from hardware.tape import Entry, TapeReader, TapeWriter, merge
from kiosk.opened_tapes import OpenedTapes
from kiosk.rig import Glimpsed, Heard, Item, Left, Linked, Noted, Pressed, Restarted, Saw, Ticked
from models.recogniser import Recogniser
from models.sight import Sight

CHANNELS: Final = ("shoe", "camera", "keys")


def wall() -> str:
    """Now, UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def stamp(file: TableFile, house_source: Path | None) -> Stamp:
    """What the records of this run say of their origin."""
    source = house_source or house.built_in(file.game)
    return Stamp(file.name, uuid.uuid4().hex, house.digest(source), __version__)


def open_table(path: Path, journal_path: Path, key: SealKey | None = None) -> Table:
    """The table that `path` (table.toml) describes, on the journal at `journal_path`, taken up where it stands.

    With `key` a new journal is sealed. Raises `Fault`, for one that was sealed and is given no key or another.
    """
    file = table_file.load(path)
    source = kept_house.to_go_on_with(path, file)
    origin = stamp(file, source)
    journal = Journal(journal_path, origin, None if key is None else Seals(key))
    try:
        _check(journal, origin)
        kept_house.keep(journal_path.parent, source or house.built_in(file.game))
        return Table(file, Session(file, source, journal, wall))
    except Fault:
        journal.close()
        raise


def _check(journal: Journal, origin: Stamp) -> None:
    """Nothing is added to a record that is broken, of another table, or of other rules."""
    broken = journal.verify()
    if broken is not None:
        raise Fault(f"{journal.path}: {broken}; restore a backup, or begin a new session")
    first = next(journal.records(), None)
    if first is None:
        return
    if first.table_name != origin.table_name:
        raise Fault(f"{journal.path}: this is the journal of {first.table_name}; name the session of this table")
    if first.house != origin.house:
        raise Fault(f"{journal.path}: the session began under other house rules; begin a new session for these")


class Recorder:
    """Keeps each input on its tape, before the table takes it; with `seals` what tells cards is sealed there."""

    def __init__(self, folder: Path, file: TableFile, seals: Seals | None = None) -> None:
        """Begin the tapes of `folder`, or go on with them: `last_n` and `last_at` are those of the last input, `frames`
        the number of pictures so far.

        A film that is already in the folder is named in the tape by its digest; one that grows is not. Raises `Fault`
        where the tapes know of a later round than the journal: that was put back from an older copy.
        """
        self.last_n = self.last_at = self.frames = self._epoch = 0
        self._seals = seals
        film = _film_in(folder)
        headers: dict[str, dict[str, str | None]] = {
            "shoe": {"protocol": None if file.shoe is None else file.shoe.protocol},
            "camera": {} if film is None else {"film": film.name, "sha256": digest(film)},
            "keys": {},
        }
        self._tapes = {
            channel: self._tape(folder / f"{channel}.tape", {"tape": channel, **headers[channel]})
            for channel in CHANNELS
        }
        if seals is not None and self._epoch > seals.epoch:
            self.close()
            raise Fault(
                f"{folder}: the journal is older than the tapes beside it, which know of rounds that it lacks: it was "
                "put back from an older copy; keep the folder for proof, and begin a new session"
            )

    def keep(self, n: int, at: int, item: Item) -> None:
        """Write the `n`-th input."""
        match item:
            case Heard(data=data):
                self._write_sealed("shoe", n, at, {"bytes": data.hex()})
            case Glimpsed(jpeg=jpeg):
                self._write_sealed("shoe", n, at, {"picture": b64encode(jpeg).decode()})
            case Linked(device=device, up=True, anew=anew):
                self._tapes[device].write(n, at, link="opened", **({"anew": True} if anew else {}))
            case Linked(device=device, why=why, blind=blind):
                self._tapes[device].write(n, at, link="blind" if blind else "lost", why=why)
            case Saw(frame=frame, look=look, shot=shot):
                place = {} if shot is None else msgspec.to_builtins(shot)
                self._tapes["camera"].write(n, at, frame=frame, look=look_body(look), **place)
            case Pressed(key=key):
                self._write_sealed("keys", n, at, {"key": msgspec.to_builtins(key)})
            case Left():
                self._tapes["keys"].write(n, at, left=True)
            case Restarted():
                self._tapes["keys"].write(n, at, restarted=True)
            case Ticked():
                self._tapes["keys"].write(n, at, ticked=True)
            case Noted():
                self._tapes["keys"].write(n, at, noted=msgspec.to_builtins(item))

    def _write_sealed(self, channel: str, n: int, at: int, content: dict[str, Any]) -> None:
        sealed = content if self._seals is None else self._seals.line(channel, n, content)
        self._tapes[channel].write(n, at, **sealed)

    def _tape(self, path: Path, header: dict[str, str | None]) -> TapeWriter:
        """A new tape, or the one that is there; one that holds not even a whole header is begun again."""
        if not path.exists() or b"\n" not in path.read_bytes()[:65536]:
            path.unlink(missing_ok=True)
            return TapeWriter(path, header)
        writer = TapeWriter.resume(path)
        for entry in TapeReader(path):
            self.last_n, self.last_at = max(self.last_n, entry.n), max(self.last_at, entry.at)
            self.frames += "frame" in entry.content
            self._epoch = max(self._epoch, epoch_of(entry.content.get("sealed")))
        return writer

    def close(self) -> None:
        """Close the tapes."""
        for tape in self._tapes.values():
            tape.close()


class Recording:
    """A recorded session, to be played again. With `strict` a damaged tape raises; else `damage` tells of it. With
    `sightings` what was seen in a picture is taken from the tape, and the film is not looked at. With `key` a round
    that was not over is opened too."""

    def __init__(
        self,
        folder: Path,
        recogniser: Recogniser | None,
        *,
        strict: bool = True,
        sightings: bool = False,
        key: SealKey | None = None,
    ) -> None:
        if not folder.is_dir():
            raise Fault(f"{folder}: no such folder; name the folder of a recorded session")
        self.folder = folder
        self.file = table_file.load(folder / TABLE)
        self.key = key
        self._recogniser = recogniser
        self._film_damage: list[str] = []
        self._look_anew()
        self._tapes = {
            channel: TapeReader(path, strict=strict)
            for channel in CHANNELS
            if (path := folder / f"{channel}.tape").exists()
        }
        if not self._tapes:
            raise Fault(f"{folder}: there is no tape here; name the folder of a recorded session")
        self._sightings = sightings
        self.film = None if sightings else self._open_film(strict)

    def damage(self) -> list[str]:
        """Where the tapes and the film are not as they were written, after reading all of every tape."""
        found = [
            f"{self.folder / channel}.tape: the tape is missing" for channel in CHANNELS if channel not in self._tapes
        ]
        for tape in self._tapes.values():
            for _ in tape:
                pass
            found += tape.damage
        return found + self._film_damage

    def _open_film(self, strict: bool) -> Film | None:
        path = _film_in(self.folder)
        if path is None or "camera" not in self._tapes:
            return None
        tape = self._tapes["camera"]
        shots = [shot for entry in tape if (shot := shot_of(entry.content)) is not None]
        named = tape.header.get("sha256")
        if named is not None and digest(path) != named:
            altered = f"{path}: the film is not the one that was recorded. Take the file from a good copy"
            if strict:
                raise Fault(altered)
            self._film_damage = [altered]
        return Film(path, shots=shots or None)

    def entries(self, *, opened: bool = True) -> Iterator[tuple[str, Entry]]:
        """Everything that came in, by channel, in the order in which the table took it; if not `opened`, as it stands
        on the tapes, what is sealed left so.

        Raises `StillSealed` for a line that can't be opened: its round was not over, and there is no key.
        """
        self._look_anew()
        tapes = OpenedTapes(self.folder / JOURNAL, self.key)
        for channel, entry in merge(self._tapes):
            yield channel, tapes.entry(channel, entry) if opened else entry

    def _look_anew(self) -> None:
        """What the pictures before told is forgotten, as at a start of the program."""
        boxes = None if self.file.layout is None else self.file.layout.boxes
        self._sight = None if self._recogniser is None else Sight(self._recogniser, boxes)

    def place(self, channel: str, entry: Entry) -> str:
        """Where an entry stands, for a person to look it up."""
        return f"{self._tapes[channel].path.name} line {entry.line} (byte {entry.byte})"

    def item(self, channel: str, entry: Entry) -> Item:
        """The input that an entry holds; a frame is read again here. Raises `Fault` for one that is none."""
        match entry.content:
            case {"bytes": str()}:
                return Heard(entry.data)
            case {"link": "opened", **rest}:
                return Linked("camera" if channel == "camera" else "shoe", True, anew=rest.get("anew") is True)
            case {"link": "lost" | "blind" as link, **rest}:
                device: Device = "camera" if channel == "camera" else "shoe"
                return Linked(device, False, str(rest.get("why", "")), link == "blind")
            case {"frame": int(frame), **rest} if self._sightings:
                return Saw(frame, self._recorded_look(channel, entry, rest))
            case {"frame": int(frame)} if self.film is not None and self._sight is not None:
                return Saw(frame, self._sight.look(self.film.frame(frame)))
            case {"picture": str(picture)}:
                return Glimpsed(b64decode(picture))
            case {"left": True}:
                return Left()
            case {"restarted": True}:
                self._look_anew()
                return Restarted()
            case {"ticked": True}:
                return Ticked()
            case {"key": dict() as key} | {"noted": dict() as key}:
                try:
                    return Pressed(msgspec.convert(key, Key)) if "key" in entry.content else msgspec.convert(key, Noted)
                except msgspec.ValidationError as error:
                    raise Fault(f"{self.place(channel, entry)}: no key of this program: {error}") from error
        raise Fault(f"{self.place(channel, entry)}: no input that this program knows")

    def _recorded_look(self, channel: str, entry: Entry, content: dict[str, Any]) -> Look:
        place = self.place(channel, entry)
        if "look" not in content:
            raise Fault(f"{place}: what was seen in this picture was not recorded then; replay it with --depth raw")
        try:
            return look_of(content["look"])
        except ValueError as error:
            raise Fault(f"{place}: {error}") from error


def _film_in(folder: Path) -> Path | None:
    return next(iter(sorted(folder.glob("film.*"))), None)
