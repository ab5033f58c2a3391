"""One session audited: its chain, every round through today's rules again, what was never cleared, its money.

Plain values in and out, so that it runs anywhere: in this process, in another one, on another machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import house, kept_house, replay, table_file
from dealer_assist import verify as verifying
from dealer_assist.faults import Fault, one_line
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.game import Garbled
from dealer_assist.journal import Record, recorded
from dealer_assist.money import settled as cents
from dealer_assist.pit.archive import Unit, shared_of
from dealer_assist.pit.records import Store
from dealer_assist.pit.takings import sums

#: Of one session so many differences are told one by one; all are counted.
_MOST: Final = 50
#: What a body makes that is no body of its kind: in an archive anything may stand.
_NO_RECORD: Final = (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError)
#: Characters of a record that are told of a difference.
_MOST_TEXT: Final = 400


class Different(msgspec.Struct, frozen=True):
    """What is not as it should be: `record` and `round` are 0 where none can be named, `was` is what was recorded and
    `now` what it should be."""

    round: int
    record: int
    words: str
    was: str = ""
    now: str = ""


class Uncleared(msgspec.Struct, frozen=True):
    """A finding that nobody has answered."""

    round: int
    record: int
    kind: str
    wall: str


class Money(msgspec.Struct, frozen=True):
    """What lines of one clause came to, on one day, with one dealer; amounts in hundredths of a point."""

    day: str
    dealer: str
    clause: str
    lines: int
    stake: int
    paid: int


class Played(msgspec.Struct, frozen=True):
    """The rounds that one dealer closed on one day; amounts in hundredths of a point."""

    day: str
    dealer: str
    rounds: int
    stakes: int
    paid: int
    hold: int


class Audited(msgspec.Struct, frozen=True):
    """What an audit found in one session; `differences` counts all, `different` has the first of them."""

    key: str
    where: str
    session: str
    table: str
    game: str
    records: int
    rounds: int
    differences: int
    different: tuple[Different, ...]
    uncleared: tuple[Uncleared, ...]
    money: tuple[Money, ...]
    played: tuple[Played, ...]


def audit(wanted: Sequence[Unit]) -> list[Audited]:
    """Audit these sessions, one after another. A session that can't be read is told as a difference of its own."""
    return [_one(unit) for unit in wanted]


def _one(unit: Unit) -> Audited:
    tally = _Tally()
    try:
        if unit.begins:
            with Store(unit.where, writes=False) as store:
                shared = shared_of(store, unit)
                _check(tally, store.verify(shared))
                records = store.opened(shared, 0, shared.last)
                _refold(tally, records, lambda first: _built_in(first, tally))
        else:
            folder = Path(unit.where)
            verdict = verifying.verify(folder / JOURNAL)
            _check(tally, verdict.fault, verdict.first_bad)
            with recorded(folder / JOURNAL) as journal:
                _refold(tally, journal.records(), lambda first: _house_of(folder, first, tally))
    except (Fault, Garbled, *_NO_RECORD) as error:
        tally.differs(Different(0, 0, f"after record {tally.records} it can't be read on: {one_line(error)}"))
    return tally.result(unit)


class _Tally:
    """What is counted of one session while its records pass by."""

    def __init__(self) -> None:
        self.table = self.game = ""
        self.records = self.rounds = self.differences = 0
        self.different: list[Different] = []
        self._open: dict[int, Uncleared] = {}
        self._money: dict[tuple[str, str, str], Counter[str]] = {}
        self._played: dict[tuple[str, str], Counter[str]] = {}
        self._paid = 0

    def differs(self, found: Different) -> None:
        """One more difference."""
        self.differences += 1
        if len(self.different) < _MOST:
            self.different.append(found)

    def through(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records, each counted on its way."""
        for record in records:
            self.records += 1
            match record.kind:
                case "table":
                    self.table, self.game = record.table_name, str(record.content().get("game", ""))
                case "finding":
                    kind = str(record.content().get("kind", ""))
                    self._open[record.number] = Uncleared(record.round, record.number, kind, record.wall)
                case "answer":
                    self._open.pop(record.content()["finding"], None)
                case "paid":
                    try:
                        self._close(record, record.content())
                    except _NO_RECORD as error:
                        words = f"round {record.round} is paid by what is no settlement: {one_line(repr(error))}"
                        self.differs(Different(record.round, record.number, words))
            yield record

    def _close(self, record: Record, settled: dict[str, Any]) -> None:
        if record.round <= self._paid:
            self.differs(Different(record.round, record.number, f"round {record.round} is paid a second time"))
        self._paid = max(self._paid, record.round)
        self.rounds += 1
        day, dealer = record.wall[:10], record.who
        stakes, paid, hold = sums(settled)
        played = self._played.setdefault((day, dealer), Counter())
        played.update(rounds=1, stakes=stakes, paid=paid, hold=hold)
        for party in settled.get("seats", settled.get("accounts", ())):
            for line in party["lines"]:
                of_clause = self._money.setdefault((day, dealer, line["clause"]), Counter())
                of_clause.update(lines=1, stake=cents(line["stake"]), paid=cents(line["paid"]))

    def result(self, unit: Unit) -> Audited:
        """All that was counted."""
        return Audited(
            unit.key,
            unit.where,
            unit.name,
            self.table,
            self.game,
            self.records,
            self.rounds,
            self.differences,
            tuple(self.different),
            tuple(self._open.values()),
            tuple(Money(*key, sum_["lines"], sum_["stake"], sum_["paid"]) for key, sum_ in sorted(self._money.items())),
            tuple(
                Played(*key, sum_["rounds"], sum_["stakes"], sum_["paid"], sum_["hold"])
                for key, sum_ in sorted(self._played.items())
            ),
        )


def _check(tally: _Tally, fault: str | None, record: int | None = None) -> None:
    if fault is not None:
        tally.differs(Different(0, record or 0, f"the journal is not whole: {fault}"))


def _refold(tally: _Tally, records: Iterator[Record], house_of: Callable[[Record], Path | None]) -> None:
    first = next(records, None)
    if first is None:
        return

    def all_of_them() -> Iterator[Record]:
        yield first
        yield from records

    told: set[int] = set()
    for found in replay.refold(tally.through(all_of_them()), house_of(first)):
        # What follows the first difference of a round follows from it.
        if found.round not in told:
            told.add(found.round)
            tally.differs(
                Different(found.round, found.number, found.words, found.was[:_MOST_TEXT], found.now[:_MOST_TEXT])
            )


def _house_of(folder: Path, first: Record, tally: _Tally) -> Path | None:
    """The house file that the session in `folder` was played by: kept beside it, named by its table, or built in."""
    if (folder / TABLE).is_file():
        return kept_house.to_replay_with(folder, table_file.load(folder / TABLE), first.house)
    return kept_house.kept(folder, first.house) or _built_in(first, tally)


def _built_in(first: Record, tally: _Tally) -> Path | None:
    """None for the house that comes with the program; that it is another one than was played by is told."""
    game = str(first.content().get("game", "")) if first.kind == "table" else ""
    if game and house.digest(house.built_in(game)) != first.house:
        tally.differs(
            Different(0, 1, f"it was played by other house rules ({first.house[:8]}…) than those of today's {game}")
        )
    return None
