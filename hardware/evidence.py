"""Cuts pictures out of a running film and keeps them as evidence, on a thread of its own.

The table's own thread only says which frame; reading, encoding and the flush to the disk are not its business.
"""

from __future__ import annotations

import logging
import queue
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import msgspec

from dealer_assist import evidence
from dealer_assist.evidence import Picture, Why
from dealer_assist.faults import Fault, one_line
from hardware.film import Film, Shot

log = logging.getLogger(__name__)

#: JPEG quality of a frame that has to be encoded anew; one of a recording is kept byte for byte.
_QUALITY: Final = 90
#: Pictures that wait at once. More can't be wanted while a table is dealt by people.
_MOST: Final = 256


class Wanted(msgspec.Struct, frozen=True):
    """A picture to be kept: of which record and round, why, the frame, when it was looked at, its place in the film."""

    of: int
    round: int
    why: Why
    frame: int
    seen_at: int
    shot: Shot | None = None


class Cutter:
    """Keeps pictures of the film at `film` in the session's folder and tells `sink` of each, from its own thread."""

    def __init__(self, folder: Path, film: Path, sink: Callable[[Wanted, Picture], None]) -> None:
        self._folder = folder
        self._film = film
        self._sink = sink
        self._wanted: queue.Queue[Wanted | None] = queue.Queue(_MOST)
        self._thread = threading.Thread(target=self._run, name="evidence", daemon=True)

    def start(self) -> None:
        """Begin to cut."""
        self._thread.start()

    def want(self, wanted: Wanted) -> None:
        """Ask for a picture and go on; with too many waiting it is said to have failed."""
        try:
            self._wanted.put_nowait(wanted)
        except queue.Full:
            self._sink(wanted, _failed(wanted, "too many pictures waited"))

    def close(self) -> None:
        """Cut what is waiting, then stop."""
        if self._thread.is_alive():
            self._wanted.put(None)
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            try:
                content = self._cut(wanted)
                digest = evidence.keep(self._folder, content)
                made = Picture(wanted.of, wanted.why, wanted.frame, wanted.seen_at, digest, len(content))
            except (Fault, OSError) as error:
                made = _failed(wanted, one_line(error))
            except Exception as error:
                # The end of a device thread: a picture that can't be cut must be told, and the next one be tried.
                log.exception("a picture could not be kept")
                made = _failed(wanted, f"a defect: {error!r}")
            self._sink(wanted, made)

    def _cut(self, wanted: Wanted) -> bytes:
        """The frame as JPEG: of a recording the very bytes that were filmed. Raises `Fault`, `OSError`."""
        if wanted.shot is not None:
            with self._film.open("rb") as film:
                film.seek(wanted.shot.offset)
                content = film.read(wanted.shot.length)
            if zlib.crc32(content) != wanted.shot.crc:
                raise Fault(f"{self._film}: picture {wanted.frame} is not as it was filmed")
            return content
        with Film(self._film) as film:
            written, encoded = cv2.imencode(".jpg", film.frame(wanted.frame), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not written:
            raise Fault(f"{self._film}: picture {wanted.frame} can't be written as JPEG")
        return encoded.tobytes()


def _failed(wanted: Wanted, why: str) -> Picture:
    return Picture(wanted.of, wanted.why, wanted.frame, wanted.seen_at, failed=why)
