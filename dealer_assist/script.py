"""`round/1` in, `settlement/1` or `refusal/1` out (ROUND_SCRIPT)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from dealer_assist import fold
from dealer_assist.game import Game, Garbled, Refused
from dealer_assist.games import catalogue


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round as JSON: the options and seats it begins with, and its steps."""

    format: str
    id: str
    game: str
    steps: tuple[Any, ...]
    seats: tuple[Any, ...] | None = None
    accounts: tuple[Any, ...] | None = None
    options: dict[str, Any] = {}

    def parties(self) -> tuple[Any, ...]:
        """The seats or accounts, as the game has them. Raises `Garbled` where the other is given, or neither."""
        return tuple(catalogue.parties_of(self.game, {"seats": self.seats, "accounts": self.accounts}))


_DECODER = msgspec.json.Decoder(Script)
#: What reading text that is no JSON, no UTF-8 or nested without end may raise.
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


def prepare(house: Path | None = None) -> None:
    """Read the house file ahead, so that the first round is as quick as the others. Raises `Fault`."""
    catalogue.prepare(house)


def is_one_a_line(text: bytes) -> bool:
    """Whether `text` has a script on a line of its own among several, and is not one script on several lines."""
    return _named(text) is None and any(_named(line) is not None for line in text.splitlines())


def settle(text: bytes | str, house: Path | None = None) -> dict[str, object]:
    """The settlement of the round that `text` (JSON) writes, or its refusal; never raises for a bad script.

    `house` is a house file in place of the built-in one; raises `Fault` where that can't be used.
    """
    try:
        script = _DECODER.decode(text)
    except UNREADABLE as error:
        return _refusal(_id_of(text), None, Refused(None, f"not a round/1 script: {error}"))
    if script.format != "round/1":
        return _refusal(script.id, None, Refused(None, f"format {script.format!r}: this program reads round/1"))
    try:
        game = catalogue.make(script.game, script.options, script.parties(), house)
    except Garbled as error:
        return _refusal(script.id, None, Refused(error.clause, str(error)))
    misdeals = [at for at, step in enumerate(script.steps) if isinstance(step, dict) and "misdeal" in step]
    decided = next((at for at in misdeals if script.steps[at]["misdeal"] == "discretion"), None)
    played = fold.play(game, script.steps[:decided])
    if isinstance(played, fold.Stop):
        return _refusal(script.id, played.step, played.refused)
    if decided is not None:
        why = "the dealer's discretion needs the pit's approval: it is no part of a script"
        return _refusal(script.id, decided, Refused(game.discretion_clause, why))
    return {"format": "settlement/1", "id": script.id, "game": script.game, **game.settlement(_end(game, played))}


def _end(game: Game[Any], point: fold.Point) -> Any:
    """The state at the script's end, with what those who said nothing have said."""
    for event in game.silence(point.state):
        taken = fold.take_event(game, point, event)
        if isinstance(taken, fold.Taken):
            point = taken.point
    return point.state


def _refusal(name: str | None, step: int | None, refused: Refused) -> dict[str, object]:
    return {"format": "refusal/1", "id": name, "step": step, "clause": refused.clause, "error": refused.why}


def _id_of(text: bytes | str) -> str | None:
    """The id of a script that can't be read as a whole, if that much can be read."""
    name = (_named(text) or {}).get("id")
    return name if isinstance(name, str) else None


def _named(text: bytes | str) -> dict[str, Any] | None:
    """The JSON object in `text` if it says what it is, as a script does by its `format`, or has an id."""
    try:
        raw = msgspec.json.decode(text)
    except UNREADABLE:
        return None
    return raw if isinstance(raw, dict) and not raw.keys().isdisjoint({"format", "id"}) else None
