"""What passes between a table and its pit beside the records: what a dealer asks, what a person there answers, keys
that are pressed there, how the table looks, and who may sign in.

Each thing asked, answered or pressed is a record of its own with who it was; what became of it at the table is another.
The table journals the same with both people: these records are the pit's side of it. A key that names a card is none of
them, since the card may lie face down.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from dealer_assist.faults import Fault, one_line
from dealer_assist.pit.database import Unusable, approvals, people, sessions, tiles
from dealer_assist.pit.records import Store, now_ms
from dealer_assist.pit.shapes import Kind, Shared, Word, read, row

__all__ = [
    "CHANNEL",
    "Bell",
    "Kind",
    "Word",
    "checked_key",
    "for_table",
    "heard_s",
    "open_words",
    "outcome_of",
    "publish_people",
    "published_people",
    "put",
    "show",
    "shown",
    "signature",
]

JSON = dict[str, Any]
#: What the server calls out when there is something for a table.
CHANNEL: Final = "journal_word"
#: Seconds between two looks where nothing is called out, and to be sure where it is.
_LOOK_S: Final = 0.2
_SURE_S: Final = 2.0


def put(
    store: Store,
    kind: Kind,
    session_id: int,
    body: JSON,
    who: str,
    name: str,
    *,
    number: int = 0,
    asks: int | None = None,
) -> int | None:
    """Record a word; its id. None if that was answered already. Raises `Unusable`."""
    wall = datetime.now(UTC).isoformat(timespec="milliseconds")
    word = Word(0, kind, asks, session_id, number, msgspec.json.encode(body).decode(), who, name, wall)
    try:
        with store.writing() as connection:
            if kind in {"agreed", "declined"} and _answer(connection, asks) is not None:
                return None
            made = connection.execute(
                approvals.insert().values(row(word, but={"id"})).returning(approvals.c.id)
            ).scalar_one()
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_notify(CHANNEL, str(session_id))))
            return int(made)
    except sa.exc.IntegrityError:
        return None


def _answer(connection: sa.Connection, asks: int | None) -> Any:
    kinds = approvals.c.kind.in_(("agreed", "declined", "outcome"))
    return connection.execute(sa.select(approvals.c.id).where(approvals.c.asks == asks, kinds).limit(1)).scalar()


def for_table(store: Store, shared: Shared, after: int) -> list[Word]:
    """What came for a table after the word with id `after`: answers to what it asked, and keys."""
    wanted = approvals.c.kind.in_(("agreed", "declined", "key"))
    query = approvals.select().where(approvals.c.session_id == shared.id, approvals.c.id > after, wanted)
    with store.reading() as connection:
        return [Word(*row) for row in connection.execute(query.order_by(approvals.c.id))]


def open_words(store: Store, session_id: int | None = None) -> list[Word]:
    """What is asked, or pressed, and has no answer and no outcome yet; of one session, or of all."""
    answers = approvals.alias()
    is_open = ~sa.exists().where(answers.c.asks == approvals.c.id)
    query = approvals.select().where(approvals.c.kind.in_(("asked", "key")), is_open)
    if session_id is not None:
        query = query.where(approvals.c.session_id == session_id)
    with store.reading() as connection:
        return [Word(*row) for row in connection.execute(query.order_by(approvals.c.id))]


def outcome_of(store: Store, asks: int) -> Word | None:
    """What became of a word at the table; None while it is not known."""
    query = approvals.select().where(approvals.c.asks == asks, approvals.c.kind == "outcome")
    with store.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else Word(*row)


class Bell:
    """Tells a table that there may be something for it: PostgreSQL calls it out, SQLite is looked at now and then."""

    def __init__(self, store: Store, session_id: int, clock: Callable[[], float]) -> None:
        """`clock` in seconds. Raises `Unusable`."""
        self._where = store.where
        self._session = str(session_id)
        self._clock = clock
        self._looked = -_SURE_S
        self._connection: Any = None
        self._wire: Any = None
        self._broken: Any = store.engine.dialect.loaded_dbapi.Error
        if store.engine.dialect.name == "postgresql":
            with store.reading():
                self._connection = store.engine.connect()
                self._wire = self._connection.connection.driver_connection
                self._connection.exec_driver_sql(f"LISTEN {CHANNEL}")
                self._connection.commit()

    def rang(self) -> bool:
        """Whether to look now. Raises `Unusable`."""
        now = self._clock()
        try:
            called = self._wire is not None and self._called()
        except self._broken as error:
            raise Unusable(f"{self._where}: the pit's database calls no more ({one_line(error)})") from error
        if called or now - self._looked >= (_LOOK_S if self._wire is None else _SURE_S):
            self._looked = now
            return True
        return False

    def _called(self) -> bool:
        # Every call is taken, also those for other tables.
        return self._session in [said.payload for said in self._wire.notifies(timeout=0)]

    def close(self) -> None:
        """Let go of its connection."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()


# How tables look


def show(store: Store, shared: Shared, version: int, body: bytes) -> None:
    """Put up how a table looks now."""
    values = {"version": version, "body": body.decode()}
    with store.writing() as connection:
        changed = connection.execute(tiles.update().where(tiles.c.session_id == shared.id).values(values))
        if changed.rowcount == 0:
            connection.execute(tiles.insert().values(session_id=shared.id, **values))


def shown(store: Store) -> list[tuple[Shared, str | None]]:
    """The newest session of each table with how it looks, None where its table has never said."""
    newest = sa.select(sa.func.max(sessions.c.id)).group_by(sessions.c.table_name)
    query = (
        sa.select(*read(sessions, Shared), tiles.c.body)
        .select_from(sessions.outerjoin(tiles, tiles.c.session_id == sessions.c.id))
        .where(sessions.c.id.in_(newest))
        .order_by(sessions.c.table_name)
    )
    with store.reading() as connection:
        return [(Shared(*row[:-1]), row[-1]) for row in connection.execute(query)]


def signature(store: Store) -> tuple[object, ...]:
    """Changes whenever a tile, a session or what is asked does."""
    queries = (
        sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(tiles.c.version), 0)).select_from(tiles),
        sa.select(sa.func.max(approvals.c.id)),
        sa.select(sa.func.max(sessions.c.id)),
    )
    with store.reading() as connection:
        return tuple(value for query in queries for value in connection.execute(query).one())


# Who may sign in


def publish_people(store: Store, body: str) -> bool:
    """Make `body`, a list of people, the one that counts; whether it is another than before."""
    with store.writing() as connection:
        last = connection.execute(people.select().order_by(people.c.version.desc()).limit(1)).first()
        if last is not None and last.body == body:
            return False
        wall = datetime.now(UTC).isoformat(timespec="milliseconds")
        version = 1 if last is None else last.version + 1
        connection.execute(people.insert().values(version=version, body=body, wall=wall))
    return True


def published_people(store: Store, after: int = 0) -> tuple[int, str] | None:
    """Version and list of the people that count, if it is newer than version `after`."""
    query = sa.select(people.c.version, people.c.body).where(people.c.version > after)
    with store.reading() as connection:
        row = connection.execute(query.order_by(people.c.version.desc()).limit(1)).first()
    return None if row is None else (row.version, row.body)


def heard_s(shared: Shared) -> float:
    """Seconds since the table was heard."""
    return (now_ms() - shared.heard) / 1000


def checked_key(body: JSON) -> JSON:
    """The key as it may stand in the pit's database. Raises `Fault` for one that names a card, or would open one."""
    if body.get("do") == "open_sealed":
        raise Fault("sealed cards are opened at the table itself: two supervisors sign there")
    steps = [body.get("step") or {}, *(body.get("steps") or ())]
    if body.get("card") or any("card" in step or "turn" in step for step in steps):
        raise Fault("a card is named at the table itself: one that lies face down must not pass through the pit")
    return body
