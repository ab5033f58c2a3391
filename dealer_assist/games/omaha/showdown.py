"""O6.1–O6.3, O5.7: who shows first, who may muck, and what the last player does when all others have folded."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import pots
from dealer_assist.betting import NOBODY, positions
from dealer_assist.game import Refused
from dealer_assist.games.omaha import payout
from dealer_assist.games.omaha.hands import HOLE_CARDS, some_shown
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import BIT, Action, Showdown, State


def begins(table: Seating, state: State) -> State:
    """All cards are out and all bets made: hands are shown in order."""
    return replace(state, phase="show", showdown=Showdown(order(table, state)))


def order(table: Seating, state: State) -> tuple[int, ...]:
    """Positions in the order of showing: the last side pot's first, in each from the first to show (O6.1, O6.2)."""
    betting = state.betting
    many = len(table.numbers)
    start = _first(table, state)
    shown: list[int] = []
    for pot in reversed(pots.form(betting.put, betting.live, state.dead)):
        eligible = sorted(pot.eligible, key=lambda position: (position - start) % many)
        shown += [position for position in eligible if position not in shown]
    return tuple(shown)


def _first(table: Seating, state: State) -> int:
    """Where showing starts: the last aggressor (world rule), else the button's left (O6.1)."""
    rule = table.options.show_first
    aggressor = state.betting.aggressor
    by_aggressor = rule == "aggressor" or (rule == "rule" and table.options.rule == "world")
    return aggressor if by_aggressor and aggressor != NOBODY and state.betting.live >> aggressor & 1 else 0


def whose(state: State) -> int:
    """The position that shows now."""
    return state.showdown.order[state.showdown.shown]


def may_muck(table: Seating, state: State) -> Refused | None:
    """Why the seat that shows now may not muck; None if it may (O6.1–O6.3)."""
    position = whose(state)
    number = table.numbers[position]
    if not state.betting.able >> position & 1:
        return Refused("O6.2", f"seat {number} is all-in: it has to open")
    if not state.showdown.shown and not table.options.first_may_muck:
        return Refused("O6.1", f"seat {number} is the first to show: it has to open")
    later = sum(1 << other for other in state.showdown.order[state.showdown.shown + 1 :])
    for pot in pots.form(state.betting.put, state.betting.live, state.dead):
        could_win = sum(1 << other for other in pot.eligible)
        if could_win >> position & 1 and not could_win & (state.showdown.open | later):
            return Refused("O6.3", f"seat {number} is the last that can win a pot: it has to open")
    return None


def show(table: Seating, state: State, event: Action) -> State | Refused:
    """A player opens or mucks at showdown."""
    position = whose(state)
    number = table.numbers[position]
    if event.seat != number:
        clause = "O6.2" if state.betting.able != state.betting.live else "O6.1"
        return Refused(clause, f"seat {event.seat} shows; seat {number} is to show")
    if event.act == "muck":
        refused = may_muck(table, state)
        if refused is not None:
            return refused
        if len(event.cards or ()) >= HOLE_CARDS:
            return Refused("O6.3", f"seat {number} shows all its cards: a hand that is shown as a whole is opened")
        after = some_shown(state, position, event.cards or (), "O6.3")
        return after if isinstance(after, Refused) else goes_on(table, after)
    if event.act != "open":
        return Refused("O6.3", f"seat {number} can't {event.act} at showdown: it opens or mucks")
    if event.cards is not None:
        return Refused("O6.3", "at showdown a hand is opened as a whole")
    hand = state.hole[position]
    if len(hand) < HOLE_CARDS:
        return Refused("O1.3", f"seat {number} has {len(hand)} hole cards recorded: a hand needs its four")
    face_up = state.face_up
    for card in hand:
        face_up |= BIT[card] if card is not None else 0
    showdown = state.showdown
    is_read = None not in hand
    shown = Showdown(showdown.order, showdown.shown + is_read, showdown.open | 1 << position)
    state = replace(state, phase="show" if is_read else "turn", face_up=face_up, showdown=shown, steps=state.steps + 1)
    return payout.showdown(table, state) if shown.shown == len(shown.order) else state


def turned(table: Seating, state: State) -> State:
    """Once every card of the opened hand is read, the next player shows."""
    return state if None in state.hole[whose(state)] else goes_on(table, replace(state, phase="show"))


def goes_on(table: Seating, state: State) -> State:
    """The next to show, or the pots are paid."""
    state = replace(state, showdown=replace(state.showdown, shown=state.showdown.shown + 1))
    return payout.showdown(table, state) if state.showdown.shown == len(state.showdown.order) else state


def leaves(table: Seating, state: State, position: int) -> State:
    """A hand that is folded by force at showdown is out of the order."""
    showdown = state.showdown
    at = showdown.order.index(position)
    phase = "show" if at == showdown.shown else state.phase
    showdown = Showdown(
        showdown.order[:at] + showdown.order[at + 1 :],
        showdown.shown - (at < showdown.shown),
        showdown.open & ~(1 << position),
    )
    state = replace(state, phase=phase, showdown=showdown)
    if len(positions(state.betting.live)) > 1 and showdown.shown == len(showdown.order):
        return payout.showdown(table, state)
    return state


def after_all_folded(table: Seating, state: State, event: Action) -> State | Refused:
    """The pot is paid: its winner opens the hand, wholly or partly, or closes it (O5.7)."""
    position = positions(state.betting.live)[0]
    number = table.numbers[position]
    if event.seat != number:
        return Refused("O5.7", f"seat {event.seat}: only seat {number}, the last one in, may open or close")
    if event.act == "close":
        return replace(state, phase="over")
    if event.act != "open":
        return Refused("O5.7", f"seat {number} can't {event.act}: all others have folded, it opens or closes")
    cards = event.cards
    if cards is None:
        cards = tuple(str(card) for card in state.hole[position] if card is not None)
    shown = some_shown(state, position, cards, "O5.7")
    return shown if isinstance(shown, Refused) else replace(shown, phase="over")
