"""The kiosk's web application, put together: pages by audience, guards, and errors in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from flask import Flask, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from dealer_assist import house, ladder
from dealer_assist.games import catalogue
from kiosk import (
    access,
    dealer,
    display,
    fair,
    guard,
    health,
    languages,
    recall,
    record_pages,
    setup,
    sign_in,
    static_files,
    terminal,
)
from kiosk.controls import Controls
from kiosk.desk import Desk
from kiosk.feed import BEAT, STREAMS, Feed
from kiosk.guard import Denied, token
from kiosk.people import People, Person
from kiosk.pit_install import install_lone
from kiosk.roots import TableRoots
from kiosk.setup_table import SetUp
from kiosk.spoken import Speaker
from kiosk.terminals import Terminals
from kiosk.told import told_anew, who_anew
from kiosk.visits import Visits
from kiosk.words import DENIED, ROLE_NAMES, count, many, quoted, say, text

_WORDS_OF_STATUS: Final = {404: "lost_page", 405: "method", 413: "large", 500: "broken"}


def create_app(
    desk: Desk,
    *,
    chips: tuple[int, ...],
    controls: Controls | None,
    people: People,
    visits: Visits | None = None,
    terminals: Terminals | None = None,
    sample: Sequence[tuple[Person, str]] = (),
    clauses: Mapping[str, str] | None = None,
    streams: int = STREAMS,
    beat: float = BEAT,
    folder: Path | None = None,
    language: str = "",
    colours: int = 4,
    table: SetUp | None = None,
    address: str | None = None,
    shared: bool = False,
    roots: TableRoots | None = None,
) -> Flask:
    """The application for one desk.

    `chips` are the denominations at the table, `controls` those of a recording that plays. `people` may sign in,
    `visits` are those who have, `terminals` those of accounts; `sample` are people whose PINs the sign-in page shows to
    anyone. `clauses` are the words of the house's clauses (those of the built-in house if None), `streams` how many
    pages may be open at once, `beat` the seconds between two signs of life, `folder` where the session is recorded,
    `language` the one of the table's screens until somebody chooses another, `colours` how many its suits have (2 or
    4), `table` what can be set up of it, `roots` makes its roots. `address` is how others reach this machine; None: by
    the name under which the dealer does or, if it is `shared` with others, its own in its network.
    """
    app = bare_app(language, colours)
    words = _built_in_clauses() if clauses is None else clauses
    feed = Feed(desk, Speaker(chips, lambda clause: words.get(clause, "")), streams, beat)
    visits = visits or Visits(people)
    people.told = visits.told = desk.put
    guard.install(app)
    terminals = terminals or Terminals()
    access.install(app, people, visits, terminals)
    app.register_blueprint(sign_in.pages(people, visits, sample))
    odds = fair.FairOdds(desk)
    app.register_blueprint(display.pages(feed, people, odds))
    app.register_blueprint(dealer.pages(desk, feed, controls, people, visits, terminals, address, shared))
    app.register_blueprint(terminal.pages(desk, feed, terminals, visits))
    app.register_blueprint(fair.pages(odds))
    app.register_blueprint(setup.pages(table or SetUp(desk), people))
    app.register_blueprint(record_pages.pages(desk, people, roots))
    install_lone(app, desk, feed, people, visits, lambda clause: words.get(clause, ""), beat, folder)
    app.register_blueprint(recall.pages(desk, folder))
    app.register_blueprint(health.pages(desk, folder))

    @app.get("/")
    def start() -> str:
        return render_template("start.html", token=token(), display=url_for("display.page", token=people.display))

    return app


def bare_app(language: str = "", colours: int = 4) -> Flask:
    """An application with our words and our answers to errors, and no page yet."""
    app = Flask(__name__, static_folder=static_files.FOLDER, static_url_path=static_files.path())
    app.config["MAX_CONTENT_LENGTH"] = dealer.MOST_BODY
    languages.install(app, language)
    app.jinja_env.globals["two_colours"] = colours == 2
    app.jinja_env.globals |= {
        "say": say,
        "text": text,
        "many": many,
        "count": count,
        "quoted": quoted,
        "told_anew": told_anew,
        "who_anew": who_anew,
    }
    app.jinja_env.globals["role_name"] = lambda role: say(ROLE_NAMES[role])
    app.jinja_env.globals["prices"] = " ".join(map(ladder.text, ladder.LADDER))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.register_error_handler(Denied, _denied)
    app.register_error_handler(HTTPException, _failed)
    return app


def _built_in_clauses() -> dict[str, str]:
    """The clauses of every built-in house; their ids differ from game to game."""
    words: dict[str, str] = {}
    for game in catalogue.GAMES:
        words |= catalogue.load_house(game, house.built_in(game)).clauses
    return words


def _denied(denied: Denied) -> ResponseReturnValue:
    return _answer(denied.code, denied.why)


def _failed(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    return _answer(error.code, say(DENIED[_WORDS_OF_STATUS.get(error.code, "request")]))


def _answer(code: int, why: str) -> ResponseReturnValue:
    """An error in words: as JSON to a script, as a page to a person. Nothing of the request is repeated."""
    headers = {"Retry-After": "5"} if code == 503 else {}
    by_form = request.blueprint == "sign_in" or request.endpoint in {"terminal.admit", "terminal.leave"}
    by_script = request.method == "POST" and not by_form
    if by_script or request.path.endswith(("/events", "/now")):
        return jsonify(clause=None, why=why), code, headers
    return render_template("error.html", why=why), code, headers
