"""What a change of a round is made of: where it comes from, what it would pay, and how an amendment is refolded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist import fold
from dealer_assist.findings import Amend
from dealer_assist.game import Change, Game, Garbled, Line, Refused
from dealer_assist.games import catalogue
from dealer_assist.record import Record

JSON = dict[str, Any]


class By(msgspec.Struct, frozen=True):
    """Where a change comes from: `source` shoe, camera, dealer or table, `who` the person, `at` the time in
    monotonic nanoseconds since the session began, `once` the request's idempotency key, `approved_by` the second
    person who agreed."""

    at: int
    source: str
    who: str = ""
    once: str | None = None
    approved_by: str = ""


class Preview(msgspec.Struct, frozen=True):
    """What would be: new lines, lines taken back, and the settlement as it would then stand."""

    lines: tuple[Line, ...]
    reversed: tuple[Line, ...]
    settlement: JSON

    @property
    def pays(self) -> int:
        """What the players would get, less what would be taken back from them."""
        return sum(self.by_seat.values())

    @property
    def by_seat(self) -> dict[int, int]:
        """The same for each seat that it would move chips of, in seat order."""
        moved: Counter[int] = Counter()
        for line in self.lines:
            moved[line.seat] += line.paid
        for line in self.reversed:
            moved[line.seat] -= line.paid
        return {seat: moved[seat] for seat in sorted(moved)}


def folded(game: Game[Any], point: fold.Point, steps: Sequence[JSON]) -> list[tuple[JSON, fold.Taken]] | Refused:
    """`steps` one after another from `point`, each with what it made; or why one can't be."""
    made: list[tuple[JSON, fold.Taken]] = []
    for step in steps:
        taken = fold.take(game, point, step)
        if isinstance(taken, Refused):
            return taken
        made.append((step, taken))
        point = taken.point
    return made


def preview(game: Game[Any], point: fold.Point, steps: Sequence[JSON]) -> Preview | Refused:
    """What `steps` would settle from `point`, taken one after another."""
    made = folded(game, point, steps)
    if isinstance(made, Refused):
        return made
    after = made[-1][1].point if made else point
    old, new = game.lines(point.state), game.lines(after.state)
    return Preview(tuple(without(new, old)), tuple(without(old, new)), game.settlement(after.state))


def changed(game: Game[Any], house: Path | None, header: JSON, change: Change | JSON) -> JSON | Refused:
    """The header of a round with one change of its seats or options; refused where no round could begin with it."""
    if isinstance(change, Change):
        parties = game.change(header[game.parties], change)
        if isinstance(parties, Refused):
            return parties
        made = {**header, game.parties: parties}
    else:
        made = {**header, "options": {**header["options"], **change}}
    try:
        catalogue.open_round(made, house)
    except Garbled as error:
        return Refused(error.clause, str(error))
    return made


def amended(steps: Sequence[JSON], amend: Amend) -> list[JSON]:
    """The steps with one of them changed."""
    return [*steps[: amend.step], amend.becomes, *steps[amend.step + 1 :]]


def amendment(
    game: Game[Any], point: fold.Point, steps: Sequence[JSON], amend: Amend
) -> tuple[fold.Point, JSON] | Refused:
    """The round at `point`, made of `steps`, with one of them changed: where it then stands, and the record's body."""
    if not 0 <= amend.step < len(steps):
        return Refused(None, f"step {amend.step} is no step of this round")
    played = fold.play(game, amended(steps, amend))
    if isinstance(played, fold.Stop):
        return Refused(played.refused.clause, _why_not(steps[played.step], played, amend))
    old, new = game.lines(point.state), game.lines(played.state)
    body = {
        "step": amend.step,
        "was": steps[amend.step],
        "becomes": amend.becomes,
        "lines": [seat_line(line) for line in without(new, old)],
        "reversed": [seat_line(line) for line in without(old, new)],
    }
    return played, body


def _why_not(step: JSON, stop: fold.Stop, amend: Amend) -> str:
    """Why an amendment can't be: what is wrong with it, or which later step could not have been.

    Why a card could not have been is not told, of one that is shown neither: it may still lie face down.
    """
    if stop.step == amend.step and "act" in amend.becomes and "cards" not in amend.becomes:
        return stop.refused.why
    said = f"with this change step {stop.step} could not have been"
    told = "act" in step and "cards" not in step
    return f"{said}: {stop.refused.why}" if told else said


def minutes(first: Record | None, at: int) -> int:
    """Whole minutes since `first`, the first step at the table; `at` is now, in nanoseconds of the session's time."""
    return 0 if first is None else max(0, at - first.at) // 60_000_000_000


def paid_body(settled: JSON) -> JSON:
    """What the record of a closed round says: how it was settled, by seat or account, and the house's part."""
    return {key: value for key, value in settled.items() if key != "complete"}


def step_body(step: JSON, source: str, taken: fold.Taken) -> JSON:
    """What the record of a step says: the step, where it came from, the lines it settled and replaced."""
    return {
        "step": step,
        "by": source,
        "lines": [seat_line(line) for line in taken.lines],
        "reversed": [seat_line(line) for line in taken.reversed],
    }


def seat_line(line: Line) -> JSON:
    """A line with its seat, as the journal and the screens have it."""
    return {"seat": line.seat, **line.body()}


def without(lines: Sequence[Line], others: Sequence[Line]) -> list[Line]:
    """`lines` less those that stand in `others` too, each as often as it stands there."""
    left = Counter(others)
    kept = []
    for line in lines:
        if left[line]:
            left[line] -= 1
        else:
            kept.append(line)
    return kept
