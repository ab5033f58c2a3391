"""The table on paper: where its boxes lie, how cards lie in them, and how a camera sees the plane.

The plane is measured in mm, x to the dealer's right, y towards the dealer, from the point the camera looks at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault
from dealer_assist.sighting import Point, Quad
from models.faces import HEIGHT, WIDTH
from models.stage.scene import Place

Points = NDArray[np.float64]
Matrix = NDArray[np.float64]

MOST_SEATS: Final = 7
PLAYERS: Final = 4
DEALER: Final = "dealer"
BOARD: Final = "board"
#: Where burned cards lie, face down: no box is printed there.
BURN: Final = "burn"
#: Distance from card to card in a fan, mm: more than the widest jumbo index and the jitter of two cards.
STEP: Final = 18.0
#: Room that the first of two hands keeps for itself: three cards and a gap.
_SPLIT: Final = WIDTH + 2 * STEP + 9.0
_MARGIN: Final = 6.0
_BOX: Final = (2 * _MARGIN + _SPLIT + WIDTH + 3 * STEP, HEIGHT + 16.0)
#: Circles for stakes: how far beyond the box's middle they lie, from one to the next, and their radius.
CIRCLE_OUT: Final = _BOX[1] / 2 + 36.0
CIRCLE_STEP: Final = 64.0
CIRCLE: Final = 26.0


class Box(NamedTuple):
    """A printed rectangle: middle, mm; turn in radians clockwise; width, height, and from card to card, mm.

    `circles` for stakes lie beyond it. One that is not `printed` is a heap, and no box for the camera.
    """

    name: str
    x: float
    y: float
    turn: float
    width: float
    height: float
    step: float = STEP
    circles: int = 3
    printed: bool = True

    def at(self, points: Points) -> Points:
        """Points of the box's own frame (right, down, from its middle) on the table, N×2."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        turned: Points = points @ np.array([(cos, sin), (-sin, cos)]) + (self.x, self.y)
        return turned

    def corners(self) -> Points:
        """Its four corners, clockwise from its own upper left, 4×2."""
        half = np.array([self.width, self.height]) / 2
        return self.at(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half)


class Words(NamedTuple):
    """What is printed on the cloth: the game's name, and (text, letters' height, mm) of each line below it."""

    title: str
    lines: tuple[tuple[str, float], ...]


_TRIPLE: Final = Words(
    "TRIPLE",
    (
        ("WAR  -  BLACKJACK  -  SIX-CARD POKER", 15.0),
        ("BLACKJACK PAYS 3 TO 2   -   DEALER STANDS ON EVERY 17", 9.0),
        ("INSURANCE PAYS 2 TO 1", 8.0),
    ),
)
_OMAHA: Final = Words("OMAHA", (("TWO OF FOUR, THREE OF FIVE", 9.0),))
_EXCHANGE: Final = Words(
    "EXCHANGE", (("BACK  -  BLACKJACK OF FOUR HANDS  -  LAY", 13.0), ("DEALER STANDS ON EVERY 17", 9.0))
)


class Layout(NamedTuple):
    """The boxes, the circle on which the seats lie (its middle is (0, `pivot`)), and the width that is seen, mm."""

    boxes: dict[str, Box]
    radius: float
    pivot: float
    view: float
    words: Words = _TRIPLE

    @property
    def printed(self) -> dict[str, Box]:
        """The boxes that the camera looks into."""
        return {name: box for name, box in self.boxes.items() if box.printed}


def layout(seats: int) -> Layout:
    """The table of Triple for 1 to 7 `seats`, seat 1 at the dealer's left. Raises `Fault` for another number."""
    arc = _arc([f"seat{seat}" for seat in range(1, seats + 1)])
    y = 305.0 if seats > 5 else 250.0
    dealer = Box(DEALER, 0.0, y, 0.0, WIDTH + 9 * STEP + 2 * _MARGIN, _BOX[1])
    return arc._replace(boxes={**arc.boxes, DEALER: dealer})


def of_game(game: str, boxes: Iterable[str]) -> Layout:
    """The table of `game` whose rounds have cards in `boxes` (`seat2`, `player1`, `dealer`, `board` …), with a place
    for burned cards. Raises `Fault` for more than seven seats, and for a game of which there is no cloth."""
    named = list(boxes)
    seats = [name for name in named if name not in {DEALER, BOARD}]
    arc = _arc(seats)
    wide = len(seats) > 5
    if game == "triple":
        last = Box(DEALER, 0.0, 305.0 if wide else 250.0, 0.0, WIDTH + 9 * STEP + 2 * _MARGIN, _BOX[1])
        words = _TRIPLE
    elif game == "exchange_blackjack":
        arc = arc._replace(boxes={name: box._replace(circles=0) for name, box in arc.boxes.items()})
        last = Box(DEALER, 0.0, 250.0, 0.0, WIDTH + 9 * STEP + 2 * _MARGIN, _BOX[1], circles=0)
        words = _EXCHANGE
    elif game == "omaha":
        arc = arc._replace(boxes={name: box._replace(circles=1) for name, box in arc.boxes.items()})
        apart = WIDTH + 6.0
        last = Box(BOARD, 0.0, 230.0 if wide else 170.0, 0.0, 5 * apart + 2 * _MARGIN, _BOX[1], apart, circles=0)
        words = _OMAHA
    else:
        raise Fault(f"there is no cloth for a table of {game}: triple, omaha and exchange_blackjack can be staged")
    heap = Box(BURN, -300.0, last.y + 20.0, -0.3, WIDTH + 30.0, _BOX[1], 3.0, circles=0, printed=False)
    return arc._replace(boxes={**arc.boxes, last.name: last, BURN: heap}, words=words)


def _arc(names: list[str]) -> Layout:
    """A table with the boxes `names` on its arc, the first at the dealer's left."""
    seats = len(names)
    if not 1 <= seats <= MOST_SEATS:
        raise Fault(f"a table of {seats} seats: give 1 to {MOST_SEATS} seats")
    wide = seats > 5
    radius, pitch = (790.0, 246.0) if wide else (900.0, 268.0)
    far = -265.0 if wide else -190.0
    pivot = far + radius
    boxes = {}
    for seat, name in enumerate(names):
        turn = (seat - (seats - 1) / 2) * pitch / radius
        boxes[name] = Box(name, radius * np.sin(turn), pivot - radius * np.cos(turn), turn, *_BOX)
    view = 1560.0 if wide else 1430.0 if seats == 5 else 1360.0
    return Layout(boxes, radius, pivot, view)


def camera(view: float, size: tuple[int, int], tilt: float, roll: float, distance: float = 1650.0) -> Matrix:
    """The 3×3 matrix from the plane (mm) to the picture (px) for a camera that hangs on the dealer's side.

    It looks at the plane's origin from `distance` mm, `tilt` radians off the vertical, `roll` radians about its axis,
    and sees `view` mm across the middle of a picture of `size` (width, height).
    """
    focal = size[0] * distance / view
    lens = np.array([(focal, 0, size[0] / 2), (0, focal, size[1] / 2), (0, 0, 1)])
    spin = np.array([(np.cos(roll), -np.sin(roll), 0), (np.sin(roll), np.cos(roll), 0), (0, 0, 1)])
    plane = np.array([(1, 0, 0), (0, np.cos(tilt), 0), (0, -np.sin(tilt), distance)])
    matrix: Matrix = lens @ spin @ plane
    return matrix


def seen(matrix: Matrix, points: Points) -> Points:
    """Points of the plane as the camera of `matrix` sees them, N×2 pixels."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    pixels: Points = flat[:, :2] / flat[:, 2:]
    return pixels


def quad(points: Points) -> Quad:
    """Four points as the plain tuples of `sighting`."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    return first, second, third, fourth


def rests(table: Layout, cards: Iterable[Place], seed: int) -> list[tuple[Place, Points]]:
    """Where each card lies: its corners in mm, clockwise from its own upper left, in the order in which they lie.

    A hand is a fan to the right, each next card upon the one before; a second hand begins right of the first.
    A fan that would leave the box is squeezed, and then covers indices. Raises `Fault` for a box that is not there.
    """
    lying = sorted(cards, key=lambda place: (place.box, place.hand, place.order))
    counts: dict[tuple[str, int], int] = {}
    for place in lying:
        if place.box not in table.boxes:
            raise Fault(f"{place.box!r} is no box of this table: it has {', '.join(table.boxes)}")
        counts[place.box, place.hand] = max(counts.get((place.box, place.hand), 0), place.order + 1)
    return [(place, _rest(table.boxes[place.box], place, counts, seed)) for place in lying]


def _rest(box: Box, place: Place, counts: dict[tuple[str, int], int], seed: int) -> Points:
    first, second = counts.get((box.name, 0), 0), counts.get((box.name, 1), 0)
    step = box.step
    start = max(_SPLIT, WIDTH + (first - 1) * step + 9.0) if place.hand else 0.0
    needed = (start if place.hand else 0.0) + WIDTH + (counts[place.box, place.hand] - 1) * step
    if second and not place.hand:
        needed = max(_SPLIT, WIDTH + (first - 1) * step + 9.0) + WIDTH + (second - 1) * step
    squeeze = min(1.0, (box.width - 2 * _MARGIN - WIDTH) / max(needed - WIDTH, 1.0))
    left = (start + place.order * step) * squeeze + _MARGIN - box.width / 2

    name = crc32(f"{place.box}/{place.hand}/{place.order}/{place.throw}".encode())
    aside, down, twist = np.random.default_rng([seed, name]).uniform(-1, 1, 3)
    turn = np.radians(1.2) * twist
    half = np.array([WIDTH, HEIGHT]) / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    spun = corners @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return box.at(spun + (left + WIDTH / 2 + 0.8 * aside, 2.5 * down))


def circle(box: Box, number: int) -> Point:
    """The middle of the `number`-th circle for stakes of a box, mm; the dealer's box has its circles at its left."""
    if box.name == DEALER:
        x, y = box.at(np.array([(-box.width / 2 - 50.0 - number * CIRCLE_STEP, 0.0)]))[0]
    else:
        x, y = box.at(np.array([((number - 1) * CIRCLE_STEP, -CIRCLE_OUT)]))[0]
    return float(x), float(y)
