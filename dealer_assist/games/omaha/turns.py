"""O4.5, O4.6: whose turn it is, and why it is not another's."""

from __future__ import annotations

from dealer_assist.betting import NOBODY
from dealer_assist.game import Refused
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import State


def not_its_turn(table: Seating, state: State, number: int) -> Refused:
    """Why the seat may not act now."""
    position, betting = table.at.get(number), state.betting
    if position is None:
        return Refused("O1.1", f"seat {number} is not in this hand")
    if not betting.live >> position & 1:
        return Refused("O5.5", f"seat {number} has folded")
    if not betting.able >> position & 1:
        return Refused("O5.6", f"seat {number} is all-in: it acts no more")
    if betting.turn == NOBODY:
        return Refused("O4.6", "nobody can bet any more: the next cards are to be dealt")
    turn = table.numbers[betting.turn]
    clause = "O4.5" if betting.street == 0 else "O4.6"
    return Refused(clause, f"seat {number} acts; seat {turn} is to act (an act out of turn is written as flying)")
