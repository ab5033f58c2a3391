"""For the dealer: the page with the prompt, its stream, and the keys that it sends."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from dealer_assist.beside import Aside
from dealer_assist.cards import RANKS, SUITS
from dealer_assist.faults import Fault
from dealer_assist.table import Key
from kiosk import access
from kiosk.answers import Once, body_of, pressed
from kiosk.controls import SPEEDS, Controls
from kiosk.desk import Desk
from kiosk.feed import Feed
from kiosk.guard import Denied, check_key, token
from kiosk.own_address import reachable
from kiosk.people import Declined, LockedOut, People, Person
from kiosk.qr import qr_path
from kiosk.refusals import said_anew
from kiosk.sign_in import screen
from kiosk.terminals import Terminals
from kiosk.visits import Visits
from kiosk.words import DENIED, say, text

NO_ACCOUNT: Final = text("There is no such account in this game.")
#: Bytes of a request's body: a key takes some two hundred.
MOST_BODY: Final = 4096


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second person's badge and PIN, as they typed them. Never goes further than this module."""

    badge: Annotated[str, msgspec.Meta(max_length=64)]
    pin: Annotated[str, msgspec.Meta(max_length=64)]

    def __repr__(self) -> str:
        return f"Approval(badge={self.badge!r}, pin=…)"


class SentKey(Key, frozen=True, forbid_unknown_fields=True):
    """A key as a page sends it."""

    once: Once
    approval: Approval | None = None

    def __post_init__(self) -> None:
        if self.do == "open_sealed":
            raise ValueError("two supervisors open sealed cards, on a route of its own")


class Playback(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks of the recording that plays."""

    do: Literal["pause", "play", "step", "speed", "leave"]
    factor: Annotated[float, msgspec.Meta(ge=0.1, le=64)] = 1.0


class ForTerminal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealer wants of an account's terminals: a code for another one, or that all of them end."""

    account: Annotated[str, msgspec.Meta(max_length=64)]
    do: Literal["code", "end"]


def pages(
    desk: Desk,
    feed: Feed,
    controls: Controls | None,
    people: People,
    visits: Visits,
    terminals: Terminals,
    address: str | None = None,
    shared: bool = False,
) -> Blueprint:
    """The dealer's page, its stream, its keys and the controls of a recording; `address`, `shared`: see `create_app`.

    A key that needs a second person brings `"approval": {"badge": …, "pin": …}`."""
    blueprint = Blueprint("dealer", __name__, url_prefix="/dealer")

    @blueprint.get("")
    def page() -> str:
        return render_template(
            "dealer.html", boot=feed.boot, token=token(), ranks=RANKS[::-1], suits=SUITS, speeds=SPEEDS
        )

    @blueprint.get("/events")
    def events() -> Response:
        visit = access.word()
        response = feed.open_dealer(access.person().badge, lambda running: visits.ended(visit, running))
        if response is None:
            raise Denied(503, say(DENIED["streams"]))
        return response

    @blueprint.post("/key")
    def key() -> ResponseReturnValue:
        check_key()
        sent = body_of(SentKey)
        first = access.person()
        try:
            second = _second(people, first, sent.approval)
        except LockedOut as declined:
            return jsonify(clause=None, why=declined.why), 429, {"Retry-After": str(declined.wait_s)}
        except Declined as declined:
            return jsonify(clause=None, why=declined.why), 422
        return pressed(desk, _key(sent, first.badge, second))

    @blueprint.post("/playback")
    def playback() -> ResponseReturnValue:
        check_key()
        return _played(desk, feed, controls, body_of(Playback))

    @blueprint.post("/terminal")
    def terminal() -> ResponseReturnValue:
        check_key()
        return _terminal(
            desk,
            terminals,
            body_of(ForTerminal),
            address or (reachable(request.host_url) if shared else request.host_url),
        )

    return blueprint


def _played(desk: Desk, feed: Feed, controls: Controls | None, asked: Playback) -> ResponseReturnValue:
    if controls is None or desk.playing() is None:
        return {"clause": None, "why": say(DENIED["no_replay"])}, 422
    try:
        _control(controls, asked)
    except Fault as fault:
        return {"clause": None, "why": said_anew(str(fault))}, 422
    return jsonify(playing=feed.playing())


def _here(shared: bool) -> str:
    return reachable(request.host_url) if shared else request.host_url


def _terminal(desk: Desk, terminals: Terminals, asked: ForTerminal, address: str) -> ResponseReturnValue:
    if asked.account not in desk.published.accounts:
        return {"clause": None, "why": say(NO_ACCOUNT)}, 422
    # What comes from a terminal is the account's: whoever gave the code for it stands in the record.
    desk.put(Aside("terminal", {"account": asked.account, "did": asked.do}, access.person().badge))
    if asked.do == "end":
        return jsonify(ended=terminals.end_all(asked.account))
    made = terminals.code(asked.account)
    link = address.rstrip("/") + url_for("terminal.enter", code=made.code)
    return jsonify(code=made.code, minutes=made.seconds // 60, link=link, qr=qr_path(link))


def _second(people: People, first: Person, approval: Approval | None) -> str:
    """The badge of the second person, empty if the key brings none. Raises `Declined`."""
    if approval is None:
        return ""
    return people.approve(first, approval.badge, approval.pin, screen()).badge


def _key(sent: SentKey, who: str, approved_by: str) -> Key:
    """The key for the table, without the PIN that it came with.

    Who pressed and who approved is known here, never from what the page says of itself.
    """
    told = {name: getattr(sent, name) for name in Key.__struct_fields__}
    return Key(**(told | {"who": who, "approved_by": approved_by}))


def _control(controls: Controls, asked: Playback) -> None:
    match asked.do:
        case "pause":
            controls.pause()
        case "play":
            controls.play()
        case "step":
            controls.step()
        case "speed":
            controls.speed(asked.factor)
        case "leave":
            controls.leave()
