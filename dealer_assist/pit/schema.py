"""The pit's index as tables of a database: what is asked of rounds, findings and people, found by index.

The index holds nothing that the journals do not: it can be thrown away and made again from them. Of a round that still
runs it holds no card and no amount. Times are whole milliseconds since 1970 (UTC), amounts hundredths of a point, so
that the chips of every game compare; the same tables stand in SQLite and in PostgreSQL.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event

from dealer_assist.faults import Fault, one_line

#: Grows when a table below changes: an index of another version is made anew.
VERSION: Final = 2
HOUR_MS: Final = 3_600_000
#: Any number of ours.
_LOCK: Final = 0x7069_7449

metadata = sa.MetaData()

meta = sa.Table("pit_meta", metadata, sa.Column("version", sa.Integer, nullable=False))

#: `indexed` is the last record that the index knows, `resume` the one after which it has to be fed after a restart.
sessions = sa.Table(
    "pit_session",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("indexed", sa.BigInteger, nullable=False),
    sa.Column("resume", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_name", "session"),
)

rounds = sa.Table(
    "pit_round",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("session_id", sa.Integer, nullable=False),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("shoe", sa.Integer, nullable=False),
    sa.Column("house", sa.Text, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Column("dealer", sa.Text, nullable=False),
    sa.Column("stakes", sa.BigInteger, nullable=False),
    sa.Column("paid", sa.BigInteger, nullable=False),
    sa.Column("hold", sa.BigInteger, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("amends", sa.Integer, nullable=False),
    sa.Column("findings", sa.Integer, nullable=False),
    sa.Index("pit_round_time", "began", "id"),
    sa.Index("pit_round_table", "table_name", "began", "id"),
    sa.Index("pit_round_game", "game", "began", "id"),
)

#: `place` is a box: `seat3`, `dealer`, `board`, `player1`.
cards = sa.Table(
    "pit_card",
    metadata,
    sa.Column("round_id", sa.BigInteger, primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("place", sa.Text, nullable=False),
    sa.Column("card", sa.Text, nullable=False),
    sa.Index("pit_card_at", "card", "place", "round_id"),
    sqlite_with_rowid=False,
)

#: `seat` is a seat's number or an account's name, as text.
lines = sa.Table(
    "pit_line",
    metadata,
    sa.Column("round_id", sa.BigInteger, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("on", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Column("paid", sa.BigInteger, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("clause", sa.Text, nullable=False),
    sa.Index("pit_line_clause", "clause", "seat", "paid", "round_id"),
    sa.Index("pit_line_paid", "paid", "round_id"),
    sqlite_with_rowid=False,
)

findings = sa.Table(
    "pit_finding",
    metadata,
    sa.Column("session_id", sa.Integer, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("raised", sa.BigInteger, nullable=False),
    sa.Column("cleared", sa.BigInteger),
    sa.Column("cleared_by", sa.Text),
    sa.Column("approver", sa.Text),
    sa.Column("remedy", sa.Text),
    sa.Index("pit_finding_open", "cleared", "raised"),
    sa.Index("pit_finding_time", "raised"),
)

#: What a person did in a round, by kind of record, and how often; `agreed` is what they agreed to.
acts = sa.Table(
    "pit_act",
    metadata,
    sa.Column("round_id", sa.BigInteger, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Index("pit_act_person", "person", "round_id"),
    sqlite_with_rowid=False,
)


def _by_hour(name: str, by: str, *sums: str) -> sa.Table:
    """Sums over closed rounds by table, game, hour and one thing more, so that a year adds up in no time."""
    return sa.Table(
        name,
        metadata,
        sa.Column("hour", sa.BigInteger, primary_key=True),
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column(by, sa.Text, primary_key=True),
        *(sa.Column(each, sa.BigInteger, nullable=False) for each in sums),
    )


#: `millis` is how long the rounds lasted.
hours = _by_hour("pit_hour", "dealer", "rounds", "millis", "stakes", "paid", "hold")
clauses = _by_hour("pit_clause", "clause", "lines", "stake", "paid")
#: Cards by what named them (`shoe`, `camera`, `dealer`), and how many a person put right afterwards.
readings = _by_hour("pit_reading", "source", "cards", "corrected")


def round_id(session_id: int, number: int) -> int:
    """The id of a round: the same whenever it is indexed again."""
    return session_id << 32 | number


def open_index(url: str) -> sa.Engine:
    """The index at a database's URL, made if it is not there. A SQLite file may be read while it is written.

    Raises `Fault` if the database can't be reached or is no place for it.
    """
    try:
        engine = _engine(url)
    except sa.exc.NoSuchModuleError as error:
        raise Fault(f"{_hidden(url)}: no driver for this database; use postgresql:// or sqlite://") from error
    except sa.exc.ArgumentError as error:
        raise Fault(f"{_hidden(url)}: no address of a database; write it as postgresql://USER@HOST/NAME") from error
    try:
        with engine.begin() as connection:
            _make(connection)
    except (sa.exc.DBAPIError, Fault) as error:
        engine.dispose()
        if isinstance(error, Fault):
            raise
        cause = one_line(error.orig or error)
        raise Fault(f"{_hidden(url)}: the pit's index can't be opened ({cause}); check the address") from error
    return engine


def _engine(url: str) -> sa.Engine:
    address = sa.make_url(url)
    if address.get_backend_name() != "sqlite":
        try:
            # The driver that comes with the extra `pit`, whatever SQLAlchemy would take by itself.
            driver = "postgresql+psycopg" if address.get_backend_name() == "postgresql" else address.drivername
            return sa.create_engine(address.set(drivername=driver), pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise Fault("an index on PostgreSQL needs psycopg: pip install 'dealer-assist[pit]'") from error
    engine = sa.create_engine(address, connect_args={"timeout": 10})
    event.listen(engine, "connect", _swift)
    return engine


def _swift(connection: Any, _: object) -> None:
    """Readers beside the writer; a power loss may cost the last rounds, which the journals give again."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _make(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Two programs never make the tables at once.
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    meta.create(connection, checkfirst=True)
    found = connection.execute(sa.select(meta.c.version)).scalar()
    if found == VERSION:
        return
    if found is not None and found > VERSION:
        raise Fault(f"the pit's index is of a newer program (version {found}, here {VERSION}); update this one")
    metadata.drop_all(connection)
    metadata.create_all(connection)
    connection.execute(meta.insert().values(version=VERSION))


def _hidden(url: str) -> str:
    """The address without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return "the database's address"
