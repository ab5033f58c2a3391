"""`dealer-assist export phh` and `import phh` as a person runs them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from pokerkit import HandHistory

from dealer_assist.cli import main
from dealer_assist.journal import Entry, Journal, Stamp
from tests.test_phh import BIG_BLIND_ANTE, DEALT, THREE, TO_THE_RIVER


def run(*arguments: object, given: str = "") -> tuple[int, str, list[str]]:
    """The command as a person runs it: exit code, output, lines of complaint."""
    result = CliRunner().invoke(main, [*map(str, arguments)], input=given)
    return result.exit_code, result.stdout, result.stderr.splitlines()


def test_files_out_and_in(tmp_path: Path) -> None:
    """Two scripts a line each, to one text and back; a bad line is named and the others go on."""
    scripts_ = [{**THREE, "id": name, "steps": [*DEALT, *TO_THE_RIVER]} for name in ("a", "b/c")]
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(map(json.dumps, [scripts_[0], {**THREE, "game": "whist"}, scripts_[1]])) + "\n\n")
    code, text, complaints = run("export", "phh", file)
    assert code == 2
    assert complaints == [
        f"dealer-assist: {file}: line 2: no game 'whist'; there are: exchange_blackjack, omaha, triple"
    ]
    assert len([*HandHistory.loads_all(text)]) == 2
    (tmp_path / "hands.phhs").write_text(text)
    code, text, complaints = run("import", "phh", tmp_path / "hands.phhs")
    assert (code, complaints) == (0, [])
    read_again = [json.loads(line) for line in text.splitlines()]
    assert [script["id"] for script in read_again] == ["a", "b/c"]
    assert [script["options"] for script in read_again] == [{**THREE["options"], "ante": 0}] * 2
    assert run("export", "phh", "-", "--out", tmp_path / "out", given=text) == (0, "", [])
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.phh", "b_c.phh"]
    assert run("import", "phh", tmp_path / "out" / "a.phh")[1] == text.splitlines()[0] + "\n"


def test_stacks_that_the_rules_do_not_give(tmp_path: Path) -> None:
    """A file's own `finishing_stacks` are compared, and what differs is said."""
    file = tmp_path / "a.phh"
    file.write_text(BIG_BLIND_ANTE + "finishing_stacks = [4300000, 2875000, 8340000]\n")
    code, text, complaints = run("import", "phh", file)
    assert code == 0
    assert json.loads(text)["seats"][2] == {"seat": 3, "chips": 8100000}
    assert json.loads(text)["id"] == "a"
    assert complaints == [f"{file}: seat 3 ends with 8350000 by the rules, finishing_stacks has 8340000"]


def test_seats_that_a_table_does_not_have(tmp_path: Path) -> None:
    """They are numbered from the small blind, and that is said; a table of ten players is refused."""
    file = tmp_path / "a.phh"
    file.write_text(BIG_BLIND_ANTE + "seats = [6, 9, 2]\n")
    code, text, complaints = run("import", "phh", file)
    assert (code, json.loads(text)["options"]["button"]) == (0, 3)
    assert complaints == [f"{file}: seats [6, 9, 2] are played as [1, 2, 3]: the table has no others"]
    ten = BIG_BLIND_ANTE.replace(", 0]", ", 0" + ", 0" * 7 + "]").replace("8100000]", "8100000" + ", 9" * 7 + "]")
    file.write_text(ten)
    assert run("import", "phh", file)[2] == [f"dealer-assist: {file}: 10 players: a table has two to 8 (O1.1)"]


def test_files_that_can_not_be_used(tmp_path: Path) -> None:
    """One line each, exit 2."""
    (tmp_path / "broken.phh").write_text('variant = "PO"\nantes = [0 0]\n')
    (tmp_path / "empty.phh").write_text("")
    (tmp_path / "bytes.phh").write_bytes(b"\xff")
    (tmp_path / "two.phhs").write_text(f"[1]\n{BIG_BLIND_ANTE}\n[2]\n{BIG_BLIND_ANTE.replace('PO', 'NT')}")
    for name, said in {
        "broken.phh": "no PHH file: Unclosed array (at line 2, column 12)",
        "empty.phh": "no PHH file: it has no hand",
        "bytes.phh": "can't be read: no UTF-8 text (byte 0)",
        "none.phh": "can't be read: No such file or directory",
    }.items():
        assert run("import", "phh", tmp_path / name) == (2, "", [f"dealer-assist: {tmp_path / name}: {said}"])
    code, text, complaints = run("import", "phh", tmp_path / "two.phhs")
    assert (code, text.count("\n")) == (2, 1)
    assert complaints == [
        f"dealer-assist: {tmp_path / 'two.phhs'}: hand [2]: variant 'NT' (no-limit Texas hold'em): "
        "this program reads PO, pot-limit Omaha hold'em"
    ]
    code, _, complaints = run("import", "phh", "--chip", "0", tmp_path / "two.phhs")
    assert (code, complaints) == (2, ["dealer-assist: import phh: --chip '0': write an amount above nothing, as 0.25"])
    same = "\n".join([json.dumps({**THREE, "id": "x"})] * 2)
    assert run("export", "phh", "-", "--out", tmp_path / "out", given=same)[2] == [
        f"dealer-assist: {tmp_path / 'out'}: two hands would be x.phh: give the scripts ids of their own"
    ]
    assert not (tmp_path / "out").exists()


def test_a_journal(tmp_path: Path) -> None:
    """The rounds of a recorded session, amendments made; a round that is still being played is left out."""
    steps = [*DEALT, *TO_THE_RIVER, {"act": "open", "seat": 2}, {"act": "open", "seat": 5}]
    late = {**steps[-7], "card": "2d"}
    header = {key: value for key, value in THREE.items() if key != "steps"}
    amended = {"step": len(steps) - 7, "was": steps[-7], "becomes": late, "lines": [], "reversed": []}
    records: list[tuple[int, str, dict[str, Any]]] = [
        (1, "round", {**header, "id": "t/1"}),
        *[(1, "step", {"step": step, "by": "dealer", "lines": [], "reversed": []}) for step in steps],
        (1, "paid", {}),
        (1, "amend", amended),
        (2, "round", {**header, "id": "t/2"}),
        *[(2, "step", {"step": step, "by": "dealer", "lines": [], "reversed": []}) for step in DEALT],
    ]
    with Journal(tmp_path / "journal.sqlite", Stamp("t", "boot", "house", "0")) as journal:
        for number, kind, body in records:
            journal.append(Entry(kind, body, number, 1, 0, "2026-01-01T00:00:00+00:00", "dealer"))
    code, text, complaints = run("export", "phh", tmp_path / "journal.sqlite")
    assert (code, complaints) == (0, [])
    assert '  "d db 2d",\n' in text
    assert 'hand = "t/1"\n' in text
    sample = Path(str(resources.files("kiosk") / "sample" / "journal.sqlite"))
    code, text, complaints = run("export", "phh", sample)
    assert (code, text) == (2, "")
    assert all(line.endswith(": a round of triple: PHH has no name for that game") for line in complaints)
