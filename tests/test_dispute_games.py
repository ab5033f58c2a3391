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
from dealer_assist.table import Done
from kiosk import languages
from kiosk.told import told_anew
from tests.rigs import Bench
from tests.test_table_omaha import HANDS, board, everyone_in, opened

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


def omaha(folder: Path) -> Bench:
    """Three seats dealt by hand, the blinds 50 and 100 at seats 2 and 3; seat 1 is to act first."""
    return Bench(folder, "", "omaha", (1000, 2000, 5000))


def taken(table: Bench, **step: Any) -> None:
    assert isinstance(table.step(**step), Done), step


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("all_in", "seat 2, out of turn, folded and half back: 950 = 475 (O7.1)"),
        ("check", "seat 2, out of turn, pays for the check: 100 = -100 (O7.2)"),
    ],
)
def test_what_an_act_out_of_turn_cost_stands_where_its_turn_came(tmp_path: Path, act: str, words: str) -> None:
    table = Bench(tmp_path, "", "omaha", (1000, 1000, 5000))
    taken(table, flying=2, act=act)
    taken(table, act="call", seat=1)
    told = recall.told(table.session.journal, 1, None, "dealer")
    lines = [(event.step, line.words, bool(line.rule)) for event in told.events for line in event.lines]
    assert lines == [(1, words, True)]
    assert words[-5:-1] in dict(told.clauses)
    assert table.chips()[2] == (475 if act == "all_in" else 850)


def test_an_act_out_of_turn_that_stands_costs_nothing(tmp_path: Path) -> None:
    table = omaha(tmp_path)
    taken(table, flying=2, act="call")
    taken(table, act="call", seat=1)
    told = recall.told(table.session.journal, 1, None, "pit")
    assert [line for event in told.events for line in event.lines] == []


def test_a_quarrel_over_a_side_pot_is_told_who_could_win_each_and_what_the_rake_took(tmp_path: Path) -> None:
    table = omaha(tmp_path)
    everyone_in(table)
    board(table, "2s", "9d", "Th")
    taken(table, act="bet", seat=2, to=1050)
    taken(table, act="call", seat=3)
    taken(table, act="all_in", seat=1)
    board(table, "4s")
    taken(table, act="all_in", seat=2)
    taken(table, act="call", seat=3)
    board(table, "Kc")
    for seat in HANDS:
        assert isinstance(table.press(do="steps", steps=tuple(opened(seat))), Done), seat
    table.press(do="paid")
    told = recall.told(table.session.journal, 1, None, "pit")
    assert "button: seat 1" in told.begins
    assert told.settled[-2:] == (
        "pot 1: 3000, less rake 60; could be won by seats 1, 2, 3",
        "pot 2: 2000, less rake 40; could be won by seats 2, 3",
    )
    after = recall.told(table.session.journal, 2, None, "pit")
    assert not any("{" in line for line in after.begins), "what the game carries over is no option that people chose"
    assert "button: seat 2" in after.begins
    with languages.spoken("fi"):
        assert told_anew(told.settled[-1]) == "potti 2: 2000, josta rake 40; voittaa saattoivat paikat 2, 3"
