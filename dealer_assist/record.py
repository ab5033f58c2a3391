"""A record: one row of a journal, its columns, its body as it stands there and as it reads, its hash."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from dealer_assist import sealing
from dealer_assist.sealing import StillSealed

metadata = sa.MetaData()
RECORDS: Final = sa.Table(
    "record",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("shoe", sa.Integer, nullable=False),
    sa.Column("input", sa.BigInteger, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("wall", sa.Text, nullable=False),
    sa.Column("boot", sa.Text, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("approver", sa.Text),
    sa.Column("once", sa.Text, unique=True),
    sa.Column("house", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Index("record_round", "round"),
)


class Record(msgspec.Struct, frozen=True):
    """One row. `input` is the number of the input on the tapes that made it (0: the opening itself), `at`
    monotonic nanoseconds since the session began, `wall` UTC in ISO 8601, `once` the idempotency key of the
    request that made it."""

    number: int
    table_name: str
    shoe: int
    input: int
    round: int
    kind: str
    body: str
    at: int
    wall: str
    boot: str
    who: str
    approver: str | None
    once: str | None
    house: str
    version: str
    previous: str
    hash: str

    def content(self) -> Any:
        """The body as values; a text that is still sealed here reads `"??"`, as a card that nobody has read."""
        return msgspec.json.decode(self.body)

    def whole(self) -> Any:
        """The body as values. Raises `StillSealed` where something in it is sealed, and no key is here to open it."""
        return self.content()

    @property
    def plain(self) -> str:
        """The canonical text of the body, opened as far as can be. The hash covers `body`, as it stands in the file."""
        return self.body


class SealedRecord(Record, frozen=True):
    """A record with something sealed in its body; `opened` is the body's text with what could be opened in place."""

    opened: str

    def content(self) -> Any:
        """The body as values; a text that could not be opened reads `"??"`."""
        return sealing.masked(msgspec.json.decode(self.opened))

    def whole(self) -> Any:
        """The body as values. Raises `StillSealed` where no key here opens something in it."""
        if sealing.MARK in self.opened:
            why = "a card is sealed in it and its round is not over; give the table's key with --seal-key FILE"
            raise StillSealed(f"record {self.number}: {why}")
        return msgspec.json.decode(self.opened)

    @property
    def plain(self) -> str:
        """The canonical text of the body, opened as far as can be."""
        return self.opened


class Stamp(msgspec.Struct, frozen=True):
    """What every record of one run of the program says of its origin."""

    table_name: str
    boot: str
    house: str
    version: str


class Entry(msgspec.Struct, frozen=True):
    """What is to be recorded: `body` is any JSON value, written canonically (sorted keys, no spaces). What stands at
    the paths `hidden` is sealed, in a journal that seals."""

    kind: str
    body: dict[str, Any]
    round: int
    shoe: int
    at: int
    wall: str
    who: str
    input: int = 0
    approver: str | None = None
    once: str | None = None
    hidden: tuple[sealing.Path, ...] = ()


def canonical(body: object) -> str:
    """JSON with sorted keys and no spaces: equal values have equal text."""
    return msgspec.json.encode(body, order="sorted").decode()


def digest(record: Record) -> str:
    """The record's hash: SHA-256 over all its other columns as a canonical JSON list."""
    columns = [getattr(record, field) for field in Record.__struct_fields__ if field != "hash"]
    return hashlib.sha256(msgspec.json.encode(columns)).hexdigest()


#: What refuses to change or delete a record, by name.
TRIGGERS: Final = {
    name: f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {act} ON record "
    f"BEGIN SELECT RAISE(ABORT, 'a record is never changed or deleted'); END"
    for name, act in (("record_no_update", "UPDATE"), ("record_no_delete", "DELETE"))
}


def row_of(record: Record) -> dict[str, object]:
    """The record's columns by their names."""
    return {field: getattr(record, field) for field in Record.__struct_fields__}
