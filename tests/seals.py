"""A table that seals, for tests: its key, its rounds, and every way in which a card could stand in a file."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from dealer_assist import cards, sealing_key, table_file
from dealer_assist.journal import Journal, Record, Stamp
from dealer_assist.sealing import Seals
from dealer_assist.sealing_key import SealKey
from dealer_assist.session import Session
from dealer_assist.sighting import Sighting
from dealer_assist.table import Done, Key, Table

STAMP = Stamp("Bench", "boot", "house", "0")
WALL = "2026-01-01T00:00:00+00:00"


class SealedBench:
    """A table of `game` whose journal seals; its shoe says what the test lets it say."""

    def __init__(self, folder: Path, game: str = "triple", key: SealKey | None = None) -> None:
        self.path = folder / "journal.sqlite"
        seats = "seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 1000 }]"
        if game == "exchange_blackjack":
            seats = 'accounts = [{ account = "A", chips = "1000.00" }, { account = "B", chips = "1000.00" }]'
        text = f'name = "Bench"\ngame = "{game}"\n{seats}\n[shoe]\nport = "none"\nprotocol = "cobs_crc16"\n'
        (folder / "table.toml").write_text(text)
        self.file = table_file.load(folder / "table.toml")
        self.opened = False
        self.key = key or sealing_key.throwaway("Bench")
        self._once, self._at, self._sequence = itertools.count(1), itertools.count(1), itertools.count(1)
        self.open()

    def open(self) -> None:
        """Open the table on its journal, new or as it was left."""
        journal = Journal(self.path, STAMP, Seals(self.key))
        try:
            self.session = Session(self.file, None, journal, lambda: WALL)
        except Exception:
            journal.close()
            raise
        self.table = Table(self.file, self.session)
        self.opened = True

    def close(self) -> None:
        """The table closes."""
        self.session.close(next(self._at))
        self.stop()

    def stop(self) -> None:
        """The program ends."""
        if self.opened:
            self.opened = False
            self.session.journal.close()

    def press(self, **key: Any) -> None:
        """A key that must be taken."""
        made = Key(**{"seen": self.session.number, "once": f"key-{next(self._once)}", **key})
        outcome = self.table.key(next(self._at), made)
        assert isinstance(outcome, Done), outcome

    def bets(self) -> None:
        """Both seats bet ten points."""
        for seat in (1, 2):
            self.press(do="step", step={"bet": seat, "unit": 10})

    def shoe(self, *texts: str) -> None:
        """Cards out of the shoe."""
        for text in texts:
            self.table.shoe(next(self._at), Sighting(0, "card", cards.parse(text), sequence=next(self._sequence)))

    def say_burn(self, card: str | None) -> None:
        """The shoe burns a card."""
        burned = None if card is None else cards.parse(card)
        self.table.shoe(next(self._at), Sighting(0, "burn", burned, sequence=next(self._sequence)))

    def records(self, kind: str) -> list[Record]:
        """The records of a kind, opened by the key."""
        return [record for record in self.session.journal.records() if record.kind == kind]
