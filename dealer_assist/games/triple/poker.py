"""T6: six-card Poker. No contest: the player's own hand pays."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist.cards import Card
from dealer_assist.game import Dealt, Refused
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.rules import Poker
from dealer_assist.games.triple.state import Seat
from dealer_assist.house import Pays
from dealer_assist.poker_hands import makes

FULL = 6


def best(cards: tuple[Card, ...], house: Poker) -> tuple[str, Pays]:
    """The hand that pays most (T6.4), the stronger one where two pay alike."""
    possible = makes(cards)
    return next(hand for hand in house.by_worth if hand[0] in possible)


def begin(draft: Draft) -> None:
    """Blackjack is settled: who gets cards (T6.2) is fixed, the others are paid for what they hold."""
    draft.phase = "poker"
    paid_back = {
        line.seat
        for line in draft.lines_now()
        if (line.on.startswith("blackjack") and line.paid >= line.stake) or (line.on == "insurance" and line.paid > 0)
    }
    for seat in draft.playing():
        filled = seat.war_result == "win" or seat.number in paid_back
        draft.put(replace(seat, filled=filled))
        if not filled or len(seat.cards) >= FULL:
            _settle(draft, seat.number)
    _end(draft)


def next_seat(seats: tuple[Seat, ...] | list[Seat]) -> Seat:
    """Who gets the next card: one each in seat order, round after round, full hands skipped (T6.6)."""
    # Every waiting hand began with its own number of cards; a round of dealing gives each one more.
    return min([seat for seat in seats if seat.poker and seat.filled], key=_filled)


def _filled(seat: Seat) -> int:
    return len(seat.fill)


def deal(draft: Draft, event: Dealt) -> Refused | None:
    """A poker card."""
    card = event.card
    if card is None:
        return Refused("T6.6", "poker cards lie face up: name the card")
    seat = draft.seats[int(event.to)]
    draft.put(replace(seat, fill=(*seat.fill, card)))
    draft.bonus(seat.number, card, seat.poker)
    if len(seat.cards) + 1 >= FULL:
        _settle(draft, seat.number)
        _end(draft)
    return None


def _settle(draft: Draft, number: int) -> None:
    hand, pays = best(draft.seats[number].cards, draft.pays.poker)
    draft.settle_poker(number, pays, hand)


def _end(draft: Draft) -> None:
    if all(seat.poker == 0 for seat in draft.playing()):
        draft.phase = "over"
