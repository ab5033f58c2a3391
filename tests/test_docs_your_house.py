"""docs/your_house.md: what the page changes, changed with the page's own lines, in a copy of the program's core."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from dealer_assist import house, script
from dealer_assist.games.triple.rules import TripleHouse

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "your_house.md").read_text()
BLOCKS: Final = re.findall(r"```(?:toml|python|text)\n(.*?)```", PAGE, re.DOTALL)


def block(begins: str) -> str:
    """The one quoted block whose first line begins so."""
    (found,) = [text for text in BLOCKS if text.lstrip().startswith(begins)]
    return str(found)


def replaced(text: str, line: str) -> str:
    """`text` with the line of the same key replaced by `line`."""
    key = line.split(" =")[0]
    changed, count = re.subn(rf"(?m)^{re.escape(key)} = .*\n", line.replace("\\", "\\\\"), text)
    assert count == 1, f"{key} stands {count} times"
    return changed


def round_of(*steps: dict[str, Any]) -> str:
    seats = [{"seat": 1, "chips": 1000}]
    bet = {"bet": 1, "unit": 10}
    return json.dumps(
        {"format": "round/1", "id": "r", "game": "triple", "seats": seats, "steps": [bet, *steps]},
    )


def cards(text: str) -> list[dict[str, Any]]:
    return [{"card": card, "to": to if to == "dealer" else int(to)} for card, to in map(str.split, text.split(", "))]


HIT: Final = {"act": "hit", "seat": 1}
#: Two, five, two, five: Perfect Smile (T5.8).
SMILE: Final = round_of(*cards("2s 1, 9s dealer"), *cards("5h 1, 9c dealer"), HIT, *cards("2d 1"), HIT, *cards("5c 1"))
SIXES: Final = round_of(*cards("6s 1, 2s dealer"), *cards("6h 1, 9c dealer"), HIT, *cards("6d 1"))


def premium(settled: dict[str, Any]) -> tuple[str, str, str] | None:
    lines = [line for line in settled["seats"][0]["lines"] if line["clause"].startswith("T5")]
    return (lines[0]["outcome"], lines[0]["multiple"], lines[0]["clause"]) if lines else None


def test_a_payout_and_an_option_of_a_second_house(tmp_path: Path) -> None:
    text = house.built_in("triple").read_text()
    mine = tmp_path / "my_house.toml"
    mine.write_text(replaced(replaced(text, block("perfect_smile")), block("insurance_under")))
    assert premium(script.settle(SMILE)) == ("perfect_smile", "25", "T5.8")
    assert premium(script.settle(SMILE, mine)) == ("perfect_smile", "30", "T5.8")
    assert house.load(mine, TripleHouse).values["insurance_under"] == "ace_or_ten"
    assert house.digest(mine) != house.digest(house.built_in("triple"))


@pytest.mark.parametrize("wrong", ['perfect_smile = { multiple = "2.50", clause = "T5.8" }\n', "last_slut"])
def test_a_slip_in_it_is_refused_by_name(tmp_path: Path, wrong: str) -> None:
    text = house.built_in("triple").read_text()
    mine = tmp_path / "my_house.toml"
    mine.write_text(replaced(text, wrong) if wrong.startswith("perfect") else text.replace("last_slot", "last_slut"))
    with pytest.raises(house.Fault, match="house file refused"):
        house.load(mine, TripleHouse)


def test_a_premium_of_ones_own(tmp_path: Path) -> None:
    """The four lines of the page, put into a copy of the core, make the premium pay."""
    core = tmp_path / "dealer_assist"
    shutil.copytree(ROOT / "dealer_assist", core, ignore=shutil.ignore_patterns("__pycache__"))
    _insert(core / "games/triple/premiums.py", block("def three_6"), before="def flush_three_7")
    _insert(core / "games/triple/premiums.py", block('("three_6"'), before='        ("last_of_joker"')
    _insert(core / "games/triple/rules.py", block("three_6: Pays"), before="    last_of_joker: Pays")
    _insert(core / "houses/triple.toml", block("three_6 = "), before="last_of_joker = {")
    _insert(core / "houses/triple.toml", block('"T5.10"'), before='"T6.1" =')
    script_file = tmp_path / "sixes.json"
    script_file.write_text(SIXES)
    settle = [sys.executable, "-P", "-m", "dealer_assist", "settle", str(script_file)]
    done = subprocess.run(settle, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, timeout=60)
    assert premium(json.loads(done.stdout)) == ("three_6", "8", "T5.10"), done.stderr.decode()
    assert premium(script.settle(SIXES)) is None


def _insert(path: Path, lines: str, before: str) -> None:
    text = path.read_text()
    assert text.count(before) == 1, f"{path.name}: {before!r}"
    gap = "\n\n" if lines.startswith("def") else ""
    path.write_text(text.replace(before, lines + gap + before))
