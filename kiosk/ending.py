"""The end of a program that was asked to end, by a signal, as often as one likes."""

from __future__ import annotations

import signal
import time
from queue import Empty, SimpleQueue
from typing import Final

#: Seconds after which a wait looks up. A signal that comes just before the wait has begun does not wake it, and what
#: the signal is to do is done only when the thread goes on.
_LOOKS_UP: Final = 0.25


class Ending:
    """Set once, it stays set. A signal may set it while another one does: a second Ctrl-C, or `timeout`, sends two.

    `threading.Event` takes a lock in `set`, on which the second signal of the same thread would wait for ever;
    the queue's `put` may be entered again.
    """

    def __init__(self) -> None:
        self._told: SimpleQueue[None] = SimpleQueue()

    def set(self) -> None:
        """End."""
        self._told.put(None)

    def wait(self, seconds: float | None = None) -> bool:
        """True when it is set; False if it was not for `seconds`."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _LOOKS_UP if until is None else min(_LOOKS_UP, until - time.monotonic())
            try:
                self._told.get(timeout=max(0.0, left))
            except Empty:
                if until is not None and time.monotonic() >= until:
                    return False
            else:
                self._told.put(None)
                return True

    def on_signals(self) -> None:
        """Set it at Ctrl-C and when the program is asked to terminate. For the main thread."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: self.set())
