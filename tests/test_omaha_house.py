"""What holds at any Omaha house, whatever its options say: random values for all of them, random hands with each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest

from dealer_assist import fold
from dealer_assist.fold import Taken
from dealer_assist.game import Choice, Game, Over, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.omaha.rules import OF_A_ROUND, Options
from tests import random_rounds
from tests.clauses.omaha import house_of
from tests.random_rounds import omaha

#: Values of the options that are numbers; those of seats and blinds stay as they are.
NUMBERS: Final = {
    "fixed_raises": (1, 3, 4),
    "fixed_late_bet": (1, 2),
    "rake_per_mille": (0, 20, 1000),
    "rake_threshold": (0, 500),
    "rake_most": (0, 3, 500),
    "flying_check_blinds": (1, 5),
    "flying_most": (1, 2, 3),
    "disclosed_penalty": (0, 1000),
    "interfered_penalty": (0, 5000),
    "inactive_percent": (0, 20, 100),
    "inactive_most": (0, 300, 10**6),
}


def any_values(random: Random) -> dict[str, object]:
    """Each option that is the house's alone, at any of its values."""
    values: dict[str, object] = {}
    for name, kind in get_type_hints(Options).items():
        choices = (
            (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else NUMBERS.get(name)
        )
        if choices and name not in OF_A_ROUND and name != "heads_up_button":
            values[name] = random.choice(choices)
    return values


def begin(house: Path, random: Random) -> tuple[Game[Any], int]:
    """A hand at a house, and the chips that its seats bring."""
    script, brought = omaha.begin(random)
    for seat in script["seats"]:
        seat.pop("flying", None)
    return catalogue.make("omaha", script["options"], script["seats"], house), brought


class Hand:
    """A random hand at a house: `play` gives the point after each step that was taken."""

    def __init__(self, house: Path, random: Random) -> None:
        self.game, self.brought = begin(house, random)
        self.point = fold.begin(self.game)
        self._random = random

    def play(self) -> Iterator[Any]:
        """To the end, or to 150 steps, with misdeals and steps that are wrong; the settlement after each."""
        for step in random_rounds.steps_of(self.game, self._random, lambda: self.point, True, True):
            taken = fold.take(self.game, self.point, step)
            if isinstance(taken, Refused):
                assert taken.why
                continue
            self.point = taken.point
            yield self.game.settlement(self.point.state)


@pytest.mark.parametrize("seed", range(60))
def test_chips_are_conserved_at_any_house(tmp_path: Path, seed: int) -> None:
    """After every step the sum is what the seats brought, no chips fall below 0, and every offer can be taken up."""
    random = Random(seed)
    house = house_of(tmp_path, **any_values(random))
    for _ in range(4):
        hand = Hand(house, random)
        for settlement in hand.play():
            assert omaha.balance(settlement) == hand.brought
            assert all(seat["chips"] >= 0 for seat in settlement["seats"])
            assert settlement["middle"] >= 0
            assert all(pot["rake"] <= pot["amount"] for pot in settlement["pots"])
            awaited = hand.game.awaits(hand.point.state)
            assert isinstance(awaited, Over) == settlement["complete"]
            if isinstance(awaited, Choice):
                steps = [random_rounds.act_step(awaited.seat, offer) for offer in awaited.offers]
                assert all(isinstance(fold.take(hand.game, hand.point, step), Taken) for step in steps)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_awaited_is_taken_at_any_house(tmp_path: Path, seed: int) -> None:
    """But for a card that has come before, until the hand is over."""
    random = Random(seed)
    house = house_of(tmp_path, **any_values(random))
    for _ in range(4):
        game, _ = begin(house, random)
        point = fold.begin(game)
        for _ in range(200):
            step = omaha.awaited_step(game, point, random)
            if step is None:
                break
            taken = fold.take(game, point, step)
            assert isinstance(taken, Taken) or taken.clause == "O1.1", (step, taken)
            point = taken.point if isinstance(taken, Taken) else point
        assert isinstance(game.awaits(point.state), Over)
