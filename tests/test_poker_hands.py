"""Poker hands with jokers, against a slow reading that puts every card in the place of each joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from dealer_assist.cards import ACE, CARDS, DECK, JACK, Card, Suited, parse
from dealer_assist.poker_hands import HANDS, makes


def hand(text: str) -> tuple[Card, ...]:
    """The cards of a text."""
    return tuple(parse(part) for part in text.split())


def natural(cards: Sequence[Suited], low_ace: bool) -> Iterator[str]:
    """Every hand that cards without a joker can be read as, straight from the words of T6.3 and T6.4."""
    counts = Counter(card.rank for card in cards)
    many = sorted(counts.values(), reverse=True) + [0, 0]
    yield "nothing"
    for rank, number in counts.items():
        if number >= 2:
            yield "high_pair" if rank >= JACK else "low_pair"
    if many[1] >= 2:
        yield "two_pair"
    for number, name in ((3, "three_of_a_kind"), (4, "four_of_a_kind"), (5, "five_of_a_kind")):
        if many[0] >= number:
            yield name
    if many[0] >= 3 and many[1] >= 2:
        yield "full_house"
    if len(cards) == 6 and many[:3] == [2, 2, 2]:
        yield "defective_house"
    if _straight({card.rank for card in cards}, low_ace):
        yield "straight"
    for suit in "shdc":
        ranks = {card.rank for card in cards if card.suit == suit}
        if sum(card.suit == suit for card in cards) >= 5:
            yield "flush"
        if _straight(ranks, low_ace):
            yield "straight_flush"
        if {10, 11, 12, 13, 14} <= ranks:
            yield "royal_flush"


def _straight(ranks: set[int], low_ace: bool) -> bool:
    low = ranks | ({1} if ACE in ranks and low_ace else set())
    return any({start, start + 1, start + 2, start + 3, start + 4} <= low for start in range(1, 11))


def slowly(cards: Sequence[Card], low_ace: bool) -> frozenset[str]:
    """Every hand, whatever cards the jokers are."""
    suited = [card for card in cards if isinstance(card, Suited)]
    jokers = len(cards) - len(suited)
    return frozenset(name for wild in product(DECK, repeat=jokers) for name in natural([*suited, *wild], low_ace))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_random_hands(jokers: int) -> None:
    """One to six cards; hands of few ranks and suits, where something is made."""
    random = Random(jokers)
    for _ in range([1500, 150, 8][jokers]):
        few = [
            card
            for card in DECK
            if card.rank in random.sample(range(2, 15), 5) and card.suit in random.choice(("s", "sh", "shdc"))
        ]
        number = random.randint(max(1, jokers), 6)
        cards = (*random.choices(few, k=number - jokers), *[CARDS[-1]] * jokers)
        assert makes(cards) == slowly(cards, low_ace=True), [str(card) for card in cards]


@pytest.mark.parametrize("jokers", [0, 1])
def test_random_hands_where_an_ace_is_high_only(jokers: int) -> None:
    """Five or six cards of few ranks, an ace often among them."""
    random = Random(jokers)
    few = [card for card in DECK if card.rank in {ACE, 2, 3, 4, 5, 6, 10} and card.suit in "sh"]
    for _ in range([1000, 50][jokers]):
        cards = (*random.choices(few, k=random.randint(5, 6) - jokers), *[CARDS[-1]] * jokers)
        assert makes(cards, False) == slowly(cards, low_ace=False), [str(card) for card in cards]


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("Jk Jk Jk Jk Jk", "royal_flush"),
        ("Jk Jk Jk Jk Jk Jk", "royal_flush"),
        ("9h Jk Jk Jk Jk", "straight_flush"),
        ("Th Jk Jk Jk Jk", "royal_flush"),
        ("Jk Jk Jk Jk", "four_of_a_kind"),
        ("Jk Jk", "high_pair"),
        ("Jk", "nothing"),
        ("9h Jk", "low_pair"),
        ("Kh Jk", "high_pair"),
        ("9h 9s Jk 2d", "three_of_a_kind"),
        ("9h 9s 2h 2s Jk 3d", "full_house"),
        ("As 2s 3s 4s Jk", "straight_flush"),
        ("Ts Js Qs Ks Jk", "royal_flush"),
    ],
)
def test_the_strongest_hand_with_jokers(text: str, best: str) -> None:
    """By T6.3's order."""
    assert next(name for name in HANDS if name in makes(hand(text))) == best


def test_the_order_of_the_cards_does_not_matter() -> None:
    """Poker knows no order."""
    random = Random(5)
    for _ in range(200):
        cards = random.choices(CARDS, k=6)
        shuffled = random.sample(cards, 6)
        assert makes(tuple(cards)) == makes(tuple(shuffled))


def test_no_hand_of_five_on_fewer_cards() -> None:
    """T6.4: four hearts in a row with no fifth card."""
    assert makes(hand("5h 6h 7h 8h")) == {"nothing"}
    assert makes(hand("5h 6h 7h Jk")) == {"nothing", "low_pair"}
    assert makes(()) == {"nothing"}
