"""A table's side of its pit: its journal is followed, it shows how it looks, asks and is answered, and takes people
from the pit. Cut off, it works on with whom it knew last; what needs a second person is done by two at the table.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.game import Refused
from dealer_assist.journal import recorded
from dealer_assist.pit import asking
from dealer_assist.pit.asking import Bell, Word
from dealer_assist.pit.following import Follower, Still, meet, send
from dealer_assist.pit.records import Shared, Store
from dealer_assist.table import Done, Key, MovedOn
from kiosk import people_file
from kiosk.desk import Desk
from kiosk.people import SECOND, People
from kiosk.people_file import Entry, PeopleFile
from kiosk.pit_lone import LoneTable
from kiosk.pit_many import Shown
from kiosk.pit_standing import PitStanding
from kiosk.rig import Outcome

log = logging.getLogger(__name__)

#: Seconds between two looks at who may sign in, and between two changes of what the pit is shown.
_PEOPLE_S: Final = 3.0
_SHOW_S: Final = 0.5
#: A key that was pressed in the pit and not heard of for so long is not pressed any more.
_KEY_S: Final = 10.0


def check(url: str) -> None:
    """Raises `Fault` where no table could follow, with how to start without."""
    try:
        with Store(url) as store:
            store.try_room()
    except Fault as why:
        raise Fault(f"{why}; or start the table alone, with --alone") from why


def people_of(path: Path) -> Path:
    """Where a table keeps the people that it has from its pit, beside its own file."""
    return path.with_name(f"{path.stem}.pit{path.suffix}")


def first_people(path: Path) -> Path:
    """The same, with the table's own people in it until the pit has been heard. Raises `Fault`."""
    kept = people_of(path)
    if not kept.exists() and path.exists():
        people_file.save(kept, people_file.load(path))
    return kept


class Link:
    """The link of one table to its pit, in the follower's thread. `start()` before use, `close()` after."""

    def __init__(
        self,
        url: str,
        desk: Desk,
        people: People,
        kept: Path,
        lone: LoneTable | None,
        chips: tuple[int, ...],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`kept` is the file of the people; `lone` has what dealers ask."""
        self._url = url
        self._journal = desk.session.journal.path
        self._desk = desk
        self._people = people
        self._kept = kept
        self._lone = lone
        self._chips = chips
        self._clock = clock
        self._store: Store | None = None
        self._bell: Bell | None = None
        self._asked: dict[int, int] = {}
        self._after: int | None = None
        self._shown = (-1, -_SHOW_S)
        self._version, self._looked = 0, -_PEOPLE_S
        self._follower = Follower(desk.session.journal, url, [self._met, self._show, self._words, self._take_people])

    @property
    def standing(self) -> PitStanding:
        """How the table stands with its pit; any thread may ask."""
        now = self._follower.standing
        behind = max(0, self._desk.session.journal.last - now.sent)
        waiting = 0 if self._lone is None else len(self._lone.waiting())
        return PitStanding(now.state, behind, self._follower.since, waiting)

    def start(self) -> None:
        """Begin to follow."""
        self._follower.start()

    def close(self) -> None:
        """Send what is there, and stop."""
        self._follower.close()
        if self._bell is not None:
            self._bell.close()

    def finish(self) -> None:
        """The journal is closed: send what was recorded at the very end."""
        if self._follower.standing.state != "following":
            return
        try:
            with Store(self._url) as store, recorded(self._journal) as journal:
                still = Still(journal)
                send(still, store, meet(still, store))
        except Fault as why:
            log.warning("%s; the pit lacks the last records of this session until it is brought in", why)

    # The follower's thread

    def _met(self, store: Store, shared: Shared) -> None:
        """At the first time with each connection: what an earlier run of the program left open is ended."""
        if store is self._store:
            return
        if self._bell is not None:
            self._bell.close()
        self._store, self._bell = store, None
        self._bell = Bell(store, shared.id, self._clock)
        if self._after is not None:
            return
        left = asking.open_words(store, shared.id)
        for word in left:
            self._tell(store, shared, word.id, Refused(None, "the table was started again since"))
        self._after = max((word.id for word in asking.for_table(store, shared, 0)), default=0)

    def _show(self, store: Store, shared: Shared) -> None:
        published, now = self._desk.published, self._clock()
        if published.version == self._shown[0] or now - self._shown[1] < _SHOW_S:
            return
        view = msgspec.json.decode(published.views["dealer"])
        body = msgspec.json.encode(Shown(view, self._chips, published.running, published.fault))
        asking.show(store, shared, published.version, body)
        self._shown = (published.version, now)

    def _words(self, store: Store, shared: Shared) -> None:
        waiting = {} if self._lone is None else {one.id: one for one in self._lone.waiting()}
        for number, one in waiting.items():
            if number not in self._asked.values():
                name = self._people.find(one.who)
                body = {"what": one.what}
                made = asking.put(
                    store,
                    "asked",
                    shared.id,
                    body,
                    one.who,
                    "" if name is None else name.name,
                    number=self._desk.published.number,
                )
                if made is not None:
                    self._asked[made] = number
        if self._bell is not None and self._bell.rang():
            for word in asking.for_table(store, shared, self._after or 0):
                self._after = word.id
                self._take(store, shared, word)
        for asked, number in list(self._asked.items()):
            if number not in waiting:
                self._tell(store, shared, asked, Refused(None, "it is asked no more"))

    def _take(self, store: Store, shared: Shared, word: Word) -> None:
        """An answer from the pit, or a key that was pressed there."""
        asked = word.id if word.kind == "key" else word.asks
        if asked is None:
            return
        self._tell(store, shared, asked, self._pressed(word, asked))

    def _pressed(self, word: Word, asked: int) -> Outcome | None:
        try:
            if word.kind == "key":
                return self._key(word)
            number = self._asked.get(asked)
            if number is None or self._lone is None:
                return Refused(None, "it is asked no more")
            if word.kind == "agreed" and not self._may_agree(word.who):
                return Refused(None, f"badge {word.who} is no supervisor whom this table knows")
            return self._lone.answer(number, word.who, agreed=word.kind == "agreed")
        except queue.Empty:
            return Refused(None, "the table did not take it in time")

    def _key(self, word: Word) -> Outcome:
        if _age_s(word) > _KEY_S:
            return Refused(None, "it came too late")
        try:
            key = msgspec.convert(asking.checked_key(word.content()), Key)
        except (msgspec.ValidationError, Fault) as why:
            return Refused(None, str(why))
        if key.who != word.who or (key.approved_by and not self._may_agree(key.approved_by)):
            return Refused(None, "whoever pressed or agreed is not known at this table")
        return self._desk.press(key)

    def _may_agree(self, badge: str) -> bool:
        person = self._people.find(badge)
        return person is not None and person.role in SECOND

    def _tell(self, store: Store, shared: Shared, asked: int, became: Outcome | None) -> None:
        body: dict[str, Any]
        match became:
            case Done(number=number):
                body = {"done": number}
            case MovedOn(number=number):
                body = {"moved": number}
            case Refused(clause=clause, why=why):
                body = {"clause": clause, "why": why}
            case None:
                body = {"why": "it is asked no more"}
        asking.put(store, "outcome", shared.id, body, "", "", number=self._desk.published.number, asks=asked)
        self._asked.pop(asked, None)

    def _take_people(self, store: Store, shared: Shared) -> None:
        now = self._clock()
        if now - self._looked < _PEOPLE_S:
            return
        self._looked = now
        found = asking.published_people(store, self._version)
        if found is None:
            return
        try:
            people = msgspec.json.decode(found[1], type=tuple[Entry, ...])
            known = people_file.load_if_there(self._kept)
            if people != known.people:
                people_file.save(self._kept, PeopleFile(known.display or self._people.display, people))
        except (Fault, msgspec.MsgspecError) as why:
            log.warning("the people of the pit can't be taken: %s; those known before stay", why)
        self._version = found[0]


def _age_s(word: Word) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(word.wall)).total_seconds()
