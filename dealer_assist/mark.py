"""The high-water mark: a file beside the journal that says which record was acknowledged last.

A journal that is shorter than its mark has lost records. The mark is locked while a program writes the journal.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist.faults import Fault

_MARK: Final = struct.Struct("<Q32s")


class Mark(msgspec.Struct, frozen=True):
    """The last number that was acknowledged, with the hash of its record."""

    number: int
    hash: str


def mark_of(journal: Path) -> Path:
    """Where the mark of a journal stands."""
    return journal.with_name(journal.name + ".mark")


def read_mark(journal: Path) -> Mark | None:
    """The mark beside a journal; None if it is missing or damaged."""
    raw = raw_mark(journal)
    if len(raw) != _MARK.size:
        return None
    number, hashed = _MARK.unpack(raw)
    return Mark(number, hashed.hex())


def write_mark(journal: Path, mark: Mark) -> None:
    """Write the mark of a copy of a journal, flushed. Raises `OSError`."""
    with mark_of(journal).open("wb") as file:
        file.write(_MARK.pack(mark.number, bytes.fromhex(mark.hash)))
        file.flush()
        os.fsync(file.fileno())


def raw_mark(journal: Path) -> bytes:
    """The mark's bytes; none if there is no mark."""
    path = mark_of(journal)
    return path.read_bytes() if path.is_file() else b""


def check_mark(journal: Path, raw: bytes, last: int, hash_of: Callable[[int], str | None]) -> None:
    """Raises `Fault` if the journal, whose last record is `last`, is shorter than its mark `raw`, or is not the one
    that it was set for."""
    if not raw and last == 0:
        return
    if not raw:
        raise Fault(f"{journal}.mark: the mark is missing: nobody can say how much was lost; restore a backup")
    if len(raw) != _MARK.size:
        raise Fault(f"{journal}.mark: the mark is damaged; verify the journal, then delete the mark")
    number, hashed = _MARK.unpack(raw)
    if number > last:
        raise Fault(f"{journal}: records lost after {last}: {number} had been acknowledged; restore a backup")
    if number and hash_of(number) != hashed.hex():
        raise Fault(f"{journal}: record {number} is not the one that was acknowledged; this is another journal")


class MarkFile:
    """The mark of a journal that is written: open and locked."""

    def __init__(self, path: Path) -> None:
        """Open the mark and lock it. Raises `Fault` if another program has it."""
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise Fault(f"{path}: can't be opened: {error.strerror}; name another folder") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise Fault(f"{path.parent}: a table runs on this session already; stop it first") from error

    def read(self) -> bytes:
        """What stands in the file."""
        return os.pread(self._file, _MARK.size + 1, 0)

    def set(self, number: int, hashed: str) -> None:
        """Move the mark, flushed. Raises `OSError`."""
        os.pwrite(self._file, _MARK.pack(number, bytes.fromhex(hashed)), 0)
        os.fdatasync(self._file)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)
