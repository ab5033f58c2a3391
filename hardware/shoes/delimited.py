"""Cuts a byte stream at its delimiters, in bounded memory: the base of the line and the COBS protocols."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dealer_assist.sighting import Sighting
from hardware.shoes.contract import garbled


class DelimitedDecoder(ABC):
    """A decoder for frames that end with a delimiter byte which never occurs inside them.

    Empty frames are passed over, so a delimiter may also stand before a frame. A frame longer than `limit`
    bytes is said once, as garbled, and skipped up to its delimiter.
    """

    def __init__(self, delimiters: bytes, limit: int) -> None:
        self._first = delimiters[:1]
        self._others = delimiters[1:]
        self._to_first = bytes.maketrans(self._others, self._first * len(self._others))
        self._limit = limit
        self._frame = bytearray()
        self._start = 0
        self._position = 0
        self._skipping = False

    @abstractmethod
    def read(self, byte: int, frame: bytes) -> Sighting | None:
        """What the whole `frame`, which began at offset `byte`, says; None for nothing (a repeat, say)."""

    def feed(self, data: bytes) -> list[Sighting]:
        """The sightings that `data` completes, in the order of the bytes. Never raises."""
        said: list[Sighting] = []
        marked = data.translate(self._to_first) if self._others else data
        at = 0
        while (end := marked.find(self._first, at)) >= 0:
            self._take(data[at:end], said)
            self._close(said)
            self._position += 1
            at = end + 1
        self._take(data[at:], said)
        return said

    def end(self) -> list[Sighting]:
        """What the end of the stream leaves unfinished, as at most one `garbled` sighting."""
        unfinished = bool(self._frame)
        self._frame.clear()
        self._skipping = False
        return [garbled(self._start, "the stream ends inside a frame")] if unfinished else []

    def _take(self, part: bytes, said: list[Sighting]) -> None:
        if not self._frame:
            self._start = self._position
        self._position += len(part)
        if self._skipping or not part:
            return
        self._frame += part[: self._limit + 1 - len(self._frame)]
        if len(self._frame) > self._limit:
            self._frame.clear()
            self._skipping = True
            said.append(garbled(self._start, f"more than {self._limit} bytes without an end"))

    def _close(self, said: list[Sighting]) -> None:
        frame = bytes(self._frame)
        self._frame.clear()
        self._skipping = False
        if frame:
            sighting = self.read(self._start, frame)
            if sighting is not None:
                said.append(sighting)
