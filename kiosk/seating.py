"""Who sits where, for the dealer's page: places taken and free, and what waits for the next round."""

from __future__ import annotations

from typing import Any, Final

from kiosk.speech.contract import Speech
from kiosk.words import points, say, text

JSON = dict[str, Any]

_PLACE: Final = text("Seat {seat}")
_HELD: Final = text("{chips} chips")
_BRING: Final = 500
_FREE: Final = text("free")
_SEATS: Final = text("Seats")
_ACCOUNTS: Final = text("Accounts")
_ACCOUNT_WAITS: Final = {
    "sit": text("{account} opens an account with {chips}: next game"),
    "buy_in": text("{account} buys in for {chips}: next game"),
    "leave": text("{account} leaves: next game"),
}
_WAITS: Final = {
    "sit": text("Seat {seat} sits down with {chips}: next round"),
    "buy_in": text("Seat {seat} buys in for {chips}: next round"),
    "leave": text("Seat {seat} leaves: next round"),
}


def describe(view: JSON, speech: Speech) -> JSON:
    """Every place with who sits there, the changes that wait in words, and the options that the pit may set.

    In a game of accounts, every account in place of the seats.
    """
    if not view["stay"]["places"]:
        return _accounts(view, speech)
    stay, state = view["stay"], view["state"]
    held = {party["seat"]: party["chips"] for party in (*stay["parties"], *state.get("seats", ())) if "seat" in party}
    return {
        "label": say(_SEATS),
        "places": [
            {
                "seat": seat,
                "name": say(_PLACE, seat=seat),
                "taken": seat in held,
                "held": say(_HELD, chips=points(held[seat])) if seat in held else say(_FREE),
            }
            for seat in stay["places"]
        ],
        "bring": 100 * state["blinds"]["big"] if "blinds" in state else _BRING,
        "waits": [_waits(change, speech) for change in stay["pending"]],
        "options": speech.options(view),
    }


def _accounts(view: JSON, speech: Speech) -> JSON:
    stay = view["stay"]
    return {
        "label": say(_ACCOUNTS),
        "places": [],
        "bring": _BRING,
        "waits": [_waits(change, speech) for change in stay["pending"]],
        "options": speech.options(view),
    }


def _waits(change: JSON, speech: Speech) -> str:
    if "do" not in change:
        return speech.option(change)
    if isinstance(change["who"], str):
        return say(_ACCOUNT_WAITS[change["do"]], account=change["who"], chips=change.get("chips", ""))
    return say(_WAITS[change["do"]], seat=change["who"], chips=points(change.get("chips", 0)))
