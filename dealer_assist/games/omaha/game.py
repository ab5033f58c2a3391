"""Omaha by the contract of `dealer_assist.game`: what the table awaits and what each event does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from dealer_assist import house as houses
from dealer_assist.betting import positions
from dealer_assist.cards import Card
from dealer_assist.game import (
    BOARD,
    Awaited,
    Change,
    Choice,
    Deal,
    Dealt,
    Discretion,
    Garbled,
    Lies,
    Line,
    Offer,
    Over,
    Refused,
    Step,
    To,
    Turn,
    Viewer,
    Way,
)
from dealer_assist.games.omaha import (
    actions,
    at_table,
    bank,
    conduct,
    dealing,
    flying,
    misdeals,
    rounds,
    showdown,
    stay,
    steps,
    tournament,
    view,
)
from dealer_assist.games.omaha.bank import CashOut, Terms
from dealer_assist.games.omaha.hands import HOLE_CARDS, lacking
from dealer_assist.games.omaha.rules import OF_A_ROUND, OmahaHouse, Options
from dealer_assist.games.omaha.seating import SeatIn, Seating
from dealer_assist.games.omaha.state import Action, Ask, Flying, State, TurnedUp
from dealer_assist.games.omaha.steps import Disclosed, Event, Exposed, Interfered, NoGame, WrongCard, WrongShown
from dealer_assist.shoe import Shoe


def _fly(table: Seating, state: State, event: Flying) -> State | Refused:
    after = flying.fly(table, state, event)
    return after if isinstance(after, Refused) else rounds.goes_on(table, after)


#: What each event does: by its type, the chapter that says so.
_DOES: Final[dict[type, Callable[[Seating, State, Any], State | Refused]]] = {
    Dealt: dealing.deal,
    Action: actions.act,
    Ask: actions.ask,
    TurnedUp: dealing.turn_up,
    Flying: _fly,
    Disclosed: conduct.punish,
    Interfered: conduct.punish,
    WrongCard: misdeals.wrong_card,
    Exposed: misdeals.exposed,
    WrongShown: misdeals.wrong_shown,
    NoGame: misdeals.no_game,
    Discretion: misdeals.discretion,
}


class Omaha:
    """An Omaha hand at one table: its house, its options, the seats and their chips before it."""

    name = "omaha"
    parties: Literal["seats", "accounts"] = "seats"
    back_clause = "O9.1"
    discretion_clause = "O9.5"
    shoe: Final = Shoe(1, 0, "O1.1")
    shoe_lasts = False
    house_type = OmahaHouse

    def __init__(self, house: OmahaHouse, options: Mapping[str, Any], seats: Sequence[object]) -> None:
        """Raises `Garbled` for an option or a seat that there can't be."""
        self.house = house
        try:
            self.options: Options = houses.options(house, options, OF_A_ROUND)
            given = msgspec.convert(seats, tuple[SeatIn, ...])
        except (ValueError, msgspec.ValidationError) as error:
            raise Garbled(str(error)) from error
        stacks = [seat.chips for seat in given]
        self.options = tournament.applied(self.options, len(house.levels), stacks)
        self.places = tuple(range(1, self.options.most_seats + 1))
        self.table = Seating(house, self.options, given, options.keys())
        self.boxes = (*(f"seat{number}" for number in self.table.numbers), BOARD)

    def open(self) -> State:
        """Antes and blinds are posted; no card has come."""
        return self.table.open()

    def read(self, step: object) -> Event:
        """A step of a round script as an event (ROUND_SCRIPT). Raises `Garbled`."""
        return steps.read(step)

    def awaits(self, state: State) -> Awaited:
        """What the table waits for; never empty before the hand is over."""
        table, betting = self.table, state.betting
        match state.phase:
            case "hole":
                return Deal(table.numbers[lacking(betting.live, state.hole)], face_down=True)
            case "bets":
                return Choice(table.numbers[betting.turn], actions.offers(table, state))
            case "board":
                burn = self.options.burn and dealing.may_burn(state)
                return Deal("burn", face_down=True) if burn else Deal("board")
            case "show":
                position = showdown.whose(state)
                if len(state.hole[position]) < HOLE_CARDS:
                    return Deal(table.numbers[position], face_down=True)
                muck = () if showdown.may_muck(table, state) else (Offer("muck"),)
                return Choice(table.numbers[position], (Offer("open"), *muck))
            case "turn":
                return Turn(table.numbers[showdown.whose(state)])
            case "won":
                return Choice(table.numbers[positions(betting.live)[0]], (Offer("close"), Offer("open")))
            case "over":
                return Over()

    def apply(self, state: State, event: Event) -> Step | Refused:
        """The step that `event` makes, or the clause that refuses it; `state` itself never changes."""
        does = _DOES.get(type(event))
        if does is None:
            return Refused(None, f"Omaha knows no {type(event).__name__}")
        after = does(self.table, state, event)
        if isinstance(after, Refused):
            return after
        # What is done most often counts itself, so that a step makes one new state and not two.
        return _step(state, after if after.steps != state.steps else replace(after, steps=state.steps + 1))

    def restore(self, then: State, now: State) -> Step:
        """Back to `then`: before the flop without the acts and the wrong card (O9.1)."""
        return _step(now, replace(misdeals.back(self.table, then, now), steps=now.steps + 1))

    def silence(self, state: State) -> tuple[Event, ...]:
        """At a script's end, who neither opened nor closed a hand that nobody called has closed it (O5.7)."""
        return (Action("close", self.table.numbers[positions(state.betting.live)[0]]),) if state.phase == "won" else ()

    def show(self, state: State, viewer: Viewer) -> dict[str, object]:
        """What `viewer` may see of the hand; at Omaha nobody sees a hole card before it is opened."""
        del viewer
        return view.show(self.table, state)

    def settlement(self, state: State) -> dict[str, object]:
        """The `settlement/1` of the hand as it stands, without format and id (ROUND_SCRIPT)."""
        return view.settlement(self.table, state)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The lines in force."""
        return state.lines

    def came_due(self, before: State, after: State) -> tuple[Line, ...]:
        """What acts out of turn moved when their turn came (O7.1, O7.2)."""
        return flying.came_due(self.table, before, after)

    def ways(self, state: State) -> tuple[Way, ...]:
        """The remedies of a misdeal that the rules allow now."""
        return misdeals.ways(self.table, state)

    def ways_of_card(self, state: State, to: To, card: Card | None) -> tuple[Way, ...]:
        """The remedies that name a card which was wrong or was seen."""
        return at_table.ways_of_card(self.table, state, to, card)

    def lies(self, state: State, to: To) -> Lies:
        """How the cards of a place have to lie now."""
        return at_table.lies(self.table, state, to)

    def on_table(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards that lie face up, by box: `seat1` …, `board`."""
        return dict(view.on_table(self.table, state))

    def follow(self, header: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
        """The options and seats that the next hand begins with (`stay`). `settled` may say how many `minutes` have
        been played, for a tournament whose levels go by them."""
        return {
            "options": stay.next_options(self.table, header["options"], settled),
            "seats": stay.next_seats(header["seats"], settled["seats"]),
        }

    def kept(self, parties: Sequence[Mapping[str, Any]], settled: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Every seat as the hand left it, those too that are gone by it: bankrupt, or `sent` from the table."""
        return stay.kept(parties, settled["seats"])

    @property
    def bank(self) -> Terms | None:
        """Points and chips (O2); None in a tournament, where the rules of the bank do not apply."""
        return None if self.options.tournament.each else bank.terms(self.options)

    def worth(self, seat: Mapping[str, Any]) -> CashOut:
        """What a seat would take to the bank as it stands (O2.2, O2.5, O8.3)."""
        return bank.leaves_with(seat, self.options)

    def change(self, parties: Sequence[Mapping[str, Any]], change: Change) -> list[dict[str, Any]] | Refused:
        """The seats after a player has come, bought in or left between two hands; or why that can't be."""
        return stay.change(parties, change, self.options)


def _step(before: State, after: State) -> Step:
    """The lines that are new, and those that are no longer in force."""
    old, new = before.lines, after.lines
    if old is new:
        return Step(after)
    if new[: len(old)] == old:
        return Step(after, new[len(old) :])
    added = tuple(line for line in new if not any(line is other for other in old))
    gone = tuple(line for line in old if not any(line is other for other in new))
    return Step(after, added, gone)
