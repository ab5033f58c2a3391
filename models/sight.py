"""A recogniser that also tells where something moves over the felt, and that the camera was moved.

It remembers pictures, so it is for the frames of one camera in their order; the same frames give the same answers.
"""

from __future__ import annotations

from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.sighting import Look, Quad
from models.crops import Pixels
from models.recogniser import Recogniser

#: Pictures are compared at this width, in grey levels 0–255.
_WIDTH: Final = 320
#: A grey level that has changed by this much from one picture to the next has moved; this share of the picture in one
#: piece is a hand. A card that lands is smaller.
_CHANGED: Final = 26
_HAND: Final = 0.012
#: Of how many pictures one is compared with the first, how far (share of the width) it must lie from it, how sure
#: (0–1), and how often in a row, before the camera was moved.
_EVERY: Final = 4
_FAR: Final = 0.012
_SURE: Final = 0.08
_OFTEN: Final = 3

Grey = NDArray[np.float32]


class Sight:
    """Reads with `recogniser`, and compares each picture with the one before it and with the first."""

    def __init__(self, recogniser: Recogniser) -> None:
        self._recogniser = recogniser
        self._before: Grey | None = None
        self._first: Grey | None = None
        self._pictures = self._away = 0
        self._moved = False

    @property
    def name(self) -> str:
        """The recogniser's."""
        return self._recogniser.name

    @property
    def digest(self) -> str:
        """The recogniser's."""
        return self._recogniser.digest

    def look(self, image: Pixels) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR), the hands over it, and whether the camera was moved."""
        look = self._recogniser.look(image)
        if min(image.shape[:2]) < 16:
            return look
        scale = image.shape[1] / _WIDTH
        height = max(16, round(image.shape[0] / scale))
        small = cv2.resize(image, (_WIDTH, height), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        if self._before is None or self._before.shape != grey.shape:
            # A picture of another size is another camera's: everything begins anew.
            self._before, self._first, self._moved = grey, _lines(grey), False
        hands = _hands(np.abs(grey - self._before), scale)
        self._before = grey
        self._compare(grey)
        return msgspec.structs.replace(look, hands=hands, moved=self._moved)

    def _compare(self, grey: Grey) -> None:
        self._pictures += 1
        if self._pictures % _EVERY or self._first is None:
            return
        (across, down), sure = cv2.phaseCorrelate(self._first, _lines(grey))
        if sure < _SURE:
            return
        away = float(np.hypot(across, down)) > _FAR * _WIDTH
        self._away = self._away + 1 if away != self._moved else 0
        if self._away >= _OFTEN:
            self._moved, self._away = away, 0


def _lines(grey: Grey) -> Grey:
    """What a light that changes leaves alone: edges, each as strong as the next, faded out towards the rim."""
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    strength = np.minimum(np.hypot(across, down), 60.0).astype(np.float32)
    window = cv2.createHanningWindow((grey.shape[1], grey.shape[0]), cv2.CV_32F)
    return np.asarray((strength - strength.mean()) * window, np.float32)


def _hands(change: Grey, scale: float) -> tuple[Quad, ...]:
    """The boxes, in pixels of the whole picture, around large parts that have changed."""
    mask = cv2.dilate((change > _CHANGED).astype(np.uint8), np.ones((7, 7), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    hands: list[Quad] = []
    for left, top, width, height, area in stats[1:count].tolist():
        if area >= _HAND * change.size:
            x, y, right, bottom = (round(v * scale, 1) for v in (left, top, left + width, top + height))
            hands.append(((x, y), (right, y), (right, bottom), (x, bottom)))
    return tuple(hands)
