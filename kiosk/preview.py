"""A camera that set-up looks through and the table does not: opened when its picture is asked for, closed when not."""

from __future__ import annotations

import threading
from typing import Final

from hardware.camera import Camera, Image

#: Seconds after which a camera whose picture nobody asks for is closed.
UNUSED: Final = 20.0


class Preview:
    """At most one camera at a time. Safe to be used from many threads."""

    def __init__(self, unused: float = UNUSED) -> None:
        self._unused = unused
        self._lock = threading.Lock()
        self._camera: Camera | None = None
        self._source: str | None = None
        self._timer: threading.Timer | None = None

    def picture(self, source: str, patience: float) -> Image | None:
        """The newest picture of `source`, waited for `patience` seconds; None if none comes."""
        with self._lock:
            if self._camera is None or self._source != source:
                self._close()
                self._camera, self._source = Camera(source, lambda event: None), source
                self._camera.start()
            camera = self._camera
            self._wait_again()
        frame = camera.latest(timeout=patience)
        return None if frame is None else frame.image

    @property
    def is_open(self) -> bool:
        """Whether a camera is open."""
        return self._camera is not None

    def why(self) -> str | None:
        """Why the camera gives no picture."""
        camera = self._camera
        return None if camera is None else camera.link.why

    def close(self) -> None:
        """Close the camera."""
        with self._lock:
            self._close()

    def _wait_again(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._unused, self.close)
        self._timer.daemon = True
        self._timer.start()

    def _close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._camera is not None:
            self._camera.close()
        self._camera = self._source = None
