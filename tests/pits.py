"""Records for the pit's tests: golden rounds played through the rules, as a table's journal would have them."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dealer_assist import fold
from dealer_assist.changes import paid_body, step_body
from dealer_assist.game import Over, Refused
from dealer_assist.games import catalogue
from dealer_assist.journal import FIRST, Record, canonical

JSON = dict[str, Any]
SCRIPTS = Path(__file__).parent / "scripts"
BEGAN = datetime(2026, 11, 30, 12, tzinfo=UTC)
#: Milliseconds since 1970 of `BEGAN`.
BEGAN_MS = int(BEGAN.timestamp()) * 1000
FILES = {"triple": "triple_rounds.jsonl", "omaha": "plo_rounds.jsonl", "exchange_blackjack": "exchange_rounds.jsonl"}


@functools.cache
def scripts(game: str, most: int) -> tuple[JSON, ...]:
    """Golden rounds of a game that can be played to their end by steps alone."""
    found: list[JSON] = []
    for line in (SCRIPTS / FILES[game]).read_text().splitlines():
        read = json.loads(line)
        script = read.get("script", read)
        script["steps"] = [step for step in script["steps"] if "ask" not in step]
        if played(script) is not None:
            found.append(script)
        if len(found) == most:
            break
    return tuple(found)


def played(script: JSON) -> list[tuple[str, JSON]] | None:
    """Kind and body of every record of a round; None if it does not come to its end."""
    return _played(canonical(script))


@functools.cache
def _played(text: str) -> list[tuple[str, JSON]] | None:
    script = json.loads(text)
    game = catalogue.open_round(script, None)
    point = fold.begin(game)
    made: list[tuple[str, JSON]] = [("round", {**script, "steps": []})]
    for step in script["steps"]:
        taken = fold.take(game, point, step)
        if isinstance(taken, Refused):
            return None
        point = taken.point
        made.append(("step", step_body(step, "shoe" if "card" in step else "dealer", taken)))
    if not isinstance(game.awaits(point.state), Over):
        return None
    return [*made, ("paid", paid_body(game.settlement(point.state)))]


class Journalist:
    """Writes the records of one table's session, a second apart; `who` deals."""

    def __init__(self, table: str, game: str, who: str = "1001", began: datetime = BEGAN) -> None:
        self.table, self.game, self.who = table, game, who
        self.wall, self.at = began, 0
        self.round = 0
        self._numbers = itertools.count(1)

    def begin(self) -> Record:
        """The record that opens the session."""
        return self.record("table", {"name": self.table, "game": self.game, "options": {}}, who="")

    def rounds(self, bodies: Iterable[Sequence[tuple[str, JSON]]]) -> Iterator[Record]:
        """The records of rounds, one round after another."""
        for round_bodies in bodies:
            self.round += 1
            for kind, body in round_bodies:
                yield self.record(kind, body, who="" if body.get("by") == "shoe" else self.who)

    def record(self, kind: str, body: JSON, who: str | None = None, approver: str | None = None) -> Record:
        """One record, a second after the last."""
        self.wall += timedelta(seconds=1)
        self.at += 1_000_000_000
        return Record(
            next(self._numbers),
            self.table,
            1,
            0,
            self.round,
            kind,
            canonical(body),
            self.at,
            self.wall.isoformat(timespec="milliseconds"),
            "boot",
            self.who if who is None else who,
            approver,
            None,
            "house",
            "0",
            FIRST,
            FIRST,
        )


def lines_of(bodies: Sequence[tuple[str, JSON]]) -> list[JSON]:
    """The lines of a round as it was settled, each with its seat or account."""
    settled = bodies[-1][1]
    parties = settled["seats"] if "seats" in settled else settled["accounts"]
    return [
        {"seat": str(party.get("seat", party.get("account"))), **line} for party in parties for line in party["lines"]
    ]
