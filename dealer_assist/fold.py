"""The one fold: steps in order, through the rules of a game, to a state and its lines.

The live table, an amendment, a replay, the command line and every test go through `play` or its parts;
there is no second way from steps to money. What it makes holds no cycles, and is kept from the garbage collector's
rounds (`gc=False`): a fold keeps every state, and going over them again and again took a third of its time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from dealer_assist.game import BackTo, Game, Garbled, Line, OutOfTurn, Refused


class Point(msgspec.Struct, frozen=True, gc=False):
    """A round after some steps. `before[k]` is the state before step `k`, None once that step is cancelled.

    `back` has, for each restorable misdeal in force, its step and the point before it: to go back to the misdeal
    itself is to take it back, and what it cancelled is in force again.
    """

    state: Any
    before: tuple[Any, ...] = ()
    back: tuple[tuple[int, Point], ...] = ()

    @property
    def steps(self) -> int:
        """How many steps have been taken, cancelled ones included."""
        return len(self.before)


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A step that was accepted."""

    point: Point
    lines: tuple[Line, ...]
    reversed: tuple[Line, ...]


class Stop(msgspec.Struct, frozen=True):
    """The first step that was refused, by its number."""

    step: int
    refused: Refused


def begin(game: Game[Any]) -> Point:
    """The round before its first step."""
    return Point(game.open())


def take(game: Game[Any], point: Point, step: Mapping[str, object]) -> Taken | Refused:
    """One more step; `point` itself never changes."""
    try:
        event = game.read(step)
    except Garbled as error:
        return Refused(error.clause, str(error))
    return take_event(game, point, event)


def take_event(game: Game[Any], point: Point, event: Any) -> Taken | Refused:
    """One more event. A restorable misdeal goes back and cancels the steps since (T9.1, O9.1)."""
    if isinstance(event, BackTo):
        return _go_back(game, point, event.step)
    outcome = game.apply(point.state, event)
    if isinstance(outcome, Refused):
        return outcome
    after = Point(outcome.state, point.before + (point.state,), point.back)
    return Taken(after, outcome.lines, outcome.reversed)


def _go_back(game: Game[Any], point: Point, step: int) -> Taken | Refused:
    if not 0 <= step < point.steps or point.before[step] is None:
        return Refused(game.back_clause, f"step {step} is no earlier step in force: nothing to go back to")
    made = game.restore(point.before[step], point.state)
    taken_back = dict(point.back).get(step)
    before = point.before[:step] if taken_back is None else taken_back.before
    back = tuple(entry for entry in point.back if entry[0] < step) if taken_back is None else taken_back.back
    cancelled = (None,) * (point.steps - step)
    after = Point(made.state, before + cancelled + (point.state,), back + ((point.steps, point),))
    return Taken(after, made.lines, made.reversed)


def play(game: Game[Any], steps: Iterable[Mapping[str, object]]) -> Point | Stop:
    """All `steps` from the start, or the first that was refused.

    The same as `take` for each in turn (a test says so), but a point is made at the end only and not at every step.
    """
    point = begin(game)
    state, before, back = point.state, list(point.before), point.back
    for number, step in enumerate(steps):
        try:
            event = game.read(step)
        except Garbled as error:
            return Stop(number, Refused(error.clause, str(error)))
        if isinstance(event, BackTo):
            taken = _go_back(game, Point(state, tuple(before), back), event.step)
            if isinstance(taken, Refused):
                return Stop(number, taken)
            state, before, back = taken.point.state, list(taken.point.before), taken.point.back
            continue
        outcome = game.apply(state, event)
        if isinstance(outcome, Refused):
            return Stop(number, outcome)
        before.append(state)
        state = outcome.state
    return Point(state, tuple(before), back)


def came_due(game: Game[Any], steps: Iterable[Mapping[str, object]]) -> Iterator[tuple[int, tuple[Line, ...]]]:
    """By step, what acts out of turn moved whose turn came with it (O7.1, O7.2); ends at a step that is refused."""
    if not isinstance(game, OutOfTurn):
        return
    point = begin(game)
    for number, step in enumerate(steps):
        taken = take(game, point, step)
        if isinstance(taken, Refused):
            return
        if lines := game.came_due(point.state, taken.point.state):
            yield number, lines
        point = taken.point
