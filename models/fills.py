"""Whether something lies in a box of the table, whatever it is: the box's picture against that of the bare felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.sighting import Fill, Quad
from models.crops import Pixels

#: Pictures are compared at this width, in grey levels 0–255.
_WIDTH: Final = 640
#: A pixel that differs by this much from the bare felt, the light's change taken out, is of something that lies there.
_DIFFERS: Final = 24
#: A pixel is paper if none of its colours is below this share of the brightest in the box.
_PAPER: Final = 0.84
#: Looks in a row without a card or a hand after which the felt is taken for bare, and a share below which a box is
#: still like the bare felt.
_BARE_AFTER: Final = 8
_LIKE: Final = 0.02
#: Looks in a row after which it is taken for bare although boxes differ: something was put there for good. Long, since
#: hands that lie face down are no cards to a look.
ANEW_AFTER: Final = 400

Colours = NDArray[np.float32]


class Fills:
    """Measures the `boxes` (pixels of the whole picture) of one camera's pictures in their order."""

    def __init__(self, boxes: Mapping[str, Quad], anew_after: int = ANEW_AFTER) -> None:
        self._boxes, self._anew_after = dict(boxes), anew_after
        self._bare: Colours | None = None
        #: Which pixels of the small picture, counted row by row, lie in each box; and their colours on the bare felt.
        self._inside: dict[str, NDArray[np.intp]] = {}
        self._felt: dict[str, Colours] = {}
        self._quiet = 0

    def measure(self, image: Pixels, *, is_quiet: bool) -> tuple[Fill, ...]:
        """The boxes of `image` (uint8 height×width×3, BGR); `is_quiet`: no card was seen in it and no hand."""
        scale = _WIDTH / image.shape[1]
        size = (_WIDTH, max(16, round(image.shape[0] * scale)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        planes = np.ascontiguousarray(small.reshape(-1, 3).T)
        if self._bare is None or self._bare.shape != small.shape:
            self._inside = {name: _inside(quad, scale, size) for name, quad in self._boxes.items()}
            self._take_for_bare(small, planes)
        assert self._bare is not None
        ratio = small[::9, ::9] / np.maximum(self._bare[::9, ::9], 4.0)
        light = np.asarray(np.median(ratio, axis=(0, 1)), np.float32)[:, None]
        fills = tuple(
            _fill(name, planes.take(inside, axis=1), self._felt[name] * light) for name, inside in self._inside.items()
        )
        self._quiet = self._quiet + 1 if is_quiet else 0
        is_like = all(fill.share < _LIKE for fill in fills)
        if self._quiet >= (_BARE_AFTER if is_like else self._anew_after):
            self._take_for_bare(small, planes)
        return fills

    def _take_for_bare(self, small: Colours, planes: Colours) -> None:
        self._bare, self._quiet = small, 0
        self._felt = {name: planes.take(inside, axis=1) for name, inside in self._inside.items()}


def _inside(quad: Quad, scale: float, size: tuple[int, int]) -> NDArray[np.intp]:
    """Which pixels of a picture of `size` (width, height) lie in a box, counted row by row."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(quad, np.float64) * scale).astype(np.int32)], (1,))
    return np.flatnonzero(mask)


def _fill(name: str, now: Colours, bare: Colours) -> Fill:
    """How full a box is whose pixels are `now`, and were `bare` in this light: 3×N each, blue, green and red."""
    changed = now[:, np.abs(now - bare).max(axis=0) > _DIFFERS]
    if not changed.size:
        return Fill(name, 0.0, 0.0)
    brightest = np.maximum(np.percentile(changed, 98, axis=1), 1.0)[:, None]
    paper = int(((changed / brightest).min(axis=0) >= _PAPER).sum())
    return Fill(name, round(changed.shape[1] / now.shape[1], 4), round(paper / now.shape[1], 4))
