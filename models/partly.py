"""Look at the frames of one still camera, and in a changed one only at the part that has changed.

What `load("steady")` gives: corners are looked for in the changed part and a rim around it, the others stay as they
were found. That takes a part of the time of looking at the whole.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.sighting import Look
from models.corners import CornerRecogniser, seen
from models.crops import Corner, Pixels
from models.locating import better_side
from models.reading import judge
from models.steady import STILL, Steady, shrunk

#: Pixels around a changed part that are looked at with it, so that no corner is cut; where more than this share of the
#: picture is to be looked at, all of it is.
_RIM: Final = 56
_MOST: Final = 0.6


class Partly(Steady):
    """A recogniser with a memory of the frame before. One camera and one thread each."""

    def __init__(self, inner: CornerRecogniser) -> None:
        super().__init__(inner)
        self._corners: list[Corner] = []

    def look(self, image: Pixels) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR), the surest first."""
        began = time.perf_counter()
        if min(image.shape[:2]) < 16:
            return Look((), 0.0)
        small = shrunk(image)
        # Where nothing lies yet the first card decides how large indices are: that takes the whole picture.
        if self._side is None or not self._corners or self._small is None or self._small.shape != small.shape:
            return self._wholly(image)
        changed = np.abs(small - self._small) > STILL
        if not changed.any():
            return Look(self._last.cards, round((time.perf_counter() - began) * 1000, 2))
        cells = _around(changed)
        self._corners = self._found(image, cells, self._side)
        if not self._corners or better_side(self._corners, self._side, max(image.shape[:2])) is not None:
            return self._wholly(image)
        read = judge(*self._logits(image, self._corners), self._inner.cuts)
        # Only what was looked at is known anew: a slow drift elsewhere must still add up.
        self._small = self._small.copy()
        self._small[cells] = small[cells]
        self._last = Look(seen(self._corners, read, self._inner.cuts), round((time.perf_counter() - began) * 1000, 2))
        return self._last

    def _wholly(self, image: Pixels) -> Look:
        look = super().look(image)
        self._corners = [kept.corner for kept in self._kept]
        return look

    def _found(self, image: Pixels, cells: tuple[slice, slice], side: float) -> list[Corner]:
        """The corners of `image`, looked for in the `cells` of 8×8 pixels that have changed."""
        height, width = image.shape[:2]
        (top, bottom), (left, right) = ((part.start * 8, part.stop * 8) for part in cells)
        y, x = max(top - _RIM, 0), max(left - _RIM, 0)
        part = image[y : min(bottom + _RIM, height), x : min(right + _RIM, width)]
        if part.shape[0] * part.shape[1] > _MOST * height * width:
            return self._inner.locator.at_side(image, side)
        scaled = side * max(part.shape[:2]) / max(height, width)
        new = self._inner.locator.at_side(np.ascontiguousarray(part), scaled)

        def is_inside(corner: Corner) -> bool:
            return bool(left <= corner.x < right and top <= corner.y < bottom)

        moved = [msgspec.structs.replace(corner, x=corner.x + x, y=corner.y + y) for corner in new]
        return [c for c in self._corners if not is_inside(c)] + [c for c in moved if is_inside(c)]


def _around(changed: NDArray[np.bool_]) -> tuple[slice, slice]:
    """The rows and columns of cells in which all that has changed lies, and one more on every side."""
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    return slice(max(int(rows[0]) - 1, 0), int(rows[-1]) + 2), slice(max(int(columns[0]) - 1, 0), int(columns[-1]) + 2)
