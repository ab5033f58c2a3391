"""Outlines in millimetres and the sheet they are inked on.

A path is written as in SVG, absolute `M`, `L`, `C` and `Z` only: `"M 0 0 L 1 0 C 1 .5 .5 1 0 1 Z"`.
A sheet is drawn four times too large without smoothing and shrunk once, which smooths every edge alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

#: A poker card, mm.
WIDTH: Final = 63.0
HEIGHT: Final = 88.0

_OVER: Final = 4
_SHIFT: Final = 6
_BEZIER: Final = np.linspace(0.0, 1.0, 15)[1:, None]


@lru_cache(maxsize=512)
def path(text: str) -> tuple[Points, ...]:
    """The polylines of an SVG-like path, each N×2; curves are cut into 14 pieces."""
    lines: list[list[Points]] = []
    words = text.split()
    at = 0
    while at < len(words):
        letter = words[at]
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[letter]
        numbers = np.array([float(word) for word in words[at + 1 : at + 1 + count]]).reshape(-1, 2)
        at += 1 + count
        match letter:
            case "M":
                lines.append([numbers])
            case "L":
                lines[-1].append(numbers)
            case "Z":
                lines[-1].append(lines[-1][0][:1])
            case _:
                start, (one, two, end) = lines[-1][-1][-1], numbers
                t, u = _BEZIER, 1 - _BEZIER
                lines[-1].append(u**3 * start + 3 * u * u * t * one + 3 * u * t * t * two + t**3 * end)
    return tuple(np.concatenate(line) for line in lines)


def placed(lines: Iterable[Points], x: float, y: float, width: float, height: float) -> list[Points]:
    """`lines` stretched by `width` and `height`, then moved so that their origin lies at (x, y)."""
    return [line * (width, height) + (x, y) for line in lines]


def oval(x: float, y: float, rx: float, ry: float) -> Points:
    """A closed oval of 48 points around (x, y)."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + rx * np.cos(angle), y + ry * np.sin(angle)], axis=1)


def star(x: float, y: float, radius: float, points: int = 5, waist: float = 0.42) -> Points:
    """A star with one point upwards; `waist` is the inner radius as a share of the outer."""
    angle = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2, radius * waist, radius)
    return np.stack([x + reach * np.sin(angle), y - reach * np.cos(angle)], axis=1)


def box(left: float, top: float, right: float, bottom: float, round_by: float = 0.0) -> Points:
    """A rectangle, clockwise from the upper left, its corners rounded by `round_by`."""
    if round_by <= 0:
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)
    quarter = np.linspace(0, np.pi / 2, 12)
    corners = [(right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1), (left, top, 1, 1)]
    arcs = []
    for turn, (x, y, inward_x, inward_y) in enumerate(corners):
        angle = quarter + (turn - 1) * np.pi / 2
        centre = np.array([x + inward_x * round_by, y + inward_y * round_by])
        arcs.append(centre + round_by * np.stack([np.cos(angle), np.sin(angle)], axis=1))
    return np.concatenate(arcs)


class Sheet:
    """A card being drawn. All coordinates are mm from the card's upper left corner.

    While `turned` is set, everything is drawn as seen after half a turn about the card's centre.
    """

    def __init__(self, height: int, paper: Colour) -> None:
        self.size = (round(height * WIDTH / HEIGHT), height)
        self.turned = False
        self._scale = np.array([self.size[0] / WIDTH, self.size[1] / HEIGHT]) * _OVER
        self._paper = np.full((self.size[1] * _OVER, self.size[0] * _OVER, 3), paper, np.uint8)

    def fill(self, lines: Sequence[Points], colour: Colour) -> None:
        """Fill the closed `lines`; where two of them overlap there is a hole."""
        cv2.fillPoly(self._paper, [self._fixed(line) for line in lines], colour, shift=_SHIFT)

    def line(self, lines: Sequence[Points], colour: Colour, width: float, height: float | None = None) -> None:
        """Draw along `lines` with an oval pen of `width` × `height` mm (a broad nib if they differ)."""
        nib = oval(0, 0, width / 2, (width if height is None else height) / 2)[::2]
        for line in lines:
            for start, end in pairwise(line):
                swept = np.concatenate([nib + start, nib + end]).astype(np.float32)
                hull = cv2.convexHull(swept)[:, 0].astype(np.float64)
                cv2.fillConvexPoly(self._paper, self._fixed(hull), colour, shift=_SHIFT)

    def edge(self, line: Points, colour: Colour, width: float) -> None:
        """Draw the closed outline `line`."""
        self.line([np.concatenate([line, line[:1]])], colour, width)

    def finished(self) -> Image:
        """The card as BGRA, H×W×4, with rounded corners that are transparent."""
        width, height = self.size
        colour = cv2.resize(self._paper, (width, height), interpolation=cv2.INTER_AREA)
        mask = np.zeros(self._paper.shape[:2], np.uint8)
        self.turned = False
        cv2.fillPoly(mask, [self._fixed(box(0, 0, WIDTH, HEIGHT, 3.5))], (255,), shift=_SHIFT)
        alpha = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        return np.dstack([colour, alpha]).astype(np.uint8)

    def _fixed(self, line: Points) -> NDArray[np.int32]:
        if self.turned:
            line = np.array([WIDTH, HEIGHT]) - line
        fixed: NDArray[np.int32] = np.round((line * self._scale - 0.5) * (1 << _SHIFT)).astype(np.int32)
        return fixed
