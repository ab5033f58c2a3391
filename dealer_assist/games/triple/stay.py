"""A stay at the table: what a player keeps from round to round, and how players come, buy in and leave (T7.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealer_assist.game import Change, Refused
from dealer_assist.games.triple.rules import Options

JSON = dict[str, Any]


def follow(seats: Sequence[Mapping[str, Any]], settled: Sequence[Mapping[str, Any]]) -> list[JSON]:
    """The seats of the next round: chips as the round left them, `seated_with` as when they sat down (T7.3)."""
    before = {seat["seat"]: seat for seat in seats}
    return [
        {"seat": seat["seat"], "chips": seat["chips"], "seated_with": _seated_with(before[seat["seat"]])}
        for seat in settled
    ]


def change(seats: Sequence[Mapping[str, Any]], wanted: Change, options: Options) -> list[JSON] | Refused:
    """The seats after a player has come, bought in or left, in seat order; or why that can't be."""
    known = {seat["seat"]: dict(seat) for seat in seats}
    number, chips = wanted.who, wanted.chips
    if not isinstance(number, int) or not 1 <= number <= options.most_seats:
        return Refused("T1.3", f"no seat {number!r}: this table has seats 1 to {options.most_seats}")
    if not isinstance(chips, int) or chips < (wanted.do != "leave"):
        return Refused("T2.3", f"chips {chips!r}: bring whole points, at least one")
    match wanted.do:
        case "sit" if number in known:
            return Refused("T1.3", f"seat {number} is taken")
        case "sit":
            known[number] = {"seat": number, "chips": chips, "seated_with": chips}
        case _ if number not in known:
            return Refused("T1.3", f"nobody sits at seat {number}")
        case "buy_in":
            seat = known[number]
            raised = chips if options.buy_in_raises_seated_with else 0
            known[number] = seat | {"chips": seat["chips"] + chips, "seated_with": _seated_with(seat) + raised}
        case "leave":
            del known[number]
    if not known:
        return Refused("T1.3", "the last player can't leave while the table is open: close the table")
    return [known[seat] for seat in sorted(known)]


def _seated_with(seat: Mapping[str, Any]) -> int:
    seated: int | None = seat.get("seated_with")
    return int(seat["chips"]) if seated is None else seated
