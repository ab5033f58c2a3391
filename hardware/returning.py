"""What a shoe's port and a camera share: a link on a thread of its own that is opened again for ever."""

from __future__ import annotations

import abc
import logging
import threading
import time
from collections.abc import Callable
from typing import Literal

from hardware.device import DeviceEvent, Link, Lost, Opened, backoff

log = logging.getLogger(__name__)


class Returning(abc.ABC):
    """A link that comes back. It tells `sink` in order what happens, from its own thread; `sink` must return soon.

    After a loss it is opened again for ever, `wait(attempt)` seconds after each failure; attempts are counted from the
    last time that something came.
    """

    def __init__(self, name: str, sink: Callable[[DeviceEvent], None], wait: Callable[[int], float] = backoff) -> None:
        self._name, self._sink, self._wait = name, sink, wait
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._open = False
        self._since = self._heard = time.monotonic_ns()
        self._why: str | None = None

    def start(self) -> None:
        """Begin; what can't be opened is reported as Lost and tried again."""
        self._thread.start()

    def close(self) -> None:
        """Let go of the device; `sink` is not called afterwards. Call it from another thread."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def link(self) -> Link:
        """How the link stands now."""
        now = time.monotonic_ns()
        state: Literal["open", "lost"] = "open" if self._open else "lost"
        return Link(state, (now - self._since) / 1e9, (now - self._heard) / 1e9, self._why)

    @abc.abstractmethod
    def _once(self) -> None:
        """Open the device and follow it until it is lost or `_closing`; says so by `_opened` and `_lose`."""

    def _opened(self) -> None:
        self._open, self._since = True, time.monotonic_ns()
        self._sink(Opened(self._since))

    def _lose(self, why: str) -> None:
        """The link is down, or could not be opened: told once, until it stands again."""
        if self._closing.is_set():
            self._open = False
            return
        is_news = self._open or self._why is None
        self._open, self._why = False, why
        if is_news:
            self._since = time.monotonic_ns()
            self._sink(Lost(self._since, why))

    def _run(self) -> None:
        try:
            attempt = 0
            while not self._closing.is_set():
                heard_before = self._heard
                self._once()
                attempt = 0 if self._heard != heard_before else attempt
                self._closing.wait(self._wait(attempt))
                attempt += 1
        except Exception as error:
            # The end of a device thread: a defect here or in the sink must show on the screen as a lost link.
            log.exception("the thread of %s ended", self._name)
            self._open, self._since, self._why = (
                False,
                time.monotonic_ns(),
                f"{self._name} stopped by a defect: {error!r}",
            )
