"""A table's two keys: made once for their owner alone, refused in one line where they are missing or another's."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist import keys, sealing_key, witness
from dealer_assist.cli import main
from dealer_assist.faults import Fault
from dealer_assist.journal import FORMAT, Journal, recorded
from dealer_assist.sealing import Seals
from kiosk.table_keys import TableKeys, file_name, open_keys
from tests.journals import STAMP, WALL, filled
from tests.seals import SealedBench

Look = dict[str, bytes]


def files(folder: Path) -> Look:
    """Every file's bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """The folder of a session of the table `Bench` that was sealed, closed; its key lies in `tmp_path`."""
    folder = tmp_path / "session"
    folder.mkdir()
    made = sealing_key.make(tmp_path / "bench.seal", "Bench")
    keys.make(tmp_path / "bench.pem")
    bench = SealedBench(folder, key=made)
    bench.close()
    return folder


def opened(session: Path | None, folder: Path, seal: Path | None = None) -> TableKeys:
    """The keys of the table `Bench`, with the people's file in `folder`."""
    return open_keys("Bench", folder / "people.toml", session, seal=seal)


def test_a_first_start_makes_both_for_their_owner_alone_and_a_second_takes_them(tmp_path: Path) -> None:
    said: list[str] = []
    made = open_keys("Table 7", tmp_path / "people.toml", None, say=said.append)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["table-7.pem", "table-7.seal"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
    assert len(said) == 2 and "keep a copy elsewhere" in said[0] and made.sign.public in said[1]
    again = open_keys("Table 7", tmp_path / "people.toml", None, say=said.append)
    assert again.seal == made.seal and again.sign.public == made.sign.public and len(said) == 2
    assert made.seal is not None and made.seal.secret.hex() not in f"{made!r} {made.seal!r} {said}"


def test_every_table_has_files_of_its_own() -> None:
    names = [file_name(name) for name in ("Table 7", "Table 8", "Pöytä 1", "卓一", "卓二", "../7", "a/b")]
    assert len(set(names)) == len(names)
    assert all(name and not set(name) & set("./\\ ") for name in names)


def test_a_session_goes_on_with_its_own_key_and_no_other(session: Path, tmp_path: Path) -> None:
    assert opened(session, tmp_path).seal == sealing_key.load(tmp_path / "bench.seal")
    before = files(session)

    def refused(why: str, seal: Path | None = None) -> None:
        held = files(tmp_path)
        with pytest.raises(Fault, match=why) as fault:
            opened(session, tmp_path, seal)
        assert "\n" not in str(fault.value)
        assert files(session) == before and files(tmp_path) == held

    (tmp_path / "other").mkdir()
    sealing_key.make(tmp_path / "other" / "twin.seal", "Bench")
    sealing_key.make(tmp_path / "other" / "table-8.seal", "Table 8")
    (tmp_path / "other" / "none.seal").write_text("nothing")
    (tmp_path / "other" / "none.seal").chmod(0o600)
    refused("the session is sealed with the key", seal=tmp_path / "other" / "twin.seal")
    refused("this is the sealing key of Table 8, not of Bench", seal=tmp_path / "other" / "table-8.seal")
    refused("there is no sealing key in this file", seal=tmp_path / "other" / "none.seal")
    (tmp_path / "bench.seal").chmod(0o644)
    refused("others than its owner may read this key")
    (tmp_path / "bench.seal").rename(tmp_path / "lost")
    refused("the sealing key is not there; put its file back, or name it with --seal-key")
    (tmp_path / "lost").rename(session / "in.seal")
    before = files(session)
    refused("the key lies in the session's folder", seal=session / "in.seal")


def test_a_session_of_before_needs_no_sealing_key_and_gets_none(tmp_path: Path) -> None:
    filled(tmp_path / "session" / "journal.sqlite")
    assert opened(tmp_path / "session", tmp_path).seal is None
    assert not list(tmp_path.glob("*.seal"))


def test_a_copied_signing_key_is_refused(tmp_path: Path) -> None:
    keys.make(tmp_path / "bench.pem", here="another-machine1")
    text = (tmp_path / "bench.pem").read_text()
    (tmp_path / "bench.pem").write_text(text.replace("Machine: another-machine1", "Machine: 0123456789abcdef"))
    with pytest.raises(Fault, match="this key was copied: another machine made it"):
        opened(None, tmp_path)


def newer(folder: Path, tmp_path: Path) -> list[str]:
    database = sqlite3.connect(folder / "journal.sqlite")
    database.execute(f"PRAGMA user_version = {FORMAT + 1}")
    database.close()
    return ["replay", str(folder), "--depth", "lines"]


def another_root(folder: Path, tmp_path: Path) -> list[str]:
    with Journal(filled(tmp_path / "b" / "journal.sqlite"), STAMP) as journal:
        code = witness.put(journal, keys.make(tmp_path / "b.pem"), at=1, wall=WALL).code
    return ["verify", str(folder), "--root", str(code)]


def missing_key(folder: Path, tmp_path: Path) -> list[str]:
    return ["replay", str(folder), "--depth", "lines", "--seal-key", str(tmp_path / "gone.seal")]


def another_key(folder: Path, tmp_path: Path) -> list[str]:
    sealing_key.make(tmp_path / "b.seal", "Bench")
    return ["replay", str(folder), "--depth", "lines", "--seal-key", str(tmp_path / "b.seal")]


def no_root_yet(folder: Path, tmp_path: Path) -> list[str]:
    return ["root", str(folder)]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (newer, "a newer program wrote this journal"),
        (another_root, "this root is of another journal"),
        (missing_key, "the sealing key is not there"),
        (another_key, "this journal is sealed with the key named"),
        (no_root_yet, "there is no root in it yet"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_changes(
    session: Path, tmp_path: Path, wrong: Callable[[Path, Path], list[str]], why: str
) -> None:
    words = wrong(session, tmp_path)
    before = files(session)
    result = CliRunner().invoke(main, words)
    said = [line for line in result.stderr.splitlines() if line.startswith("dealer-assist: ")]
    assert result.exit_code == 2 and len(said) == 1 and why in said[0], result.output
    assert files(session) == before


def test_a_session_closed_and_taken_up_again_is_sealed_with_the_same_key(session: Path, tmp_path: Path) -> None:
    key = opened(session, tmp_path).seal
    assert key is not None
    with Journal(session / "journal.sqlite", STAMP, Seals(key)) as journal:
        assert journal.sealed_by == key.id
    with recorded(session / "journal.sqlite") as journal:
        assert [record.kind for record in journal.records()] == ["table", "seal", "round", "closed"]
