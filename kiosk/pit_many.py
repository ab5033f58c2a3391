"""A pit of many tables, from the database that they follow into: tiles, questions, and what passes to and from them."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import house
from dealer_assist.faults import Fault
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from dealer_assist.journal import Records
from dealer_assist.pit import asking
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Questions
from dealer_assist.pit.reading import SharedRecords
from dealer_assist.pit.records import Shared, Store
from dealer_assist.pit.rows import millis
from dealer_assist.pit.schema import open_index
from dealer_assist.pit.sync import Feeding
from dealer_assist.table import Done, Key, MovedOn
from kiosk.pit_tables import LinkShown, State, Tile, Waiting
from kiosk.rig import Outcome
from kiosk.speech import SPEECHES
from kiosk.spoken import Speaker
from kiosk.words import say, text

log = logging.getLogger(__name__)
JSON = dict[str, Any]

#: Seconds between two looks at what tables show, and without a word after which a table is away.
_LOOK_S: Final = 0.25
AWAY_S: Final = 15.0
#: Seconds that the pit waits for a table to take a key.
_ANSWER_S: Final = 5.0
#: The tiles are made anew so often at least, for tables that fall silent.
_BEAT_S: Final = 5.0
SILENT: Final = text("Nothing is heard of this table. It works on by itself.")
NEVER: Final = text("Recorded elsewhere")


class Shown(msgspec.Struct, frozen=True):
    """How a table says that it looks: its dealer's view without words, its denominations, why it stopped for good."""

    view: JSON
    chips: tuple[int, ...]
    running: bool
    fault: str | None = None


class ManyTables:
    """The tables that follow into one database. `start()` before use, `close()` after."""

    def __init__(self, store: Store, url: str) -> None:
        """Raises `Fault` where there can be no index."""
        self._store = store
        self._index = Index(open_index(url))
        self._feeding = Feeding(store, self._index)
        self._changed = threading.Condition()
        self._version = 0
        self._signature: tuple[object, ...] = ()
        self._beat = 0.0
        self._known: list[tuple[Shared, str | None]] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tiles", daemon=True)

    def start(self) -> None:
        """Begin to look and to index."""
        self._feeding.start()
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._ended.set()
        self._thread.join(timeout=10)
        self._feeding.close()
        self._index.close()

    # What there is

    @property
    def questions(self) -> Questions:
        """The index, which is fed all the time."""
        return Questions(self._index.engine)

    def catch_up(self) -> None:
        """Nothing: what a table sends is indexed a moment later, whoever asks."""

    def version(self) -> int:
        """Grows with every change of a tile."""
        return self._version

    def wait(self, version: int, timeout: float) -> int:
        """The version once it is newer."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout)
            return self._version

    def tiles(self) -> Sequence[Tile]:
        """Every table's newest session."""
        return tuple(self._tile(shared, body) for shared, body in self._known)

    def journal(self, table: str, session: str) -> Records | None:
        """A session's records in the database."""
        shared = self._store.named(session)
        return None if shared is None or shared.table_name != table else SharedRecords(self._store, shared)

    def house(self, table: str, session: str) -> Path | None:
        """Always the built-in one: other house files stay at their tables."""
        return None

    def folder(self, table: str, session: str) -> Path | None:
        """Nowhere: tapes and films stay at their tables."""
        return None

    def clause(self, game: str, clause: str) -> str:
        """The words of a clause of the built-in house."""
        return _clauses(game).get(clause, "")

    # What passes to and from the tables

    def press(self, table: str, key: Key) -> Outcome:
        """To the table, which answers; a key that names a card is refused. Raises `queue.Empty`."""
        shared = next((shared for shared, _ in self._known if shared.table_name == table), None)
        if shared is None:
            return Refused(None, f"there is no table {table} here")
        try:
            body = asking.checked_key(msgspec.to_builtins(key))
        except Fault as why:
            return Refused(None, str(why))
        sent = asking.put(self._store, "key", shared.id, body, key.who, "", number=key.seen)
        return MovedOn(key.seen) if sent is None else self._outcome(sent)

    def waiting(self) -> Sequence[Waiting]:
        """What dealers ask, the oldest first; of sessions whose table is there."""
        tables = {shared.id: shared.table_name for shared, _ in self._known if asking.heard_s(shared) < AWAY_S}
        return tuple(
            Waiting(word.id, tables[word.session_id], word.who, word.content()["what"], millis(word.wall))
            for word in asking.open_words(self._store)
            if word.kind == "asked" and word.session_id in tables
        )

    def answer(self, asked: int, approver: str, *, agreed: bool) -> Outcome | None:
        """Recorded here, then done at the table."""
        word = next((word for word in asking.open_words(self._store) if word.id == asked), None)
        if word is None:
            return None
        kind: asking.Kind = "agreed" if agreed else "declined"
        if asking.put(self._store, kind, word.session_id, {}, approver, "", number=word.number, asks=asked) is None:
            return None
        return self._outcome(asked) if agreed else Refused(None, "declined")

    def _outcome(self, asked: int) -> Outcome:
        ends = time.monotonic() + _ANSWER_S
        while time.monotonic() < ends:
            word = asking.outcome_of(self._store, asked)
            if word is not None:
                return outcome(word.content())
            time.sleep(0.05)
        raise queue.Empty

    # The thread

    def _run(self) -> None:
        said = ""
        while not self._ended.is_set():
            try:
                self._look()
                said = ""
            except Fault as why:
                if str(why) != said:
                    said = str(why)
                    log.warning("%s; the tiles show what was known", said)
            self._ended.wait(_LOOK_S)

    def _look(self) -> None:
        signature, now = asking.signature(self._store), time.monotonic()
        if signature == self._signature and now - self._beat < _BEAT_S:
            return
        known = asking.shown(self._store)
        with self._changed:
            self._known, self._signature, self._beat = known, signature, now
            self._version += 1
            self._changed.notify_all()

    def _tile(self, shared: Shared, body: str | None) -> Tile:
        away = asking.heard_s(shared) >= AWAY_S
        if body is None:
            speech = SPEECHES.get(shared.game)
            game = shared.game if speech is None else say(speech.name)
            where = say(SILENT if away else NEVER)
            return Tile(shared.table_name, shared.session, shared.last, game, 0, "", where, "away")
        shown = msgspec.json.decode(body, type=Shown)
        view = Speaker(shown.chips, lambda clause: self.clause(shared.game, clause)).view(
            shown.view, "dealer", shown.fault
        )
        said = view["words"]
        return Tile(
            shared.table_name,
            shared.session,
            view["number"],
            said["game"],
            view["round"],
            said["round"],
            say(SILENT) if away else said["prompt"],
            "away" if away else _state(shown),
            tuple(LinkShown(link["name"], link["word"], link["state"]) for link in said["links"]),
            shown.fault,
            None if view["finding"] is None else {**view["finding"], "words": said["finding"]},
            said["floor"],
        )


def outcome(told: JSON) -> Outcome:
    """What became of a key, as its table has told it."""
    match told:
        case {"done": int(number)}:
            return Done(number)
        case {"moved": int(number)}:
            return MovedOn(number)
        case _:
            return Refused(told.get("clause"), str(told.get("why", "the table did not take it")))


def _clauses(game: str) -> dict[str, str]:
    found: dict[str, str] = catalogue.load_house(game, house.built_in(game)).clauses
    return found


def _state(shown: Shown) -> State:
    if shown.fault is not None:
        return "halted"
    if shown.view["stopped"]:
        return "stopped"
    return "running" if shown.running else "idle"
