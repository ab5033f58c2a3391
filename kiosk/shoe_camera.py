"""A camera inside the shoe as the table's shoe: each card that passes it is said once, in the words of `ascii_line`.

So a session recorded with one has a shoe's tape like any other, and is replayed from that.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2

from dealer_assist.cards import Card
from dealer_assist.table_file import ShoeFile, TableFile, camera_in
from hardware import camera as cameras
from hardware.camera import Capture, Image, Source, open_source
from hardware.device import DeviceEvent, Lost, Opened
from hardware.shoes.ascii_line import AsciiLineEncoder
from kiosk.rig import Glimpsed, Heard, Linked
from models.enrolled import enrolled
from models.recogniser import load
from models.shoe_window import ShoeStream, ShoeWindow

#: What a camera says of a card that it could not read; to the table that is a message that nobody can read.
UNREAD: Final = b"CARD ??\r\n"

#: Of the pictures that are recorded.
_QUALITY: Final = 90

log = logging.getLogger(__name__)


def window_of(file: TableFile, folder: Path) -> ShoeWindow:
    """What reads the pictures of the shoe's camera: the recogniser, for the deck in `folder` that the table names.

    Raises `Fault`.
    """
    plain = load()
    return ShoeWindow(plain if file.shoe_deck is None else enrolled(plain, folder / file.shoe_deck))


class ShoeCamera:
    """Watches the mouth of a shoe and gives `put` what passes, each card after its picture.

    `start()` before use, `close()` after.
    """

    def __init__(
        self,
        file: ShoeFile,
        window: ShoeWindow,
        put: Callable[[Heard | Linked | Glimpsed], None],
        *,
        opener: Callable[[Source], Capture] = open_source,
    ) -> None:
        self._put = put
        self._window = window
        self._stream = ShoeStream(window)
        self._words = AsciiLineEncoder()
        self._camera = cameras.Camera(camera_in(file), self._link, opener=opener)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="shoe camera", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._camera.start()
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._closing.set()
        self._thread.join(timeout=5)
        self._camera.close()

    def _link(self, event: DeviceEvent) -> None:
        match event:
            case Opened():
                self._put(Linked("shoe", True))
            case Lost(why=why):
                # What passes half before and half after a loss is not one passing.
                self._stream = ShoeStream(self._window)
                self._put(Linked("shoe", False, why))
            case _:
                pass

    def _run(self) -> None:
        last = -1
        try:
            while not self._closing.is_set():
                frame = self._camera.latest(after=last, timeout=0.5)
                if frame is None:
                    continue
                last = frame.index
                told = self._stream.see(frame.image)
                if told is not None:
                    self._put(Glimpsed(_jpeg(frame.image)))
                    self._put(Heard(UNREAD if isinstance(told, str) else self._said(told)))
        except Exception as error:
            # The end of a device thread: a defect in reading must stop the round, not vanish with the thread.
            log.exception("reading the shoe's camera stopped")
            self._put(Linked("shoe", False, f"reading stopped by a defect: {error!r}"))

    def _said(self, card: Card) -> bytes:
        return self._words.card(card)


def _jpeg(image: Image) -> bytes:
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return jpeg.tobytes()
