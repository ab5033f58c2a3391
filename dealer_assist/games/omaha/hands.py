"""O1.1, O4.3: what is known of each hand; each card of the deck comes once."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dealer_assist.betting import NOBODY, positions
from dealer_assist.cards import Suited
from dealer_assist.game import Refused
from dealer_assist.games.omaha.state import BIT, State
from dealer_assist.games.omaha.steps import suited

HOLE_CARDS: Final = 4


def came_before(card: Suited) -> Refused:
    """The deck holds each card once."""
    return Refused("O1.1", f"{card} has come before: the deck holds it once")


def lacking(live: int, hole: tuple[tuple[Suited | None, ...], ...]) -> int:
    """The position that gets the next hole card: one at a time from the button's left (O4.3)."""
    fewest, whose = HOLE_CARDS, NOBODY
    for position in positions(live):
        if len(hole[position]) < fewest:
            fewest, whose = len(hole[position]), position
    return whose


def named(state: State, position: int, card: Suited) -> State | None:
    """The state in which `card` is one of the hand at `position`: it was, or it was unread or not yet recorded."""
    hand, deal, ahead = state.hole[position], state.deal, state.ahead
    if card in hand:
        return state
    if state.out & BIT[card]:
        return None
    if None in hand:
        at = hand.index(None)
        hand = (*hand[:at], card, *hand[at + 1 :])
    elif len(hand) < HOLE_CARDS:
        hand, deal, ahead = (*hand, card), (*deal, position), ahead | BIT[card]
    else:
        return None
    hole = (*state.hole[:position], hand, *state.hole[position + 1 :])
    return replace(state, hole=hole, deal=deal, ahead=ahead, out=state.out | BIT[card])


def without(state: State, position: int, at: int) -> State:
    """The hand at `position` loses its card number `at`, which is burned for all to see (O9.1)."""
    hand = state.hole[position]
    card = hand[at]
    nth = [number for number, to in enumerate(state.deal) if to == position][at]
    return replace(
        state,
        hole=(*state.hole[:position], hand[:at] + hand[at + 1 :], *state.hole[position + 1 :]),
        deal=state.deal[:nth] + state.deal[nth + 1 :],
        burned=(*state.burned, card),
        face_up=state.face_up if card is None else state.face_up | BIT[card],
    )


def some_shown(state: State, position: int, cards: tuple[str, ...], clause: str) -> State | Refused:
    """The hand's `cards` lie face up: a part of it, or all (O5.5, O5.7, O6.3)."""
    for text in cards:
        card = suited(text)
        found = named(state, position, card)
        if found is None:
            return Refused(clause, f"{text} is not one of this hand's cards")
        state = replace(found, face_up=found.face_up | BIT[card])
    return state
