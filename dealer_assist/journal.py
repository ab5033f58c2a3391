"""The journal: append-only, hash-chained, committed before anything is shown.

One row a record; a trigger refuses every update and delete. Each record's hash covers all its columns and
the hash before it. Beside the file stands a mark with the last number that was acknowledged: a journal
shorter than its mark has lost records, and that is said, never guessed away (reliability: a lost tail).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

import msgspec
import sqlalchemy as sa
from sqlalchemy import event

from dealer_assist.faults import Fault, one_line
from dealer_assist.mark import MarkFile, check_mark, mark_of, raw_mark

FIRST: Final = "0" * 64
#: The format of the file, as its `user_version`; 0 is a journal from before there was a number for it.
FORMAT: Final = 1

_metadata = sa.MetaData()
_records = sa.Table(
    "record",
    _metadata,
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
        """The body as values."""
        return msgspec.json.decode(self.body)


class Stamp(msgspec.Struct, frozen=True):
    """What every record of one run of the program says of its origin."""

    table_name: str
    boot: str
    house: str
    version: str


class Entry(msgspec.Struct, frozen=True):
    """What is to be recorded: `body` is any JSON value, written canonically (sorted keys, no spaces)."""

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


def canonical(body: object) -> str:
    """JSON with sorted keys and no spaces: equal values have equal text."""
    return msgspec.json.encode(body, order="sorted").decode()


def digest(record: Record) -> str:
    """The record's hash: SHA-256 over all its other columns as a canonical JSON list."""
    columns = [getattr(record, field) for field in record.__struct_fields__ if field != "hash"]
    return hashlib.sha256(msgspec.json.encode(columns)).hexdigest()


class Records:
    """The records of a journal file, for reading. `recorded(path)` opens one that nobody writes."""

    def __init__(self, path: Path, engine: sa.Engine) -> None:
        self.path = path
        self._engine = engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records after number `after`, in order. Raises `Fault` where the file is damaged."""
        try:
            with self._engine.connect() as connection:
                query = _records.select().where(_records.c.number > after).order_by(_records.c.number)
                for row in connection.execute(query):
                    yield Record(*row)
        except (sa.exc.DatabaseError, UnicodeDecodeError) as error:
            raise Fault(f"{self.path}: the journal is damaged and can't be read on: {_cause(error)}") from error

    def of_round(self, number: int) -> list[Record]:
        """The records of one round, in order; found by their index."""
        with self._connect() as connection:
            query = _records.select().where(_records.c.round == number).order_by(_records.c.number)
            return [Record(*row) for row in connection.execute(query)]

    def next_of(self, kind: str, after: int) -> Record | None:
        """The first record of that kind after number `after`."""
        wanted = sa.and_(_records.c.number > after, _records.c.kind == kind)
        with self._connect() as connection:
            row = connection.execute(_records.select().where(wanted).order_by(_records.c.number).limit(1)).first()
        return None if row is None else Record(*row)

    def once(self, key: str) -> Record | None:
        """The record that the request with this idempotency key made, if it was made."""
        with self._connect() as connection:
            row = connection.execute(_records.select().where(_records.c.once == key)).first()
        return None if row is None else Record(*row)

    def verify(self) -> str | None:
        """None if every record and the chain between them is whole, else the first fault in words."""
        previous, expected = FIRST, 1
        for record in self.records():
            if record.number != expected:
                return f"record {expected} is missing: {record.number} follows"
            if record.previous != previous:
                return f"record {expected} does not follow the one before it"
            if digest(record) != record.hash:
                return f"record {expected} was altered"
            previous, expected = record.hash, expected + 1
        return None

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last record; (0, `FIRST`) for an empty journal."""
        with self._connect() as connection:
            row = connection.execute(
                sa.select(_records.c.number, _records.c.hash).order_by(_records.c.number.desc()).limit(1)
            ).first()
        return (0, FIRST) if row is None else (row.number, row.hash)

    def hashes(self, shoe: int) -> Iterator[tuple[int, str]]:
        """Number and hash of every record of a shoe, in order: the leaves of its tree."""
        query = sa.select(_records.c.number, _records.c.hash).where(_records.c.shoe == shoe)
        with self._connect() as connection:
            for row in connection.execute(query.order_by(_records.c.number)):
                yield row.number, row.hash

    def hash_of(self, number: int) -> str | None:
        """The hash of a record, None if there is none of that number."""
        with self._connect() as connection:
            return connection.execute(sa.select(_records.c.hash).where(_records.c.number == number)).scalar()

    def check_format(self) -> None:
        """Raises `Fault` for a journal that a newer program wrote."""
        with self._connect() as connection:
            check_format(self.path, connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    @contextmanager
    def _connect(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except (sa.exc.DatabaseError, UnicodeDecodeError) as error:
            raise Fault(
                f"{self.path}: this is no journal, or it is damaged ({_cause(error)}); restore a backup"
            ) from error


def recorded(path: Path) -> Records:
    """A journal that is only read: nothing is created or changed beside it. Raises `Fault` for what is no
    journal, is damaged, or is shorter than its mark says."""
    if not path.is_file():
        raise Fault(f"{path}: there is no journal here; name the folder of a recorded session")
    # A journal that was closed has no write-ahead log; then SQLite needs no lock or shared file to read it.
    mode = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
    address = f"sqlite:///file:{quote(str(path.resolve()))}?{mode}&uri=true"
    records = Records(path, sa.create_engine(address))
    records.check_format()
    last, _ = records.tail()
    check_mark(path, raw_mark(path), last, records.hash_of)
    return records


class Journal(Records):
    """An open journal file. One thread appends; any thread reads."""

    def __init__(self, path: Path, stamp: Stamp) -> None:
        """Open or begin the journal at `path`, for this program alone.

        Raises `Fault` for a damaged, foreign or shortened file, and for one that another program has open.
        """
        # The lock first: whoever runs a table on this journal must not find a record of ours in it.
        self._mark = MarkFile(mark_of(path))
        super().__init__(path, sa.create_engine(f"sqlite:///{path}"))
        self._stamp = stamp
        self._failed = False
        event.listen(self._engine, "connect", _durable)
        try:
            self.last, self._hash = self._begin()
            check_mark(path, self._mark.read(), self.last, self.hash_of)
        except (sa.exc.DatabaseError, Fault) as error:
            self.close()
            if isinstance(error, Fault):
                raise
            raise Fault(
                f"{path}: this is no journal, or it is damaged ({_cause(error)}); restore it from a backup"
            ) from error

    def _begin(self) -> tuple[int, str]:
        self.check_format()
        with self._engine.begin() as connection:
            # All or nothing: a program that is killed here must not leave a table without its index or its guards.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            _metadata.create_all(connection)
            for index in _records.indexes:
                index.create(connection, checkfirst=True)
            connection.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")
            for statement in TRIGGERS.values():
                connection.exec_driver_sql(statement)
        return self.tail()

    def append(self, *entries: Entry) -> tuple[Record, ...]:
        """Record `entries` in one transaction, flushed to the disk when this returns.

        Raises `Fault` if the commit failed: nothing was acknowledged, and the table has to stop. What could not be
        flushed is never tried again, since the system may have let go of it: the journal takes nothing more.
        """
        if self._failed:
            raise Fault(f"{self.path}: the journal can't be written any more; mend the disk and start again")
        records: list[Record] = []
        number, previous = self.last, self._hash
        for entry in entries:
            number += 1
            record = self._record(number, previous, entry)
            records.append(record)
            previous = record.hash
        try:
            with self._engine.begin() as connection:
                connection.execute(_records.insert(), [_row(record) for record in records])
            self._mark.set(number, previous)
        except (sa.exc.DatabaseError, OSError) as error:
            self._failed = not isinstance(error, sa.exc.IntegrityError)
            raise Fault(f"{self.path}: the journal can't be written ({_cause(error)}); the table stops") from error
        self.last, self._hash = number, previous
        return tuple(records)

    def close(self) -> None:
        """Let go of the file; what stands in the write-ahead log goes into the journal itself."""
        self._mark.close()
        super().close()

    def _record(self, number: int, previous: str, entry: Entry) -> Record:
        stamp = self._stamp
        record = Record(
            number,
            stamp.table_name,
            entry.shoe,
            entry.input,
            entry.round,
            entry.kind,
            canonical(entry.body),
            entry.at,
            entry.wall,
            stamp.boot,
            entry.who,
            entry.approver,
            entry.once,
            stamp.house,
            stamp.version,
            previous,
            "",
        )
        return msgspec.structs.replace(record, hash=digest(record))


#: What refuses to change or delete a record, by name.
TRIGGERS: Final = {
    name: f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {act} ON record "
    f"BEGIN SELECT RAISE(ABORT, 'a record is never changed or deleted'); END"
    for name, act in (("record_no_update", "UPDATE"), ("record_no_delete", "DELETE"))
}


def _row(record: Record) -> dict[str, object]:
    return {field: getattr(record, field) for field in record.__struct_fields__}


def _durable(connection: Any, _: object) -> None:
    """Write-ahead log, flushed at every commit; read back, since SQLite ignores what it can't do."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    level = cursor.execute("PRAGMA synchronous").fetchone()[0]
    cursor.close()
    if (mode, level) != ("wal", 2):
        raise Fault(f"the disk of the journal refuses durable writing (mode {mode}, level {level}); use a local disk")


def check_format(path: Path, found: int) -> None:
    """Raises `Fault` if `found`, the format of the file, is newer than this program."""
    if found > FORMAT:
        raise Fault(f"{path}: a newer program wrote this journal (format {found}, here {FORMAT}); update this one")


def _cause(error: Exception) -> str:
    return one_line(getattr(error, "orig", None) or error)
