"""Blackjack totals: hard, soft and wild (T4, T7.2)."""

from __future__ import annotations

from collections.abc import Sequence

from dealer_assist.cards import ACE, Card, Joker, Suited


def worth(card: Suited) -> int:
    """An ace counts 1 here; ten, jack, queen and king count 10."""
    return 1 if card.rank == ACE else min(card.rank, 10)


def least(cards: Sequence[Card]) -> int:
    """The total with every ace and joker as 1; over 21 is a bust."""
    return sum(1 if isinstance(card, Joker) else worth(card) for card in cards)


def total(cards: Sequence[Card]) -> int:
    """The best total of 21 or less, or the least total of a bust.

    A joker is any card (T7.2), so it fills any gap of up to ten points; an ace adds ten or nothing.
    """
    low = least(cards)
    aces = sum(1 for card in cards if isinstance(card, Suited) and card.rank == ACE)
    if any(isinstance(card, Joker) for card in cards):
        jokers = sum(1 for card in cards if isinstance(card, Joker))
        return max(low, min(21, low + 10 * (jokers + aces)))
    return low + 10 if aces and low <= 11 else low


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace or a joker counts more than its least in the best total."""
    return total(cards) > least(cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """21 on two cards: an ace with a ten-valued card; a joker stands for either (T7.2)."""
    return len(cards) == 2 and total(cards) == 21
