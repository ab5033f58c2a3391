"""What the pit asks of its index: rounds by what is known of them, open findings, who did what.

Pages go by key and not by count: the page after a round is asked for by that round, so that the thousandth page costs
what the first one does and new rounds shift nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from dealer_assist.faults import Fault, one_line
from dealer_assist.pit import schema
from dealer_assist.pit.shapes import Found, OpenFinding, read

__all__ = ["PAGE", "Asked", "Done", "Found", "OpenFinding", "Page", "Questions"]

#: Rounds of a page.
PAGE: Final = 50
#: A condition that fewer rows than these meet is looked at first, row by row.
_RARE: Final = 2000
#: Ids that are looked up at once; SQLite takes 32,766 values in a statement.
_AT_ONCE: Final = 500
_R = schema.rounds.c
_L = schema.lines.c
_C = schema.cards.c
_A = schema.acts.c
_K = schema.cites.c


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of the rounds that are sought; None is *any*.

    `since` and `until` are milliseconds since 1970, `seat` a seat's number or an account, `place` the box of a card
    where it is no seat's (`dealer`, `board`), `at_least` and `at_most` hundredths of a point that one line paid. Seat
    and card ask for that card at that seat; seat with clause or amounts for such a line of that seat. A clause alone
    asks for what cites it too: a finding, the remedy chosen, an amendment, an act out of turn.
    """

    table: str | None = None
    game: str | None = None
    since: int | None = None
    until: int | None = None
    seat: str | None = None
    place: str | None = None
    card: str | None = None
    clause: str | None = None
    at_least: int | None = None
    at_most: int | None = None
    person: str | None = None
    amended: bool = False


class Page(msgspec.Struct, frozen=True):
    """Some rounds, the latest first; `after` asks for more, None where there are none."""

    rounds: tuple[Found, ...]
    after: str | None


class Done(msgspec.Struct, frozen=True):
    """What a person did in a round: kinds of records with how often."""

    round: Found
    acts: tuple[tuple[str, int], ...]


_FOUND: Final = read(schema.rounds, Found)
_FINDING: Final = read(schema.findings, OpenFinding)


class Questions:
    """Answers from the index of one database; reads only. Safe to be used from many threads."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine

    def find(self, asked: Asked, after: str | None = None, limit: int = PAGE) -> Page:
        """The rounds that meet everything that is asked, the latest first.

        Raises `Fault` for an `after` that no page gave, and where the database can't be read.
        """
        conditions = _conditions(asked)
        with self.reading() as connection:
            key = _before(after)
            rare = self._rarest(connection, asked)
            if rare is None:
                wanted = sa.select(*_FOUND).where(*conditions.values(), *key)
                rows = list(connection.execute(wanted.order_by(_R.began.desc(), _R.id.desc()).limit(limit + 1)))
            else:
                rows = self._among(connection, rare, [*conditions.values(), *key], limit + 1)
        found = tuple(Found(*row) for row in rows[:limit])
        return Page(found, found[-1].key if len(rows) > limit else None)

    def last_rounds(self, table: str, limit: int = 10) -> tuple[Found, ...]:
        """The last rounds of a table, the latest first, the one that runs included."""
        return self.find(Asked(table=table), limit=limit).rounds

    def round(self, table: str, session: str, number: int) -> Found | None:
        """One round; None if there is none of that number."""
        wanted = sa.select(*_FOUND).join(schema.sessions, schema.sessions.c.id == _R.session_id)
        named = schema.sessions.c
        with self.reading() as connection:
            row = connection.execute(
                wanted.where(named.table_name == table, named.session == session, _R.round == number)
            ).first()
        return None if row is None else Found(*row)

    def tables(self) -> tuple[str, ...]:
        """Every table that has a session in the index, by name."""
        name = schema.sessions.c.table_name
        with self.reading() as connection:
            return tuple(connection.execute(sa.select(name).distinct().order_by(name)).scalars())

    def clauses(self) -> tuple[str, ...]:
        """Every clause that a line was paid by, or that a round cites beside its lines."""
        with self.reading() as connection:
            columns = (schema.clauses.c.clause, _K.clause)
            found = (connection.execute(sa.select(column).distinct()).scalars() for column in columns)
            return tuple(sorted(set().union(*found)))

    def open_findings(
        self, table: str | None = None, sessions: Iterable[tuple[str, str]] | None = None, limit: int = 200
    ) -> tuple[OpenFinding, ...]:
        """Findings that nobody has cleared, the oldest first; of a table, or of `sessions` (table and name) only.

        A session that ended with an open finding keeps it for ever: nobody can answer it any more.
        """
        columns = schema.findings.c
        wanted = sa.select(*_FINDING).where(columns.cleared.is_(None))
        if table is not None:
            wanted = wanted.where(columns.table_name == table)
        if sessions is not None:
            wanted = wanted.where(sa.tuple_(columns.table_name, columns.session).in_(list(sessions)))
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(schema.findings.c.raised).limit(limit))
            return tuple(OpenFinding(*row) for row in rows)

    def findings_of(self, found: Found) -> tuple[OpenFinding, ...]:
        """The findings of a round, in order."""
        column = schema.findings.c
        session = sa.select(_R.session_id).where(_R.id == found.id).scalar_subquery()
        wanted = sa.select(*_FINDING).where(column.session_id == session, column.round == found.round)
        with self.reading() as connection:
            return tuple(OpenFinding(*row) for row in connection.execute(wanted.order_by(column.number)))

    def people(self, since: int | None = None) -> tuple[tuple[str, str, int], ...]:
        """Everybody who did something in closed rounds that began since, by whole hours: person, kind of record, how
        often."""
        column = schema.doings.c
        by = (column.person, column.kind)
        wanted = sa.select(*by, sa.func.sum(column["count"])).group_by(*by)
        if since is not None:
            wanted = wanted.where(column.hour > since - schema.HOUR_MS)
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(*by))
            return tuple((person, kind, int(count)) for person, kind, count in rows)

    def did(self, person: str, after: str | None = None, limit: int = PAGE) -> tuple[tuple[Done, ...], str | None]:
        """What a person did, round by round, the latest first; and what asks for more."""
        page = self.find(Asked(person=person), after, limit)
        ids = [found.id for found in page.rounds]
        wanted = sa.select(_A.round_id, _A.kind, _A.count).where(_A.person == person, _A.round_id.in_(ids))
        with self.reading() as connection:
            acts: dict[int, list[tuple[str, int]]] = {}
            for round_id, kind, count in connection.execute(wanted.order_by(_A.kind)):
                acts.setdefault(round_id, []).append((kind, count))
        return tuple(Done(found, tuple(acts.get(found.id, ()))) for found in page.rounds), page.after

    def rounds_an_hour(self, table: str, now: int) -> int:
        """How many rounds of a table were closed in the hour before `now`."""
        wanted = sa.select(sa.func.count()).where(
            _R.table_name == table, _R.began > now - 2 * schema.HOUR_MS, _R.ended > now - schema.HOUR_MS
        )
        with self.reading() as connection:
            return int(connection.execute(wanted).scalar_one())

    def hold(self, table: str, since: int) -> tuple[int, int]:
        """What a table's rounds staked and the house kept since then, by whole hours."""
        column = schema.hours.c
        wanted = sa.select(sa.func.sum(column.stakes), sa.func.sum(column.hold)).where(
            column.table_name == table, column.hour > since - schema.HOUR_MS
        )
        with self.reading() as connection:
            staked, hold = connection.execute(wanted).one()
        return int(staked or 0), int(hold or 0)

    def _rarest(self, connection: sa.Connection, asked: Asked) -> sa.Select[Any] | None:
        """The ids of the rounds that meet the rarest condition, if one is rare. A database chooses its way by what it
        knows of its columns one by one; here it is counted, with a bound."""
        best, least = None, _RARE
        for rows in _leads(asked):
            some = rows.limit(least).subquery()
            count = connection.execute(sa.select(sa.func.count()).select_from(some)).scalar_one()
            if count < least:
                best, least = rows, count
        return best

    def _among(
        self, connection: sa.Connection, rare: sa.Select[Any], conditions: list[sa.ColumnElement[bool]], limit: int
    ) -> list[sa.Row[Any]]:
        ids = sorted(set(connection.execute(rare).scalars()))
        rows: list[sa.Row[Any]] = []
        for first in range(0, len(ids), _AT_ONCE):
            wanted = sa.select(*_FOUND).where(_R.id.in_(ids[first : first + _AT_ONCE]), *conditions)
            rows += connection.execute(wanted)
        return sorted(rows, key=lambda row: (row.began, row.id), reverse=True)[:limit]

    def reading(self) -> _Reading:
        """A connection to read by; raises `Fault` where the database fails."""
        return _Reading(self.engine)


class _Reading:
    """A connection for reading; what the database fails with is said in one line."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(reads=True)
        self._connection: sa.Connection | None = None

    def __enter__(self) -> sa.Connection:
        try:
            self._connection = self._engine.connect()
        except sa.exc.DBAPIError as error:
            raise _unread(error) from error
        return self._connection

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        if self._connection is not None:
            self._connection.close()
        if isinstance(error, sa.exc.DBAPIError):
            raise _unread(error) from error


def _unread(error: sa.exc.DBAPIError) -> Fault:
    return Fault(
        f"the pit's index can't be read ({one_line(error.orig or error)}); try again once the database is back"
    )


def _before(after: str | None) -> list[sa.ColumnElement[bool]]:
    if after is None:
        return []
    began, _, round_id = after.partition(".")
    digits = began.removeprefix("-")
    if not (digits.isdecimal() and round_id.isdecimal() and len(after) < 48):
        raise Fault("this is no page of a search; search again")
    return [sa.tuple_(_R.began, _R.id) < sa.tuple_(sa.literal(int(began)), sa.literal(int(round_id)))]


def _conditions(asked: Asked) -> dict[str, sa.ColumnElement[bool]]:
    """By name, each as a condition on a round."""
    made: dict[str, sa.ColumnElement[bool]] = {}
    if asked.table is not None:
        made["table"] = _R.table_name == asked.table
    if asked.game is not None:
        made["game"] = _R.game == asked.game
    if asked.since is not None:
        made["since"] = _R.began >= asked.since
    if asked.until is not None:
        made["until"] = _R.began < asked.until
    if asked.amended:
        made["amended"] = _R.amends > 0
    if asked.card is not None:
        made["card"] = _exists(_C.round_id, _of_cards(asked))
    if _of_lines(asked):
        paid = _exists(_L.round_id, _of_lines(asked))
        made["lines"] = sa.or_(paid, _exists(_K.round_id, _of_cites(asked))) if _of_cites(asked) else paid
    if asked.person is not None:
        made["person"] = _exists(_A.round_id, [_A.person == asked.person])
    return made


def _leads(asked: Asked) -> list[sa.Select[Any]]:
    """Conditions that an index answers by itself, as the ids of the rounds that meet each."""
    made = []
    if asked.card is not None:
        made.append(sa.select(_C.round_id).where(*_of_cards(asked)))
    if asked.clause is not None or asked.at_least is not None or asked.at_most is not None:
        paid = sa.select(_L.round_id).where(*_of_lines(asked))
        cites = sa.select(_K.round_id).where(*_of_cites(asked))
        made.append(sa.select(sa.union_all(paid, cites).subquery().c.round_id) if _of_cites(asked) else paid)
    if asked.person is not None:
        made.append(sa.select(_A.round_id).where(_A.person == asked.person))
    if asked.since is not None or asked.until is not None:
        times = [_R.began >= asked.since] if asked.since is not None else []
        times += [_R.began < asked.until] if asked.until is not None else []
        made.append(sa.select(_R.id).where(*times))
    return made


def _of_cards(asked: Asked) -> list[sa.ColumnElement[bool]]:
    place = asked.place or (None if asked.seat is None else f"seat{asked.seat}")
    return [_C.card == asked.card, *([] if place is None else [_C.place == place])]


def _of_lines(asked: Asked) -> list[sa.ColumnElement[bool]]:
    """What a line has to be; nothing where no line is asked for. A seat with a card alone is no line."""
    made: list[sa.ColumnElement[bool]] = []
    if asked.clause is not None:
        made.append(_L.clause == asked.clause)
    if asked.at_least is not None:
        made.append(_L.paid >= asked.at_least)
    if asked.at_most is not None:
        made.append(_L.paid <= asked.at_most)
    if asked.seat is not None and (made or asked.card is None):
        made.append(_L.seat == asked.seat)
    return made


def _of_cites(asked: Asked) -> list[sa.ColumnElement[bool]]:
    """What a clause that no line of money carries has to be; nothing where amounts are asked for, or no clause."""
    if asked.clause is None or asked.at_least is not None or asked.at_most is not None:
        return []
    return [_K.clause == asked.clause, *([] if asked.seat is None else [_K.seat == asked.seat])]


def _exists(round_id: sa.Column[Any], conditions: list[sa.ColumnElement[bool]]) -> sa.ColumnElement[bool]:
    return sa.exists().where(round_id == _R.id, *conditions)
