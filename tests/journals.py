"""Journals for tests: small ones in no time, and what somebody with the file in hand can do to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist.journal import FIRST, Entry, Journal, Record, Stamp, digest

STAMP = Stamp("Table 1", "boot", "house", "0")
WALL = "2026-01-01T00:00:00.000+00:00"


def entry(number: int = 1, kind: str = "step", shoe: int = 1, once: str | None = None) -> Entry:
    """An entry whose body says its number."""
    return Entry(kind, {"b": number, "a": [2]}, 1, shoe, 5, WALL, "Aino", once=once)


def filled(path: Path, records: int = 12, shoes: int = 1, stamp: Stamp = STAMP) -> Path:
    """A journal of `records` records of each of `shoes` shoes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Journal(path, stamp) as journal:
        for shoe in range(1, shoes + 1 if records else 1):
            journal.append(*(entry(number, shoe=shoe) for number in range(1, records + 1)))
    return path


def read(path: Path) -> list[Record]:
    """All records, as they stand in the file."""
    with closing(sqlite3.connect(path)) as database:
        return [Record(*row) for row in database.execute("SELECT * FROM record ORDER BY number")]


def write(path: Path, records: list[Record]) -> None:
    """Put these records in place of all that are there; the guards are there afterwards."""
    marks = ", ".join("?" * len(Record.__struct_fields__))
    with closing(sqlite3.connect(path)) as database, database:
        guards = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("DELETE FROM record")
        database.executemany(f"INSERT INTO record VALUES ({marks})", map(msgspec.structs.astuple, records))
        for _, sql in guards:
            database.execute(sql)


def changed(record: Record, **fields: Any) -> Record:
    """The record with other values; its hash stays as it was."""
    return msgspec.structs.replace(record, **fields)


def hashed(record: Record, previous: str) -> Record:
    """The record behind `previous`, with the right hash."""
    after = msgspec.structs.replace(record, previous=previous)
    return msgspec.structs.replace(after, hash=digest(after))


def numbered(records: list[Record]) -> list[Record]:
    """The same in this order, numbered from 1; hashes stay as they were."""
    return [changed(record, number=number) for number, record in enumerate(records, 1)]


def chained(records: list[Record]) -> list[Record]:
    """The same in this order, numbered and with the whole chain made anew."""
    made: list[Record] = []
    for record in numbered(records):
        made.append(hashed(record, made[-1].hash if made else FIRST))
    return made


def tamper(path: Path, change: Callable[[list[Record]], list[Record]]) -> None:
    """Read, change, write back."""
    write(path, change(read(path)))
