"""T7: what a joker pays the player who draws it; in the last slot T7.3 comes before T7.1."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import money
from dealer_assist.cards import Card, Joker
from dealer_assist.game import Line
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.rules import Options
from dealer_assist.games.triple.state import Seat
from dealer_assist.house import Pays


def bonus(draft: Draft, number: int, card: Card, stake: int) -> None:
    """The bonus of a card that `number` drew, if it is a joker; `stake` is that of the game being played."""
    if not isinstance(card, Joker) or not _pays(draft, number):
        return
    if draft.options.joker_bonus_stake == "unit":
        stake = draft.seats[number].unit
    joker = draft.pays.joker
    if draft.options.last_slot:
        lack = draft.seats[number].seated_with - _chips_that_count(draft, number)
        if lack > 0:
            _give(draft, Line(number, "joker", stake, None, lack, "restored", joker.last_slot.clause))
        else:
            _pay(draft, number, stake, joker.last_slot)
    _pay(draft, number, stake, joker.bonus)


def _pays(draft: Draft, number: int) -> bool:
    """T7.1: every joker, or a seat's first of the round."""
    if draft.options.every_joker_pays:
        return True
    return all(line.seat != number or line.on != "joker" for line in draft.lines_now())


def _chips_that_count(draft: Draft, number: int) -> int:
    """T7.3: the chips of this moment, with or without what this round has paid."""
    chips = draft.seats[number].chips
    if draft.options.restore_after_settlements:
        return chips
    return chips - sum(line.paid for line in draft.lines_now() if line.seat == number)


def _pay(draft: Draft, number: int, stake: int, pays: Pays) -> None:
    paid = money.paid(stake, pays.multiple, draft.options.rounding)
    _give(draft, Line(number, "joker", stake, pays.multiple, paid, "bonus", pays.clause))


def _give(draft: Draft, line: Line) -> None:
    draft.pay(line)
    seat = draft.seats[line.seat]
    draft.put(replace(seat, bonus=seat.bonus + line.paid))


def spendable(seat: Seat, options: Options) -> int:
    """The chips that may be staked now: a bonus of this round too, or not before the next one (T7.1)."""
    return seat.chips if options.bonus_pays_for_stakes else seat.chips - seat.bonus
