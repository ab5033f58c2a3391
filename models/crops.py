"""Upright pictures of index corners, cut from a frame: what the two readers look at.

The tight cut shows the index alone, the wide one also the card's edge and the first pips of its body, with the
colours set against the lightest part, so that the two err differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


class Corner(msgspec.Struct, frozen=True):
    """An index in a picture: its centre, the unit vector of "up" (image axes), height and width, all in pixels.

    `negative` is set where it was found in the picture's negative: light print on a black card.
    """

    x: float
    y: float
    up_x: float
    up_y: float
    tall: float
    wide: float
    heat: float = 1.0
    negative: bool = False


class Cut(msgspec.Struct, frozen=True):
    """A way to cut: size in pixels, height of the index in it, and where the index's centre comes to lie."""

    width: int
    height: int
    index: float
    x: float
    y: float


TIGHT: Final = Cut(48, 72, 43.5, 24.0, 36.0)
WIDE: Final = Cut(72, 72, 28.0, 26.0, 30.0)
SUIT: Final = Cut(32, 32, 43.0, 16.0, 4.0)


def transform(corner: Corner, cut: Cut, stretch: float = 1.0) -> NDArray[np.float64]:
    """The 2×3 matrix from the picture to the cut; `stretch` widens the letters about the index's middle."""
    scale = cut.index / corner.tall
    # Right of the index is "up" turned clockwise by a quarter (image axes: y downwards).
    right_x, right_y = -corner.up_y, corner.up_x
    turn = scale * np.array([(right_x * stretch, right_y * stretch), (-corner.up_x, -corner.up_y)])
    move = np.array([cut.x, cut.y]) - turn @ np.array([corner.x, corner.y])
    return np.asarray(np.c_[turn, move], np.float64)


def cut_out(image: Pixels, corner: Corner, cut: Cut, stretch: float = 1.0) -> Pixels:
    """The cut, uint8 height×width×3, its letters `stretch` times as wide; what lies outside the picture is its edge
    repeated. That of a black card's index is the negative, dark print on white."""
    cut_picture = _cut_out(image, corner, cut, stretch)
    return cv2.bitwise_not(cut_picture).astype(np.uint8) if corner.negative else cut_picture


def _cut_out(image: Pixels, corner: Corner, cut: Cut, stretch: float) -> Pixels:
    matrix = transform(corner, cut, stretch)
    size = (cut.width, cut.height)
    shrink = int(corner.tall / cut.index / 0.85)
    if shrink < 2:
        return np.asarray(
            cv2.warpAffine(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
    # A linear warp would skip pixels of a large index: shrink its surroundings first, by a whole number.
    reach = 2.6 * corner.tall
    x0, y0 = max(0, int(corner.x - reach)), max(0, int(corner.y - reach))
    part = image[y0 : int(corner.y + reach) + 1, x0 : int(corner.x + reach) + 1]
    rows, columns = (max(1, edge // shrink) for edge in part.shape[:2])
    small = cv2.resize(part[: rows * shrink, : columns * shrink], (columns, rows), interpolation=cv2.INTER_AREA)
    back = np.array([(shrink, 0, x0 + shrink / 2 - 0.5), (0, shrink, y0 + shrink / 2 - 0.5), (0, 0, 1)])
    return np.asarray(
        cv2.warpAffine(small, matrix @ back, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def set_apart(crop: Pixels) -> Pixels:
    """The cut with its ink black and its paper white: all channels from the darkest ink, each to its own paper."""
    light = np.percentile(crop.reshape(-1, 3), 90, axis=0)
    dark = np.percentile(crop.reshape(-1, 3).min(axis=1), 2)
    return np.asarray(np.clip((crop - dark) * (235 / np.maximum(light - dark, 20)), 0, 255), np.uint8)


def tight_input(crops: Sequence[Pixels]) -> NDArray[np.float32]:
    """N×3×72×48 for the tight reader: 0–1 as they are."""
    return np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def suit_input(crops: Sequence[Pixels]) -> NDArray[np.float32]:
    """N×3×32×32 for the reader of black suits: 0–1, ink black and paper white."""
    return tight_input([set_apart(crop) for crop in crops])


def wide_input(crops: Sequence[Pixels]) -> NDArray[np.float32]:
    """N×3×72×72 for the wide reader: each channel against its lightest tenth, so that paper is white in any light."""
    stacked = np.stack(crops)
    small = np.stack([cv2.resize(crop, (12, 12), interpolation=cv2.INTER_AREA) for crop in crops])
    paper = np.partition(small.reshape(len(crops), 144, 3), 130, axis=1)[:, 130].astype(np.float32)
    scaled = stacked.astype(np.float32) / np.maximum(paper, 24)[:, None, None]
    return np.ascontiguousarray(np.minimum(scaled, 1.5).transpose(0, 3, 1, 2), np.float32)
