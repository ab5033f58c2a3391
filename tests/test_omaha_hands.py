"""Five-card hands and Omaha's two and three (O1.2, O1.3), against two evaluators that share nothing with ours."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from random import Random

import pytest
from phevaluator import evaluate_cards, evaluate_omaha_cards  # type: ignore[import-untyped]  # it has no types
from pokerkit import Card as TheirCard
from pokerkit import Hand, OmahaHoldemHand

from dealer_assist import five_cards
from dealer_assist.cards import DECK, RANKS, SUITS, Suited, parse
from dealer_assist.poker_hands import category, five_rank, omaha_five, omaha_rank

#: How many of the 2,598,960 hands are of each kind: published in every book on poker.
COUNTS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "one_pair": 1_098_240,
    "high_card": 1_302_540,
}

#: The cards as phevaluator numbers them.
NUMBERS = {card: (card.rank - 2) * 4 + "cdhs".index(card.suit) for card in DECK}


def cards(text: str) -> tuple[Suited, ...]:
    """The cards of a text."""
    found = [parse(part) for part in text.split()]
    return tuple(card for card in found if isinstance(card, Suited))


def every_five() -> Iterator[tuple[tuple[Suited, ...], int]]:
    """A hand of every set of five ranks, of one suit and of several, and how many hands differ from it by suits."""
    for ranks in combinations_with_replacement(range(2, 15), 5):
        alike = Counter(ranks).values()
        if max(alike) > 4:
            continue
        suits = prod(comb(4, number) for number in alike)
        if max(alike) == 1:
            yield tuple(Suited(rank, "h") for rank in ranks), 4
            suits -= 4
        mixed = tuple(Suited(rank, SUITS[(place + 1) % 4]) for place, rank in enumerate(ranks))
        assert len(set(mixed)) == 5
        yield mixed, suits


def test_all_five_card_hands_by_kind() -> None:
    """O1.2: 2,598,960 hands, counted by kind."""
    found: Counter[str] = Counter()
    for hand, number in every_five():
        found[category(five_rank(hand))] += number
    assert found == COUNTS
    assert found.total() == comb(52, 5)


def test_suits_are_equal_and_order_does_not_matter() -> None:
    """O1.1: what `every_five` leaves out, a hand in other suits and another order, at random."""
    random = Random(2)
    for _ in range(5_000):
        hand = random.sample(DECK, 5)
        renamed = dict(zip(SUITS, random.sample(SUITS, 4), strict=True))
        other = [Suited(card.rank, renamed[card.suit]) for card in random.sample(hand, 5)]
        assert five_rank(hand) == five_rank(other)


def test_all_five_card_hands_in_order() -> None:
    """All 7,462 ranks: the same order as phevaluator's, and the same hands equal."""
    pairs = {(-evaluate_cards(*map(str, hand)), five_rank(hand)) for hand, _ in every_five()}
    assert len(pairs) == 7_462
    assert all(ours < higher for (_, ours), (_, higher) in pairwise(sorted(pairs)))


def test_random_deals_against_phevaluator() -> None:
    """100,000 deals, of all cards and of few where more is made: one rank of ours for one of theirs, in order."""
    pairs = set()
    for hole, board in deals(100_000):
        pairs.add((-evaluate_omaha_cards(*[NUMBERS[card] for card in board + hole]), omaha_rank(hole, board)))
    ordered = sorted(pairs)
    assert len(ordered) > 3_000
    assert all(theirs < next_ and ours < higher for (theirs, ours), (next_, higher) in pairwise(ordered))


def deals(number: int) -> Iterator[tuple[tuple[Suited, ...], tuple[Suited, ...]]]:
    """Random hole cards and boards, every other of two suits or of six ranks in a row."""
    random = Random(7)
    two_suits = [card for card in DECK if card.suit in "sh"]
    for count in range(number):
        few = two_suits if count % 4 == 1 else DECK
        if count % 4 == 3:
            low = random.randint(2, 9)
            few = DECK[low - 2 : low + 4] + DECK[low + 11 : low + 17] + DECK[low + 24 : low + 30]
        nine = random.sample(few, 9)
        yield tuple(nine[:4]), tuple(nine[4:])


def theirs(hole: tuple[Suited, ...], board: tuple[Suited, ...]) -> Hand:
    """What pokerkit makes of the cards."""
    return OmahaHoldemHand.from_game(text(hole), text(board))


def text(some: tuple[Suited, ...]) -> list[TheirCard]:
    """The cards as pokerkit has them."""
    return list(TheirCard.parse("".join(map(str, some))))


@pytest.mark.parametrize(
    ("hole", "board", "kind", "five"),
    [
        ("As Ks 2d 3d", "Qs Js Ts 4h 5h", "royal_flush", "As Ks Qs Js Ts"),
        ("As Kd 2d 3c", "Ks Qs Js Ts 9s", "straight", "As Kd Qs Js Ts"),  # one spade in hand is no flush
        ("As Ah Ad Ac", "2c 7d 9h Js Kd", "one_pair", "As Ah 9h Js Kd"),  # two aces play, never four
        ("Ah 2h Kd Kc", "3h 4h 5h 9s 9d", "straight_flush", "Ah 2h 3h 4h 5h"),
        ("Ah Kh 7d 2c", "Ad Ac As 4s 5s", "four_of_a_kind", "Ah Kh Ad Ac As"),
        ("9c 9d 2s 3s", "9h 5h 5d 5c Kd", "full_house", "9c 9d 9h 5h 5d"),
        ("Ah 3c 8d Jd", "2d 4s 5h Kc Kd", "straight", "Ah 3c 2d 4s 5h"),
    ],
)
def test_two_and_three(hole: str, board: str, kind: str, five: str) -> None:
    """O1.3, the hands that Hold'em players misread."""
    assert category(omaha_rank(cards(hole), cards(board))) == kind
    assert omaha_five(cards(hole), cards(board)) == cards(five)


def test_the_five_that_make_it() -> None:
    """Two of the hole cards, three of the board, in their order, of the rank that was given."""
    for hole, board in deals(3_000):
        five = omaha_five(hole, board)
        assert five_rank(five) == omaha_rank(hole, board)
        assert five[:2] in set(combinations(hole, 2))
        assert five[2:] in set(combinations(board, 3))


def test_a_board_of_three_and_four() -> None:
    """A flop alone is the three; the turn can only better it."""
    random = Random(3)
    for _ in range(500):
        nine = random.sample(DECK, 9)
        hole, board = nine[:4], nine[4:]
        flop = omaha_rank(hole, board[:3])
        assert flop == max(five_rank([*two, *board[:3]]) for two in combinations(hole, 2))
        assert flop <= omaha_rank(hole, board[:4]) <= omaha_rank(hole, board)


@pytest.mark.parametrize(("held", "dealt"), [(3, 5), (5, 4), (4, 2), (4, 6), (0, 5)])
def test_another_number_of_cards(held: int, dealt: int) -> None:
    """No hand is made of three hole cards, nor of a board of two."""
    with pytest.raises(ValueError, match=r"four hole cards|three to five"):
        omaha_rank(DECK[:held], DECK[20 : 20 + dealt])
    with pytest.raises(ValueError, match="five cards"):
        five_rank(DECK[:4])


def test_the_tables_are_small_and_made_quickly() -> None:
    """They are made when the first hand is looked at."""
    began = time.process_time()
    assert len(five_cards.mixed_ranks.__wrapped__()) == 6_175
    assert len(five_cards.suited_ranks.__wrapped__()) == 1_287
    rows, places = five_cards.mixed_rows.__wrapped__()
    assert (len(rows), len(places), {len(row) for row in rows.values()}) == (91, 455, {455})
    assert time.process_time() - began < 0.5
    assert len(RANKS) == 13
