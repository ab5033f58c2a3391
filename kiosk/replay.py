"""Replay from the raw bytes and the film: the same path again, every record compared with the recorded one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from dealer_assist import replay, table_file
from dealer_assist.faults import Fault
from dealer_assist.journal import Journal, Record, recorded
from dealer_assist.session import Session
from dealer_assist.table import Table
from kiosk.recording import JOURNAL, TABLE, Recording, stamp, wall
from kiosk.rig import Rig
from models.recogniser import Recogniser


class Result(msgspec.Struct, frozen=True):
    """What a replay found: how many records were compared, and what is not the same, in words."""

    records: int
    faults: tuple[str, ...]

    @property
    def identical(self) -> bool:
        """Whether everything is as it was recorded."""
        return not self.faults


def journal_only(folder: Path) -> Result:
    """Fold the journal again: its chain, and the lines of every step."""
    file = table_file.load(folder / TABLE)
    with recorded(folder / JOURNAL) as journal:
        number, _ = journal.tail()
        broken = journal.verify()
        if broken is not None:
            return Result(number, (f"journal: {broken}",))
        found = replay.refold(journal.records(), table_file.house_path(folder / TABLE, file))
        return Result(number, () if found is None else (str(found),))


def whole(folder: Path, recogniser: Recogniser | None, tick: Callable[[], object] = lambda: None) -> Result:
    """Play tapes and film of `folder` again and compare. `tick` is called once for every input.

    A damaged tape is played as far as it can be read, so that what the damage did to the record is told too.
    """
    recording = Recording(folder, recogniser, strict=False)
    with recorded(folder / JOURNAL) as journal, tempfile.TemporaryDirectory() as scratch:
        number, _ = journal.tail()
        broken = journal.verify()
        if broken is not None:
            return Result(number, (f"journal: {broken}",))
        damage = recording.damage()
        found = _compare(recording, replay.Recorded(journal.records()), Path(scratch) / JOURNAL, tick)
    return Result(number, (*damage, *([] if found is None else [found])))


def _compare(recording: Recording, was: replay.Recorded, scratch: Path, tick: Callable[[], object]) -> str | None:
    source = table_file.house_path(recording.folder / TABLE, recording.file)
    with Journal(scratch, stamp(recording.file, source)) as journal, recorded(recording.folder / JOURNAL) as record:
        rig = Rig(Table(recording.file, Session(recording.file, source, journal, wall)))
        compared, place, expected = 0, "the start", 1
        lost = _lost(recording, {made.input for made in record.records()})
        for channel, entry in recording.entries():
            found = _differs(journal, was, compared)
            if found is not None:
                return f"{found}; after {place}"
            was.beside(journal)
            if entry.n != expected:
                return f"input {expected} is on no tape; after {place}"
            compared, expected = journal.last, entry.n + 1
            place = f"{recording.place(channel, entry)}, {entry.at / 1e9:.3f} s"
            tick()
            if entry.n in lost:
                continue
            try:
                rig.take(entry.n, entry.at, recording.item(channel, entry))
            except Fault as fault:
                return f"{place}: {fault}"
        found = _differs(journal, was, compared)
        if found is None:
            was.beside(journal)
            left = next(was, None)
            found = None if left is None else replay.differs(left, None)
        return None if found is None else f"{found}; after {place}"


def _lost(recording: Recording, made: set[int]) -> set[int]:
    """The last input before each end of the program, where it made no record.

    An input stands on its tape before its records are on the disk: a program that is killed between the two has
    not taken it. There is never more than one, since each is taken before the next is kept.
    """
    lost: set[int] = set()
    last = 0
    for _, entry in recording.entries():
        if "restarted" in entry.content:
            lost.add(last)
        last = entry.n
    return {*lost, last} - made


def _differs(journal: Journal, was: Iterator[Record], compared: int) -> replay.Difference | None:
    """The first of the records made since `compared` that is not the next one recorded."""
    if journal.last == compared:
        return None
    for record in journal.records(compared):
        found = replay.differs(next(was, None), record)
        if found is not None:
            return found
    return None
