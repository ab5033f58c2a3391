"""What holds at any house, whatever its options say: random values for all of them, random rounds with each."""

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
from dealer_assist.games.triple.rules import OF_A_ROUND, Options
from tests import random_rounds
from tests.clauses.table import house_with

#: Values of the options that are numbers; those of the shoe, the seats and the bets stay as they are.
NUMBERS: Final = {
    "dealer_stands_on": (16, 17, 18),
    "double_most_cards": (2, 3, 6),
    "double_from": (2, 9),
    "double_to": (11, 21),
    "complete_at": (2, 3, 5, 6),
}


def any_values(random: Random) -> dict[str, object]:
    """Each option that is the house's alone, at any of its values."""
    values: dict[str, object] = {}
    for name, kind in get_type_hints(Options).items():
        choices = (
            (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else NUMBERS.get(name)
        )
        if choices and name not in OF_A_ROUND:
            values[name] = random.choice(choices)
    return values


class Round:
    """A random round at a house: `play` gives the outcome of each step, `point` is where it stands."""

    def __init__(self, house: Path, random: Random) -> None:
        script, self.brought = random_rounds.begin("triple", random)
        self.game: Game[Any] = catalogue.make("triple", script["options"], script["seats"], house)
        self.point = fold.begin(self.game)
        self._random = random

    def play(self, slips: bool) -> Iterator[Taken | Refused]:
        """To the end, or to 150 steps; with `slips` misdeals and steps that are wrong too."""
        for step in random_rounds.steps_of(self.game, self._random, lambda: self.point, slips, slips):
            outcome = fold.take(self.game, self.point, step)
            if isinstance(outcome, Taken):
                self.point = outcome.point
            yield outcome

    def offered(self) -> list[dict[str, object]]:
        """The acts that are offered now, as steps."""
        awaited = self.game.awaits(self.point.state)
        if not isinstance(awaited, Choice):
            return []
        return [{"act": offer.act, "seat": awaited.seat} for offer in awaited.offers]

    def balance(self) -> int:
        """Chips, open stakes and what the house has won."""
        settlement: Any = self.game.settlement(self.point.state)
        seats = [seat["chips"] + sum(seat.get("open", {}).values()) for seat in settlement["seats"]]
        return int(sum(seats) + settlement["house"])


@pytest.mark.parametrize("seed", range(40))
def test_chips_are_conserved_at_any_house(tmp_path: Path, seed: int) -> None:
    """After every step the sum is what the seats brought, no chips fall below 0, and every offer can be taken up."""
    random = Random(seed)
    house = house_with(tmp_path, **any_values(random))
    for _ in range(8):
        round_ = Round(house, random)
        for outcome in round_.play(slips=True):
            if isinstance(outcome, Refused):
                assert outcome.why
                continue
            assert round_.balance() == round_.brought
            assert all(seat.chips >= 0 for seat in round_.point.state.seats)
            for act in round_.offered():
                taken = fold.take(round_.game, round_.point, act)
                assert isinstance(taken, Taken), (act, taken)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_awaited_is_taken_at_any_house(tmp_path: Path, seed: int) -> None:
    """But for a card that the shoe can't give and chips that are not there, until the round is over."""
    random = Random(seed)
    house = house_with(tmp_path, **any_values(random))
    over = 0
    for _ in range(8):
        round_ = Round(house, random)
        for outcome in round_.play(slips=False):
            assert isinstance(outcome, Taken) or outcome.clause in {"T1.2", "T2.1", "T2.3", "T4.3", "T4.5"}, outcome
        over += isinstance(round_.game.awaits(round_.point.state), Over)
    assert over
