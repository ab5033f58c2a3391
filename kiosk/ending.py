"""The end of a program that was asked to end, by a signal, as often as one likes."""

from __future__ import annotations

import signal
from queue import Empty, SimpleQueue


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
        try:
            self._told.get(timeout=seconds)
        except Empty:
            return False
        self._told.put(None)
        return True

    def on_signals(self) -> None:
        """Set it at Ctrl-C and when the program is asked to terminate. For the main thread."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: self.set())
