"""Films: pictures of the table that play back exactly, frame by frame.

Two kinds are written. A *recording* (`.mjpeg`) is one file of JPEG pictures, one after the other; what the recogniser
is given while recording is the picture decoded again, so a replay sees the very same pixels. A *rendered* film
(`.mkv`) is compact: only what changes from frame to frame is stored, at a fixed quality, as MPEG-4 in a Matroska file.
It is the one codec that OpenCV's own library writes quickly and small (6.5 MiB for 900 frames of a rendered table,
1280 × 720; its VP8 takes 19 MiB, its VP9 0.4 s a frame, and it has no encoder for H.264, HEVC or AV1).
Read are both kinds, other video files, and a folder of picture files in the order of their names.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

# OpenCV and FFmpeg would write their own words about a damaged film or a lost camera to the terminal; one line of ours
# is enough. FFmpeg's level is read when the first film is opened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault

if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

Image = NDArray[np.uint8]
PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
RECORDING: Final = ".mjpeg"
RENDERED: Final = ".mkv"


class Shot(msgspec.Struct, frozen=True):
    """Where a picture lies in a recording, as its tape holds it: first byte, bytes, CRC-32 of the JPEG."""

    offset: int
    length: int
    crc: int


class FilmWriter:
    """Records pictures into `path` (`….mjpeg`) as JPEGs of `quality` 0–100; with `resume` a file may go on."""

    def __init__(self, path: Path, *, quality: int = 90, resume: bool = False) -> None:
        self._path = path
        self._settings = [cv2.IMWRITE_JPEG_QUALITY, quality]
        try:
            self._file = path.open("ab" if resume else "xb", buffering=0)
            self._size = self._file.tell()
        except FileExistsError:
            raise Fault(f"{path}: there is a film already: record into a new folder") from None
        except OSError as error:
            raise Fault(f"{path}: can't be written: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def add(self, image: Image) -> tuple[Shot, Image]:
        """Record `image` (height × width × 3, BGR); its place, and the picture that a replay will see."""
        _, encoded = cv2.imencode(".jpg", image, self._settings)
        jpeg = encoded.tobytes()
        try:
            written = self._file.write(jpeg)
        except OSError as error:
            raise Fault(f"{self._path}: can't be written: {error.strerror}. Nothing is filmed from here on") from None
        if written != len(jpeg):
            raise Fault(f"{self._path}: the disk is full. Nothing is filmed from here on")
        shot = Shot(self._size, len(jpeg), zlib.crc32(jpeg))
        self._size += len(jpeg)
        return shot, _decoded(jpeg, self._path, "the picture just written")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class _Reel(Protocol):
    """One kind of film: how many pictures it says it has (None if it does not say), and each by its number."""

    fps: float | None

    @property
    def count(self) -> int | None: ...
    def frame(self, number: int, /) -> Image: ...
    def close(self) -> None: ...


class Film:
    """The film at `path`: a folder of pictures, a recording (`.mjpeg`) or a video file.

    `shots` are a recording's pictures as its tape holds them; without them they are found by their markers and have
    no checksums. Raises Fault if there is no such film, or nothing can be read from it.
    """

    def __init__(self, path: Path, *, shots: Iterable[Shot] | None = None) -> None:
        if not path.exists():
            raise Fault(f"{path}: there is no such film")
        self.path = path
        self._reel: _Reel
        if path.is_dir():
            self._reel = _Folder(path)
        elif path.suffix == RECORDING:
            self._reel = _Recording(path, None if shots is None else tuple(shots))
        else:
            self._reel = _Video(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __iter__(self) -> Iterator[Image]:
        """Every picture in order, as many as there are; a damaged one raises Fault where the film says its count."""
        number = 0
        while self.count is None or number < self.count:
            try:
                image = self.frame(number)
            except Fault:
                if self.count is None:
                    return
                raise
            yield image
            number += 1

    @property
    def count(self) -> int | None:
        """How many pictures the film says it has, None if it does not say."""
        return self._reel.count

    @property
    def fps(self) -> float | None:
        """Frames a second that the film asks to be played at, None if it does not say."""
        return self._reel.fps

    def frame(self, number: int) -> Image:
        """Picture `number`, from 0: height × width × 3, BGR, not to be written to.

        The same number gives the same pixels. Forward is fast; a step back in a video begins again at its start.
        Raises Fault, one line, if the picture can't be read or is not as it was recorded.
        """
        image = self._reel.frame(number)
        image.setflags(write=False)
        return image

    def close(self) -> None:
        """Close the file."""
        self._reel.close()


def write_film(path: Path, frames: Iterable[Image], fps: float) -> int:
    """Write the pictures (all of one size, BGR) as a compact film, a `.mkv` file; how many there were.

    The file appears under its name when it is whole. Raises Fault if it can't be written.
    """
    if path.suffix != RENDERED:
        raise Fault(f"{path}: a rendered film is a {RENDERED} file")
    unfinished = path.with_name(f".{path.stem}.unfinished{RENDERED}")
    writer: cv2.VideoWriter | None = None
    count = 0
    for image in frames:
        if writer is None:
            size = (image.shape[1], image.shape[0])
            writer = cv2.VideoWriter(str(unfinished), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
            if not writer.isOpened():
                raise Fault(f"{path}: can't be written: is there such a folder, and room on the disk?")
        writer.write(image)
        count += 1
    if writer is None:
        raise Fault(f"{path}: a film needs at least one picture")
    writer.release()
    if (written := _length(unfinished)) != count:  # the writer itself says nothing of a full disk
        unfinished.unlink(missing_ok=True)
        raise Fault(f"{path}: only {written} of {count} pictures could be written: is the disk full?")
    unfinished.replace(path)
    return count


def _length(path: Path) -> int:
    """How many pictures can be read from a video file."""
    reel, count = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG), 0
    while reel.grab():
        count += 1
    reel.release()
    return count


def shot_of(content: Mapping[str, Any]) -> Shot | None:
    """The shot that a camera tape's entry names, None where it names only a frame's number."""
    try:
        return msgspec.convert(content, Shot)
    except msgspec.ValidationError:
        return None


def digest(path: Path) -> str:
    """SHA-256 of a film's file in hexadecimal, for a tape's header: a rendered film has no checksums of its own."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _decoded(encoded: bytes, path: Path, what: str) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise Fault(f"{path}: {what} can't be read as a picture: take the film from a good copy")
    return image.astype(np.uint8, copy=False)


class _Folder:
    fps: float | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURES)
        if not self._files:
            raise Fault(f"{path}: no pictures in this folder ({', '.join(sorted(PICTURES))})")

    @property
    def count(self) -> int | None:
        return len(self._files)

    def frame(self, number: int, /) -> Image:
        if not 0 <= number < len(self._files):
            raise Fault(f"{self._path}: there is no picture {number}, only 0 to {len(self._files) - 1}")
        return _decoded(self._files[number].read_bytes(), self._files[number], "the file")

    def close(self) -> None:
        return


class _Recording:
    fps: float | None = None

    def __init__(self, path: Path, shots: tuple[Shot, ...] | None) -> None:
        self._path = path
        self._file = path.open("rb")
        self._shots = _found(self._file.read()) if shots is None else shots
        self._file.seek(0)
        if not self._shots or self._file.read(2) != b"\xff\xd8":
            self._file.close()
            raise Fault(f"{path}: no pictures in this film: take it from a good copy")

    @property
    def count(self) -> int | None:
        return len(self._shots)

    def frame(self, number: int, /) -> Image:
        if not 0 <= number < len(self._shots):
            raise Fault(f"{self._path}: there is no picture {number}, only 0 to {len(self._shots) - 1}")
        shot = self._shots[number]
        self._file.seek(shot.offset)
        jpeg = self._file.read(shot.length)
        if len(jpeg) != shot.length or zlib.crc32(jpeg) != shot.crc:
            raise Fault(
                f"{self._path}: picture {number} (byte {shot.offset}) is not as it was recorded: "
                "take the film from a good copy"
            )
        return _decoded(jpeg, self._path, f"picture {number}")

    def close(self) -> None:
        self._file.close()


def _found(whole: bytes) -> tuple[Shot, ...]:
    """The JPEGs in `whole`, by the end marker that is followed by another picture's beginning or by nothing."""
    shots: list[Shot] = []
    begin = 0
    while begin < len(whole):
        end = whole.find(b"\xff\xd9\xff\xd8", begin)
        end = len(whole) if end < 0 else end + 2
        shots.append(Shot(begin, end - begin, zlib.crc32(whole[begin:end])))
        begin = end
    return tuple(shots)


class _Video:
    """A video file, read forward only, because seeking in one is not exact; a step back begins again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reel = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self.fps: float | None = self._reel.get(cv2.CAP_PROP_FPS) or None
        self._next = 0
        self._last: tuple[int, Image] | None = None
        try:
            self.frame(0)
        except Fault:
            self.close()
            raise Fault(f"{path}: not a film that can be read, or damaged: take it from a good copy") from None

    @property
    def count(self) -> int | None:
        count = int(self._reel.get(cv2.CAP_PROP_FRAME_COUNT))
        return count if count > 0 else None

    def frame(self, number: int, /) -> Image:
        if self._last is not None and self._last[0] == number:
            return self._last[1]
        if number < self._next:
            self._reel.release()
            self._reel = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
            self._next = 0
        while self._next < number and self._reel.grab():
            self._next += 1
        there, image = self._reel.read() if self._next == number else (False, None)
        if not there or image is None:
            raise Fault(
                f"{self._path}: frame {number} can't be read; the film ends after frame {self._next - 1}: "
                "take it from a good copy"
            )
        self._next = number + 1
        self._last = (number, image.astype(np.uint8, copy=False))
        return self._last[1]

    def close(self) -> None:
        self._reel.release()
