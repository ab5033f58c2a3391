"""Look at the frames of one still camera: what has not changed is not read again.

An unchanged frame gives the last answer; in a changed one, corners that stand where they stood and look as they
looked keep their reading. Comparisons are with what was read, not with the frame before, so that a slow drift adds
up until it is seen. The same frames in the same order give the same answers.
"""

from __future__ import annotations

import time
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.sighting import Look
from models.corners import CornerRecogniser, seen
from models.crops import TIGHT, Corner, Pixels, cut_out
from models.reading import judge

#: Grey levels by which a patch of 8×8 pixels of an unchanged frame may differ: sensor noise averages out below it.
STILL: Final = 3.0
#: Grey levels by which the tight cut of an unchanged corner may differ, on average and in its worst sixth by sixth.
_ALIKE, _ALIKE_WORST = 5.0, 26.0
#: Frames without a corner at the known scale after which all scales are tried again.
_PATIENCE: Final = 10


class _Kept(msgspec.Struct, frozen=True):
    corner: Corner
    thumb: NDArray[np.int16]
    tight: NDArray[np.float32]
    wide: NDArray[np.float32]


class Steady:
    """A recogniser with a memory of the frame before. One camera and one thread each."""

    def __init__(self, inner: CornerRecogniser) -> None:
        self.name, self.digest = inner.name, inner.digest
        self._inner = inner
        self._small: NDArray[np.int16] | None = None
        self._last = Look((), 0.0)
        self._side: float | None = None
        self._idle = 0
        self._kept: list[_Kept] = []

    def look(self, image: Pixels) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR), the surest first."""
        began = time.perf_counter()
        if min(image.shape[:2]) < 16:
            return Look((), 0.0)
        small = shrunk(image)
        if self._small is None or small.shape != self._small.shape:
            self._side, self._kept = None, []
        elif float(np.abs(small - self._small).max()) <= STILL:
            return Look(self._last.cards, round((time.perf_counter() - began) * 1000, 2))
        # Where nothing is found at the known scale the table is likely empty: search the others now and then.
        search = self._side is None or self._idle >= _PATIENCE
        if search:
            corners, _, side = self._inner.find(image)
        else:
            corners, side = self._inner.locator.find(image, self._side)
        self._idle = 0 if corners or search else self._idle + 1
        cards = (
            seen(corners, judge(*self._logits(image, corners), self._inner.cuts), self._inner.cuts) if corners else ()
        )
        if not corners:
            self._kept = []
        self._small = small
        self._side = side
        self._last = Look(cards, round((time.perf_counter() - began) * 1000, 2))
        return self._last

    def _logits(self, image: Pixels, corners: list[Corner]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The readers' logits of each corner: kept ones where it has not moved, else read now and kept."""
        thumbs = [_thumb(image, corner) for corner in corners]
        known = [self._known(corner, thumb) for corner, thumb in zip(corners, thumbs, strict=True)]
        new = [at for at, kept in enumerate(known) if kept is None]
        if new:
            tight, wide = self._inner.reader.logits(image, [corners[at] for at in new])
            for row, at in enumerate(new):
                known[at] = _Kept(corners[at], thumbs[at], tight[row], wide[row])
        self._kept = [kept for kept in known if kept is not None]
        return np.stack([k.tight for k in self._kept]), np.stack([k.wide for k in self._kept])

    def _known(self, corner: Corner, thumb: NDArray[np.int16]) -> _Kept | None:
        for kept in self._kept:
            old = kept.corner
            if abs(corner.x - old.x) + abs(corner.y - old.y) > 0.15 * old.tall:
                continue
            turned = corner.up_x * old.up_x + corner.up_y * old.up_y
            away = np.abs(thumb - kept.thumb)
            if (
                turned > 0.99
                and 0.92 < corner.tall / old.tall < 1.09
                and away.mean() < _ALIKE
                and away.max() < _ALIKE_WORST
            ):
                return kept
        return None


def shrunk(image: Pixels) -> NDArray[np.int16]:
    """An eighth of the size in grey: enough to see a card move, too little to see noise."""
    small = cv2.resize(image, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.int16)


def _thumb(image: Pixels, corner: Corner) -> NDArray[np.int16]:
    """The tight cut in 8×12 grey, from the same place as long as the corner is found within the same pixel or so."""
    grey = cv2.cvtColor(cut_out(image, corner, TIGHT), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (8, 12), interpolation=cv2.INTER_AREA), np.int16)
