"""Rounds with the results that the rules give (`tests/scripts/*_rounds.jsonl`), each equal to what is expected.

Every key of `expected` must be in the answer with the same value; the answer may hold more. Lines of a seat
are a set; seats, accounts and selections are found by their number or name.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import script

ROUNDS = Path(__file__).parent / "scripts"
#: How many rounds there are of each game.
NUMBER = {"exchange_blackjack": 100, "omaha": 175, "triple": 200}
CASES = [json.loads(line) for file in sorted(ROUNDS.glob("*_rounds.jsonl")) for line in file.read_text().splitlines()]
#: What the rows of a list are found by.
ROWS = {"seats": "seat", "accounts": "account", "selections": "selection"}


def differences(want: Any, got: Any, path: str = "") -> list[str]:
    """Every place where `got` lacks what is wanted; `True` is not 1."""
    if isinstance(want, dict) and isinstance(got, dict):
        return [
            found
            for key, value in want.items()
            for found in (differences(value, got[key], f"{path}.{key}") if key in got else [f"{path}.{key}: missing"])
        ]
    if isinstance(want, list) and isinstance(got, list):
        by = ROWS.get(path.rpartition(".")[2])
        if by is not None:
            want, got = ({row[by]: row for row in rows} for rows in (want, got))
            return differences(want, got, path)
        if path.endswith(".lines"):
            keys = {key for line in want for key in line}
            want = sorted(want, key=_text)
            got = sorted(({key: line[key] for key in keys if key in line} for line in got), key=_text)
        if len(want) != len(got):
            return [f"{path}: {got}, expected {want}"]
        return [
            found
            for number, (a, b) in enumerate(zip(want, got, strict=True))
            for found in differences(a, b, f"{path}[{number}]")
        ]
    same = want == got and isinstance(want, bool) == isinstance(got, bool)
    return [] if same else [f"{path}: {got!r}, expected {want!r}"]


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("case", CASES, ids=[case["script"]["id"].split()[0] for case in CASES])
def test_a_round_settles_as_expected(case: dict[str, Any]) -> None:
    """The whole way, from JSON to JSON."""
    answer = json.loads(json.dumps(script.settle(json.dumps(case["script"]))))
    assert differences(case["expected"], answer) == []


def test_there_are_rounds() -> None:
    """All of each game, and every one says what it expects."""
    assert Counter(case["script"]["game"] for case in CASES) == NUMBER
    assert all(case["expected"]["format"] in {"settlement/1", "refusal/1"} for case in CASES)


def test_a_difference_is_found() -> None:
    """The comparison can fail: another value, a missing key or seat, a line more or fewer, `True` for 1."""
    line = {"on": "war", "paid": 60}
    want = {"house": 1, "seats": [{"seat": 1, "chips": 5, "lines": [line, {**line, "paid": 0}]}]}
    same = {"house": 1, "more": 0, "seats": [{"seat": 1, "chips": 5, "lines": [{**line, "paid": 0}, {**line, "x": 1}]}]}
    assert differences(want, same) == []
    for wrong in (
        {**same, "house": True},
        {**same, "house": 2},
        {"seats": same["seats"]},
        {**same, "seats": []},
        {**same, "seats": [{"seat": 2, "chips": 5, "lines": []}]},
        {**same, "seats": [{"seat": 1, "chips": 5, "lines": [line]}]},
        {**same, "seats": [{"seat": 1, "chips": 5, "lines": [line, line]}]},
    ):
        assert len(differences(want, wrong)) == 1, wrong


TRIPLE = [case for case in CASES if case["script"]["game"] == "triple"]


@pytest.mark.parametrize("case", TRIPLE[::10], ids=[case["script"]["id"].split()[0] for case in TRIPLE[::10]])
def test_chips_and_house_balance(case: dict[str, Any]) -> None:
    """All chips and the house sum to what was there before."""
    answer: dict[str, Any] = script.settle(json.dumps(case["script"]))
    before = sum(seat["chips"] for seat in case["script"]["seats"])
    assert sum(seat["chips"] for seat in answer["seats"]) + answer["house"] == before
