"""What the records of a round become in the index: kept while it is played, rows once it is closed."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from dealer_assist import sealing
from dealer_assist.cards import NotACard, parse
from dealer_assist.game import DEALER, box_of
from dealer_assist.journal import Record
from dealer_assist.money import settled as cents
from dealer_assist.pit import schema
from dealer_assist.pit.cited import Cited
from dealer_assist.pit.shapes import Act, Cites, Dealt, Found, OpenFinding, PaidLine, row
from dealer_assist.pit.takings import sums

JSON = dict[str, Any]
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
#: Kinds of records that a person makes; the others are the devices' or the table's own.
_DONE: Final = frozenset({"step", "amend", "answer", "paid", "stay", "options", "time", "new_shoe", "by_hand"})


class Place(msgspec.Struct, frozen=True):
    """Where records come from: the session's id in the index, its table, its name, its game."""

    id: int
    table: str
    session: str
    game: str


class Playing:
    """A round that is being played."""

    def __init__(self, record: Record) -> None:
        self.opening = record
        #: Its first record, and the one that closes it.
        self.first = record.number
        self.paid: Record | None = None
        #: Whether something in it could not be read yet.
        self.sealed = False
        self.steps: list[tuple[JSON, str]] = []
        self.corrected: Counter[str] = Counter()
        self.acts: Counter[tuple[str, str]] = Counter()
        self.dealing: Counter[str] = Counter()
        self.amends = self.findings = 0
        self.cited = Cited()


class Batch:
    """Rows that are written together, sums that are added to, and findings that were cleared."""

    def __init__(self) -> None:
        self.rows: dict[sa.Table, list[JSON]] = {}
        self.cleared: list[JSON] = []
        self.sums: dict[sa.Table, dict[tuple[object, ...], Counter[str]]] = {}

    def add(self, table: sa.Table, row: JSON) -> None:
        """One more row."""
        self.rows.setdefault(table, []).append(row)

    def sum(self, table: sa.Table, key: tuple[object, ...], **amounts: int) -> None:
        """Add to a row of sums."""
        self.sums.setdefault(table, {}).setdefault(key, Counter()).update(amounts)


def millis(wall: str) -> int:
    """A record's wall time as whole milliseconds since 1970."""
    at = datetime.fromisoformat(wall)
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)) - _EPOCH) // timedelta(milliseconds=1)


def opened(place: Place, record: Record) -> Found:
    """A round that has begun."""
    return Found(
        schema.round_id(place.id, record.round),
        place.table,
        place.session,
        place.game,
        record.round,
        record.shoe,
        millis(record.wall),
        None,
        dealer="",
        stakes=0,
        paid=0,
        hold=0,
        steps=0,
        amends=0,
        findings=0,
    )


def round_row(place: Place, record: Record, made: Found) -> JSON:
    """The row of a round that `record` opened."""
    return row(made, session_id=place.id, house=record.house)


def found(place: Place, record: Record, kind: str) -> JSON:
    """The row of a finding."""
    made = OpenFinding(place.table, place.session, record.number, place.game, record.round, kind, millis(record.wall))
    return row(made, session_id=place.id)


def answered(place: Place, record: Record, body: JSON) -> JSON:
    """What becomes of the row of a finding that a person has cleared."""
    return {
        "of_session": place.id,
        "of_number": body["finding"],
        "cleared": millis(record.wall),
        "cleared_by": record.who,
        "approver": record.approver,
        "remedy": body["remedy"],
    }


def note(playing: Playing, record: Record, body: JSON) -> None:
    """What a record adds to the round that is being played."""
    playing.sealed = playing.sealed or sealing.MARK in record.plain
    playing.cited.note(record, body)
    if record.who and record.kind in _DONE:
        playing.acts[record.who, record.kind] += 1
        playing.dealing[record.who] += record.kind in {"step", "paid"}
    if record.approver:
        playing.acts[record.approver, "agreed"] += 1
    if record.kind == "step":
        playing.steps.append((body["step"], body["by"]))
    elif record.kind == "amend":
        was, source = playing.steps[body["step"]]
        playing.steps[body["step"]] = (body["becomes"], source)
        playing.amends += 1
        playing.corrected[source] += card_of(was) is not None and card_of(was) != card_of(body["becomes"])
    elif record.kind == "finding":
        playing.findings += 1


def closed(batch: Batch, place: Place, playing: Playing, record: Record) -> None:
    """Everything of a round that `record` closed, into `batch`."""
    body = record.content()
    stakes, paid, hold = sums(body)
    dealer = max(playing.dealing, key=lambda who: playing.dealing[who], default="")
    made = msgspec.structs.replace(
        opened(place, playing.opening),
        ended=millis(record.wall),
        dealer=dealer,
        stakes=stakes,
        paid=paid,
        hold=hold,
        steps=len(playing.steps),
        amends=playing.amends,
        findings=playing.findings,
    )
    batch.add(schema.rounds, round_row(place, playing.opening, made))
    hour = (made.began // schema.HOUR_MS * schema.HOUR_MS, place.table, place.game)
    # How long it lasted is told by the clock that is never set.
    lasted = max(0, record.at - playing.opening.at) // 1_000_000
    batch.sum(schema.hours, (*hour, dealer), rounds=1, millis=lasted, stakes=stakes, paid=paid, hold=hold)
    paid_by = _lines(batch, made.id, hour, body)
    _cites(batch, made.id, playing, paid_by)
    _cards(batch, made.id, hour, playing)
    for (person, kind), times in playing.acts.items():
        batch.add(schema.acts, row(Act(made.id, person, kind, times)))
        batch.sum(schema.doings, (*hour, person, kind), count=times)


def _lines(batch: Batch, round_id: int, hour: tuple[object, ...], body: JSON) -> set[tuple[str, str]]:
    """Also says which seat was paid by which clause."""
    number, found = 0, set()
    for party in body["seats"] if "seats" in body else body.get("accounts", []):
        seat = str(party.get("seat", party.get("account")))
        for line in party["lines"]:
            stake, paid = cents(line["stake"]), cents(line["paid"])
            outcome, clause = line["outcome"], line["clause"]
            made = PaidLine(round_id, number, seat, line["on"], stake, paid, outcome, clause)
            batch.add(schema.lines, row(made))
            batch.sum(schema.clauses, (*hour, clause), lines=1, stake=stake, paid=paid)
            found.add((seat, clause))
            number += 1
    return found


def _cites(batch: Batch, round_id: int, playing: Playing, paid_by: set[tuple[str, str]]) -> None:
    steps = [step for step, _ in playing.steps]
    for seat, clause in sorted(playing.cited.found(sealing.masked(playing.opening.content()), steps) - paid_by):
        batch.add(schema.cites, row(Cites(round_id, seat, clause)))


def _cards(batch: Batch, round_id: int, hour: tuple[object, ...], playing: Playing) -> None:
    read: Counter[str] = Counter()
    for number, (step, source) in enumerate(playing.steps):
        card = card_of(step)
        if card is not None:
            read[source] += 1
            place = box_of(step.get("to", DEALER))
            batch.add(schema.cards, row(Dealt(round_id, number, place, card)))
    for source, count in read.items():
        batch.sum(schema.readings, (*hour, source), cards=count, corrected=playing.corrected[source])


def card_of(step: JSON) -> str | None:
    """The card that a step names; None for a step of another kind, or a card that nobody has read."""
    text = step.get("card", step.get("turn"))
    if text is None or "misdeal" in step:
        return None
    try:
        return str(parse(text))
    except NotACard:
        return None
