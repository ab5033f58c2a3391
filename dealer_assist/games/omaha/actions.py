"""O5: bet, raise, check, call, fold, all-in, each at its turn and within its limits."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import betting as bets
from dealer_assist.betting import NOBODY, Betting, Legal
from dealer_assist.game import Offer, Refused
from dealer_assist.games.omaha import rounds, showdown
from dealer_assist.games.omaha.hands import some_shown
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import Action, Answer, Ask, State
from dealer_assist.games.omaha.turns import not_its_turn


def act(table: Seating, state: State, event: Action) -> State | Refused:
    """What a player decided, in whatever part of the hand."""
    match state.phase:
        case "bets" | "hole":
            return _in_a_round(table, state, event)
        case "show":
            return showdown.show(table, state, event)
        case "won":
            return showdown.after_all_folded(table, state, event)
        case "turn":
            number = table.numbers[showdown.whose(state)]
            return Refused("O6.3", f"seat {event.seat} can't {event.act}: the hand of seat {number} is being turned up")
        case "board":
            return Refused("O4.6", f"seat {event.seat} can't {event.act}: the board is to be dealt first")
        case "over":
            return Refused("O4.6", "the hand is over")


def _in_a_round(table: Seating, state: State, event: Action) -> State | Refused:
    position = table.at.get(event.seat, NOBODY)
    betting = state.betting
    if position != betting.turn or position == NOBODY:
        return not_its_turn(table, state, event.seat)
    after = _decided(table, state, position, event)
    if isinstance(after, Refused):
        return after
    if event.cards:
        shown = some_shown(state, position, event.cards, "O5.5")
        if isinstance(shown, Refused):
            return shown
        state = shown
    if state.conduct.bound:
        state = replace(state, conduct=replace(state.conduct, bound=""))
    state = replace(state, betting=after, phase="bets", steps=state.steps + 1)
    if after.turn != NOBODY and after.live & after.live - 1 and not state.conduct.pending:
        return state
    return rounds.goes_on(table, state)


def _decided(table: Seating, state: State, position: int, event: Action) -> Betting | Refused:
    betting, number = state.betting, event.seat
    bound = state.conduct.bound
    facing = betting.current - betting.bets[position]
    match event.act:
        case "fold":
            return bets.folds(betting, position)
        case "check":
            if facing > 0:
                return Refused("O5.4", f"seat {number} can't check: {betting.current} is bet, it has to call or fold")
            if bound:
                return _is_bound(number, bound)
            return bets.moves(betting, position, betting.bets[position], table.stakes)
        case "call":
            if facing <= 0:
                return Refused("O5.5", f"seat {number} has nothing to call")
            if bound == "raise":
                return _is_bound(number, bound)
            return bets.moves(betting, position, betting.bets[position] + bets.to_call(betting, position), table.stakes)
        case "all_in":
            stack = betting.bets[position] + betting.chips[position]
            if stack > betting.current:
                return _makes(table, state, position, stack, betting.current == 0)
            return _decided(table, state, position, Action("call", number))
        case "bet" | "raise":
            opens = event.act == "bet"
            if opens and betting.current:
                return Refused("O5.1", f"seat {number} can't bet: {betting.current} is bet, it has to raise")
            if not opens and not betting.current:
                return Refused("O5.2", f"seat {number} can't raise: nobody has bet")
            return _makes(table, state, position, event.to or 0, opens)
        case _:
            return Refused("O6.3", f"seat {number} can't {event.act} now: it is to bet")


def _is_bound(number: int, bound: str) -> Refused:
    return Refused("O7.2", f"seat {number} acted out of turn: it has to {bound} anew or fold")


def _makes(table: Seating, state: State, position: int, total: int, opens: bool) -> Betting | Refused:
    """A bet or raise to `total`, within the limits."""
    betting, number = state.betting, table.numbers[position]
    if state.conduct.bound == "call":
        return _is_bound(number, "call")
    allowed = bets.totals(betting, position, table.stakes)
    word = "bet" if opens else "raise"
    if allowed is None:
        closed = bets.why_closed(betting, position, table.stakes)
        return Refused(closed.clause, f"seat {number} can't {word}: {closed.why}")
    least, most = allowed
    if least <= total <= most:
        return bets.moves(betting, position, total, table.stakes)
    said = f"seat {number} {word}s to {total}: between {least} and {most} is legal"
    stack = betting.bets[position] + betting.chips[position]
    if table.stakes.limit == "fixed_limit":
        return Refused("O1.4", said)
    if total < least:
        return Refused("O5.1" if opens else "O5.2", said)
    if table.stakes.limit == "pot_limit" and total > min(stack, bets.pot_total(betting, position)) < stack:
        return Refused("O5.1" if opens else "O5.3", said + " (the pot)")
    return Refused("O5.6", said + " (all its chips)")


def offers(table: Seating, state: State) -> tuple[Offer, ...]:
    """What the player to act may do; a bet and a raise at the price of their least total."""
    betting, bound = state.betting, state.conduct.bound
    position = betting.turn
    allowed = may(table, state)
    before, stack = betting.bets[position], betting.chips[position]
    acts = [Offer("fold")]
    if allowed.call and bound != "raise":
        acts.append(Offer("call", allowed.call))
    elif betting.current <= before and not bound:
        acts.append(Offer("check"))
    if allowed.totals is not None:
        word = "bet" if allowed.opens else "raise"
        acts.append(Offer(word, allowed.totals[0] - before, allowed.totals))
    by_call = bound != "raise" and before + stack <= betting.current
    if by_call or (allowed.totals is not None and allowed.totals[1] == before + stack):
        acts.append(Offer("all_in", stack))
    return tuple(acts)


def may(table: Seating, state: State) -> Legal:
    """What the rules allow the player to act, an act out of turn counted (O5, O7.2)."""
    allowed = bets.legal(state.betting, state.betting.turn, table.stakes)
    return replace(allowed, totals=None) if state.conduct.bound == "call" else allowed


def ask(table: Seating, state: State, event: Ask) -> State | Refused:
    """The answer to "what may the player to act do" joins the settlement (ROUND_SCRIPT)."""
    del event
    if state.phase not in {"hole", "bets"} or state.betting.turn == NOBODY:
        return Refused("O4.6", "nobody is to act")
    return replace(state, asked=(*state.asked, (state.steps, answer(table, state))))


def answer(table: Seating, state: State) -> Answer:
    """What the player to act may do: amounts cut to the stack (ROUND_SCRIPT)."""
    betting, bound = state.betting, state.conduct.bound
    allowed = may(table, state)
    return Answer(
        table.numbers[betting.turn],
        betting.current <= betting.bets[betting.turn] and not bound,
        (allowed.call or None) if bound != "raise" else None,
        allowed.bet,
        allowed.raises,
    )
