"""For the players: cards as they lie, whose turn it is, what is paid and why. No controls, no hidden card."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from kiosk.feed import Feed
from kiosk.guard import Denied
from kiosk.words import DENIED, say


def pages(feed: Feed) -> Blueprint:
    """The display's page and its stream."""
    blueprint = Blueprint("display", __name__)

    @blueprint.get("/display")
    def page() -> str:
        return render_template("display.html", boot=feed.boot)

    @blueprint.get("/display/events")
    def events() -> Response:
        response = feed.open("display")
        if response is None:
            raise Denied(503, say(DENIED["streams"]))
        return response

    return blueprint
