"""The pit's index fed from the pit's records: what tables send is found by questions a moment later."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from dealer_assist.faults import Fault
from dealer_assist.journal import Record
from dealer_assist.pit.records import Shared, Store

log = logging.getLogger(__name__)

#: Seconds between two looks at the sessions that are played now, and at all of them.
EVERY_S: Final = 0.25
ALL_EVERY_S: Final = 30.0
#: A session that has been silent for so many seconds is looked at with all the others only.
SILENT_S: Final = 300.0
#: How much longer than a look the rest behind it lasts at least.
_REST: Final = 3.0


class Fed(Protocol):
    """What is fed: it takes a session's records in their order, each once however often it comes."""

    def catch_up(self, table: str, session: str, records: Callable[[int], Iterable[Record]]) -> int:
        """Take what is new: `records(after)` gives the records after a number, in order. Returns how many came."""


class Feeding:
    """Feeds an index in a thread of its own, from `start()` to `close()`."""

    def __init__(self, store: Store, index: Fed, *, every_s: float = EVERY_S) -> None:
        self._store = store
        self._index = index
        self._every_s = every_s
        self._fed: dict[int, int] = {}
        self._moved: dict[int, float] = {}
        self._newest = 0
        self._whole = -ALL_EVERY_S
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="index", daemon=True)

    def start(self) -> None:
        """Begin to feed."""
        self._thread.start()

    def close(self) -> None:
        """Stop after the session that is being fed."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def look(self) -> int:
        """Feed what is new now; how many records that was. Raises `Fault`, after which the next look goes on."""
        now = time.monotonic()
        if now - self._whole >= ALL_EVERY_S:
            looked = self._store.sessions()
            self._whole = now
        else:
            playing = [id_ for id_, moved in self._moved.items() if now - moved < SILENT_S]
            looked = self._store.sessions(self._newest, playing)
        count = 0
        for shared in looked:
            self._newest = max(self._newest, shared.id)
            if self._fed.get(shared.id) != shared.last and not self._ended.is_set():
                count += self._feed(shared)
                self._fed[shared.id], self._moved[shared.id] = shared.last, now
        return count

    def _feed(self, shared: Shared) -> int:
        return self._index.catch_up(
            shared.table_name, shared.session, lambda after: self._store.opened(shared, after, shared.last)
        )

    def _run(self) -> None:
        said = ""
        while not self._ended.is_set():
            began = time.monotonic()
            try:
                self.look()
                said = ""
            except Fault as why:
                if str(why) != said:
                    said = str(why)
                    log.warning("%s; the pit's pages show what they know until then", said)
            except Exception:
                # The end of this thread's round: a defect over one session must not stop the pages of all.
                log.exception("the pit's index was not fed")
            # A look lasts the longer the more tables there are, and leaves most of the processor to others.
            self._ended.wait(max(self._every_s, _REST * (time.monotonic() - began)))
