"""T2: betting. Bets may be changed until the first card."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import money
from dealer_assist.game import Bet, Refused
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.state import Hand, Seat


def bet(draft: Draft, event: Bet) -> Refused | None:
    """Stake a unit on each of the three games (T2.1), or a third of the chips on each (T2.2)."""
    seat = draft.seats.get(event.seat)
    if seat is None:
        return Refused("T1.3", f"seat {event.seat} is not at this table")
    chips = in_hand(seat)
    if chips < draft.options.bankrupt_below:
        return Refused("T2.3", f"seat {event.seat} has {chips} and is bankrupt below {draft.options.bankrupt_below}")
    unit = money.all_in_unit(chips) if event.unit is None else event.unit
    if unit < draft.options.least_unit:
        return Refused("T2.3", f"seat {event.seat} bets {unit}; the least unit is {draft.options.least_unit}")
    if 3 * unit > chips:
        return Refused("T2.1", f"seat {event.seat} bets {unit}, which stakes {3 * unit}, and has {chips}")
    draft.put(
        replace(
            seat,
            chips=chips - 3 * unit,
            unit=unit,
            all_in=event.unit is None or (draft.options.plain_third_is_all_in and unit == money.all_in_unit(chips)),
            war=unit,
            hands=(Hand((), unit),),
            poker=unit,
        )
    )
    return None


def in_hand(seat: Seat) -> int:
    """The chips that a seat could bet with before the first card: a bet already placed counts as back in hand."""
    return seat.chips + 3 * seat.unit
