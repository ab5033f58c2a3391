"""The live feed of a page: server-sent events with the journal's number as id.

On connecting a page gets the whole view, then each newer one; between them a beat, so that the page can say
that it is stale when none comes. A view is complete in itself, so a page that missed some needs no replay.
"""

from __future__ import annotations

import secrets
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from flask import Response, request

from dealer_assist.game import Viewer
from dealer_assist.pit.records import now_ms
from kiosk import languages, pit_standing
from kiosk.desk import Desk, Published
from kiosk.server import THREADS
from kiosk.spoken import Speaker
from kiosk.words import say, text

JSON = dict[str, Any]
#: What a page is shown; None: nothing any more.
Show = Callable[[Published], bytes | None]
CLOSED: Final = text("This account is closed. The dealer opens another one.")

#: How many pages may be open at once; the threads left over answer keys.
STREAMS: Final = THREADS - 4
#: How many of them are kept from the players' displays and terminals, so that the table's own pages always find one,
#: and how many one person's pages may take.
OF_THE_TABLE: Final = 6
OF_ONE: Final = 6
#: Seconds between two beats.
BEAT: Final = 2.0
#: The same while a recording plays, whose position the page shows.
_PLAYING: Final = 0.5
#: Bytes that a page may be behind before it is dropped: it comes back by itself and gets the newest view.
MOST_BEHIND: Final = 256 * 1024


class Feed:
    """What the screens of one desk are shown, with its words; safe to be used from many threads."""

    def __init__(self, desk: Desk, speaker: Speaker, streams: int, beat: float) -> None:
        self._desk = desk
        self._speaker = speaker
        self._beat = beat
        self._free = threading.BoundedSemaphore(streams)
        #: The places of all streams: the pit's pages take theirs from them too.
        self.slots = self._free
        self._free_for_players = threading.BoundedSemaphore(max(1, streams - OF_THE_TABLE))
        self._of_people: defaultdict[str, threading.BoundedSemaphore] = defaultdict(
            lambda: threading.BoundedSemaphore(OF_ONE)
        )
        self._spoken: dict[tuple[str, str], tuple[int, bytes]] = {}
        #: Changes with every start of the program: a page of an earlier one loads itself again.
        self.boot = secrets.token_hex(8)

    @property
    def table(self) -> str:
        """The table's name: what a page shows before its stream has told it anything."""
        raw = self._desk.published.views.get("display")
        return "" if raw is None else str(msgspec.json.decode(raw)["table"])

    def view(self, viewer: Viewer, published: Published) -> bytes:
        """The view with its words, as JSON on one line."""
        raw = published.views[viewer]
        return self._said(viewer, published, raw, lambda shown: self._speaker.view(shown, viewer, published.fault))

    def account(self, account: str, published: Published) -> bytes | None:
        """The same for the terminal of an account; None if there is no such account any more."""
        raw = published.accounts.get(account)
        if raw is None:
            return None
        return self._said(
            f"account {account}", published, raw, lambda shown: self._speaker.account(shown, published.fault)
        )

    def _said(self, name: str, published: Published, raw: bytes, say: Callable[[JSON], JSON]) -> bytes:
        key = (languages.language(), name)
        version, spoken = self._spoken.get(key, (-1, b""))
        if version != published.version:
            spoken = msgspec.json.encode(say(msgspec.json.decode(raw)))
            self._spoken[key] = (published.version, spoken)
        left = self._desk.closes_in_ms(published)
        # What is left of the betting time is another at each sending.
        return spoken if left is None else b'%b,"closes_in_ms":%d}' % (spoken[:-1], left)

    def open_display(self) -> Response | None:
        """A stream for a players' display; None if every place for these is taken."""
        return self._of(
            self._free_for_players,
            lambda: self._open(lambda published: self.view("display", published), lambda running: None, False),
        )

    def open_dealer(self, badge: str, ended: Callable[[bool], str | None]) -> Response | None:
        """A stream for the dealer's page that `badge` has open; None if every one is taken, or theirs.

        `ended` is asked with every beat, and told whether a round runs: why the stream has to end, or None.
        """
        return self._of(
            self._of_people[badge], lambda: self._open(lambda published: self.view("dealer", published), ended, True)
        )

    def open_account(self, account: str, ended: Callable[[bool], str | None]) -> Response | None:
        """The same for the terminal of an account."""
        return self._of(
            self._free_for_players, lambda: self._open(lambda published: self.account(account, published), ended, False)
        )

    def _of(self, places: threading.BoundedSemaphore, opened: Callable[[], Response | None]) -> Response | None:
        """A stream that takes one of `places` besides its own; None if there is none."""
        if not places.acquire(blocking=False):
            return None
        response = opened()
        if response is None:
            places.release()
        else:
            response.call_on_close(places.release)
        return response

    def _open(self, show: Show, ended: Callable[[bool], str | None], controls: bool) -> Response | None:
        if not self._free.acquire(blocking=False):
            return None
        backlog = request.environ.get("kiosk.backlog", lambda: 0)
        # The stream outlives its request, and goes on in the language of its page.
        chosen = languages.language()
        spoken, closed = languages.spoken, say(CLOSED)

        def shown(published: Published) -> bytes | None:
            with spoken(chosen):
                return show(published)

        def why_ended(running: bool) -> str | None:
            with spoken(chosen):
                return ended(running)

        def mark() -> JSON | None:
            with spoken(chosen):
                return pit_standing.mark(self._desk.pit(), now_ms())

        events = self._events(shown, backlog, why_ended, mark, controls, closed)
        response = Response(events, mimetype="text/event-stream")
        response.call_on_close(self._free.release)
        return response

    def playing(self) -> JSON | None:
        """The state of the recording that plays, if one does."""
        playing = self._desk.playing()
        return None if playing is None else msgspec.to_builtins(playing)

    def _events(
        self,
        show: Show,
        backlog: Callable[[], int],
        ended: Callable[[bool], str | None],
        mark: Callable[[], JSON | None],
        controls: bool,
        closed: str,
    ) -> Iterator[bytes]:
        published = self._desk.published
        pit: JSON | None = None
        yield b"retry: 1000\n\n"
        yield _event("hello", self.boot)
        shown = show(published)
        if shown is not None:
            yield _event("view", shown, published.number)
        while backlog() < MOST_BEHIND:
            why = ended(published.running) if shown is not None else closed
            if why is not None:
                yield _event("ended", {"why": why})
                return
            playing = self.playing() if controls else None
            if controls and (now := mark()) != pit:
                pit = now
                yield _event("pit", pit)
            yield _event("beat", playing)
            newer = self._desk.wait(published.version, self._beat if playing is None else min(self._beat, _PLAYING))
            if newer.version > published.version:
                published, shown = newer, show(newer)
                if shown is not None:
                    yield _event("view", shown, published.number)


def _event(kind: str, data: object, number: int | None = None) -> bytes:
    body = data if isinstance(data, bytes) else msgspec.json.encode(data)
    head = f"event: {kind}\n" if number is None else f"event: {kind}\nid: {number}\n"
    return b"%bdata: %b\n\n" % (head.encode(), body)
