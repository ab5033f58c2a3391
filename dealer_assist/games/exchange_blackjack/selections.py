"""The places of the table, the selections, and when the outcome of one is certain (X1.1, X2, X3.5, X3.6)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, get_args

from dealer_assist.blackjack_hands import worth
from dealer_assist.cards import Card
from dealer_assist.exposure import Outcome
from dealer_assist.games.exchange_blackjack.logic import (
    BUST,
    FIVE_CARDS,
    WORTHS,
    Ending,
    Logic,
    dealer_finals,
    numbers,
    outcome,
    total,
)
from dealer_assist.games.exchange_blackjack.rules import Counted, Options

Place = Literal["player1", "player2", "player3", "player4", "dealer"]
Selection = Literal[
    "player1",
    "player2",
    "player3",
    "player4",
    "dealer_wins_or_ties_all",
    "five_cards",
    "all_unique",
    "only_one_21",
]

PLACES: Final[tuple[Place, ...]] = get_args(Place)
SELECTIONS: Final[tuple[Selection, ...]] = get_args(Selection)
PLAYERS: Final = range(4)
#: The dealer's place among the hands.
DEALERS: Final = 4
#: Only a player's hand can equal the dealer's (X2.3).
DEAD_HEATS: Final = tuple(selection in PLACES for selection in SELECTIONS)

#: The cards of each place, in the order of `PLACES`.
Hands = tuple[tuple[Card, ...], ...]


#: A hand of which nothing is foreseen: it may be bust, or have five cards, of 21 or less.
_ANYTHING: Final[frozenset[Ending]] = frozenset({(BUST, False), (FIVE_CARDS, False), (FIVE_CARDS, True)})


def certain(hands: Hands, logic: Logic, options: Options) -> tuple[Outcome | None, ...]:
    """The outcome of each selection that no card to come can change; None for the others (X3.5)."""
    reach = [_finals(hands, place, logic, options) for place in range(len(PLACES))]
    players = [_outcomes(reach[player], reach[DEALERS]) for player in PLAYERS]
    return (
        *(_only(outcomes) for outcomes in players),
        _wins_or_ties_all(players),
        _five_cards(_counted(reach, options.five_cards_counts)),
        "lose" if _repeated(hands) else None,
        _only_one_21(_counted(reach, options.only_one_21_counts)),
    )


def in_the_end(hands: Hands, selection: int, options: Options) -> Outcome:
    """An exotic that is open when the game ends, on the cards dealt (X3.6)."""
    if SELECTIONS[selection] == "all_unique":
        return "win"
    if SELECTIONS[selection] == "only_one_21":
        counted = hands if options.only_one_21_counts == "all" else hands[:DEALERS]
        return "win" if sum(_is_21(cards) for cards in counted) == 1 else "lose"
    return "lose"


def _finals(hands: Hands, place: int, logic: Logic, options: Options) -> frozenset[Ending]:
    """The final hands that a place can still reach; before the dealer's card, against any card of his."""
    low, ace, count = numbers(hands[place])
    if place == DEALERS:
        return dealer_finals(low, ace, count)
    up = worth(hands[DEALERS][0]) if hands[DEALERS] else None
    return _player_finals(logic, low, ace, count, up, options.foreseen == "all")


@lru_cache(maxsize=50_000)
def _player_finals(
    logic: Logic, low: int, ace: bool, count: int, dealer: int | None, foreseen: bool
) -> frozenset[Ending]:
    """Where only the dealer's hand is foreseen, one of a player that still draws may become anything (X3.5)."""
    against = WORTHS if dealer is None else (dealer,)
    if not foreseen and any(logic.draws(low, ace, count, worth) for worth in against):
        return _ANYTHING
    return frozenset[Ending]().union(*(logic.finals(low, ace, count, worth) for worth in against))


@lru_cache(maxsize=50_000)
def _outcomes(mine: frozenset[Ending], his: frozenset[Ending]) -> frozenset[Outcome]:
    """How a player's hand can end against the dealer's."""
    return frozenset(outcome(one, other) for one, _ in mine for other, _ in his)


def _only(outcomes: frozenset[Outcome]) -> Outcome | None:
    return next(iter(outcomes)) if len(outcomes) == 1 else None


def _wins_or_ties_all(players: list[frozenset[Outcome]]) -> Outcome | None:
    if any(outcomes == {"win"} for outcomes in players):
        return "lose"
    return None if any("win" in outcomes for outcomes in players) else "win"


def _counted(reach: list[frozenset[Ending]], who: Counted) -> list[frozenset[Ending]]:
    return reach if who == "all" else reach[:DEALERS]


def _five_cards(reach: list[frozenset[Ending]]) -> Outcome | None:
    if any(all(rank == FIVE_CARDS for rank, _ in finals) for finals in reach):
        return "win"
    return None if any(rank == FIVE_CARDS for finals in reach for rank, _ in finals) else "lose"


def _only_one_21(reach: list[frozenset[Ending]]) -> Outcome | None:
    least = sum(all(is_21 for _, is_21 in finals) for finals in reach)
    most = sum(any(is_21 for _, is_21 in finals) for finals in reach)
    if least > 1 or most == 0:
        return "lose"
    return "win" if least == most == 1 else None


def _is_21(cards: tuple[Card, ...]) -> bool:
    low, ace, _ = numbers(cards)
    return total(low, ace) == 21


def _repeated(hands: Hands) -> bool:
    cards = [card for hand in hands for card in hand]
    return len(set(cards)) < len(cards)
