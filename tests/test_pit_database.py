"""Databases that can't be a pit's: each is one line and exit 2, and the table can still be started alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from dealer_assist.cli import main
from dealer_assist.pit.database import FORMAT, Unusable, shown
from dealer_assist.pit.records import Store
from tests.journals import filled, read
from tests.postgres import Postgres


def sql(url: str, *statements: str) -> None:
    """Statements in the database, as its owner."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def made(url: str) -> str:
    """A pit's database that has been used."""
    Store(url).close()
    return url


def foreign(url: str) -> str:
    sql(url, "CREATE TABLE invoices (number integer)")
    return url


def of_format(number: int) -> Callable[[str], str]:
    def change(url: str) -> str:
        sql(made(url), f"UPDATE journal_format SET format = {number}")
        return url

    return change


def other_format_table(url: str) -> str:
    sql(url, "CREATE TABLE journal_format (colour text)")
    return url


BOTH = {
    "foreign": (foreign, "this database holds something else (invoices)"),
    "older": (of_format(FORMAT - 1), f"an older program made this database (format {FORMAT - 1}, here {FORMAT})"),
    "newer": (of_format(FORMAT + 1), f"a newer program made this database (format {FORMAT + 1}, here {FORMAT})"),
    "other": (other_format_table, "this database holds something else (journal_format)"),
}


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/pit.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


def refused(tmp_path: Path, url: str) -> str:
    """What a table and a pit say of the database at their start: the same line, exit 2; the table's adds a way out."""
    table = tmp_path / "table.toml"
    table.write_text(f'name = "T"\ngame = "triple"\npit = "{url}"\nseats = [{{ seat = 1, chips = 100 }}]\n')
    said = []
    for words in (["run", str(table), "--sessions", str(tmp_path / "sessions")], ["pit", "--database", url]):
        result = CliRunner().invoke(main, [*words, "--people", str(tmp_path / "people.toml"), "--port", "0"])
        assert result.exit_code == 2, result.output
        assert result.stderr.count("\n") == 1
        said.append(result.stderr.strip().removeprefix("dealer-assist: "))
    assert said[0] == f"{said[1]}; or start the table alone, with --alone"
    assert not (tmp_path / "sessions").exists()
    return said[1]


@pytest.mark.parametrize("kind", BOTH)
def test_another_database_is_refused_and_left_as_it_is(tmp_path: Path, url: str, kind: str) -> None:
    spoil, why = BOTH[kind]
    spoil(url)
    assert why in refused(tmp_path, url)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://nobody@/pit?host=/nowhere", "can't be reached"),
        ("postgresql://nobody@127.0.0.1:9/pit", "can't be reached"),
        ("sqlite:////nowhere/pit.sqlite", "can't be reached"),
        ("postgresql://me:secret@127.0.0.1:9/pit", "127.0.0.1: a password in the address is there for others to read"),
        ("postgresql://me@/pit?host=/nowhere&password=secret", "the database: a password in the address"),
        ("mysql://x@y/z", "no pit in a database of mysql"),
        ("sqlite://", "no pit in a database of sqlite"),
        ("my database", "no address of a database"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_line(tmp_path: Path, address: str, why: str) -> None:
    assert why in refused(tmp_path, address)


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "pit.sqlite").write_bytes(b"nothing of the kind" * 100)
    assert "this is no database" in refused(tmp_path, f"sqlite:///{tmp_path}/pit.sqlite")


def test_a_read_only_server_is_said(tmp_path: Path, postgres: Postgres) -> None:
    url = made(postgres.new())
    assert "the pit's database is read-only" in refused(
        tmp_path, url.replace("options=", "options=-cdefault_transaction_read_only%3Don%20")
    )


def test_a_user_who_may_not_write_is_said(tmp_path: Path, postgres: Postgres) -> None:
    url = made(postgres.new())
    schema = url.rpartition("%3D")[2]
    postgres.sql("DROP ROLE IF EXISTS watcher", "CREATE ROLE watcher LOGIN")
    postgres.sql(
        f"GRANT USAGE ON SCHEMA {schema} TO watcher", f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO watcher"
    )
    said = refused(tmp_path, url.replace("pit@", "watcher@", 1))
    assert "this user may not write" in said
    postgres.sql(
        f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM watcher", f"REVOKE ALL ON SCHEMA {schema} FROM watcher"
    )
    postgres.sql("DROP ROLE watcher")


def test_a_user_who_may_not_come_in_is_said(tmp_path: Path, postgres: Postgres) -> None:
    said = refused(tmp_path, postgres.new().replace("pit@", "stranger@", 1))
    assert "can't be reached" in said


@contextmanager
def a_small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of that size at `folder`."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(words, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
        folder.rmdir()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    with a_small_disk(tmp_path / "small", "1m") as folder:
        yield folder


def test_a_full_disk_is_said_at_the_start_and_while_following(tmp_path: Path, small_disk: Path) -> None:
    url = f"sqlite:///{small_disk}/pit.sqlite"
    records = read(filled(tmp_path / "journal.sqlite", 3000))
    with Store(url) as store:
        shared = store.session(records[0])
        with pytest.raises(Unusable, match="the pit's database is full"):
            for start in range(0, len(records), 500):
                shared = store.add(shared, records[start : start + 500])
        # What was acknowledged is there, and nothing of what was not.
        assert list(store.records(shared)) == records[: shared.last]
        assert store.verify(shared) is None
    (small_disk / "rest").write_bytes(b"x" * shutil.disk_usage(small_disk).free)
    for path in small_disk.glob("pit.sqlite-*"):
        path.unlink()
    assert "full" in refused(tmp_path, url)


def test_a_full_server_is_said_at_the_start_and_used_again_once_there_is_room(
    tmp_path: Path, postgres: Postgres
) -> None:
    with a_small_disk(postgres.folder / "small", "4m") as disk:
        (disk / "place").mkdir()
        shutil.chown(disk / "place", "postgres")
        postgres.sql(f"CREATE TABLESPACE small LOCATION '{disk}/place'")
        url = f"{postgres.new()}%20-cdefault_tablespace%3Dsmall"
        made(url)
        (disk / "rest").write_bytes(b"x" * shutil.disk_usage(disk).free)
        assert "the pit's database is full" in refused(tmp_path, url)
        (disk / "rest").unlink()
        with Store(url) as store:
            store.try_room()
            assert store.sessions() == []
        schema = url.split("search_path%3D")[1].partition("%20")[0]
        postgres.sql(f"DROP SCHEMA {schema} CASCADE", "DROP TABLESPACE small")


def test_a_read_only_file_is_said(tmp_path: Path) -> None:
    url = made(f"sqlite:///{tmp_path}/pit.sqlite")
    assert "the pit's database is read-only" in refused(
        tmp_path, f"sqlite:///file:{tmp_path}/pit.sqlite?mode=ro&uri=true"
    )
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
        assert database.execute("SELECT format FROM journal_format").fetchall() == [(FORMAT,)]


def test_a_password_is_never_repeated() -> None:
    assert shown("postgresql://me:secret@host/pit") == "postgresql://me:***@host/pit"
    assert "secret" not in shown("postgresql://me:secret@[host/pit")


def test_alone_and_a_pit_at_once_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["run", "table.toml", "--pit", "sqlite:///x", "--alone"])
    assert (result.exit_code, result.stderr) == (2, "dealer-assist: run: give --pit or --alone, not both\n")
