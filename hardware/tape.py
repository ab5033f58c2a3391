"""Tapes: what a device gave, line by line, to be played again exactly.

A tape is a text file. Each line is a JSON object, a space, eight hexadecimal digits and a newline; the first one is
the header, the others are entries `{"n": 12, "at": 123456789, …}`. `n` is the input's place in the order of all inputs
of the table, over all its tapes; `at` is nanoseconds since the session began. The rest depends on the channel:

    "bytes": "434152…"                          what a shoe sent, in hexadecimal
    "link": "opened", or "lost" with "why"      a device's link
    "frame": 17, …                              a picture of the film beside the tape
    "key": {…}                                  what a person did
    "sealed": "3.…"                             one of these that tells cards, until its round is over (its owner
                                                seals and opens it: to a tape it is a line like any other)

The digits are the CRC-32 of the JSON text, started from the digits of the line before (the header's from 0). So every
altered byte is noticed, and so is a line that was taken out, put in or moved. What is missing at the very end can
only be known from outside: the journal names the inputs that it saw.
"""

from __future__ import annotations

import errno
import heapq
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import msgspec

from dealer_assist.faults import Fault
from hardware.device import Bytes, DeviceEvent, Lost, Opened

VERSION: Final = 1
_LINE: Final = re.compile(rb"(.*) ([0-9a-f]{8})\n", re.DOTALL)
_HEX: Final = re.compile(r"[0-9a-f]*")


class TapeDamaged(Fault):
    """A tape does not hold what was written to it. `line` and `byte` say where; `torn`: its last line is cut off."""

    def __init__(self, path: Path, line: int, byte: int, why: str, torn: bool = False) -> None:
        super().__init__(f"{path}, line {line}, byte {byte}: {why}. Take the file from a good copy of the recording")
        self.line = line
        self.byte = byte
        self.torn = torn


class Entry(msgspec.Struct, frozen=True):
    """One input: its place `n`, its time `at`, what it was; its line (from 1) and first byte (from 0) in the file."""

    n: int
    at: int
    content: dict[str, Any]
    line: int
    byte: int

    @property
    def data(self) -> bytes:
        """The bytes of a `"bytes"` entry."""
        return bytes.fromhex(self.content["bytes"])


def content_of(event: DeviceEvent) -> dict[str, Any]:
    """What a tape holds of a device's event, its time apart."""
    match event:
        case Bytes(data=data):
            return {"bytes": data.hex()}
        case Lost(why=why):
            return {"link": "lost", "why": why}
        case Opened():
            return {"link": "opened"}


def event_of(entry: Entry) -> DeviceEvent | None:
    """The device's event that `entry` holds, at the tape's time; None for an entry of another kind."""
    match entry.content:
        case {"bytes": str(digits)}:
            return Bytes(entry.at, bytes.fromhex(digits))
        case {"link": "opened"}:
            return Opened(entry.at)
        case {"link": "lost", "why": str(why)}:
            return Lost(entry.at, why)
    return None


class TapeWriter:
    """Writes a new tape. `header` says at least `{"tape": channel}`; with `sync` each line is on the disk on return."""

    def __init__(self, path: Path, header: Mapping[str, Any], *, sync: bool = False) -> None:
        try:
            file = path.open("xb", buffering=0)
        except FileExistsError:
            raise Fault(f"{path}: there is a tape already: record into a new folder, or resume it") from None
        except OSError as error:
            raise Fault(f"{path}: can't be written: {error.strerror}") from None
        self._begin(path, file, sync, size=0, crc=0, n=-1)
        self._put({"version": VERSION, **header})

    def _begin(self, path: Path, file: BinaryIO, sync: bool, size: int, crc: int, n: int) -> None:
        self._path, self._file, self._sync = path, file, sync
        self._size, self._crc, self._n = size, crc, n

    @classmethod
    def resume(cls, path: Path, *, sync: bool = False) -> Self:
        """Go on with a tape whose recording stopped; a last line cut off by a power loss is taken away.

        Raises TapeDamaged if anything else is wrong with it.
        """
        reader, n = TapeReader(path), -1
        try:
            for entry in reader:
                n = entry.n
        except TapeDamaged as damage:
            if not damage.torn:
                raise
        writer = cls.__new__(cls)
        file = path.open("r+b", buffering=0)
        file.truncate(reader.good_until)
        file.seek(reader.good_until)
        writer._begin(path, file, sync, size=reader.good_until, crc=reader.crc, n=n)
        return writer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def write(self, n: int, at: int, **content: Any) -> None:
        """Add an input. A `bytes` value is written in hexadecimal. `n` must grow; Fault if the disk refuses."""
        if n <= self._n:
            raise ValueError(f"input {n} after input {self._n}")
        if isinstance(content.get("bytes"), bytes):
            content["bytes"] = content["bytes"].hex()
        self._put({"n": n, "at": at, **content})
        self._n = n

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _put(self, fields: dict[str, Any]) -> None:
        text = msgspec.json.encode(fields)
        crc = zlib.crc32(text, self._crc)
        line = b"%b %08x\n" % (text, crc)
        try:
            self._append(line)
        except OSError as error:
            self._file.truncate(self._size)
            self._file.seek(self._size)
            raise Fault(f"{self._path}: can't be written: {error.strerror}. Nothing is recorded from here on") from None
        self._crc = crc
        self._size += len(line)

    def _append(self, line: bytes) -> None:
        if self._file.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self._sync:
            os.fsync(self._file.fileno())


class TapeReader:
    """Reads a tape. Iterate for its entries, in order.

    Strict: the first damage raises TapeDamaged. Not strict: whatever can still be read as an entry is given, and
    `damage` fills with a line for each place that is not as it was written; use it to find what damage did, never to
    pay by.
    """

    def __init__(self, path: Path, *, strict: bool = True) -> None:
        self.path = path
        self.strict = strict
        self.header: dict[str, Any] = {}
        self.damage: list[str] = []
        self.good_until = 0
        self.crc = 0
        self._seeds: tuple[int, ...] = (0,)
        try:
            with path.open("rb") as file:
                self._begin(file)
        except OSError as error:
            raise Fault(f"{path}: can't be read: {error.strerror}") from None

    def __iter__(self) -> Iterator[Entry]:
        with self.path.open("rb") as file:
            byte, last = self._begin(file), -1
            for number, line in enumerate(file, 2):
                fields = self._read(line, number, byte)
                entry = None if fields is None else self._entry(fields, number, byte, last)
                if entry is not None:
                    last = entry.n
                    yield entry
                byte += len(line)

    def _begin(self, file: BinaryIO) -> int:
        """Read the header, forgetting what an earlier reading found; the number of its bytes."""
        self.damage, self._seeds = [], (0,)
        line = file.readline()
        header = self._read(line, 1, 0)
        if header is not None and header.get("version") != VERSION:
            self._damaged(1, 0, f"tape version {header.get('version')!r} is not known, only {VERSION}")
        self.header = header or {}
        return len(line)

    def _read(self, line: bytes, number: int, byte: int) -> dict[str, Any] | None:
        """The object on a line, or None if there is none; damage is noted."""
        matched = _LINE.fullmatch(line)
        if matched is None:
            torn = not line.endswith(b"\n")
            self._damaged(number, byte, "the line is cut off" if torn else "not a line of a tape", torn=torn)
            return None
        text, stored = matched.group(1), int(matched.group(2), 16)
        sums = [zlib.crc32(text, seed) for seed in self._seeds]
        if stored not in sums:
            self._damaged(number, byte, "the line was altered, or one before it is missing")
        else:
            self.good_until, self.crc = byte + len(line), stored
        self._seeds = (stored,) if stored in sums else (stored, *sums)
        try:
            return msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._damaged(number, byte, "not a JSON object")
            return None

    def _entry(self, fields: dict[str, Any], number: int, byte: int, last: int) -> Entry | None:
        match fields:
            case {"n": int(n), "at": int(at), **content} if n is not True and at is not True and n >= 0 and at >= 0:
                if n <= last:
                    self._damaged(number, byte, f"input {n} stands after input {last}")
                if not _is_hex(content.get("bytes", "")):
                    self._damaged(number, byte, "bytes that are not hexadecimal")
                    return None
                return Entry(n, at, content, number, byte)
        self._damaged(number, byte, "no input's number and time")
        return None

    def _damaged(self, number: int, byte: int, why: str, *, torn: bool = False) -> None:
        if self.strict:
            raise TapeDamaged(self.path, number, byte, why, torn)
        self.damage.append(f"{self.path}, line {number}, byte {byte}: {why}")


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and len(value) % 2 == 0 and _HEX.fullmatch(value) is not None


def merge(readers: Mapping[str, TapeReader]) -> Iterator[tuple[str, Entry]]:
    """The entries of all channels in the order in which the table took them. Fault if two claim the same place."""
    before: tuple[str, Entry] | None = None
    channels = [_labelled(channel, reader) for channel, reader in readers.items()]
    for channel, entry in heapq.merge(*channels, key=lambda pair: pair[1].n):
        if before is not None and before[1].n == entry.n and readers[channel].strict:
            here, there = readers[channel].path, readers[before[0]].path
            raise Fault(f"{here}, line {entry.line}: input {entry.n} is in {there} too: take all tapes of one session")
        before = (channel, entry)
        yield before


def _labelled(channel: str, reader: TapeReader) -> Iterator[tuple[str, Entry]]:
    for entry in reader:
        yield channel, entry
