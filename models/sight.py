"""A recogniser that also tells where something moves over the felt, what boxes are not bare, and that the camera was
moved.

It remembers pictures, so it is for the frames of one camera in their order; the same frames give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.sighting import Fill, Look, Quad
from models.crops import Pixels
from models.fills import Fills
from models.recogniser import Recogniser

#: Pictures are compared at this width, in grey levels 0–255.
_WIDTH: Final = 320
#: A grey level that has changed by this much from one picture to the next has moved; this share of the picture in one
#: piece is a hand. A card that lands is smaller.
_CHANGED: Final = 26
_HAND: Final = 0.012
#: How far (share of the width) a picture must lie from where the boxes were drawn, how sure (0–1), and how often in a
#: row, before the camera was moved: half a second at eight pictures a second.
_FAR: Final = 0.012
_SURE: Final = 0.08
_OFTEN: Final = 4
#: A picture that is compared less surely than this, though it lies where it should, is of another light.
_OTHER_LIGHT: Final = 0.3

Grey = NDArray[np.float32]


class Sight:
    """Reads with `recogniser`, and compares each picture with the one before it and with earlier ones.

    `boxes` are those of the layout, in pixels of the picture; without them no look has `fills`.
    """

    def __init__(self, recogniser: Recogniser, boxes: Mapping[str, Quad] | None = None) -> None:
        self._recogniser = recogniser
        self._boxes = dict(boxes or {})
        self._begin()

    def _begin(self) -> None:
        self._before: Grey | None = None
        self._standing = Standing()
        self._fills = Fills(self._boxes)

    @property
    def name(self) -> str:
        """The recogniser's."""
        return self._recogniser.name

    @property
    def digest(self) -> str:
        """The recogniser's."""
        return self._recogniser.digest

    def look(self, image: Pixels) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR), the hands over it, what boxes are not bare, and whether the
        camera was moved."""
        look = self._recogniser.look(image)
        if min(image.shape[:2]) < 16:
            return look
        scale = image.shape[1] / _WIDTH
        height = max(16, round(image.shape[0] / scale))
        small = cv2.resize(image, (_WIDTH, height), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        if self._before is None or self._before.shape != grey.shape:
            # A picture of another size is another camera's: everything begins anew.
            self._begin()
            self._before = grey
        hands = _hands(np.abs(grey - self._before), scale)
        self._before = grey
        self._standing.compare(grey)
        moved, shaken = self._standing.moved, self._standing.shaken
        fills: tuple[Fill, ...] = ()
        if self._boxes and not moved and not shaken:
            fills = self._fills.measure(image, is_quiet=not hands and not look.cards)
        return msgspec.structs.replace(look, hands=hands, moved=moved, shaken=shaken, fills=fills)


class Standing:
    """Whether the camera still stands where it stood.

    A picture is compared with one that is taken anew as the light changes; how far that one lay from the first is
    kept, so that many small steps add up to one that is told.
    """

    def __init__(self) -> None:
        self.moved = self.shaken = False
        self._against: Grey | None = None
        self._offset = (0.0, 0.0)
        self._often = 0

    def compare(self, grey: Grey) -> None:
        """The next picture, in grey levels."""
        lines = _lines(grey)
        if self._against is None:
            self._against = lines
            return
        (across, down), sure = cv2.phaseCorrelate(self._against, lines)
        if sure < _SURE:
            self.shaken = False
            return
        across, down = across + self._offset[0], down + self._offset[1]
        away = float(np.hypot(across, down)) > _FAR * _WIDTH
        self._often = self._often + 1 if away != self.moved else 0
        if self._often >= _OFTEN:
            self.moved, self._often = away, 0
        self.shaken = away and not self.moved
        if sure < _OTHER_LIGHT and not away:
            self._against, self._offset = lines, (across, down)


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
