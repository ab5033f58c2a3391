"""O7: acts out of turn. Each stands, and is judged when its proper turn comes; the third ends the stay."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dealer_assist import betting as bets
from dealer_assist import money
from dealer_assist.betting import NOBODY, Betting
from dealer_assist.game import Line, Refused
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import Flying, State
from dealer_assist.games.omaha.turns import not_its_turn

#: Acts that can't stand at their turn, as an outcome names them.
_FALLS: Final = {"all_in": "folded_and_half_back", "check": "pays_for_the_check"}


def fly(table: Seating, state: State, event: Flying) -> State | Refused:
    """An act out of turn is counted, and waits for its turn; the third folds the hand at once (O7.3)."""
    betting = state.betting
    position = table.at.get(event.flying, NOBODY)
    if state.phase not in {"hole", "bets"} or betting.turn == NOBODY:
        return Refused("O7.1", "nobody is to act: there is no turn to be out of")
    if not betting.able >> max(position, 0) & 1 or position == NOBODY:
        return not_its_turn(table, state, event.flying)
    if position == betting.turn:
        return Refused("O7.1", f"seat {event.flying} is to act: that is no act out of turn")
    total = _total(table, betting, position, event)
    if isinstance(total, Refused):
        return total
    conduct = state.conduct
    count = conduct.flying[position] + 1
    flying = (*conduct.flying[:position], count, *conduct.flying[position + 1 :])
    waiting = tuple(entry for entry in conduct.pending if entry[0] != position)
    if count >= table.options.flying_most:
        conduct = replace(conduct, flying=flying, pending=waiting, sent=conduct.sent | 1 << position)
        return replace(state, conduct=conduct, betting=bets.folds(betting, position), phase="bets")
    if len(waiting) == len(conduct.pending):  # the first act stands, whatever the same player adds to it
        act = event.act
        if table.options.flying_all_in == "any" and total == betting.bets[position] + betting.chips[position]:
            act = "all_in"
        waiting = (*waiting, (position, act, total))
    else:
        waiting = conduct.pending
    return replace(state, conduct=replace(conduct, flying=flying, pending=waiting), phase="bets")


def _total(table: Seating, betting: Betting, position: int, event: Flying) -> int | Refused:
    """The total that the act makes in this round, as things stand when it is said."""
    before, stack = betting.bets[position], betting.bets[position] + betting.chips[position]
    match event.act:
        case "call":
            if betting.current <= before:
                return Refused("O5.5", f"seat {event.flying} has nothing to call")
            return min(betting.current, stack)
        case "all_in":
            return stack
        case "bet" | "raise":
            total = event.to or 0
            if not before < total <= stack:
                return Refused(
                    "O7.1", f"seat {event.flying} can't make {total}: it has {before} out and {stack} in all"
                )
            if betting.street == 0 and event.act == "bet":
                return Refused("O5.1", f"seat {event.flying} can't bet before the flop: the blinds are bet, it raises")
            return total
        case _:
            return before


def comes_due(table: Seating, state: State) -> State:
    """The turn of a seat has come: what it did out of turn stands, or binds it (O7.1, O7.2).

    The same state if it did nothing out of turn; else the turn may have passed on.
    """
    betting, conduct = state.betting, state.conduct
    position = betting.turn
    due = next((entry for entry in conduct.pending if entry[0] == position), None)
    if due is None:
        return state
    pending = tuple(entry for entry in conduct.pending if entry is not due)
    state = replace(state, conduct=replace(conduct, pending=pending))
    _, act, total = due
    if act == "all_in":
        return _half_back(table, state, position)
    if act == "fold":
        return replace(state, betting=bets.folds(betting, position))
    if _is_valid(table, betting, position, act, total):
        return replace(state, betting=bets.moves(betting, position, total, table.stakes))
    if act == "check":
        return _pays_for_check(table, state, position)
    return _bound(table, state, position, act, total)


def came_due(table: Seating, before: State, after: State) -> tuple[Line, ...]:
    """What went to the middle as nobody's bet between two states, of what stake: all chips for an all-in that fell, of
    which `paid` came back (O7.1), a penalty for a check that could not be (O7.2)."""
    if after.dead <= before.dead:
        return ()
    lines = []
    for position, act, _ in before.conduct.pending:
        had, has = before.betting.chips[position], after.betting.chips[position]
        if act in _FALLS and has < had and all(entry[0] != position for entry in after.conduct.pending):
            clause, stake, paid = ("O7.1", had, has) if act == "all_in" else ("O7.2", had - has, has - had)
            lines.append(Line(table.numbers[position], "out_of_turn", stake, None, paid, _FALLS[act], clause))
    return tuple(lines)


def _is_valid(table: Seating, betting: Betting, position: int, act: str, total: int) -> bool:
    """Whether the act can stand as it was said, now that its turn has come."""
    before, stack = betting.bets[position], betting.bets[position] + betting.chips[position]
    match act:
        case "check":
            return betting.current <= before
        case "call":
            return betting.current > before and min(betting.current, stack) == total
        case _:
            allowed = bets.totals(betting, position, table.stakes)
            is_bet = betting.current == 0
            return allowed is not None and is_bet == (act == "bet") and allowed[0] <= total <= allowed[1]


def _half_back(table: Seating, state: State, position: int) -> State:
    """An all-in never stands: the hand is folded, half of the chips go back, the rest is dead (O7.1)."""
    chips = state.betting.chips[position]
    lost = chips - money.flying_half_back(chips, table.options.flying_half_rounding)
    betting = bets.folds(_pays_dead(state.betting, position, lost), position)
    return replace(state, betting=betting, dead=state.dead + lost)


def _pays_dead(betting: Betting, position: int, amount: int) -> Betting:
    """Chips go to the middle and are nobody's bet."""
    left = betting.chips[position] - amount
    return replace(
        betting,
        chips=(*betting.chips[:position], left, *betting.chips[position + 1 :]),
        able=betting.able if left else betting.able & ~(1 << position),
        middle=betting.middle + amount,
    )


def _pays_for_check(table: Seating, state: State, position: int) -> State:
    """A check that can't be: a big blind to the pot, then call or fold (O7.2)."""
    penalty = min(table.big_blind * table.options.flying_check_blinds, state.betting.chips[position])
    betting = _pays_dead(state.betting, position, penalty)
    return _binds(table, replace(state, betting=betting, dead=state.dead + penalty), position, "call")


def _bound(table: Seating, state: State, position: int, act: str, total: int) -> State:
    """A call or raise that can't be: the chips put out stay, then the same anew or fold (O7.2)."""
    betting = state.betting
    more = total - betting.bets[position]
    anew = "call" if act == "call" else "raise"
    if table.options.flying_chips == "dead":
        betting = _pays_dead(betting, position, more)
        return _binds(table, replace(state, betting=betting, dead=state.dead + more), position, anew)
    betting = replace(
        _pays_dead(betting, position, more),
        put=(*betting.put[:position], betting.put[position] + more, *betting.put[position + 1 :]),
        bets=(*betting.bets[:position], total, *betting.bets[position + 1 :]),
    )
    return _binds(table, replace(state, betting=betting), position, anew)


def _binds(table: Seating, state: State, position: int, anew: str) -> State:
    """The seat may only do `anew` or fold; with no chips left it is all-in and the turn passes on."""
    betting = state.betting
    if betting.able >> position & 1:
        return replace(state, conduct=replace(state.conduct, bound=anew))
    turn = bets.next_turn(betting.chips, betting.bets, betting.acted, betting.able, betting.current, position)
    return replace(state, betting=replace(betting, turn=turn))
