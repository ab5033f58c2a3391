"""The indexer: journal records of many tables in, rows of the index out.

Records of a session come in their order; one that was indexed before changes nothing. A round's cards and amounts are
written when it is closed, so that the index never holds what a running round hides. What a round adds is kept here
until then: after a restart a session is fed again from `after()`, which is before its open round.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from dealer_assist import sealing
from dealer_assist.faults import Fault, one_line
from dealer_assist.journal import Record
from dealer_assist.pit import schema
from dealer_assist.pit.rows import Batch, Place, Playing, answered, closed, found, millis, note, opened, round_row

#: Records that are written in one transaction while a session is caught up.
BATCH: Final = 2000


#: Gives the records of a session after a number, in order, opened as far as they can be.
Again = Callable[[int], Iterable[Record]]


class _Session:
    """What the indexer knows of a session; `indexed` and `resume` as in the database."""

    def __init__(self, place: Place, indexed: int, resume: int) -> None:
        self.place = place
        self.indexed = indexed
        self.resume = resume
        #: The last record that came, indexed before or not.
        self.seen = resume
        self.round: Playing | None = None


class Index:
    """The index of one database. Safe to be used from many threads; a session is fed by one at a time."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._lock = threading.RLock()
        self._sessions: dict[tuple[str, str], _Session] = {}
        self._insert: Any = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def after(self, table: str, session: str) -> int:
        """The record after which the session has to be fed; 0 for one that is not known."""
        with self._lock:
            known = self._sessions.get((table, session)) or self._load(table, session)
            return 0 if known is None else known.seen

    def catch_up(self, table: str, session: str, records: Again) -> int:
        """Index what is new: `records(after)` gives the records after a number, in order. Returns how many came."""
        with self._lock:
            coming = iter(records(self.after(table, session)))
            count = 0
            while batch := list(islice(coming, BATCH)):
                self.take(table, session, batch, records)
                count += len(batch)
            return count

    def take(self, table: str, session: str, records: Iterable[Record], again: Again = lambda after: ()) -> None:
        """Index records of one session that follow each other, in one transaction.

        Records that are known are passed over. `again` reads a round's records anew once its sealed cards are open.
        Raises `Fault` for one that does not follow those before it, and where the database fails: then nothing of it
        was indexed, and the session goes on at `after()`.
        """
        with self._lock:
            try:
                with self.engine.begin() as connection:
                    self._take(connection, table, session, records, again)
            except (sa.exc.DBAPIError, Fault) as error:
                self._sessions.pop((table, session), None)
                if isinstance(error, Fault):
                    raise
                cause = one_line(error.orig or error)
                raise Fault(f"the pit's index can't be written ({cause}); it goes on once the database does") from error

    def _take(
        self, connection: sa.Connection, table: str, session: str, records: Iterable[Record], again: Again
    ) -> None:
        batch = Batch()
        known = self._sessions.get((table, session)) or self._load(table, session)
        was = None if known is None else known.indexed
        for record in records:
            if known is None:
                known = self._begin(connection, table, session, record)
                was = known.indexed
            if record.number <= known.seen:
                continue
            if record.number != known.seen + 1:
                raise Fault(f"{table}, {session}: record {known.seen + 1} is missing before {record.number}")
            known.seen = record.number
            _record(batch, known, record, again)
            known.indexed = max(known.indexed, record.number)
        if known is None or was is None or known.indexed == was:
            return
        sessions = schema.sessions
        moved = connection.execute(
            sessions.update()
            .where(sessions.c.id == known.place.id, sessions.c.indexed == was)
            .values(indexed=known.indexed, resume=known.resume, game=known.place.game)
        )
        if moved.rowcount != 1:
            raise Fault(f"{table}, {session}: another program indexes this session; it goes on from there")
        self._write(connection, batch)

    def _load(self, table: str, session: str) -> _Session | None:
        found = schema.sessions
        with self.engine.execution_options(reads=True).connect() as connection:
            row = connection.execute(
                found.select().where(found.c.table_name == table, found.c.session == session)
            ).first()
        if row is None:
            return None
        known = self._sessions[table, session] = _Session(
            Place(row.id, table, session, row.game), row.indexed, row.resume
        )
        return known

    def _begin(self, connection: sa.Connection, table: str, session: str, record: Record) -> _Session:
        row = {"table_name": table, "session": session, "game": "", "began": millis(record.wall)}
        made = connection.execute(
            schema.sessions.insert().values(**row, indexed=0, resume=0).returning(schema.sessions.c.id)
        ).scalar_one()
        known = self._sessions[table, session] = _Session(Place(made, table, session, ""), 0, 0)
        return known

    def _write(self, connection: sa.Connection, batch: Batch) -> None:
        for table, rows in batch.rows.items():
            if table is schema.rounds:
                # The opening of a round, and in the same batch perhaps its end: the last row of each counts.
                statement = self._insert(table)
                columns = {name: statement.excluded[name] for name in _names(table) if name != "id"}
                latest = list({row["id"]: row for row in rows}.values())
                connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=columns), latest)
            else:
                connection.execute(table.insert(), rows)
        if batch.cleared:
            where = schema.findings.c
            connection.execute(
                schema.findings.update()
                .where(where.session_id == sa.bindparam("of_session"), where.number == sa.bindparam("of_number"))
                .values({name: sa.bindparam(name) for name in ("cleared", "cleared_by", "approver", "remedy")}),
                batch.cleared,
            )
        for table, sums_of in batch.sums.items():
            keys = [column.name for column in table.primary_key]
            amounts = [name for name in _names(table) if name not in keys]
            statement = self._insert(table)
            added = {name: table.c[name] + statement.excluded[name] for name in amounts}
            rows = [
                dict(zip(keys, key, strict=True)) | {name: total[name] for name in amounts}
                for key, total in sums_of.items()
            ]
            connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=added), rows)


def _record(batch: Batch, known: _Session, record: Record, again: Again) -> None:
    """One record: into the open round, and into the batch if it is new."""
    new = record.number > known.indexed
    body = sealing.masked(record.content())
    if known.round is not None and known.round.paid is not None:
        # What was sealed in the round that has just been paid is open now.
        _close(batch, known, record.number, again if new else None)
    if record.kind == "round":
        _opening(known, record, body["game"])
        if new:
            batch.add(schema.rounds, round_row(known.place, record, opened(known.place, record)))
        return
    playing = known.round
    if playing is not None:
        note(playing, record, body)
        if record.kind == "paid":
            playing.paid = record
            if not playing.sealed:
                _close(batch, known, record.number + 1, again if new else None)
    if not new:
        return
    if record.kind == "finding":
        batch.add(schema.findings, found(known.place, record, body["kind"]))
    elif record.kind == "answer":
        batch.cleared.append(answered(known.place, record, body))


def _close(batch: Batch, known: _Session, before: int, again: Again | None) -> None:
    """The round that is over, into the batch unless it was indexed before (`again` is None)."""
    playing, known.round, known.resume = known.round, None, before - 1
    if playing is None or playing.paid is None or again is None:
        return
    if playing.sealed:
        playing = _anew(playing, again)
    if playing.paid is not None:
        closed(batch, known.place, playing, playing.paid)


def _anew(sealed: Playing, again: Again) -> Playing:
    """The same round from its records as they read now."""
    playing = Playing(sealed.opening)
    playing.paid = sealed.paid
    for record in again(sealed.first - 1):
        if record.kind != "round":
            note(playing, record, sealing.masked(record.content()))
        if sealed.paid is not None and record.number == sealed.paid.number:
            return playing
    return sealed


def _opening(known: _Session, record: Record, game: str) -> None:
    playing = known.round
    if playing is not None and playing.opening.round == record.round:
        # Seats that changed before the first bet open the same round again.
        playing.opening = record
        return
    known.place = msgspec.structs.replace(known.place, game=game)
    known.round = Playing(record)
    known.resume = record.number - 1


def _names(table: sa.Table) -> list[str]:
    return [column.name for column in table.columns]
