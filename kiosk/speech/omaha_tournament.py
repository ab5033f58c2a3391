"""A tournament of Omaha in words: its level, the next one, who stands where, and who has won."""

from __future__ import annotations

from typing import Final

from kiosk.speech.contract import JSON
from kiosk.words import points, say, text

_TEXTS: Final = {
    "level": text("Tournament, level {level}: {blinds}"),
    "blinds": text("{small}/{big}"),
    "blinds_ante": text("{small}/{big}, ante {ante}"),
    "next_hands": text("Level {level} ({blinds}) in {left} hands"),
    "next_hand": text("Level {level} ({blinds}) with the next hand"),
    "next_minutes": text("Level {level} ({blinds}) after {after} minutes; played: {played}"),
    "label": text("Standings"),
    "place": text("{place}."),
    "in": text("Seat {seat}: {chips}"),
    "out": text("Seat {seat}: out in hand {hand}"),
    "winner": text("Seat {seat} wins the tournament"),
}


def felt(state: JSON) -> JSON | None:
    """The level with its blinds, the next one, and the standings; None in a ring game."""
    played = state["tournament"]
    if played is None:
        return None
    return {
        "level": say(_TEXTS["level"], level=played["level"], blinds=_blinds(state, played["level"])),
        "next": _next(state, played),
        "label": say(_TEXTS["label"]),
        "rows": [_row(row) for row in played["standings"]],
    }


def winner(state: JSON) -> str:
    """Who has won, once one is left; nothing before, and in a ring game."""
    played = state["tournament"]
    if played is None or played["winner"] is None:
        return ""
    return say(_TEXTS["winner"], seat=played["winner"])


def _row(row: JSON) -> JSON:
    is_out = row["hand"] is not None
    said = say(_TEXTS["out" if is_out else "in"], seat=row["seat"], chips=points(row["chips"]), hand=row["hand"])
    return {"place": say(_TEXTS["place"], place=row["place"]), "text": said, "out": is_out}


def _next(state: JSON, played: JSON) -> str:
    """When the blinds rise, and to what; nothing on the last level."""
    coming = played["next"]
    if coming is None:
        return ""
    left = coming["after"] - played["played"]
    name = "next_minutes" if played["unit"] == "minutes" else "next_hand" if left == 1 else "next_hands"
    blinds = _blinds(state, coming["level"])
    told = {"left": left, "after": coming["after"], "played": played["played"]}
    return say(_TEXTS[name], level=coming["level"], blinds=blinds, **told)


def _blinds(state: JSON, level: int) -> str:
    blinds = state["levels"][level - 1]
    from_level = state["tournament"]["antes_from"]
    name = "blinds_ante" if from_level and level >= from_level else "blinds"
    amounts = {part: points(blinds[part]) for part in ("small", "big", "ante")}
    return say(_TEXTS[name], **amounts)
