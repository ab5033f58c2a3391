"""Where a chain breaks: what was done to the record there, in words; and what guards the file itself.

The number in a record is under its hash, so a row that was moved still tells which one it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from dealer_assist.faults import one_line
from dealer_assist.journal import TRIGGERS, Record
from dealer_assist.mark import Mark

_COLUMNS: Final = ", ".join(Record.__struct_fields__)
_PREVIOUS, _HASH = -2, -1
#: How far around a break a row's former place is looked for.
_NEAR: Final = 2000

Row = tuple[Any, ...]


def words(database: sqlite3.Connection, number: int, previous: str, mark: Mark | None) -> tuple[str, int]:
    """What is wrong at record `number`, which does not follow the hash `previous`: in words, with the number of the
    first bad record, which may be the one before."""
    try:
        bad, what = _what(database, number, previous, mark)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        bad, what = number, "was altered, and the file is damaged behind it"
    return f"record {bad} {what}", bad


def _what(database: sqlite3.Connection, number: int, previous: str, mark: Mark | None) -> tuple[int, str]:
    row = database.execute(f"SELECT {_COLUMNS} FROM record WHERE number >= ? ORDER BY number", (number,)).fetchone()
    if row is None:
        return number, "is none: a record of another number stands in its place, the file is damaged"
    if row[0] != number:
        return number, f"is missing: {row[0]} follows"
    was, moved_to = _former(row, number), _place(database, number, previous)
    if was is None and moved_to is None:
        return number, "was altered"
    if was is None:
        return number, f"was put in: the one that belongs there is {moved_to} now"
    if was == number:
        if mark is not None and _leads_to(database, row, mark):
            return number - 1, "was altered and its hash made anew, perhaps with others before it"
        return number, "does not follow the one before it: one was taken out or put in, or it is of another journal"
    if (moved_to is not None and moved_to != number + 1) or was == number + 1 == moved_to:
        return number, f"is out of order: record {was} stands in its place, and it in that of {moved_to}"
    if moved_to is not None:
        return number, f"was put in: a copy of {was}; the one that belongs there is {moved_to} now"
    if row[_HASH] == previous:
        return number, f"was put in: a copy of {was}"
    if was == number - 1:
        return was, f"was put in: the one that belongs there is {number} now"
    return number, f"is missing: what was record {was} stands in its place"


def _leads_to(database: sqlite3.Connection, first: Row, mark: Mark) -> bool:
    """Whether the chain is whole from the row `first` to the record that was acknowledged, so that the fault lies
    before it."""
    number, hashed, found = first[0], first[_PREVIOUS], ""
    for row in database.execute(f"SELECT {_COLUMNS} FROM record WHERE number >= ? ORDER BY number", (number,)):
        if row[0] != number or row[_PREVIOUS] != hashed or not _former_is(row, number):
            return False
        hashed = row[_HASH]
        found = hashed if number == mark.number else found
        number += 1
    return found == mark.hash


def _former(row: Row, number: int) -> int | None:
    """The number that the row had when its hash was made; None if no number near by gives its hash."""
    for distance in range(_NEAR):
        for was in {number + distance, number - distance}:
            if sha256(msgspec.json.encode((was, *row[1:_HASH]))).hexdigest() == row[_HASH]:
                return was
    return None


def _place(database: sqlite3.Connection, number: int, previous: str) -> int | None:
    """Where the record that was `number`, and follows `previous`, stands now; None if it is nowhere else."""
    found = database.execute(f"SELECT {_COLUMNS} FROM record WHERE previous = ? AND number <> ?", (previous, number))
    return next((row[0] for row in found if _former_is(row, number)), None)


def _former_is(row: Row, number: int) -> bool:
    return bool(sha256(msgspec.json.encode((number, *row[1:_HASH]))).hexdigest() == row[_HASH])


def unguarded(database: sqlite3.Connection) -> Iterator[str]:
    """What is wrong with the file though its records are whole: a guard that is gone, something foreign, damage."""
    try:
        yield from _schema(database)
        (said,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        said = str(error)
    if said != "ok":
        yield f"the file is damaged, though its records are whole ({one_line(said)}): restore a backup"


def _schema(database: sqlite3.Connection) -> Iterator[str]:
    found = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    triggers = {name: sql for kind, name, sql in found if kind == "trigger"}
    for name, statement in TRIGGERS.items():
        if triggers.pop(name, None) != statement.replace("IF NOT EXISTS ", ""):
            yield f"the guard {name} was taken away: somebody could change the records, which are whole"
    known = {("table", "record"), ("index", "record_round"), ("index", "sqlite_autoindex_record_1")}
    foreign = [name for kind, name, _ in found if kind != "trigger" and (kind, name) not in known]
    for name in [*triggers, *foreign]:
        yield f"{one_line(name)} was put into the file, which no journal has; its records are whole"
    if len(found) - len(foreign) - len(TRIGGERS) - len(triggers) < len(known):
        yield "an index of the file is missing; its records are whole: restore a backup"
