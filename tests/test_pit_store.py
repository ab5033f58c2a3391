"""One journal on three grounds: a table's own SQLite file, a pit on SQLite, a pit on a real server of PostgreSQL.

Every test here runs on each of them; what a ground can't do alike is no part of the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from dealer_assist.faults import Fault
from dealer_assist.journal import FIRST, Journal, Record
from dealer_assist.pit.database import records
from dealer_assist.pit.records import Moved, Shared, Store
from tests.journals import STAMP, changed, entry, filled, hashed, read
from tests.postgres import Postgres


class OnTable:
    """The journal of a table."""

    RECORD = "record"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.sqlite"
        self.journal = Journal(self.path, STAMP)
        self.is_open = True

    def add(self, *numbers: int) -> None:
        self.journal.append(*map(entry, numbers))

    def add_text(self, text: str) -> None:
        self.journal.append(msgspec.structs.replace(entry(), body={"text": text}, who=text))

    def records(self, after: int = 0) -> list[Record]:
        return list(self.journal.records(after))

    def of_round(self, number: int) -> list[Record]:
        return self.journal.of_round(number)

    def hash_of(self, number: int) -> str | None:
        return self.journal.hash_of(number)

    def tail(self) -> tuple[int, str]:
        return self.journal.tail()

    def verify(self) -> str | None:
        return self.journal.verify()

    def sql(self, statement: str) -> None:
        with sa.create_engine(f"sqlite:///{self.path}").begin() as connection:
            connection.exec_driver_sql(statement)

    def unguard(self) -> None:
        self.sql("DROP TRIGGER record_no_update")

    def close(self) -> None:
        if self.is_open:
            self.journal.close()
        self.is_open = False

    def again(self) -> None:
        self.close()
        self.journal = Journal(self.path, STAMP)
        self.is_open = True

    def newer(self) -> None:
        self.sql("PRAGMA user_version = 99")


class InPit:
    """The same in a pit, copied from a table's."""

    RECORD = "journal_record"

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url
        self.table = OnTable(folder)
        self.store = Store(url)

    def add(self, *numbers: int) -> None:
        self.table.add(*numbers)
        self._copy()

    def add_text(self, text: str) -> None:
        self.table.add_text(text)
        self._copy()

    def _copy(self) -> None:
        shared = self.store.session(self.table.records()[0])
        self.store.add(shared, self.table.records(shared.last))

    def _shared(self) -> Shared:
        found = self.store.find(self.table.records()[0].hash)
        assert found is not None
        return found

    def records(self, after: int = 0) -> list[Record]:
        return list(self.store.records(self._shared(), after))

    def of_round(self, number: int) -> list[Record]:
        return self.store.of_round(self._shared(), number)

    def hash_of(self, number: int) -> str | None:
        return self.store.hash_of(self._shared(), number)

    def tail(self) -> tuple[int, str]:
        return (self._shared().last, self._shared().last_hash)

    def verify(self) -> str | None:
        return self.store.verify(self._shared())

    def sql(self, statement: str) -> None:
        with self.store.engine.begin() as connection:
            connection.exec_driver_sql(statement)

    def unguard(self) -> None:
        is_sqlite = self.store.engine.dialect.name == "sqlite"
        self.sql(
            "DROP TRIGGER journal_record_no_update"
            if is_sqlite
            else "ALTER TABLE journal_record DISABLE TRIGGER journal_record_guard"
        )

    def again(self) -> None:
        self.store.close()
        self.store = Store(self.url)

    def newer(self) -> None:
        self.sql("UPDATE journal_format SET format = 99")

    def close(self) -> None:
        self.store.close()
        self.table.close()


Ground = OnTable | InPit


@pytest.fixture(params=["table", "sqlite", "postgres"])
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ground]:
    """Each ground in turn."""
    made: Ground
    if request.param == "table":
        made = OnTable(tmp_path)
    elif request.param == "sqlite":
        made = InPit(tmp_path, f"sqlite:///{tmp_path}/pit.sqlite")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        made = InPit(tmp_path, server.new())
    yield made
    made.close()


def test_what_is_added_is_read_by_number(ground: Ground) -> None:
    ground.add(1, 2, 3)
    ground.add(4)
    assert [record.number for record in ground.records()] == [1, 2, 3, 4]
    assert [record.content()["b"] for record in ground.records(2)] == [3, 4]
    assert ground.records(4) == []
    assert ground.of_round(1) == ground.records()
    assert ground.of_round(2) == []
    assert ground.hash_of(3) == ground.records()[2].hash
    assert ground.hash_of(5) is None


def test_more_than_one_page_is_read_in_order(ground: Ground) -> None:
    ground.add(*range(1, 2502))
    assert [record.number for record in ground.records()] == list(range(1, 2502))


def test_the_chain_is_whole_and_begins_with_nothing(ground: Ground) -> None:
    ground.add(1, 2, 3)
    first, second, third = ground.records()
    assert (first.previous, second.previous, third.previous) == (FIRST, first.hash, second.hash)
    assert ground.verify() is None


def test_the_mark_is_the_last_record_that_was_acknowledged(ground: Ground) -> None:
    ground.add(1, 2)
    ground.again()
    assert ground.tail() == (2, ground.records()[-1].hash)
    ground.add(3)
    assert ground.tail() == (3, ground.records()[-1].hash)


@pytest.mark.parametrize("act", ["UPDATE {} SET who = 'nobody'", "DELETE FROM {}", "UPDATE {} SET round = 2"])
def test_a_record_is_never_changed_or_deleted(ground: Ground, act: str) -> None:
    ground.add(1, 2)
    before = ground.records()
    with pytest.raises(sa.exc.DBAPIError, match="a record is never changed or deleted"):
        ground.sql(act.format(ground.RECORD))
    assert ground.records() == before


def test_a_number_stands_once(ground: Ground) -> None:
    ground.add(1, 2)
    names = ", ".join(
        ("session_id", *Record.__struct_fields__) if isinstance(ground, InPit) else Record.__struct_fields__
    )
    values = names.replace("once", "NULL")
    with pytest.raises(sa.exc.IntegrityError):
        ground.sql(f"INSERT INTO {ground.RECORD} ({names}) SELECT {values} FROM {ground.RECORD} WHERE number = 2")
    assert len(ground.records()) == 2


def test_a_record_that_was_altered_is_named(ground: Ground) -> None:
    ground.add(1, 2, 3)
    ground.unguard()
    ground.sql(f"UPDATE {ground.RECORD} SET who = 'nobody' WHERE number = 2")
    assert ground.verify() == "record 2 was altered"


def test_a_journal_of_a_newer_program_is_refused(ground: Ground) -> None:
    ground.add(1)
    ground.newer()
    with pytest.raises(Fault, match=r"a newer program .* update this one"):
        ground.again()


def test_text_of_any_kind_comes_back_as_it_was(ground: Ground) -> None:
    ground.add_text("sataa — 雨 \u0001 \\ ' \" %s {} $1 🂡")
    assert ground.records()[0].content() == {"text": "sataa — 雨 \u0001 \\ ' \" %s {} $1 🂡"}
    assert ground.verify() is None


# What only a pit has: many sessions, and copies that may not fit


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A pit's database, empty."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/pit.sqlite"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url = server.new()
    with Store(url) as made:
        yield made


def _journal(path: Path, records: int, table: str = "Table 1") -> list[Record]:
    return read(filled(path, records, stamp=msgspec.structs.replace(STAMP, table_name=table)))


def test_two_tables_stand_beside_each_other(store: Store, tmp_path: Path) -> None:
    one, two = _journal(tmp_path / "1" / "j", 5), _journal(tmp_path / "2" / "j", 3, "Table 2")
    for journal in (one, two):
        store.add(store.session(journal[0]), journal)
    assert [(shared.table_name, shared.last) for shared in store.sessions()] == [("Table 1", 5), ("Table 2", 3)]
    assert [list(store.records(shared)) for shared in store.sessions()] == [one, two]
    assert store.sessions(after=store.sessions()[0].id) == store.sessions()[1:]


def test_a_session_is_made_once_whoever_brings_it(store: Store, tmp_path: Path) -> None:
    journal = _journal(tmp_path / "j", 2)
    assert store.session(journal[0]).id == store.session(journal[0]).id
    assert len(store.sessions()) == 1
    found = store.named(store.sessions()[0].session)
    assert found == store.sessions()[0]
    assert store.named("no such session") is None


def test_what_was_added_already_is_not_added_again(store: Store, tmp_path: Path) -> None:
    journal = _journal(tmp_path / "j", 6)
    begun = store.session(journal[0])
    store.add(begun, journal[:4])
    # A second program with an old idea of how far the pit is.
    with pytest.raises(Moved):
        store.add(begun, journal)
    known = store.session(journal[0])
    assert store.add(known, journal[4:]).last == 6
    assert list(store.records(known)) == journal


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda journal: journal[1:], "record 1 is missing: 2 follows"),
        (lambda journal: [*journal[:2], *journal[3:]], "record 3 is missing: 4 follows"),
        (lambda journal: [*journal[:2], journal[1], *journal[2:]], "record 3 is missing: 2 follows"),
        (lambda journal: [*journal[:2], changed(journal[2], who="x"), *journal[3:]], "record 3 was altered"),
        (lambda journal: [*journal[:2], hashed(journal[2], FIRST)], "record 3 does not follow the one before it"),
    ],
)
def test_gaps_doubles_and_forgeries_are_not_let_in(
    store: Store, tmp_path: Path, spoil: Callable[[list[Record]], list[Record]], why: str
) -> None:
    journal = _journal(tmp_path / "j", 5)
    shared = store.session(journal[0])
    with pytest.raises(Fault, match=f"^{why}$"):
        store.add(shared, spoil(journal))
    assert (list(store.records(shared)), store.session(journal[0]).last) == ([], 0)


def test_a_session_begins_with_its_first_record(store: Store, tmp_path: Path) -> None:
    journal = _journal(tmp_path / "j", 2)
    for wrong in (journal[1], changed(journal[0], who="somebody else")):
        with pytest.raises(Fault, match="begins no journal"):
            store.session(wrong)
    assert store.sessions() == []


def test_a_lost_tail_is_told(store: Store, tmp_path: Path) -> None:
    journal = _journal(tmp_path / "j", 4)
    shared = store.add(store.session(journal[0]), journal)
    is_sqlite = store.engine.dialect.name == "sqlite"
    unguard = "ALTER TABLE journal_record DISABLE TRIGGER journal_record_guard"
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER journal_record_no_delete" if is_sqlite else unguard)
        connection.exec_driver_sql("DELETE FROM journal_record WHERE number > 2")
    assert store.verify(shared) == "records 3 to 4 are lost: they had been acknowledged"


def test_a_table_that_sends_on_while_it_is_verified_is_whole(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = _journal(tmp_path / "j", 6)
    shared = store.add(store.session(journal[0]), journal[:4])
    read_on = store.records

    def meanwhile(*words: Any) -> Iterator[Record]:
        yield from read_on(*words)
        store.add(shared, journal[4:])

    monkeypatch.setattr(store, "records", meanwhile)
    assert store.verify(shared) is None
    assert store.session(journal[0]).last == 6


def test_the_pit_has_every_column_of_a_record() -> None:
    assert tuple(records.c.keys()) == ("session_id", *Record.__struct_fields__)
