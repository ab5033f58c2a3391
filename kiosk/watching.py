"""The camera at a live table: newest frame, filmed, read, handed to the desk; in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from dealer_assist.faults import Fault
from dealer_assist.sighting import Quad
from dealer_assist.table_file import CameraFile
from hardware import camera as cameras
from hardware.clearness import Clearness
from hardware.device import DeviceEvent, Opened
from hardware.film import FilmWriter
from kiosk.rig import Item, Linked, Saw
from models.enrolled import enrolled
from models.recogniser import Recogniser, load
from models.sight import Sight

log = logging.getLogger(__name__)

#: Frames a second that are read at most: cards land slower than that, and the film stays small.
MOST_LOOKS: Final = 8.0
#: The name of the film in the session's folder.
FILM: Final = "film.mjpeg"


def reader(file: CameraFile, folder: Path, name: str | None = None) -> Recogniser:
    """What reads a camera's pictures: its recogniser, or the one called `name`, for the deck in `folder` that it names.

    Raises `Fault`.
    """
    plain = load(name or file.recogniser)
    return plain if file.deck is None else enrolled(plain, folder / file.deck)


class Blindness:
    """Whether a camera sees anything; that it went blind, or sees again, is told once. `still` and `size` are those of
    `Clearness`. A picture that shows nothing is no look, also one that passes too soon to be told of."""

    def __init__(self, *, still: bool, size: tuple[int, int] | None = None) -> None:
        self._clearness = Clearness(still=still, size=size)
        self._is_blind = False

    def forget(self) -> None:
        """The link came or went: what is told of it stands for itself."""
        self._is_blind = False

    @property
    def is_sight(self) -> bool:
        """Whether the last picture is one to look at."""
        return self._clearness.shows and not self._is_blind

    def judge(self, image: cameras.Image, at: int) -> Linked | None:
        """The next picture, which came at `at` nanoseconds: what is new about the camera."""
        why = self._clearness.judge(image, at)
        was_blind, self._is_blind = self._is_blind, why is not None
        return None if was_blind == self._is_blind else Linked("camera", why is None, why or "", blind=why is not None)


class Watching:
    """Reads the frames of a camera and puts what it sees to `put`, each frame filmed before it is read.

    The recogniser is given the filmed picture, so that a replay reads the very same one.
    """

    def __init__(
        self,
        file: CameraFile,
        folder: Path,
        frames: int,
        put: Callable[[Item], None],
        boxes: Mapping[str, Quad] | None = None,
        size: tuple[int, int] | None = None,
    ) -> None:
        """`frames` is how many pictures the film in `folder` has already; `boxes` are those of the layout, drawn in a
        picture of `size`."""
        self._put = put
        self._sight = Sight(reader(file, folder), boxes)
        self._film = FilmWriter(folder / FILM, resume=True)
        self._frame = frames
        self._camera = cameras.Camera(file.source, self._link)
        self._blindness = Blindness(still=cameras.is_device(file.source), size=size)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    @staticmethod
    def probe(file: CameraFile, folder: Path) -> None:
        """Raises `Fault` if the camera gives no picture, or there is no such recogniser, or no deck in `folder`."""
        reader(file, folder)
        cameras.probe(file.source)

    def start(self) -> None:
        """Begin to look."""
        self._camera.start()
        self._thread.start()

    def close(self) -> None:
        """Stop looking and close the film."""
        self._closing.set()
        self._thread.join(timeout=5)
        self._camera.close()
        self._film.close()

    def picture(self) -> cameras.Image | None:
        """The newest picture; None while none comes."""
        frame = self._camera.latest(timeout=0.0)
        return None if frame is None else frame.image

    def _link(self, event: DeviceEvent) -> None:
        up = isinstance(event, Opened)
        self._blindness.forget()
        self._put(Linked("camera", up, "" if up else str(getattr(event, "why", ""))))

    def _run(self) -> None:
        last = -1
        try:
            while not self._closing.wait(1 / MOST_LOOKS):
                frame = self._camera.latest(after=last, timeout=0.5)
                if frame is None:
                    continue
                last = frame.index
                told = self._blindness.judge(frame.image, frame.at)
                if told is not None:
                    self._put(told)
                if not self._blindness.is_sight:
                    continue
                shot, picture = self._film.add(frame.image)
                self._put(Saw(self._frame, self._sight.look(picture), shot))
                self._frame += 1
        except Fault as fault:
            self._put(Linked("camera", False, str(fault)))
        except Exception as error:
            # The end of a device thread: a defect in reading must stop the round, not vanish with the thread.
            log.exception("reading the camera's pictures stopped")
            self._put(Linked("camera", False, f"reading stopped by a defect: {type(error).__name__}"))
