"""The pit's database: its tables, how it is opened, and what it says when it can't be used.

One journal of many tables, in PostgreSQL or, for a small pit, in SQLite. What stands in it is copied from the tables'
own journals by number (`following.py`) and is never changed there: triggers refuse every update and delete.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event

from dealer_assist.faults import Fault, one_line
from dealer_assist.pit.shapes import Shared, Word, columns
from dealer_assist.record import RECORDS

#: Grows when a table below changes.
FORMAT: Final = 2
#: Seconds until a server that does not answer is taken for away.
PATIENCE_S: Final = 5
#: Any number of ours: two programs never make the tables at once.
_LOCK: Final = 0x7069745F

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
metadata = sa.MetaData()

formats = sa.Table(
    "journal_format",
    metadata,
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("opened", sa.BigInteger, nullable=False),
)

#: One row a session of a table, known by its first record's hash.
sessions = sa.Table(
    "journal_session",
    metadata,
    sa.Column("id", sa.Integer, sa.Identity(), primary_key=True),
    *columns(Shared, but={"id"}),
    sa.UniqueConstraint("begins"),
    sa.UniqueConstraint("session"),
    sa.Index("journal_session_table", "table_name", "id"),
)

#: The records as the tables wrote them. The key begins with the session: those of a month lie together.
records = sa.Table(
    "journal_record",
    metadata,
    sa.Column("session_id", sa.Integer, sa.ForeignKey("journal_session.id"), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    # The rest as a table's own journal has it; `once` is one table's to keep unique.
    *(sa.Column(own.name, own.type, nullable=own.nullable) for own in RECORDS.columns if not own.primary_key),
    sa.Index("journal_record_round", "session_id", "round"),
)

#: What passes between a table and the pit.
approvals = sa.Table(
    "journal_approval",
    metadata,
    sa.Column("id", Number, sa.Identity(), primary_key=True),
    *columns(Word, but={"id"}),
    sa.ForeignKeyConstraint(["session_id"], ["journal_session.id"]),
    # One person's answer counts, and a thing is ended once.
    sa.Index("journal_approval_answer", "asks", "kind", unique=True),
    sa.Index("journal_approval_asked", "session_id", "id"),
)

#: How each session's table looks now, for the pit's tiles; only the last, and of no account for the record.
tiles = sa.Table(
    "journal_tile",
    metadata,
    sa.Column("session_id", sa.Integer, sa.ForeignKey("journal_session.id"), primary_key=True, autoincrement=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

#: Who may sign in, each version whole: the last one counts at every table.
people = sa.Table(
    "journal_people",
    metadata,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("wall", sa.Text, nullable=False),
)

APPEND_ONLY: Final = (records, approvals, people)
_REFUSED: Final = "a record is never changed or deleted"


class Unusable(Fault):
    """A database that can't be a pit's now: away, full, read-only, foreign, or of another format.

    `lasting`: waiting won't help, somebody has to do something first.
    """

    def __init__(self, line: str, *, lasting: bool = False) -> None:
        super().__init__(line)
        self.lasting = lasting


def open_database(url: str, *, writes: bool = True) -> sa.Engine:
    """The database at `url`, its tables made if it is empty, and tried for writing.

    Without `writes` it is only read, as by an audit that asks a replica. Raises `Unusable`.
    """
    where = shown(url)
    engine = engine_of(url)
    try:
        if not writes:
            _look(engine, where)
            return engine
        if not _is_ours(engine):
            with engine.begin() as connection:
                _lock(connection)
                _make(connection, where)
        with engine.begin() as connection:
            connection.execute(formats.update().values(opened=formats.c.opened + 1))
    except (sa.exc.DBAPIError, Fault) as error:
        engine.dispose()
        if isinstance(error, Fault):
            raise
        raise unusable(where, error) from error
    return engine


def _is_ours(engine: sa.Engine) -> bool:
    """Whether this is a pit's database of our format: as a rule it is, and five hundred tables that come back after an
    outage need not look at its tables one after another."""
    try:
        with engine.execution_options(reads=True).connect() as connection:
            found: int | None = connection.execute(sa.select(formats.c.format)).scalar()
            return found == FORMAT
    except sa.exc.ProgrammingError:
        return False
    except sa.exc.OperationalError:
        if engine.dialect.name == "sqlite":
            return False
        raise


def _look(engine: sa.Engine, where: str) -> None:
    file = engine.url.database or ""
    if engine.dialect.name == "sqlite" and not file.startswith("file:") and not Path(file).is_file():
        raise Unusable(f"{where}: the pit's database can't be reached (there is no such file); mend the address")
    with engine.execution_options(reads=True).connect() as connection:
        if formats.name not in sa.inspect(connection).get_table_names():
            raise Unusable(f"{where}: this is no pit's database; give the address of one", lasting=True)
        _check(connection, where)


def shown(url: str) -> str:
    """The address without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return "the pit's address"


def unusable(where: str, error: sa.exc.DBAPIError) -> Unusable:
    """What a failed statement means for whoever has to mend it."""
    cause = error.orig or error
    state = getattr(cause, "sqlstate", None) or ""
    words = one_line(cause)
    if state == "25006" or "readonly database" in words:
        return Unusable(f"{where}: the pit's database is read-only; give the address of one that takes records")
    if state == "42501":
        return Unusable(f"{where}: this user may not write in the pit's database ({words}); grant it the right")
    if state in {"53100", "58030"} or "disk is full" in words:
        return Unusable(f"{where}: the pit's database is full ({words}); make room on its disk")
    if "not a database" in words:
        return Unusable(f"{where}: this is no database; give the address of the pit's", lasting=True)
    return Unusable(f"{where}: the pit's database can't be reached ({words}); start it, or mend the address")


def engine_of(url: str, *, flushed: bool = True) -> sa.Engine:
    """An engine for the database at `url`, nothing asked of it yet. Without `flushed` a power loss may cost what was
    written last to a SQLite file. Who only reads says so, by the execution option `reads`. Raises `Unusable`."""
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise Unusable(f"{shown(url)}: no address of a database; write it as postgresql://USER@HOST/NAME") from error
    match address.get_backend_name():
        case "sqlite" if address.database:
            engine = sa.create_engine(address, connect_args={"timeout": PATIENCE_S})
            event.listen(engine, "connect", partial(_beside_readers, level="FULL" if flushed else "NORMAL"))
            event.listen(engine, "begin", _at_once)
            return engine
        case "postgresql" if address.password or "password" in address.query:
            # Every session's folder has a copy of the table's file, and everybody sees with what a program was started.
            why = "a password in the address is there for others to read: keep it in ~/.pgpass"
            raise Unusable(f"{address.host or 'the database'}: {why}", lasting=True)
        case "postgresql":
            return _postgres(address)
        case other:
            raise Unusable(f"{shown(url)}: no pit in a database of {other}; use postgresql://USER@HOST/NAME")


def _postgres(address: sa.URL) -> sa.Engine:
    # A server that loses its power says no goodbye: without these a table would wait for it for hours.
    wire = {
        "connect_timeout": PATIENCE_S,
        "keepalives_idle": PATIENCE_S,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        "tcp_user_timeout": PATIENCE_S * 1000,
        "application_name": "dealer-assist",
    }
    try:
        return sa.create_engine(
            address.set(drivername="postgresql+psycopg"),
            connect_args=wire,
            pool_size=4,
            max_overflow=8,
            pool_pre_ping=True,
        )
    except ModuleNotFoundError as error:
        raise Unusable("a pit on PostgreSQL needs psycopg: pip install 'dealer-assist[pit]'", lasting=True) from error


def _beside_readers(connection: Any, _: object, level: str) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={level}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _at_once(connection: sa.Connection) -> None:
    # Who is going to write says so at the beginning: two that read first could both wait for ever.
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads") else "BEGIN IMMEDIATE")


def _lock(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


def _make(connection: sa.Connection, where: str) -> None:
    there = set(sa.inspect(connection).get_table_names())
    if formats.name in there:
        _check(connection, where)
        return
    # The pit's index may stand beside the records, and nothing else.
    foreign = sorted(name for name in there if not name.startswith("pit_"))
    if foreign:
        raise Unusable(f"{where}: this database holds something else ({foreign[0]}); give one of its own", lasting=True)
    metadata.create_all(connection)
    for statement in _guards(connection.dialect.name):
        connection.exec_driver_sql(statement)
    connection.execute(formats.insert().values(format=FORMAT, opened=0))


def _check(connection: sa.Connection, where: str) -> None:
    columns = {column["name"] for column in sa.inspect(connection).get_columns(formats.name)}
    if not {"format", "opened"} <= columns:
        raise Unusable(f"{where}: this database holds something else ({formats.name}); give one of its own")
    found = connection.execute(sa.select(formats.c.format)).scalar()
    if found is None or found < FORMAT:
        raise Unusable(
            f"{where}: an older program made this database (format {found}, here {FORMAT}); give a new one, and bring "
            "in the old sessions with: dealer-assist pit --database URL --bring FOLDER",
            lasting=True,
        )
    if found > FORMAT:
        raise Unusable(
            f"{where}: a newer program made this database (format {found}, here {FORMAT}); update this one",
            lasting=True,
        )


def _guards(dialect: str) -> list[str]:
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table.name}_no_{act.lower()} BEFORE {act} ON {table.name} "
            f"BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"
            for table in APPEND_ONLY
            for act in ("UPDATE", "DELETE")
        ]
    refuse = (
        "CREATE OR REPLACE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSED}'; END $$"
    )
    guards = [
        f"CREATE TRIGGER {table.name}_guard BEFORE UPDATE OR DELETE OR TRUNCATE ON {table.name} "
        "FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()"
        for table in APPEND_ONLY
    ]
    return [refuse, *guards]
