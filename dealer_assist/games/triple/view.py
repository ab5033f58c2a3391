"""A Triple round as people see it: the view of a screen, the settlement, and words for what is awaited."""

from __future__ import annotations

from collections.abc import Iterable

from dealer_assist.blackjack_hands import is_soft, total
from dealer_assist.cards import Card
from dealer_assist.game import DEALER, Awaited, Bets, Choice, Deal, Dealt, Line, Orders, Over, Turn, Viewer
from dealer_assist.games.triple.draft import hand_name
from dealer_assist.games.triple.state import Hand, Seat, State
from dealer_assist.step_forms import FACE_DOWN

_GAME_OF_PHASE = {
    "bets": "bets",
    "war": "war",
    "ties": "war",
    "second": "blackjack",
    "insurance": "blackjack",
    "play": "blackjack",
    "hit": "blackjack",
    "dealer": "blackjack",
    "poker": "poker",
    "over": "over",
}


def show(state: State, viewer: Viewer, awaited: Awaited) -> dict[str, object]:
    """The round without what `viewer` may not see: nobody sees the hole card before it is turned (T8.3)."""
    del viewer  # at Triple the players, the dealer and the pit see the same
    return {
        "game": "triple",
        "stage": _GAME_OF_PHASE[state.phase],
        "dealer": {"cards": _dealer_cards(state), "total": _dealer_total(state)},
        "seats": [_seat(seat, state) for seat in state.seats],
        "house": state.house,
    }


def _dealer_cards(state: State) -> list[str]:
    return [
        FACE_DOWN if card is None or (state.hole_down and index == 1) else str(card)
        for index, card in enumerate(state.dealer)
    ]


def face_up(state: State) -> tuple[Card, ...]:
    """The dealer's cards that everyone sees."""
    shown = state.dealer[:1] if state.hole_down else state.dealer
    return tuple(card for card in shown if card is not None)


def _dealer_total(state: State) -> str | None:
    """The dealer's total once it is known to everyone; none in War, and none while the hole card is down."""
    if len(state.dealer) < 2 or state.hole_down:
        return None
    return _total(tuple(card for card in state.dealer if card is not None))


def _total(cards: tuple[Card, ...]) -> str:
    return f"soft {total(cards)}" if is_soft(cards) and total(cards) < 21 else str(total(cards))


def _seat(seat: Seat, state: State) -> dict[str, object]:
    lines = [line for line in state.lines if line.seat == seat.number]
    return {
        "seat": seat.number,
        "chips": seat.chips,
        "unit": seat.unit,
        "all_in": seat.all_in,
        "stakes": open_stakes(seat),
        "hands": [_hand(hand) for hand in seat.hands] if seat.playing else [],
        "fill": [str(card) for card in seat.fill],
        "to_act": state.seat == seat.number and state.phase in {"play", "hit"},
        "hand_to_act": state.hand,
        "lines": [line.body() for line in lines],
        "paid": sum(line.paid for line in lines),
    }


def _hand(hand: Hand) -> dict[str, object]:
    return {
        "cards": [str(card) for card in hand.cards],
        "total": _total(hand.cards) if len(hand.cards) > 1 else None,
        "stake": hand.stake,
        "decided": hand.decided,
        "doubled": hand.doubled,
    }


def open_stakes(seat: Seat) -> dict[str, int]:
    """What still lies on the table for this seat, by the name of its line."""
    stakes = {"war": seat.war}
    for index, hand in enumerate(seat.hands):
        stakes[hand_name(index)] = 0 if hand.decided else hand.stake
    stakes["insurance"] = seat.insurance or 0
    stakes["poker"] = seat.poker
    return {on: stake for on, stake in stakes.items() if stake}


def settlement(state: State) -> dict[str, object]:
    """Chips, lines and, before the end, open stakes by seat; what the house has won (ROUND_SCRIPT)."""
    complete = state.phase == "over"
    return {
        "complete": complete,
        "seats": [_settled(seat, state.lines, complete) for seat in state.seats],
        "house": state.house,
    }


def _settled(seat: Seat, lines: Iterable[Line], complete: bool) -> dict[str, object]:
    settled: dict[str, object] = {
        "seat": seat.number,
        "chips": seat.chips,
        "lines": [line.body() for line in lines if line.seat == seat.number],
    }
    if not complete:
        settled["open"] = open_stakes(seat)
    return settled


def place(event: Dealt) -> str:
    """Where a card went, in words."""
    return _place(event.to, event.hand)


def _place(to: int | str, hand: int | None) -> str:
    where = "the dealer" if to == DEALER else f"seat {to}"
    return where if hand is None else f"{where}, hand {hand}"


def waiting(awaited: Awaited) -> str:
    """What the table waits for, as the second half of a refusal."""
    match awaited:
        case Bets(first=first):
            return "bets are open" + ("" if first is None else f", or the first card to {_place(first.to, first.hand)}")
        case Deal(to=to, hand=hand):
            return f"the next card is for {_place(to, hand)}"
        case Choice(seat=seat, offers=offers):
            return f"seat {seat} is to choose: {', '.join(offer.act for offer in offers)}"
        case Turn():
            return "the hole card is to be turned and named"
        case Orders() | Over():
            return "the round is over"
