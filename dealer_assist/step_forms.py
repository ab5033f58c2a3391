"""What the steps of every game have in common when they are read (ROUND_SCRIPT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from dealer_assist.cards import NotACard
from dealer_assist.game import Garbled

Event = TypeVar("Event")

#: A card that lies face down and was not read.
FACE_DOWN: Final = "??"


def read(step: object, as_event: Callable[[dict[Any, object]], Event]) -> Event:
    """The event that `as_event` makes of `step`.

    Raises `Garbled` with what is wrong: no JSON object, a key or a value that the form does not have, no card.
    """
    if not isinstance(step, dict):
        raise Garbled(f"a step is a JSON object, not {step!r:.60}")
    try:
        return as_event(step)
    except (msgspec.ValidationError, NotACard) as error:
        raise Garbled(str(error)) from error


def keys(step: dict[Any, object]) -> str:
    """What a step has that is of no form."""
    return ", ".join(sorted(map(str, step))) or "no keys"
