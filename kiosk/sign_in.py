"""Signing in and out, and making the first person of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from dealer_assist.faults import Fault
from kiosk import access, people_file
from kiosk.access import ROUTES
from kiosk.guard import Denied, check_form, token
from kiosk.people import Declined, LockedOut, People, Person
from kiosk.refusals import said_anew
from kiosk.visits import Visits
from kiosk.words import DENIED, say

#: Where each role goes first.
_FIRST: Final = {"dealer": "dealer.page"}

Sample = Sequence[tuple[Person, str]]


def pages(people: People, visits: Visits, sample: Sample) -> Blueprint:
    """The pages for coming and going. `sample` are people whose PINs anyone may read."""
    blueprint = Blueprint("sign_in", __name__)

    @blueprint.get("/sign-in")
    def page() -> ResponseReturnValue:
        if people.empty:
            return redirect(url_for("sign_in.set_up"), 303)
        ended = visits.why(access.word()) if access.word() and access.found_person() is None else ""
        return _form(people, sample, ended)

    @blueprint.post("/sign-in")
    def enter() -> ResponseReturnValue:
        why = _stale()
        if why is not None:
            return _form(people, sample, why, 403)
        given = request.form
        try:
            person = people.sign_in(given.get("badge", "").strip(), given.get("pin", ""), screen())
        except Declined as declined:
            return _form(people, sample, declined.why, *_refusal(declined))
        _begin(visits, person)
        return redirect(_next(given.get("to", ""), person), 303)

    @blueprint.post("/sign-out")
    def leave() -> ResponseReturnValue:
        check_form()
        visits.end(access.word())
        session.clear()
        return redirect(url_for("sign_in.page"), 303)

    @blueprint.get("/set-up")
    def set_up() -> ResponseReturnValue:
        if not people.empty:
            return redirect(url_for("sign_in.page"), 303)
        return render_template("set_up.html", token=token(), why="")

    @blueprint.post("/set-up")
    def first() -> ResponseReturnValue:
        given = request.form
        try:
            check_form()
            person = people.set_up(given.get("code", ""), *_made(given), screen())
        except Denied as denied:
            return _again(denied.why, given, denied.code)
        except Declined as declined:
            return _again(declined.why, given, *_refusal(declined))
        except Fault as fault:
            return _again(said_anew(str(fault)), given, 422)
        _begin(visits, person)
        return redirect(url_for("start"), 303)

    return blueprint


def screen() -> str:
    """Where the person stands, for the count of wrong tries: the address that asks."""
    return request.remote_addr or ""


def _form(
    people: People, sample: Sample, why: str, code: int = 200, headers: dict[str, str] | None = None
) -> ResponseReturnValue:
    to = request.values.get("to", "")
    display = url_for("display.page", token=people.display) if sample else ""
    badge = request.form.get("badge", "")
    page = render_template("sign_in.html", token=token(), why=why, to=to, badge=badge, sample=sample, display=display)
    return page, code, headers or {}


def _made(given: Mapping[str, str]) -> tuple[Person, str]:
    """The supervisor and the PIN in the set-up form. Raises `Declined`, `Fault`."""
    pin = given.get("pin", "")
    if pin != given.get("again", ""):
        raise Declined(say(DENIED["again"]))
    return people_file.checked_person(given.get("badge", "").strip(), given.get("name", ""), "supervisor"), pin


def _again(why: str, given: Mapping[str, str], code: int, headers: dict[str, str] | None = None) -> ResponseReturnValue:
    """The set-up page with what was typed, PIN and code excepted."""
    kept = {name: given.get(name, "") for name in ("name", "badge")}
    return render_template("set_up.html", token=token(), why=why, **kept), code, headers or {}


def _stale() -> str | None:
    """Why a form is not taken: a page that was loaded before the program started may not end in a riddle."""
    try:
        check_form()
    except Denied as denied:
        return denied.why
    return None


def _refusal(declined: Declined) -> tuple[int, dict[str, str]]:
    if isinstance(declined, LockedOut):
        return 429, {"Retry-After": str(declined.wait_s)}
    return 422, {}


def _begin(visits: Visits, person: Person) -> None:
    """Another cookie for the person: one that somebody knew before is worth nothing."""
    visits.end(access.word())
    session.clear()
    session["visit"] = visits.begin(person)


def _next(to: str, person: Person) -> str:
    """The page that was asked for before, if it is one of ours for this role, else where the role goes first."""
    if to.startswith("/"):
        try:
            endpoint, _ = current_app.url_map.bind("").match(to, "GET")
        except (HTTPException, RequestRedirect):
            endpoint = ""
        if not to.endswith("/events") and person.role in ROUTES.get(endpoint, ()):
            return url_for(endpoint)
    return url_for(_FIRST.get(person.role, "start"))
