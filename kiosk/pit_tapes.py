"""The raw evidence of a round: the frames that were looked at and the bytes that came in, out of its session's tapes.

A tape of a long day has hundreds of thousands of lines in the order of time. The lines of one round are found by
halving, so that a page costs the same at noon as at midnight.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Final

import cv2
import msgspec
import numpy as np

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.sealing import StillSealed
from hardware.film import Film, Shot, shot_of
from hardware.tape import Entry
from kiosk.opened_tapes import OpenedTapes
from kiosk.recording import CHANNELS

#: A frame belongs to a round if it was looked at so soon before or after it, in nanoseconds.
AROUND_NS: Final = 2_000_000_000
#: Frames that a page offers at most; of more, every second, third … is left out.
MOST_FRAMES: Final = 400
_QUALITY: Final = 80
_LONGEST_LINE: Final = 1 << 20
#: Bytes at the end of a tape in which its last frame is looked for.
_TAIL: Final = 16_384
#: Bytes of an input that a page shows.
_MOST_BYTES: Final = 256


class Seen(msgspec.Struct, frozen=True):
    """A frame of the film: when it was looked at (nanoseconds since the session began), its number, its place."""

    at: int
    frame: int
    shot: Shot | None


class Came(msgspec.Struct, frozen=True):
    """What came in on a channel: its number among the inputs, when (nanoseconds since the session began), and it as
    text: bytes in hexadecimal and as letters, or what was said of a link, or a key. `sealed`: it can't be read while
    its round runs."""

    n: int
    at: int
    channel: str
    raw: str
    letters: str = ""
    sealed: bool = False


def frames(folder: Path, since: int, until: int) -> list[Seen]:
    """The frames that were looked at from `since` to `until` (nanoseconds since the session began)."""
    found = [
        Seen(entry.at, entry.content["frame"], shot_of(entry.content))
        for entry in _entries(folder / "camera.tape", since - AROUND_NS, until + AROUND_NS)
        if isinstance(entry.content.get("frame"), int)
    ]
    return found[:: -(-len(found) // MOST_FRAMES)] if found else []


def latest(folder: Path) -> int | None:
    """When the last frame was looked at, in nanoseconds since the session began; None without a film."""
    last = None
    try:
        with (folder / "camera.tape").open("rb") as tape:
            tape.seek(max(0, tape.seek(0, os.SEEK_END) - _TAIL))
            for line in tape:
                entry = _entry(line)
                if entry is not None and isinstance(entry.content.get("frame"), int):
                    last = entry.at
    except OSError:
        return None
    return last


@lru_cache(maxsize=64)
def picture(folder: Path, at: int, wide: int | None = None) -> bytes:
    """The frame that was looked at then, as JPEG, no wider than `wide` pixels.

    Raises `Fault` if there is none, or if it is not as it was filmed.
    """
    seen = next((seen for seen in frames_at(folder, at)), None)
    film = next(iter(sorted(folder.glob("film.*"))), None)
    if seen is None or film is None:
        raise Fault("there is no picture of that moment; choose another")
    if seen.shot is not None:
        with Film(film, shots=(seen.shot,)) as recording:
            image = recording.frame(0)
    else:
        with Film(film) as rendered:
            image = rendered.frame(seen.frame)
    if wide is not None and image.shape[1] > wide:
        high = round(image.shape[0] * wide / image.shape[1])
        image = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    written, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not written:
        raise Fault("the picture can't be written as JPEG; choose another")
    return jpeg.tobytes()


def frames_at(folder: Path, at: int) -> Iterator[Seen]:
    """The frames that were looked at in that very moment."""
    for entry in _entries(folder / "camera.tape", at, at):
        if isinstance(entry.content.get("frame"), int):
            yield Seen(entry.at, entry.content["frame"], shot_of(entry.content))


def nearest(seen: Sequence[Seen], at: int) -> Seen | None:
    """The frame that was looked at nearest to a moment."""
    return min(seen, key=lambda one: abs(one.at - at), default=None)


def came(folder: Path, since: int, until: int) -> dict[int, Came]:
    """What came in from `since` to `until` on the shoe's line and by keys, by the number of the input."""
    opened = OpenedTapes(folder / JOURNAL)
    made: dict[int, Came] = {}
    for channel in CHANNELS:
        if channel != "camera":
            for entry in _entries(folder / f"{channel}.tape", since, until):
                made[entry.n] = _came(channel, entry, opened)
    return made


def _came(channel: str, sealed: Entry, opened: OpenedTapes) -> Came:
    try:
        entry = opened.entry(channel, sealed)
    except StillSealed:
        return Came(sealed.n, sealed.at, channel, "", sealed=True)
    match entry.content:
        case {"bytes": str(digits)}:
            data = bytes.fromhex(digits)[:_MOST_BYTES]
            letters = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in data)
            return Came(entry.n, entry.at, channel, data.hex(" "), letters)
        case {"key": dict() as key}:
            # Who pressed stands beside it in the record; the page's own marks tell nobody anything.
            told = {name: value for name, value in key.items() if name not in {"seen", "once", "who", "approved_by"}}
            return Came(entry.n, entry.at, channel, msgspec.json.encode(told).decode())
    return Came(entry.n, entry.at, channel, msgspec.json.encode(entry.content).decode())


def _entries(path: Path, since: int, until: int) -> Iterator[Entry]:
    """The entries of a tape from one time to another; what is damaged is passed over."""
    try:
        with path.open("rb") as tape:
            tape.seek(_start(tape, since))
            while line := tape.readline(_LONGEST_LINE):
                entry = _entry(line)
                if entry is None or entry.at < since:
                    continue
                if entry.at > until:
                    return
                yield entry
    except OSError:
        return


def _start(tape: BinaryIO, since: int) -> int:
    """Where to begin to read: no later than the first entry at `since` or after it."""
    low, high = 0, tape.seek(0, os.SEEK_END)
    while high - low > 4096:
        middle = (low + high) // 2
        tape.seek(middle)
        tape.readline(_LONGEST_LINE)
        entry = _entry(tape.readline(_LONGEST_LINE))
        if entry is not None and entry.at < since:
            low = middle
        else:
            high = middle
    tape.seek(low)
    if low:
        tape.readline(_LONGEST_LINE)
    return tape.tell()


def _entry(line: bytes) -> Entry | None:
    text, _, _ = line.rstrip(b"\n").rpartition(b" ")
    try:
        content = msgspec.json.decode(text)
        return Entry(content.pop("n"), content.pop("at"), content, 0, 0)
    except (msgspec.DecodeError, KeyError, AttributeError, UnicodeDecodeError):
        return None
