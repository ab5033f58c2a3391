"""Two values that grow and never change: a trail of entries, and names that are known.

A state is frozen, and every step makes a new one: what a game collects over thousands of orders is shared between
the states, and adding to it copies a few dozen entries at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

_CHUNK: Final = 64


class Trail(msgspec.Struct, frozen=True):
    """Entries in the order in which they were added."""

    full: tuple[tuple[Any, ...], ...] = ()
    last: tuple[Any, ...] = ()

    def add(self, entry: Any) -> Trail:
        """The trail with one more entry."""
        last = (*self.last, entry)
        return Trail((*self.full, last)) if len(last) == _CHUNK else Trail(self.full, last)

    def __iter__(self) -> Iterator[Any]:
        for chunk in self.full:
            yield from chunk
        yield from self.last

    def __len__(self) -> int:
        return _CHUNK * len(self.full) + len(self.last)


#: Rows of names, and buckets of a row; a bucket is searched from end to end.
_WIDTH: Final = 32
_Bucket = tuple[tuple[str, Any], ...]
_NONE: Final[tuple[tuple[_Bucket, ...], ...]] = (((),) * _WIDTH,) * _WIDTH


class Known(msgspec.Struct, frozen=True):
    """A value to each of many names."""

    rows: tuple[tuple[_Bucket, ...], ...] = _NONE

    def get(self, name: str) -> Any:
        """What was put under `name`; None for a name that is not known."""
        place = hash(name)
        for known, value in self.rows[place // _WIDTH % _WIDTH][place % _WIDTH]:
            if known == name:
                return value
        return None

    def put(self, name: str, value: Any) -> Known:
        """With a name that was not known before."""
        row, bucket = hash(name) // _WIDTH % _WIDTH, hash(name) % _WIDTH
        buckets = list(self.rows[row])
        buckets[bucket] = (*buckets[bucket], (name, value))
        rows = list(self.rows)
        rows[row] = tuple(buckets)
        return Known(tuple(rows))
