"""The journal: appended, chained, durable, and honest about what is missing (reliability 1-4)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dealer_assist.faults import Fault
from dealer_assist.journal import Entry, Journal, Stamp, recorded

STAMP = Stamp("Table 1", "boot", "house", "0")


def entry(kind: str = "step", once: str | None = None) -> Entry:
    return Entry(kind, {"b": 1, "a": [2]}, 1, 1, 5, "2026-01-01T00:00:00+00:00", "dealer", once=once)


def filled(path: Path, records: int = 5) -> Path:
    with Journal(path, STAMP) as journal:
        for _ in range(records):
            journal.append(entry())
    return path


def tamper(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for trigger in ("record_no_update", "record_no_delete"):
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_records_come_back_in_order_and_whole(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    with recorded(path) as journal:
        records = list(journal.records())
        assert [record.number for record in records] == [1, 2, 3, 4, 5]
        assert records[0].body == '{"a":[2],"b":1}'
        assert journal.verify() is None


def test_appending_goes_on_where_the_file_stands(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    with Journal(path, STAMP) as journal:
        (record,) = journal.append(entry())
        assert record.number == 6
        assert journal.verify() is None


def test_its_writer_reads_what_is_in_the_file(tmp_path: Path) -> None:
    """The latest records it knows by heart, the others it reads: from any number on they are those of the file."""
    path = filled(tmp_path / "j.sqlite", 70)
    with Journal(path, STAMP) as journal, recorded(path) as file:
        for last in range(70, 150, 4):
            for after in (0, 1, 69, 70, 71, last - 64, last - 3, last - 1, last, last + 9):
                assert list(journal.records(after)) == list(file.records(after))
            journal.append(*(entry(kind) for kind in ("step", "paid", "step", "finding")))
        assert journal.last == 150


def test_several_entries_are_one_transaction(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite", STAMP) as journal:
        journal.append(entry(once="k"))
        with pytest.raises(Fault, match="can't be written"):
            journal.append(entry(), entry(once="k"))
        assert journal.last == 1
        assert len(list(journal.records())) == 1


def test_a_request_is_found_by_its_key(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite", STAMP) as journal:
        journal.append(entry(once="k"))
        found = journal.once("k")
        assert found is not None
        assert found.number == 1
        assert journal.once("other") is None


@pytest.mark.parametrize("statement", ["UPDATE record SET who = 'x'", "DELETE FROM record"])
def test_no_update_and_no_delete(tmp_path: Path, statement: str) -> None:
    path = filled(tmp_path / "j.sqlite")
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE record SET body = '{}' WHERE number = 3", "record 3 was altered"),
        ("UPDATE record SET who = 'x' WHERE number = 2", "record 2 was altered"),
        ("DELETE FROM record WHERE number = 3", "record 3 is missing: 4 follows"),
        ("DELETE FROM record WHERE number = 1", "record 1 is missing: 2 follows"),
        ("UPDATE record SET number = number + 10 WHERE number = 4", "record 4 is missing: 5 follows"),
    ],
)
def test_tampering_is_named_by_its_number(tmp_path: Path, statement: str, words: str) -> None:
    path = filled(tmp_path / "j.sqlite")
    tamper(path, statement)
    with Journal(path, STAMP) as journal:
        assert journal.verify() == words


def test_lost_tail_is_announced(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    tamper(path, "DELETE FROM record WHERE number > 3")
    with pytest.raises(Fault, match="records lost after 3: 5 had been acknowledged"):
        Journal(path, STAMP)
    with pytest.raises(Fault, match="records lost after 3"):
        recorded(path)


def test_another_journal_under_the_same_mark(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    other = filled(tmp_path / "other.sqlite", 9)
    tamper(other, "UPDATE record SET hash = 'f' || substr(hash, 2) WHERE number = 5")
    other.replace(path)
    with pytest.raises(Fault, match="this is another journal"):
        Journal(path, STAMP)


def test_truncated_file_is_one_line(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite", 200)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(Fault, match=r"j\.sqlite") as told:
        Journal(path, STAMP)
    assert "\n" not in str(told.value)
    with pytest.raises(Fault, match=r"j\.sqlite"):
        list(recorded(path).records())


def test_a_text_file_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_text("hello, this is no database at all\n" * 50)
    with pytest.raises(Fault, match="no journal"):
        Journal(path, STAMP)


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with recorded(path) as journal:
        assert len(list(journal.records())) == 5
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_writing_is_durable(tmp_path: Path) -> None:
    """WAL and synchronous=FULL are read back from an open connection, not from what was asked."""
    with Journal(tmp_path / "j.sqlite", STAMP) as journal, journal._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_an_index_that_a_killed_program_left_out_is_made(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP INDEX record_round")
    filled(path, 1)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'record_round'").fetchone() == (1,)


def test_two_programs_never_write_one_journal(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    with Journal(path, STAMP) as first:
        with pytest.raises(Fault, match="runs on this session already"):
            Journal(path, STAMP)
        first.append(entry())
        assert first.verify() is None
    with Journal(path, STAMP) as again:
        assert again.last == 6


def test_a_mark_that_is_missing_is_not_taken_for_a_whole_journal(tmp_path: Path) -> None:
    path = filled(tmp_path / "j.sqlite")
    (tmp_path / "j.sqlite.mark").unlink()
    for opening in (lambda: Journal(path, STAMP), lambda: recorded(path)):
        with pytest.raises(Fault, match="mark is missing"):
            opening()
