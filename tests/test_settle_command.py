"""`dealer-assist settle` as people call it: a process, files, standard input, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROUND: dict[str, Any] = {
    "format": "round/1",
    "id": "won",
    "game": "triple",
    "seats": [{"seat": 1, "chips": 1000}],
    "steps": [{"bet": 1, "unit": 30}, {"card": "Kh", "to": 1}, {"card": "9c", "to": "dealer"}],
}
BROKEN = {**ROUND, "id": "broken", "steps": [{"bet": 1, "unit": 9}]}


def settle(*arguments: object, given: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    data = given.encode() if isinstance(given, str) else given
    command = [sys.executable, "-m", "dealer_assist", "settle", *map(str, arguments)]
    return subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)


def answers(run: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    """The settlements and refusals that were printed, one a line."""
    return [json.loads(line) for line in run.stdout.splitlines()]


def written(path: Path, *rounds: object) -> Path:
    """A file with one round a line."""
    path.write_text("".join(json.dumps(round_) + "\n" for round_ in rounds))
    return path


def test_standard_input() -> None:
    """One script in, one settlement out, exit 0."""
    run = settle("-", given=json.dumps(ROUND))
    assert (run.returncode, run.stderr) == (0, b"")
    (answer,) = answers(run)
    assert (answer["format"], answer["id"], answer["game"]) == ("settlement/1", "won", "triple")
    assert answer["complete"] is False
    assert answer["house"] == -30
    assert answer["seats"] == [
        {
            "seat": 1,
            "chips": 970,
            "lines": [
                {"on": "war", "stake": 30, "multiple": "2", "paid": 60, "outcome": "win", "clause": "T3.2"},
            ],
            "open": {"blackjack": 30, "poker": 30},
        }
    ]


def test_the_installed_command_is_the_same() -> None:
    """`dealer-assist` beside the interpreter."""
    command = Path(sys.executable).with_name("dealer-assist")
    run = subprocess.run([command, "settle", "-"], input=json.dumps(ROUND).encode(), capture_output=True, check=False)
    assert (run.returncode, answers(run)) == (0, answers(settle("-", given=json.dumps(ROUND))))


def test_standard_input_on_several_lines_is_one_script() -> None:
    """A script that was laid out for reading."""
    run = settle("-", given=json.dumps(ROUND, indent=2))
    assert [answer["id"] for answer in answers(run)] == ["won"]


@pytest.mark.parametrize("first", ["nonsense", json.dumps(ROUND)])
def test_standard_input_with_a_script_a_line(first: str) -> None:
    """A line that is no script is refused in its place, the others go on."""
    run = settle("-", given="\n".join([first, "[]", "", json.dumps({**ROUND, "id": "last"})]))
    assert run.returncode == 2
    assert [answer["format"] for answer in answers(run)][1:] == ["refusal/1", "settlement/1"]
    assert answers(run)[-1]["id"] == "last"


def test_files_and_lines_of_files(tmp_path: Path) -> None:
    """A script a file, a script a line in `.jsonl`; answers in the order of the files, refusals in their place."""
    one = written(tmp_path / "one.json", ROUND)
    many = written(tmp_path / "many.jsonl", {**ROUND, "id": "a"}, BROKEN, {**ROUND, "id": "b"})
    run = settle(many, one)
    assert run.returncode == 2
    assert [(answer["id"], answer["format"]) for answer in answers(run)] == [
        ("a", "settlement/1"),
        ("broken", "refusal/1"),
        ("b", "settlement/1"),
        ("won", "settlement/1"),
    ]
    assert settle(one).returncode == 0


def test_a_refusal_says_where_and_by_which_clause(tmp_path: Path) -> None:
    """Step 0, T2.3, and a sentence."""
    (answer,) = answers(settle(written(tmp_path / "one.json", BROKEN)))
    assert set(answer) == {"format", "id", "step", "clause", "error"}
    assert (answer["step"], answer["clause"]) == (0, "T2.3")
    assert "10" in answer["error"]


def test_an_empty_input_is_no_script(tmp_path: Path) -> None:
    """Nothing on standard input and an empty `.json` are refused; a `.jsonl` without lines holds no round."""
    assert settle("-").returncode == 2
    (tmp_path / "empty.json").touch()
    assert settle(tmp_path / "empty.json").returncode == 2
    (tmp_path / "empty.jsonl").touch()
    run = settle(tmp_path / "empty.jsonl", "--stats")
    assert (run.returncode, run.stdout) == (0, b"")


def test_a_missing_file_leaves_nothing_half_written(tmp_path: Path) -> None:
    """One line, exit 2, and no settlement of the file that is there."""
    run = settle(written(tmp_path / "one.json", ROUND), tmp_path / "none.json")
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode() == f"dealer-assist: {tmp_path / 'none.json'}: can't be read: No such file or directory\n"
    assert settle(tmp_path).returncode == 2


def test_a_missing_house_file_too(tmp_path: Path) -> None:
    """Named before the first answer."""
    run = settle("--house", tmp_path / "none.toml", "-", given=json.dumps(ROUND))
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"none.toml: house file can't be read" in run.stderr


def test_stats_go_to_standard_error() -> None:
    """Rounds, seconds, rounds a second."""
    run = settle("--stats", "-", given=json.dumps(ROUND))
    assert run.returncode == 0
    assert run.stderr.startswith(b"1 rounds in ")
    assert len(answers(run)) == 1


#: What is wrong with a script, and where: the step, or None where no step is at fault.
WRONG: dict[str, tuple[Any, int | None]] = {
    "no JSON": ("{", None),
    "no text": (b"\xff\xfe", None),
    "a list": ("[]", None),
    "nothing": ("null", None),
    "another format": ({**ROUND, "format": "round/2"}, None),
    "no format": ({key: value for key, value in ROUND.items() if key != "format"}, None),
    "no steps": ({key: value for key, value in ROUND.items() if key != "steps"}, None),
    "an unknown key": ({**ROUND, "speed": 1}, None),
    "an unknown game": ({**ROUND, "game": "whist"}, None),
    "an id that is a number": ({**ROUND, "id": 7}, None),
    "an unknown option": ({**ROUND, "options": {"rake": True}}, None),
    "an option of the house alone": ({**ROUND, "options": {"decks": 1}}, None),
    "an option of the wrong type": ({**ROUND, "options": {"jokers": "6"}}, None),
    "options that are a list": ({**ROUND, "options": []}, None),
    "no seats": ({**ROUND, "seats": []}, None),
    "a seat twice": ({**ROUND, "seats": ROUND["seats"] * 2}, None),
    "seat 0": ({**ROUND, "seats": [{"seat": 0, "chips": 100}]}, None),
    "seat true": ({**ROUND, "seats": [{"seat": True, "chips": 100}]}, None),
    "chips below nothing": ({**ROUND, "seats": [{"seat": 1, "chips": -1}]}, None),
    "chips that are a float": ({**ROUND, "seats": [{"seat": 1, "chips": 100.0}]}, None),
    "chips without end": ({**ROUND, "seats": [{"seat": 1, "chips": 10**30}]}, None),
    "seated with less than nothing": ({**ROUND, "seats": [{"seat": 1, "chips": 100, "seated_with": -1}]}, None),
    "an unknown key of a seat": ({**ROUND, "seats": [{"seat": 1, "chips": 100, "name": "x"}]}, None),
    "a seat that is a number": ({**ROUND, "seats": [1]}, None),
    "a step that is a number": ({**ROUND, "steps": [1]}, 0),
    "a step that is nothing": ({**ROUND, "steps": [ROUND["steps"][0], None]}, 1),
    "an empty step": ({**ROUND, "steps": [{}]}, 0),
    "an unknown key of a step": ({**ROUND, "steps": [{"bet": 1, "unit": 30, "side": 5}]}, 0),
    "an unknown kind of step": ({**ROUND, "steps": [{"deal": "As"}]}, 0),
    "two kinds in one": ({**ROUND, "steps": [{"bet": 1, "unit": 30, "card": "As", "to": 1}]}, 0),
    "a bet of two kinds": ({**ROUND, "steps": [{"bet": 1, "unit": 30, "all_in": True}]}, 0),
    "a bet of no kind": ({**ROUND, "steps": [{"bet": 1}]}, 0),
    "all_in that is false": ({**ROUND, "steps": [{"bet": 1, "all_in": False}]}, 0),
    "a bet by seat true": ({**ROUND, "steps": [{"bet": True, "unit": 30}]}, 0),
    "a bet by an unknown seat": ({**ROUND, "steps": [{"bet": 2, "unit": 30}]}, 0),
    "a bet of a float": ({**ROUND, "steps": [{"bet": 1, "unit": 30.0}]}, 0),
    "an unknown card": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "1h", "to": 1}]}, 1),
    "a card in small letters": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "kh", "to": 1}]}, 1),
    "a ten as 10": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "10h", "to": 1}]}, 1),
    "an unread card for a player": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "??", "to": 1}]}, 1),
    "a card to true": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "Kh", "to": True}]}, 1),
    "a card to nobody": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "Kh"}]}, 1),
    "a card to an unknown place": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "Kh", "to": "board"}]}, 1),
    "a card to an unknown seat": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "Kh", "to": 2}]}, 1),
    "a hand where there is none": ({**ROUND, "steps": [ROUND["steps"][0], {"card": "Kh", "to": 1, "hand": 1}]}, 1),
    "an unknown act": ({**ROUND, "steps": [*ROUND["steps"], {"act": "fold", "seat": 1}]}, 3),
    "an act of an unknown seat": ({**ROUND, "steps": [*ROUND["steps"], {"act": "hit", "seat": 4}]}, 3),
    "an unknown misdeal": ({**ROUND, "steps": [*ROUND["steps"], {"misdeal": "exposed"}]}, 3),
    "a way back without a step": ({**ROUND, "steps": [*ROUND["steps"], {"misdeal": "restorable"}]}, 3),
    "a way back to true": ({**ROUND, "steps": [*ROUND["steps"], {"misdeal": "restorable", "back_to": True}]}, 3),
    "a way back to itself": ({**ROUND, "steps": [*ROUND["steps"], {"misdeal": "restorable", "back_to": 3}]}, 3),
    "a way back below 0": ({**ROUND, "steps": [*ROUND["steps"], {"misdeal": "restorable", "back_to": -1}]}, 3),
}


def test_whatever_is_wrong_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    """One process over all of them: a refusal in each place, by step, with a sentence; then a settlement."""
    lines = [item if isinstance(item, bytes) else _line(item) for item, _ in WRONG.values()]
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(b"\n".join([*lines, json.dumps(ROUND).encode()]))
    run = settle(file)
    assert (run.returncode, run.stderr) == (2, b"")
    *refusals, last = answers(run)
    assert last["format"] == "settlement/1"
    assert len(refusals) == len(WRONG)
    for (what, (_, step)), refusal in zip(WRONG.items(), refusals, strict=True):
        assert refusal["format"] == "refusal/1", what
        assert refusal["step"] == step, what
        assert refusal["error"], what
        assert "\n" not in refusal["error"], what


def _line(item: object) -> bytes:
    return item.encode() if isinstance(item, str) else json.dumps(item).encode()


def test_the_example_of_the_help_works() -> None:
    """What `--help` shows can be typed."""
    run = subprocess.run(
        [sys.executable, "-m", "dealer_assist", "settle", "--help"], capture_output=True, text=True, check=True
    )
    example = run.stdout.partition("echo '")[2].partition("'")[0]
    assert answers(settle("-", given=example))[0]["seats"][0]["chips"] == 70
