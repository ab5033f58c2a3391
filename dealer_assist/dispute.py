"""One round for a dispute: every step with who and when, what it settled, what was changed, who agreed, and the proof.

Of a round that still runs nothing is told that may lie face down: no card that is not shown on the felt, no reason of
a finding that names one, and no hash of its records either, for the few cards there are could be tried against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import fold, house, table_file
from dealer_assist.dispute_words import finding_words, line_words, note_words, step_words
from dealer_assist.faults import Fault
from dealer_assist.findings import Amend
from dealer_assist.game import Game, Garbled, Refused, box_of
from dealer_assist.games import catalogue
from dealer_assist.journal import Record, Records
from dealer_assist.table_file import TableFile
from dealer_assist.witness import KIND, Root, parse

JSON = dict[str, Any]
#: Kinds of records that are told in a place of their own.
_TOLD: Final = frozenset({"round", "step", "amend", "finding", "answer", "paid"})


class Event(msgspec.Struct, frozen=True):
    """One thing that happened: record, time (nanoseconds since the session began, and UTC), who (source, person,
    approver), words, what it settled and what it took back, and the input on the tapes that made it."""

    record: int
    at: int
    wall: str
    who: str
    what: str
    lines: tuple[str, ...] = ()
    reversed: tuple[str, ...] = ()
    input: int = 0
    step: int | None = None
    #: Changes of this step made later: what it became, in the words of the amendment.
    amended: tuple[Event, ...] = ()


class Proof(msgspec.Struct, frozen=True):
    """Which records the round is made of, and what shows that they are what they were."""

    first: int
    last: int
    hash: str
    house: str
    versions: tuple[str, ...]
    root: Root | None
    root_record: int | None


class Dispute(msgspec.Struct, frozen=True):
    """A round, ready to be laid out. `proof` is None while the round runs."""

    table: str
    game: str
    round: int
    shoe: int
    running: bool
    begins: tuple[str, ...]
    events: tuple[Event, ...]
    settled: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]
    people: tuple[str, ...]
    remarks: tuple[str, ...]
    proof: Proof | None


def dispute(journal: Records, file: TableFile, source: Path | None, number: int) -> Dispute:
    """Round `number` of a journal, of the table `file` with the house file `source` (None: the built-in one).

    Raises `Fault` if there is no such round, or if it can't be played under these rules.
    """
    records = journal.of_round(number)
    opening = next((record for record in reversed(records) if record.kind == "round"), None)
    if opening is None:
        raise Fault(f"{journal.path}: there is no round {number} in it; its rounds are numbered from 1")
    running = not any(record.kind == "paid" for record in records)
    try:
        game = catalogue.open_round(opening.content(), source)
    except Garbled as error:
        raise Fault(f"{journal.path}: round {number} can't begin under these rules: {error}") from error
    told = _Telling(game, records, running)
    events = tuple(told.events())
    clauses = catalogue.load_house(file.game, source).clauses
    rules = house.digest(source or house.built_in(file.game))
    remarks = () if opening.house == rules else ("The words of the clauses are today's: the house rules were others.",)
    return Dispute(
        opening.table_name,
        file.game,
        number,
        opening.shoe,
        running,
        tuple(_beginning(opening.content(), game.parties)),
        events,
        tuple(told.settled),
        tuple((clause, clauses.get(clause, "")) for clause in sorted(told.clauses)),
        _people(records),
        remarks,
        None if running else _proof(journal, records),
    )


def folder_dispute(folder: Path, journal: Records, number: int) -> Dispute:
    """The same for a session's folder. Raises `Fault`."""
    path = folder / "table.toml"
    file = table_file.load(path)
    return dispute(journal, file, table_file.house_path(path, file), number)


def hidden_steps(game: Game[Any], point: fold.Point, steps: Sequence[JSON]) -> set[int]:
    """The steps whose card is not to be seen on the felt: face down, or gone with what was cancelled."""
    shown = {box: list(map(str, cards)) for box, cards in game.on_table(point.state).items()}
    hidden: set[int] = set()
    for number, step in enumerate(steps):
        if "card" not in step:
            continue
        faces = shown.get(box_of(step.get("to", "")), [])
        if point.before[number] is not None and step["card"] in faces:
            faces.remove(step["card"])
        else:
            hidden.add(number)
    return hidden


class _Telling:
    """The records of a round as events."""

    def __init__(self, game: Game[Any], records: Sequence[Record], running: bool) -> None:
        self._game = game
        self._records = records
        self._running = running
        self.settled: list[str] = []
        self.clauses: set[str] = set()
        steps, point = self._played()
        #: Steps whose card nobody may know yet.
        self._hidden = hidden_steps(game, point, steps) if running else set()
        self._cancelled = {number for number, before in enumerate(point.before) if before is None}

    def events(self) -> Iterable[Event]:
        """Every event in order; an amendment stands with the step that it changes."""
        made: list[Event] = []
        place: dict[int, int] = {}
        for record in self._records:
            body = record.content()
            if record.kind == "amend":
                at = place[body["step"]]
                made[at] = msgspec.structs.replace(made[at], amended=(*made[at].amended, self._amended(record, body)))
                continue
            event = self._event(record, body, len(place))
            if event is not None:
                if event.step is not None:
                    place[event.step] = len(made)
                made.append(event)
        return made

    def _played(self) -> tuple[list[JSON], fold.Point]:
        point, steps = fold.begin(self._game), list[JSON]()
        for record in self._records:
            body = record.content()
            if record.kind == "round":
                point, steps = fold.begin(self._game), []
            elif record.kind == "step":
                taken = fold.take(self._game, point, body["step"])
                if isinstance(taken, Refused):
                    raise Fault(f"record {record.number} can't be played under these rules: {taken.why}")
                point = taken.point
                steps.append(body["step"])
            elif record.kind == "amend":
                amend = Amend(body["step"], body["becomes"])
                steps[amend.step] = amend.becomes
                played = fold.play(self._game, steps)
                if isinstance(played, fold.Stop):
                    raise Fault(f"record {record.number} can't be played under these rules: {played.refused.why}")
                point = played
        return steps, point

    def _event(self, record: Record, body: JSON, step: int) -> Event | None:
        if record.kind == "step":
            words = step_words(body["step"], hidden=step in self._hidden)
            words += " (cancelled later)" if step in self._cancelled else ""
            return self._of(record, words, body, step=step)
        if record.kind == "finding":
            return self._of(record, f"Stopped: {finding_words(body, self._running)}", {})
        if record.kind == "answer":
            return self._of(record, f"Answer to the finding in record {body['finding']}: {body['remedy']}", {})
        if record.kind == "paid":
            self.settled += _settlement(body)
            return self._of(record, "Everybody is paid; the round is closed", {})
        if record.kind in _TOLD:
            return None
        return self._of(record, note_words(record.kind, body, self._running), {})

    def _amended(self, record: Record, body: JSON) -> Event:
        hidden = body["step"] in self._hidden
        was, becomes = (step_words(body[key], hidden=hidden) for key in ("was", "becomes"))
        return self._of(record, f"{was}, corrected to: {becomes}", body)

    def _of(self, record: Record, what: str, body: JSON, step: int | None = None) -> Event:
        for line in (*body.get("lines", ()), *body.get("reversed", ())):
            self.clauses.add(line["clause"])
        return Event(
            record.number,
            record.at,
            record.wall,
            _who(record, body.get("by", "")),
            what,
            tuple(map(line_words, body.get("lines", ()))),
            tuple(map(line_words, body.get("reversed", ()))),
            record.input,
            step,
        )


def _who(record: Record, source: str) -> str:
    said = [source, record.who if record.who != source else ""]
    said.append("" if record.approver is None else f"agreed by {record.approver}")
    return ", ".join(filter(None, said)) or "table"


def _people(records: Sequence[Record]) -> tuple[str, ...]:
    """Everybody who did or agreed to something, with how much."""
    did: dict[str, list[int]] = {}
    for record in records:
        for place, person in enumerate((record.who, record.approver or "")):
            if person:
                did.setdefault(person, [0, 0])[place] += 1
    return tuple(f"{person}: {done} entries, agreed to {agreed}" for person, (done, agreed) in sorted(did.items()))


def _beginning(header: Mapping[str, Any], parties: str) -> Iterable[str]:
    for party in header[parties]:
        named = f"seat {party['seat']}" if "seat" in party else f"account {party['account']}"
        yield f"{named}: {party['chips']} chips"
    for option, value in header["options"].items():
        yield f"{option}: {value}"


def _settlement(body: Mapping[str, Any]) -> Iterable[str]:
    for party in body.get("seats", body.get("accounts", ())):
        named = f"seat {party['seat']}" if "seat" in party else f"account {party['account']}"
        yield f"{named}: {party['chips']} chips"
    if "house" in body:
        yield f"house: {body['house']}"


def _proof(journal: Records, records: Sequence[Record]) -> Proof:
    last = records[-1]
    record = journal.next_of(KIND, last.number)
    while record is not None and not _covers(record, last.number):
        record = journal.next_of(KIND, record.number)
    root = None if record is None else parse(record.body)
    versions = tuple(sorted({each.version for each in records}))
    number = None if record is None else record.number
    return Proof(records[0].number, last.number, last.hash, last.house, versions, root, number)


def _covers(record: Record, number: int) -> bool:
    try:
        root = parse(record.body)
    except msgspec.MsgspecError:
        return False
    return root.first <= number <= root.last
