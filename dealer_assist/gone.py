"""Which cards have left the shoe before the round on the table, as far as the record knows (X6.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer_assist import cards
from dealer_assist.cards import Card
from dealer_assist.journal import Record

JSON = dict[str, Any]
_SEEN = frozenset({"burn", "card_outside"})


class Gone:
    """Reads records as they come. A new shoe begins when a person says so, and with the round after the cut card."""

    def __init__(self) -> None:
        #: The number of the last record that was read.
        self.number = 0
        self._gone: list[str] = []
        self._round: list[str | None] = []
        self._aside: list[str] = []
        self._found: dict[int, str] = {}
        self._is_cut = False

    def read(self, records: Iterable[Record]) -> tuple[Card, ...]:
        """Take the next records; the cards that have left the shoe before the round that runs now."""
        for record in records:
            self.number = record.number
            self._take(record.kind, record.number, record.content())
        return tuple(cards.parse(card) for card in self._gone)

    def _take(self, kind: str, number: int, body: JSON) -> None:
        match kind:
            case "round":
                self._turn()
            case "step":
                self._round.append(body["step"].get("card"))
            case "amend":
                self._round[body["step"]] = body["becomes"].get("card")
            case "finding" if "card" in body["facts"]:
                self._found[number] = body["facts"]["card"]
            case "answer" if body["remedy"] == "burned":
                self._aside += [self._found[body["finding"]]] if body["finding"] in self._found else []
            case "cut":
                self._is_cut = True
            case "new_shoe":
                self._gone, self._aside, self._is_cut = [], [], False
            case _ if kind in _SEEN and body["card"] is not None:
                self._aside.append(body["card"])

    def _turn(self) -> None:
        """Another round begins: what the last one used lies in the discard tray."""
        used = [card for card in self._round if card is not None and card != "??"]
        self._gone = [] if self._is_cut else [*self._gone, *used, *self._aside]
        self._round, self._aside, self._is_cut = [], [], False
