"""O8: disclosing a hand, interfering with another's act: forced fold, leave, penalty, what is owed."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import betting as bets
from dealer_assist.betting import NOBODY
from dealer_assist.game import Line, Refused
from dealer_assist.games.omaha import rounds, showdown
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import State
from dealer_assist.games.omaha.steps import Disclosed, Interfered


def punish(table: Seating, state: State, event: Disclosed | Interfered) -> State | Refused:
    """The seat pays, is folded if it is still in, and leaves; who interferes is demoted too (O8.1, O8.2)."""
    if isinstance(event, Disclosed):
        number, outcome, penalty, clause = event.disclosed, "disclosed", table.options.disclosed_penalty, "O8.1"
    else:
        number, outcome, penalty, clause = event.interfered, "interfered", table.options.interfered_penalty, "O8.2"
    position = table.at.get(number)
    if position is None:
        return Refused(clause, f"seat {number} is not in this hand")
    if state.phase == "over":
        return Refused(clause, "the hand is over: its cards are no secret, its acts are done")
    state = _pays(table, state, position, penalty, outcome, clause)
    conduct = state.conduct
    bit = 1 << position
    state = replace(
        state,
        conduct=replace(
            conduct,
            sent=conduct.sent | bit,
            demoted=conduct.demoted | (bit if isinstance(event, Interfered) else 0),
            pending=tuple(entry for entry in conduct.pending if entry[0] != position),
        ),
    )
    return state if state.phase == "won" or not state.betting.live & bit else _folds(table, state, position)


def _pays(table: Seating, state: State, position: int, penalty: int, outcome: str, clause: str) -> State:
    """From the chips as far as they go, the rest is owed to the bank (O8.3)."""
    betting, conduct = state.betting, state.conduct
    taken = min(penalty, betting.chips[position]) if table.options.penalty_from == "chips" else 0
    left = betting.chips[position] - taken
    line = Line(table.numbers[position], "penalty", penalty, None, -taken, outcome, clause)
    after = position + 1
    return replace(
        state,
        betting=replace(
            betting,
            chips=(*betting.chips[:position], left, *betting.chips[after:]),
        ),
        conduct=replace(
            conduct,
            penalties=(*conduct.penalties[:position], conduct.penalties[position] + taken, *conduct.penalties[after:]),
            owed=(*conduct.owed[:position], conduct.owed[position] + penalty - taken, *conduct.owed[after:]),
        ),
        lines=(*state.lines, line),
    )


def _folds(table: Seating, state: State, position: int) -> State:
    """The hand is folded by force, whoever's turn it is."""
    was_turn = state.betting.turn == position
    state = replace(state, betting=bets.folds(state.betting, position))
    if was_turn and state.conduct.bound:
        state = replace(state, conduct=replace(state.conduct, bound=""))
    match state.phase:
        case "show" | "turn":
            state = showdown.leaves(table, state, position)
            alone = not state.betting.live & state.betting.live - 1
            return rounds.goes_on(table, state) if alone and state.phase != "over" else state
        case "board":
            return state if state.betting.live & state.betting.live - 1 else rounds.goes_on(table, state)
        case "hole" if state.betting.turn == NOBODY and state.betting.live & state.betting.live - 1:
            return state
        case _:
            return rounds.goes_on(table, state)
