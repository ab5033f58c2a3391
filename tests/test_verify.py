"""Verifying offline: whole journals pass with their roots; another's root, a newer program and half a folder refuse."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from dealer_assist import keys, record_commands, witness
from dealer_assist.faults import Fault
from dealer_assist.journal import FORMAT, Entry, Journal, Record, Stamp, canonical, recorded
from dealer_assist.keys import Key
from dealer_assist.mark import mark_of
from dealer_assist.verify import count, verify
from dealer_assist.verify_pace import generate, verified
from dealer_assist.witness import Root
from tests.journals import STAMP, WALL, chained, changed, entry, filled, tamper


@pytest.fixture
def key(tmp_path: Path) -> Key:
    """A key in a file of its own."""
    return keys.make(tmp_path / "key.pem")


def put(path: Path, key: Key) -> Root:
    with Journal(path, STAMP) as journal:
        return witness.put(journal, key, at=7, wall=WALL)


def more(path: Path, records: int = 3, shoe: int = 1) -> None:
    with Journal(path, STAMP) as journal:
        journal.append(*(entry(number, shoe=shoe) for number in range(records)))


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def test_a_whole_journal_with_its_roots(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "journal.sqlite")
    roots = [put(path, key)]
    more(path, 4)
    roots.append(put(path, key))
    more(path, 5, shoe=2)
    roots.append(put(path, key))
    more(path, 2, shoe=2)
    whole = verify(path)
    assert (whole.fault, whole.records, whole.roots, whole.keys) == (None, 26, 3, (key.public,))
    for root in roots:
        assert verify(path, root).fault is None
        assert verify(path, root.code).fault is None
    assert verify(path, public=key.public).fault is None


def test_it_tells_now_and_then_how_far_it_is(tmp_path: Path) -> None:
    generate(tmp_path / "journal.sqlite", 9000)
    told: list[int] = []
    assert verify(tmp_path / "journal.sqlite", tick=told.append).records == 9000
    assert told == [4096, 8192]
    assert count(tmp_path / "journal.sqlite") == 9000


def test_it_is_fast() -> None:
    """A third of what is promised of an idle machine, by processor time, so that only a real loss is noticed."""
    assert verified(20_000) > 50_000 / 3


def test_the_bar_comes_up_only_for_long_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path / "journal.sqlite")
    for soon, shown in ((60.0, False), (0.0, True)):
        monkeypatch.setattr(record_commands, "_SOON", soon)
        with record_commands._Bar(path) as bar:
            bar(5)
            bar(12)
        assert bool(capsys.readouterr().err) == shown


def test_verifying_changes_nothing(tmp_path: Path) -> None:
    path = filled(tmp_path / "journal.sqlite")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert verify(path).fault is None
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_running_journal_is_verified_while_it_is_written(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite", STAMP) as journal:
        journal.append(entry(1))
        assert verify(tmp_path / "journal.sqlite").records == 1
        journal.append(entry(2), entry(3))
        assert verify(tmp_path / "journal.sqlite").records == 3


# What is refused, exit 2


def other_journal(path: Path, key: Key) -> Root:
    return put(filled(path.parent / "other" / "journal.sqlite", 7, stamp=Stamp("Table 2", "b", "h", "0")), key)


@pytest.mark.parametrize("as_code", [False, True])
def test_a_root_of_another_journal(tmp_path: Path, key: Key, as_code: bool) -> None:
    path = filled(tmp_path / "s" / "journal.sqlite")
    root = other_journal(path, key)
    with pytest.raises(Fault, match="this root is of another journal") as told:
        verify(path, root.code if as_code else root)
    assert "\n" not in str(told.value)


def test_a_journal_of_a_newer_program(tmp_path: Path) -> None:
    path = filled(tmp_path / "journal.sqlite")
    sql(path, f"PRAGMA user_version = {FORMAT + 1}")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for opening in (lambda: verify(path), lambda: recorded(path), lambda: Journal(path, STAMP)):
        with pytest.raises(Fault, match=rf"a newer program wrote this journal \(format {FORMAT + 1}, here {FORMAT}\)"):
            opening()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_root_record_of_a_newer_program(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "journal.sqlite")
    body = {"format": "root/2"} | {
        name: getattr(put(path, key), name) for name in Root.__struct_fields__ if name != "format"
    }
    with Journal(path, STAMP) as journal:
        journal.append(Entry("root", body, 1, 1, 1, WALL, ""))
    with pytest.raises(Fault, match="a root of a newer program"):
        verify(path)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.unlink(), "there is no journal here"),
        (lambda path: path.write_bytes(b""), "this is no journal"),
        (lambda path: path.write_bytes(b"hello, no database " * 500), "this is no journal"),
        (lambda path: path.with_name("journal.sqlite.mark").unlink(), "its mark is missing or damaged"),
        (lambda path: path.with_name("journal.sqlite.mark").write_bytes(b"x"), "its mark is missing or damaged"),
    ],
)
def test_half_a_folder_is_refused_in_one_line(tmp_path: Path, spoil: Callable[[Path], object], words: str) -> None:
    path = filled(tmp_path / "journal.sqlite")
    spoil(path)
    with pytest.raises(Fault, match=words) as told:
        verify(path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("statements", [("VACUUM",), ("PRAGMA user_version = 2",), ("CREATE TABLE record (number)",)])
def test_a_journal_that_never_began_says_so(tmp_path: Path, statements: tuple[str, ...]) -> None:
    """A kill before the first mark: no record can have been acknowledged, and no backup is missed."""
    path = tmp_path / "journal.sqlite"
    sql(path, *statements)
    for mark in (None, b""):
        if mark is not None:
            mark_of(path).write_bytes(mark)
        with pytest.raises(Fault, match="nothing is recorded here"):
            verify(path)
        with pytest.raises(Fault, match="nothing is recorded here"):
            count(path)
    mark_of(path).write_bytes(b"\0")
    with pytest.raises(Fault, match=r"this is no journal|its mark is missing or damaged"):
        verify(path)


def test_a_journal_without_its_mark_is_verified_against_a_root(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "journal.sqlite")
    root = put(path, key)
    (tmp_path / "journal.sqlite.mark").unlink()
    assert verify(path, root).fault is None


# What is found, exit 1


def test_a_journal_made_anew_is_found_by_a_root_and_by_nothing_else(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "journal.sqlite")
    root = put(path, key)
    tamper(path, lambda records: chained([*records[:5], changed(records[5], who="x"), *records[6:-1]]))
    (tmp_path / "journal.sqlite.mark").unlink()
    for outside in (root, root.code):
        found = verify(path, outside)
        assert found.fault == ("records 1 to 12 are not those of the root: altered since, and the chain made anew"), (
            outside
        )


def test_a_journal_rolled_back_is_found_by_a_root(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "journal.sqlite")
    early = {file: file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith("journal")}
    more(path, 5)
    root = put(path, key)
    for file, content in early.items():
        file.write_bytes(content)
    assert verify(path).fault is None
    for outside in (root, root.code):
        found = verify(path, outside)
        assert (found.fault, found.first_bad) == (
            "the journal ends at record 12, its root covers more: rolled back or cut",
            13,
        )


def test_roots_in_the_journal_must_be_true(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "journal.sqlite")
    root = put(path, key)
    body = canonical({**{name: getattr(root, name) for name in Root.__struct_fields__}, "wall": "never"})
    for altered, words in (
        (body, "record 13 is a root whose signature is false"),
        (body.replace('"last":12', '"last":11'), "record 13 is a root, but not of the records before it"),
        ("{}", "record 13 is a root that can't be read: Object missing required field `format`"),
    ):
        tamper(path, partial(_last, altered))
        assert verify(path, root.code).fault == words


def _last(body: str, records: list[Record]) -> list[Record]:
    return chained([*records[:-1], changed(records[-1], body=body)])


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DROP TRIGGER record_no_update", "the guard record_no_update was taken away"),
        ("CREATE TRIGGER more AFTER INSERT ON record BEGIN SELECT 1; END", "more was put into the file"),
        ("CREATE TABLE other (a)", "other was put into the file"),
        ("DROP INDEX record_round", "an index of the file is missing"),
    ],
)
def test_the_guards_must_be_there(tmp_path: Path, statement: str, words: str) -> None:
    path = filled(tmp_path / "journal.sqlite")
    sql(path, statement)
    found = verify(path)
    assert found.fault is not None
    assert found.fault.startswith(words)
    assert found.first_bad is None
