"""For the players: cards as they lie, whose turn it is, what is paid and why. No controls, no hidden card."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.access import admit_display
from kiosk.fair import FairOdds
from kiosk.feed import Feed
from kiosk.guard import Denied
from kiosk.people import People
from kiosk.words import DENIED, say


def pages(feed: Feed, people: People, odds: FairOdds) -> Blueprint:
    """The display's page and its stream. A browser that comes with the token keeps it and loses it from its address."""
    blueprint = Blueprint("display", __name__)

    @blueprint.get("/display")
    def page() -> ResponseReturnValue:
        if "token" in request.args:
            return admit_display(redirect(url_for("display.page"), 303), people)
        return render_template("display.html", boot=feed.boot, table=feed.table)

    @blueprint.get("/display/events")
    def events() -> Response:
        response = feed.open_display()
        if response is None:
            raise Denied(503, say(DENIED["streams"]))
        return response

    @blueprint.get("/display/odds/now")
    def fair() -> ResponseReturnValue:
        # Only where the house shows them to the players (X6.1).
        return jsonify(odds.for_players())

    return blueprint
