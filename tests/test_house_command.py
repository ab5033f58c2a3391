"""`dealer-assist house triple` as a person runs it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist.cli import main
from tests.test_house_math import second_house


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["house", "triple", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_table_and_the_progress(tmp_path: Path) -> None:
    picture = tmp_path / "costs.svg"
    code, out, err = run("--rounds", "100", "--jobs", "1", "--options", "jokers=0", "--chart", str(picture))
    assert code == 0
    assert "100 rounds, one seat, seed 1" in out
    assert "jokers 0" in out
    (war,) = (line for line in out.splitlines() if line.startswith("  War"))
    assert war.split()[2] == "±"
    assert err.startswith("100 of 100 rounds, ")
    ET.fromstring(picture.read_text(encoding="utf-8"))


def test_json_has_the_figures_of_the_table() -> None:
    arguments = ("--rounds", "100", "--jobs", "1", "--seats", "3", "--options", "jokers=12,war_choice_order=right")
    code, out, _ = run(*arguments, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["seats"], found["options"]["jokers"], found["options"]["war_choice_order"]) == (3, 12, "right")
    assert f"War                   {found['games']['war']['value']:.4f}" in run(*arguments)[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--rounds 1", "--rounds"),
        ("--rounds many", "--rounds"),
        ("--seats 8", "--seats"),
        ("--jobs 0", "--jobs"),
        ("--play wild", "--play"),
        ("--nonsense", "--nonsense"),
        ("extra", "extra"),
        ("--options jokers", "NAME=VALUE"),
        ("--options =6", "NAME=VALUE"),
        ("--options jokers=13", "jokers"),
        ("--options jokers=six", "jokers"),
        ("--options decks=8", "decks"),
        ("--house nowhere.toml", "nowhere.toml"),
        ("--chart nowhere/costs.svg", "no such folder"),
    ],
)
def test_bad_options_get_one_line_and_exit_2(arguments: str, says: str) -> None:
    code, out, err = run(*arguments.split())
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert says in err


def test_a_house_of_another_game(tmp_path: Path) -> None:
    code, _, err = run("--house", str(second_house(tmp_path, ('game = "triple"', 'game = "omaha"'))))
    assert (code, err.count("\n")) == (2, 1)
    assert "omaha" in err


def test_help_gives_an_example() -> None:
    assert "Example: dealer-assist house triple" in run("--help")[1]
