"""Odds of the infinite deck, where no card changes what comes after it (X1.2, X6.1).

Every result is a whole number over a power of thirteen: `13 ** (5 − cards)` for a hand of that many cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

from dealer_assist.games.exchange_blackjack.logic import MOST_CARDS
from dealer_assist.odds.hands import (
    EMPTY,
    RANKS,
    RANKS_OF,
    VALUES,
    End,
    Final21,
    Hand,
    Mask,
    Players,
    dealer_draws,
    end,
    final,
    mask_of,
)

_WEIGHTS: Final = tuple(zip(VALUES, RANKS_OF, strict=True))


class Together(NamedTuple):
    """Final hands of all players at once: their mask, and how many of them total 21, two standing for more."""

    mask: Mask
    of_21: int


@lru_cache(maxsize=50_000)
def player_ends(players: Players, hand: Hand, up: int) -> Mapping[Final21, int]:
    """Final hands that a player's hand comes to, by their weight over `13 ** (5 − cards)`."""
    if not players.draws(hand, up):
        return {final(hand): RANKS ** (MOST_CARDS - hand.number)}
    found: Counter[Final21] = Counter()
    for value, weight in _WEIGHTS:
        for last, much in player_ends(players, hand.take(value), up).items():
            found[last] += weight * much
    return found


@cache
def dealer_ends(dealer: Hand) -> Mapping[int, int]:
    """Ranks of the dealer's final hands by their weight, as `player_ends`; the dealer plays to the end."""
    if dealer.number and not dealer_draws(dealer):
        return {final(dealer).rank: RANKS ** (MOST_CARDS - dealer.number)}
    found: Counter[int] = Counter()
    for value, weight in _WEIGHTS:
        for rank, much in dealer_ends(dealer.take(value)).items():
            found[rank] += weight * much
    return found


@lru_cache(maxsize=100_000)
def game_ends(dealer: Hand, mask: Mask) -> Mapping[End, int]:
    """How the game ends, by weight as `player_ends`, from the dealer's hand and the players' final ones."""
    over = end(dealer, mask)
    if over is not None:
        return {over: RANKS ** (MOST_CARDS - dealer.number)}
    found: Counter[End] = Counter()
    for value, weight in _WEIGHTS:
        for last, much in game_ends(dealer.take(value), mask).items():
            found[last] += weight * much
    return found


@lru_cache(maxsize=256)
def all_players_ends(players: Players, hands: tuple[Hand, ...], up: int) -> Mapping[Together, int]:
    """Final hands of all players together; the weights are over 13 to the power of all their `5 − cards`.

    The hands go apart once the dealer's card lies: what one draws is nothing to another.
    """
    found: Counter[Together] = Counter({Together(0, 0): 1})
    for hand in hands:
        one: Counter[Together] = Counter()
        for last, much in player_ends(players, hand, up).items():
            one[Together(mask_of(last.rank), int(last.is_21))] += much
        both: Counter[Together] = Counter()
        for (mask, of_21), much in found.items():
            for (more, another), many in one.items():
                both[Together(mask | more, min(2, of_21 + another))] += much * many
        found = both
    return found


def up_cards(dealer: Hand, up: int) -> Sequence[tuple[Hand, int, int]]:
    """The dealer's hand and first card with their weight over 13; where no card lies, each that may come."""
    if dealer != EMPTY:
        return ((dealer, up, RANKS),)
    return tuple((EMPTY.take(value), value, weight) for value, weight in _WEIGHTS)


def games(players: Players, hands: Sequence[Hand], dealer: Hand, up: int) -> Mapping[tuple[Together, End], Fraction]:
    """The exact probability of everything that the exotics ask of a game."""
    found: Counter[tuple[Together, End]] = Counter()
    left = 0
    for held, first, weight in up_cards(dealer, up):
        left = 1 + sum(MOST_CARDS - hand.number for hand in (*hands, held))
        for together, much in all_players_ends(players, tuple(hands), first).items():
            for last, many in game_ends(held, together.mask).items():
                found[together, last] += weight * much * many
    return {what: Fraction(much, RANKS**left) for what, much in found.items()}
