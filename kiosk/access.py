"""Who may ask for what: every route with its roles, in one table, and the check before each request.

A route that is missing from the table is closed to everybody.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, Literal

from flask import Flask, current_app, g, redirect, request, session, url_for
from werkzeug.wrappers import Response as Redirection

from kiosk.guard import Denied
from kiosk.people import ROLES, People, Person, Role
from kiosk.terminals import ENDED, Terminals
from kiosk.visits import Visits
from kiosk.words import DENIED, ROLE_NAMES, say

#: Beside the roles: the players' display, known by its token, an account's terminal, and whoever is none of them.
Who = Role | Literal["display", "terminal", "nobody"]

_STAFF: Final[frozenset[Who]] = frozenset(ROLES)
_EVERYBODY: Final[frozenset[Who]] = _STAFF | {"display", "terminal", "nobody"}
_DEALING: Final[frozenset[Who]] = frozenset({"dealer", "supervisor"})
_WATCHING: Final[frozenset[Who]] = frozenset({"supervisor", "auditor"})
_RECALLING: Final[frozenset[Who]] = _DEALING | _WATCHING
_SETTING_UP: Final[frozenset[Who]] = frozenset({"supervisor", "engineer"})

ROUTES: Final[dict[str, frozenset[Who]]] = {
    "static": _EVERYBODY,
    "sign_in.page": _EVERYBODY,
    "sign_in.enter": _EVERYBODY,
    "sign_in.leave": _STAFF,
    "sign_in.set_up": _EVERYBODY,
    "sign_in.first": _EVERYBODY,
    "start": _STAFF,
    "display.page": _STAFF | {"display"},
    "display.events": _STAFF | {"display"},
    "dealer.page": _DEALING,
    "dealer.events": _DEALING,
    "dealer.key": _DEALING,
    "dealer.playback": _DEALING,
    "dealer.terminal": _DEALING,
    "terminal.enter": _EVERYBODY,
    "terminal.admit": _EVERYBODY,
    "terminal.page": frozenset({"terminal"}),
    "terminal.events": frozenset({"terminal"}),
    "terminal.key": frozenset({"terminal"}),
    "terminal.leave": frozenset({"terminal"}),
    "fair.page": _WATCHING,
    "fair.now": _WATCHING,
    "pit.page": _WATCHING,
    "pit.events": _WATCHING,
    "pit.table": _WATCHING,
    "pit.round_": _WATCHING,
    "pit.frame": _WATCHING,
    "pit.picture": _WATCHING,
    "pit.search": _WATCHING,
    "pit.people": _WATCHING,
    "pit.statistics": _WATCHING,
    "pit_exports.export": _WATCHING,
    "pit_exports.report": _WATCHING,
    "pit_keys.key": frozenset({"supervisor"}),
    "pit_keys.agree": frozenset({"supervisor"}),
    "pit_ask.ask": _DEALING,
    "display.fair": _STAFF | {"display"},
    "setup.page": _SETTING_UP,
    "setup.now": _SETTING_UP,
    "setup.picture": _SETTING_UP,
    "setup.reading": _SETTING_UP,
    "setup.markers": _SETTING_UP,
    "setup.shoe": _SETTING_UP,
    "setup.camera": _SETTING_UP,
    "setup.layout": _SETTING_UP,
    "setup.deck": _SETTING_UP,
    "setup.house": _SETTING_UP,
    "setup.people": frozenset({"supervisor"}),
    "setup.test": _SETTING_UP,
    "setup.done": _SETTING_UP,
    "setup.start": _SETTING_UP,
    "record.root": _WATCHING,
    "record.make": _WATCHING,
    "record.open_sealed": frozenset({"supervisor"}),
    "recall.page": _RECALLING,
    "recall.picture": _RECALLING,
    # These two answer this machine only.
    "health.health": _EVERYBODY,
    "health.metrics": _EVERYBODY,
}

_YEAR_S: Final = 365 * 24 * 3600


def install(app: Flask, people: People, visits: Visits, terminals: Terminals) -> None:
    """Check who asks before every request; `person()` and `account()` then tell."""

    @app.before_request
    def check() -> Redirection | None:
        if request.endpoint is None:
            return None  # no such page, or not in that way: nobody needs a name to be told so
        # What a page asks for by itself: it keeps nobody signed in, and is answered in words for the page to show.
        stream = request.path.endswith(("/events", "/now"))
        person = g.person = visits.who(word(), touched=not stream)
        g.account = terminals.account(terminal_word())
        allowed = ROUTES.get(request.endpoint, frozenset())
        if _is_allowed(person, allowed, people):
            return None
        if person is not None:
            raise Denied(403, say(DENIED["role"], role=say(ROLE_NAMES[person.role])))
        if "display" in allowed:
            raise Denied(401, say(DENIED["display"]))
        if "terminal" in allowed:
            if request.method in {"GET", "HEAD"} and not stream:
                return redirect(url_for("terminal.enter"), 303)
            raise Denied(401, say(ENDED))
        if request.method in {"GET", "HEAD"} and not stream:
            return redirect(url_for("sign_in.page", to=request.path), 303)
        raise Denied(401, visits.why(word()))

    app.jinja_env.globals["may"] = may
    app.jinja_env.globals["person"] = found_person


def word() -> str:
    """The word of this browser's visit, empty if it has none."""
    known: str = session.get("visit", "")
    return known


def terminal_word() -> str:
    """The word of this browser's terminal, empty if it is none."""
    known: str = session.get("terminal", "")
    return known


def account() -> str:
    """The account whose terminal asks, on a route that only terminals may ask for."""
    found: str | None = g.get("account")
    if found is None:
        raise Denied(401, say(ENDED))
    return found


def person() -> Person:
    """Who asks, on a route that only people may ask for."""
    found = found_person()
    if found is None:
        raise Denied(401, say(DENIED["none"]))
    return found


def found_person() -> Person | None:
    """Who asks; None for the display and for nobody."""
    found: Person | None = g.get("person")
    return found


def may(endpoint: str) -> bool:
    """Whether there is such a route here, and whoever asks now may ask for it too."""
    found = found_person()
    known = endpoint in current_app.view_functions
    return known and found is not None and found.role in ROUTES.get(endpoint, frozenset())


def admit_display(response: Redirection, people: People) -> Redirection:
    """Let the browser that gave the display's token keep it."""
    response.set_cookie(
        _cookie(people), people.display, max_age=_YEAR_S, path="/display", httponly=True, samesite="Strict"
    )
    return response


def _is_allowed(person: Person | None, allowed: frozenset[Who], people: People) -> bool:
    if "nobody" in allowed or (person is not None and person.role in allowed):
        return True
    if "terminal" in allowed and g.account is not None:
        return True
    return "display" in allowed and _has_token(people)


def _has_token(people: People) -> bool:
    given = request.args.get("token") or request.cookies.get(_cookie(people), "")
    return hmac.compare_digest(given.encode(), people.display.encode())


def _cookie(people: People) -> str:
    # Cookies know no ports: two tables on one machine must not overwrite each other's.
    return f"display-{hashlib.sha256(people.display.encode()).hexdigest()[:8]}"
