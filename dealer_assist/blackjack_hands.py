"""Blackjack totals: hard, soft and wild (T4, T7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealer_assist.cards import ACE, CARDS, DECK, JOKER, Card, Joker


def worth(card: Card) -> int:
    """An ace or a joker counts 1 here; ten, jack, queen and king count 10."""
    return _WORTH[card]


_WORTH: Final[dict[Card, int]] = {
    card: 1 if isinstance(card, Joker) or card.rank == ACE else min(card.rank, 10) for card in CARDS
}
_ACES: Final = frozenset(card for card in DECK if card.rank == ACE)


def least(cards: Sequence[Card]) -> int:
    """The total with every ace and joker as 1; over 21 is a bust."""
    return sum([_WORTH[card] for card in cards])


def total(cards: Sequence[Card]) -> int:
    """The best total of 21 or less, or the least total of a bust.

    A joker is any card (T7.2), so it fills any gap of up to ten points; an ace adds ten or nothing.
    """
    low = least(cards)
    if low >= 21:
        return low
    if JOKER in cards:
        pliable = sum([card in _ACES or card == JOKER for card in cards])
        return min(21, low + 10 * pliable)
    return low + 10 if low <= 11 and not _ACES.isdisjoint(cards) else low


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace or a joker counts more than its least in the best total."""
    return total(cards) > least(cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """21 on two cards: an ace with a ten-valued card; a joker stands for either (T7.2)."""
    return len(cards) == 2 and total(cards) == 21
