"""The desk: one thread that owns the table, and what the screens may ask of it from other threads.

Inputs come through one queue and are taken one by one; after each the views are made anew, so that a web
thread never touches the session. A view is published only after its records are on the disk.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

import msgspec

from dealer_assist import account_view, beside
from dealer_assist.beside import Aside
from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from dealer_assist.game import OfAccounts, Refused, Viewer
from dealer_assist.session import Session
from dealer_assist.table import Key, MovedOn, Table
from dealer_assist.table_view import view
from kiosk.pit_standing import PitStanding
from kiosk.rig import Item, Outcome, Pressed, Rig, Ticked

log = logging.getLogger(__name__)

T = TypeVar("T")
VIEWERS: Final[tuple[Viewer, ...]] = ("display", "dealer")


class Standing(msgspec.Struct, frozen=True):
    """The round as the rules have it, nothing hidden, and the cards that left the shoe in the rounds before."""

    game: OfAccounts
    state: Any
    gone: tuple[Card, ...]


class Published(msgspec.Struct, frozen=True):
    """What the screens show now: `version` grows with every change, `views` are JSON by audience.

    `number` is the journal's number, `fault` why the table had to stop for good, `running` whether a round has begun
    and is not yet closed, or a card has come that nobody may see yet. `accounts` are the views of the accounts' own
    terminals, `closes` is when the time of betting is over, in nanoseconds since the session began.
    """

    version: int
    number: int
    views: dict[Viewer, bytes]
    fault: str | None = None
    running: bool = False
    accounts: dict[str, bytes] = {}
    closes: int | None = None
    standing: Standing | None = None


class Recorder(Protocol):
    """Keeps each input before it is taken."""

    def keep(self, n: int, at: int, item: Item) -> None:
        """Write the `n`-th input, which came `at` nanoseconds after the session began."""


class Playing(msgspec.Struct, frozen=True):
    """The state of a recording that plays, `position` of `length` seconds at so many times its `speed`: the page shows
    its controls while there is one."""

    paused: bool
    speed: float
    position: float
    length: float


class _Ask(msgspec.Struct, frozen=True):
    item: Item | Aside
    answer: queue.SimpleQueue[Outcome | None] | None


class _Between(msgspec.Struct, frozen=True):
    work: Callable[[Session, int], Any]
    answer: queue.SimpleQueue[Any]


class _Swap(msgspec.Struct, frozen=True):
    table: Table
    recorder: Recorder | None
    done: threading.Event


class Desk:
    """Owner of a table. `start()` before use, `close()` after."""

    def __init__(
        self,
        table: Table,
        recorder: Recorder | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
        *,
        last: tuple[int, int] = (0, 0),
        fault: str | None = None,
    ) -> None:
        """`last` is the number and time of the last input of a session that is taken up again; with `fault` the table
        takes nothing and only shows what there is."""
        self._rig = Rig(table)
        self._recorder = recorder
        self._clock = clock
        self._n = last[0]
        self._began = clock() - last[1]
        self._inputs: queue.SimpleQueue[_Ask | _Swap | _Between | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._published = Published(0, 0, {})
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        #: Set while a recording plays: keys of the screens then do nothing.
        self.playing: Callable[[], Playing | None] = lambda: None
        #: How the link to the pit stands, where there is one.
        self.pit: Callable[[], PitStanding | None] = lambda: None
        #: Is told when the desk closes, before its journal does: what is recorded last.
        self.closing: Callable[[int, Session], None] = lambda at, session: None
        #: Is asked on the owner's thread after each input, before it is shown, to sign a shoe that has ended.
        self.rooted: Callable[[int, Session], None] = lambda at, session: None
        #: Is told on the owner's thread of each input that was taken, and when.
        self.after: Callable[[int, Item, Table], None] = lambda at, item, table: None
        self._publish()
        if fault is not None:
            self._stop(fault)

    def start(self) -> None:
        """Begin to take inputs."""
        self._thread.start()

    def close(self) -> None:
        """Take what is waiting, then stop."""
        if self._thread.is_alive():
            self._inputs.put(None)
            self._thread.join(timeout=10)
        session = self._rig.table.session
        try:
            if self._published.fault is None and not self._thread.is_alive():
                self.closing(self._clock() - self._began, session)
        finally:
            session.journal.close()

    # From device threads

    def put(self, item: Item | Aside) -> None:
        """Hand over an input, or what is to be recorded beside the game, and go on."""
        self._inputs.put(_Ask(item, None))

    def ask(self, item: Item) -> Outcome | None:
        """Hand over an input and wait until it was taken."""
        answer: queue.SimpleQueue[Outcome | None] = queue.SimpleQueue()
        self._inputs.put(_Ask(item, answer))
        return answer.get(timeout=30)

    def between(self, work: Callable[[Session, int], T]) -> T:
        """Do `work` on the owner's thread between two inputs: it is given the session and the time. What it raises as a
        `Fault` is raised here."""
        answer: queue.SimpleQueue[T | Fault] = queue.SimpleQueue()
        self._inputs.put(_Between(work, answer))
        made = answer.get(timeout=30)
        if isinstance(made, Fault):
            raise made
        return made

    def swap(self, table: Table, recorder: Recorder | None = None) -> None:
        """Put another table in place of this one, as when a recording begins again; its journal is closed."""
        done = threading.Event()
        self._inputs.put(_Swap(table, recorder, done))
        done.wait(timeout=30)

    # From web threads

    def press(self, key: Key) -> Outcome:
        """What a person did on a screen; waits until it was taken or refused."""
        if self.playing() is not None:
            return Refused(None, "a recording is playing: leave it to deal by hand")
        outcome = self.ask(Pressed(key))
        return outcome if outcome is not None else MovedOn(self._published.number)

    @property
    def session(self) -> Session:
        """The session that the table is in now: of it other threads may read the journal and the house, no more."""
        return self._rig.table.session

    @property
    def published(self) -> Published:
        """What the screens show now."""
        return self._published

    def closes_in_ms(self, published: Published) -> int | None:
        """How long betting lasts still; None while no time runs."""
        if published.closes is None or published.fault is not None:
            return None
        return max(0, published.closes - (self._clock() - self._began)) // 1_000_000

    def wait(self, version: int, timeout: float) -> Published:
        """What the screens show once it is newer than `version`, or after `timeout` seconds as it is."""
        with self._changed:
            self._changed.wait_for(lambda: self._published.version > version, timeout)
            return self._published

    # The owner's thread

    def _run(self) -> None:
        while (ask := self._next()) is not None:
            if isinstance(ask, _Swap):
                self._rig.table.session.journal.close()
                self._rig, self._recorder, self._n = Rig(ask.table), ask.recorder, 0
                self._began = self._clock()
                self._publish()
                ask.done.set()
                continue
            outcome: Outcome | None
            try:
                if isinstance(ask, _Between):
                    self._between(ask)
                    continue
                outcome = self._take(ask.item)
            except Fault as fault:
                # A record that could not be written: nothing was shown, and nothing more is taken.
                outcome = self._stop(str(fault))
            except Exception as defect:
                # The end of the owner's thread: a defect must stop the table on every screen, not leave it mute. Of
                # what it says itself nothing is shown: it may repeat a card that lies face down.
                log.exception("the table stopped")
                error = type(defect).__name__
                outcome = self._stop(f"the table stopped by a defect: {error}; start it again")
            if isinstance(ask, _Ask) and ask.answer is not None:
                ask.answer.put(outcome)

    def _next(self) -> _Ask | _Swap | _Between | None:
        """The next input; where the time of betting is over before one comes, that. A recording has its own."""
        while True:
            closes = self._published.closes
            if closes is None or self.playing() is not None or self._published.fault is not None:
                return self._inputs.get()
            try:
                return self._inputs.get(timeout=max(0, closes - (self._clock() - self._began)) / 1e9)
            except queue.Empty:
                if self._clock() - self._began >= closes:
                    return _Ask(Ticked(), None)

    def _between(self, ask: _Between) -> None:
        if self._published.fault is not None:
            ask.answer.put(Fault(self._published.fault))
            return
        try:
            made = ask.work(self._rig.table.session, self._clock() - self._began)
            self._publish()
        except Fault as fault:
            made = fault
        ask.answer.put(made)

    def _stop(self, why: str) -> Refused:
        """The table takes nothing more; the screens keep what they showed, and say why."""
        before = self._published
        with self._changed:
            self._published = msgspec.structs.replace(before, version=before.version + 1, fault=why)
            self._changed.notify_all()
        return Refused(None, why)

    def _take(self, item: Item | Aside) -> Outcome | None:
        if self._published.fault is not None:
            return Refused(None, self._published.fault)
        if isinstance(item, Aside):
            beside.note(self._rig.table.session, item, self._clock() - self._began)
            self._publish()
            return None
        self._n += 1
        at = self._clock() - self._began
        if self._recorder is not None:
            self._recorder.keep(self._n, at, item)
        outcome = self._rig.take(self._n, at, item)
        self.rooted(at, self._rig.table.session)
        self._publish()
        self.after(at, item, self._rig.table)
        return outcome

    def _publish(self) -> None:
        table = self._rig.table
        session = table.session
        views = {viewer: msgspec.json.encode(view(table, viewer)) for viewer in VIEWERS}
        accounts = {name: msgspec.json.encode(shown) for name, shown in account_view.views(table).items()}
        closes, before = table.time.closes, self._published
        with self._changed:
            if (views, accounts, closes) == (before.views, before.accounts, before.closes):
                return
            hidden = any(found.finding.facts.get("hidden") for found in session.findings.values())
            running = hidden or bool(session.steps or session.waiting)
            self._published = Published(
                before.version + 1, session.number, views, None, running, accounts, closes, _standing(table)
            )
            self._changed.notify_all()


def _standing(table: Table) -> Standing | None:
    """What fair odds are of; nothing where nobody may ask for them."""
    game, state = table.session.game, table.session.point.state
    if not isinstance(game, OfAccounts):
        return None
    lies = [card for cards in game.on_table(state).values() for card in cards]
    before = Counter(table.shoes.count().out) - Counter(lies)
    return Standing(game, state, tuple(before.elements()))
