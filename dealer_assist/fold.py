"""The one fold: steps in order, through the rules of a game, to a state and its lines.

The live table, an amendment, a replay, the command line and every test go through `play` or its parts;
there is no second way from steps to money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from dealer_assist.game import BackTo, Event, Game, Garbled, Line, Refused


class Point(msgspec.Struct, frozen=True):
    """A round after some steps. `before[k]` is the state before step `k`, None once that step is cancelled."""

    state: Any
    before: tuple[Any, ...] = ()

    @property
    def steps(self) -> int:
        """How many steps have been taken, cancelled ones included."""
        return len(self.before)


class Taken(msgspec.Struct, frozen=True):
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
        return Refused(None, str(error))
    return take_event(game, point, event)


def take_event(game: Game[Any], point: Point, event: Event) -> Taken | Refused:
    """One more event. A restorable misdeal goes back and cancels the steps since (T9.1, O9.1)."""
    before = point.before + (point.state,)
    if isinstance(event, BackTo):
        if not 0 <= event.step < point.steps or point.before[event.step] is None:
            return Refused("T9.1", f"step {event.step} is no earlier step in force: nothing to go back to")
        made = game.restore(point.before[event.step], point.state)
        cancelled = (None,) * (point.steps - event.step)
        before = (*point.before[: event.step], *cancelled, point.state)
    else:
        outcome = game.apply(point.state, event)
        if isinstance(outcome, Refused):
            return outcome
        made = outcome
    return Taken(Point(made.state, before), made.lines, made.reversed)


def play(game: Game[Any], steps: Iterable[Mapping[str, object]]) -> Point | Stop:
    """All `steps` from the start, or the first that was refused."""
    point = begin(game)
    for number, step in enumerate(steps):
        taken = take(game, point, step)
        if isinstance(taken, Refused):
            return Stop(number, taken)
        point = taken.point
    return point
