"""Look at the frames of one still camera, and in a changed one only at the part that has changed.

The same as `steady`, and several times as quick where little changes: corners are looked for in the changed part and a
rim around it, the others stay as they were found.
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
        if self._side is None or min(image.shape[:2]) < 16:
            look = super().look(image)
            self._corners = [kept.corner for kept in self._kept]
            return look
        began = time.perf_counter()
        small = shrunk(image)
        changed = None if self._small is None else np.abs(small - self._small) > STILL
        if changed is not None and not changed.any():
            return Look(self._last.cards, round((time.perf_counter() - began) * 1000, 2))
        self._corners = self._found(image, changed, self._side)
        read = judge(*self._logits(image, self._corners), self._inner.cuts) if self._corners else []
        self._small = small
        self._last = Look(seen(self._corners, read, self._inner.cuts), round((time.perf_counter() - began) * 1000, 2))
        return self._last

    def _found(self, image: Pixels, changed: NDArray[np.bool_] | None, side: float) -> list[Corner]:
        """The corners of `image`, looked for where it has changed."""
        height, width = image.shape[:2]
        if changed is None:
            return self._inner.locator.at_side(image, side)
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        top, bottom = int(rows[0]) * 8 - 8, int(rows[-1]) * 8 + 16
        left, right = int(columns[0]) * 8 - 8, int(columns[-1]) * 8 + 16
        y, x = max(top - _RIM, 0), max(left - _RIM, 0)
        part = image[y : min(bottom + _RIM, height), x : min(right + _RIM, width)]
        if part.shape[0] * part.shape[1] > _MOST * height * width:
            return self._inner.locator.at_side(image, side)
        scaled = side * max(part.shape[:2]) / max(height, width)
        new = self._inner.locator.at_side(np.ascontiguousarray(part), scaled)

        def is_inside(corner: Corner) -> bool:
            return left <= corner.x < right and top <= corner.y < bottom

        moved = [msgspec.structs.replace(corner, x=corner.x + x, y=corner.y + y) for corner in new]
        return [c for c in self._corners if not is_inside(c)] + [c for c in moved if is_inside(c)]
