"""The record on the spot: a root on demand, as short code and QR, and sealed cards opened by two supervisors.

`GET /record/root`   the latest root: `{"root": null}`, or its `code`, `text` (the whole root, one line), `qr` (path and
                     size, in squares), `shoe`, `first`, `last`, `wall`, `public`
`POST /record/root`  makes one now and answers the same
`POST /record/open`  `{"seen": 41, "once": "…", "at_step": 7, "approval": {"badge": …, "pin": …}}`: opens the card of
                     step 7 of the running round, without `at_step` all that are sealed; answers `{"number": 42,
                     "cards": [{"record": 30, "card": "As", "to": "dealer", "words": "A♠ to dealer"}]}`

A page of the pit that is shown at the table itself has `table_record`, a `TableRecord`, for what it shows of these.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar

import msgspec
from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from dealer_assist.dispute_words import step_words
from dealer_assist.faults import Fault
from dealer_assist.session import Session
from dealer_assist.table import Key
from dealer_assist.witness import Root
from kiosk import access
from kiosk.answers import Once, body_of, pressed
from kiosk.dealer import Approval
from kiosk.desk import Desk
from kiosk.guard import Denied, check_key
from kiosk.people import Declined, LockedOut, People
from kiosk.qr import qr_path
from kiosk.refusals import said_anew
from kiosk.roots import Opened, TableRoots, latest, opened_cards
from kiosk.sign_in import screen
from kiosk.told import told_anew
from kiosk.words import DENIED, card_name, say, text

T = TypeVar("T")
NO_KEY: Final = text("This table signs nothing: it plays a recording, or was started without its key.")
#: What was sealed and is no card: the words of a message that could not be read.
NO_CARD: Final = text("Record {record}: no card")


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends to open sealed cards."""

    seen: int
    once: Once
    approval: Approval
    at_step: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends for a root: nothing but that it is wanted."""


class TableRecord:
    """The record of this kiosk's own table, as a page shows it. `no_key` says why no root can be made, if none can."""

    def __init__(self, desk: Desk, roots: TableRoots | None) -> None:
        self._desk = desk
        self.no_key = say(NO_KEY) if roots is None else ""

    def root(self) -> dict[str, Any] | None:
        """The latest root, as `/record/root` tells it."""
        made = latest(self._desk.session.journal)
        return None if made is None else _shown(made)

    @property
    def sealed(self) -> bool:
        """Whether its cards are sealed."""
        return self._desk.session.journal.sealed_by is not None


def pages(desk: Desk, people: People, roots: TableRoots | None) -> Blueprint:
    """The routes; without `roots` none is made."""
    blueprint = Blueprint("record", __name__, url_prefix="/record")

    @blueprint.app_context_processor
    def shown() -> dict[str, TableRecord]:
        return {"table_record": TableRecord(desk, roots)}

    @blueprint.get("/root")
    def root() -> ResponseReturnValue:
        made = latest(desk.session.journal)
        return jsonify(root=None if made is None else _shown(made))

    @blueprint.post("/root")
    def make() -> ResponseReturnValue:
        check_key()
        body_of(Wanted)
        if roots is None:
            return jsonify(clause=None, why=say(NO_KEY)), 422
        who = access.person().badge
        return jsonify(root=_shown(_between(desk, lambda session, at: roots.put(session, at, who))))

    @blueprint.post("/open")
    def open_sealed() -> ResponseReturnValue:
        check_key()
        sent = body_of(Opening)
        first = access.person()
        try:
            second = people.approve(first, sent.approval.badge, sent.approval.pin, screen())
        except LockedOut as declined:
            return jsonify(clause=None, why=declined.why), 429, {"Retry-After": str(declined.wait_s)}
        except Declined as declined:
            return jsonify(clause=None, why=declined.why), 422
        key = Key("open_sealed", sent.seen, sent.once, first.badge, second.badge, at_step=sent.at_step)
        return _opened(desk, key)

    return blueprint


def _opened(desk: Desk, key: Key) -> ResponseReturnValue:
    answer = pressed(desk, key)
    if isinstance(answer, tuple):
        return answer
    opened = opened_cards(desk.session.journal, key.once)
    cards = [{**msgspec.to_builtins(one), "words": _words(one)} for one in opened]
    return jsonify(number=desk.published.number, cards=cards)


def _words(one: Opened) -> str:
    """A card that was opened and where it lies, in the language that speaks."""
    if one.card is None:
        return say(NO_CARD, record=one.record)
    return card_name(one.card) if one.to is None else told_anew(step_words({"card": one.card, "to": one.to}))


def _between(desk: Desk, work: Callable[[Session, int], T]) -> T:
    try:
        return desk.between(work)
    except queue.Empty:
        raise Denied(503, say(DENIED["slow"])) from None
    except Fault as fault:
        raise Denied(503, said_anew(str(fault))) from fault


def _shown(root: Root) -> dict[str, Any]:
    told = {"shoe": root.shoe, "first": root.first, "last": root.last, "wall": root.wall, "public": root.public}
    at_ms = int(datetime.fromisoformat(root.wall).timestamp() * 1000)
    return {**told, "at_ms": at_ms, "code": str(root.code), "text": root.text(), "qr": qr_path(root.text())}
