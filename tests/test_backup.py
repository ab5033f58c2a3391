"""Backups: made while the table writes, whole, never half, and good enough to go on with."""

from __future__ import annotations

import resource
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist.backup import backup
from dealer_assist.cli import main
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.journal import Journal
from dealer_assist.mark import mark_of
from dealer_assist.verify import verify
from tests.journals import STAMP, changed, entry, filled, read, tamper
from tests.test_sealed_replay import Sitting


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session's journal."""
    return filled(tmp_path / "s" / "journal.sqlite", 300)


def test_a_backup_is_the_journal_again(path: Path, tmp_path: Path) -> None:
    to = tmp_path / "b.sqlite"
    assert backup(path, to).records == 300
    assert read(to) == read(path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b.sqlite", "b.sqlite.mark", "s"]
    with Journal(to, STAMP) as journal:
        journal.append(entry(301))
        assert journal.verify() is None


def test_it_is_made_while_the_table_writes(path: Path, tmp_path: Path) -> None:
    """Whatever was acknowledged before it began is in it; what comes meanwhile may be."""
    ended = threading.Event()
    with Journal(path, STAMP) as journal:

        def write() -> None:
            while not ended.is_set():
                journal.append(entry(1))
                ended.wait(0.002)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for turn in range(5):
                before = journal.last
                verdict = backup(path, tmp_path / f"{turn}.sqlite")
                assert before <= verdict.records <= journal.last
        finally:
            ended.set()
            writer.join()
        assert journal.last > 300
    assert verify(path).fault is None


def test_a_journal_that_is_not_whole_is_not_kept(path: Path, tmp_path: Path) -> None:
    tamper(path, lambda records: [*records[:6], changed(records[6], who="x"), *records[7:]])
    with pytest.raises(Fault, match="record 7 was altered; no backup was made"):
        backup(path, tmp_path / "b.sqlite")
    assert [file.name for file in tmp_path.iterdir()] == ["s"]


def test_lost_records_are_not_kept_as_if_nothing_was(path: Path, tmp_path: Path) -> None:
    tamper(path, lambda records: records[:200])
    with pytest.raises(Fault, match="records lost after 200: 300 had been acknowledged"):
        backup(path, tmp_path / "b.sqlite")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path, to: path.unlink(), "there is no journal here"),
        (lambda path, to: mark_of(path).unlink(), "its mark is missing"),
        (lambda path, to: to.write_text("mine"), "never written over"),
        (lambda path, to: mark_of(to).write_text("mine"), "never written over"),
        (lambda path, to: path.write_bytes(b"no database at all " * 300), "can't be copied"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    path: Path, tmp_path: Path, spoil: Callable[[Path, Path], object], words: str
) -> None:
    to = tmp_path / "b.sqlite"
    spoil(path, to)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    with pytest.raises(Fault, match=words) as told:
        backup(path, to)
    assert "\n" not in str(told.value)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


def test_a_full_disk_leaves_no_half_backup(path: Path, tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
        with pytest.raises(Fault, match="can't be copied"):
            backup(path, tmp_path / "b.sqlite")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert [file.name for file in tmp_path.iterdir()] == ["s"]


def test_the_command(path: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["backup", str(path.parent), "--to", str(tmp_path / "b.sqlite")])
    assert (done.exit_code, done.output) == (0, f"{tmp_path / 'b.sqlite'}: whole, 300 records\n")
    again = CliRunner().invoke(main, ["backup", str(path.parent), "--to", str(tmp_path / "b.sqlite")])
    assert again.exit_code == 2


def test_a_table_does_not_go_on_with_an_older_journal_than_its_tapes(tmp_path: Path) -> None:
    """Chain and mark of the copy are whole; but a round that was paid could be played once more."""
    sitting = Sitting(tmp_path)
    sitting.hand()
    sitting.to_the_end()
    journal, to = sitting.folder / JOURNAL, tmp_path / "copy.sqlite"
    backup(journal, to)
    sitting.hand()
    sitting.to_the_end()
    sitting.press(do="step", step={"bet": 1, "unit": 10})
    sitting.close()
    to.replace(journal)
    mark_of(to).replace(mark_of(journal))
    assert verify(journal).fault is None
    with pytest.raises(Fault, match="the journal is older than the tapes beside it"):
        Sitting(tmp_path)
