"""A table's layout from its camera's picture: four markers or the felt's corners, and the boxes that lie between them.

The felt is taken for a rectangle, whatever the camera makes of it. Its plane runs from 0 to 1 across, from the dealer's
left, and from 0 to 1 down, towards the dealer; four points of the picture say where its corners are, clockwise from the
far left one, and with them the perspective is undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault
from dealer_assist.fusion import convex
from dealer_assist.sighting import Quad
from models.crops import Pixels

Points = NDArray[np.float32]

#: The markers that may lie on a felt, and the numbers of the four: far left, far right, near right, near left.
_DICTIONARY: Final = cv2.aruco.DICT_4X4_50
MARKERS: Final = (0, 1, 2, 3)
_PLACES: Final = ("far left", "far right", "near right", "near left")
#: The felt as the template has it, in mm: width and height.
_WIDE, _TALL = 1600.0, 900.0
_ARC: Final = (800.0, 500.0, 640.0, 380.0)  # middle and half-axes of the ellipse on which the seats lie
#: Boxes that are no seats: middle, width, height.
_FIXED: Final = {
    "dealer": (800.0, 800.0, 520.0, 120.0),
    "board": (800.0, 540.0, 560.0, 120.0),
    "burn": (420.0, 800.0, 100.0, 120.0),
    "shoe": (1240.0, 800.0, 160.0, 140.0),
}
#: Beside the boxes of its game a table may have these: where burned cards lie, and the mouth of the shoe.
BESIDE: Final = ("burn", "shoe")
_LOOKED_AT: Final = 640


class NoCorners(Fault):
    """The picture does not show what was looked for; the message says what to do."""


def marker(number: int, side: int = 400) -> Pixels:
    """A marker to be printed, `side` pixels wide, with the white rim that it needs."""
    inner = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(_DICTIONARY), number, side * 3 // 4)
    rim = (side - inner.shape[0]) // 2
    framed = cv2.copyMakeBorder(inner, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(255.0,))
    return np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR), np.uint8)


def by_markers(image: Pixels) -> Quad:
    """The middles of the four markers in `image` (uint8 height×width×3, BGR). Raises `NoCorners`, naming what lacks."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(_DICTIONARY))
    corners, numbers, _ = detector.detectMarkers(image)
    seen: dict[int, list[Points]] = {}
    for four, number in zip(corners, [] if numbers is None else np.ravel(numbers).tolist(), strict=True):
        seen.setdefault(int(number), []).append(np.asarray(four, np.float32).reshape(4, 2))
    missing = [f"{number} ({_PLACES[number]})" for number in MARKERS if number not in seen]
    if missing:
        raise NoCorners(f"marker {', '.join(missing)} is not in the picture: lay it flat, uncovered and in good light")
    twice = [str(number) for number in MARKERS if len(seen[number]) > 1]
    if twice:
        raise NoCorners(f"marker {', '.join(twice)} is in the picture twice: take one away")
    return _checked(np.array([seen[number][0].mean(axis=0) for number in MARKERS], np.float32))


def by_felt(image: Pixels) -> Quad:
    """The corners of the felt in `image`: the largest four-cornered piece of the colour that lies in its middle.

    Raises `NoCorners` where no such piece is.
    """
    scale = _LOOKED_AT / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    colours = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 2), cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = colours.shape[:2]
    middle = colours[height * 2 // 5 : height * 3 // 5, width * 2 // 5 : width * 3 // 5].reshape(-1, 3)
    # Light changes over a felt, its hue hardly.
    away = np.abs(colours - np.median(middle, axis=0)) @ np.array([0.25, 1.0, 1.0], np.float32)
    alike = (away < 26).astype(np.uint8)
    mask = cv2.morphologyEx(alike, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = max(outlines, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) < 0.1 * mask.size:
        raise NoCorners("no felt of one colour fills the picture's middle: tap its four corners instead")
    if cv2.contourArea(largest) > 0.97 * mask.size:
        raise NoCorners("the felt's corners are not in the picture: hang the camera higher, or tap where they would be")
    hull = cv2.convexHull(largest)
    for share in (0.01, 0.02, 0.03, 0.05, 0.08):
        found = cv2.approxPolyDP(hull, share * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(found) == 4 and cv2.contourArea(found) > 0.85 * cv2.contourArea(hull):
            return _checked(_clockwise(found.astype(np.float32)) / np.float32(scale))
    raise NoCorners("the felt has no four corners in this picture: tap them, or lay four markers on it")


def laid(names: Iterable[str], corners: Quad) -> dict[str, Quad]:
    """A box for each of `names`, where a table usually has it, in a picture in which the felt has these `corners`."""
    matrix = cv2.getPerspectiveTransform(_plane(1, 1), np.array(corners, np.float32))
    made: dict[str, Quad] = {}
    for name, box in _template(list(names)).items():
        seen = cv2.perspectiveTransform((box / (_WIDE, _TALL)).astype(np.float32)[None], matrix)[0]
        made[name] = _quad(seen)
    return made


def straightened(image: Pixels, corners: Quad, width: int = 1280) -> Pixels:
    """The felt as it would be seen from straight above, `width` pixels wide, with the template's sides."""
    height = round(width * _TALL / _WIDE)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), _plane(width, height))
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height)), np.uint8)


def _template(names: Sequence[str]) -> dict[str, Points]:
    """Each box in mm: its corners, clockwise from its own far left one."""
    seats = [name for name in names if name not in _FIXED]
    middle_x, middle_y, half_wide, half_tall = _ARC
    # Evenly along the ellipse, not in its angle: boxes at its flat sides would overlap.
    half = min(82.0, 15.0 * (len(seats) - 1)) or 1.0
    angles = np.radians(np.linspace(90 - half, 90 + half, 721))
    arc = np.column_stack([middle_x - half_wide * np.cos(angles), middle_y - half_tall * np.sin(angles)])
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(arc, axis=0).T))])
    pitch = run[-1] / max(1, len(seats) - 1)
    wide = min(210.0, 0.7 * pitch) if len(seats) > 1 else 210.0
    out: dict[str, Points] = {}
    for number, name in enumerate(seats):
        at = run[-1] / 2 if len(seats) == 1 else number * pitch
        place = int(np.searchsorted(run, at).clip(1, len(arc) - 2))
        along = arc[place + 1] - arc[place - 1]
        out[name] = _box(arc[place], wide, 110.0, float(np.arctan2(along[1], along[0])))
    for name in names:
        if name in _FIXED:
            x, y, width, height = _FIXED[name]
            out[name] = _box(np.array([x, y]), width, height, 0.0)
    return {name: out[name] for name in names}


def _box(middle: NDArray[np.float64], width: float, height: float, turn: float) -> Points:
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([width, height]) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(half @ np.array([(cos, sin), (-sin, cos)]) + middle, np.float32)


def _plane(width: float, height: float) -> Points:
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)


def _clockwise(four: Points) -> Points:
    """Four corners clockwise, the upper left one first."""
    away = four - four.mean(axis=0)
    ring = four[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    return np.roll(ring, -int(np.argmin(ring.sum(axis=1))), axis=0)


def _checked(corners: Points) -> Quad:
    found = _quad(corners)
    if not convex(found):
        raise NoCorners("the four markers do not lie around the felt: put 0 far left, then 1, 2, 3 clockwise")
    return found


def _quad(points: Points) -> Quad:
    first, second, third, fourth = ((round(float(x), 1), round(float(y), 1)) for x, y in points)
    return first, second, third, fourth
