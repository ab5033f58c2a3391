"""The journal: append-only, hash-chained, committed before anything is shown.

One row a record; a trigger refuses every update and delete. Each record's hash covers all its columns and
the hash before it. Beside the file stands a mark with the last number that was acknowledged: a journal
shorter than its mark has lost records, and that is said, never guessed away (reliability: a lost tail).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

import msgspec
import sqlalchemy as sa
from sqlalchemy import event

from dealer_assist import sealing
from dealer_assist.faults import Fault, one_line
from dealer_assist.mark import MarkFile, check_mark, mark_of, raw_mark
from dealer_assist.record import (
    RECORDS,
    TRIGGERS,
    Entry,
    Record,
    SealedRecord,
    Stamp,
    canonical,
    digest,
    metadata,
    row_of,
)
from dealer_assist.sealing import Opener, Seals
from dealer_assist.sealing_key import SealKey

__all__ = [
    "FIRST",
    "FORMAT",
    "TRIGGERS",
    "Entry",
    "Journal",
    "Record",
    "Records",
    "SealedRecord",
    "Stamp",
    "canonical",
    "check_format",
    "digest",
    "recorded",
]

FIRST: Final = "0" * 64
#: The format of the file, as its `user_version`; 0 is a journal from before there was a number for it, 1 one from
#: before face-down cards were sealed.
FORMAT: Final = 2

#: Of how many of the last records its writer knows by heart: more than a step makes, and what it brings about.
_RECENT: Final = 64


class Records:
    """The records of a journal file, for reading. `recorded(path)` opens one that nobody writes.

    Sealed values are opened with the keys that the journal itself releases, and with `key` all of them.
    """

    def __init__(self, path: Path, engine: sa.Engine, key: SealKey | None = None) -> None:
        self.path = path
        self._engine = engine
        self._key = key
        self._opener: Opener | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records after number `after`, in order. Raises `Fault` where the file is damaged."""
        return map(self._read, self._rows(after))

    def _rows(self, after: int) -> Iterator[Record]:
        """The same as they stand in the file, nothing opened."""
        try:
            with self._engine.connect() as connection:
                query = RECORDS.select().where(RECORDS.c.number > after).order_by(RECORDS.c.number)
                for row in connection.execute(query):
                    yield Record(*row)
        except (sa.exc.DatabaseError, UnicodeDecodeError) as error:
            raise Fault(f"{self.path}: the journal is damaged and can't be read on: {_cause(error)}") from error

    def of_round(self, number: int) -> list[Record]:
        """The records of one round, in order; found by their index."""
        with self._connect() as connection:
            query = RECORDS.select().where(RECORDS.c.round == number).order_by(RECORDS.c.number)
            return [self._read(Record(*row)) for row in connection.execute(query)]

    def next_of(self, kind: str, after: int) -> Record | None:
        """The first record of that kind after number `after`."""
        wanted = sa.and_(RECORDS.c.number > after, RECORDS.c.kind == kind)
        with self._connect() as connection:
            row = connection.execute(RECORDS.select().where(wanted).order_by(RECORDS.c.number).limit(1)).first()
        return None if row is None else self._read(Record(*row))

    def last_of(self, kind: str) -> Record | None:
        """The last record of that kind."""
        query = RECORDS.select().where(RECORDS.c.kind == kind).order_by(RECORDS.c.number.desc()).limit(1)
        with self._connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else self._read(Record(*row))

    def once(self, key: str) -> Record | None:
        """The record that the request with this idempotency key made, if it was made."""
        with self._connect() as connection:
            row = connection.execute(RECORDS.select().where(RECORDS.c.once == key)).first()
        return None if row is None else self._read(Record(*row))

    @property
    def opener(self) -> Opener | None:
        """What opens its sealed values; None for a journal in which nothing is."""
        if self._opener is None and (begun := self._begun()) is not None:
            self._opener = Opener(begun[0], bytes.fromhex(begun[1]["salt"]), self._keys, self._key)
        return self._opener

    @property
    def sealed_by(self) -> str | None:
        """The name of the key that it is sealed with; None for a journal in which nothing is."""
        begun = self._begun()
        return None if begun is None else str(begun[1]["key"])

    def _begun(self) -> tuple[str, Any] | None:
        """Table and body of the record with which sealing began; it comes before the first round."""
        columns = RECORDS.c
        query = sa.select(columns.table_name, columns.body).where(columns.number < 8, columns.kind == sealing.SEAL)
        with self._connect() as connection:
            row = connection.execute(query.order_by(columns.number).limit(1)).first()
        return None if row is None else (row.table_name, msgspec.json.decode(row.body))

    def _keys(self, of_round: int | None) -> list[tuple[str, str]]:
        """Kind and body of the records that hold keys, of a round or of all."""
        columns = RECORDS.c
        query = sa.select(columns.kind, columns.body).where(columns.kind.in_((sealing.OPENED, *sealing.RELEASES)))
        with self._connect() as connection:
            found = connection.execute(query if of_round is None else query.where(columns.round == of_round))
            return [(row.kind, row.body) for row in found]

    def _read(self, record: Record) -> Record:
        if sealing.MARK not in record.body or (opener := self.opener) is None:
            return record
        opened = opener.body(record.number, record.round, record.body)
        return SealedRecord(*(*msgspec.structs.astuple(record), opened))

    def verify(self) -> str | None:
        """None if every record and the chain between them is whole, else the first fault in words."""
        previous, expected = FIRST, 1
        for record in self._rows(0):
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
                sa.select(RECORDS.c.number, RECORDS.c.hash).order_by(RECORDS.c.number.desc()).limit(1)
            ).first()
        return (0, FIRST) if row is None else (row.number, row.hash)

    def last_round(self) -> int:
        """The number of the last round that began; 0 for an empty journal."""
        with self._connect() as connection:
            return connection.execute(sa.select(sa.func.max(RECORDS.c.round))).scalar() or 0

    def hashes(self, shoe: int) -> Iterator[tuple[int, str]]:
        """Number and hash of every record of a shoe, in order: the leaves of its tree."""
        query = sa.select(RECORDS.c.number, RECORDS.c.hash).where(RECORDS.c.shoe == shoe)
        with self._connect() as connection:
            for row in connection.execute(query.order_by(RECORDS.c.number)):
                yield row.number, row.hash

    def hash_of(self, number: int) -> str | None:
        """The hash of a record, None if there is none of that number."""
        with self._connect() as connection:
            return connection.execute(sa.select(RECORDS.c.hash).where(RECORDS.c.number == number)).scalar()

    def check_key(self, key: SealKey) -> None:
        """Raises `Fault` for a key that is not the one with which this journal is sealed."""
        named = self.sealed_by
        if named is not None and named != key.id:
            why = f"sealed with the key named {named}, and the one given is {key.id}"
            raise Fault(f"{self.path}: this journal is {why}; name the right one with --seal-key FILE")

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


def as_it_stands(path: Path, key: SealKey | None = None) -> Records:
    """A journal that is only read, even one that lost records: nothing is created or changed beside it. For a recall,
    never to go on with. Raises `Fault` for what is no journal, or a newer program's."""
    if not path.is_file():
        raise Fault(f"{path}: there is no journal here; name the folder of a recorded session")
    # A journal that was closed has no write-ahead log; then SQLite needs no lock or shared file to read it.
    mode = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
    address = f"sqlite:///file:{quote(str(path.resolve()))}?{mode}&uri=true"
    records = Records(path, sa.create_engine(address), key)
    records.check_format()
    return records


def recorded(path: Path, key: SealKey | None = None) -> Records:
    """The same of a whole one. Raises `Fault` too for one that is shorter than its mark says, or is sealed with another
    key than `key`."""
    records = as_it_stands(path, key)
    # The mark first: a table that runs may write on between the two.
    mark = raw_mark(path)
    last, _ = records.tail()
    check_mark(path, mark, last, records.hash_of)
    if key is not None:
        records.check_key(key)
    return records


class Journal(Records):
    """An open journal file. One thread appends; any thread reads."""

    def __init__(self, path: Path, stamp: Stamp, seals: Seals | None = None) -> None:
        """Open or begin the journal at `path`, for this program alone; with `seals` what is hidden is sealed.

        Raises `Fault` for a damaged, foreign or shortened file, for one that another program has open, and for one
        that is sealed with another key.
        """
        # The lock first: whoever runs a table on this journal must not find a record of ours in it.
        self._mark = MarkFile(mark_of(path))
        super().__init__(path, sa.create_engine(f"sqlite:///{path}"), None if seals is None else seals.key)
        self._stamp = stamp
        self.seals = seals
        self._failed = False
        self._recent: deque[Record] = deque(maxlen=_RECENT)
        event.listen(self._engine, "connect", _durable)
        try:
            self.last, self._hash = self._begin()
            check_mark(path, self._mark.read(), self.last, self.hash_of)
            if self.last == 0:
                # From the first record on a missing mark is a fault: it has to stand before there is one.
                self._first_mark()
            if seals is not None:
                self.check_key(seals.key)
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
            metadata.create_all(connection)
            for index in RECORDS.indexes:
                index.create(connection, checkfirst=True)
            connection.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")
            for statement in TRIGGERS.values():
                connection.exec_driver_sql(statement)
        return self.tail()

    def _first_mark(self) -> None:
        try:
            self._mark.set(0, FIRST)
        except OSError as error:
            raise Fault(f"{mark_of(self.path)}: can't be written: {error.strerror}; mend the disk") from error

    def records(self, after: int = 0) -> Iterator[Record]:
        """As of any journal; the file is not asked for the latest records, of which its one writer knows."""
        recent = tuple(self._recent)
        if recent and after >= recent[0].number - 1:
            return map(self._read, recent[after - recent[0].number + 1 :])
        return super().records(after) if after < self.last else iter(())

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
                connection.execute(RECORDS.insert(), [row_of(record) for record in records])
            self._mark.set(number, previous)
        except (sa.exc.DatabaseError, OSError) as error:
            self._failed = not isinstance(error, sa.exc.IntegrityError)
            raise Fault(f"{self.path}: the journal can't be written ({_cause(error)}); the table stops") from error
        self._made(records)
        return tuple(records)

    def _made(self, records: Sequence[Record]) -> None:
        """These are the last ones now."""
        self._recent.extend(records)
        self.last, self._hash = records[-1].number, records[-1].hash

    def close(self) -> None:
        """Let go of the file; what stands in the write-ahead log goes into the journal itself."""
        self._mark.close()
        super().close()

    def _record(self, number: int, previous: str, entry: Entry) -> Record:
        stamp = self._stamp
        body = entry.body
        if self.seals is not None and entry.hidden:
            body = self.seals.body(number, body, entry.hidden)
        record = Record(
            number,
            stamp.table_name,
            entry.shoe,
            entry.input,
            entry.round,
            entry.kind,
            canonical(body),
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
