"""O4.5, O4.6: how the hand goes on after each act: the next turn, the end of a round, the next street, the end."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import betting as bets
from dealer_assist.betting import NOBODY
from dealer_assist.game import Line
from dealer_assist.games.omaha import flying, payout, showdown
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import State
from dealer_assist.money import Multiple

_BACK = Multiple("1")


def goes_on(table: Seating, state: State) -> State:
    """The state once everything that follows by itself has happened."""
    while True:
        betting = state.betting
        if not betting.live & betting.live - 1:
            return payout.uncontested(table, uncalled_back(table, state))
        if betting.turn == NOBODY:
            return closes(table, state)
        after = flying.comes_due(table, state) if state.conduct.pending else state
        if after is state:
            return state
        state = after


def closes(table: Seating, state: State) -> State:
    """All bets are equal: the uncalled bet goes back, the dealer gathers the rest; acts out of turn lapse (O4.6)."""
    state = uncalled_back(table, state)
    if state.conduct.pending:
        state = replace(state, conduct=replace(state.conduct, pending=()))
    if len(state.board) == 5:
        return showdown.begins(table, state)
    return replace(state, phase="board")


def uncalled_back(table: Seating, state: State) -> State:
    """The part of the largest bet that nobody matched goes back to its seat (O5.6)."""
    found = bets.uncalled(state.betting)
    if found is None:
        return state
    position, amount = found
    line = Line(table.numbers[position], "uncalled", amount, _BACK, amount, "returned", "O5.6")
    betting = bets.returns(state.betting, position, amount)
    return replace(state, betting=betting, uncalled=found, lines=(*state.lines, line))


def next_street(table: Seating, state: State) -> State:
    """The board of a street is complete: its betting round, if two can bet, else the next cards or the showdown."""
    betting = bets.opens(state.betting, state.betting.street + 1, table.stakes)
    if betting.turn != NOBODY:
        return replace(state, betting=betting, phase="bets")
    state = replace(state, betting=betting)
    return showdown.begins(table, state) if len(state.board) == 5 else state
