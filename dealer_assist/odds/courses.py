"""How hands may go on: the draws after which they are final, in how many orders each (X1.3, X5).

They follow from the rules alone; what is left in the shoe only weighs them (`urn`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter, mul
from typing import Generic, TypeVar

import msgspec

from dealer_assist.odds.hands import VALUES, End, Final21, Hand, Mask, Players, dealer_draws, end, final
from dealer_assist.odds.urn import NOTHING, Draw, Urn, numbers, one

Last = TypeVar("Last")


class Course(msgspec.Struct, frozen=True):
    """A draw of `cards` cards after which a player's hand is final, in so many orders."""

    draw: Draw
    cards: int
    last: Final21
    orders: int


@lru_cache(maxsize=2000)
def of_player(players: Players, hand: Hand, up: int) -> tuple[Course, ...]:
    """A player's hand against a dealer's card of value `up`, card by card, equal draws together."""
    courses: list[Course] = []
    drawing: Counter[tuple[Draw, Hand]] = Counter({(NOTHING, hand): 1})
    cards = 0
    while drawing:
        after: Counter[tuple[Draw, Hand]] = Counter()
        for (draw, held), orders in drawing.items():
            if not players.draws(held, up):
                courses.append(Course(draw, cards, final(held), orders))
                continue
            for value in VALUES:
                after[draw + one(value), held.take(value)] += orders
        drawing, cards = after, cards + 1
    return tuple(courses)


#: Products of an urn's ways, one for each draw that the dealer may make.
Products = list[int]


class Weighed(msgspec.Struct, Generic[Last], frozen=True):
    """All draws of the dealer of `cards` cards that come to `last`: where their products are, in how many orders."""

    last: Last
    cards: int
    of: Callable[[Products], int]


class Dealing:
    """What the dealer may draw from a hand, made ready to be weighed many times against many urns."""

    def __init__(self, hand: Hand) -> None:
        #: The hands by their draws, as they come, and from where each comes by one card.
        self._hands: list[Hand] = []
        self._cards: list[int] = []
        self._before: list[list[int]] = []
        draws = self._walk(hand)
        #: Draws that begin alike share their product: step from a product by so many of a value.
        self._steps: list[tuple[int, int, int]] = []
        places: dict[tuple[int, int, int], int] = {}
        self._places = [self._place(draw, places) for draw in draws]

    def _walk(self, hand: Hand) -> list[Draw]:
        at: dict[Draw, int] = {NOTHING: 0}
        self._add(hand, 0)
        draws = [NOTHING]
        for place, draw in enumerate(draws):
            held = self._hands[place]
            if not dealer_draws(held):
                continue
            for value in VALUES:
                more = draw + one(value)
                if more not in at:
                    at[more] = len(draws)
                    draws.append(more)
                    self._add(held.take(value), self._cards[place] + 1)
                self._before[at[more]].append(place)
        return draws

    def _add(self, hand: Hand, cards: int) -> None:
        self._hands.append(hand)
        self._cards.append(cards)
        self._before.append([])

    def _place(self, draw: Draw, places: dict[tuple[int, int, int], int]) -> int:
        place = 0
        for at, much in enumerate(numbers(draw)):
            step = (place, at, much)
            if much and step not in places:
                self._steps.append(step)
                places[step] = len(self._steps)
            place = places[step] if much else place
        return place

    def products(self, urn: Urn, before: Draw = NOTHING) -> Products:
        """The ways of the draw `before` and each of the dealer's together; none where `before` can't come."""
        # Each row is wholly in every product, so dividing by what of it was there leaves no rest.
        rows = [(row[much], row[much:]) for row, much in zip(urn.ways, numbers(before), strict=True)]
        products = [math.prod([there for there, _ in rows])]
        if not products[0]:
            return []
        for place, at, much in self._steps:
            there, ways = rows[at]
            products.append(products[place] * ways[much] // there)
        return products

    def weighed(self, last_of: Callable[[Hand], Last | None]) -> tuple[Weighed[Last], ...]:
        """The draws at which the dealer ends, where `last_of` says that a hand is an end and which."""
        orders = [1] + [0] * (len(self._hands) - 1)
        ends: dict[tuple[Last, int], list[tuple[int, int]]] = {}
        for place, hand in enumerate(self._hands):
            orders[place] += sum([orders[before] for before in self._before[place]])
            last = last_of(hand)
            if last is not None and orders[place]:
                ends.setdefault((last, self._cards[place]), []).append((self._places[place], orders[place]))
                # Nothing goes on from an end.
                orders[place] = 0
        return tuple(Weighed(last, cards, _sum_of(terms)) for (last, cards), terms in ends.items())


def _sum_of(terms: list[tuple[int, int]]) -> Callable[[Products], int]:
    """The sum of the products at these places, so many times each."""
    if len(terms) == 1:
        ((place, times),) = terms
        return lambda products: products[place] * times
    pick = itemgetter(*(place for place, _ in terms))
    orders = tuple(times for _, times in terms)
    return lambda products: sum(map(mul, pick(products), orders))


@lru_cache(maxsize=200)
def dealing(hand: Hand) -> Dealing:
    """The one `Dealing` from that hand."""
    return Dealing(hand)


@lru_cache(maxsize=200)
def of_dealer(hand: Hand) -> tuple[Weighed[int], ...]:
    """The dealer's hand to its end, by rank."""
    return dealing(hand).weighed(lambda held: None if dealer_draws(held) else final(held).rank)


@lru_cache(maxsize=1500)
def of_game(dealer: Hand, mask: Mask) -> tuple[Weighed[End], ...]:
    """The dealer's hand until the game is over, when the players' final hands are those of `mask`."""
    return dealing(dealer).weighed(lambda held: end(held, mask))


@lru_cache(maxsize=1500)
def of_game_in_cards(dealer: Hand, mask: Mask) -> tuple[Weighed[bool], ...]:
    """As `of_game`, however it ends."""
    return dealing(dealer).weighed(lambda held: None if end(held, mask) is None else True)
