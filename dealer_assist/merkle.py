"""The tree head over record hashes: RFC 6962, section 2.1, leaf by leaf.

A leaf is the 32 bytes of a record's hash. The tree keeps only the heads of its whole subtrees, one for each bit of
its size, so that a million records take as much memory as a hundred.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


class Tree:
    """A tree that grows by one leaf at a time."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        #: Heads of whole subtrees, the largest first.
        self._heads: list[bytes] = []
        for leaf in leaves:
            self.add(leaf)

    def add(self, leaf: bytes) -> None:
        """One more leaf, at the end."""
        heads = self._heads
        head = sha256(_LEAF + leaf).digest()
        size = self.size
        while size & 1:
            head = sha256(_NODE + heads.pop() + head).digest()
            size >>= 1
        heads.append(head)
        self.size += 1

    def head(self) -> bytes:
        """The head over all leaves so far, 32 bytes; that of no leaf at all is the hash of nothing."""
        if not self._heads:
            return sha256(b"").digest()
        *left, head = self._heads
        for one in reversed(left):
            head = sha256(_NODE + one + head).digest()
        return head
