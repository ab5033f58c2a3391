"""Blackjack totals with jokers, against a slow reading that gives every ace and joker each of its values."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from dealer_assist.blackjack_hands import is_blackjack, is_soft, least, total, worth
from dealer_assist.cards import ACE, CARDS, Card, Joker, parse


def hand(text: str) -> tuple[Card, ...]:
    """The cards of a text."""
    return tuple(parse(part) for part in text.split())


def values(card: Card) -> list[int]:
    """What a card may count: an ace 1 or 11, a joker anything from 1 to 11."""
    if isinstance(card, Joker):
        return list(range(1, 12))
    return [1, 11] if card.rank == ACE else [min(card.rank, 10)]


def slowly(cards: tuple[Card, ...]) -> tuple[int, int]:
    """The best total and the least."""
    totals = {sum(combination) for combination in product(*map(values, cards))}
    return max((number for number in totals if number <= 21), default=min(totals)), min(totals)


def test_random_hands() -> None:
    """One to six cards, with jokers and aces among them."""
    random = Random(1)
    pool = [*CARDS, *[CARDS[-1]] * 5, *hand("As Ah Ad")]
    for _ in range(3000):
        cards = tuple(random.choices(pool, k=random.randint(1, 6)))
        if sum(isinstance(card, Joker) for card in cards) <= 3:
            best, low = slowly(cards)
            assert (total(cards), least(cards)) == (best, low), [str(card) for card in cards]
            assert is_soft(cards) == (best > low)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("Ah Kh", 21), ("Ah As", 12), ("Ah As 9h", 21), ("Ah As Kh", 12), ("Ah 6h Kh", 17), ("Kh Qh 2h", 22),
        ("Kh Qh Ah", 21), ("Jk", 11), ("Jk Jk", 21), ("Jk 5h", 16), ("Jk Kh Qh", 21), ("Jk Kh Qh Ah", 22),
    ],
)  # fmt: skip
def test_what_a_hand_counts(text: str, best: int) -> None:
    """T4.3, T7.2."""
    assert total(hand(text)) == best


def test_what_a_card_counts_at_least() -> None:
    """Ace and joker 1, faces 10."""
    assert [worth(card) for card in hand("As 2s 9s Ts Js Qs Ks Jk")] == [1, 2, 9, 10, 10, 10, 10, 1]


@pytest.mark.parametrize(
    ("text", "natural"),
    [("Ah Kh", True), ("Th Ah", True), ("Ah As", False), ("Kh Qh", False), ("Jk Ah", True), ("Jk Th", True),
     ("Jk 9h", False), ("Jk Jk", True), ("Ah", False), ("Ah 5h 5s", False), ("Jk Kh Qh", False)],
)  # fmt: skip
def test_what_is_a_blackjack(text: str, natural: bool) -> None:
    """21 on two cards."""
    assert is_blackjack(hand(text)) is natural
