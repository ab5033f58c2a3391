"""How hands are played and compared: the logic table (X5.1), the dealer's rule (X1.3), the ranking (X1.4).

A hand is three numbers here: `low` its total with every ace as 1, `ace` whether it holds one, `count` its cards.
A rank's worth is 1 for an ace, 10 for a picture (`blackjack_hands.worth`); cards come from an endless deck, so a
hand can reach whatever some order of ranks gives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Final, Literal

import msgspec

from dealer_assist import blackjack_hands
from dealer_assist.cards import ACE, Card, Suited
from dealer_assist.exposure import Outcome

#: H always draws, H3 with three or more cards, H4 with four or more, S stands (X5.1).
Play = Literal["H", "H3", "H4", "S"]
Row = Annotated[tuple[Play, ...], msgspec.Meta(min_length=10, max_length=10)]

#: The columns of the table: the worth of the dealer's card, the ace last.
COLUMNS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
#: The rows: hard totals, then an ace with other cards that total 1 to 10.
ROWS: Final = (*map(str, range(4, 22)), *(f"A{others}" for others in range(1, 11)))
WORTHS: Final = range(1, 11)

MOST_CARDS: Final = 5
DEALER_STANDS_ON: Final = 17

#: Ranks of a final hand; a hand of neither kind ranks as its total, 4 to 21 (X1.4).
BUST: Final = 0
BLACKJACK: Final = 22
FIVE_CARDS: Final = 23

_FROM: Final[dict[Play, int]] = {"H": 0, "H3": 3, "H4": 4, "S": MOST_CARDS}


#: A final hand by its rank and whether it totals 21, blackjack and five cards included.
Ending = tuple[int, bool]


class Logic(msgspec.Struct, frozen=True, cache_hash=True):
    """The table, made ready: `least[low][ace][worth]` = the cards from which a hand of that total draws."""

    least: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    def draws(self, low: int, ace: bool, count: int, dealer: int) -> bool:
        """Whether a player's hand takes a card against a dealer's card worth `dealer` (X5.1).

        A hand stands on five cards and on blackjack, and a bust hand takes none; fewer than two cards are no hand yet.
        """
        if count < 2:
            return True
        if low > 21 or count >= MOST_CARDS or is_blackjack(low, ace, count):
            return False
        return count >= self.least[low][ace][dealer]

    def finals(self, low: int, ace: bool, count: int, dealer: int) -> frozenset[Ending]:
        """All final hands that a player's hand can still reach."""
        return _player_finals(self, low, ace, count, dealer)


def ready(rows: Mapping[str, Sequence[Play]]) -> Logic:
    """The table of a house file, `"4"` to `"21"` and `"A1"` to `"A10"`, each against the dealer's 2 to 10, ace.

    Raises `ValueError` for a row that is missing or is none.
    """
    if set(rows) != set(ROWS):
        wrong = ", ".join(sorted(set(rows) ^ set(ROWS)))
        raise ValueError(f"logic: the rows are 4 to 21 and A1 to A10, each once; look at {wrong}")
    never = (MOST_CARDS,) * 11
    lines = {name: _by_worth(plays) for name, plays in rows.items()}
    return Logic(
        tuple(
            (
                lines.get(str(low), never),
                # An ace with others above 10 counts 1, and the hard row is used.
                lines.get(f"A{low - 1}", lines.get(str(low), never)),
            )
            for low in range(22)
        )
    )


def _by_worth(plays: Sequence[Play]) -> tuple[int, ...]:
    by_worth = dict(zip(COLUMNS, (_FROM[play] for play in plays), strict=True))
    return tuple(by_worth.get(worth, MOST_CARDS) for worth in range(11))


def numbers(cards: Sequence[Card]) -> tuple[int, bool, int]:
    """`low`, `ace` and `count` of the cards."""
    ace = any(isinstance(card, Suited) and card.rank == ACE for card in cards)
    return blackjack_hands.least(cards), ace, len(cards)


def total(low: int, ace: bool) -> int:
    """The best total of 21 or less, or the total of a bust."""
    return low + 10 if ace and low <= 11 else low


def is_blackjack(low: int, ace: bool, count: int) -> bool:
    """An ace and a ten-valued card, as the first two."""
    return count == 2 and ace and low == 11


def dealer_draws(low: int, ace: bool, count: int) -> bool:
    """The dealer draws to 16, stands on every 17, soft too, and on five cards (X1.3)."""
    return count < MOST_CARDS and total(low, ace) < DEALER_STANDS_ON


def rank(low: int, ace: bool, count: int) -> int:
    """The place of a final hand: five cards > blackjack > 21 > 20 > …; a bust is below all (X1.4)."""
    if low > 21:
        return BUST
    if count >= MOST_CARDS:
        return FIVE_CARDS
    return BLACKJACK if is_blackjack(low, ace, count) else total(low, ace)


def ending(low: int, ace: bool, count: int) -> Ending:
    """What a final hand is in the end."""
    return rank(low, ace, count), total(low, ace) == 21


def outcome(player: int, dealer: int) -> Outcome:
    """Of a player's final hand against the dealer's, by their ranks; a bust player loses in any case (X1.4, X2.3)."""
    if player == BUST or player < dealer:
        return "lose"
    return "dead_heat" if player == dealer else "win"


@cache
def dealer_finals(low: int, ace: bool, count: int) -> frozenset[Ending]:
    """All final hands that the dealer's hand can still reach (X3.5)."""
    if not dealer_draws(low, ace, count):
        return frozenset({ending(low, ace, count)})
    after = (dealer_finals(low + worth, ace or worth == 1, count + 1) for worth in WORTHS)
    return frozenset().union(*after)


@lru_cache(maxsize=50_000)
def _player_finals(logic: Logic, low: int, ace: bool, count: int, dealer: int) -> frozenset[Ending]:
    if not logic.draws(low, ace, count, dealer):
        return frozenset({ending(low, ace, count)})
    after = (_player_finals(logic, low + worth, ace or worth == 1, count + 1, dealer) for worth in WORTHS)
    return frozenset().union(*after)
