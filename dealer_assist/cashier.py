"""Between the players' banks and a table (O2): what was bought in and what was taken away, told by the record.

Every slip follows from what the journal holds: who sat down, bought in or left, and how each hand ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from dealer_assist.changes import JSON
from dealer_assist.game import Change, Refused
from dealer_assist.games import catalogue
from dealer_assist.record import Record


class Terms(Protocol):
    """On which terms points become chips: `rate` chips a point, `most` points to buy in with (0: all)."""

    @property
    def rate(self) -> int:
        """Chips for one point (O2.1)."""

    @property
    def most(self) -> int:
        """The most points to buy in with; 0 where there is no bound (O2.1)."""


class Worth(Protocol):
    """What a seat would take to the bank, in points: for chips, as bonus, less what is owed."""

    @property
    def points(self) -> int:
        """Points for the chips, a part of one rounded as the house says (O2.2)."""

    @property
    def bonus(self) -> int:
        """Points paid on top of them."""

    @property
    def owed(self) -> int:
        """Points that are owed to the bank."""

    @property
    def total(self) -> int:
        """What the bank pays out in the end, in points."""


@runtime_checkable
class Banked(Protocol):
    """What a game gives whose chips are bought with the points of a bank; `bank` is None where it is played without."""

    @property
    def bank(self) -> Terms | None:
        """The bank's terms; None where chips are not bought with points."""

    def worth(self, seat: Mapping[str, Any]) -> Worth:
        """What `seat`, as `seats` of a round script has it, would take to the bank now."""

    def kept(self, parties: Sequence[Mapping[str, Any]], settled: Mapping[str, Any]) -> list[JSON]:
        """Every seat as a settled round left it, those too that are gone by it."""

    def change(self, parties: Sequence[Mapping[str, Any]], change: Change) -> list[JSON] | Refused:
        """The seats after `change`, or why the rules do not allow it."""


class Slip(msgspec.Struct, frozen=True):
    """One way between bank and table: `record` and `round` say when, `chips` what crossed the table.

    `total` is what the bank changes by: below 0 for points that became chips. `points`, `bonus` and `owed` are points.
    """

    record: int
    round: int
    seat: int
    why: Literal["opened", "sit", "buy_in", "leave", "bankrupt", "sent"]
    chips: int
    points: int
    total: int
    bonus: int = 0
    owed: int = 0


class Cashier:
    """The slips of a session, from its records one after another. `house` is its house file."""

    def __init__(self, house: Path | None) -> None:
        self.slips: list[Slip] = []
        #: The seats as the running round began with them.
        self.seats: list[JSON] = []
        #: The number of the last record that was read.
        self.last = 0
        self._house = house
        self._game: Banked | None = None
        self._settled: JSON | None = None
        self._waiting: list[Change] = []

    def read(self, record: Record) -> None:
        """One more record, in the order of the journal."""
        self.last = record.number
        match record.kind:
            case "stay":
                self._waiting.append(msgspec.convert(record.content(), Change))
            case "paid":
                self._settled = record.content()
            case "round":
                self._begins(record)

    def worth(self, seat: int, chips: int | None = None) -> Worth | None:
        """What a seat would take to the bank with `chips`, else with what it began the round with."""
        party = next((party for party in self.seats if party["seat"] == seat), None)
        if self._game is None or self._game.bank is None or party is None:
            return None
        return self._game.worth(party if chips is None else {**party, "chips": chips})

    @property
    def terms(self) -> Terms | None:
        """On which terms points become chips here; None where they do not."""
        return None if self._game is None else self._game.bank

    def _begins(self, record: Record) -> None:
        header = record.content()
        game = catalogue.open_round(header, self._house)
        if isinstance(game, Banked) and game.bank is not None:
            if self._game is None:
                for party in header["seats"]:
                    self._bought(record, party["seat"], "opened", party["chips"], game.bank)
            else:
                self._goes_on(record, self._game)
            self._game = game
        self.seats = header.get("seats", [])
        self._settled, self._waiting = None, []

    def _goes_on(self, record: Record, game: Banked) -> None:
        """From the seats of the round before to those of this one."""
        seats = self.seats
        if self._settled is not None:
            rows = {row["seat"]: row for row in self._settled["seats"]}
            after = game.kept(seats, self._settled)
            gone = {party["seat"]: _gone(party, rows[party["seat"]]) for party in after}
            for party in after:
                if why := gone[party["seat"]]:
                    self._left(record, party, why, game)
            seats = [party for party in after if gone[party["seat"]] is None]
        for change in self._waiting:
            made = game.change(seats, change)
            if not isinstance(made, Refused):
                self._changed(record, seats, made, change, game)
                seats = made

    def _changed(
        self, record: Record, before: Sequence[JSON], after: Sequence[JSON], change: Change, game: Banked
    ) -> None:
        was = next((party for party in before if party["seat"] == change.who), None)
        now = next((party for party in after if party["seat"] == change.who), None)
        if now is None and was is not None:
            self._left(record, was, "leave", game)
        elif now is not None and change.do != "leave" and game.bank is not None:
            brought = now["chips"] - (0 if was is None else was["chips"])
            self._bought(record, now["seat"], change.do, brought, game.bank)

    def _bought(
        self, record: Record, seat: int, why: Literal["opened", "sit", "buy_in"], chips: int, terms: Terms
    ) -> None:
        points = -(-chips // terms.rate)
        self.slips.append(Slip(record.number, record.round, seat, why, chips, points, -points))

    def _left(self, record: Record, party: JSON, why: Literal["leave", "bankrupt", "sent"], game: Banked) -> None:
        worth = game.worth(party)
        chips = party["chips"]
        slip = Slip(
            record.number, record.round, party["seat"], why, chips, worth.points, worth.total, worth.bonus, worth.owed
        )
        self.slips.append(slip)


def _gone(party: JSON, row: JSON) -> Literal["bankrupt", "sent"] | None:
    """Why a seat is left out of the next round, if it is (O2.4, O7.3)."""
    if row.get("sent"):
        return "sent"
    return None if party["chips"] else "bankrupt"
