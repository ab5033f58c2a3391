"""Prove a record: fold it again and compare, line by line.

`refold` needs only the journal: every step goes through the rules again. The deeper proof, from raw bytes and
film, drives the same `Table` as the live one and compares its journal with the recorded one by `differs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import fold, sealing
from dealer_assist.beside import PEOPLE
from dealer_assist.changes import amendment, paid_body, step_body
from dealer_assist.findings import Amend
from dealer_assist.game import Game, Refused
from dealer_assist.games import catalogue
from dealer_assist.journal import Entry, Journal, Record, canonical
from dealer_assist.replay_words import difference_words, record_words

#: What a replay has to give again; times, boot and version are of the run and not of the game.
COMPARED = ("number", "input", "round", "kind", "body", "who", "approver")

#: Kinds of records that no input of the table made and that a replay can't make again: a root takes the key to sign
#: it, a picture was kept when it was cut, people sign in beside the game, a table that closes releases what was sealed.
BESIDE: Final = frozenset({"root", "evidence", "pruned", sealing.CLOSED, *PEOPLE})


class Difference(msgspec.Struct, frozen=True):
    """A record that is not as it was recorded: its number, both as they stand, and how they differ in words. `where`
    is the place on the tapes after which it came, empty where only the journal was played."""

    number: int
    round: int
    was: str
    now: str
    words: str = ""
    where: str = ""

    def __str__(self) -> str:
        after = f"; after {self.where}" if self.where else ""
        how = f"{self.words}: " if self.words else ""
        return f"record {self.number} (round {self.round}): {how}recorded {self.was}; played again {self.now}{after}"


def differs(recorded: Record | None, again: Record | None) -> Difference | None:
    """Whether two records tell the same; None on either side is a record that is not there.

    Raises `StillSealed` for one that can't be opened.
    """
    if recorded is not None and again is not None:
        if all(_field(recorded, field) == _field(again, field) for field in COMPARED):
            return None
        return Difference(recorded.number, recorded.round, _words(recorded), _words(again), _how(recorded, again))
    one = recorded or again
    if one is None:
        return None
    return Difference(one.number, one.round, _words(recorded), _words(again))


def _field(record: Record, field: str) -> object:
    return canonical(sealing.told(record.kind, record.whole())) if field == "body" else getattr(record, field)


class Recorded(Iterator[Record]):
    """The recorded records one after another, for a replay that makes its own from the same inputs."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = iter(records)
        self._ahead: list[Record] = []

    def __next__(self) -> Record:
        return self._ahead.pop() if self._ahead else next(self._records)

    def beside(self, journal: Journal) -> None:
        """Take over into `journal` what stands next and no input made, so that the numbers stay the same."""
        for record in self:
            if record.kind not in BESIDE:
                self._ahead.append(record)
                return
            journal.append(
                Entry(
                    record.kind,
                    record.content(),
                    record.round,
                    record.shoe,
                    record.at,
                    record.wall,
                    record.who,
                    record.input,
                    record.approver,
                    record.once,
                )
            )


def refold(records: Iterable[Record], house: Path | None) -> Iterator[Difference]:
    """Every step, amendment or closing whose lines are not what the rules of `house` give.

    A step that these rules refuse ends its round here: what follows can't be compared. Raises `StillSealed`.
    """
    rounds = _Rounds(house)
    for record in records:
        found = rounds.again(record)
        if found is not None:
            yield found


class _Rounds:
    """The rounds of a journal, folded as its records come."""

    def __init__(self, house: Path | None) -> None:
        self._house = house
        self._game: Game[Any] | None = None
        self._point = fold.Point(None)
        self._steps: list[dict[str, Any]] = []

    def again(self, record: Record) -> Difference | None:
        body = record.whole()
        if record.kind == "round":
            self._game = catalogue.open_round(body, self._house)
            self._point, self._steps = fold.begin(self._game), []
            return None
        if record.kind not in {"step", "amend", "paid"} or self._game is None:
            return None
        now = self._body(self._game, record.kind, body)
        if isinstance(now, Refused):
            self._game = None
            refused = f"refused: {now.why} ({now.clause})"
            words = f"{record_words(record.kind, body)}: the rules refuse it now"
            return Difference(record.number, record.round, _words(record), refused, words)
        text = canonical(now)
        if text == record.plain:
            return None
        words = difference_words(record.kind, body, now)
        return Difference(record.number, record.round, _words(record), f"{record.kind} {text}", words)

    def _body(self, game: Game[Any], kind: str, body: dict[str, Any]) -> dict[str, Any] | Refused:
        if kind == "step":
            taken = fold.take(game, self._point, body["step"])
            if isinstance(taken, Refused):
                return taken
            self._point = taken.point
            self._steps.append(body["step"])
            return step_body(body["step"], body["by"], taken)
        if kind == "amend":
            amend = Amend(body["step"], body["becomes"])
            made = amendment(game, self._point, self._steps, amend)
            if isinstance(made, Refused):
                return made
            self._point = made[0]
            self._steps[amend.step] = amend.becomes
            return made[1]
        return paid_body(game.settlement(self._point.state))


def _how(was: Record, now: Record) -> str:
    """How two records differ, in words."""
    if was.kind != now.kind:
        return f"recorded {record_words(was.kind, was.content())}, now {record_words(now.kind, now.content())}"
    others = [field for field in COMPARED if field != "body" and getattr(was, field) != getattr(now, field)]
    if _field(was, "body") != _field(now, "body"):
        return difference_words(was.kind, was.content(), now.content())
    return "; ".join(f"{field}: recorded {getattr(was, field)}, now {getattr(now, field)}" for field in others)


def _words(record: Record | None) -> str:
    if record is None:
        return "nothing"
    return f"{record.kind} {record.plain}"
