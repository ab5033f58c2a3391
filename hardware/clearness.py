"""Whether a camera's pictures show anything: a black one, one in glare and one that stands still are no sight."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from hardware.film import Image

#: Grey levels (0–255): darker than this on the mean is black; a spread below that shows nothing.
_DARK: Final = 14.0
_EVEN: Final = 0.5
#: At least this bright is glare; this share of the picture in it shows nothing.
_BRIGHT: Final = 250
_GLARED: Final = 0.4
#: Seconds for which a picture must be bad before it counts, and stand still.
BAD_FOR: Final = 0.8
STILL_FOR: Final = 3.0


def fault(image: Image) -> str | None:
    """What is wrong with a picture (height × width × 3, BGR), in a sentence; None if it shows something."""
    small = cv2.resize(image, (96, 54), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    if float(grey.mean()) < _DARK:
        return "The picture is black."
    if float((grey >= _BRIGHT).mean()) > _GLARED:
        return "The picture is all glare."
    if float(grey.std()) < _EVEN:
        return "The picture is of one colour."
    return None


class Clearness:
    """Follows the pictures of one camera. `still`: whether pictures that are all the same mean that it hangs. They do
    on a device, whose sensor is never without noise, and not on a film. `size` (width, height) is that of the picture
    in which the boxes were drawn: in one of another size they lie somewhere else."""

    def __init__(self, *, still: bool, size: tuple[int, int] | None = None) -> None:
        self._still = still
        self._size = size
        self._last: Image | None = None
        self._bad_since: int | None = None
        self._same_since: int | None = None
        self._why: str | None = None
        #: Whether the last picture shows something; one that does not is no look, also while it does not count yet.
        self.shows = True

    def judge(self, image: Image, at: int) -> str | None:
        """Why the camera is blind at this picture, which came at `at` nanoseconds; None while it sees."""
        if self._size is not None and image.shape[1::-1] != self._size:
            self._last, self.shows = None, False
            high, wide = image.shape[:2]
            self._why = (
                f"The picture is {wide}×{high} now; its boxes were drawn in one of {self._size[0]}×{self._size[1]}."
            )
            return self._why
        why = fault(image)
        self.shows = why is None
        same = self._last is not None and self._last.shape == image.shape and np.array_equal(self._last, image)
        self._last = image
        self._same_since = (self._same_since or at) if same else None
        self._bad_since = (self._bad_since or at) if why is not None else None
        if self._bad_since is not None and at - self._bad_since >= BAD_FOR * 1e9:
            self._why = why
        elif self._still and self._same_since is not None and at - self._same_since >= STILL_FOR * 1e9:
            self._why = "The picture stands still."
        elif why is None:
            self._why = None
        return self._why
