"""Who is signed in at which screen: kept here on the server, named to the browser by a cookie's random word.

A visit ends when nobody has touched its screen for half an hour, when its person signs out, is removed or gets
another role or PIN, and when the table closes. While a round runs, a dealer's open page keeps it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from dealer_assist.beside import Aside
from kiosk.people import People, Person
from kiosk.words import ENDED, say

#: Seconds without a touch after which a visit ends.
IDLE_S: Final = 1800.0
#: Visits at once, and ended ones whose reason is remembered. The oldest go.
_MOST: Final = 256
#: Visits of one person at once: theirs must not end those of others.
_MOST_OF_ONE: Final = 32


class _Visit:
    """One person at one browser; `seal` tells whether they are still whom they were when they came."""

    def __init__(self, badge: str, seal: str, now: float) -> None:
        self.badge = badge
        self.seal = seal
        self.last = now


class Visits:
    """All who are signed in. Safe to be used from many threads. `clock` gives seconds and never goes back."""

    def __init__(self, people: People, *, idle_s: float = IDLE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._people = people
        self._idle_s = idle_s
        self._clock = clock
        self._lock = threading.Lock()
        self._visits: OrderedDict[str, _Visit] = OrderedDict()
        self._ended: OrderedDict[str, str] = OrderedDict()
        #: Is told who came and who went, to be recorded. Must not wait for anything.
        self.told: Callable[[Aside], None] = lambda aside: None

    def begin(self, person: Person) -> str:
        """The word of a new visit."""
        word = secrets.token_urlsafe(24)
        with self._lock:
            self._visits[word] = _Visit(person.badge, self._people.seal(person.badge), self._clock())
            own = [other for other, visit in self._visits.items() if visit.badge == person.badge]
            for other in (*own[:-_MOST_OF_ONE], *list(self._visits)[:-_MOST]):
                self._end(other, "many")
            self.told(Aside("sign_in", {"role": person.role}, person.badge))
        return word

    def who(self, word: str, *, touched: bool = True) -> Person | None:
        """Whose visit it is; None if it has ended or never was. A request that a person made keeps it alive."""
        with self._lock:
            visit = self._living(word)
            if visit is None:
                return None
            if touched:
                visit.last = self._clock()
                self._visits.move_to_end(word)
            return self._people.find(visit.badge)

    def ended(self, word: str, running: bool) -> str | None:
        """Why the visit has ended, None while it has not: asked by its open page, which keeps it while a round runs."""
        return None if self.who(word, touched=running) is not None else self.why(word)

    def why(self, word: str) -> str:
        """What to tell whoever comes with the word of a visit that is no more, or with none."""
        with self._lock:
            reason = self._ended.get(word, "gone" if word else "none")
        return say(ENDED[reason], minutes=round(self._idle_s / 60))

    def end(self, word: str) -> None:
        """The person signs out."""
        with self._lock:
            self._end(word, "out")

    def close(self) -> None:
        """The table closes: everybody is signed out."""
        with self._lock:
            for word in list(self._visits):
                self._end(word, "closed")

    def _living(self, word: str) -> _Visit | None:
        visit = self._visits.get(word)
        if visit is None:
            return None
        if self._clock() - visit.last > self._idle_s:
            self._end(word, "idle")
            return None
        if self._people.seal(visit.badge) != visit.seal:
            self._end(word, "changed")
            return None
        return visit

    def _end(self, word: str, reason: str) -> None:
        visit = self._visits.pop(word, None)
        if visit is not None:
            self.told(Aside("sign_out", {"reason": reason}, visit.badge))
            self._ended[word] = reason
            while len(self._ended) > _MOST:
                self._ended.popitem(last=False)
