"""Find index corners: run the detector at the scale where an index is about 24 px tall, and pick the peaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crops import Corner, Pixels
from models.tiles import packed, uneven

Heat = NDArray[np.float32]

#: The detector's own units (models/train/detector.py).
_TALL, _WIDE = 25.0, 12.0
#: Index heights at the detector's input between which it sees best, and the one that is aimed at.
LOW, AIM, HIGH = 18.0, 24.0, 38.0
#: Longest side of the detector's input, pixels: where a first look starts, what it tries when that finds little
#: (a card that fills the picture, a table seen from far), and the most that is ever run.
FIRST: Final = 640
OTHERS: Final = (256, 1280, 128, 64)
ENOUGH: Final = 2.0
MOST: Final = 1440
#: From this scale on a linear resize leaves out so little that the careful one is not worth ten times its time.
_NEARLY: Final = 0.75


class Locator:
    """The corner detector. `find` may be called from one thread at a time."""

    def __init__(self, net: cv2.dnn.Net, heat: float) -> None:
        self._net, self._heat = net, heat

    def at_side(self, image: Pixels, side: float) -> list[Corner]:
        """Corners found with the picture's longest side brought to `side` pixels, in the picture's own pixels.

        A `side` below zero asks for the picture's negative, where black cards look like white ones.
        """
        return self._looked(image, side)[0]

    def _looked(self, image: Pixels, side: float, heat: Heat | None = None) -> tuple[list[Corner], Heat]:
        """As `at_side`, and the heat; with the `heat` of an earlier look only what was warm there is looked at, and the
        rest stays cold."""
        small, zoom = _scaled(image, side)
        tiles = None if heat is None else packed(small, heat)
        if tiles is None:
            planes = self._forward(small)
            return _peaks(planes, planes[0] >= self._heat, zoom, side < 0), planes[0]
        planes = self._forward(tiles.picture)
        likely = (planes[0] >= self._heat) & tiles.searched
        found = _peaks(planes, likely, zoom, side < 0, (tiles.shift_x, tiles.shift_y))
        return found, tiles.unpacked(planes[0], small.shape[0], small.shape[1])

    def _forward(self, small: Pixels) -> NDArray[np.float32]:
        self._net.setInput(cv2.dnn.blobFromImage(small, 1 / 255.0))
        planes: NDArray[np.float32] = np.asarray(self._net.forward(), np.float32)[0]
        return planes

    def find(self, image: Pixels, side: float | None = None, *, negative: bool = False) -> tuple[list[Corner], float]:
        """The corners in `image` and the side that served; `side` is where to begin, as of the frame before.

        With `negative` it is the picture's negative that is searched; a side below zero says the same.
        """
        longest = max(image.shape[:2])
        begin = side or float(min(FIRST, longest)) * (-1 if negative else 1)
        (best, heat), used = self._looked(image, begin, uneven(image)), begin
        if side is None and _weight(best) < ENOUGH:
            for other in OTHERS:
                tried = float(np.copysign(min(other, longest), begin))
                if other >= 1.6 * longest or abs(tried / begin - 1) < 0.2:
                    continue
                found, warm = self._looked(image, tried)
                if _weight(found) > _weight(best):
                    best, heat, used = found, warm, tried
        for _ in range(2):
            better = better_side(best, used, longest)
            if better is None:
                break
            # A closer look is for what the last one saw; from further off there is less to save than to lose.
            found, heat = self._looked(image, better, heat if abs(better) > abs(used) else None)
            if _weight(found) < 0.7 * _weight(best):
                break
            best, used = found, better
        return best, used


def _scaled(image: Pixels, side: float) -> tuple[Pixels, tuple[float, float]]:
    """The picture, or its negative, with its longest side at `side` and both sides multiples of 16, and what leads
    back to its own pixels."""
    scale = abs(side) / max(image.shape[:2])
    height, width = (max(16, round(edge * scale)) for edge in image.shape[:2])
    mode = cv2.INTER_AREA if scale < _NEARLY else cv2.INTER_LINEAR
    small = image if (height, width) == image.shape[:2] else cv2.resize(image, (width, height), interpolation=mode)
    if side < 0:
        small = cv2.bitwise_not(small)
    # The net wants multiples of 16; the rim repeats the edge, so that it looks like no card.
    small = cv2.copyMakeBorder(small, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
    return np.asarray(small, np.uint8), (image.shape[1] / width, image.shape[0] / height)


def _weight(corners: Iterable[Corner]) -> float:
    """How much was found: two clear corners weigh more than many faint ones."""
    return sum(corner.heat**2 for corner in corners)


def better_side(corners: list[Corner], side: float, longest: int) -> float | None:
    """A side at which the indices would come nearer to 24 px, or None if they are near enough."""
    if not corners:
        return None
    clear = max(corner.heat for corner in corners) / 2
    tall = float(np.median([corner.tall for corner in corners if corner.heat >= clear])) * abs(side) / longest
    if LOW <= tall <= HIGH:
        return None
    # Drawing a small picture larger helps a little, up to twice.
    wanted = float(np.clip(abs(side) * AIM / tall, 40, min(MOST, 2 * longest)))
    return float(np.copysign(wanted, side)) if abs(wanted / abs(side) - 1) > 0.2 else None


def _peaks(
    planes: NDArray[np.float32],
    likely: NDArray[np.bool_],
    zoom: tuple[float, float],
    negative: bool,
    shift: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
) -> list[Corner]:
    """The corners where the heat is `likely` and highest; `shift` leads from each cell to the scaled picture."""
    (fx, fy), heat = zoom, planes[0]
    rows, columns = np.nonzero((heat >= planes[1]) & likely)
    order = np.argsort(-heat[rows, columns], kind="stable")[:400]
    kept: list[Corner] = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        _, _, cos, sin, tall, wide = planes[:, row, column].tolist()
        dx, dy = _lean(heat, row, column)
        length = float(np.hypot(cos, sin))
        if length < 0.3:
            continue
        right, down = (0.0, 0.0) if shift is None else (float(part[row, column]) for part in shift)
        corner = Corner(
            (4 * (column + dx) + 2 + right) * fx - 0.5,
            (4 * (row + dy) + 2 + down) * fy - 0.5,
            cos / length,
            sin / length,
            float(np.exp(np.clip(tall, -2, 3))) * _TALL * (fx + fy) / 2,
            float(np.exp(np.clip(wide, -2, 3))) * _WIDE * (fx + fy) / 2,
            float(heat[row, column]),
            negative,
        )
        if all(np.hypot(corner.x - o.x, corner.y - o.y) > 0.45 * min(corner.tall, o.tall) for o in kept):
            kept.append(corner)
    return kept


def _lean(heat: NDArray[np.float32], row: int, column: int) -> tuple[float, float]:
    """Where between the cells the peak lies: the middle of the heat of the 3×3 around."""
    y0, x0 = max(0, row - 1), max(0, column - 1)
    part = heat[y0 : row + 2, x0 : column + 2]
    ys, xs = np.mgrid[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]]
    total = float(part.sum())
    return float((part * xs).sum()) / total - column, float((part * ys).sum()) / total - row
