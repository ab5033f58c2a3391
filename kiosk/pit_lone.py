"""A pit of one: the table of this kiosk, with the sessions that it recorded before beside it.

The index lies beside the sessions and is made from their journals; it can be deleted at any time.
"""

from __future__ import annotations

import itertools
import logging
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.game import Refused
from dealer_assist.journal import Records, recorded
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Questions
from dealer_assist.pit.records import name_of, now_ms
from dealer_assist.pit.schema import open_index
from dealer_assist.table import Key
from kiosk.desk import Desk, Published
from kiosk.feed import Feed
from kiosk.pit_tables import LinkShown, State, Tile, Waiting
from kiosk.rig import Outcome

log = logging.getLogger(__name__)

#: How many proposals of dealers wait at once, and for how long, in seconds.
_MOST_WAITING: Final = 20
WAITS_S: Final = 600.0
#: Earlier sessions whose journals stay open.
_MOST_READ: Final = 8
INDEX: Final = "pit.sqlite"


class LoneTable:
    """The one table of a desk. `folder` is where its session is recorded; None: nowhere, as while a recording plays."""

    def __init__(
        self,
        desk: Desk,
        feed: Feed,
        clause: Callable[[str], str],
        folder: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._desk = desk
        self._feed = feed
        self._clause = clause
        self._folder = folder
        self._clock = clock
        self._lock = threading.RLock()
        self._index: Index | None = None
        self._session: tuple[Path, str] | None = None
        self._earlier: dict[str, Path] = {}
        #: Journals of earlier sessions that were read last.
        self._read: dict[str, Records] = {}
        self._looked = False
        self._asked: dict[int, tuple[float, Waiting, Key]] = {}
        self._ids = itertools.count(1)
        self._asks = 0

    # What there is

    @property
    def questions(self) -> Questions:
        """The index, made when it is first asked."""
        return Questions(self._opened().engine)

    def catch_up(self) -> None:
        """Index what is new of this session, and once what earlier ones have."""
        journal, session = self._desk.session.journal, self._name()
        if session is None:
            return
        index = self._opened()
        if not self._looked:
            self._looked = True
            self._take_earlier(index, session)
        index.catch_up(self._table(), session, journal.records)

    def version(self) -> int:
        """The desk's, and what dealers have asked."""
        return self._desk.published.version + self._asks

    def wait(self, version: int, timeout: float) -> int:
        """The version once it is newer."""
        self._desk.wait(version - self._asks, timeout)
        return self.version()

    def tiles(self) -> Sequence[Tile]:
        """The one."""
        published = self._desk.published
        shown = msgspec.json.decode(self._feed.view("dealer", published))
        said = shown["words"]
        links = tuple(LinkShown(link["name"], link["word"], link["state"]) for link in said["links"])
        finding = None if shown["finding"] is None else {**shown["finding"], "words": said["finding"]}
        tile = Tile(
            shown["table"],
            self._name() or "",
            shown["number"],
            said["game"],
            shown["round"],
            said["round"],
            said["prompt"],
            _state(published, stopped=shown["stopped"]),
            links,
            published.fault,
            finding,
            said["floor"],
        )
        return (tile,)

    def journal(self, table: str, session: str) -> Records | None:
        """That of the running session, or of an earlier one beside it."""
        if table != self._table():
            return None
        if session == self._name():
            return self._desk.session.journal
        folder = self._earlier.get(session)
        if folder is None:
            return None
        with self._lock:
            journal = self._read.pop(session, None) or recorded(folder / JOURNAL)
            self._read[session] = journal
            if len(self._read) > _MOST_READ:
                self._read.pop(next(iter(self._read))).close()
            return journal

    def house(self, table: str, session: str) -> Path | None:
        """The house file as it lies in the session's folder."""
        folder = self._earlier.get(session)
        if session == self._name() or folder is None:
            return self._desk.session.house
        return table_file.house_path(folder / TABLE, table_file.load(folder / TABLE))

    def folder(self, table: str, session: str) -> Path | None:
        """The session's folder."""
        if session == self._name():
            return self._folder or self._desk.session.journal.path.parent
        return self._earlier.get(session)

    def clause(self, game: str, clause: str) -> str:
        """The words of a clause of this table's house."""
        return self._clause(clause)

    def press(self, table: str, key: Key) -> Outcome:
        """To the desk."""
        if table != self._table():
            return Refused(None, f"there is no table {table} here")
        return self._desk.press(key)

    # What dealers ask

    def ask(self, key: Key, what: str) -> Waiting | None:
        """A dealer asks the pit to agree to a key; None if too much waits already."""
        with self._lock:
            self._forget()
            if len(self._asked) >= _MOST_WAITING:
                return None
            waiting = Waiting(next(self._ids), self._table(), key.who, what, now_ms())
            self._asked[waiting.id] = (self._clock(), waiting, key)
            self._asks += 1
            return waiting

    def waiting(self) -> Sequence[Waiting]:
        """The oldest first."""
        with self._lock:
            self._forget()
            return tuple(waiting for _, waiting, _ in self._asked.values())

    def answer(self, asked: int, approver: str, *, agreed: bool) -> Outcome | None:
        """Press the dealer's key with who agreed, as the dealer saw the table; a table that has moved on says so."""
        with self._lock:
            self._forget()
            found = self._asked.pop(asked, None)
            self._asks += found is not None
        if found is None:
            return None
        if not agreed:
            return Refused(None, "declined")
        return self._desk.press(msgspec.structs.replace(found[2], approved_by=approver))

    def _forget(self) -> None:
        now = self._clock()
        for number, (since, _, _) in list(self._asked.items()):
            if now - since > WAITS_S:
                del self._asked[number]
                self._asks += 1

    # How it is done

    def _table(self) -> str:
        shown: dict[str, str] = msgspec.json.decode(self._desk.published.views["display"])
        return shown["table"]

    def _name(self) -> str | None:
        """The name of the running session; another one when a recording begins again."""
        journal = self._desk.session.journal
        with self._lock:
            if self._session is None or self._session[0] != journal.path:
                first = next(journal.records(), None)
                if first is None:
                    return None
                self._session = (journal.path, name_of(first))
            return self._session[1]

    def _opened(self) -> Index:
        with self._lock:
            if self._index is None:
                self._index = Index(open_index(f"sqlite:///{self._place() / INDEX}"))
            return self._index

    def _place(self) -> Path:
        if self._folder is not None:
            return self._folder.parent
        place = tempfile.mkdtemp(prefix="dealer-assist-pit-")
        weakref.finalize(self, shutil.rmtree, place, ignore_errors=True)
        return Path(place)

    def _take_earlier(self, index: Index, session: str) -> None:
        """Index the table's earlier sessions; one that can't be read is left out, and that is said."""
        for name, folder in self._beside(session):
            self._earlier[name] = folder
            try:
                with recorded(folder / JOURNAL) as journal:
                    index.catch_up(self._table(), name, journal.records)
            except Fault as fault:
                log.warning("not shown in the pit: %s", fault)

    def _beside(self, session: str) -> Iterator[tuple[str, Path]]:
        folders = [] if self._folder is None else sorted(self._folder.parent.glob(f"*/{JOURNAL}"))
        for path in folders:
            try:
                with recorded(path) as journal:
                    first = next(journal.records(), None)
            except Fault as fault:
                log.warning("not shown in the pit: %s", fault)
                continue
            if first is not None and first.table_name == self._table() and name_of(first) != session:
                yield name_of(first), path.parent


def _state(published: Published, *, stopped: bool) -> State:
    if published.fault is not None:
        return "halted"
    if stopped:
        return "stopped"
    return "running" if published.running else "idle"
