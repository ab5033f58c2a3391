"""Who may ask and what every answer carries: hosts, origins, tokens, headers.

The table listens on this machine unless told otherwise, but any web page in a browser here could try to reach
it. So a request must name this machine (or a bare address, which no foreign name can be made to point at),
and a key must come from a page of ours: same origin, with the token that the page was given.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request, session

from kiosk import static_files
from kiosk.words import DENIED, say

TOKEN_HEADER: Final = "X-Kiosk-Token"
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": with it a browser sends a form's origin as null.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=()",
}


class Denied(Exception):
    """A request that is not answered; `why` is what the person reads."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def install(app: Flask) -> None:
    """Check every request's host and put the headers on every answer, errors included."""
    app.config.update(
        SECRET_KEY=secrets.token_bytes(32),
        # Cookies know no ports: two tables on one machine must not overwrite each other's.
        SESSION_COOKIE_NAME=f"kiosk-{secrets.token_hex(4)}",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
    )
    names = frozenset({"localhost", socket.gethostname().lower(), socket.getfqdn().lower()})

    @app.before_request
    def check_host() -> None:
        if not _is_ours(request.host, names):
            raise Denied(403, say(DENIED["host"]))

    @app.after_request
    def put_headers(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers[name] = value
        response.headers["Cache-Control"] = _kept(response.status_code)
        return response


def _kept(status: int) -> str:
    """How long a browser may keep an answer: a file of the pages for good, anything else not at all."""
    return static_files.KEPT if request.endpoint == "static" and status in {200, 304} else "no-store"


def token() -> str:
    """The token of this browser's session, made with its first page."""
    known: str | None = session.get("token")
    if known is None:
        known = session["token"] = secrets.token_urlsafe(32)
    return known


def check_key() -> None:
    """Raises `Denied` unless the request comes from a page of ours."""
    _check(request.headers.get(TOKEN_HEADER, ""))


def check_form() -> None:
    """The same for a form, which has the token in a field."""
    _check(request.form.get("token", ""))


def _check(given: str) -> None:
    if request.headers.get("Origin") != f"{request.scheme}://{request.host}":
        raise Denied(403, say(DENIED["origin"]))
    known = session.get("token", "")
    if not known or not hmac.compare_digest(given.encode(), known.encode()):
        raise Denied(403, say(DENIED["token"]))


def _is_ours(host: str, names: frozenset[str]) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name.lower() in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
