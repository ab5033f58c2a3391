"""How quick the rules are: what a step costs when the whole round is folded again, as an amendment does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

from dealer_assist import changes, fold
from dealer_assist.cards import RANKS, SUITS
from dealer_assist.findings import Amend
from dealer_assist.game import Bets, Choice, Deal, Refused, Turn
from dealer_assist.games import catalogue
from dealer_assist.games.triple import Triple
from dealer_assist.house_play import PLAYS

JSON = dict[str, Any]


def refolds(rounds: int = 40, seats: int = 7, seed: int = 1) -> Iterator[float]:
    """Seconds of processor time that each step of full Triple tables takes to be refolded: amended to itself."""
    random = Random(seed)
    for _ in range(rounds):
        game = catalogue.make("triple", {}, [{"seat": seat, "chips": 10_000} for seat in range(1, seats + 1)])
        assert isinstance(game, Triple)
        steps = list(_steps(game, random))
        played = fold.play(game, steps)
        assert isinstance(played, fold.Point)
        for number, step in enumerate(steps):
            began = time.thread_time()
            changes.amendment(game, played, steps, Amend(number, step))
            yield time.thread_time() - began


def _steps(game: Triple, random: Random) -> Iterator[JSON]:
    """A round to its end: everyone bets 30 and plays simply."""
    shoe = [rank + suit for rank in RANKS for suit in SUITS] * game.options.decks + ["Jk"] * game.options.jokers
    random.shuffle(shoe)
    point = fold.begin(game)
    bets = [{"bet": seat, "unit": 30} for seat in game.places if seat in {row.number for row in point.state.seats}]
    while True:
        match game.awaits(point.state):
            case Bets(first=first) if bets or first is None:
                step: JSON = bets.pop(0)
            case Bets(first=Deal() as place) | (Deal() as place):
                step = {"card": shoe.pop(), "to": place.to} | ({} if place.hand is None else {"hand": place.hand})
            case Choice() as choice:
                step = {"act": PLAYS["simple"].answer(point.state, choice).act, "seat": choice.seat}
            case Turn():
                step = {"turn": shoe.pop()}
            case _:
                return
        taken = fold.take(game, point, step)
        assert not isinstance(taken, Refused), taken.why
        point = taken.point
        yield step
