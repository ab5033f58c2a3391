"""Which poker hands a set of cards can make, jokers wild (T6.3, T6.4, T7.2).

`makes` names every hand that the cards can be read as; which of them counts is the house's choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from dealer_assist.cards import ACE, JACK, Card, Suited

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

_ROYAL: Final = frozenset(range(10, 15))
_STRAIGHTS: Final = tuple(frozenset(ACE if rank == 1 else rank for rank in range(low, low + 5)) for low in range(1, 11))


@lru_cache(maxsize=65536)
def makes(cards: tuple[Card, ...]) -> frozenset[str]:
    """Every hand of `HANDS` that two to six cards (fewer too) can make; never empty.

    Fewer than five cards make only pairs, two pair, three and four of a kind (T6.4).
    """
    suited = [card for card in cards if isinstance(card, Suited)]
    wild = len(cards) - len(suited)
    counts = Counter(card.rank for card in suited)
    hands = {"nothing"}
    hands |= _alike(counts, wild)
    if len(cards) >= 5:
        hands |= _five_card(suited, counts, wild)
    if len(cards) == 6 and _three_pairs(counts):
        hands.add("defective_house")
    return frozenset(hands)


def _alike(counts: Counter[int], wild: int) -> set[str]:
    """Pairs, two pair, three, four and five of a kind."""
    hands: set[str] = set()
    most = max(counts.values(), default=0)
    for number, name in ((3, "three_of_a_kind"), (4, "four_of_a_kind"), (5, "five_of_a_kind")):
        if most + wild >= number:
            hands.add(name)
    for rank in (*counts, ACE, 2):
        if counts[rank] + wild >= 2:
            hands.add("high_pair" if rank >= JACK else "low_pair")
    if _fits(counts, wild, 2, 2):
        hands.add("two_pair")
    return hands


def _five_card(suited: Iterable[Suited], counts: Counter[int], wild: int) -> set[str]:
    """Hands that need five cards: straights, flushes and the full house."""
    hands: set[str] = set()
    if _fits(counts, wild, 3, 2):
        hands.add("full_house")
    if _longest(counts.keys()) + wild >= 5:
        hands.add("straight")
    by_suit: dict[str, list[int]] = {}
    for card in suited:
        by_suit.setdefault(card.suit, []).append(card.rank)
    for ranks in by_suit.values():
        if len(ranks) + wild >= 5:
            hands.add("flush")
        if _longest(ranks) + wild >= 5:
            hands.add("straight_flush")
        if len(_ROYAL.intersection(ranks)) + wild >= 5:
            hands.add("royal_flush")
    if wild >= 5:
        hands |= {"flush", "straight_flush", "royal_flush"}
    return hands


def _longest(ranks: Iterable[int]) -> int:
    """The most ranks of one straight that are there; the ace may be low in A-2-3-4-5."""
    return max(len(straight.intersection(ranks)) for straight in _STRAIGHTS)


def _fits(counts: Counter[int], wild: int, first: int, second: int) -> bool:
    """Whether `wild` jokers complete `first` cards of one rank and `second` of another."""
    ranks = [*counts.values(), 0, 0]
    return any(
        max(0, first - a) + max(0, second - b) <= wild
        for i, a in enumerate(ranks)
        for j, b in enumerate(ranks)
        if i != j
    )


def _three_pairs(counts: Counter[int]) -> bool:
    """Six cards that are three pairs; jokers fill what is lacking (T6.4)."""
    return len(counts) <= 3 and all(number <= 2 for number in counts.values())
