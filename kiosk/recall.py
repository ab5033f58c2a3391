"""Recall at the table: the last ten rounds with every step, also while the table is stopped.

The dealer is told what could be seen on the felt, the pit all of a closed round; what lies face down in the round that
runs is told to nobody. Everything comes from the journal: what was committed, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from dealer_assist import evidence, recall, recall_list
from dealer_assist.faults import Fault
from dealer_assist.recall import Round
from dealer_assist.recall_list import Summary
from kiosk import access
from kiosk.desk import Desk
from kiosk.guard import Denied, token
from kiosk.words import say, text

NO_ROUND: Final = text("There is no such round here. The last ten can be recalled.")
NO_PICTURE: Final = text("This picture is not kept here any more.")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


def pages(desk: Desk, folder: Path | None) -> Blueprint:
    """The page of the last rounds; `/recall?round=12` opens one. `folder` is where pictures are kept, if they are."""
    blueprint = Blueprint("recall", __name__, url_prefix="/recall")

    @blueprint.get("")
    def page() -> ResponseReturnValue:
        asked = request.args.get("round", "")
        try:
            rounds = list(recall_list.summaries(desk.session.journal))
            chosen = _chosen(desk, asked, rounds)
        except Fault as fault:
            return render_template("recall.html", token=token(), rounds=[], chosen=None, why=str(fault)), 200
        fault_of_table = desk.published.fault or ""
        return render_template("recall.html", token=token(), rounds=rounds, chosen=chosen, why=fault_of_table)

    @blueprint.get("/picture")
    def picture() -> ResponseReturnValue:
        digest = request.args.get("sha256", "")
        if folder is None or _DIGEST.fullmatch(digest) is None:
            raise Denied(404, say(NO_PICTURE))
        try:
            content = evidence.load(folder, digest)
        except Fault:
            raise Denied(404, say(NO_PICTURE)) from None
        return Response(content, mimetype="image/jpeg")

    return blueprint


def _chosen(desk: Desk, asked: str, rounds: Sequence[Summary]) -> Round | None:
    """The round that was asked for, if it is one of the last. Raises `Denied`, `Fault`."""
    if not asked:
        return None
    if _NUMBER.fullmatch(asked) is None or int(asked) not in {one.number for one in rounds}:
        raise Denied(404, say(NO_ROUND))
    session = desk.session
    reader: recall.Reader = "dealer" if access.person().role == "dealer" else "pit"
    return recall.told(session.journal, int(asked), session.house, reader)
