"""O1.1, O4.3, O4.6, O4.7: hole cards, the board, burned cards; each card of the deck once."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist.betting import NOBODY
from dealer_assist.cards import Joker, Suited
from dealer_assist.game import Dealt, Refused
from dealer_assist.games.omaha import rounds, showdown
from dealer_assist.games.omaha.hands import HOLE_CARDS, came_before, lacking, named
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import BIT, BOARD_OF, State, TurnedUp


def deal(table: Seating, state: State, event: Dealt) -> State | Refused:
    """A card to a seat, to the board, or burned."""
    card, to = event.card, event.to
    if isinstance(card, Joker):
        return Refused("O1.1", "Omaha is played without jokers")
    bit = 0 if card is None else BIT[card]
    if card is not None and state.out & bit:
        return _known(table, state, event.to, card, bit)
    return _put(table, state, to, card, bit)


def _put(table: Seating, state: State, to: int | str, card: Suited | None, bit: int) -> State | Refused:
    if isinstance(to, int):
        return _hole(table, state, to, card, bit)
    if to == "board":
        return _board(table, state, card, bit) if card is not None else Refused("O4.6", "the board lies face up")
    if to == "burn":
        return _burn(table, state, card, bit)
    return Refused("O4.3", f"no card goes to {to} at Omaha: seats, board, burn")


def _known(table: Seating, state: State, to: int | str, card: Suited, bit: int) -> State | Refused:
    """A card that has come: refused, but for one of this very hand that was named before it was dealt.

    Where no card can go it is refused as any other: whether it has come, it may lie face down, is not told there.
    """
    position = table.at.get(to) if isinstance(to, int) else None
    if position is not None and state.ahead & bit and card in state.hole[position]:
        return replace(state, ahead=state.ahead & ~bit)
    placed = _put(table, state, to, card, bit)
    return placed if isinstance(placed, Refused) else came_before(card)


def _hole(table: Seating, state: State, to: int, card: Suited | None, bit: int) -> State | Refused:
    position = table.at.get(to)
    if position is None:
        return Refused("O4.3", f"seat {to} is not in this hand")
    # The last one in may still open a hand whose cards were not written before.
    if state.phase == "over":
        return Refused("O4.3", "the hand is over")
    hole = state.hole
    hand = hole[position]
    if len(hand) == HOLE_CARDS:
        return Refused("O4.3", f"seat {to} has its four cards")
    after = replace(
        state,
        hole=(*hole[:position], (*hand, card), *hole[position + 1 :]),
        deal=(*state.deal, position),
        out=state.out | bit,
        steps=state.steps + 1,
    )
    if state.phase == "hole" and len(hand) == HOLE_CARDS - 1 and lacking(state.betting.live, after.hole) == NOBODY:
        return _dealt_out(table, after)
    return after


def _dealt_out(table: Seating, state: State) -> State:
    """All hole cards are out. Who is all-in by the posts leaves nobody to act, perhaps."""
    return rounds.goes_on(table, replace(state, phase="bets"))


def _round_over(table: Seating, state: State) -> State:
    """A card of the board ends a round in which nobody has anything to decide: the last one can only check."""
    betting = state.betting
    if state.phase == "hole" and betting.turn == NOBODY:
        return _dealt_out(table, state)
    if state.phase not in {"hole", "bets"} or betting.able & betting.able - 1 or state.conduct.bound:
        return state
    if betting.bets[betting.turn] < betting.current:
        return state
    return rounds.goes_on(table, replace(state, betting=replace(betting, turn=NOBODY)))


def _board(table: Seating, state: State, card: Suited, bit: int) -> State | Refused:
    if state.phase != "board":
        state = _round_over(table, state)
        if state.phase != "board":
            return Refused("O4.6", "no card is due on the board: " + why_no_board(table, state))
    board = (*state.board, card)
    state = replace(state, board=board, out=state.out | bit, steps=state.steps + 1)
    if len(board) < BOARD_OF[state.betting.street + 1]:
        return state
    return rounds.next_street(table, state)


def why_no_board(table: Seating, state: State) -> str:
    """What has to come before a card of the board."""
    turn = state.betting.turn
    if state.phase in {"hole", "bets"} and turn != NOBODY:
        return f"seat {table.numbers[turn]} is to act"
    return "the hand is over" if state.phase in {"won", "over"} else "all five are out"


def _burn(table: Seating, state: State, card: Suited | None, bit: int) -> State | Refused:
    state = _round_over(table, state)
    if not may_burn(state):
        return Refused("O4.7", "no card is burned now: one is, before flop, turn and river")
    if not table.options.burn:
        return Refused("O4.7", "this house burns no cards")
    return replace(state, burned=(*state.burned, card), burned_at=state.betting.street + 1, out=state.out | bit)


def may_burn(state: State) -> bool:
    """Whether the card before a street's first one is still to be burned."""
    street = state.betting.street
    return state.phase == "board" and state.burned_at <= street and len(state.board) == BOARD_OF[street]


def turn_up(table: Seating, state: State, event: TurnedUp) -> State | Refused:
    """A hole card of the hand that is being opened is turned and read."""
    if state.phase != "turn":
        return Refused("O6.3", "no hand that lies face down is being opened")
    position = state.showdown.order[state.showdown.shown]
    if event.to not in {None, table.numbers[position]}:
        return Refused("O6.3", f"seat {event.to}: seat {table.numbers[position]} is opening its hand")
    if state.out & BIT[event.card]:
        return came_before(event.card)
    found = named(state, position, event.card)
    if found is None:
        return came_before(event.card)
    return showdown.turned(table, replace(found, face_up=found.face_up | BIT[event.card]))
