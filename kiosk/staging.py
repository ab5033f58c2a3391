"""A staged session: round scripts become shoe bytes, film and the dealer's keys, each at its time.

Nothing here decides anything at a table: it plans what the players, the dealer, the shoe and the felt do, and
`kiosk.recording` then records it through the same path as a live table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from dealer_assist import fold
from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.game import Game, Garbled, Over, Refused
from dealer_assist.games import catalogue
from dealer_assist.script import Script
from hardware.shoes.cobs_crc16 import CobsCrc16Encoder
from models.stage import film

#: Seconds that a bet, a card, a decision, paying a round and clearing the felt take.
BET: Final = 0.6
CARD: Final = 1.4
DECISION: Final = 1.2
PAY: Final = 3.0
CLEAR: Final = 2.4
#: A card lies on the felt this long after the shoe has read it.
LANDING: Final = 0.7
BEAT: Final = 1.0


class Moment(msgspec.Struct, frozen=True):
    """Something that comes in at `at_s` seconds: bytes of the shoe, or a key that the dealer presses.

    A key lacks `seen` and `once`: those are known only when it is pressed.
    """

    at_s: float
    data: bytes | None = None
    key: dict[str, Any] | None = None


class Plan(msgspec.Struct, frozen=True):
    """A whole session in the order of time: what comes in, what the camera sees, and how long it is."""

    moments: tuple[Moment, ...]
    felt: tuple[film.Event, ...]
    length_s: float


def plan(rounds: Sequence[Script]) -> Plan:
    """When everything in `rounds` happens. Raises `Fault` for a round that can't be played to its end."""
    return _Planner().plan(rounds)


class _Planner:
    def __init__(self) -> None:
        self._now = 1.0
        self._beat = 1.5
        self._moments: list[Moment] = []
        self._felt: list[film.Event] = []
        self._shoe = CobsCrc16Encoder(lambda: int(self._now * 1000))
        self._out: Counter[str] = Counter()

    def plan(self, rounds: Sequence[Script]) -> Plan:
        self._hear(self._shoe.hello("virtual", "0001", 6))
        for number, script in enumerate(rounds, 1):
            self._round(number, script)
        moments = sorted(self._moments, key=lambda moment: moment.at_s)
        return Plan(tuple(moments), tuple(self._felt), self._now)

    def _round(self, number: int, script: Script) -> None:
        if script.game != "triple":
            raise Fault(f"round {number}: a table of {script.game} can't be staged yet: give rounds of triple")
        try:
            game = catalogue.make(script.game, script.options, script.parties())
        except Garbled as error:
            raise Fault(f"round {number}: {error}") from error
        self._shoe_for(game, script)
        point = fold.begin(game)
        for index, step in enumerate(script.steps):
            taken = fold.take(game, point, step)
            if isinstance(taken, Refused):
                raise Fault(f"round {number}, step {index}: {taken.why}")
            self._step(step, face_up=not _hides(game, point, taken.point))
            if point.state.hole_down and not taken.point.state.hole_down:
                self._felt.append(film.Turned(self._now + LANDING, "dealer"))
                self._pass(CARD)
            point = taken.point
        if not isinstance(game.awaits(point.state), Over):
            raise Fault(f"round {number}: the script ends before the round is over")
        self._pass(PAY)
        self._felt.append(film.Cleared(self._now))
        for seat in script.parties():
            self._felt.append(film.Staked(self._now, f"seat{seat['seat']}", ()))
        self._pass(CLEAR)
        self._press({"do": "paid"})
        self._pass(CLEAR)

    def _shoe_for(self, game: Game[Any], script: Script) -> None:
        """A new shoe is put in before a round for which the old one has too few of a card."""
        dealt = Counter(str(step["card"]) for step in script.steps if "card" in step)
        after = self._out + dealt
        if game.shoe is not None and any(number > game.shoe.holds(parse(card)) for card, number in after.items()):
            self._press({"do": "new_shoe"})
            self._pass(CLEAR)
            after = dealt
        self._out = after

    def _step(self, step: dict[str, Any], face_up: bool) -> None:
        if "card" in step:
            self._hear(self._shoe.card(parse(step["card"])))
            box = f"seat{step['to']}" if isinstance(step["to"], int) else step["to"]
            hand = step.get("hand", 1) - 1
            self._felt.append(film.Dealt(self._now + LANDING, box, parse(step["card"]), hand, face_up))
            self._pass(CARD)
            return
        self._press({"do": "step", "step": step})
        if "bet" in step:
            stakes = (step["unit"],) * 3 if "unit" in step else ()
            self._felt.append(film.Staked(self._now, f"seat{step['bet']}", stakes))
            self._pass(BET)
        else:
            if step["act"] == "split":
                self._felt.append(film.Split(self._now + LANDING, f"seat{step['seat']}"))
            self._pass(DECISION)

    def _press(self, key: dict[str, Any]) -> None:
        self._moments.append(Moment(self._now, key=key))

    def _hear(self, data: bytes) -> None:
        # A frame rarely comes in one portion; a cut in the middle is what the decoder has to live with.
        cut = len(data) // 2
        self._moments += [Moment(self._now, data=data[:cut]), Moment(self._now + 0.004, data=data[cut:])]

    def _pass(self, seconds: float) -> None:
        """Time goes by; the shoe's heart beats once a second meanwhile."""
        until = self._now + seconds
        while self._beat <= until:
            self._now = self._beat
            self._hear(self._shoe.heartbeat())
            self._beat += BEAT
        self._now = until


def _hides(game: Game[Any], before: fold.Point, after: fold.Point) -> bool:
    """Whether the step between put a card face down."""
    return not before.state.hole_down and after.state.hole_down
