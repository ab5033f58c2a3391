"""Hands as the odds see them: total, ace and number of cards (X1.3, X1.4, X5).

Nothing else of a hand matters to what follows, so hands that agree in these are one. Who draws and how final hands
rank is the game's own word, `games.exchange_blackjack.logic`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from dealer_assist.cards import Card
from dealer_assist.exposure import Outcome
from dealer_assist.games.exchange_blackjack import logic as play
from dealer_assist.games.exchange_blackjack.logic import BUST, FIVE_CARDS, Logic, outcome

#: Values of cards: an ace 1, ten to king 10.
VALUES: Final = range(1, 11)
#: How many of the thirteen ranks have each of these values.
RANKS_OF: Final = (1,) * 9 + (4,)
RANKS: Final = 13

#: Ranks of a player's hand below this are alike: each beats a bust of the dealer and nothing else.
_LEAST: Final = play.DEALER_STANDS_ON - 1


class Hand(NamedTuple):
    """`low` counts every ace 1."""

    low: int
    ace: bool
    number: int

    def take(self, value: int) -> Hand:
        """The hand with another card of that value."""
        return Hand(self.low + value, self.ace or value == 1, self.number + 1)


EMPTY: Final = Hand(0, False, 0)


def hand_of(cards: Sequence[Card]) -> Hand:
    """The hand that the cards make."""
    return Hand(*play.numbers(cards))


class Final21(NamedTuple):
    """A final hand: its rank, and whether it totals 21."""

    rank: int
    is_21: bool


def final(hand: Hand) -> Final21:
    """What a hand that takes no more cards is worth (X1.4)."""
    return Final21(*play.ending(*hand))


class Players:
    """How players play: a logic table, told from another by identity, so that what follows from it can be kept."""

    def __init__(self, logic: Logic) -> None:
        self.logic = logic

    def draws(self, hand: Hand, up: int) -> bool:
        """Whether the hand takes a card against a dealer's card of value `up` (X5.1)."""
        return self.logic.draws(*hand, up)


@lru_cache(maxsize=8)
def players_of(logic: Logic) -> Players:
    """The one `Players` of that table."""
    return Players(logic)


@cache
def dealer_draws(hand: Hand) -> bool:
    """X1.3."""
    return play.dealer_draws(*hand)


@cache
def reachable(dealer: Hand) -> frozenset[int]:
    """The ranks of all final hands that the dealer can still reach, by the rules alone (X3.5)."""
    return frozenset(rank for rank, _ in play.dealer_finals(*dealer))


#: Final hands of players, in short: bit `rank` for each rank among them, those below 17 as 16; a bust has none.
Mask = int


def mask_of(rank: int) -> Mask:
    """The mask of one hand."""
    return 0 if rank == BUST else 1 << max(rank, _LEAST)


def ranks_in(mask: Mask) -> Iterator[int]:
    """The ranks of a mask."""
    return (rank for rank in range(_LEAST, FIVE_CARDS + 1) if mask >> rank & 1)


class End(NamedTuple):
    """How a game ended: whether a player beats the dealer, has the dealer five cards, a 21, and how many cards."""

    beaten: bool
    five_cards: bool
    is_21: bool
    cards: int


@cache
def end(dealer: Hand, mask: Mask) -> End | None:
    """The end, if the game is over when the dealer has this hand and the players those of `mask`; else None.

    It is over when no player's outcome can change any more (X3.4, X3.6), at the latest when the dealer stands.
    """
    ends = reachable(dealer)
    outcomes: list[set[Outcome]] = [{outcome(player, dealers) for dealers in ends} for player in ranks_in(mask)]
    if any(len(possible) > 1 for possible in outcomes):
        return None
    return End(
        beaten={"win"} in outcomes,
        five_cards=ends == {FIVE_CARDS},
        is_21=not dealer_draws(dealer) and final(dealer).is_21,
        cards=dealer.number,
    )
