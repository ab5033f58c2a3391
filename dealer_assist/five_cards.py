"""The rank of a natural five-card hand, as a number: higher is better, equal is equal (O1.2).

A rank is the place of its kind in `KINDS` and then five hexadecimal digits, the card ranks in the order in which
they decide: `0x6_kkk99` is kings full of nines. A set of cards is known by its *key*, a number with one digit in
base five for each card rank, which says how many there are of it: keys add as cards are put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from dealer_assist.cards import ACE, Suited

#: Weakest first, as a rank counts them.
KINDS: Final = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

#: The key of one card, by its rank. Five cards of one deck stay below 2**30, where Python adds fastest.
KEYS: Final = (0, 0, *(5**digit for digit in range(13)))

_KIND_BITS: Final = 20
_RANKS: Final = range(2, ACE + 1)
#: The numbers of cards of equal rank, most first, and the kind that they make.
_ALIKE: Final = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "one_pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}
_WHEEL: Final = (5, 4, 3, 2)


def category(rank: int) -> str:
    """The kind of hand that a rank is of, one of `KINDS`."""
    return KINDS[rank >> _KIND_BITS]


def five_rank(cards: Sequence[Suited]) -> int:
    """The rank of five different cards of one deck. Raises `ValueError` for more or fewer."""
    if len(cards) != 5:
        raise ValueError(f"a hand has five cards, these are {len(cards)}")
    table = suited_ranks() if len({card.suit for card in cards}) == 1 else mixed_ranks()
    return table[sum([KEYS[card.rank] for card in cards])]


@cache
def mixed_ranks() -> dict[int, int]:
    """The rank of every five cards that are not all of one suit, by their key."""
    return {_key(ranks): _mixed(ranks) for ranks in combinations_with_replacement(_RANKS, 5) if ranks[0] != ranks[4]}


@cache
def mixed_rows() -> tuple[dict[int, list[int]], dict[int, int]]:
    """The same as two and three cards: for each key of two a row of ranks, and the place of each key of three in it.

    Taking ten places out of a row at once is several times as fast as ten additions and look-ups. Five of a rank,
    which a deck does not have, rank 0.
    """
    ranks = mixed_ranks()
    threes = [_key(three) for three in combinations_with_replacement(_RANKS, 3)]
    twos = [_key(two) for two in combinations_with_replacement(_RANKS, 2)]
    rows = {two: [ranks.get(two + three, 0) for three in threes] for two in twos}
    return rows, {three: place for place, three in enumerate(threes)}


@cache
def suited_ranks() -> dict[int, int]:
    """The rank of every five cards of one suit, by their key."""
    return {_key(ranks): _suited(ranks) for ranks in combinations(_RANKS, 5)}


def _key(ranks: Sequence[int]) -> int:
    return sum([KEYS[rank] for rank in ranks])


def _mixed(ranks: tuple[int, ...]) -> int:
    """The rank of cards whose suits don't matter; `ranks` in ascending order, not five alike."""
    top = _straight_to(ranks)
    if top:
        return _rank("straight", [top])
    alike = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return _rank(_ALIKE[tuple([number for number, _ in alike])], _spread(alike))


def _suited(ranks: tuple[int, ...]) -> int:
    top = _straight_to(ranks)
    if top:
        return _rank("royal_flush" if top == ACE else "straight_flush", [top])
    return _rank("flush", ranks[::-1])


def _spread(alike: Sequence[tuple[int, int]]) -> Iterator[int]:
    for number, rank in alike:
        yield from (rank,) * number


def _straight_to(ranks: tuple[int, ...]) -> int:
    """The highest card of the straight that `ranks` (ascending) are, five for A-2-3-4-5; 0 for no straight."""
    low, *_, high = ranks
    if len(set(ranks)) < 5:
        return 0
    if ranks[-2::-1] == _WHEEL and high == ACE:
        return 5
    return high if high - low == 4 else 0


def _rank(kind: str, deciding: Sequence[int] | Iterator[int]) -> int:
    digits = [*deciding]
    value = KINDS.index(kind)
    for digit in digits + [0] * (5 - len(digits)):
        value = value << 4 | digit
    return value
