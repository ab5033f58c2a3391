"""`dealer-assist odds` as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealer_assist import house as houses
from dealer_assist.odds.command import odds
from dealer_assist.odds.script import answer

GOLDEN = Path(__file__).parent / "scripts" / "exchange_odds.jsonl"
LINES = [json.dumps(json.loads(line)["query"]) for line in GOLDEN.read_text().splitlines()]
QUERY: dict[str, Any] = {
    "format": "odds/1",
    "id": "q",
    "deck": {"decks": 6, "gone": []},
    "players": [["Ks", "9s"], ["Ts", "8s"], ["Tc", "7c"], ["9h", "9d"]],
    "dealer": ["Td"],
}


def run(*arguments: str, given: str = "") -> tuple[int, list[dict[str, Any]]]:
    result = CliRunner().invoke(odds, list(arguments), input=given)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_one_answer_a_line(tmp_path: Path) -> None:
    several, one = tmp_path / "several.jsonl", tmp_path / "one.json"
    several.write_text("\n".join(LINES[-4:]) + "\n\n")
    one.write_text(json.dumps(QUERY, indent=2))
    code, answers = run(str(several), str(one), "-", "--games", "0", given="\n".join(LINES[1:3]))
    assert code == 0
    assert [found["id"] for found in answers][-3:] == ["q", "S-odds-2", "S-odds-3"]
    assert len(answers) == 7
    assert {found["format"] for found in answers} == {"odds/1"}


def test_the_form_of_an_answer() -> None:
    _, (found,) = run("-", given=json.dumps(QUERY))
    assert list(found) == ["format", "id", "selections"]
    assert list(found["selections"])[:4] == ["player1", "player2", "player3", "player4"]
    assert found["selections"]["player1"].keys() == {"win", "tie", "lose", "fair_odds"}
    assert all(len(one["win"]) == 12 for one in found["selections"].values())
    assert found["selections"]["dealer_wins_or_ties_all"]["tie"] == "0.0000000000"


def test_a_simulation_stands_apart_with_its_error() -> None:
    query = {**QUERY, "players": [["2s", "2h"], ["3s", "3h"], ["4s", "2d"], ["As", "Ah"]]}
    _, (found,) = run("-", "--games", "50", given=json.dumps(query))
    assert found["simulated"].keys() & found["selections"].keys() == set()
    assert found["simulated"]["five_cards"]["games"] == 50
    assert float(found["simulated"]["five_cards"]["error"]) > 0
    assert "simulated" not in run("-", "--games", "0", given=json.dumps(query))[1][0]


def changed(**changes: Any) -> str:
    return json.dumps({**QUERY, **changes})


REFUSED = {
    "no JSON": ("{", None, "not an odds/1 query"),
    "no object": ("[]", None, "not an odds/1 query"),
    "no text": ("\x00", None, "not an odds/1 query"),
    "nested without end": ("[" * 5000, None, "not an odds/1 query"),
    "an unknown key": (changed(seats=[]), None, "seats"),
    "another format": (changed(format="round/1"), None, "odds/1"),
    "no id": (changed(id=None), None, "id"),
    "five lists": (changed(players=[*QUERY["players"], []]), None, "players"),
    "three lists": (changed(players=QUERY["players"][:3]), None, "players"),
    "an unknown deck": (changed(deck="endless"), None, "endless"),
    "no deck": (changed(deck={"decks": 0, "gone": []}), None, "decks"),
    "half a deck": (changed(deck={"decks": 1.5, "gone": []}), None, "decks"),
    "a true deck": (changed(deck={"decks": True, "gone": []}), None, "decks"),
    "decks without end": (changed(deck={"decks": 10**9, "gone": []}), None, "decks"),
    "a key too many of a deck": (changed(deck={"decks": 6, "gone": [], "jokers": 1}), None, "jokers"),
    "a card that is none": (changed(dealer=["10d"]), None, "10d"),
    "a card gone that is none": (changed(deck={"decks": 6, "gone": ["td"]}), None, "td"),
    "a number for a card": (changed(dealer=[9]), None, "dealer"),
    "a joker": (changed(dealer=["Jk"]), "X1.2", "no jokers"),
    "a joker gone": (changed(deck={"decks": 6, "gone": ["Jk"]}), "X1.2", "Jk"),
    "a card too many": (changed(deck={"decks": 6, "gone": ["Td"] * 6}), "X1.2", "7 of Td"),
    "a card after standing": (changed(players=[["Ks", "9s", "2c"], *QUERY["players"][1:]]), "X6.1", "player1"),
    "a deal that is not complete": (changed(dealer=[]), "X6.1", "not complete"),
    "a shoe before the first card": (changed(players=[[], [], [], []], dealer=[]), "X6.1", "infinite"),
}


@pytest.mark.parametrize(("text", "clause", "says"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_wrong_is_refused_with_its_clause(text: str, clause: str | None, says: str) -> None:
    found = answer(text)
    assert (found["format"], found["step"], found["clause"]) == ("refusal/1", None, clause)
    assert says in str(found["error"])
    assert "\n" not in str(found["error"])


def test_a_refused_query_leaves_the_others() -> None:
    code, answers = run("-", given="\n".join((LINES[1], changed(deck="endless"), "nonsense", LINES[2])))
    assert code == 2
    assert [found["format"] for found in answers] == ["odds/1", "refusal/1", "refusal/1", "odds/1"]
    assert [found["id"] for found in answers] == ["S-odds-2", "q", None, "S-odds-3"]


def test_a_missing_file_leaves_nothing_half_written(tmp_path: Path) -> None:
    result = CliRunner().invoke(odds, ["-", str(tmp_path / "none.json")], input=json.dumps(QUERY))
    assert result.stdout == ""
    assert "none.json: can't be read" in str(result.exception)


def test_a_house_that_plays_otherwise(tmp_path: Path) -> None:
    """Its players stand on hard 12 against a ten; what two exotics count is its own too."""
    text = houses.built_in("exchange_blackjack").read_text()
    row = next(line for line in text.splitlines() if line.startswith("12 "))
    other = tmp_path / "other.toml"
    other.write_text(text.replace(row, row.replace('"H"', '"S"')))
    query = json.dumps({**QUERY, "players": [["Ks", "2s"], *QUERY["players"][1:]]})
    (ours,), (theirs,) = (run("-", *more, given=query)[1] for more in ((), ("--house", str(other))))
    assert ours["selections"]["player1"] != theirs["selections"]["player1"]
    assert ours["selections"]["player2"] == theirs["selections"]["player2"]
