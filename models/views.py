"""How a deck's pictures are turned before they are read: a black deck is read as its negative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from models.crops import Pixels


def as_it_is(image: Pixels) -> Pixels:
    """The picture itself."""
    return image


def light_turned(image: Pixels) -> Pixels:
    """Dark for light, with the colours kept: gold on black becomes ochre on white."""
    parts = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
    parts[..., 0] = 255 - parts[..., 0]
    return np.asarray(cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR), np.uint8)


#: By the name that a deck's file keeps, the plainest first.
VIEWS: Final[dict[str, Callable[[Pixels], Pixels]]] = {"plain": as_it_is, "light turned": light_turned}
