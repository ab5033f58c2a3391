"""The pit's index as tables of a database: what is asked of rounds, findings and people, found by index.

The index holds nothing that the journals do not: it can be thrown away and made again from them. Of a round that still
runs it holds no card and no amount. Amounts are hundredths of a point, so that the chips of every game
compare; the same tables stand in SQLite and in PostgreSQL.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from dealer_assist.faults import Fault
from dealer_assist.pit.database import engine_of, shown, unusable
from dealer_assist.pit.shapes import Act, Cites, Dealt, Found, OpenFinding, PaidLine, columns

#: Grows when a table below changes: an index of another version is made anew.
VERSION: Final = 4
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
    *columns(Found, key={"id"}),
    sa.Column("session_id", sa.BigInteger, nullable=False),
    sa.Column("house", sa.Text, nullable=False),
    sa.Index("pit_round_time", "began", "id"),
    sa.Index("pit_round_table", "table_name", "began", "id"),
    sa.Index("pit_round_game", "game", "began", "id"),
)

cards = sa.Table(
    "pit_card",
    metadata,
    *columns(Dealt, key={"round_id", "step"}),
    sa.Index("pit_card_at", "card", "place", "round_id"),
    sqlite_with_rowid=False,
)

lines = sa.Table(
    "pit_line",
    metadata,
    *columns(PaidLine, key={"round_id", "number"}),
    sa.Index("pit_line_clause", "clause", "seat", "paid", "round_id"),
    sa.Index("pit_line_paid", "paid", "round_id"),
    sqlite_with_rowid=False,
)

cites = sa.Table(
    "pit_cites",
    metadata,
    *columns(Cites, key={"round_id", "seat", "clause"}),
    sa.Index("pit_cites_clause", "clause", "seat", "round_id"),
    sqlite_with_rowid=False,
)

findings = sa.Table(
    "pit_finding",
    metadata,
    sa.Column("session_id", sa.BigInteger, primary_key=True, autoincrement=False),
    *columns(OpenFinding, key={"number"}),
    sa.Index("pit_finding_open", "cleared", "raised"),
    sa.Index("pit_finding_time", "raised"),
)

acts = sa.Table(
    "pit_act",
    metadata,
    *columns(Act, key={"round_id", "person", "kind"}),
    sa.Index("pit_act_person", "person", "round_id"),
    sqlite_with_rowid=False,
)


def _by_hour(name: str, by: tuple[str, ...], *sums: str) -> sa.Table:
    """Sums over closed rounds by table, game, hour and what stands in `by`, so that a year adds up in no time."""
    return sa.Table(
        name,
        metadata,
        sa.Column("hour", sa.BigInteger, primary_key=True),
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        *(sa.Column(each, sa.Text, primary_key=True) for each in by),
        *(sa.Column(each, sa.BigInteger, nullable=False) for each in sums),
    )


#: `millis` is how long the rounds lasted.
hours = _by_hour("pit_hour", ("dealer",), "rounds", "millis", "stakes", "paid", "hold")
clauses = _by_hour("pit_clause", ("clause",), "lines", "stake", "paid")
#: Cards by what named them (`shoe`, `camera`, `dealer`), and how many a person put right afterwards.
readings = _by_hour("pit_reading", ("source",), "cards", "corrected")
#: What everybody did, by kind of record.
doings = _by_hour("pit_doing", ("person", "kind"), "count")


def round_id(session_id: int, number: int) -> int:
    """The id of a round: the same whenever it is indexed again."""
    return session_id << 32 | number


def open_index(url: str) -> sa.Engine:
    """The index at a database's URL, made if it is not there. A SQLite file may be read while it is written; a power
    loss may cost its last rounds, which the journals give again. Raises `Fault`."""
    engine = engine_of(url, flushed=False)
    try:
        with engine.begin() as connection:
            _make(connection)
    except (sa.exc.DBAPIError, Fault) as error:
        engine.dispose()
        if isinstance(error, Fault):
            raise
        raise unusable(shown(url), error) from error
    return engine


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
