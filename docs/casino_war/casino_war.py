"""Casino War alone: the smallest game that the contract of `dealer_assist.game` can carry, for README.md beside it.

Clauses are those of casino_war.toml. Nothing here draws a card, reads a clock or opens a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from dealer_assist import house as houses
from dealer_assist import money
from dealer_assist.cards import Card, NotACard, Suited, parse
from dealer_assist.game import (
    DEALER,
    Act,
    Awaited,
    BackTo,
    Bet,
    Bets,
    Change,
    Choice,
    Deal,
    Dealt,
    Garbled,
    Lies,
    Line,
    Offer,
    Over,
    Refused,
    Step,
    To,
    Viewer,
    Way,
)
from dealer_assist.house import HouseFile, Pays
from dealer_assist.shoe import Shoe

CLAUSES = frozenset(["W1.1", "W1.2", "W2.1", "W3.1", "W3.2", "W3.3", "W4.1", "W4.2", "W4.3", "W5.1", "W5.2"])


# --- the house file: numbers are data ---


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values that one round is played with."""

    decks: int
    most_seats: int
    least_ante: int


class Multiples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each outcome returns of its stake."""

    win: Pays
    lose: Pays
    surrender: Pays
    war_ante: Pays
    war_raise: Pays
    war_lost: Pays


class WarHouse(HouseFile, frozen=True, forbid_unknown_fields=True):
    """A house file of this game, read strictly."""

    needs: ClassVar[frozenset[str]] = CLAUSES
    plays_with: ClassVar[type[msgspec.Struct]] = Options

    multiples: Multiples


# --- the state: frozen, without anything hidden ---


class Seat(msgspec.Struct, frozen=True):
    """A seat: what it holds, what lies before it, and how far it has come.

    `stage`: `out` (no ante), `in`, `tie` (to choose), `war` (awaits or has its second card), `done`.
    """

    number: int
    chips: int
    ante: int = 0
    raised: int = 0
    cards: tuple[Suited, ...] = ()
    stage: Literal["out", "in", "tie", "war", "done"] = "out"


class State(msgspec.Struct, frozen=True):
    """The round. `out` are all cards that have left the shoe, burned ones included."""

    seats: tuple[Seat, ...]
    dealer: tuple[Suited, ...] = ()
    out: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    house: int = 0

    def put(self, seat: Seat) -> State:
        """The state with `seat` in its place."""
        return replace(self, seats=tuple(seat if old.number == seat.number else old for old in self.seats))


# --- steps of a script as events: one notation ---


class _Bet(msgspec.Struct, forbid_unknown_fields=True):
    bet: int
    unit: int


class _Card(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    to: int | Literal["dealer"]


class _Act(msgspec.Struct, forbid_unknown_fields=True):
    act: Literal["go_to_war", "surrender"]
    seat: int


class _Restorable(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["restorable"]
    back_to: int


def _read(step: Mapping[str, object]) -> Bet | Dealt | Act | BackTo:
    if "bet" in step:
        bet = msgspec.convert(step, _Bet)
        return Bet(bet.bet, bet.unit)
    if "card" in step:
        card = msgspec.convert(step, _Card)
        return Dealt(parse(card.card), card.to)
    if "act" in step:
        act = msgspec.convert(step, _Act)
        return Act(act.seat, act.act)
    return BackTo(msgspec.convert(step, _Restorable).back_to)


# --- the game ---


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as a script names it."""

    seat: int
    chips: int


class CasinoWar:
    """A round at one table: its house, its options, the seats and their chips before it."""

    name = "casino_war"
    parties: Literal["seats", "accounts"] = "seats"
    back_clause = "W5.1"
    discretion_clause = "W5.2"
    shoe_lasts = True
    house_type = WarHouse

    def __init__(self, house: WarHouse, options: Mapping[str, Any], seats: Sequence[object]) -> None:
        """Raises `Garbled` for an option or a seat that there can't be."""
        self.house, self._pays = house, house.multiples
        try:
            self.options: Options = houses.options(house, options, frozenset({"decks"}))
            self._seats = msgspec.convert(seats, tuple[SeatIn, ...])
        except (ValueError, msgspec.ValidationError) as error:
            raise Garbled(str(error)) from error
        numbers = [seat.seat for seat in self._seats]
        self.places = tuple(range(1, self.options.most_seats + 1))
        if not numbers or len(set(numbers)) != len(numbers) or not set(numbers) <= set(self.places):
            raise Garbled(f"seats {numbers}: one to {self.options.most_seats}, each once", "W1.2")
        self.boxes = (*(f"seat{number}" for number in sorted(numbers)), DEALER)
        self.shoe = Shoe(self.options.decks, 0, "W1.1")

    def open(self) -> State:
        """Bets are open."""
        return State(tuple(Seat(seat.seat, seat.chips) for seat in sorted(self._seats, key=lambda seat: seat.seat)))

    def read(self, step: Mapping[str, object]) -> Bet | Dealt | Act | BackTo:
        """A step of a script as an event. Raises `Garbled`."""
        try:
            return _read(step)
        except (msgspec.ValidationError, NotACard) as error:
            raise Garbled(str(error)) from error

    def awaits(self, state: State) -> Awaited:
        """Bets, then the first cards, then what those who tied choose, then the second cards."""
        playing = [seat for seat in state.seats if seat.stage != "out"]
        if not any(seat.cards for seat in playing):
            able = tuple(seat.number for seat in state.seats if seat.chips + seat.ante >= self.options.least_ante)
            return Bets(able, Deal(playing[0].number) if playing else None)
        if not state.dealer:
            return Deal(next((seat.number for seat in playing if not seat.cards), DEALER))
        for seat in playing:
            if seat.stage == "tie":
                may = (Offer("go_to_war", seat.ante),) if seat.chips >= seat.ante else ()
                return Choice(seat.number, (*may, Offer("surrender")))
        at_war = [seat for seat in playing if seat.stage == "war"]
        if at_war:
            return Deal(next((seat.number for seat in at_war if len(seat.cards) == 1), DEALER))
        return Over()

    def apply(self, state: State, event: Any) -> Step | Refused:
        """The step that `event` makes, or the clause that refuses it; `state` itself never changes."""
        awaited = self.awaits(state)
        match awaited, event:
            case Over(), _:
                return Refused(None, "the round is over")
            case Bets(seats=able), Bet(seat=number, unit=int(ante)):
                return self._bet(state, able, number, ante)
            case Bets(first=Deal(to=to)) | Deal(to=to), Dealt(card=Suited() as card) if event.to == to:
                return self._deal(state, to, card)
            case Choice(seat=number, offers=offers), Act(act=act) if event.seat == number:
                if act not in {offer.act for offer in offers}:
                    return Refused("W4.1", f"seat {number} has too few chips to go to war")
                return self._choose(state, self._seat(state, number), act)
            case _:
                return Refused("W3.1", f"that can't be now: the table waits for {awaited}")

    def _bet(self, state: State, able: tuple[int, ...], number: int, ante: int) -> Step | Refused:
        if number not in able:
            return Refused("W2.1", f"seat {number} can't bet")
        seat = self._seat(state, number)
        in_hand = seat.chips + seat.ante
        if not self.options.least_ante <= ante <= in_hand:
            return Refused("W2.1", f"seat {number} bets {ante}: from {self.options.least_ante} to {in_hand}")
        return Step(state.put(replace(seat, chips=in_hand - ante, ante=ante, stage="in")))

    def _deal(self, state: State, to: To, card: Suited) -> Step | Refused:
        if not self.shoe.can_give(card, state.out):
            return Refused("W1.1", f"the shoe holds {self.shoe.holds(card)} of {card}, and all have come")
        after = replace(state, out=(*state.out, card))
        if to != DEALER:
            seat = self._seat(after, int(to))
            return Step(after.put(replace(seat, cards=(*seat.cards, card))))
        after = replace(after, dealer=(*after.dealer, card))
        for seat in after.seats:
            if seat.stage == "in":
                after = self._first(after, seat, card)
            elif seat.stage == "war":
                after = self._war(after, seat, card)
        return Step(after, after.lines[len(state.lines) :])

    def _first(self, state: State, seat: Seat, dealer: Suited) -> State:
        own = seat.cards[0].rank
        if own == dealer.rank:
            return state.put(replace(seat, stage="tie"))
        won = own > dealer.rank
        name, pays = ("win", self._pays.win) if won else ("lose", self._pays.lose)
        return _settled(state, seat, "ante", seat.ante, pays, name)

    def _war(self, state: State, seat: Seat, dealer: Suited) -> State:
        won = seat.cards[1].rank >= dealer.rank
        ante, raised = (self._pays.war_ante, self._pays.war_raise) if won else (self._pays.war_lost,) * 2
        name = "win" if won else "lose"
        state = _settled(state, seat, "ante", seat.ante, ante, "push" if won else "lose")
        return _settled(state, self._seat(state, seat.number), "raise", seat.raised, raised, name)

    def _choose(self, state: State, seat: Seat, act: str) -> Step:
        if act == "surrender":
            after = _settled(state, seat, "ante", seat.ante, self._pays.surrender, "surrender")
            return Step(after, after.lines[len(state.lines) :])
        return Step(state.put(replace(seat, chips=seat.chips - seat.ante, raised=seat.ante, stage="war")))

    @staticmethod
    def _seat(state: State, number: int) -> Seat:
        return next(seat for seat in state.seats if seat.number == number)

    def restore(self, then: State, now: State) -> Step:
        """W5.1: back to `then`; every card that has come since is burned."""
        return Step(replace(then, out=now.out), (), now.lines[len(then.lines) :])

    def silence(self, state: State) -> tuple[Any, ...]:
        """Nobody is asked anything that silence would answer."""
        return ()

    def show(self, state: State, viewer: Viewer) -> dict[str, object]:
        """All cards lie face up: everybody sees the same."""
        return {"game": self.name, "dealer": [str(card) for card in state.dealer], **self.settlement(state)}

    def settlement(self, state: State) -> dict[str, object]:
        """Chips and lines by seat, what still lies on the table, and what the house has won (ROUND_SCRIPT)."""
        complete = isinstance(self.awaits(state), Over)
        return {"complete": complete, "seats": [_row(state, seat) for seat in state.seats], "house": state.house}

    def lines(self, state: State) -> tuple[Line, ...]:
        """The lines in force."""
        return state.lines

    def ways(self, state: State) -> tuple[Way, ...]:
        """W5.1, once a card has come."""
        return (Way("restorable", "W5.1", {"misdeal": "restorable"}, goes_back=True),) if state.out else ()

    def ways_of_card(self, state: State, to: To, card: Card | None) -> tuple[Way, ...]:
        """None: no misdeal of this game asks which card it was."""
        return ()

    def lies(self, state: State, to: To) -> Lies:
        """Every card lies face up (W3.1)."""
        return "up"

    def on_table(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards by box, for the camera to confirm."""
        cards: dict[str, tuple[Card, ...]] = {f"seat{seat.number}": seat.cards for seat in state.seats if seat.cards}
        return cards | {DEALER: state.dealer}

    def follow(self, header: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
        """The next round begins with the chips that this one left."""
        seats = [{"seat": row["seat"], "chips": row["chips"]} for row in settled["seats"]]
        return {"options": header["options"], "seats": seats}

    def change(self, parties: Sequence[Mapping[str, Any]], change: Change) -> list[dict[str, Any]] | Refused:
        """Players come, buy in and leave between two rounds."""
        known = {row["seat"]: dict(row) for row in parties}
        if change.who not in self.places or (change.do == "sit") == (change.who in known):
            return Refused("W1.2", f"seat {change.who} can't {change.do}")
        if change.do == "leave":
            del known[change.who]
        else:
            known[change.who] = {"seat": change.who, "chips": known.get(change.who, {}).get("chips", 0) + change.chips}
        return [known[number] for number in sorted(known)]


def _settled(state: State, seat: Seat, on: str, stake: int, pays: Pays, outcome: str) -> State:
    """The state after one stake was paid or taken, with the line that says why."""
    back = money.paid(stake, pays.multiple)
    line = Line(seat.number, on, stake, pays.multiple, back, outcome, pays.clause)
    after = state.put(replace(seat, chips=seat.chips + back, stage="done"))
    return replace(after, lines=(*state.lines, line), house=state.house + stake - back)


def _row(state: State, seat: Seat) -> dict[str, object]:
    own = [line for line in state.lines if line.seat == seat.number]
    open_stakes = {"ante": seat.ante, "raise": seat.raised} if seat.stage not in {"out", "done"} else {}
    row: dict[str, object] = {"seat": seat.number, "chips": seat.chips, "lines": [line.body() for line in own]}
    left = {on: stake for on, stake in open_stakes.items() if stake}
    return row | {"open": left} if left else row
