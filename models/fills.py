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
        self._masks: dict[str, tuple[tuple[slice, slice], NDArray[np.bool_]]] = {}
        self._quiet = 0

    def measure(self, image: Pixels, *, is_quiet: bool) -> tuple[Fill, ...]:
        """The boxes of `image` (uint8 height×width×3, BGR); `is_quiet`: no card was seen in it and no hand."""
        scale = _WIDTH / image.shape[1]
        size = (_WIDTH, max(16, round(image.shape[0] * scale)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        if self._bare is None or self._bare.shape != small.shape:
            self._bare, self._quiet = small, 0
            self._masks = {name: _mask(quad, scale, size) for name, quad in self._boxes.items()}
        ratio = small[::9, ::9] / np.maximum(self._bare[::9, ::9], 4.0)
        light = np.asarray(np.median(ratio, axis=(0, 1)), np.float32)
        fills = tuple(_fill(name, *mask, small, self._bare, light) for name, mask in self._masks.items())
        self._quiet = self._quiet + 1 if is_quiet else 0
        is_like = all(fill.share < _LIKE for fill in fills)
        if self._quiet >= (_BARE_AFTER if is_like else self._anew_after):
            self._bare, self._quiet = small, 0
        return fills


def _mask(quad: Quad, scale: float, size: tuple[int, int]) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """The part of the small picture around a box, and which pixels of it lie in the box."""
    corners = np.array(quad, np.float64) * scale
    x, y = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, np.array(size) - 1)
    right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 1, 1, size)
    mask = np.zeros((max(bottom - y, 1), max(right - x, 1)), np.uint8)
    cv2.fillPoly(mask, [np.round(corners - (x, y)).astype(np.int32)], (1,))
    return (slice(y, y + mask.shape[0]), slice(x, x + mask.shape[1])), mask.astype(np.bool_)


def _fill(
    name: str,
    part: tuple[slice, slice],
    mask: NDArray[np.bool_],
    small: Colours,
    bare: Colours,
    light: NDArray[np.float32],
) -> Fill:
    now = small[part][mask]
    changed = now[np.abs(now - bare[part][mask] * light).max(axis=1) > _DIFFERS]
    if not len(changed):
        return Fill(name, 0.0, 0.0)
    brightest = np.maximum(np.percentile(changed, 98, axis=0), 1.0)
    paper = int(((changed / brightest).min(axis=1) >= _PAPER).sum())
    return Fill(name, round(len(changed) / len(now), 4), round(paper / len(now), 4))
