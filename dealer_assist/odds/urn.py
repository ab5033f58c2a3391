"""Drawing from what is left, whatever is drawn for whom: in how many ways a number of each value may come.

Cards not yet seen are all alike to each other, so the order of the players and the dealer changes nothing, and an
event is a sum over *draws*: how many cards of each of the ten values have come.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from dealer_assist.cards import DECK, Suited
from dealer_assist.games.exchange_blackjack import logic as play
from dealer_assist.odds.hands import RANKS_OF, VALUES

#: How many cards of each value, as one number, so that two draws together are a sum.
Draw = int

NOTHING: Final[Draw] = 0
#: A game draws fewer of any value than five bits hold.
_BITS: Final = 5
_NUMBER: Final = (1 << _BITS) - 1
_SHIFTS: Final = tuple(_BITS * (value - 1) for value in VALUES)
#: Cards that a game may still need: four players' three and the dealer's four, and one more for an end.
_MOST: Final = 17

#: What may be left of each card.
Left = Mapping[Suited, int]


class Urn(msgspec.Struct, frozen=True):
    """`ways[v][k]` in which `k` cards of value `v + 1` may follow each other, `whole[k]` any `k` cards.

    The probability of one order of values that draws `k_v` of each is the product of `ways[v][k_v]` over
    `whole[sum of k_v]`.
    """

    ways: tuple[tuple[int, ...], ...]
    whole: tuple[int, ...]


def one(value: int) -> Draw:
    """The draw of a card of that value."""
    return 1 << _SHIFTS[value - 1]


def numbers(draw: Draw) -> list[int]:
    """How many cards of each value, ace first."""
    return [draw >> shift & _NUMBER for shift in _SHIFTS]


def value_of(card: Suited) -> int:
    """1 to 10."""
    return play.numbers((card,))[0]


OF_VALUE: Final = tuple(tuple(card for card in DECK if value_of(card) == value) for value in VALUES)


def shoe(left: Left) -> Urn:
    """Cards from a shoe in which so many of each are left."""
    counts = [sum(left[card] for card in cards) for cards in OF_VALUE]
    return Urn(tuple(_falling(count) for count in counts), _falling(sum(counts)))


def unlike(left: Left, seen: Sequence[Suited]) -> Urn:
    """As `shoe`, but only draws in which no card equals another or one of `seen`."""
    ways = tuple(_different([left[card] for card in cards if card not in seen]) for cards in OF_VALUE)
    return Urn(ways, _falling(sum(left.values())))


def unlike_infinite(seen: Sequence[Suited]) -> Urn:
    """As `unlike`, from the infinite deck."""
    fresh = (sum(card not in seen for card in cards) for cards in OF_VALUE)
    return Urn(tuple(_falling(count) for count in fresh), _powers(len(DECK)))


def infinite() -> Urn:
    """Cards from the infinite deck, as ranks."""
    return Urn(tuple(_powers(ranks) for ranks in RANKS_OF), _powers(sum(RANKS_OF)))


def _falling(count: int) -> tuple[int, ...]:
    return tuple(math.perm(count, drawn) for drawn in range(_MOST))


def _powers(base: int) -> tuple[int, ...]:
    return tuple(base**drawn for drawn in range(_MOST))


def _different(copies: Sequence[int]) -> tuple[int, ...]:
    """Ordered draws of cards all different, when there are so many copies of each card."""
    chosen = [1] + [0] * (_MOST - 1)
    for number in copies:
        for drawn in range(_MOST - 1, 0, -1):
            chosen[drawn] += chosen[drawn - 1] * number
    return tuple(math.factorial(drawn) * ways for drawn, ways in enumerate(chosen))
