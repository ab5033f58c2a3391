"""O9: a wrong hole card, no game, a card that was seen, the dealer's discretion."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import money
from dealer_assist.betting import positions
from dealer_assist.game import Discretion, Line, Refused, Way
from dealer_assist.games.omaha import hands, payout, rounds
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import BIT, Ended, Showdown, State
from dealer_assist.games.omaha.steps import Exposed, WrongCard, WrongShown
from dealer_assist.pots import Paid

#: Lines that stay when every act is cancelled: they were no acts.
_NO_ACTS = frozenset({"penalty", "exposed", "discretion"})


def wrong_card(table: Seating, state: State, event: WrongCard) -> State | Refused:
    """Before the flop the card is burned and all begins anew (O9.1); after it there is no game (O9.2)."""
    position = table.at.get(event.seat)
    if position is None:
        return Refused("O9.1", f"seat {event.seat} is not in this hand")
    if state.phase in {"won", "over"}:
        return Refused("O9.1", "the pot is paid")
    if state.board:
        return no_game(table, state)
    found = hands.named(state, position, event.card)
    if found is None:
        return Refused("O9.1", f"{event.card} is not one of the cards of seat {event.seat}")
    at = found.hole[position].index(event.card)
    return from_the_start(table, hands.without(found, position, at))


def back(table: Seating, then: State, now: State) -> State:
    """Back to before a step: if that dealt a hole card, the card was the wrong one (O9.1, after the flop O9.2).

    Any other step, or a misdeal that is taken back: as things were, but for the cards that have come since, which are
    burned.
    """
    dealt, paid = len(then.deal), now.phase in {"won", "over"}
    if paid or then.phase != "hole" or now.deal[:dealt] != then.deal or dealt == len(now.deal) or not _has(now, then):
        return replace(then, out=now.out)
    if now.board:
        return without_game(table, now)
    position = now.deal[dealt]
    return from_the_start(table, hands.without(now, position, len(then.hole[position])))


def _has(now: State, then: State) -> bool:
    """Whether every hand still begins with the cards that it had then."""
    return all(hand[: len(old)] == old for hand, old in zip(now.hole, then.hole, strict=True))


def from_the_start(table: Seating, state: State) -> State:
    """Every act is cancelled: chips come back, antes and blinds are posted again. Who was sent away stays away."""
    live = (1 << len(table.numbers)) - 1 & ~state.conduct.sent
    betting, dead = table.posted(untouched(table, state), live)
    state = replace(
        state,
        phase="hole",
        betting=betting,
        dead=dead,
        uncalled=None,
        burned_at=0,
        conduct=replace(state.conduct, pending=(), bound=""),
        showdown=Showdown(),
        lines=_lines_that_stay(state),
    )
    return state if live & live - 1 else rounds.goes_on(table, state)


def _lines_that_stay(state: State) -> tuple[Line, ...]:
    kept = tuple(line for line in state.lines if line.on in _NO_ACTS)
    return state.lines if len(kept) == len(state.lines) else kept


def untouched(table: Seating, state: State) -> list[int]:
    """The chips that each seat would have without the acts of the hand: what it brought, paid and was paid beside."""
    chips = [seat.chips for seat in table.seats]
    for line in state.lines:
        if line.on in _NO_ACTS:
            chips[table.at[line.seat]] += line.paid
    return chips


def no_game(table: Seating, state: State, event: object = None) -> State | Refused:
    """Each active player is paid every pot that he could win, the others a part of all; the house adds (O9.2)."""
    del event
    return Refused("O9.2", "the pot is paid") if state.phase in {"won", "over"} else without_game(table, state)


def without_game(table: Seating, state: State) -> State:
    """The hand ends so, whatever its cards."""
    state = rounds.uncalled_back(table, state)
    formed = payout.formed_now(table, state)
    total = sum([pot.amount for pot in formed])
    options, live = table.options, state.betting.live
    chips, lines = list(state.betting.chips), list(state.lines)
    paid = []
    for number, pot in enumerate(formed):
        many = 1 if options.no_game_pays == "in_full" else len(pot.eligible)
        share = money.share_made_up(pot.amount, many)
        paid.append(Paid(pot.amount, 0, pot.eligible, pot.eligible, (share,) * len(pot.eligible), 0))
        for position in pot.eligible:
            chips[position] += share
            name = payout.pot_name(number)
            lines.append(Line(table.numbers[position], name, pot.amount, None, share, "no_game", "O9.2"))
    part = money.inactive_part(total, options.inactive_percent, options.inactive_most)
    for position in positions((1 << len(chips)) - 1 & ~live):
        chips[position] += part
        lines.append(Line(table.numbers[position], "pots", total, None, part, "no_game", "O9.2"))
    added = sum(chips) - sum(state.betting.chips) - total
    return replace(
        state,
        phase="over",
        betting=payout.emptied(state.betting, chips),
        house_adds=state.house_adds + added,
        ended=Ended(tuple(paid), 0, "O9.2"),
        lines=tuple(lines),
    )


def exposed(table: Seating, state: State, event: Exposed) -> State | Refused:
    """A card was seen that must not be (O9.3)."""
    if state.phase in {"won", "over"}:
        return Refused("O9.3", "the pot is paid")
    if event.seat is None:
        bit = BIT[event.card]
        if state.out & bit:
            return hands.came_before(event.card)
        return replace(state, out=state.out | bit, face_up=state.face_up | bit, burned=(*state.burned, event.card))
    position = table.at.get(event.seat)
    if position is None or not state.betting.live >> position & 1:
        return Refused("O9.3", f"seat {event.seat} is not in the hand: a card of nobody's hand is exposed_other")
    found = hands.named(state, position, event.card)
    if found is None:
        return Refused("O9.3", f"{event.card} is not one of the cards of seat {event.seat}")
    if state.face_up & BIT[event.card]:
        return Refused("O9.3", f"{event.card} of seat {event.seat} lies open already")
    half = money.exposed_half(state.betting.middle, table.options.exposed_rounding)
    line = Line(event.seat, "exposed", state.betting.middle, None, half, "exposed", "O9.3")
    return replace(
        _gains(found, position, half),
        face_up=found.face_up | BIT[event.card],
        house_adds=found.house_adds + half,
        lines=(*found.lines, line),
    )


def wrong_shown(table: Seating, state: State, event: WrongShown) -> State | Refused:
    """A wrong card was shown at a fold or showing: it lies open, with the one that was meant if the player wishes so,
    and the hand goes on; no chips move (O9.4)."""
    position = table.at.get(event.seat)
    if position is None:
        return Refused("O9.4", f"seat {event.seat} is not in this hand")
    if not has_shown(state, position):
        why = "has neither folded, mucked nor won alone: a card of its hand that was seen is exposed_hole"
        return Refused("O9.4", f"seat {event.seat} {why}")
    if event.meant == event.card:
        return Refused("O9.4", f"{event.card} is the card that was shown: name the one that was meant")
    cards = (str(event.card),) if event.meant is None else (str(event.card), str(event.meant))
    return hands.some_shown(state, position, cards, "O9.4")


def has_shown(state: State, position: int) -> bool:
    """Whether the seat may have shown a part of its hand: it folded, it mucked, or it is the last one in (O9.4)."""
    order = state.showdown
    if not state.betting.live >> position & 1:
        return True
    if position in order.order[: order.shown]:
        return not order.open >> position & 1
    return state.phase in {"won", "over"} and not order.order


def _gains(state: State, position: int, amount: int) -> State:
    chips = state.betting.chips
    chips = (*chips[:position], chips[position] + amount, *chips[position + 1 :])
    return replace(state, betting=replace(state.betting, chips=chips))


def discretion(table: Seating, state: State, event: Discretion) -> State | Refused:
    """Chips to and from seats as people decided; with `ends` everyone gets back what was put in (O9.5)."""
    if not event.reason.strip():
        return Refused("O9.5", "discretion needs its reason in words")
    if event.ends and state.phase in {"won", "over"}:
        return Refused("O9.5", "the pot is paid: there is nothing to end")
    for number, paid in event.paid:
        position = table.at.get(number)
        if position is None:
            return Refused("O9.5", f"seat {number} is not in this hand")
        held = state.betting.chips[position]
        if held + paid < 0:
            return Refused("O9.5", f"seat {number} has {held}: {-paid} can't be taken from it")
        line = Line(number, "discretion", 0, None, paid, "discretion", "O9.5")
        state = replace(_gains(state, position, paid), house_adds=state.house_adds + paid, lines=(*state.lines, line))
    if event.ends:
        betting = payout.emptied(state.betting, untouched(table, state))
        return replace(state, phase="over", betting=betting, ended=Ended((), 0, "O9.5"), lines=_lines_that_stay(state))
    return state


def ways(table: Seating, state: State) -> tuple[Way, ...]:
    """The remedies that the rules allow now: the deal again before the flop, no game, discretion."""
    free = Way("discretion", "O9.5", {"misdeal": "discretion"}, approval=True, free=True)
    if state.phase == "over" or not state.steps:
        return (free,) if state.steps else ()
    if state.phase == "won":
        return (free,)
    no = Way("no_game", "O9.2", {"misdeal": "no_game"}, approval=True)
    if state.board:
        return no, free
    return Way("restorable", "O9.1", {"misdeal": "restorable"}, goes_back=True), no, free
