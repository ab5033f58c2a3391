"""The places of the table, the selections, and when the outcome of one is certain (X1.1, X2, X3.5, X3.6)."""

from __future__ import annotations

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


_OPEN: Final[frozenset[Ending]] = frozenset({(BUST, False)})


def certain(hands: Hands, logic: Logic, options: Options) -> tuple[Outcome | None, ...]:
    """The outcome of each selection that no card to come can change; None for the others (X3.5)."""
    reach = [_finals(hands, place, logic) for place in range(len(PLACES))]
    players = [_only({outcome(mine[0], his[0]) for mine in reach[n] for his in reach[DEALERS]}) for n in PLAYERS]
    can_win = any(outcome(mine[0], his[0]) == "win" for n in PLAYERS for mine in reach[n] for his in reach[DEALERS])
    all_beaten: Outcome | None = "lose" if "win" in players else None if can_win else "win"
    return (
        *players,
        all_beaten,
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


def _finals(hands: Hands, place: int, logic: Logic) -> frozenset[Ending]:
    """The final hands that a place can still reach; before the dealer's card, against any card of his.

    Only the dealer's hand is foreseen: a player's that still draws counts as one that could be bust until its last
    card is there, so that it settles nothing before (X3.5).
    """
    low, ace, count = numbers(hands[place])
    if place == DEALERS:
        return dealer_finals(low, ace, count)
    against = [worth(card) for card in hands[DEALERS][:1]] or WORTHS
    reach = frozenset[Ending]().union(*(logic.finals(low, ace, count, dealer) for dealer in against))
    return reach | _OPEN if any(logic.draws(low, ace, count, dealer) for dealer in against) else reach


def _only(outcomes: set[Outcome]) -> Outcome | None:
    return next(iter(outcomes)) if len(outcomes) == 1 else None


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
