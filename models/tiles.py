"""A second, closer look at only those parts of a picture where a first look saw something, packed side by side into one
small picture.

A table of 1280×720 with eight cards is four fifths cloth. The detector's time goes by the pixel, so the cloth is left
out. Parts lie on the net's own grid of 16 pixels, so that what it computes for a part is what it would have computed
for the whole, but for the surroundings further off than `MARGIN`.
"""

from __future__ import annotations

from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from models.crops import Pixels

#: Pixels of the net's coarsest grid; the finest is a quarter of it.
GRID: Final = 16
_FINE: Final = 4
#: Heat in the first look from which a part is looked at again; fainter than what counts as a corner.
FAINT: Final = 0.05
#: Pixels around what was warm that are searched, as the first look may have misplaced it, and those around these that
#: are looked at only.
ROOM: Final = 8
MARGIN: Final = 16
#: Grey levels by which the mean tones of neighbouring cells differ where there may be an index, and cells along the
#: longer side of a picture: an index 8 pixels tall of 640 covers two by one of them.
UNLIKE: Final = 7
_TONES: Final = 160
#: Where more than this share of the picture would be looked at, all of it is.
MOST: Final = 0.6
#: Widths of the packed picture that are tried.
_ACROSS: Final = (320, 384, 448, 512, 640)

#: Left, top, right, bottom.
Box = tuple[int, int, int, int]


class Tile(msgspec.Struct, frozen=True):
    """A part of the scaled picture, margin included, and where it lies in the packed one; pixels, multiples of 16."""

    x: int
    y: int
    width: int
    height: int
    to_x: int
    to_y: int


class Packed(msgspec.Struct, frozen=True, eq=False):
    """The packed picture; per cell of 4 pixels whether it is searched, and what leads back to the scaled picture."""

    picture: Pixels
    searched: NDArray[np.bool_]
    shift_x: NDArray[np.float32]
    shift_y: NDArray[np.float32]

    def unpacked(self, heat: NDArray[np.float32], height: int, width: int) -> NDArray[np.float32]:
        """`heat` of the packed picture where it belongs in the scaled one of `height` and `width`; 0 elsewhere."""
        whole = np.zeros((height // _FINE, width // _FINE), np.float32)
        rows, columns = np.nonzero(self.searched)
        down, right = (shift[rows, columns].astype(int) // _FINE for shift in (self.shift_y, self.shift_x))
        whole[rows + down, columns + right] = heat[rows, columns]
        return whole


def uneven(image: Pixels) -> NDArray[np.float32]:
    """As if warm where a picture is not plain: ink on paper differs from what is around it, cloth hardly does.

    The mean tone of each cell is compared with those around it.
    """
    longest = max(image.shape[:2])
    size = tuple(max(1, round(edge * min(1.0, _TONES / longest))) for edge in image.shape[1::-1])
    tones = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    around = np.ones((3, 3), np.uint8)
    differs = cv2.subtract(cv2.dilate(tones, around), cv2.erode(tones, around))
    return np.where(differs >= UNLIKE, np.float32(1), np.float32(0))


def parts(heat: NDArray[np.float32], height: int, width: int) -> list[Box]:
    """The parts to look at of a scaled picture (multiples of 4 pixels), from the first heat."""
    hot = cv2.dilate(np.where(heat >= FAINT, np.uint8(255), np.uint8(0)), np.ones((3, 3), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(hot, connectivity=8)
    across, down = width / heat.shape[1], height / heat.shape[0]
    found = []
    for x, y, w, h, _ in boxes[1:count].tolist():
        left, right = round(x * across) // _FINE * _FINE - ROOM, -(-round((x + w) * across) // _FINE) * _FINE + ROOM
        top, bottom = round(y * down) // _FINE * _FINE - ROOM, -(-round((y + h) * down) // _FINE) * _FINE + ROOM
        found.append((max(0, left), max(0, top), min(width, right), min(height, bottom)))
    return found


def laid_out(found: list[Box], height: int, width: int) -> tuple[list[tuple[Tile, Box]], int, int] | None:
    """Tiles with their parts, height and width of the packed picture; None if the whole is the better deal."""
    wide = [_with_margin(box, height, width) for box in found]
    widest = max((right - left for left, _, right, _ in wide), default=0)
    tried = [_on_shelves(wide, found, max(across, widest)) for across in _ACROSS]
    best = min(tried, key=lambda laid: laid[1] * laid[2])
    return best if found and best[1] * best[2] <= MOST * height * width else None


def _on_shelves(wide: list[Box], found: list[Box], across: int) -> tuple[list[tuple[Tile, Box]], int, int]:
    """The tiles side by side on shelves of a picture `across` pixels wide, the tallest first; its height and width."""
    placed, shelf, x, y = [], 0, 0, 0
    for at in sorted(range(len(wide)), key=lambda at: (wide[at][1] - wide[at][3], at)):
        left, top, right, bottom = wide[at]
        if x + right - left > across:
            x, y, shelf = 0, y + shelf, 0
        placed.append((Tile(left, top, right - left, bottom - top, x, y), found[at]))
        x, shelf = x + right - left, max(shelf, bottom - top)
    return placed, y + shelf, across


def _with_margin(box: Box, height: int, width: int) -> Box:
    """A part with its margin, outwards to the net's grid."""
    left, top, right, bottom = box
    return (
        max(0, left - MARGIN) // GRID * GRID,
        max(0, top - MARGIN) // GRID * GRID,
        min(width, -(-(right + MARGIN) // GRID) * GRID),
        min(height, -(-(bottom + MARGIN) // GRID) * GRID),
    )


def packed(scaled: Pixels, heat: NDArray[np.float32]) -> Packed | None:
    """The parts of `scaled` (sides multiples of 16) where `heat` of the first look shows something, or None where the
    whole may as well be looked at."""
    height, width = scaled.shape[:2]
    laid = laid_out(parts(heat, height, width), height, width)
    if laid is None:
        return None
    placed, tall, across = laid
    picture = np.full((tall, across, 3), 128, np.uint8)
    cells = (tall // _FINE, across // _FINE)
    searched = np.zeros(cells, np.bool_)
    shift_x, shift_y = np.zeros(cells, np.float32), np.zeros(cells, np.float32)
    for tile, (left, top, right, bottom) in placed:
        part = scaled[tile.y : tile.y + tile.height, tile.x : tile.x + tile.width]
        picture[tile.to_y : tile.to_y + tile.height, tile.to_x : tile.to_x + tile.width] = part
        move_x, move_y = tile.x - tile.to_x, tile.y - tile.to_y
        inside = (
            slice((top - move_y) // _FINE, (bottom - move_y) // _FINE),
            slice((left - move_x) // _FINE, (right - move_x) // _FINE),
        )
        searched[inside], shift_x[inside], shift_y[inside] = True, move_x, move_y
    return Packed(picture, searched, shift_x, shift_y)
