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
_BROUGHT: Final = text("Chips to bring")
_OF_BANK: Final = text("Points in the player's bank")
_BECOMES: Final = text("{points} points become {chips} chips")
_WORTH: Final = text("{chips} chips = {points} points")
_WORTH_MORE: Final = text("{chips} chips = {points} points (bonus {bonus}, owed {owed})")
#: What went between bank and table: by why it did.
_SLIPS: Final = {
    "sit": text("Round {round}: seat {seat} sits down: {points} points from the bank, {chips} chips"),
    "buy_in": text("Round {round}: seat {seat} buys in: {points} points from the bank, {chips} chips"),
    "leave": text("Round {round}: seat {seat} leaves with {chips} chips: {total} points to the bank"),
    "bankrupt": text("Round {round}: seat {seat} is bankrupt: {total} points to the bank"),
    "sent": text("Round {round}: seat {seat} is sent away with {chips} chips: {total} points to the bank"),
}
_SLIP_OF: Final = text("Of these {points} for chips, {bonus} as bonus, {owed} owed")
_POINTS_WAIT: Final = {
    "sit": text("Seat {seat} sits down with {points} points: next round"),
    "buy_in": text("Seat {seat} buys in for {points} points: next round"),
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
    bank = stay.get("bank")
    held = {party["seat"]: party["chips"] for party in (*stay["parties"], *state.get("seats", ())) if "seat" in party}
    return {
        "label": say(_SEATS),
        "places": [
            {
                "seat": seat,
                "name": say(_PLACE, seat=seat),
                "taken": seat in held,
                "held": _held(held[seat], bank, seat) if seat in held else say(_FREE),
            }
            for seat in stay["places"]
        ],
        "bring": _bring(state, bank),
        "brought": say(_BROUGHT if bank is None else _OF_BANK),
        "becomes": "" if bank is None else say(_BECOMES, points="{points}", chips="{chips}"),
        "bank": None if bank is None else {"rate": bank["rate"], "most": bank["most"]},
        "slips": [] if bank is None else [said for slip in reversed(bank["slips"]) for said in _slip(slip)],
        "fixed": state.get("tournament") is not None,
        "waits": [_waits(change, speech) for change in stay["pending"]],
        "options": speech.options(view),
    }


def _bring(state: JSON, bank: JSON | None) -> int:
    """What a player often brings: a hundred big blinds, in points where there is a bank."""
    chips: int = 100 * state["blinds"]["big"] if "blinds" in state else _BRING
    return chips if bank is None else -(-chips // bank["rate"])


def _held(chips: int, bank: JSON | None, seat: int) -> str:
    """The chips of a seat, and what they would be worth at the bank."""
    worth = None if bank is None else bank["worth"].get(str(seat))
    if worth is None:
        return say(_HELD, chips=points(chips))
    more = _WORTH_MORE if worth["bonus"] or worth["owed"] else _WORTH
    told = {"bonus": points(worth["bonus"]), "owed": points(worth["owed"])}
    return say(more, chips=points(chips), points=points(worth["total"]), **told)


def _slip(slip: JSON) -> list[str]:
    """What went between bank and table, in words; where there is more than chips, of what it is made."""
    if slip["why"] not in _SLIPS:
        return []  # what the table opened with: each seat says it
    amounts = {name: points(slip[name]) for name in ("chips", "points", "total", "bonus", "owed")}
    said = [say(_SLIPS[slip["why"]], round=slip["round"], seat=slip["seat"], **amounts)]
    return [*said, say(_SLIP_OF, **amounts)] if slip["bonus"] or slip["owed"] else said


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
    if change.get("points") and change["do"] in _POINTS_WAIT:
        return say(_POINTS_WAIT[change["do"]], seat=change["who"], points=points(change["points"]))
    return say(_WAITS[change["do"]], seat=change["who"], chips=points(change.get("chips", 0)))
