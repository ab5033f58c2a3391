"""What a dealer asks the pit to agree to, in words made here of the key itself: a page could say one thing and send
another, and whoever agrees in the pit sees no more of it than these words."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from dealer_assist.findings import Decided
from dealer_assist.table import Key
from kiosk.guard import Denied
from kiosk.pit_tables import Tile
from kiosk.pit_words import SAID
from kiosk.speech.contract import MOVED
from kiosk.words import DENIED, say, signed, text

JSON = dict[str, Any]

DECIDED: Final = text("{remedy}. {moves}. Reason: {reason}")
ENDS: Final = text("{remedy}. {moves}. Every open stake comes back. Reason: {reason}")
OPTIONS: Final = text("Options of the next round: {options}")
NOTHING: Final = text("No chips move")


def words(key: Key, tile: Tile) -> str:
    """What `key` would do at the table of `tile`. Raises `Denied` where nothing there asks for it, or it needs nobody
    who agrees."""
    match key:
        case Key(do="options", options=dict() as options) if options:
            return say(OPTIONS, options=", ".join(f"{name} = {_value(value)}" for name, value in options.items()))
        case Key(do="answer", finding=int() as number, remedy=str() as name):
            remedy = _remedy(tile.finding, number, name)
            return remedy["label"] if key.decided is None else _decided(remedy["label"], key.decided)
    raise Denied(422, say(SAID["may_not"]))


def _remedy(finding: JSON | None, number: int, name: str) -> JSON:
    found = [] if finding is None or finding["number"] != number else finding["words"]["remedies"]
    remedy: JSON | None = next((remedy for remedy in found if remedy["name"] == name), None)
    if remedy is None:
        raise Denied(409, say(DENIED["moved"]))
    return remedy


def _decided(remedy: str, decided: Decided) -> str:
    moves = " · ".join(say(MOVED, seat=seat, net=signed(net)) for seat, net in decided.pays) or say(NOTHING)
    return say(ENDS if decided.ends else DECIDED, remedy=remedy, moves=moves, reason=decided.reason.strip())


def _value(value: object) -> str:
    return msgspec.json.encode(value).decode()
