"""Odds and early settlement agree: a selection is settled when its odds leave no doubt, and not before (X3.5)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import script
from dealer_assist.cards import Card, parse
from dealer_assist.odds import INFINITE, Odds, fair_odds
from dealer_assist.odds.fair import built_in_rules
from dealer_assist.odds.hands import hand_of
from dealer_assist.odds.table import PLAYERS

GOLDEN = Path(__file__).parent / "scripts" / "exchange_rounds.jsonl"
PLAY = built_in_rules().play
CERTAIN = {"win": Odds(Fraction(1), Fraction(0), Fraction(0)), "lose": Odds(Fraction(0), Fraction(0), Fraction(1))}
CERTAIN["dead_heat"] = Odds(Fraction(0), Fraction(1), Fraction(0))


def games() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The cards and closed betting rounds of every golden game that was not misdealt, as steps."""
    for line in GOLDEN.read_text().splitlines():
        game = json.loads(line)["script"]
        if not any("misdeal" in step for step in game["steps"]):
            yield game["id"], [step for step in game["steps"] if "card" in step or "close" in step]


GAMES = dict(list(games())[:30])


def settled(steps: list[dict[str, str]]) -> dict[str, str | None]:
    """The outcomes after these steps of a game that nobody bets on."""
    answer: dict[str, Any] = script.settle(
        json.dumps(
            {
                "format": "round/1",
                "id": "without bets",
                "game": "exchange_blackjack",
                "options": {"decks": "infinite"},
                "accounts": [{"account": "A", "chips": "1.00"}],
                "steps": steps,
            }
        )
    )
    return {one["selection"]: one["outcome"] for one in answer["selections"]}


@pytest.mark.parametrize("steps", GAMES.values(), ids=list(GAMES))
def test_settled_is_what_is_certain(steps: list[dict[str, str]]) -> None:
    players: dict[str, list[Card]] = {name: [] for name in PLAYERS}
    dealer: list[Card] = []
    for number, step in enumerate(steps, 1):
        if "card" not in step:
            continue
        players.get(step["to"], dealer).append(parse(step["card"]))
        if len(players[PLAYERS[-1]]) < 2:
            continue
        up = hand_of(dealer[:1]).low
        # While players draw no bet can be placed, and a five-card hand that is certain waits for its last card.
        is_drawing = any(PLAY.draws(hand_of(cards), up) for cards in players.values())
        outcomes = settled(steps[:number])
        for selection, odds in fair_odds(list(players.values()), dealer, INFINITE).items():
            certain = next((outcome for outcome, sure in CERTAIN.items() if sure == odds), None)
            assert outcomes[selection] == certain or (is_drawing and outcomes[selection] is None), (number, selection)
