"""A camera over the felt that comes back: device, stream, film or folder, newest picture only.

A capture may block for ever when its camera goes, and nothing can interrupt it. So each capture has a thread of its
own, and a watchdog: when no picture comes in time it abandons the thread with its capture and opens a new one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import cv2
import msgspec
import numpy as np

from dealer_assist.faults import Fault
from hardware.device import DeviceEvent, backoff
from hardware.film import Film, FilmWriter, Image, Shot, digest, shot_of, write_film
from hardware.returning import Returning

__all__ = [
    "Camera",
    "Film",
    "FilmWriter",
    "Frame",
    "Image",
    "Shot",
    "digest",
    "found",
    "is_device",
    "probe",
    "shot_of",
    "write_film",
]

Source = int | str
log = logging.getLogger(__name__)


class Frame(msgspec.Struct, frozen=True, eq=False):
    """A picture (height × width × 3, BGR), its number since the camera was started, and when it came (monotonic ns)."""

    index: int
    at: int
    image: Image


class Capture(Protocol):
    """Where pictures come from. `read` may block; it raises Fault or OSError when no more will come."""

    def read(self) -> Image:
        """The next picture (uint8 height × width × 3, BGR)."""

    def release(self) -> None:
        """Let go of the device or the stream."""


def open_source(source: Source) -> Capture:
    """Open a device (`0`, `/dev/video0`), a stream (`rtsp://…`, `http://…`), a film file or a folder of pictures.

    A film is played at its own speed. Raises Fault, one line that says what to do.
    """
    source = int(source) if isinstance(source, str) and source.isdecimal() else source
    if isinstance(source, str) and not is_device(source):
        return _Playing(Path(source))
    path = f"/dev/video{source}" if isinstance(source, int) else source
    if path.startswith("/dev/") and not Path(path).exists():
        cameras = found()
        there = f"Cameras found: {', '.join(cameras)}" if cameras else "No camera was found: check the cable"
        raise Fault(f"camera {source}: there is no {path}. {there}")
    return _Live(source)


def is_device(source: Source) -> bool:
    """Whether `source` is a camera of this machine or in the network, and no film or folder."""
    return isinstance(source, int) or source.isdecimal() or "://" in source or source.startswith("/dev/")


def found() -> list[str]:
    """The cameras of this machine, those with a stable name (`/dev/v4l/by-id/…`) first."""
    stable = sorted(Path("/dev/v4l/by-id").glob("*"))
    return [str(path) for path in (*stable, *sorted(Path("/dev").glob("video*")))]


class _Live:
    def __init__(self, source: Source) -> None:
        self._source = source
        if isinstance(source, str) and "://" in source:
            # Where it can, the library itself gives up, so that an abandoned thread ends.
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 8000]
            self._capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)
        else:
            self._capture = cv2.VideoCapture(source)
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # old pictures are worth nothing
        if not self._capture.isOpened():
            raise Fault(f"camera {source} can't be opened: check its address, and that no other program has it open")

    def read(self) -> Image:
        there, image = self._capture.read()
        if not there or image is None:
            raise Fault(f"camera {self._source} gives no more pictures")
        return image.astype(np.uint8, copy=False)

    def release(self) -> None:
        self._capture.release()


class _Playing:
    """A film as if it were live."""

    def __init__(self, path: Path) -> None:
        self._film = Film(path)
        self._pictures = iter(self._film)
        self._pause = 1 / (self._film.fps or 10.0)
        self._due = time.monotonic()
        self._path = path

    def read(self) -> Image:
        image = next(self._pictures, None)
        if image is None:
            raise Fault(f"film {self._path} is over")
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due += self._pause
        return image

    def release(self) -> None:
        self._film.close()


def probe(source: Source, timeout: float = 10.0) -> Image:
    """One picture of `source`. Raises Fault, one line that says what is wrong and what to do."""
    capturing = _Capturing(source, open_source)
    capturing.start()
    capturing.changed.wait(timeout)
    capturing.abandon()
    if capturing.newest is not None:
        return capturing.newest[1]
    why = capturing.why or f"camera {source} gave no picture in {timeout:g} s: check its cable and its address"
    raise Fault(why)


class _Capturing(threading.Thread):
    """One capture on its thread: opens, reads until it fails or is abandoned, keeps the newest picture."""

    def __init__(self, source: Source, opener: Callable[[Source], Capture]) -> None:
        super().__init__(name=f"camera {source}", daemon=True)
        self._source = source
        self._opener = opener
        self._abandoned = False
        self.changed = threading.Event()
        self.newest: tuple[int, Image] | None = None  # when it came, and the picture
        self.why: str | None = None

    def abandon(self) -> None:
        """Let go of it; it ends when its blocked call returns, which may be never."""
        self._abandoned = True

    def run(self) -> None:
        try:
            capture = self._opener(self._source)
            try:
                while not self._abandoned:
                    image = capture.read()
                    self.newest = (time.monotonic_ns(), image)
                    self.changed.set()
            finally:
                capture.release()
        except (Fault, OSError) as error:
            self.why = str(error)
        except Exception as error:
            # The end of a device thread: whatever OpenCV raises is a lost camera, and a defect here must show as one.
            log.exception("the thread of camera %s ended", self._source)
            self.why = f"camera {self._source} failed: {error!r}"
        self.changed.set()


#: Under two seconds, in which the screens have to show it.
STUCK_AFTER: Final = 1.2
OPEN_WITHIN: Final = 10.0


class Camera(Returning):
    """Keeps the newest picture of `source` and tells `sink` when the link opens and is lost, from its own thread.

    No picture for `stuck_after` seconds (`open_within` for the first one of a capture) is a loss.
    """

    def __init__(
        self,
        source: Source,
        sink: Callable[[DeviceEvent], None],
        *,
        stuck_after: float = STUCK_AFTER,
        open_within: float = OPEN_WITHIN,
        wait: Callable[[int], float] = backoff,
        opener: Callable[[Source], Capture] = open_source,
    ) -> None:
        super().__init__(f"camera {source}", sink, wait)
        self._source, self._opener = source, opener
        self._stuck_after, self._open_within = stuck_after, open_within
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._taken = 0

    def latest(self, after: int = -1, timeout: float = 0.0) -> Frame | None:
        """The newest picture, if its number is above `after`; waits up to `timeout` seconds for one.

        None while the link is lost: an old picture is never given for a new one.
        """
        with self._news:
            self._news.wait_for(lambda: self._frame is not None and self._frame.index > after, timeout)
            return self._frame if self._frame is not None and self._frame.index > after else None

    def _once(self) -> None:
        # A capture that blocks is left behind.
        capturing = _Capturing(self._source, self._opener)
        capturing.start()
        why = self._follow(capturing)
        capturing.abandon()
        with self._news:
            self._frame = self._frame if self._closing.is_set() else None
        self._lose(why)

    def _follow(self, capturing: _Capturing) -> str:
        """Take the pictures of one capture until it fails, is stuck or the camera is closed; why it ended."""
        patience = self._open_within
        while not self._closing.is_set():
            if not self._changed(capturing, patience):
                return f"no picture came for {patience:g} s"
            newest, why = capturing.newest, capturing.why
            if newest is not None and (self._frame is None or newest[0] > self._frame.at):
                patience = self._stuck_after
                self._take(*newest)
            if why is not None:
                return why
        return "closed"

    def _changed(self, capturing: _Capturing, patience: float) -> bool:
        """Wait for news of the capture; False if none came in `patience` seconds."""
        until = time.monotonic() + patience
        while not self._closing.is_set() and (left := until - time.monotonic()) > 0:
            if capturing.changed.wait(min(left, 0.1)):
                capturing.changed.clear()
                return True
        return self._closing.is_set()

    def _take(self, at: int, image: Image) -> None:
        if not self._open:
            self._opened()
        self._heard = at
        with self._news:
            self._frame = Frame(self._taken, at, image)
            self._taken += 1
            self._news.notify_all()
