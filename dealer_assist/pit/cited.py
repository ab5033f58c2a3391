"""Clauses that a round cites beside the lines of its settlement: by a finding, the remedy that was chosen, an
amendment, a line that was taken back, an act out of turn whose turn came (O7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dealer_assist import fold
from dealer_assist.game import Garbled
from dealer_assist.games import catalogue
from dealer_assist.journal import Record

JSON = Mapping[str, Any]


class Cited:
    """What the records of one round cite, taken in their order."""

    def __init__(self) -> None:
        #: Clause and remedy, by the finding's record and the remedy's name.
        self._remedies: dict[tuple[int, str], str | None] = {}
        self._clauses: set[str] = set()
        self._lines: list[JSON] = []

    def note(self, record: Record, body: JSON) -> None:
        """One more record."""
        match record.kind:
            case "finding":
                self._cite(body["facts"].get("clause"))
                for remedy in body.get("remedies", ()):
                    self._remedies[record.number, remedy["name"]] = remedy.get("clause")
            case "answer":
                self._cite(self._remedies.get((body["finding"], body["remedy"])))
            case "step" | "amend":
                self._lines += [*body.get("lines", ()), *body.get("reversed", ())]

    def found(self, header: JSON, steps: Sequence[JSON]) -> set[tuple[str, str]]:
        """Seat (or account; empty where a clause is nobody's) and clause, each once, of the round that `header` began
        and that went as `steps`."""
        names = [str(each["account"]) for each in header.get("accounts") or ()]
        lines = [*self._lines, *_came_due(header, steps)]
        of_seats = {(names[line["seat"] - 1] if names else str(line["seat"]), line["clause"]) for line in lines}
        return of_seats | {("", clause) for clause in self._clauses}

    def _cite(self, clause: object) -> None:
        if isinstance(clause, str):
            self._clauses.add(clause)


def _came_due(header: JSON, steps: Sequence[JSON]) -> Iterable[JSON]:
    """No settlement has these lines, so the round is played again for them: only one that has such an act."""
    if not any("flying" in step for step in steps):
        return
    try:
        game = catalogue.open_round(header)
    except Garbled:
        return  # a house of its own, which is not here
    for _, lines in fold.came_due(game, steps):
        yield from ({"seat": line.seat, "clause": line.clause} for line in lines)
