"""A table for tests: a real journal, steps in a short notation, devices that say what the test lets them say."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dealer_assist import cards, table_file
from dealer_assist.game import Refused
from dealer_assist.journal import Journal, Stamp
from dealer_assist.session import Session
from dealer_assist.sighting import Fill, Look, Quad, SeenCard, Sighting
from dealer_assist.table import Done, Key, MovedOn, Table
from dealer_assist.table_view import view

SHOE = '[shoe]\nport = "none"\nprotocol = "cobs_crc16"\n'
CAMERA = """
[camera]
source = "none"
[layout]
size = [400, 400]
[layout.boxes]
seat1 = [[0, 0], [100, 0], [100, 100], [0, 100]]
seat2 = [[100, 0], [200, 0], [200, 100], [100, 100]]
dealer = [[0, 200], [100, 200], [100, 300], [0, 300]]
"""
MIDDLE = {
    "seat1": (50.0, 50.0),
    "seat2": (150.0, 50.0),
    "seat3": (250.0, 50.0),
    "dealer": (50.0, 250.0),
    "board": (250.0, 250.0),
    "burn": (350.0, 150.0),
    "shoe": (350.0, 50.0),
    "nowhere": (390.0, 390.0),
}


class Bench:
    """A table with what a test does to it: of Triple, with two seats of 1000 and 500 chips, unless told otherwise."""

    def __init__(
        self, folder: Path, devices: str = "", game: str = "triple", chips: tuple[int, ...] = (1000, 500)
    ) -> None:
        self.folder = folder
        path = folder / "table.toml"
        seats = ", ".join(f"{{ seat = {number}, chips = {held} }}" for number, held in enumerate(chips, 1))
        path.write_text(f'name = "Bench"\ngame = "{game}"\nseats = [{seats}]\n{devices}')
        self.file = table_file.load(path)
        self._once = itertools.count(1)
        self._at = itertools.count(1)
        self.sequence = itertools.count(1)
        self.open()

    def open(self) -> None:
        """Open the table on its journal, new or as it was left."""
        journal = Journal(self.folder / "journal.sqlite", Stamp("Bench", "boot", "house", "0"))
        self.session = Session(self.file, None, journal, lambda: "2026-01-01T00:00:00+00:00")
        self.table = Table(self.file, self.session)

    def reopen(self) -> None:
        """Stop and start again."""
        self.session.journal.close()
        self.open()
        self.table.resume(next(self._at))

    def press(self, **key: Any) -> Done | MovedOn | Refused:
        """A key, with what the screen shows now unless the test says otherwise."""
        key = {"seen": self.session.number, "once": f"k{next(self._once)}", **key}
        return self.table.key(next(self._at), Key(**key))

    def step(self, **step: Any) -> Done | MovedOn | Refused:
        """A step that the dealer keys."""
        return self.press(do="step", step=step)

    def bets(self, *units: int) -> None:
        """Bets of seats 1, 2 …"""
        for seat, unit in enumerate(units, 1):
            assert isinstance(self.step(bet=seat, unit=unit), Done)

    def shoe(self, *texts: str) -> None:
        """Cards out of the shoe, each message with the next number."""
        for text in texts:
            self.say(Sighting(0, "card", cards.parse(text), sequence=next(self.sequence)))

    def say(self, sighting: Sighting) -> None:
        """One sighting of the shoe."""
        self.table.shoe(next(self._at), sighting)

    def link(self, up: bool, device: Any = "shoe") -> None:
        """A link comes or goes."""
        self.table.link(next(self._at), device, up, "" if up else "pulled")

    def look(self, felt: dict[str, Sequence[str]], times: int = 1, fills: Sequence[Fill] = ()) -> None:
        """What the camera sees, `times` looks in a row; `"?"` is a card that it can't read."""
        seen = tuple(
            SeenCard(None if text == "?" else cards.parse(text), _around(MIDDLE[box]), 0.9)
            for box, texts in felt.items()
            for text in texts
        )
        for _ in range(times):
            self.table.camera(next(self._at), Look(seen, 1.0, fills=tuple(fills)))

    @property
    def view(self) -> dict[str, Any]:
        """The dealer's view."""
        return view(self.table, "dealer")

    @property
    def finding(self) -> dict[str, Any]:
        """The finding that stops the table."""
        found = self.view["finding"]
        assert found is not None, "no finding stops the table"
        return dict(found)

    def answer(self, remedy: str, **more: Any) -> Done | MovedOn | Refused:
        """Answer the finding that stops the table."""
        return self.press(do="answer", finding=self.finding["number"], remedy=remedy, **more)

    def chips(self) -> dict[int, int]:
        """Chips by seat."""
        return {seat["seat"]: seat["chips"] for seat in self.view["state"]["seats"]}

    def kinds(self) -> list[str]:
        """The kinds of all records."""
        return [record.kind for record in self.session.journal.records()]


def _around(middle: tuple[float, float]) -> Quad:
    x, y = middle
    return (x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5)
