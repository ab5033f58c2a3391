"""Which poker hands a set of cards can make, jokers wild (T6.3, T6.4, T7.2).

`makes` names every hand that the cards can be read as; which of them counts is the house's choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from dealer_assist.cards import ACE, JACK, SUITS, Card, Suited

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
