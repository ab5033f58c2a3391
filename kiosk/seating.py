"""Who sits where, for the dealer's page: places taken and free, and what waits for the next round."""

from __future__ import annotations

from typing import Any, Final

from kiosk.words import points, say, text

JSON = dict[str, Any]

_PLACE: Final = text("Seat {seat}")
_HELD: Final = text("{chips} chips")
_FREE: Final = text("free")
_WAITS: Final = {
    "sit": text("Seat {seat} sits down with {chips}: next round"),
    "buy_in": text("Seat {seat} buys in for {chips}: next round"),
    "leave": text("Seat {seat} leaves: next round"),
}
_SLOT_ON: Final = text("Last slot: from the next round")
_SLOT_OFF: Final = text("Last slot ends: from the next round")


def describe(stay: JSON, seats: list[JSON]) -> JSON:
    """Every place with who of `seats` sits there, the changes that wait in words, and whether the last slot is on."""
    held = {seat["seat"]: seat["chips"] for seat in seats}
    return {
        "places": [
            {
                "seat": seat,
                "name": say(_PLACE, seat=seat),
                "taken": seat in held,
                "held": say(_HELD, chips=points(held[seat])) if seat in held else say(_FREE),
            }
            for seat in stay["places"]
        ],
        "waits": [_waits(change) for change in stay["pending"]],
        "last_slot": bool(stay["options"].get("last_slot", False)),
    }


def _waits(change: JSON) -> str:
    if "do" not in change:
        return say(_SLOT_ON if change.get("last_slot") else _SLOT_OFF)
    return say(_WAITS[change["do"]], seat=change["who"], chips=points(change.get("chips", 0)))
