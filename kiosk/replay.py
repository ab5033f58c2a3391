"""Replay at three depths, each record compared with the recorded one.

`lines`: the steps of the journal through the rules again. `sightings`: what shoe, camera and people gave, as the tapes
have it, through fusion and rules. `raw`: the shoe's bytes and the film itself, through decoder and recogniser too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from dealer_assist import kept_house, recall_list, replay, table_file
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.journal import Journal, Record, Records, recorded
from dealer_assist.replay import Difference
from dealer_assist.sealing import Seals
from dealer_assist.sealing_key import SealKey, throwaway
from dealer_assist.session import Session
from dealer_assist.table import Table
from kiosk.recording import Recording, stamp, wall
from kiosk.rig import Rig
from models.recogniser import Recogniser

Depth = Literal["lines", "sightings", "raw"]
DEPTHS: Final[tuple[Depth, ...]] = ("lines", "sightings", "raw")


class Result(msgspec.Struct, frozen=True):
    """What a replay found: how many records were compared, what is not the same in words, and of records that are
    others both sides."""

    records: int
    faults: tuple[str, ...]
    differences: tuple[Difference, ...] = ()

    @property
    def identical(self) -> bool:
        """Whether everything is as it was recorded."""
        return not self.faults


def rounds(folder: Path) -> range:
    """The numbers of the rounds in a session's journal. Raises `Fault`."""
    with recorded(folder / JOURNAL) as journal:
        return recall_list.numbers(journal, last=2**62)


def lines(
    folder: Path,
    only: range | None = None,
    tick: Callable[[], object] = lambda: None,
    *,
    key: SealKey | None = None,
) -> Result:
    """Fold the journal again, or the rounds `only` of it: its chain, and the lines of every step.

    `tick` is called once for every round. Raises `StillSealed` for a round that is not over, without the table's key.
    """
    with recorded(folder / JOURNAL, key) as journal:
        number, _ = journal.tail()
        broken = journal.verify() if only is None or only.start <= 1 else None
        if broken is not None:
            return Result(number, (f"journal: {broken}",))
        source = _source(folder, journal)
        found: list[Difference] = []
        compared = 0
        asked = rounds(folder) if only is None else only
        # Before the first round stands what opened the table.
        for each in range(asked.start - (asked.start == 1), asked.stop):
            records = journal.of_round(each)
            found += replay.refold(records, source)
            compared += len(records)
            tick()
        return Result(compared, tuple(map(str, found)), tuple(found))


def journal_only(folder: Path, key: SealKey | None = None) -> Result:
    """The whole journal, lines only."""
    return lines(folder, key=key)


def sightings(folder: Path, tick: Callable[[], object] = lambda: None, *, key: SealKey | None = None) -> Result:
    """Fuse again what the tapes say that was seen. `tick` is called once for every input."""
    return _played(Recording(folder, None, strict=False, sightings=True, key=key), tick)


def whole(
    folder: Path,
    recogniser: Recogniser | None,
    tick: Callable[[], object] = lambda: None,
    *,
    key: SealKey | None = None,
) -> Result:
    """Play tapes and film of `folder` again and compare. `tick` is called once for every input.

    A damaged tape is played as far as it can be read, so that what the damage did to the record is told too.
    """
    return _played(Recording(folder, recogniser, strict=False, key=key), tick)


def _played(recording: Recording, tick: Callable[[], object]) -> Result:
    with recorded(recording.folder / JOURNAL, recording.key) as journal, tempfile.TemporaryDirectory() as scratch:
        number, _ = journal.tail()
        broken = journal.verify()
        if broken is not None:
            return Result(number, (f"journal: {broken}",))
        damage = recording.damage()
        source = _source(recording.folder, journal)
        found = _compare(recording, source, replay.Recorded(journal.records()), Path(scratch) / JOURNAL, tick)
    different = (found,) if isinstance(found, Difference) else ()
    return Result(number, (*damage, *([] if found is None else [str(found)])), different)


def _source(folder: Path, journal: Records) -> Path | None:
    """The house file that the session was played by."""
    first = next(journal.records(), None)
    digest = "" if first is None else first.house
    return kept_house.to_replay_with(folder, table_file.load(folder / TABLE), digest)


def _compare(
    recording: Recording, source: Path | None, was: replay.Recorded, scratch: Path, tick: Callable[[], object]
) -> Difference | str | None:
    with recorded(recording.folder / JOURNAL) as record, _scratch(scratch, recording, source, record) as journal:
        rig = Rig(Table(recording.file, Session(recording.file, source, journal, wall)))
        compared, place, expected = 0, "the start", 1
        lost = _lost(recording, {made.input for made in record.records()})
        for channel, entry in recording.entries():
            found = _differs(journal, was, compared)
            if found is not None:
                return msgspec.structs.replace(found, where=place)
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
        return None if found is None else msgspec.structs.replace(found, where=place)


def _scratch(path: Path, recording: Recording, source: Path | None, record: Records) -> Journal:
    """The journal that a replay makes: it seals where the recorded one does, with a key of its own."""
    seals = None if record.sealed_by is None else Seals(throwaway(recording.file.name))
    return Journal(path, stamp(recording.file, source), seals)


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


def _differs(journal: Journal, was: Iterator[Record], compared: int) -> Difference | None:
    """The first of the records made since `compared` that is not the next one recorded."""
    if journal.last == compared:
        return None
    for record in journal.records(compared):
        found = replay.differs(next(was, None), record)
        if found is not None:
            return found
    return None
