"""The records of many tables in one database: added in order, read by number, never changed.

A record here is the one that the table wrote, column by column; what a table has sealed stays sealed. `add` takes
only what continues a session exactly, so that a gap, a double or another chain can't come in.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Self

import msgspec
import sqlalchemy as sa

from dealer_assist import sealing
from dealer_assist.faults import Fault
from dealer_assist.journal import FIRST, Record, SealedRecord, digest
from dealer_assist.pit.database import open_database, records, sessions, shown, unusable
from dealer_assist.pit.shapes import Shared, read, row
from dealer_assist.record import row_of

__all__ = ["Diverged", "Moved", "Shared", "Store", "check_follows", "name_of", "now_ms"]

_COLUMNS: Final = read(records, Record)
#: The record with which sealing begins comes before this one.
_SEALED_BY: Final = 8
#: Rows read at once.
_PAGE: Final = 1000
#: Bytes of the record by which it is tried whether there is room.
_ROOM: Final = 100_000


class Diverged(Fault):
    """Two journals of one session: the same number, another record."""


class Moved(Exception):
    """Somebody else added to this session in the meantime: read its tail again."""


class Store:
    """The pit's database, open. Safe to be used from many threads."""

    def __init__(self, url: str, *, writes: bool = True) -> None:
        """Raises `Unusable`."""
        self.where = shown(url)
        self.engine = open_database(url, writes=writes)
        self._reading = self.engine.execution_options(reads=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    def try_room(self) -> None:
        """Do what a table will, begin a session and add a long record, and take it back: a disk that is full is said at
        the start and not in the first round. Raises `Unusable`."""
        name = secrets.token_hex(32)
        begun = sessions.insert().values(row(Shared(0, name, name, "", "", 0, FIRST, 0), but={"id"}))
        stamp = Record(1, "", 0, 0, 0, "", secrets.token_hex(_ROOM), 0, "", "", "", None, None, "", "", "", "")
        try:
            with self.engine.connect() as connection:
                made = connection.execute(begun.returning(sessions.c.id)).scalar_one()
                connection.execute(records.insert().values(session_id=made, **row_of(stamp)))
                connection.rollback()
        except sa.exc.DBAPIError as error:
            raise unusable(self.where, error) from error

    # Sessions

    def sessions(self, after: int = 0, also: Sequence[int] = ()) -> list[Shared]:
        """Every session after the one with id `after`, and those with the ids `also`, in the order they came in."""
        wanted = sa.or_(sessions.c.id > after, sessions.c.id.in_(also)) if also else sessions.c.id > after
        query = sessions.select().where(wanted).order_by(sessions.c.id)
        with self.reading() as connection:
            return [Shared(*row) for row in connection.execute(query)]

    def find(self, begins: str) -> Shared | None:
        """The session whose first record has this hash, as it stands now."""
        with self.reading() as connection:
            row = connection.execute(sessions.select().where(sessions.c.begins == begins)).first()
        return None if row is None else Shared(*row)

    def named(self, session: str) -> Shared | None:
        """The session of that name."""
        with self.reading() as connection:
            row = connection.execute(sessions.select().where(sessions.c.session == session)).first()
        return None if row is None else Shared(*row)

    def session(self, first: Record) -> Shared:
        """The session that `first` begins, made if the pit does not know it yet. Raises `Unusable`, `Fault`."""
        known = self.find(first.hash)
        if known is not None:
            return known
        if first.number != 1 or first.previous != FIRST or digest(first) != first.hash:
            raise Fault(f"record {first.number} of {first.table_name} begins no journal; restore a backup")
        opening = first.content() if first.kind == "table" else {}
        game = str(opening.get("game", ""))
        begun = Shared(0, first.hash, name_of(first), first.table_name, game, 0, FIRST, now_ms())
        try:
            with self.writing() as connection:
                connection.execute(sessions.insert().values(row(begun, but={"id"})))
        except sa.exc.IntegrityError:
            pass  # another program that brings the same session was faster
        made = self.find(first.hash)
        if made is None:
            raise Fault(f"{self.where}: session {begun.session} stands there of another table; give another pit")
        return made

    def heard(self, shared: Shared) -> None:
        """The table is there, though it has nothing new."""
        with self.writing() as connection:
            connection.execute(sessions.update().where(sessions.c.id == shared.id).values(heard=now_ms()))

    # Records

    def add(self, shared: Shared, new: Sequence[Record]) -> Shared:
        """Add records that follow the last one of `shared`; all of them on the server's disk, or none.

        Raises `Fault` for what does not follow or is damaged, `Moved` if the session has grown in the meantime,
        `Unusable`.
        """
        if not new:
            return shared
        check_follows(shared.last, shared.last_hash, new)
        last = new[-1]
        with self.writing() as connection:
            moved = connection.execute(
                sessions.update()
                .where(
                    sessions.c.id == shared.id,
                    sessions.c.last == shared.last,
                    sessions.c.last_hash == shared.last_hash,
                )
                .values(last=last.number, last_hash=last.hash, heard=now_ms())
            )
            if moved.rowcount != 1:
                raise Moved
            rows = [{"session_id": shared.id, **row_of(record)} for record in new]
            connection.execute(records.insert(), rows)
        return msgspec.structs.replace(shared, last=last.number, last_hash=last.hash)

    def records(self, shared: Shared, after: int = 0, last: int | None = None) -> Iterator[Record]:
        """The session's records after number `after`, to `last` if it is given, in order, read page by page; as they
        stand, nothing opened."""
        while True:
            wanted = [records.c.session_id == shared.id, records.c.number > after]
            wanted += [] if last is None else [records.c.number <= last]
            query = sa.select(*_COLUMNS).where(*wanted).order_by(records.c.number).limit(_PAGE)
            with self.reading() as connection:
                page = [Record(*row) for row in connection.execute(query)]
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].number

    def opened(self, shared: Shared, after: int = 0, last: int | None = None) -> Iterator[Record]:
        """The same, with what was sealed opened as far as the journal itself tells its keys."""
        return self._open(shared, self.records(shared, after, last))

    def opened_of_round(self, shared: Shared, number: int) -> list[Record]:
        """The records of one round, opened as far."""
        return list(self._open(shared, self.of_round(shared, number)))

    def _open(self, shared: Shared, found: Iterable[Record]) -> Iterator[Record]:
        opener: sealing.Opener | None = None
        for record in found:
            if sealing.MARK in record.body:
                opener = opener or self._opener(shared)
                made = opener.body(record.number, record.round, record.body)
                yield SealedRecord(*(*msgspec.structs.astuple(record), made))
            else:
                yield record

    def _opener(self, shared: Shared) -> sealing.Opener:
        """What opens a session's sealed values. Raises `Fault` where nobody has said how they were sealed."""
        begun = sa.select(records.c.body).where(
            records.c.session_id == shared.id, records.c.number < _SEALED_BY, records.c.kind == sealing.SEAL
        )
        with self.reading() as connection:
            body = connection.execute(begun.order_by(records.c.number).limit(1)).scalar()
        if body is None:
            raise Fault(f"{self.where}: session {shared.session} has sealed cards and no record of their sealing")
        salt = bytes.fromhex(msgspec.json.decode(body)["salt"])
        return sealing.Opener(shared.table_name, salt, lambda of_round: self._keys(shared, of_round))

    def _keys(self, shared: Shared, of_round: int | None) -> list[tuple[str, str]]:
        """Kind and body of the records that hold keys, of a round or of all."""
        query = sa.select(records.c.kind, records.c.body).where(
            records.c.session_id == shared.id, records.c.kind.in_((sealing.OPENED, *sealing.RELEASES))
        )
        with self.reading() as connection:
            found = connection.execute(query if of_round is None else query.where(records.c.round == of_round))
            return [(row.kind, row.body) for row in found]

    def of_round(self, shared: Shared, number: int) -> list[Record]:
        """The records of one round, in order."""
        query = sa.select(*_COLUMNS).where(records.c.session_id == shared.id, records.c.round == number)
        with self.reading() as connection:
            return [Record(*row) for row in connection.execute(query.order_by(records.c.number))]

    def hash_of(self, shared: Shared, number: int) -> str | None:
        """The hash of a record, None if there is none of that number."""
        query = sa.select(records.c.hash).where(records.c.session_id == shared.id, records.c.number == number)
        with self.reading() as connection:
            return connection.execute(query).scalar()

    def verify(self, shared: Shared) -> str | None:
        """None if every record, the chain between them and the mark are whole, else the first fault in words."""
        # Asked first: a table may go on sending while its records are read.
        now = self.find(shared.begins) or shared
        number, previous = 0, FIRST
        for record in self.records(shared, 0, now.last):
            try:
                check_follows(number, previous, [record])
            except Fault as fault:
                return str(fault)
            number, previous = record.number, record.hash
        if now.last > number:
            return f"records {number + 1} to {now.last} are lost: they had been acknowledged"
        return None if previous == now.last_hash else f"record {number} is not the one that was acknowledged"

    # How it is done

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read by. Raises `Unusable`."""
        try:
            with self._reading.connect() as connection:
                yield connection
        except sa.exc.DBAPIError as error:
            raise unusable(self.where, error) from error

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction. Raises `Unusable`; what breaks a rule of the tables is raised as it is."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            raise unusable(self.where, error) from error


def check_follows(number: int, previous: str, new: Sequence[Record]) -> None:
    """Raises `Fault` unless `new` are whole and follow, one after another, the record `number` with hash `previous`."""
    for record in new:
        number += 1
        if record.number != number:
            raise Fault(f"record {number} is missing: {record.number} follows")
        if record.previous != previous:
            raise Fault(f"record {number} does not follow the one before it")
        if digest(record) != record.hash:
            raise Fault(f"record {number} was altered")
        previous = record.hash


def name_of(first: Record) -> str:
    """What people call the session that `first` begins: when it began, and a few digits that no other has."""
    return f"{first.wall[:19].replace(':', '-')}-{first.hash[:8]}"


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
