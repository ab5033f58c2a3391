"""A staged session: round scripts become shoe bytes, film and the dealer's keys, each at its time.

Nothing here decides anything at a table: it plans what the players, the dealer, the shoe and the felt do, and
`kiosk.stage` then records it through the same path as a live table. What goes wrong is planned by `kiosk.wrongs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from dealer_assist import dealt, fold
from dealer_assist.cards import Card, parse
from dealer_assist.faults import Fault
from dealer_assist.game import Bets, Deal, Game, Garbled, Over, Refused, box_of
from dealer_assist.games import catalogue
from dealer_assist.script import Script
from hardware.shoes import encoder
from hardware.shoes.cobs_crc16 import CobsCrc16Encoder
from hardware.shoes.contract import Encoder
from kiosk.wrongs import Spot, Wrong
from models.stage import film

#: Seconds that a bet, a card, a card face down, a decision, paying a round and clearing the felt take.
BET: Final = 0.6
CARD: Final = 1.4
DOWN: Final = 1.1
DECISION: Final = 1.2
PAY: Final = 3.0
CLEAR: Final = 2.4
#: A card lies on the felt this long after the shoe has read it; a player turns one card after another this quickly.
LANDING: Final = 0.7
TURN: Final = 0.35
BEAT: Final = 1.0
#: A session in which something went wrong goes on this long.
AFTER: Final = 2.0


class Moment(msgspec.Struct, frozen=True):
    """Something that comes in at `at_s` seconds: bytes of the shoe, a key that the dealer presses, or the shoe's link
    that goes, for the reason `link`, or comes back, where that is empty.

    A key lacks `seen` and `once`: those are known only when it is pressed.
    """

    at_s: float
    data: bytes | None = None
    key: dict[str, Any] | None = None
    link: str | None = None


class Plan(msgspec.Struct, frozen=True):
    """A whole session in the order of time: what comes in, what the camera sees, and how long it is.

    `wrong_s` is when what went wrong is there to be noticed; `owed` the step that is still to come into the record.
    """

    moments: tuple[Moment, ...]
    felt: tuple[film.Event, ...]
    length_s: float
    protocol: str = "cobs_crc16"
    wrong_s: float | None = None
    owed: dict[str, Any] | None = None

    @property
    def gone_s(self) -> float:
        """From when on no frame comes."""
        return min((event.at_s for event in self.felt if isinstance(event, film.Gone)), default=float("inf"))


def plan(rounds: Sequence[Script], wrong: Wrong | None = None, seed: int = 0) -> Plan:
    """When everything in `rounds` happens; with `wrong`, up to a little after it goes wrong: `seed` says where.

    Raises `Fault` for a round that can't be played to its end, and where there is no place for `wrong`.
    """
    if wrong is None:
        return Planner("cobs_crc16").plan(rounds)
    if wrong.kinds.get(rounds[0].game) is None:
        raise Fault(f"{wrong.name} can't happen in a round of {rounds[0].game}: {', '.join(wrong.kinds)} have it")
    rounds = [wrong.made(script) for script in rounds]
    places = _places(rounds, wrong)
    for place in range(len(places)):
        made = Planner(wrong.protocol, wrong, places[(seed + place) % len(places)]).plan(rounds)
        # A card that was exchanged may never be shown.
        if made.wrong_s is not None or not wrong.is_instead:
            return made
    raise Fault(f"{wrong.name}: there is no place for it in these rounds")


def _places(rounds: Sequence[Script], wrong: Wrong) -> list[tuple[int, int]]:
    """The rounds and steps, from 1 and 0, at which `wrong` can happen."""
    return [
        (number, spot.number) for number, script in enumerate(rounds, 1) for spot in _spots(number, script)
        if wrong.fits(spot)
    ]  # fmt: skip


def _spots(number: int, script: Script) -> list[Spot]:
    """The steps of a round, each with what was before and after it. Raises `Fault` for a round that can't be."""
    try:
        game = catalogue.make(script.game, script.options, script.parties())
    except Garbled as error:
        raise Fault(f"round {number}: {error}") from error
    point, spots = fold.begin(game), list[Spot]()
    for index, step in enumerate(script.steps):
        if "??" in step.values() or "misdeal" in step:
            raise Fault(f"round {number}, step {index}: a card that nobody reads, or a misdeal, can't be staged")
        taken = fold.take(game, point, step)
        if isinstance(taken, Refused):
            raise Fault(f"round {number}, step {index}: {taken.why}")
        hidden = frozenset(
            box_of(each["to"]) for each in dealt.cards(game, point, script.steps[:index]) if each["card"] == "??"
        )
        spots.append(Spot(game, index, step, point, taken.point, _is_up(game, point), hidden))
        point = taken.point
    if not isinstance(game.awaits(point.state), Over):
        raise Fault(f"round {number}: the script ends before the round is over")
    return spots


def _is_up(game: Game[Any], point: fold.Point) -> bool:
    """Whether the card that is awaited is dealt face up."""
    awaited = game.awaits(point.state)
    place = awaited.first if isinstance(awaited, Bets) else awaited
    return not (isinstance(place, Deal) and place.face_down)


class Planner:
    """What is planned so far. What goes wrong uses its verbs in place of a step of the round."""

    def __init__(self, protocol: str, wrong: Wrong | None = None, place: tuple[int, int] = (0, 0)) -> None:
        self.now = 1.0
        self.wrong_s: float | None = None
        self.owed: dict[str, Any] | None = None
        #: Boxes where another card lies face down than the shoe has read.
        self.swapped: set[str] = set()
        self._protocol, self._wrong, self._place = protocol, wrong, place
        self._beat = 1.5
        #: The line is free from here on: two messages never mix.
        self._line_s = 0.0
        self._moments: list[Moment] = []
        self._felt: list[film.Event] = []
        self.shoe: Encoder = encoder(protocol)
        if protocol == "cobs_crc16":
            self.shoe = CobsCrc16Encoder(lambda: int(self.now * 1000))
        self._is_silent = False
        self._out: Counter[str] = Counter()
        #: How many cards lie in each box face up, and face down.
        self._up: Counter[str] = Counter()
        self._down: Counter[str] = Counter()

    def plan(self, rounds: Sequence[Script]) -> Plan:
        """All of `rounds`, one after another."""
        self.hear(self.shoe.hello("virtual", "0001", 6))
        for number, script in enumerate(rounds, 1):
            if not self._round(number, script):
                break
        moments = sorted(self._moments, key=lambda moment: moment.at_s)
        return Plan(tuple(moments), tuple(self._felt), self.now, self._protocol, self.wrong_s, self.owed)

    # What happens

    def press(self, key: dict[str, Any]) -> None:
        """The dealer presses a key."""
        self._moments.append(Moment(self.now, key=key))

    def hear(self, data: bytes) -> None:
        """The shoe sends `data`. It rarely comes in one portion: a cut in the middle is what decoders live with."""
        if data and not self._is_silent:
            cut, at_s = len(data) // 2, max(self.now, self._line_s)
            self._moments += [Moment(at_s, data=data[:cut]), Moment(at_s + 0.004, data=data[cut:])]
            self._line_s = at_s + 0.005

    def link(self, why: str) -> None:
        """The shoe's link is lost for the reason `why`, or comes back where that is empty."""
        self._is_silent = bool(why)
        self._moments.append(Moment(self.now, link=why))

    def see(self, event: film.Event) -> None:
        """Something happens on the felt."""
        self._felt.append(event)

    def lay(self, box: str, card: Card, hand: int = 0, is_up: bool = True) -> float:
        """A card is laid into a box; when it lies there."""
        (self._up if is_up else self._down)[box] += 1
        self.see(film.Dealt(self.now + LANDING, box, card, hand, is_up))
        return self.now + LANDING

    def wait(self, seconds: float) -> None:
        """Time goes by; the shoe's heart beats once a second meanwhile."""
        until = self.now + seconds
        while self._beat <= until:
            self.now = self._beat
            self.hear(self.shoe.heartbeat())
            self._beat += BEAT
        self.now = until

    # A round

    def _round(self, number: int, script: Script) -> bool:
        """Whether the next round follows."""
        spots = _spots(number, script)
        game = catalogue.make(script.game, script.options, script.parties())
        self._shoe_for(game, script)
        for spot in spots:
            if self._wrong is not None and self._place == (number, spot.number):
                self.wrong_s = self._wrong.does(self, spot)
                if not self._wrong.is_instead:
                    self._step(spot)
            else:
                self._step(spot)
            if self.wrong_s is not None:
                self.wait(AFTER)
                return False
        self.wait(PAY)
        self.see(film.Cleared(self.now))
        for seat in script.seats or ():
            self.see(film.Staked(self.now, f"seat{seat['seat']}", ()))
        self._up.clear()
        self._down.clear()
        self.wait(CLEAR)
        self.press({"do": "paid"})
        self.wait(CLEAR)
        return True

    def _shoe_for(self, game: Game[Any], script: Script) -> None:
        """A new shoe is put in before a round for which the old one has too few of a card."""
        if not game.shoe_lasts:
            return
        dealt = Counter(str(step["card"]) for step in script.steps if "card" in step)
        after = self._out + dealt
        if game.shoe is not None and any(number > game.shoe.holds(parse(card)) for card, number in after.items()):
            self.press({"do": "new_shoe"})
            self.wait(CLEAR)
            after = dealt
        self._out = after

    def _step(self, spot: Spot) -> None:
        step = spot.step
        if "card" in step:
            self.hear(self.shoe.card(parse(step["card"])))
            self.lay(box_of(step["to"]), parse(step["card"]), step.get("hand", 1) - 1, spot.is_up)
            self.wait(CARD if spot.is_up else DOWN)
        else:
            if step.get("act") == "open":
                # Who shows a hand has turned it before the dealer says so.
                self._turn(spot)
            self.press({"do": "step", "step": step})
            self._decided(step)
        self._turn(spot)

    def _decided(self, step: dict[str, Any]) -> None:
        match step:
            case {"bet": seat}:
                self.see(film.Staked(self.now, f"seat{seat}", (step["unit"],) * 3 if "unit" in step else ()))
                self.wait(BET)
            case {"act": act, "seat": seat}:
                box = f"seat{seat}"
                if act == "split":
                    self.see(film.Split(self.now + LANDING, box))
                elif act in {"fold", "muck"} and self._down[box]:
                    self.see(film.Mucked(self.now + LANDING, box))
                    del self._down[box]
                elif act in {"bet", "raise", "call", "all_in"}:
                    self.see(film.Staked(self.now + 0.1, box, (step.get("to", 10),)))
                self.wait(DECISION)
            case _:
                self.wait(BET)

    def _turn(self, spot: Spot) -> None:
        """The cards are turned that are shown after this step."""
        shown = spot.game.on_table(spot.after.state)
        for box, down in list(self._down.items()):
            cards = min(down, len(shown.get(box, ())) - self._up[box])
            if cards <= 0:
                continue
            for number in range(cards):
                at_s = self.now + LANDING + number * TURN
                self.see(film.Turned(at_s, box))
                if box in self.swapped and self.wrong_s is None:
                    self.wrong_s = at_s
            self._down[box] -= cards
            self._up[box] += cards
            self.wait(CARD + (cards - 1) * TURN)
