"""A round that runs, told at every step in every game: no card that its players' display does not show. Nor any that it
never showed, to the dealer of a closed one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dealer_assist import fold, recall
from dealer_assist.changes import step_body
from dealer_assist.dispute_words import card_words
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from dealer_assist.journal import FIRST, Record, canonical

SCRIPTS = Path(__file__).parent / "scripts"
#: Every so many rounds of each game are played.
EACH = 9
CASES = [
    json.loads(line)["script"]
    for file in sorted(SCRIPTS.glob("*_rounds.jsonl"))
    for line in file.read_text().splitlines()[::EACH]
]
_SIGN = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]|joker")


def record(number: int, kind: str, body: dict[str, Any]) -> Record:
    """A record as a table would have made it, as far as a report reads it."""
    return Record(number, "T", 1, 1, 1, kind, canonical(body), 0, "", "", "", None, None, "", "", FIRST, FIRST)


def signs(view: dict[str, Any]) -> set[str]:
    """The cards that a view shows, as a report writes them."""
    shown = re.findall(r'"((?:[2-9TJQKA][shdc])|Jk)"', msgspec.json.encode(view).decode())
    return {card_words(card) for card in shown}


@pytest.mark.parametrize("script", CASES, ids=[script["id"].split()[0] for script in CASES])
def test_no_card_that_the_players_do_not_see(script: dict[str, Any]) -> None:
    header = {key: value for key, value in script.items() if key != "steps"}
    game = catalogue.open_round(header, None)
    records, point, lay_open = [record(1, "round", header)], fold.begin(game), set[str]()
    for step in script["steps"]:
        taken = fold.take(game, point, step)
        if isinstance(taken, Refused):
            break
        point = taken.point
        records.append(record(len(records) + 1, "step", step_body(step, "shoe", taken)))
        events = recall.Telling(game, records, True, "dealer", {}).events()
        told = {sign for event in events for sign in _SIGN.findall(event.what)}
        lies = signs(game.show(point.state, "display"))
        assert told <= lies, step
        lay_open |= lies
    whole = list(recall.Telling(game, records, False, "pit", {}).events())
    dealt = sum(step.get("card", "??") != "??" for step in script["steps"][: len(records) - 1])
    assert sum(bool(_SIGN.search(event.what)) for event in whole) >= dealt
    # A hand that was mucked is nobody's business at the table, in the next round either.
    at_the_table = recall.Telling(game, records, False, "dealer", {}).events()
    assert {sign for event in at_the_table for sign in _SIGN.findall(event.what)} <= lay_open
