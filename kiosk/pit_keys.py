"""What the pit does at a table: put a card right, answer a finding, agree to what a dealer proposes.

Everything goes to the table as a key of its own screens does, with who pressed and who agreed. What is changed from the
pit needs a second person; what a dealer proposes has its first already.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

import msgspec
from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from dealer_assist.faults import Fault
from dealer_assist.table import Key
from kiosk import access, pit_asked
from kiosk.answers import body_of, told
from kiosk.dealer import Approval, SentKey
from kiosk.guard import Denied, check_key
from kiosk.people import SECOND, Declined, LockedOut, NotSecond, People
from kiosk.pit_lone import LoneTable
from kiosk.pit_tables import Tables
from kiosk.pit_words import SAID
from kiosk.rig import Outcome
from kiosk.sign_in import screen
from kiosk.words import DECLINED, DENIED, say

#: What may be done from here.
_ACTS: Final = frozenset({"correct", "answer"})


class PitKey(SentKey, frozen=True, forbid_unknown_fields=True):
    """A key as a page of the pit sends it: at which table."""

    table: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A supervisor's answer to what a dealer asks: with their own badge and PIN to agree, without to decline."""

    id: int
    do: Literal["agree", "decline"]
    approval: Approval | None = None


class AskedKey(SentKey, frozen=True, forbid_unknown_fields=True):
    """A key that needs a second person, sent to the pit; `asks` that it is."""

    asks: bool = False


def pages(tables: Tables, people: People) -> Blueprint:
    """The keys of the pit. A key brings `"approval": {"badge": …, "pin": …}` of the second person."""
    blueprint = Blueprint("pit_keys", __name__, url_prefix="/pit")

    @blueprint.errorhandler(LockedOut)
    def locked_out(declined: LockedOut) -> ResponseReturnValue:
        return jsonify(clause=None, why=declined.why), 429, {"Retry-After": str(declined.wait_s)}

    @blueprint.errorhandler(Declined)
    def declined(declined: Declined) -> ResponseReturnValue:
        return jsonify(clause=None, why=declined.why), 422

    @blueprint.errorhandler(Fault)
    def failed(fault: Fault) -> ResponseReturnValue:
        return jsonify(clause=None, why=str(fault)), 503

    @blueprint.post("/key")
    def key() -> ResponseReturnValue:
        check_key()
        sent = body_of(PitKey)
        if sent.do not in _ACTS:
            raise Denied(422, say(SAID["may_not"]))
        if sent.approval is None and sent.do == "correct":
            raise Denied(422, say(SAID["second"]))
        first = access.person()
        second = "" if sent.approval is None else people.approve(first, *_given(sent.approval), screen()).badge
        return _pressed(lambda: tables.press(sent.table, _key(sent, first.badge, second)))

    @blueprint.post("/agree")
    def agree() -> ResponseReturnValue:
        check_key()
        answer = body_of(Agreed)
        asked = next((asked for asked in tables.waiting() if asked.id == answer.id), None)
        if asked is None:
            raise Denied(409, say(SAID["gone"]))
        approver = access.person()
        if answer.do == "agree":
            if answer.approval is None:
                raise Denied(400, say(DENIED["body"]))
            # Whoever walks up to a page that was left open must not be able to agree.
            approver = people.sign_in(*_given(answer.approval), screen())
            if approver.badge == asked.who:
                raise NotSecond(say(DECLINED["same"]))
            if approver.role not in SECOND:
                raise NotSecond(say(DECLINED["role"]))
        answered = _pressed(lambda: tables.answer(asked.id, approver.badge, agreed=answer.do == "agree"))
        return jsonify(why=say(SAID["declined"])) if answer.do == "decline" else answered

    return blueprint


def ask_pages(table: LoneTable) -> Blueprint:
    """What a dealer's page asks of the pit, at the table itself."""
    blueprint = Blueprint("pit_ask", __name__, url_prefix="/pit")

    @blueprint.post("/ask")
    def ask() -> ResponseReturnValue:
        check_key()
        sent = body_of(AskedKey)
        if sent.approval is not None or not sent.asks:
            raise Denied(400, say(DENIED["body"]))
        (tile,) = table.tiles()
        key = _key(sent, access.person().badge, "")
        waiting = table.ask(key, pit_asked.words(key, tile))
        if waiting is None:
            raise Denied(503, say(SAID["many"]))
        return jsonify(why=say(SAID["asked"]), id=waiting.id), 202

    return blueprint


def _pressed(press: Callable[[], Outcome | None]) -> ResponseReturnValue:
    """What became of it, as an answer. Raises `Denied`."""
    try:
        outcome = press()
    except queue.Empty:
        raise Denied(503, say(DENIED["slow"])) from None
    if outcome is None:
        raise Denied(409, say(SAID["gone"]))
    return told(outcome)


def _given(approval: Approval) -> tuple[str, str]:
    return approval.badge, approval.pin


def _key(sent: SentKey, who: str, approved_by: str) -> Key:
    """The key for the table: who pressed and who agreed is known here, never from what the page says of itself."""
    told: dict[str, Any] = {name: getattr(sent, name) for name in Key.__struct_fields__}
    return Key(**(told | {"who": who, "approved_by": approved_by}))
