"""The poker hands of both games: six cards with jokers wild (T6.3, T6.4, T7.2), and Omaha's two and three (O1.3).

`makes` names every hand that the cards can be read as; which of them counts is the house's choice. `omaha_rank`
is a number to compare, `category` its name, `omaha_five` the cards that make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Final

from dealer_assist.cards import ACE, JACK, SUITS, Card, Suited
from dealer_assist.five_cards import KEYS, category, five_rank, mixed_rows, suited_ranks

__all__ = ["HANDS", "category", "five_rank", "makes", "omaha_five", "omaha_rank"]

#: Strongest first, as T6.3 lists them.
HANDS: Final = (
    "royal_flush",
    "straight_flush",
    "five_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "defective_house",
    "three_of_a_kind",
    "two_pair",
    "high_pair",
    "low_pair",
    "nothing",
)

#: A set of ranks is a number: bit n-1 for rank n, an ace in bits 0 and 13 (it may be low, T6.4).
_BITS: Final = {rank: 1 << rank - 1 for rank in range(2, ACE)} | {ACE: 1 << 13 | 1}
_FIVE: Final = 0b11111
#: How far each straight is shifted: A-2-3-4-5 first, the royal one last.
_STRAIGHTS: Final = range(10)
_ROYAL: Final = _STRAIGHTS[-1]


@lru_cache(maxsize=65536)
def makes(cards: tuple[Card, ...], low_ace: bool = True) -> frozenset[str]:
    """Every hand of `HANDS` that two to six cards (fewer too) can make; never empty.

    Fewer than five cards make only pairs, two pair, three and four of a kind (T6.4). Without `low_ace`
    A-2-3-4-5 is no straight.
    """
    straights = _STRAIGHTS if low_ace else _STRAIGHTS[1:]
    suited = [card for card in cards if isinstance(card, Suited)]
    wild = len(cards) - len(suited)
    counts: dict[int, int] = {}
    for card in suited:
        counts[card.rank] = counts.get(card.rank, 0) + 1
    most, second, *_ = *sorted(counts.values(), reverse=True), 0, 0
    hands = {"nothing"}
    if most + wild >= 2:
        hands |= _alike(counts, most, second, wild)
    if len(cards) >= 5:
        hands |= _straight(counts, wild, straights)
        hands |= _suited(suited, wild, straights)
        if _lacking(most, 3) + _lacking(second, 2) <= wild:
            hands.add("full_house")
    if len(cards) == 6 and len(counts) <= 3 and most <= 2:
        hands.add("defective_house")  # three pairs; jokers fill what is lacking (T6.4)
    return frozenset(hands)


def _alike(counts: Mapping[int, int], most: int, second: int, wild: int) -> set[str]:
    """Pairs, two pair, three, four and five of a kind; `most` and `second` are the two largest counts."""
    hands: set[str] = set()
    for number, name in ((3, "three_of_a_kind"), (4, "four_of_a_kind"), (5, "five_of_a_kind")):
        if most + wild >= number:
            hands.add(name)
    if _lacking(most, 2) + _lacking(second, 2) <= wild:
        hands.add("two_pair")
    paired = {rank for rank, number in counts.items() if number + wild >= 2}
    if wild >= 2 or any(rank >= JACK for rank in paired):
        hands.add("high_pair")
    if wild >= 2 or any(rank < JACK for rank in paired):
        hands.add("low_pair")
    return hands


def _lacking(number: int, wanted: int) -> int:
    return max(0, wanted - number)


def _straight(ranks: Iterable[int], wild: int, straights: range) -> set[str]:
    held = _bits(ranks)
    return {"straight"} if any(_holds(held, low, wild) for low in straights) else set()


def _suited(suited: Iterable[Suited], wild: int, straights: range) -> set[str]:
    """Flush, straight flush and royal flush."""
    by_suit: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for card in suited:
        by_suit[card.suit].append(card.rank)
    hands: set[str] = set()
    for ranks in by_suit.values():
        if len(ranks) + wild < 5:
            continue
        hands.add("flush")
        held = _bits(ranks)
        if any(_holds(held, low, wild) for low in straights):
            hands.add("straight_flush")
        if _holds(held, _ROYAL, wild):
            hands.add("royal_flush")
    return hands


def _bits(ranks: Iterable[int]) -> int:
    held = 0
    for rank in ranks:
        held |= _BITS[rank]
    return held


def _holds(held: int, low: int, wild: int) -> bool:
    """Whether the ranks in `held` make one straight, jokers standing for those that lack."""
    return (held >> low & _FIVE).bit_count() + wild >= 5


def omaha_rank(hole: Sequence[Suited], board: Sequence[Suited]) -> int:
    """The rank of the best hand of exactly two of four hole cards and three of three to five board cards (O1.3).

    Higher is better, equal is equal; the cards are of one deck, all different. Raises `ValueError` for another
    number of cards.
    """
    if len(hole) != 4:
        raise ValueError(f"an Omaha hand has four hole cards, these are {len(hole)}")
    rows, places, suit, suited_threes = _threes(tuple(board))
    a, b, c, d = [KEYS[card.rank] for card in hole]
    best = max(
        max(places(rows[a + b])),
        max(places(rows[a + c])),
        max(places(rows[a + d])),
        max(places(rows[b + c])),
        max(places(rows[b + d])),
        max(places(rows[c + d])),
    )
    if suit is None:
        return best
    held = [KEYS[card.rank] for card in hole if card.suit == suit]
    if len(held) < 2:
        return best
    ranks = suited_ranks()
    return max(best, *[ranks[one + two + three] for one, two in combinations(held, 2) for three in suited_threes])


def omaha_five(hole: Sequence[Suited], board: Sequence[Suited]) -> tuple[Suited, ...]:
    """The five cards that make `omaha_rank`: two of `hole`, then three of `board`, both in the order given.

    Where several fives are equal, the first in that order. Raises `ValueError` as `omaha_rank` does.
    """
    best = omaha_rank(hole, board)
    fives = (two + three for two in combinations(hole, 2) for three in combinations(board, 3))
    return next(five for five in fives if five_rank(five) == best)


_Board = tuple[dict[int, list[int]], Callable[[list[int]], tuple[int, ...]], str | None, tuple[int, ...]]


@lru_cache(maxsize=64)
def _threes(board: tuple[Suited, ...]) -> _Board:
    """What all threes of the board make: the rows of ranks, what takes the places of the threes out of a row, the
    suit of a flush, if the board allows one, and the keys of the threes of that suit."""
    if not 3 <= len(board) <= 5:
        raise ValueError(f"an Omaha board has three to five cards, these are {len(board)}")
    rows, place = mixed_rows()
    keys = [KEYS[card.rank] for card in board]
    places = [place[a + b + c] for a, b, c in combinations(keys, 3)]
    suits = [card.suit for card in board]
    suit = next((suit for suit in SUITS if suits.count(suit) >= 3), None)
    held = [key for key, its in zip(keys, suits, strict=True) if its == suit]
    # `itemgetter` gives a tuple for two places or more: the one of a flop is taken twice.
    return rows, itemgetter(*places, places[0]), suit, tuple([a + b + c for a, b, c in combinations(held, 3)])
