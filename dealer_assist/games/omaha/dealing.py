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
    if card is not None and state.out & BIT[card]:
        return came_before(card)
    if to == "board":
        return _board(table, state, card) if card is not None else Refused("O4.6", "the board lies face up")
    if to == "burn":
        return _burn(table, state, card)
    return _hole(table, state, to, card)


def _hole(table: Seating, state: State, to: int | str, card: Suited | None) -> State | Refused:
    position = table.at.get(to) if isinstance(to, int) else None
    if position is None:
        return Refused("O4.3", f"seat {to} is not in this hand")
    if state.phase in {"won", "over"}:
        return Refused("O4.3", "the hand is over")
    hand = state.hole[position]
    if len(hand) == HOLE_CARDS:
        return Refused("O4.3", f"seat {to} has its four cards")
    hole = (*state.hole[:position], (*hand, card), *state.hole[position + 1 :])
    out = state.out if card is None else state.out | BIT[card]
    if state.phase != "hole" or len(hand) + 1 < HOLE_CARDS or lacking(state.betting.live, hole) != NOBODY:
        return replace(state, hole=hole, deal=(*state.deal, position), out=out)
    return _dealt_out(table, replace(state, hole=hole, deal=(*state.deal, position), out=out))


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


def _board(table: Seating, state: State, card: Suited) -> State | Refused:
    state = _round_over(table, state)
    if state.phase != "board":
        return Refused("O4.6", "no card is due on the board: " + why_no_board(table, state))
    board = (*state.board, card)
    state = replace(state, board=board, out=state.out | BIT[card])
    if len(board) < BOARD_OF[state.betting.street + 1]:
        return state
    return rounds.next_street(table, state)


def why_no_board(table: Seating, state: State) -> str:
    """What has to come before a card of the board."""
    turn = state.betting.turn
    if state.phase in {"hole", "bets"} and turn != NOBODY:
        return f"seat {table.numbers[turn]} is to act"
    return "the hand is over" if state.phase in {"won", "over"} else "all five are out"


def _burn(table: Seating, state: State, card: Suited | None) -> State | Refused:
    state = _round_over(table, state)
    if not may_burn(state):
        return Refused("O4.7", "no card is burned now: one is, before flop, turn and river")
    if not table.options.burn:
        return Refused("O4.7", "this house burns no cards")
    out = state.out if card is None else state.out | BIT[card]
    return replace(state, burned=(*state.burned, card), burned_at=state.betting.street + 1, out=out)


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
