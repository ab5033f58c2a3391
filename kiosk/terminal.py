"""For a player with an account: its terminal, let in by a code, and the orders that it sends."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from dealer_assist.beside import Aside
from dealer_assist.market import OrderIn
from dealer_assist.table import Key
from kiosk import access
from kiosk.answers import body_of, pressed
from kiosk.desk import Desk
from kiosk.feed import Feed
from kiosk.guard import Denied, check_form, check_key, token
from kiosk.people import Declined, LockedOut
from kiosk.sign_in import screen
from kiosk.terminals import OFTEN, Terminals, once_of
from kiosk.visits import Visits
from kiosk.words import DENIED, say

_ONCE: Final = re.compile(r"[A-Za-z0-9-]{8,48}")
_Text = Annotated[str, msgspec.Meta(max_length=64)]


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as a terminal sends it: whose it is, is known here."""

    selection: _Text
    side: _Text
    odds: _Text
    stake: _Text


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a terminal sends: an order to be placed, or the name of one to be cancelled."""

    seen: int
    once: str
    order: Ticket | None = None
    cancel: _Text | None = None


def pages(desk: Desk, feed: Feed, terminals: Terminals, visits: Visits) -> Blueprint:
    """The terminal's page, its stream and its orders, and the way in."""
    blueprint = Blueprint("terminal", __name__, url_prefix="/terminal")

    @blueprint.get("")
    def page() -> str:
        return render_template("terminal.html", boot=feed.boot, token=token(), account=access.account())

    @blueprint.get("/events")
    def events() -> Response:
        word = access.terminal_word()
        number = terminals.opened(word)
        response = feed.open_account(access.account(), lambda running: terminals.why_ended(word, number))
        if response is None:
            raise Denied(503, say(DENIED["streams"]))
        return response

    @blueprint.post("/key")
    def key() -> ResponseReturnValue:
        check_key()
        sent = body_of(Sent)
        if _ONCE.fullmatch(sent.once) is None or (sent.order is None) == (sent.cancel is None):
            raise Denied(400, say(DENIED["body"]))
        return _sent(desk, terminals, _key(sent, access.account()))

    @blueprint.get("/enter")
    def enter() -> str:
        # The code of a link is only filled in: whatever looks at a link before its reader must not use it up.
        return _form("")

    @blueprint.post("/enter")
    def admit() -> ResponseReturnValue:
        try:
            check_form()
        except Denied as denied:
            return _form(denied.why), denied.code
        try:
            word = terminals.admit(request.form.get("code", "")[:16], screen())
        except LockedOut as declined:
            return _form(declined.why), 429, {"Retry-After": str(declined.wait_s)}
        except Declined as declined:
            return _form(declined.why), 422
        desk.put(Aside("terminal", {"account": terminals.account(word), "did": "open", "screen": screen()}))
        visits.end(access.word())
        terminals.end(access.terminal_word())
        session.clear()
        session["terminal"] = word
        return redirect(url_for("terminal.page"), 303)

    @blueprint.post("/leave")
    def leave() -> ResponseReturnValue:
        check_form()
        terminals.end(access.terminal_word())
        session.clear()
        return redirect(url_for("terminal.enter"), 303)

    return blueprint


def _sent(desk: Desk, terminals: Terminals, key: Key) -> ResponseReturnValue:
    wait = terminals.wait(key.only)
    if wait:
        return {"clause": None, "why": say(OFTEN, seconds=wait)}, 429, {"Retry-After": str(wait)}
    return pressed(desk, key)


def _form(why: str) -> str:
    code = "".join(filter(str.isdigit, request.values.get("code", "")))[:6]
    return render_template("terminal_enter.html", token=token(), why=why, code=code)


def _key(sent: Sent, account: str) -> Key:
    """The key for the table: for this account, whatever the page says."""
    order = None if sent.order is None else OrderIn(account, **msgspec.structs.asdict(sent.order))
    once = once_of(account, sent.once)
    return Key("order", sent.seen, once, who=f"account {account}", order=order, cancel=sent.cancel, only=account)
