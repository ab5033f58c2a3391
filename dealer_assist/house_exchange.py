"""The best play of Exchange Blackjack, out of its rules alone (X5.2): whether to draw, and what a hand is worth.

No table is read here: only how the dealer plays and how hands rank (X1.3, X1.4), on an infinite deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final

import msgspec

from dealer_assist.games.exchange_blackjack.logic import BUST, COLUMNS, MOST_CARDS, ROWS, Play, outcome
from dealer_assist.odds.hands import EMPTY, RANKS, RANKS_OF, VALUES, Hand, final
from dealer_assist.odds.infinite import dealer_ends

#: A hand of this many cards or more is drawn to, by the numbers of cards with which drawing is best.
_PLAYS: Final[dict[tuple[int, ...], Play]] = {(2, 3, 4): "H", (3, 4): "H3", (4,): "H4", (): "S"}
_WEIGHTS: Final = tuple(zip(VALUES, RANKS_OF, strict=True))


class Best(msgspec.Struct, frozen=True):
    """The best play and what it is worth, in points a point staked.

    `logic` has the rows and columns of X5.1; `returns` those of them that two cards can make; `edge` is what a player
    loses on the average.
    """

    logic: Mapping[str, tuple[Play, ...]]
    returns: Mapping[str, tuple[Fraction, ...]]
    edge: Fraction


@cache
def standing(hand: Hand, up: int) -> Fraction:
    """What a hand is worth that takes no card, against a dealer's card of value `up`."""
    dealers = dealer_ends(EMPTY.take(up))
    gain = {"win": 1, "dead_heat": 0, "lose": -1}
    weight = sum(gain[outcome(final(hand).rank, rank)] * much for rank, much in dealers.items())
    return Fraction(weight, RANKS ** (MOST_CARDS - 1))


@cache
def drawing(hand: Hand, up: int) -> Fraction:
    """What a hand is worth that takes a card and is played as well as can be."""
    return sum((weight * worth(hand.take(value), up) for value, weight in _WEIGHTS), Fraction(0)) / RANKS


@cache
def worth(hand: Hand, up: int) -> Fraction:
    """What a hand is worth, played as well as can be."""
    if hand.number < 2:
        return drawing(hand, up)
    if hand.number == MOST_CARDS or final(hand).rank == BUST:
        return standing(hand, up)
    return max(standing(hand, up), drawing(hand, up))


def best() -> Best:
    """The best play of every row and column, and what it is worth."""
    return Best(
        {row: tuple(_play(row, up) for up in COLUMNS) for row in ROWS},
        {row: tuple(worth(hand_of_row(row, 2), up) for up in COLUMNS) for row in ROWS if _is_of_two_cards(row)},
        -sum((weight * worth(EMPTY, up) for up, weight in _WEIGHTS), Fraction(0)) / RANKS,
    )


def hand_of_row(row: str, cards: int) -> Hand:
    """The hand of a row of the table with so many cards: `"12"`, or `"A6"`, an ace with others that total 6."""
    others = row.removeprefix("A")
    return Hand(int(others), False, cards) if others == row else Hand(int(others) + 1, True, cards)


def _is_of_two_cards(row: str) -> bool:
    """Hard 21 is the only total that two cards can't make."""
    return row != "21"


def _play(row: str, up: int) -> Play:
    better = []
    for cards in range(2, MOST_CARDS):
        hand = hand_of_row(row, cards)
        if drawing(hand, up) > standing(hand, up):
            better.append(cards)
    # The table can say no other than these: with more cards, five are nearer.
    return _PLAYS[tuple(better)]
