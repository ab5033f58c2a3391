"""Exchange Blackjack at any house: random values of every option, random games with each."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest

from dealer_assist import fold
from dealer_assist.cards import JOKER
from dealer_assist.exposure import Terms
from dealer_assist.fold import Point, Taken
from dealer_assist.game import Deal, Orders, Over, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.exchange_blackjack import ExchangeBlackjack
from dealer_assist.games.exchange_blackjack.rules import OF_A_ROUND, Options
from dealer_assist.games.exchange_blackjack.selections import SELECTIONS
from dealer_assist.games.exchange_blackjack.state import State
from tests import random_rounds
from tests.clauses.exchange import TO_18, house_of, steps, table
from tests.random_rounds import exchange_blackjack as taught

JSON = dict[str, Any]
#: Values of options that are no choice among words.
VALUES: Final = {"least_stake": ("1.00", "5.00"), "round_seconds": (30, 45)}


def any_values(random: Random) -> dict[str, object]:
    """Each option that is the house's alone, at any of its values."""
    values: dict[str, object] = {}
    for name, kind in get_type_hints(Options).items():
        choices = (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else VALUES.get(name)
        if choices and name not in OF_A_ROUND:
            values[name] = random.choice(choices)
    return values


class Game:
    """A random game at a house; `play` gives the outcome of each step."""

    def __init__(self, house: Path | None, random: Random) -> None:
        self.script, self.brought = taught.begin(random)
        made = catalogue.make("exchange_blackjack", self.script["options"], self.script["accounts"], house)
        assert isinstance(made, ExchangeBlackjack)
        self.game = made
        self.point = fold.begin(self.game)
        self._random = random

    def play(self, slips: bool) -> list[Taken | Refused]:
        """To the end, or to 150 steps; after each the sum is what the accounts brought, and nobody owes."""
        outcomes: list[Taken | Refused] = []
        for step in random_rounds.steps_of(self.game, self._random, lambda: self.point, slips, slips):
            outcome = fold.take(self.game, self.point, step)
            if isinstance(outcome, Taken):
                self.point = outcome.point
                settlement: JSON = self.game.settlement(self.point.state)
                assert taught.balance(settlement) == self.brought
            outcomes.append(outcome)
        return outcomes

    def state(self) -> State:
        """Where it stands."""
        assert isinstance(self.point.state, State)
        return self.point.state


def test_every_option_is_tried() -> None:
    """None of the house's options is left at one value."""
    random = Random(1)
    drawn = [any_values(random) for _ in range(100)]
    assert set(drawn[0]) == set(get_type_hints(Options)) - OF_A_ROUND - {"commission"}
    assert all(len({str(values[name]) for values in drawn}) > 1 for name in drawn[0])


@pytest.mark.parametrize("seed", range(15))
def test_chips_are_conserved_at_any_house(tmp_path: Path, seed: int) -> None:
    """With slips and misdeals; whatever is refused says why."""
    random = Random(seed)
    house = house_of(tmp_path, **any_values(random))
    for _ in range(5):
        game = Game(house, random)
        assert all(outcome.why for outcome in game.play(slips=True) if isinstance(outcome, Refused))
        assert all(account.free(game.game.terms) >= 0 for account in game.state().market.accounts)


@pytest.mark.parametrize("seed", range(15))
def test_a_game_ends_at_any_house(tmp_path: Path, seed: int) -> None:
    """Every card and close that is awaited is taken, but for a card that the shoe can't give."""
    random = Random(seed)
    house = house_of(tmp_path, **any_values(random))
    over = 0
    for _ in range(5):
        game = Game(house, random)
        refused = [outcome for outcome in game.play(slips=False) if isinstance(outcome, Refused)]
        assert all(outcome.clause in {"X1.2", "X3.5", "X4.2", "X4.3", "X4.4", None} for outcome in refused)
        over += isinstance(game.game.awaits(game.point.state), Over)
    assert over > 2


@pytest.mark.parametrize("seed", range(20))
def test_a_settled_or_closed_selection_takes_no_order(seed: int) -> None:
    """At every point of a game, for every selection: X3.1 while betting is closed, X3.5 once it is settled."""
    random = Random(seed)
    game = Game(None, random)
    tried = dict.fromkeys(("X3.1", "X3.5", "taken"), 0)
    for step in random_rounds.steps_of(game.game, random, lambda: game.point, False, False):
        outcome = fold.take(game.game, game.point, step)
        if isinstance(outcome, Taken):
            game.point = outcome.point
        state, awaited = game.state(), game.game.awaits(game.point.state)
        for number, selection in enumerate(SELECTIONS):
            order = {"order": "new", "account": "A", "selection": selection, "side": "back"}
            made = fold.take(game.game, game.point, order | {"odds": "2", "stake": "1.00"})
            if isinstance(awaited, Deal):
                assert isinstance(made, Refused)
                assert made.clause == "X3.1"
                tried["X3.1"] += 1
            elif isinstance(awaited, Orders) and state.results[number] is not None:
                assert isinstance(made, Refused)
                assert made.clause == "X3.5"
                tried["X3.5"] += 1
            else:
                tried["taken"] += isinstance(made, Taken)
    assert tried["X3.1"]


def test_the_rest_of_a_game_is_as_before_after_an_order_was_changed() -> None:
    """A game is played again from its steps with one order changed: the same cards, another bet (an amendment)."""
    played = steps(f"A back player1 3 10; B lay player1 3 20; {TO_18}")
    game, state = table(f"A back player1 3 10; B lay player1 3 20; {TO_18}")
    less = fold.play(game, [played[0] | {"stake": "4.00"}, *played[1:]])
    assert isinstance(less, Point)
    assert (less.state.hands, less.state.results) == (state.hands, state.results)
    assert [account.settled for account in state.market.accounts] == [2000, -2000]
    assert [account.settled for account in less.state.market.accounts] == [800, -800]
    assert fold.play(game, [played[0] | {"stake": "4000.00"}, *played[1:]]) == fold.Stop(
        0,
        Refused(
            "X4.4", "A has 1000.00 free, less than 4000.00 at 3 to back can lose; the most at 3 is a stake of 1000.00"
        ),
    )


@pytest.mark.parametrize(
    ("accounts", "options", "why"),
    [
        ([], {}, "at least one account"),
        ([{"account": "A", "chips": "1.00"}, {"account": "A", "chips": "1.00"}], {}, "each account once"),
        ([{"account": "", "chips": "1.00"}], {}, "account"),
        ([{"account": "A\nB", "chips": "1.00"}], {}, "account"),
        ([{"account": "A", "chips": "1"}], {}, "two places"),
        ([{"account": "A", "chips": "-1.00"}], {}, "two places"),
        ([{"account": "A", "chips": 1}], {}, "str"),
        ([{"account": "A"}], {}, "chips"),
        ([{"account": "A", "chips": "1.00", "seat": 1}], {}, "seat"),
        ([{"account": "A", "chips": "1.00"}], {"decks": 0}, "decks"),
        ([{"account": "A", "chips": "1.00"}], {"decks": "six"}, "decks"),
        ([{"account": "A", "chips": "1.00"}], {"commission": "101"}, "commission"),
        ([{"account": "A", "chips": "1.00"}], {"commission": "4.0"}, "commission"),
        ([{"account": "A", "chips": "1.00"}], {"commission": 4}, "commission"),
        ([{"account": "A", "chips": "1.00"}], {"netting": False}, "netting"),
        ([{"account": "A", "chips": "1.00"}], {"five_cards_counts": "dealer"}, "five_cards_counts"),
    ],
)
def test_a_game_that_cannot_begin_says_why(accounts: list[JSON], options: JSON, why: str) -> None:
    """In one line."""
    with pytest.raises(ValueError, match=why) as error:
        catalogue.make("exchange_blackjack", options, accounts)
    assert "\n" not in str(error.value)


def test_nothing_goes_back() -> None:
    """What the fold would ask for is refused with X4.8, and a joker is no card of this game."""
    game = Game(None, Random(1))
    with pytest.raises(ValueError, match="does not go back"):
        game.game.restore(game.state(), game.state())
    assert game.game.silence(game.state()) == ()
    assert not any(JOKER in cards for cards in game.game.on_table(game.state()).values())
    assert isinstance(game.game.terms, Terms)
