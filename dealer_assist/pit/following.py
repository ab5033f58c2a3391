"""A table's follower: copies its journal's records to the pit, by number, beside the game and never in its way.

The table works on its own journal; the pit gets what is acknowledged there. A server that is away is waited for, and
what it has missed is sent when it is back: the pit says which record it has last, and the next one is sent after it.
A pit that has another record of the same number holds another journal: nothing more is sent, and that is said.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal, Protocol

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.journal import Record, Records
from dealer_assist.pit.database import Unusable
from dealer_assist.pit.records import Diverged, Moved, Shared, Store, now_ms

log = logging.getLogger(__name__)

#: Seconds between two looks at the journal; a look costs nothing while there is nothing new.
EVERY_S: Final = 0.1
#: Records sent in one transaction.
BATCH: Final = 500
#: Seconds after which the pit is told that the table is there, if it has nothing new.
BEAT_S: Final = 5.0
#: The longest wait for a server that is away.
_LONGEST_S: Final = 2.0


class Source(Protocol):
    """A journal that is written by somebody else; `last` is the last record that was acknowledged."""

    last: int

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records after a number, in order."""

    def hash_of(self, number: int) -> str | None:
        """The hash of a record; None if there is no such one."""


class Still:
    """A journal that nobody writes, as a follower wants it."""

    def __init__(self, journal: Records) -> None:
        self._journal = journal
        self.last, _ = journal.tail()

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records after a number."""
        return self._journal.records(after)

    def hash_of(self, number: int) -> str | None:
        """The hash of a record."""
        return self._journal.hash_of(number)


class Standing(msgspec.Struct, frozen=True):
    """How the table stands with its pit: `sent` is the last record that is known to be there, `why` in words what is
    wrong where something is."""

    state: Literal["starting", "following", "away", "diverged"]
    sent: int = 0
    why: str = ""


#: What is done for the table while the pit is reached; it is called often, and looks at the clock itself.
Errand = Callable[[Store, Shared], None]


class Follower:
    """Follows one journal in a thread of its own, from `start()` to `close()`."""

    def __init__(self, journal: Source, url: str, errands: Sequence[Errand] = (), *, every_s: float = EVERY_S) -> None:
        self._journal = journal
        self._url = url
        self._errands = errands
        self._every_s = every_s
        self._standing = Standing("starting")
        self._since = now_ms()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pit", daemon=True)

    @property
    def standing(self) -> Standing:
        """How it stands now; any thread may ask."""
        return self._standing

    @property
    def since(self) -> int:
        """When it came into its state, in milliseconds since 1970; any thread may ask."""
        return self._since

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self, patience_s: float = 2.0) -> None:
        """Send what is there yet, if the pit is reached within `patience_s`, and stop."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout=patience_s)

    # The follower's thread

    def _run(self) -> None:
        wait = self._every_s
        while not self._ended.is_set():
            try:
                with Store(self._url) as store:
                    wait = self._every_s
                    self._follow(store)
            except Unusable as why:
                self._tell(msgspec.structs.replace(self._standing, state="away", why=str(why)))
            except Fault as why:
                self._tell(msgspec.structs.replace(self._standing, state="diverged", why=str(why)))
                return
            except Exception as error:
                # The end of this thread: a defect in following must not be silent, and never stops the table.
                log.exception("the table follows its pit no more")
                self._tell(msgspec.structs.replace(self._standing, state="diverged", why=f"a defect: {error!r}"))
                return
            else:
                return
            self._ended.wait(wait)
            wait = min(_LONGEST_S, wait * 2)

    def _follow(self, store: Store) -> None:
        shared: Shared | None = None
        heard = time.monotonic()
        while True:
            ended = self._ended.is_set()
            if shared is None and self._journal.last:
                shared = meet(self._journal, store)
            if shared is not None:
                before = shared.last
                shared = send(self._journal, store, shared)
                if shared.last != before:
                    heard = time.monotonic()
                elif time.monotonic() - heard >= BEAT_S:
                    store.heard(shared)
                    heard = time.monotonic()
                self._tell(Standing("following", shared.last))
                for errand in self._errands:
                    errand(store, shared)
            if ended:
                return
            self._ended.wait(self._every_s)

    def _tell(self, now: Standing) -> None:
        before = self._standing
        if now.state != before.state:
            self._since = now_ms()
        self._standing = now
        if now.state == before.state and now.why == before.why:
            return
        if now.state == "following":
            level = logging.INFO if before.state == "starting" else logging.WARNING
            log.log(level, "the pit is reached; it has the records up to %d", now.sent)
        elif now.state == "away":
            log.warning("%s; the table works on by itself, and catches up", now.why)
        else:
            log.error("%s; the table works on by itself, and the pit gets nothing more of it", now.why)


def meet(journal: Source, store: Store) -> Shared:
    """The session in the pit that `journal` is, made if it is not there. Raises `Diverged`, `Fault`, `Unusable`."""
    first = next(journal.records(), None)
    if first is None:
        raise Fault("nothing is recorded in this journal yet; there is nothing to follow")
    shared = store.session(first)
    if shared.last > journal.last:
        raise Diverged(
            f"{store.where}: the pit has records up to {shared.last} of this session, the table only up to "
            f"{journal.last}: records were lost here; restore the table's journal"
        )
    if shared.last and journal.hash_of(shared.last) != shared.last_hash:
        raise Diverged(
            f"{store.where}: the pit has another record {shared.last} of this session than the table: one of the two "
            "journals was changed; verify both"
        )
    return shared


def send(journal: Source, store: Store, shared: Shared) -> Shared:
    """Send what the pit does not have yet, in order. Raises `Diverged`, `Unusable`."""
    while shared.last < journal.last:
        new = list(islice(journal.records(shared.last), min(BATCH, journal.last - shared.last)))
        try:
            shared = store.add(shared, new)
        except Moved:
            # Another program sends the same journal, or our last word was written though its answer was lost.
            shared = meet(journal, store)
        except Unusable:
            raise
        except Fault as why:
            raise Diverged(f"{store.where}: the table's journal is not whole: {why}; verify it") from why
    return shared
