"""300 pot-limit Omaha hands (`tests/scripts/plo_hands.jsonl`): limits at each action, pots, winners and payoffs.

They are not round scripts; each is played action by action, before rake, once by each rule for odd chips.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import fold
from dealer_assist import house as houses
from dealer_assist.cards import parse
from dealer_assist.game import Choice, Game, Refused
from dealer_assist.games import catalogue

HANDS = [json.loads(line) for line in (Path(__file__).parent / "scripts" / "plo_hands.jsonl").read_text().splitlines()]
BOARD_OF = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


class Played:
    """A hand under way."""

    def __init__(self, hand: dict[str, Any], rule: str, tmp_house: Path | None = None) -> None:
        self.hand = hand
        options = {
            "rule": rule,
            "small_blind": hand["sb"],
            "big_blind": hand["bb"],
            "ante": hand["ante"],
            "button": hand["button"],
            "rake": False,
            "extra_posts": hand.get("extra_posts") or {},
        }
        seats = [{"seat": seat["seat"], "chips": seat["stack"]} for seat in hand["seats"]]
        self.game: Game[Any] = catalogue.make("omaha", options, seats, tmp_house)
        self.point = fold.begin(self.game)
        self.board = 0

    def take(self, **step: object) -> None:
        """One step, which has to be accepted."""
        taken = fold.take(self.game, self.point, step)
        assert not isinstance(taken, Refused), (self.hand["id"], step, taken)
        self.point = taken.point

    def deal_to(self, street: str) -> None:
        """Board cards up to a street."""
        for card in self.hand["board"][self.board : BOARD_OF[street]]:
            self.take(card=card, to="board")
        self.board = max(self.board, BOARD_OF[street])

    def limits(self, seat: int) -> dict[str, int | None]:
        """What the seat that is to act may do, in the words of the file."""
        view: dict[str, Any] = self.game.show(self.point.state, "pit")
        legal = view["legal"]
        assert legal["seat"] == seat
        span = legal["bet"] or legal["raise"] or {"min": None, "max": None}
        (front,) = (row["bet"] for row in view["seats"] if row["seat"] == seat)
        return {
            "pot": view["middle"],
            "bet_in_front": front,
            "to_call": legal["call"] or 0,
            "min_raise_to": span["min"],
            "max_raise_to": span["max"],
        }

    def play(self) -> dict[str, Any]:
        """To the end; the settlement."""
        for seat in self.hand["seats"]:
            for card in seat["hole"]:
                self.take(card=card, to=seat["seat"])
        for action in self.hand["actions"]:
            self.deal_to(action["street"])
            assert self.limits(action["seat"]) == {key: action[key] for key in self.limits(action["seat"])}
            total = {"to": action["to"]} if "to" in action else {}
            self.take(act=action["action"], seat=action["seat"], **total)
            (chips,) = (
                row["chips"] for row in _rows(self.game.settlement(self.point.state)) if row["seat"] == action["seat"]
            )
            back = self.hand["expected"]["uncalled_return"] or {"seat": 0}
            assert action["all_in"] == (chips == 0) or back["seat"] == action["seat"]
        self.deal_to("river")
        while isinstance(awaited := self.game.awaits(self.point.state), Choice):
            self.take(act="open", seat=awaited.seat)
        return self.game.settlement(self.point.state)


def _rows(settlement: dict[str, Any]) -> list[dict[str, Any]]:
    return list(settlement["seats"])


@pytest.mark.parametrize("hand", HANDS, ids=[hand["id"] for hand in HANDS])
def test_a_hand_is_played_as_published(hand: dict[str, Any]) -> None:
    """Every limit on the way, then the pots with their winners and shares, what went back, and each payoff."""
    played = Played(hand, "world")
    settlement, expected = played.play(), hand["expected"]
    assert settlement["complete"]
    assert {str(row["seat"]): row["net"] for row in _rows(settlement)} == expected["payoffs"]
    assert {str(row["seat"]): row["chips"] for row in _rows(settlement)} == expected["final_stacks"]
    assert settlement["uncalled"] == expected["uncalled_return"]
    keys = ("amount", "eligible", "winners", "shares")
    assert [{key: pot[key] for key in keys} for pot in settlement["pots"]] == [
        {key: pot[key] for key in keys} for pot in expected["pots"]
    ]
    view: dict[str, Any] = played.game.show(played.point.state, "display")
    hands = {str(seat["seat"]): seat["hand"]["category"] for seat in view["seats"] if seat["hand"]}
    assert hands == expected["hands"]
    put = {str(seat["seat"]): seat["put"] for seat in view["seats"]}
    back = expected["uncalled_return"]
    if back is not None:
        put[str(back["seat"])] += back["amount"]
    assert put == expected["contributions"]


@pytest.mark.parametrize("hand", [hand for hand in HANDS if any(pot["odd_chips"] for pot in hand["expected"]["pots"])])
def test_the_house_makes_up_what_does_not_divide(hand: dict[str, Any], tmp_path: Path) -> None:
    """By the house rule each share is rounded up; where odd chips go to one winner, the first has them all."""
    settlement, expected = Played(hand, "loj").play(), hand["expected"]
    assert {str(row["seat"]): row["net"] for row in _rows(settlement)} == expected["payoffs_house_topup"]
    assert settlement["house_adds"] == expected["house_topup"]
    text = houses.built_in("omaha").read_text()
    other = tmp_path / "omaha.toml"
    other.write_text(text.replace('odd_chips = { value = "rule"', 'odd_chips = { value = "first"'))
    settlement = Played(hand, "world", other).play()
    assert {str(row["seat"]): row["net"] for row in _rows(settlement)} == expected["payoffs_odd_all_to_first"]


def test_there_are_300_hands() -> None:
    """And in a third of them somebody ends with nothing."""
    assert len(HANDS) == 300
    assert sum(0 in hand["expected"]["final_stacks"].values() for hand in HANDS) >= 100
    assert all(parse(card) for hand in HANDS for card in hand["board"])
