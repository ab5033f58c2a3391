"""One round for a dispute: all that is told of it, and what shows that its records are what they were.

Of a round that still runs nothing is told that may lie face down (see `recall`), and there is no proof of it yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from dealer_assist import house, kept_house, recall, table_file
from dealer_assist.folder import TABLE
from dealer_assist.journal import Record, Records
from dealer_assist.recall import Event
from dealer_assist.table_file import TableFile
from dealer_assist.witness import KIND, Root, parse

__all__ = ["Dispute", "Event", "Proof", "dispute", "folder_dispute"]


class Proof(msgspec.Struct, frozen=True):
    """Which records the round is made of, and what shows that they are what they were."""

    first: int
    last: int
    hash: str
    house: str
    versions: tuple[str, ...]
    root: Root | None
    root_record: int | None


class Dispute(msgspec.Struct, frozen=True):
    """A round, ready to be laid out. `proof` is None while the round runs."""

    table: str
    game: str
    round: int
    shoe: int
    running: bool
    begins: tuple[str, ...]
    events: tuple[Event, ...]
    settled: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]
    people: tuple[str, ...]
    #: Whether the house rules of today are others, and with them the words of the clauses.
    other_rules: bool
    proof: Proof | None


def dispute(journal: Records, file: TableFile, source: Path | None, number: int) -> Dispute:
    """Round `number` of a journal, of the table `file` with the house file `source` (None: the built-in one).

    Raises `Fault` if there is no such round, or if it can't be played under these rules.
    """
    told = recall.told(journal, number, source, "pit")
    rules = house.digest(source or house.built_in(file.game))
    return Dispute(
        told.table,
        told.game,
        number,
        told.shoe,
        told.running,
        told.begins,
        told.events,
        told.settled,
        told.clauses,
        told.people,
        told.house != rules,
        None if told.running else _proof(journal, journal.of_round(number)),
    )


def folder_dispute(folder: Path, journal: Records, number: int) -> Dispute:
    """The same for a session's folder. Raises `Fault`."""
    path = folder / TABLE
    file = table_file.load(path)
    first = next(journal.records(), None)
    source = kept_house.to_replay_with(folder, file, "" if first is None else first.house)
    return dispute(journal, file, source, number)


def _proof(journal: Records, records: Sequence[Record]) -> Proof:
    last = records[-1]
    record = journal.next_of(KIND, last.number)
    while record is not None and not _covers(record, last.number):
        record = journal.next_of(KIND, record.number)
    root = None if record is None else parse(record.body)
    versions = tuple(sorted({each.version for each in records}))
    number = None if record is None else record.number
    return Proof(records[0].number, last.number, last.hash, last.house, versions, root, number)


def _covers(record: Record, number: int) -> bool:
    try:
        root = parse(record.body)
    except msgspec.MsgspecError:
        return False
    return root.first <= number <= root.last
