"""A table of Exchange Blackjack for tests: a real journal, a clock that the test turns, steps in short notation."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from dealer_assist import account_view, table_file
from dealer_assist.game import Refused, Viewer
from dealer_assist.journal import Journal, Stamp
from dealer_assist.market import OrderIn
from dealer_assist.session import Session
from dealer_assist.table import Done, Key, MovedOn, Table
from dealer_assist.table_view import view
from kiosk.rig import Heard, Item, Linked, Pressed, Rig, Ticked
from tests.clauses.exchange import steps

JSON = dict[str, Any]
SECOND = 1_000_000_000
SHOE = '[shoe]\nport = "none"\nprotocol = "ascii_line"\n'


class Market:
    """A table with two accounts, A with 1000.00 and B with 500.00 chips, unless told otherwise."""

    def __init__(
        self, folder: Path, devices: str = "", accounts: dict[str, str] | None = None, house: Path | None = None
    ) -> None:
        self.folder, self.house = folder, house
        held = accounts or {"A": "1000.00", "B": "500.00"}
        parties = ", ".join(f'{{ account = "{name}", chips = "{chips}" }}' for name, chips in held.items())
        rules = "" if house is None else f'house = "{house.name}"\n'
        path = folder / "table.toml"
        path.write_text(f'name = "Market"\ngame = "exchange_blackjack"\naccounts = [{parties}]\n{rules}{devices}')
        self.file = table_file.load(path)
        self.now = 0
        self._n = itertools.count(1)
        self.open()

    def open(self) -> None:
        """Open the table on its journal, new or as it was left."""
        journal = Journal(self.folder / "journal.sqlite", Stamp("Market", "boot", "house", "0"))
        self.session = Session(self.file, self.house, journal, lambda: "2026-01-01T00:00:00+00:00")
        self.rig = Rig(Table(self.file, self.session))

    def take(self, item: Item) -> Any:
        """One input, a thousandth of a second after the last."""
        self.now += SECOND // 1000
        return self.rig.take(next(self._n), self.now, item)

    def wait(self, seconds: float) -> None:
        """Time goes by; what was to close by then has closed."""
        until = self.now + round(seconds * SECOND)
        while (closes := self.rig.table.time.closes) is not None and closes <= until:
            self.now = max(self.now, closes)
            self.rig.take(next(self._n), self.now, Ticked())
        self.now = until

    def press(self, **key: Any) -> Done | MovedOn | Refused:
        """A key, with what the screen shows now unless the test says otherwise."""
        outcome = self.take(Pressed(Key(**{"seen": self.session.number, "once": f"key-{next(self._n):06}", **key})))
        assert isinstance(outcome, Done | MovedOn | Refused)
        return outcome

    def order(self, text: str, **key: Any) -> Done | MovedOn | Refused:
        """`A back player1 3.5 10`, as a screen sends it."""
        account, side, selection, odds, stake = text.split()
        return self.press(do="order", order=OrderIn(account, selection, side, odds, stake), **key)

    def play(self, text: str) -> None:
        """Steps in the notation of the clause tests, all of which must be taken. Orders are named by the table."""
        for step in steps(text):
            if "order" in step:
                step.pop("order")
                outcome = self.press(do="order", order=OrderIn(**step))
            elif "cancel" in step:
                outcome = self.press(do="order", cancel=step["cancel"])
            else:
                outcome = self.press(do="step", step=step)
            assert isinstance(outcome, Done), (step, outcome)

    def shoe(self, text: str) -> None:
        """Cards out of the shoe."""
        for card in text.split():
            self.take(Heard(f"CARD {card}\r\n".encode()))

    def plug(self) -> None:
        """Put in the shoe's cable."""
        self.take(Linked("shoe", True))

    def view(self, viewer: Viewer = "dealer") -> JSON:
        """What the screens of that audience are shown."""
        return view(self.rig.table, viewer)

    def own(self, account: str) -> JSON:
        """What the terminal of an account shows of its own."""
        own: JSON = account_view.views(self.rig.table)[account]["own"]
        return own

    def free(self) -> dict[str, str]:
        """Free chips by account."""
        return {row["account"]: row["free"] for row in self.view()["state"]["accounts"]}

    def selection(self, name: str) -> JSON:
        """A selection as everybody sees it."""
        return next(row for row in self.view("display")["state"]["selections"] if row["selection"] == name)

    def kinds(self) -> list[str]:
        """The kinds of all records."""
        return [record.kind for record in self.session.journal.records()]
