"""T6: six-card Poker. No contest: the player's own hand pays."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dealer_assist.cards import JOKER, Card
from dealer_assist.game import Dealt, Refused
from dealer_assist.games.triple import jokers
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.rules import Options, Poker
from dealer_assist.games.triple.state import RETURNED, Seat
from dealer_assist.house import Pays
from dealer_assist.poker_hands import makes

FULL: Final = 6
FIVE: Final = 5
NOTHING: Final = frozenset({"nothing"})


def held(seat: Seat, options: Options) -> tuple[Card, ...]:
    """The cards that make the seat's poker hand: after a split those of both hands, or of the first (T6.5)."""
    if options.poker_after_split == "all_cards":
        return seat.cards
    return seat.hands[0].cards + seat.fill


def best(cards: tuple[Card, ...], house: Poker, options: Options) -> tuple[str, Pays]:
    """The hand that pays most, the stronger one where two pay alike; or the strongest (T6.4)."""
    possible = makes(cards, options.low_ace_straight)
    if len(cards) < FIVE and not options.short_hand_pays:
        possible = NOTHING
    if not options.joker_in_defective_house and JOKER in cards:
        possible -= {"defective_house"}
    hands = house.by_worth if options.poker_hand_counts == "pays_most" else house.by_rank
    return next(hand for hand in hands if hand[0] in possible)


def begin(draft: Draft) -> None:
    """Blackjack is settled: who gets cards (T6.2) is fixed, the others are paid for what they hold."""
    draft.phase = "poker"
    filled_up = who_fills(draft)
    for seat in draft.playing():
        filled = seat.number in filled_up and len(held(seat, draft.options)) < FULL
        draft.put(replace(seat, filled=filled))
        if not filled and draft.options.poker_settled == "when_complete":
            _settle(draft, seat.number)
    _end(draft)


def who_fills(draft: Draft) -> set[int]:
    """The seats that T6.2 fills up: War won, or Blackjack paid push or better, insurance's push included."""
    options = draft.options
    lines = [line for line in draft.lines_now() if line.clause != RETURNED]
    hands = [line for line in lines if line.on.startswith("blackjack")]
    fills = {line.seat for line in hands if line.paid >= line.stake}
    if options.split_fills_if == "both":
        fills -= {line.seat for line in hands if line.paid < line.stake}
    if options.insured_loss_fills != "never":
        insured = {line.seat for line in lines if line.on == "insurance" and line.outcome == "win"}
        if options.insured_loss_fills == "not_bust":
            insured -= {line.seat for line in hands if line.outcome == "bust"}
        fills |= insured
    return fills | {seat.number for seat in draft.playing() if seat.war_result == "win"}


def next_seat(seats: tuple[Seat, ...] | list[Seat], options: Options) -> Seat:
    """Who gets the next card: one each in seat order, round after round, full hands skipped (T6.6)."""
    waiting = [seat for seat in seats if seat.filled]
    # Every waiting hand began with its own number of cards; a round of dealing gives each one more.
    return waiting[0] if options.poker_deal == "seat_by_seat" else min(waiting, key=_filled)


def _filled(seat: Seat) -> int:
    return len(seat.fill)


def deal(draft: Draft, event: Dealt) -> Refused | None:
    """A poker card."""
    card = event.card
    if card is None:
        return Refused("T6.6", "poker cards lie face up: name the card")
    number = int(event.to)
    seat = replace(draft.seats[number], fill=(*draft.seats[number].fill, card))
    full = len(held(seat, draft.options)) >= FULL
    draft.put(replace(seat, filled=False) if full else seat)
    jokers.bonus(draft, number, card, seat.poker)
    if full:
        if draft.options.poker_settled == "when_complete":
            _settle(draft, number)
        _end(draft)
    return None


def _settle(draft: Draft, number: int) -> None:
    hand, pays = best(held(draft.seats[number], draft.options), draft.pays.poker, draft.options)
    draft.settle_poker(number, pays, hand)


def _end(draft: Draft) -> None:
    """With no hand left to fill up the round is over."""
    if any(seat.filled for seat in draft.playing()):
        return
    for seat in draft.playing():
        if seat.poker:
            _settle(draft, seat.number)
    draft.phase = "over"
