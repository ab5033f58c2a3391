"""A session's folder that is half there, or a newer program's: each command says so in one line and changes nothing."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from dealer_assist import table_file
from dealer_assist.cli import main
from dealer_assist.faults import Fault
from kiosk.commands import sample_folder
from kiosk.running import _folder

#: By command: what follows it, `{}` being the session's folder and `{out}` a place for what it writes.
COMMANDS: Final = {
    "verify": ["verify", "{}"],
    "recall": ["recall", "{}", "1"],
    "replay lines": ["replay", "{}", "--depth", "lines"],
    "replay raw": ["replay", "{}"],
    "report": ["report", "{}", "1", "--pdf", "{out}/r.pdf"],
    "prune": ["prune", "{}"],
    "backup": ["backup", "{}", "--to", "{out}/b.sqlite"],
}


def newer_journal(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "journal.sqlite")) as database, database:
        database.execute("PRAGMA user_version = 99")


def newer_table(folder: Path) -> None:
    path = folder / "table.toml"
    path.write_text("holograms = true\n" + path.read_text())


def newer_tape(folder: Path) -> None:
    path = folder / "keys.tape"
    header, rest = path.read_bytes().split(b"\n", 1)
    text = header[:-9].replace(b'"version":1', b'"version":99')
    path.write_bytes(b"%b %08x\n" % (text, zlib.crc32(text)) + rest)


SPOILT: Final[dict[str, tuple[Callable[[Path], object], tuple[str, ...]]]] = {
    "no journal": (lambda folder: (folder / "journal.sqlite").unlink(), tuple(COMMANDS)),
    "an empty journal": (lambda folder: (folder / "journal.sqlite").write_bytes(b""), tuple(COMMANDS)),
    "half a journal": (
        lambda folder: (folder / "journal.sqlite").write_bytes((folder / "journal.sqlite").read_bytes()[:5000]),
        ("recall", "replay lines", "replay raw", "report", "prune", "backup"),
    ),
    "no table": (
        lambda folder: (folder / "table.toml").unlink(),
        ("recall", "replay lines", "replay raw", "report", "prune"),
    ),
    "no mark": (
        lambda folder: (folder / "journal.sqlite.mark").unlink(),
        ("verify", "replay lines", "replay raw", "report", "prune", "backup"),
    ),
    "no tapes": (lambda folder: [tape.unlink() for tape in folder.glob("*.tape")], ("replay raw",)),
    "a newer journal": (newer_journal, tuple(COMMANDS)),
    "a newer table": (newer_table, ("recall", "replay lines", "replay raw", "report", "prune")),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_one_line_and_nothing_changed(tmp_path: Path, spoilt: str) -> None:
    folder, out = Path(shutil.copytree(sample_folder(), tmp_path / "s")), tmp_path / "out"
    out.mkdir()
    spoil, commands = SPOILT[spoilt]
    spoil(folder)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for name in commands:
        words = [word.format(str(folder), out=out) for word in COMMANDS[name]]
        done = CliRunner().invoke(main, words)
        # A bar says its name where there is no terminal to draw it on.
        said = [line for line in done.stderr.strip().splitlines() if line not in {"replaying", "cutting pictures"}]
        assert done.exit_code in {1, 2}, (name, done.output, done.exception)
        assert isinstance(done.exception, SystemExit), (name, done.exception)
        assert len(said) + len(done.stdout.splitlines()) == 1, (name, done.output)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before, name
        assert list(out.iterdir()) == [], name


def test_a_newer_tape_is_named(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sample_folder(), tmp_path / "s"))
    newer_tape(folder)
    done = CliRunner().invoke(main, ["replay", str(folder), "--depth", "sightings"])
    assert done.exit_code in {1, 2}
    assert "tape version 99 is not known, only 1" in done.output


def test_a_session_that_only_began_is_not_gone_on_with(tmp_path: Path) -> None:
    """Killed between its folder and its journal: a new session is not begun inside of it."""
    table = tmp_path / "table.toml"
    table.write_text('name = "T"\ngame = "triple"\nseats = [{ seat = 1, chips = 100 }]\n')
    half = tmp_path / "sessions" / "half"
    half.mkdir(parents=True)
    shutil.copyfile(table, half / "table.toml")
    with pytest.raises(Fault, match="a session was begun here and has no journal") as told:
        _folder(table, table_file.load(table), half)
    assert "\n" not in str(told.value)
    assert [file.name for file in half.iterdir()] == ["table.toml"]
    made = _folder(table, table_file.load(table), tmp_path)
    assert made.parent == tmp_path, "where the table's own file lies, sessions may begin"


def test_a_journal_that_lost_records_is_recalled_and_said_to_have(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sample_folder(), tmp_path / "s"))
    with closing(sqlite3.connect(folder / "journal.sqlite")) as database, database:
        database.execute("DROP TRIGGER record_no_delete")
        database.execute("DELETE FROM record WHERE number > 100")
    done = CliRunner().invoke(main, ["recall", str(folder)])
    assert done.exit_code == 0
    assert done.stdout.count("round ") == 4
    assert "records 101 to 173 are lost" in done.stderr
    told = CliRunner().invoke(main, ["recall", str(folder), "2"])
    assert "step 0: seat" in told.stdout
    assert "are lost" in told.stderr
