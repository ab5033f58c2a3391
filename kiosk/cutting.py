"""Which pictures a running table keeps: what was looked at last when a finding came, and when a round was closed."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from dealer_assist import evidence
from dealer_assist.beside import Aside
from dealer_assist.evidence import Picture
from dealer_assist.table import Table
from hardware.evidence import Cutter, Wanted
from kiosk.rig import Item, Saw


class Put(Protocol):
    """Takes what is to be recorded beside the game."""

    def __call__(self, aside: Aside, /) -> None:
        """Take it; never waits."""


class Cutting:
    """Follows a table on its owner's thread; the cutting itself is done elsewhere."""

    def __init__(self, folder: Path, film: Path, table: Table, put: Put) -> None:
        self._put = put
        self._cutter = Cutter(folder, film, self._kept)
        self._seen: tuple[int, Saw] | None = None
        self._round = table.session.round
        self._finding = max(table.session.findings, default=0)

    def start(self) -> None:
        """Begin to cut."""
        self._cutter.start()

    def close(self) -> None:
        """Cut what is waiting, then stop."""
        self._cutter.close()

    def after(self, at: int, item: Item, table: Table) -> None:
        """The table has taken `item` at `at` nanoseconds since the session began."""
        session = table.session
        if isinstance(item, Saw):
            self._seen = (at, item)
        for number in session.findings:
            if number > self._finding:
                self._finding = number
                self._want(number, session.round, "finding")
        if session.round != self._round:
            # The record before that of the new round is the one that closed the old.
            self._want(session.since - 1, self._round, "round")
            self._round = session.round

    def _want(self, of: int, round_number: int, why: evidence.Why) -> None:
        if self._seen is not None:
            at, saw = self._seen
            self._cutter.want(Wanted(of, round_number, why, saw.frame, at, saw.shot))

    def _kept(self, wanted: Wanted, picture: Picture) -> None:
        self._put(Aside(evidence.KIND, evidence.body(picture), round=wanted.round))
