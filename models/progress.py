"""Tell how far a long piece of work has come: nothing in its first two seconds, then a line that counts."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final, TextIO, TypeVar

T = TypeVar("T")

#: Seconds of silence at the start, and between two lines where a line can't be written over.
QUIET: Final = 2.0
LOG_EVERY: Final = 10.0


def told(items: Sequence[T], label: str, to: TextIO | None = None) -> Iterator[T]:
    """The `items` one by one; from the third second on `to` (stderr) hears how many are done and what is left."""
    out = sys.stderr if to is None else to
    live = out.isatty()
    began = time.monotonic()
    spoken = began + QUIET - (0.2 if live else LOG_EVERY)
    wrote = False
    for done, item in enumerate(items):
        yield item
        now = time.monotonic()
        if now - spoken < (0.2 if live else LOG_EVERY):
            continue
        left = (now - began) / (done + 1) * (len(items) - done - 1)
        out.write(f"{label}: {done + 1} of {len(items)}, {left:.0f} s left" + ("\x1b[K\r" if live else "\n"))
        out.flush()
        spoken, wrote = now, True
    if live and wrote:
        out.write("\x1b[K")
