"""A film of a dealt table: events with their times in, scenes and frames with their times out.

Nothing happens by itself. A card lies on the table from its `at_s` on; the dealer's arm is there at that moment,
on its way for a third of a second before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
import numpy as np

from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from dealer_assist.sighting import Point
from models.stage.felt import Image
from models.stage.layout import CIRCLE_OUT, DEALER
from models.stage.scene import Arm, Place, Scene
from models.stage.table import Table


class Dealt(msgspec.Struct, frozen=True):
    """A card comes to lie in a box, on top of the hand's fan."""

    at_s: float
    box: str
    card: Card
    hand: int = 0
    face_up: bool = True


class Turned(msgspec.Struct, frozen=True):
    """The card that lies face down in a box (the lowest, if there are several) is turned."""

    at_s: float
    box: str
    hand: int = 0


class Split(msgspec.Struct, frozen=True):
    """The second card of a box's hand is moved aside and begins a second hand."""

    at_s: float
    box: str


class Staked(msgspec.Struct, frozen=True):
    """The player of a box puts out or takes back chips: what stands in its circles from now on."""

    at_s: float
    box: str
    amounts: tuple[int, ...]


class Covered(msgspec.Struct, frozen=True):
    """Something is laid on the camera's lens."""

    at_s: float


class Gone(msgspec.Struct, frozen=True):
    """The camera's cable is pulled: no frame comes from here on."""

    at_s: float


class Cleared(msgspec.Struct, frozen=True):
    """The dealer begins to sweep the cards off, box by box from the right, a third of a second each."""

    at_s: float


class Mucked(msgspec.Struct, frozen=True):
    """The cards of a box are taken off, those of a hand that is given up."""

    at_s: float
    box: str


class Reached(msgspec.Struct, frozen=True):
    """The dealer's hand goes to a box and leaves nothing there."""

    at_s: float
    box: str


class Bumped(msgspec.Struct, frozen=True):
    """The camera is pushed: its picture lies `across` and `down` px and `turn` degrees from where it lay."""

    at_s: float
    across: float
    down: float
    turn: float = 0.0


Event = Dealt | Turned | Split | Staked | Cleared | Mucked | Reached | Bumped | Covered | Gone

#: Seconds that an arm takes in or out, stays, and needs from box to box as it sweeps.
TRAVEL: Final = 0.34
STAY: Final = 0.06
SWEEP: Final = 0.34
_HOME: Final[Point] = (330.0, 640.0)


class _Reach(msgspec.Struct, frozen=True):
    """An arm's fingertips are at `tip` at a moment."""

    at_s: float
    tip: Point
    carries: bool = False


class _Lying(msgspec.Struct, frozen=True):
    place: Place
    card: Card


class _Sweep(msgspec.Struct, frozen=True):
    """One box is cleared of the cards that lay there when the sweep began."""

    at_s: float
    box: str
    before: int


class _Script:
    """The events played through once: what lies when, and which arm is where when."""

    def __init__(self, table: Table, events: Iterable[Event]) -> None:
        self.table = table
        self.lying: list[_Lying] = []
        self.chips: dict[str, tuple[int, ...]] = {}
        self.thrown = 0
        self.bump: tuple[float, float, float] | None = None
        self.is_covered = False
        self.gone_s = float("inf")
        self.stills: list[tuple[float, Scene]] = [(float("-inf"), Scene())]
        self.reaches: dict[str, list[_Reach]] = {}
        waiting: list[Event | _Sweep] = sorted(events, key=lambda event: event.at_s)
        while waiting:
            event = waiting.pop(0)
            self._play(event)
            if isinstance(event, Cleared):
                waiting = sorted([*waiting, *self._sweeps(event)], key=lambda later: later.at_s)
            self.stills.append((event.at_s, self._scene()))

    def _play(self, event: Event | _Sweep) -> None:
        match event:
            case Dealt(at_s, box, card, hand, face_up):
                order = sum(lying.place.box == box and lying.place.hand == hand for lying in self.lying)
                place = Place(box, card if face_up else None, order, hand, self.thrown)
                self.thrown += 1
                self.lying.append(_Lying(place, card))
                self._reach(at_s, place, carries=True)
            case Turned(at_s, box, hand):
                at = self._find(event, lambda place: (place.box, place.hand, place.card) == (box, hand, None))
                turned = msgspec.structs.replace(self.lying[at].place, card=self.lying[at].card)
                self.lying[at] = msgspec.structs.replace(self.lying[at], place=turned)
                self._reach(at_s, turned)
            case Split(at_s, box):
                at = self._find(event, lambda place: (place.box, place.hand, place.order) == (box, 0, 1))
                moved = msgspec.structs.replace(self.lying[at].place, order=0, hand=1)
                self.lying[at] = msgspec.structs.replace(self.lying[at], place=moved)
                self._reach(at_s, moved)
            case Staked(at_s, box, amounts):
                self.chips[box] = amounts
                self._put(at_s, box)
            case Reached(at_s, box):
                x, y = self.table.layout.boxes[box].at(np.zeros((1, 2)))[0]
                self.reaches.setdefault(DEALER, []).append(_Reach(at_s, (float(x), float(y))))
            case Bumped(_, across, down, turn):
                self.bump = (across, down, turn)
            case Covered():
                self.is_covered = True
            case Gone(at_s):
                self.gone_s = min(self.gone_s, at_s)
            case Mucked(at_s, box):
                self._play(_Sweep(at_s, box, self.thrown))
            case _Sweep(at_s, box, before):
                spots = [self._spot(lying.place) for lying in self.lying if lying.place.box == box]
                self.lying = [each for each in self.lying if each.place.box != box or each.place.throw >= before]
                if spots:
                    x, y = np.mean(spots, axis=0)
                    self.reaches.setdefault(DEALER, []).append(_Reach(at_s, (float(x), float(y))))
            case _:
                pass

    def _find(self, event: Turned | Split, wanted: Callable[[Place], bool]) -> int:
        for at, lying in enumerate(self.lying):
            if wanted(lying.place):
                return at
        what = "no card face down" if isinstance(event, Turned) else "no second card"
        raise Fault(
            f"film at {event.at_s} s: {what} in {event.box!r} to {type(event).__name__.lower()}; mend the script"
        )

    def _sweeps(self, event: Cleared) -> list[_Sweep]:
        boxes = sorted({lying.place.box for lying in self.lying}, key=lambda box: (not _seat(box), -_seat(box), box))
        return [_Sweep(event.at_s + SWEEP * (at + 1), box, self.thrown) for at, box in enumerate(boxes)]

    def _scene(self) -> Scene:
        chips = tuple((box, amount) for box, amounts in self.chips.items() for amount in amounts)
        return Scene(tuple(lying.place for lying in self.lying), chips, (), self.bump, self.is_covered)

    def _spot(self, place: Place) -> Point:
        return self.table.spot(self._scene(), place)

    def _reach(self, at_s: float, place: Place, carries: bool = False) -> None:
        x, y = self._spot(place)
        self.reaches.setdefault(DEALER, []).append(_Reach(at_s, (x, y + 4.0), carries))

    def _put(self, at_s: float, box: str) -> None:
        if box not in self.table.layout.boxes:
            raise Fault(f"film at {at_s} s: {box!r} is no box of this table")
        x, y = self.table.layout.boxes[box].at(np.array([(0.0, -CIRCLE_OUT)]))[0]
        self.reaches.setdefault(box, []).append(_Reach(at_s, (float(x), float(y))))

    def arms(self, at_s: float) -> tuple[Arm, ...]:
        """Every arm that is on its way at a moment."""
        arms = []
        for actor, reaches in self.reaches.items():
            if actor == DEALER:
                home, sleeve = _HOME, 0
            else:
                x, y = self.table.layout.boxes[actor].at(np.array([(0.0, -CIRCLE_OUT - 330.0)]))[0]
                home, sleeve = (float(x), float(y)), _seat(actor)
            found = _tip(reaches, home, at_s)
            if found is None:
                continue
            tip, carries = found
            if actor == DEALER:
                elbow = (200.0 + 0.4 * tip[0], 1150.0)
            else:
                x, y = self.table.layout.boxes[actor].at(np.array([(60.0, -CIRCLE_OUT - 1100.0)]))[0]
                elbow = (float(x), float(y))
            arms.append(Arm(tip, elbow, carries, sleeve))
        return tuple(arms)


def _seat(box: str) -> int:
    """The number of a seat's or a player's box; 0 for any other."""
    number = box.removeprefix("seat").removeprefix("player")
    return int(number) if number.isdecimal() else 0


def _eased(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _tip(reaches: list[_Reach], home: Point, at_s: float) -> tuple[Point, bool] | None:
    """Where an arm's fingertips are, and whether they carry a card; None while it rests out of the picture.

    Between two reaches that are close in time it draws back only as far as there is time for.
    """
    before = [reach for reach in reaches if reach.at_s <= at_s]
    after = [reach for reach in reaches if reach.at_s > at_s]
    gone = (at_s - before[-1].at_s - STAY) / TRAVEL if before else 9.0
    coming = (after[0].at_s - at_s - STAY) / TRAVEL if after else 9.0
    if gone >= 1 and coming >= 1:
        return None
    if not before or gone >= 1:
        return _between(after[0].tip, home, _eased(coming)), after[0].carries
    if not after or coming >= 1:
        return _between(before[-1].tip, home, _eased(gone)), False
    span = after[0].at_s - before[-1].at_s
    share = (at_s - before[-1].at_s) / span
    back = min(1.0, span / 2 / TRAVEL) * np.sin(np.pi * share)
    there = _between(before[-1].tip, after[0].tip, _eased(share))
    return _between(there, home, float(back)), after[0].carries and share > 0.5


def scenes(table: Table, events: Iterable[Event], until_s: float, fps: float = 12.0) -> Iterator[tuple[float, Scene]]:
    """What lies on `table` at 0, 1/fps, 2/fps … s, up to `until_s`.

    `events` may come in any order; after `Gone` nothing comes. Raises `Fault` for one that can't be: a box that is not
    there, a card turned that does not lie face down.
    """
    script = _Script(table, events)
    still = 0
    for frame in range(int(until_s * fps) + 1):
        at_s = frame / fps
        if at_s >= script.gone_s:
            return
        while still + 1 < len(script.stills) and script.stills[still + 1][0] <= at_s:
            still += 1
        yield at_s, msgspec.structs.replace(script.stills[still][1], arms=script.arms(at_s))


def timeline(table: Table, events: Iterable[Event], until_s: float, fps: float = 12.0) -> Iterator[tuple[float, Image]]:
    """The frames of `scenes`, each with its time in seconds: BGR, as `Table.picture` gives them."""
    for number, (at_s, scene) in enumerate(scenes(table, events, until_s, fps)):
        yield at_s, table.picture(scene, number)
