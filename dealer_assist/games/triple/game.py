"""Triple by the contract of `dealer_assist.game`: what the table awaits and what each event does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from dealer_assist import house as houses
from dealer_assist.cards import Card
from dealer_assist.game import (
    DEALER,
    Act,
    Awaited,
    Bet,
    Bets,
    Change,
    Choice,
    Deal,
    Dealt,
    Discretion,
    Event,
    Garbled,
    Lies,
    Line,
    Misdeal,
    Over,
    Refused,
    Step,
    To,
    Turn,
    Turned,
    Viewer,
    Way,
)
from dealer_assist.games.triple import bets, blackjack, dealer_hand, forced, poker, stay, steps, view, war
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.rules import OF_A_ROUND, Options, TripleHouse
from dealer_assist.games.triple.state import Seat, State
from dealer_assist.shoe import Shoe

#: Far above any table's chips; keeps every payout within what a journal and JSON can hold (64 bits).
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**15)]


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as a script names it; `seated_with` is `chips` unless it says otherwise."""

    seat: int
    chips: Chips
    seated_with: Chips | None = None


class Triple:
    """A Triple round at one table: its house, its options, the seats and their chips before it."""

    name = "triple"
    parties: Literal["seats", "accounts"] = "seats"
    back_clause = "T9.1"
    discretion_clause = "T9.4"
    shoe_lasts = True
    house_type = TripleHouse

    def __init__(self, house: TripleHouse, options: Mapping[str, Any], seats: Sequence[object]) -> None:
        """Raises `Garbled` for an option or a seat that there can't be."""
        self.house = house
        try:
            self.options: Options = houses.options(house, options, OF_A_ROUND)
            self._seats = msgspec.convert(seats, tuple[SeatIn, ...])
        except (ValueError, msgspec.ValidationError) as error:
            raise Garbled(str(error)) from error
        numbers = [seat.seat for seat in self._seats]
        if not all(1 <= number <= self.options.most_seats for number in numbers):
            raise Garbled(f"seats {numbers}: this table has seats 1 to {self.options.most_seats}", "T1.3")
        if len(set(numbers)) != len(numbers):
            raise Garbled(f"seats {numbers}: each seat once")
        if not numbers:
            raise Garbled("a round needs at least one seat")
        self.places = tuple(range(1, self.options.most_seats + 1))
        self.boxes = (*(f"seat{number}" for number in sorted(numbers)), DEALER)
        self.shoe = Shoe(self.options.decks, self.options.jokers, "T1.2")

    def open(self) -> State:
        """Bets are open; no card has come."""
        ordered = sorted(self._seats, key=lambda seat: seat.seat)
        return State(
            "bets",
            tuple(
                Seat(seat.seat, seat.chips, seat.chips if seat.seated_with is None else seat.seated_with)
                for seat in ordered
            ),
        )

    def read(self, step: object) -> Event:
        """A step of a round script as an event (ROUND_SCRIPT). Raises `Garbled`."""
        return steps.read(step)

    def awaits(self, state: State) -> Awaited:
        """What the table waits for; never empty before the round is over."""
        match state.phase:
            case "bets":
                least = max(self.options.bankrupt_below, 3 * self.options.least_unit)
                able = tuple(seat.number for seat in state.seats if bets.in_hand(seat) >= least)
                first = next((seat.number for seat in state.seats if seat.unit), None)
                return Bets(able, None if first is None else Deal(first))
            case "war":
                return Deal(war.next_card(state.seats))
            case "ties":
                seat = war.tied(state, self.options.war_choice_order == "right")
                return Choice(seat.number, war.offers(seat, self.options))
            case "second":
                to = blackjack.next_second(state.seats)
                return Deal(to, face_down=to == DEALER)
            case "insurance":
                waiting = blackjack.asked(_playing(state), self.options)
                others = tuple(seat.number for seat in waiting[1:])
                return Choice(waiting[0].number, blackjack.insurance_offers(waiting[0], self.options), also=others)
            case "play":
                seat = blackjack.turn_of(state)
                return Choice(
                    seat.number, blackjack.offers(seat, state.hand, self.options), self._hand(seat, state.hand)
                )
            case "hit":
                return Deal(state.seat, self._hand(blackjack.turn_of(state), state.hand))
            case "dealer":
                return Turn(DEALER) if state.hole_down else Deal(DEALER)
            case "poker":
                return Deal(poker.next_seat(state.seats, self.options).number)
            case "over":
                return Over()

    def apply(self, state: State, event: Event) -> Step | Refused:
        """The step that `event` makes, or the clause that refuses it; `state` itself never changes."""
        draft = Draft(state, self.options, self.house.multiples)
        refused = self._apply(draft, state, event)
        return refused if refused is not None else draft.step()

    def _apply(self, draft: Draft, state: State, event: Event) -> Refused | None:
        match event:
            case _ if state.phase == "over" and not isinstance(event, Discretion):
                return Refused("T1.4", "the round is over")
            case Dealt():
                return self._deal(draft, state, event)
            case Act():
                return self._act(draft, state, event)
            case Bet() if state.phase == "bets":
                return bets.bet(draft, event)
            case Bet():
                return Refused("T2.1", f"seat {event.seat} bets after the first card")
            case Turned() if state.phase == "dealer" and state.hole_down:
                refused = self._leaves_shoe(draft, event.card)
                if refused is None:
                    dealer_hand.turn(draft, event.card)
                return refused
            case Turned() if state.phase == "insurance":
                return self._after_insurance(draft, event)
            case Discretion():
                return forced.discretion(draft, event)
            case Misdeal() if state.phase != "bets":
                everyone = event.kind == "wrong_cards"
                forced.misdeal(draft, "T9.3" if everyone else "T9.2", everyone)
                return None
            case _:
                return Refused("T1.4", f"that can't be now: {view.waiting(self.awaits(state))}")

    def _act(self, draft: Draft, state: State, event: Act) -> Refused | None:
        match state.phase, event.act:
            case "play", _:
                if event.seat != state.seat:
                    return Refused("T4.3", f"seat {event.seat} acts; seat {state.seat} is to act")
                return blackjack.act(draft, event)
            case "ties", "go_to_war" | "surrender":
                seat = war.tied(state, self.options.war_choice_order == "right")
                if event.seat != seat.number:
                    return Refused("T3.6", f"seat {event.seat} acts; seat {seat.number} is to choose")
                return war.choose(draft, seat, event)
            case "insurance", "insure" | "no_insurance":
                if event.seat not in draft.seats:
                    return Refused("T1.3", f"seat {event.seat} is not at this table")
                return blackjack.insure(draft, event)
            case "insurance", _:
                return self._after_insurance(draft, event)
            case _:
                return Refused("T1.4", f"seat {event.seat} can't {event.act} now: {view.waiting(self.awaits(state))}")

    def _deal(self, draft: Draft, state: State, event: Dealt) -> Refused | None:
        if state.phase == "insurance":
            return self._after_insurance(draft, event)
        awaited = self.awaits(state)
        place = awaited.first if isinstance(awaited, Bets) else awaited
        if not isinstance(place, Deal) or (event.to, event.hand) != (place.to, place.hand):
            return Refused(_CLAUSE_OF_DEAL[state.phase], f"a card to {view.place(event)}: {view.waiting(awaited)}")
        if event.card is not None:
            refused = self._leaves_shoe(draft, event.card)
            if refused is not None:
                return refused
        match state.phase:
            case "bets" | "war":
                return war.deal(draft, event)
            case "second":
                return blackjack.second(draft, event)
            case "hit":
                return blackjack.hit(draft, event)
            case "dealer":
                return dealer_hand.draws(draft, event)
            case _:
                return poker.deal(draft, event)

    def _after_insurance(self, draft: Draft, event: Event) -> Refused | None:
        """Any other act or card ends the question of insurance; it is then judged in the state that follows."""
        blackjack.decline_rest(draft)
        return self._apply(draft, draft.step().state, event)

    def _leaves_shoe(self, draft: Draft, card: Card) -> Refused | None:
        if not self.shoe.can_give(card, draft.out):
            return Refused("T1.2", f"the shoe holds {self.shoe.holds(card)} of {card}, and all have come")
        draft.out = draft.out + (card,)
        return None

    def restore(self, then: State, now: State) -> Step:
        """T9.1: back to `then`; every card that has come since is burned."""
        kept = len(then.lines)
        gone = tuple(line for line in now.lines if not any(line is old for old in then.lines[:kept]))
        back = tuple(line for line in then.lines if not any(line is new for new in now.lines))
        return Step(replace(then, out=now.out), back, gone)

    def silence(self, state: State) -> tuple[Event, ...]:
        """At a script's end, who was asked for insurance and said nothing has declined.

        Where an act could still follow this changes neither chips nor lines; where none can, the hole card is turned.
        """
        asked = blackjack.asked(_playing(state), self.options) if state.phase == "insurance" else []
        return tuple(Act(seat.number, "no_insurance") for seat in asked)

    def show(self, state: State, viewer: Viewer) -> dict[str, object]:
        """What `viewer` may see of the round; a face-down card is `"??"` for everyone."""
        return view.show(state, viewer, self.awaits(state))

    def settlement(self, state: State) -> dict[str, object]:
        """The `settlement/1` of the round as it stands, without format and id (ROUND_SCRIPT)."""
        return view.settlement(state)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The lines in force."""
        return state.lines

    def ways(self, state: State) -> tuple[Way, ...]:
        """T9.1 at any time after the first card; T9.2 and T9.3 until the round is over; T9.4 always."""
        free = Way("discretion", "T9.4", {"misdeal": "discretion"}, approval=True, free=True)
        if state.phase == "bets":
            return (free,)
        back = Way("restorable", "T9.1", {"misdeal": "restorable"}, goes_back=True)
        if state.phase == "over":
            return (back, free)
        return (
            back,
            Way("not_restorable", "T9.2", {"misdeal": "not_restorable"}, approval=True),
            Way("wrong_cards", "T9.3", {"misdeal": "wrong_cards"}, approval=True),
            free,
        )

    def ways_of_card(self, state: State, to: To, card: Card | None) -> tuple[Way, ...]:
        """None beside `ways`: no misdeal of Triple asks which card it was (T9)."""
        return ()

    def lies(self, state: State, to: To) -> Lies:
        """Face up, every card that the camera is asked about; the hole card is not (T4.1)."""
        return "up"

    def on_table(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards that lie face up, by box: `seat1` …, `dealer`."""
        cards = {f"seat{seat.number}": seat.cards for seat in state.seats if seat.unit}
        return cards | {"dealer": view.face_up(state)}

    def follow(self, header: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
        """The options and seats that the next round begins with: chips carried over, `seated_with` kept (T7.3)."""
        return {"options": header["options"], "seats": stay.follow(header["seats"], settled["seats"])}

    def change(self, parties: Sequence[Mapping[str, Any]], change: Change) -> list[dict[str, Any]] | Refused:
        """The seats after a player has come, bought in or left between two rounds; or why that can't be."""
        return stay.change(parties, change, self.options)

    @staticmethod
    def _hand(seat: Seat, index: int) -> int | None:
        return index + 1 if seat.is_split else None


_CLAUSE_OF_DEAL: dict[str, str] = {
    "bets": "T3.1",
    "war": "T3.1",
    "ties": "T3.6",
    "second": "T4.1",
    "play": "T4.3",
    "hit": "T4.3",
    "dealer": "T4.6",
    "poker": "T6.6",
}


def _playing(state: State) -> list[Seat]:
    return [seat for seat in state.seats if seat.unit]
