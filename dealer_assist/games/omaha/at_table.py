"""O9.1, O9.3 at a table: how the cards of a place have to lie, and the remedies for a card that went wrong there."""

from __future__ import annotations

from dealer_assist.cards import Card
from dealer_assist.game import BURN, Lies, To, Way
from dealer_assist.games.omaha import misdeals
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
    """A hole card that was wrong, before the flop (O9.1), was seen (O9.3), or was shown by mistake (O9.4); any other
    card that was seen (O9.3)."""
    named = "?" if card is None else str(card)
    is_paid = state.phase in {"won", "over"}
    if not isinstance(to, int):
        if to != BURN or is_paid:
            return ()
        return (Way("exposed_other", "O9.3", {"misdeal": "exposed_other", "card": named}),)
    position = table.at.get(to)
    if position is None:
        return ()
    ways = []
    if card is not None and misdeals.has_shown(state, position):
        shown: dict[str, object] = {"misdeal": "wrong_shown", "seat": to, "card": named}
        ways += [Way("shows_meant", "O9.4", {**shown, "meant": "?"}), Way("keeps_meant", "O9.4", shown)]
    if not state.board and not is_paid:
        ways.append(Way("wrong_hand_card", "O9.1", {"misdeal": "wrong_hand_card", "seat": to, "card": named}))
    if state.betting.live >> position & 1 and not is_paid:
        ways.append(Way("exposed_hole", "O9.3", {"misdeal": "exposed_hole", "seat": to, "card": named}))
    return tuple(ways)
