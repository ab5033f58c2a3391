"""What a page sends, read strictly, and what it is answered."""

from __future__ import annotations

import queue
from typing import Annotated, TypeVar

import msgspec
from flask import jsonify, request
from flask.typing import ResponseReturnValue

from dealer_assist.game import Refused
from dealer_assist.table import Done, Key, MovedOn
from kiosk.desk import Desk
from kiosk.guard import Denied
from kiosk.refusals import said_anew
from kiosk.rig import Outcome
from kiosk.words import DENIED, say

T = TypeVar("T")
#: A request's idempotency key, as a page makes it.
Once = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9-]{8,64}\Z")]


def body_of(kind: type[T]) -> T:
    """The request's JSON body as `kind`. Raises `Denied` (400, 415)."""
    if request.mimetype != "application/json":
        raise Denied(415, say(DENIED["body"]))
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Denied(400, say(DENIED["body"])) from None


def pressed(desk: Desk, key: Key) -> ResponseReturnValue:
    """What became of a key, as an answer: 200, 409 if the screen was behind, 422 if it was refused."""
    try:
        return told(desk.press(key))
    except queue.Empty:
        raise Denied(503, say(DENIED["slow"])) from None


def told(outcome: Outcome) -> ResponseReturnValue:
    """The same for what has been done already."""
    match outcome:
        case Done(number=number):
            return jsonify(number=number)
        case MovedOn(number=number):
            return jsonify(number=number, why=say(DENIED["moved"])), 409
        case Refused(clause=clause, why=why):
            return jsonify(clause=clause, why=said_anew(why)), 422
