"""T5: what the cards of a blackjack hand earn by themselves, jokers wild (T7.2).

A premium is an idea in code; what it pays is the house's number. `earned` gives the one that pays most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_assist.blackjack_hands import is_soft, least, total
from dealer_assist.cards import ACE, CARDS, JACK, JOKER, Card, Joker, Suited
from dealer_assist.games.triple.rules import Options, Premiums
from dealer_assist.house import Pays

Cards = tuple[Card, ...]


def _of(*wanted: int) -> frozenset[Card]:
    """All cards of the ranks that a premium is made of, and the joker, which is any of them (T7.2)."""
    return frozenset(card for card in CARDS if isinstance(card, Joker) or card.rank in wanted)


_PURE: Final = frozenset({Suited(ACE, "s"), Suited(JACK, "s"), JOKER})
_SIX_SEVEN_EIGHT: Final = _of(6, 7, 8)
_SEVENS: Final = _of(7)
_ACE_TO_SIX: Final = _of(ACE, 2, 3, 4, 5, 6)
_SMILE: Final = (_of(2), _of(5), _of(2), _of(5))


def _ranks_differ(cards: Cards) -> bool:
    ranks = [card.rank for card in cards if isinstance(card, Suited)]
    return len(set(ranks)) == len(ranks)


def _one_suit(cards: Cards) -> bool:
    return len({card.suit for card in cards if isinstance(card, Suited)}) <= 1


def pure_bj(cards: Cards) -> bool:
    """T5.1."""
    return len(cards) == 2 and _PURE.issuperset(cards) and _ranks_differ(cards)


def six_seven_eight(cards: Cards) -> bool:
    """T5.2."""
    return len(cards) == 3 and _SIX_SEVEN_EIGHT.issuperset(cards) and _ranks_differ(cards)


def flush_678(cards: Cards) -> bool:
    """T5.3."""
    return six_seven_eight(cards) and _one_suit(cards)


def three_7(cards: Cards) -> bool:
    """T5.4."""
    return len(cards) == 3 and _SEVENS.issuperset(cards)


def flush_three_7(cards: Cards) -> bool:
    """T5.5."""
    return three_7(cards) and _one_suit(cards)


def six_under(cards: Cards) -> bool:
    """T5.6."""
    return len(cards) == 6 and least(cards) <= 21


def a_to_6(cards: Cards) -> bool:
    """T5.7."""
    return len(cards) == 6 and _ACE_TO_SIX.issuperset(cards) and _ranks_differ(cards)


def perfect_smile(cards: Cards) -> bool:
    """T5.8."""
    return len(cards) == 4 and all(card in wanted for card, wanted in zip(cards, _SMILE, strict=True))


def last_of_joker(cards: Cards) -> bool:
    """T5.9; which 16 counts is the house's choice, see `earned`."""
    if len(cards) != 3 or cards[2] != JOKER:
        return False
    two = cards[:2]
    return total(two) == 16 or (JOKER in two and least(two) <= 16 <= total(two))


#: By the number of cards, each as its outcome, where the house file has its number, and the idea.
_IDEAS: Final[dict[int, tuple[tuple[str, str, Callable[[Cards], bool]], ...]]] = {
    2: (("pure_bj", "pure_bj", pure_bj),),
    3: (
        ("678", "six_seven_eight", six_seven_eight),
        ("flush_678", "flush_678", flush_678),
        ("three_7", "three_7", three_7),
        ("flush_three_7", "flush_three_7", flush_three_7),
        ("last_of_joker", "last_of_joker", last_of_joker),
    ),
    4: (("perfect_smile", "perfect_smile", perfect_smile),),
    6: (
        ("6_under", "six_under", six_under),
        ("a_to_6", "a_to_6", a_to_6),
    ),
}


def earned(cards: Cards, house: Premiums, options: Options) -> tuple[str, Pays] | None:
    """The premium that these cards earn, the highest where several do, or None."""
    found = [
        (name, getattr(house, field))
        for name, field, idea in _IDEAS.get(len(cards), ())
        if idea(cards) and _counts(name, cards, options)
    ]
    return max(found, key=lambda premium: premium[1].multiple, default=None)


def _counts(name: str, cards: Cards, options: Options) -> bool:
    """Whether the house lets jokers make this premium (T7.2), and this 16 a Last of Joker (T5.9)."""
    if name != "last_of_joker":
        return options.joker_counts_for_premiums or JOKER not in cards
    two = cards[:2]
    if JOKER in two:
        # Beside a six or more the joker makes a hard 16; beside a five it has to be an ace.
        return options.joker_16_counts and (options.soft_16_counts or least(two) >= 7)
    return options.soft_16_counts or not is_soft(two)
