"""The pit's tiles as they are now, and the stream that keeps the pages up to date."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, Protocol

import msgspec
from flask import Response, request

from dealer_assist.faults import Fault
from dealer_assist.pit.questions import OpenFinding
from dealer_assist.pit.records import now_ms
from kiosk import languages
from kiosk.feed import MOST_BEHIND
from kiosk.pit_tables import Tables, Tile, Waiting
from kiosk.pit_words import amount, day_and_time, finding_title, part, state_word
from kiosk.words import count, many, say, text

JSON = dict[str, Any]
#: The pace and the hold of a table are counted again after so many seconds.
_COUNTED_S: Final = 5.0
#: A view is made anew after so many seconds though no table has changed: the index may come a moment after a table.
_KEPT_S: Final = 1.0
#: Seconds between two views at least: a pit of many tables never rests.
_APART_S: Final = 0.3
_DAY_MS: Final = 24 * 3_600_000
PACE: Final = many("1 round an hour", "{number} rounds an hour")
HOLD: Final = text("holds {amount} ({part})")
AGED: Final = text("{finding}, round {round}, since {time}")


class Slots(Protocol):
    """How many streams there may be; what the table's own feed counts too."""

    def acquire(self, blocking: bool = True) -> bool:
        """Take a place; False if none is free and `blocking` is not asked for."""

    def release(self) -> None:
        """Give a place back."""


class Live:
    """The tiles with their words, for pages and streams."""

    def __init__(self, tables: Tables, slots: Slots, beat: float, name: Callable[[str], str]) -> None:
        """`name` gives the name of whoever has a badge."""
        self.tables = tables
        self._slots = slots
        self._beat = beat
        self._name = name
        self._lock = threading.Lock()
        self._counted: dict[str, tuple[float, int, int, int]] = {}
        self._shown: dict[str, tuple[int, float, JSON]] = {}
        #: Changes with every start of the program: a page of an earlier one loads itself again.
        self.boot = secrets.token_hex(8)

    def view(self) -> JSON:
        """What the pit's page shows: tiles, those with the oldest open finding first, then those that call the floor,
        and what waits for agreement.

        Made once for all pages of a language, as long as nothing changes; what is counted is counted anew in between.
        """
        language, version, now = languages.language(), self.tables.version(), time.monotonic()
        with self._lock:
            known = self._shown.get(language)
        if known is None or known[0] != version or now - known[1] >= _KEPT_S:
            known = (version, now, self._view(version))
            with self._lock:
                self._shown[language] = known
        return {**known[2], "now": now_ms()}

    def _view(self, version: int) -> JSON:
        tiles = self.tables.tiles()
        findings, why = self._findings([(tile.table, tile.session) for tile in tiles])
        shown = [self._tile(tile, findings.get(tile.table, [])) for tile in tiles]
        shown.sort(key=_urgency)
        waiting = [self._waiting(asked) for asked in self.tables.waiting()]
        return {"number": version, "why": why, "tiles": shown, "waiting": waiting}

    def open(self, ended: Callable[[], str | None]) -> Response | None:
        """A stream of views; None if every place is taken."""
        if not self._slots.acquire(blocking=False):
            return None
        backlog = request.environ.get("kiosk.backlog", lambda: 0)
        response = Response(self._events(backlog, ended, languages.language()), mimetype="text/event-stream")
        response.call_on_close(self._slots.release)
        return response

    def _events(self, backlog: Callable[[], int], ended: Callable[[], str | None], language: str) -> Iterator[bytes]:
        yield b"retry: 1000\n\n"
        yield _event("hello", self.boot)
        sent: JSON = {}
        while backlog() < MOST_BEHIND:
            with languages.spoken(language):
                why = ended()
                view = self.view() if why is None else {}
            if why is not None:
                yield _event("ended", {"why": why})
                return
            if view != sent | {"now": view["now"]}:
                sent = view
                yield _event("view", view, view["number"])
            yield _event("beat", None)
            time.sleep(_APART_S)
            self.tables.wait(view["number"], max(0.0, self._beat - _APART_S))

    def _findings(self, sessions: list[tuple[str, str]]) -> tuple[dict[str, list[OpenFinding]], str]:
        """Open findings of these sessions by table, the oldest first.

        An index that can't be asked is said, and hides no table.
        """
        by_table: dict[str, list[OpenFinding]] = {}
        try:
            self.tables.catch_up()
            for finding in self.tables.questions.open_findings(sessions=sessions):
                by_table.setdefault(finding.table, []).append(finding)
        except Fault as fault:
            return {}, str(fault)
        return by_table, ""

    def _tile(self, tile: Tile, findings: list[OpenFinding]) -> JSON:
        pace, staked, hold = self._sums(tile.table)
        return {
            "table": tile.table,
            "session": tile.session,
            "number": tile.number,
            "game": tile.game,
            "round": tile.round,
            "title": tile.title,
            "prompt": tile.prompt,
            "called": tile.called,
            "state": tile.state,
            "word": state_word(tile.state),
            "links": [{"name": link.name, "word": link.word, "state": link.state} for link in tile.links],
            "fault": tile.fault,
            "findings": [_aged(finding) for finding in findings],
            "pace": count(PACE, pace),
            "hold": say(HOLD, amount=amount(hold), part=part(_part(hold, staked))),
        }

    def _waiting(self, asked: Waiting) -> JSON:
        said = {"who": self._name(asked.who), "at": day_and_time(asked.since)}
        return {"id": asked.id, "table": asked.table, "what": asked.what, "since": asked.since, **said}

    def _sums(self, table: str) -> tuple[int, int, int]:
        """Rounds an hour, staked and held of the last day; counted anew every few seconds."""
        now = time.monotonic()
        with self._lock:
            known = self._counted.get(table)
        if known is not None and now - known[0] < _COUNTED_S:
            return known[1:]
        try:
            questions, at = self.tables.questions, now_ms()
            sums = (questions.rounds_an_hour(table, at), *questions.hold(table, at - _DAY_MS))
        except Fault:
            return (0, 0, 0)
        with self._lock:
            self._counted[table] = (now, *sums)
        return sums


def _urgency(tile: JSON) -> tuple[int, bool, str]:
    """The oldest open finding first, then who calls the floor, then by name."""
    return (tile["findings"][0]["since"] if tile["findings"] else 1 << 62, not tile["called"], tile["table"])


def _aged(finding: OpenFinding) -> JSON:
    title = finding_title(finding.kind)
    said = say(AGED, finding=title, round=finding.round, time=day_and_time(finding.raised))
    return {"number": finding.number, "title": title, "said": said, "since": finding.raised, "round": finding.round}


def _part(hold: int, staked: int) -> Fraction:
    return Fraction(hold, staked) if staked else Fraction(0)


def _event(kind: str, data: object, number: int | None = None) -> bytes:
    head = f"event: {kind}\n" if number is None else f"event: {kind}\nid: {number}\n"
    return b"%bdata: %b\n\n" % (head.encode(), msgspec.json.encode(data))
