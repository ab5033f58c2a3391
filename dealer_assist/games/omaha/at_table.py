"""O9.1, O9.3 at a table: how the cards of a place have to lie, and the remedies for a card that went wrong there."""

from __future__ import annotations

from dealer_assist.cards import Card
from dealer_assist.game import BURN, Lies, To, Way
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import State


def lies(table: Seating, state: State, to: To) -> Lies:
    """Hole cards and burned ones face down; a hand that was folded or is to be shown may be turned at any moment."""
    if to == BURN:
        return "down"
    position = table.at.get(to) if isinstance(to, int) else None
    if position is None:
        return "up"
    in_play = state.phase in {"hole", "bets", "board"} and state.betting.live >> position & 1
    return "down" if in_play else "either"


def ways_of_card(table: Seating, state: State, to: To, card: Card | None) -> tuple[Way, ...]:
    """A hole card that was wrong, before the flop (O9.1), or was seen (O9.3); any other card that was seen (O9.3)."""
    if state.phase in {"won", "over"}:
        return ()
    named = "?" if card is None else str(card)
    if not isinstance(to, int):
        if to != BURN:
            return ()
        return (Way("exposed_other", "O9.3", {"misdeal": "exposed_other", "card": named}),)
    position = table.at.get(to)
    if position is None:
        return ()
    ways = []
    if not state.board:
        ways.append(Way("wrong_hand_card", "O9.1", {"misdeal": "wrong_hand_card", "seat": to, "card": named}))
    if state.betting.live >> position & 1:
        ways.append(Way("exposed_hole", "O9.3", {"misdeal": "exposed_hole", "seat": to, "card": named}))
    return tuple(ways)
