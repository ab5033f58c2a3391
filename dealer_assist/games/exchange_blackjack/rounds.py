"""Betting rounds and the cards between them (X3.1–X3.4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dealer_assist.blackjack_hands import worth
from dealer_assist.games.exchange_blackjack.logic import Logic, numbers
from dealer_assist.games.exchange_blackjack.rules import Options
from dealer_assist.games.exchange_blackjack.selections import DEALERS, PLAYERS, Hands
from dealer_assist.games.exchange_blackjack.state import State

#: The nine cards of the deal, by place (X3.2).
_NINE: Final = {
    "dealer_between": (*PLAYERS, DEALERS, *PLAYERS),
    "dealer_last": (*PLAYERS, *PLAYERS, DEALERS),
}


def next_place(state: State, logic: Logic, options: Options) -> int | None:
    """Where the next card of the current part goes; None if it has had its cards."""
    if state.round == 1:
        nine, dealt = _NINE[options.nine_cards], len(state.cards)
        return nine[dealt] if dealt < len(nine) else None
    if state.round == 2:
        return next((place for place in PLAYERS if draws(state.hands, place, logic)), None)
    # Before each further card of the dealer there was a betting round, the third before his second card.
    return DEALERS if len(state.hands[DEALERS]) < state.round - 1 else None


def draws(hands: Hands, place: int, logic: Logic) -> bool:
    """Whether a player's hand of two cards or more takes another one by the logic table (X5.1)."""
    return logic.draws(*numbers(hands[place]), worth(hands[DEALERS][0]))


def moved_on(state: State, logic: Logic, options: Options) -> State:
    """The next betting round is open if no card is due any more."""
    if state.over or state.betting or next_place(state, logic, options) is not None:
        return state
    return replace(state, round=state.round + 1, betting=True)
