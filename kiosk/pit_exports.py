"""What the pit gives away as files: rounds as CSV, JSON lines or PHH, and one round's report as PDF."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from dealer_assist import dispute_pdf, money, phh, phh_write, recorded_rounds
from dealer_assist.dispute import folder_dispute
from dealer_assist.faults import Fault
from dealer_assist.pit.questions import Asked, Found
from kiosk import pit_search, report_words
from kiosk.dispute_frames import pictures
from kiosk.guard import Denied
from kiosk.pit import asked_round
from kiosk.pit_search import NotUnderstood
from kiosk.pit_tables import Tables
from kiosk.pit_words import SAID, moment
from kiosk.refusals import said_anew
from kiosk.words import say

JSON = dict[str, Any]
#: Rounds that one file may hold; with the steps of each, and as poker hands.
MOST: Final = 100_000
MOST_WITH_STEPS: Final = 2_000
COLUMNS: Final = (
    *("table", "session", "game", "round", "shoe", "began", "ended", "dealer"),
    *("stakes", "paid", "hold", "steps", "amends", "findings"),
)


def pages(tables: Tables) -> Blueprint:
    """The files. A search's are asked for with its fields, a round's with its name."""
    blueprint = Blueprint("pit_exports", __name__, url_prefix="/pit")

    @blueprint.errorhandler(Fault)
    def failed(fault: Fault) -> ResponseReturnValue:
        return render_template("error.html", why=str(fault)), 503

    @blueprint.get("/export")
    def export() -> Response:
        kind = request.args.get("as", "csv")
        make = _KINDS.get(kind)
        if make is None:
            raise Denied(404, say(SAID["no_round"]))
        rounds = _asked(tables, MOST if kind == "csv" else MOST_WITH_STEPS)
        mimetype, ending, lines = make
        response = Response(lines(tables, rounds), mimetype=mimetype)
        response.headers["Content-Disposition"] = f'attachment; filename="rounds.{ending}"'
        return response

    @blueprint.get("/report")
    def report() -> Response:
        found = asked_round(tables)
        folder, journal = tables.folder(found.table, found.session), tables.journal(found.table, found.session)
        if folder is None or journal is None:
            raise Denied(404, say(SAID["away"]))
        try:
            told = folder_dispute(folder, journal, found.round)
            voice = dispute_pdf.fitting(report_words.voice())
            content = dispute_pdf.render(told, pictures(folder, told.events, voice=voice), voice=voice)
        except Fault as fault:
            raise Denied(422, said_anew(str(fault))) from None
        response = Response(content, mimetype="application/pdf")
        response.headers["Content-Disposition"] = f'inline; filename="round-{found.round}.pdf"'
        return response

    return blueprint


def _asked(tables: Tables, most: int) -> Iterator[Found]:
    """The closed rounds of the round that is named, or of the search."""
    if "round" in request.args:
        return iter([found] if (found := asked_round(tables)).ended is not None else [])
    tables.catch_up()
    try:
        asked = pit_search.read(pit_search.fields(request.args))
    except NotUnderstood as error:
        raise Denied(422, say(SAID["search"], why=str(error))) from None
    return _found(tables, asked, most)


def _found(tables: Tables, asked: Asked, most: int) -> Iterator[Found]:
    """Page by page, so that no file is held as a whole."""
    after, count = None, 0
    while count < most:
        page = tables.questions.find(asked, after, min(500, most - count))
        for found in page.rounds:
            if found.ended is not None:
                yield found
        count += len(page.rounds)
        after = page.after
        if after is None:
            return


def _row(found: Found) -> JSON:
    """A round's row: times in ISO 8601, amounts in points as text."""
    row: JSON = {name: getattr(found, name) for name in COLUMNS}
    for name in ("began", "ended"):
        row[name] = moment(row[name]).isoformat()
    for name in ("stakes", "paid", "hold"):
        row[name] = money.short(row[name])
    return row


def _csv(tables: Tables, rounds: Iterable[Found]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for found in rounds:
        writer.writerow({name: _harmless(value) for name, value in _row(found).items()})
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _harmless(value: object) -> object:
    """A spreadsheet takes a text that begins like this for a formula; a number may begin with a minus."""
    is_text = isinstance(value, str) and value.startswith(("=", "+", "@", "\t", "\r"))
    return f"'{value}" if is_text else value


def _json_lines(tables: Tables, rounds: Iterable[Found]) -> Iterator[bytes]:
    """Each round's row with its script; without one where its session is not here."""
    for found in rounds:
        yield msgspec.json.encode({**_row(found), "script": _script(tables, found)}) + b"\n"


def _phh(tables: Tables, rounds: Iterable[Found]) -> Iterator[str]:
    """The Omaha hands that PHH can tell; what it can't is left out, with why in a comment."""
    hands, left_out = [], []
    for found in rounds:
        script = _script(tables, found) if found.game == "omaha" else None
        if script is None:
            continue
        source = f"{found.table}, {found.session}, round {found.round}"
        try:
            hands.append(phh_write.hand(msgspec.json.encode(script), source, tables.house(found.table, found.session)))
        except Fault as fault:
            left_out.append(f"# left out: {fault}\n")
    yield "".join(left_out)
    yield phh.dump(hands) if hands else "# no Omaha hand among these rounds\n"


def _script(tables: Tables, found: Found) -> JSON | None:
    journal = tables.journal(found.table, found.session)
    return None if journal is None else next(recorded_rounds.scripts(journal.of_round(found.round)), None)


_Lines = Callable[[Tables, Iterable[Found]], Iterator[str] | Iterator[bytes]]
_KINDS: Final[dict[str, tuple[str, str, _Lines]]] = {
    "csv": ("text/csv; charset=utf-8", "csv", _csv),
    "jsonl": ("application/jsonl", "jsonl", _json_lines),
    "phh": ("text/plain; charset=utf-8", "phhs", _phh),
}
