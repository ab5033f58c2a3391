"""For the pit: every table at a glance, any round step by step, search, who did what, statistics.

The pages ask `Tables` only: whether they show the one table of this kiosk or a pit of many makes no difference here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from dealer_assist import evidence
from dealer_assist.cards import RANKS, SUITS
from dealer_assist.faults import Fault
from dealer_assist.pit.questions import Asked, Found
from kiosk import access, pit_round, pit_search, pit_statistics, pit_tapes
from kiosk.guard import Denied, token
from kiosk.pit_live import Live
from kiosk.pit_search import NotUnderstood
from kiosk.pit_tables import Tables, Tile
from kiosk.pit_words import (
    SAID,
    act_name,
    amount,
    clock,
    day_and_time,
    finding_title,
    game_name,
)
from kiosk.visits import Visits
from kiosk.words import DENIED, say

JSON = dict[str, Any]
#: The name of whoever has a badge.
Name = Callable[[str], str]
#: Rounds of the strip.
LAST: Final = 10
#: Width of the live picture, in pixels.
_LIVE_WIDE: Final = 640


def pages(live: Live, visits: Visits, name: Name) -> Blueprint:
    """The pages that show something. `name` gives the name of whoever has a badge."""
    blueprint = Blueprint("pit", __name__, url_prefix="/pit")
    tables = live.tables
    for path, endpoint, view in (
        ("", "page", partial(_tiles, live)),
        ("/events", "events", partial(_events, live, visits)),
        ("/table", "table", partial(_table, live)),
        ("/picture/now", "picture", partial(_live_picture, tables)),
        ("/round", "round_", partial(_round, tables, name)),
        ("/frame", "frame", partial(_frame, tables)),
        ("/search", "search", partial(_search, tables)),
        ("/people", "people", partial(_people, tables)),
        ("/statistics", "statistics", partial(_statistics, tables, name)),
    ):
        blueprint.add_url_rule(path, endpoint, view)
    blueprint.register_error_handler(Fault, _failed)

    @blueprint.context_processor
    def words() -> JSON:
        return {
            "amount": amount,
            "clock": clock,
            "day_and_time": day_and_time,
            "finding_title": finding_title,
            "game_name": game_name,
            "act_name": act_name,
            "name_of": name,
            "boot": live.boot,
            "may_act": access.may("pit_keys.key"),
        }

    return blueprint


def _failed(fault: Fault) -> ResponseReturnValue:
    return render_template("pit_error.html", why=str(fault)), 503


def _tiles(live: Live) -> str:
    return render_template("pit_tiles.html", token=token(), view=live.view())


def _events(live: Live, visits: Visits) -> Response:
    visit = access.word()
    response = live.open(lambda: visits.ended(visit, False))
    if response is None:
        raise Denied(503, say(DENIED["streams"]))
    return response


def _table(live: Live) -> ResponseReturnValue:
    tables = live.tables
    tile = _tile(tables, request.args.get("table"))
    if tile is None:
        raise Denied(404, say(SAID["no_table"]))
    tables.catch_up()
    rounds = tables.questions.last_rounds(tile.table, LAST)
    findings = tables.questions.open_findings(tile.table)
    shown = next((one for one in live.view()["tiles"] if one["table"] == tile.table), None)
    if shown is None:
        raise Denied(404, say(SAID["no_table"]))
    folder = tables.folder(tile.table, tile.session)
    live_picture = folder is not None and pit_tapes.latest(folder) is not None
    return render_template(
        "pit_table.html",
        token=token(),
        tile=tile,
        shown=shown,
        rounds=rounds,
        findings=findings,
        live_picture=live_picture,
    )


def _live_picture(tables: Tables) -> Response:
    tile = _tile(tables, request.args.get("table"))
    folder = None if tile is None else tables.folder(tile.table, tile.session)
    at = None if folder is None else pit_tapes.latest(folder)
    if folder is None or at is None:
        raise Denied(404, say(SAID["no_film"]))
    try:
        return Response(pit_tapes.picture(folder, at, _LIVE_WIDE), mimetype="image/jpeg")
    except Fault:
        raise Denied(404, say(SAID["no_film"])) from None


def _round(tables: Tables, name: Name) -> ResponseReturnValue:
    found = asked_round(tables)
    tile = _tile(tables, found.table)
    runs = tile is not None and tile.session == found.session and tile.round == found.round
    return render_template(
        "pit_round.html",
        token=token(),
        found=found,
        told=pit_round.told(tables, found, name),
        findings=tables.questions.findings_of(found),
        last=tables.questions.last_rounds(found.table, LAST),
        seen=tile.number if tile is not None and runs else None,
        ranks=RANKS[::-1],
        suits=SUITS,
    )


def _frame(tables: Tables) -> Response:
    found = asked_round(tables)
    try:
        content = _picture(tables, found)
    except Fault:
        raise Denied(404, say(SAID["no_film"])) from None
    return Response(content, mimetype="image/jpeg")


def _search(tables: Tables) -> ResponseReturnValue:
    asked = pit_search.fields(request.args)
    rounds: tuple[Found, ...] = ()
    after, why = None, ""
    tables.catch_up()
    try:
        page = tables.questions.find(pit_search.read(asked), request.args.get("after") or None)
        rounds, after = page.rounds, page.after
    except NotUnderstood as error:
        why = say(SAID["search"], why=str(error))
    more = None if after is None else "?".join([url_for("pit.search"), urlencode({**asked, "after": after})])
    lists = {"tables": tables.questions.tables(), "clauses": tables.questions.clauses()}
    return render_template("pit_search.html", asked=asked, rounds=rounds, more=more, why=why, **lists), (
        422 if why else 200
    )


def _people(tables: Tables) -> str:
    tables.catch_up()
    person = request.args.get("person") or None
    everybody = _by_person(tables.questions.people())
    done, after = ((), None) if person is None else tables.questions.did(person, request.args.get("after") or None)
    more = None if after is None else url_for("pit.people", person=person, after=after)
    return render_template("pit_people.html", everybody=everybody, chosen=person, done=done, more=more)


def _statistics(tables: Tables, name: Name) -> str:
    tables.catch_up()
    return render_template("pit_statistics.html", **pit_statistics.page(tables.questions, request.args, name))


def asked_round(tables: Tables) -> Found:
    """The round that the address names; the last one of its table where it names none. Raises `Denied`, `Fault`."""
    tables.catch_up()
    given = request.args
    tile = _tile(tables, given.get("table"))
    named = given.get("table") or ("" if tile is None else tile.table)
    if "session" in given or "round" in given:
        number = given.get("round", "")
        is_number = number.isascii() and number.isdecimal() and len(number) < 9
        session = given.get("session") or ("" if tile is None else tile.session)
        found = tables.questions.round(named, session, int(number)) if is_number else None
    else:
        found = next(iter(tables.questions.find(Asked(table=named), limit=1).rounds), None)
    if found is None:
        raise Denied(404, say(SAID["no_round"]))
    return found


def _tile(tables: Tables, named: str | None) -> Tile | None:
    """The table of that name, any where there is no name."""
    return next((tile for tile in tables.tiles() if named in {None, "", tile.table}), None)


def _picture(tables: Tables, found: Found) -> bytes:
    """The frame of a moment, or a picture that was kept as evidence. Raises `Fault`."""
    folder = tables.folder(found.table, found.session)
    if folder is None:
        raise Fault("the film of this session is not here")
    digest = request.args.get("picture")
    if digest is not None:
        if not (len(digest) == 64 and digest.isalnum() and digest.isascii()):
            raise Fault("no digest of a picture")
        return evidence.load(folder, digest)
    at = request.args.get("at", "")
    if not (at.isascii() and at.isdecimal() and len(at) < 20):
        raise Fault("no moment of the film")
    return pit_tapes.picture(folder, int(at))


def _by_person(acts: tuple[tuple[str, str, int], ...]) -> dict[str, list[tuple[str, int]]]:
    made: dict[str, list[tuple[str, int]]] = {}
    for person, kind, times in acts:
        made.setdefault(person, []).append((kind, times))
    return made
