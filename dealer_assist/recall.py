"""The rounds of a journal as they are told at the table and in the pit: every step, what it settled and why, who did it
and when, amendments beside what they replaced.

Of a round that still runs nothing is told that may lie face down: no card that is not shown on the felt, no reason of
a finding that names one, and no hash of its records either, for the few cards there are could be tried against it.
Of a closed round the dealer is told what was seen on the felt at one time or another, the pit everything.
Nothing here needs the mark or a whole chain: what can be read is told, also while the table is stopped.
`recall_list` lists the last rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from dealer_assist import fold, money
from dealer_assist.dispute_words import finding_words, line_words, place_words, plain, step_words
from dealer_assist.faults import Fault
from dealer_assist.findings import Amend
from dealer_assist.game import Game, Garbled, OfAccounts, Refused, box_of
from dealer_assist.games import catalogue
from dealer_assist.journal import Record, Records
from dealer_assist.note_words import note_words
from dealer_assist.sealing import MARK

JSON = dict[str, Any]
#: Who asks: `dealer` at the table, `pit` a supervisor, an auditor or a report of a closed round.
Reader = Literal["dealer", "pit"]
#: Kinds of records that are told in a place of their own.
_TOLD: Final = frozenset({"round", "step", "amend", "finding", "answer", "paid"})


class Settled(msgspec.Struct, frozen=True):
    """A line: what `stake` at `on` returned and by which clause; `words` is all of it as text, `rule` the clause in
    words (empty if the house has none for it). `multiple` is the total returned per point staked, as `"2"` or
    `"3/2"`; None where a figure was restored."""

    seat: int
    on: str
    outcome: str
    stake: int
    multiple: str | None
    paid: int
    clause: str
    rule: str
    words: str


class Event(msgspec.Struct, frozen=True):
    """One thing that happened.

    `record` is its number in the journal, `at` nanoseconds since the session began, `wall` UTC in ISO 8601, `kind` that
    of the record. `source` is what it came from (shoe, camera, dealer, table), `person` and `approver` are badges,
    `who` all three in words. `input` is the number of the input on the tapes that made it. A step has its number in
    the round and, of a card, its face (`"??"` while it may not be told) and its place; `is_cancelled` is one that a
    misdeal took back. `evidence` are digests of pictures kept for it.
    """

    record: int
    at: int
    wall: str
    kind: str
    who: str
    what: str
    source: str = ""
    person: str = ""
    approver: str = ""
    lines: tuple[Settled, ...] = ()
    reversed: tuple[Settled, ...] = ()
    input: int = 0
    step: int | None = None
    card: str | None = None
    to: str = ""
    is_cancelled: bool = False
    #: Changes of this step made later: what it became, in the words of the amendment.
    amended: tuple[Event, ...] = ()
    evidence: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """A round, ready to be laid out. `house` is the digest of its rules, `first` and `last` its records' numbers;
    `clauses` are pairs of clause and words, `begins`, `settled` and `people` lines of text."""

    table: str
    game: str
    number: int
    shoe: int
    running: bool
    first: int
    last: int
    house: str
    began: str
    ended: str
    begins: tuple[str, ...]
    events: tuple[Event, ...]
    settled: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]
    people: tuple[str, ...]


def told(journal: Records, number: int, house: Any, reader: Reader) -> Round:
    """Round `number` for `reader`; `house` is the path of its house file, None for the built-in one.

    Raises `Fault` if there is no such round, or if it can't be played under these rules.
    """
    records = journal.of_round(number)
    opening = next((record for record in reversed(records) if record.kind == "round"), None)
    if opening is None:
        raise Fault(f"{journal.path}: there is no round {number} in it; its rounds are numbered from 1")
    header = opening.content()
    try:
        game = catalogue.open_round(header, house)
    except Garbled as error:
        raise Fault(f"{journal.path}: round {number} can't begin under these rules: {error}") from error
    running = not any(record.kind == "paid" for record in records)
    clauses: Mapping[str, str] = catalogue.load_house(header["game"], house).clauses
    telling = Telling(game, records, running, reader, clauses)
    events = tuple(telling.events())
    return Round(
        opening.table_name,
        header["game"],
        number,
        opening.shoe,
        running,
        records[0].number,
        records[-1].number,
        opening.house,
        records[0].wall,
        "" if running else next(record.wall for record in records if record.kind == "paid"),
        tuple(_beginning(header, game)),
        events,
        tuple(telling.settled),
        tuple((clause, clauses.get(clause, "")) for clause in sorted(telling.clauses)),
        _people(records),
    )


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


class Telling:
    """The records of a round as events. `clauses` are the words of the house's clauses."""

    def __init__(
        self,
        game: Game[Any],
        records: Sequence[Record],
        running: bool,
        reader: Reader,
        clauses: Mapping[str, str],
    ) -> None:
        self._game = game
        self._records = records
        self._running = running
        self._clauses = clauses
        #: Of a game of accounts their names: a line has its account's place, and cents.
        self._accounts = [f"account {name}" for name in game.accounts] if isinstance(game, OfAccounts) else None
        #: Notes and findings may name a card that nobody saw.
        self._careful = running or reader == "dealer"
        self.settled: list[str] = []
        self.clauses: set[str] = set()
        self._steps: list[JSON] = []
        self._point = fold.begin(game)
        self._seen: set[int] = set()
        self._play()
        #: Steps whose card may not be told.
        self._hidden: set[int] = set()
        if running:
            self._hidden = hidden_steps(game, self._point, self._steps)
        elif reader == "dealer":
            self._hidden = {number for number, step in enumerate(self._steps) if "card" in step} - self._seen
        #: By step, what acts out of turn moved whose turn came with it.
        self._due = {
            number: [{"seat": line.seat, **line.body()} for line in lines]
            for number, lines in fold.came_due(game, self._steps)
        }
        self._cancelled = {number for number, before in enumerate(self._point.before) if before is None}

    def events(self) -> Iterable[Event]:
        """Every event in order; an amendment stands with the step that it changes, a picture with what it shows."""
        made: list[Event] = []
        place: dict[int, int] = {}
        by_record: dict[int, int] = {}
        for record in self._records:
            body = record.content()
            if record.kind == "amend":
                at = place[body["step"]]
                made[at] = msgspec.structs.replace(made[at], amended=(*made[at].amended, self._amended(record, body)))
            elif record.kind == "evidence" and body.get("of") in by_record:
                at = by_record[body["of"]]
                made[at] = msgspec.structs.replace(made[at], evidence=(*made[at].evidence, body["sha256"]))
            elif record.kind == "evidence":
                continue
            elif (event := self._event(record, body, len(place))) is not None:
                if event.step is not None:
                    place[event.step] = len(made)
                by_record[record.number] = len(made)
                made.append(event)
        return made

    def _play(self) -> None:
        for record in self._records:
            body = record.content()
            if record.kind == "round":
                self._point, self._steps, self._seen = fold.begin(self._game), [], set()
                continue
            if record.kind == "step":
                taken = fold.take(self._game, self._point, body["step"])
                if isinstance(taken, Refused):
                    raise self._unplayable(record, taken)
                self._point = taken.point
                self._steps.append(body["step"])
            elif record.kind == "amend":
                amend = Amend(body["step"], body["becomes"])
                self._steps[amend.step] = amend.becomes
                played = fold.play(self._game, self._steps)
                if isinstance(played, fold.Stop):
                    raise self._unplayable(record, played.refused)
                self._point = played
            else:
                continue
            if not self._running:
                cards = {number for number, step in enumerate(self._steps) if "card" in step}
                self._seen |= cards - hidden_steps(self._game, self._point, self._steps)

    def _unplayable(self, record: Record, refused: Refused) -> Fault:
        if any(MARK in each.plain for each in self._records):
            # A journal that is whole has opened every card that the rules look at.
            why = "a card before it is sealed, and what opened it is lost; name the table's key with --seal-key FILE"
            return Fault(f"record {record.number}: {why}")
        return Fault(f"record {record.number} can't be played under these rules: {refused.why}")

    def _event(self, record: Record, body: JSON, step: int) -> Event | None:
        match record.kind:
            case "step":
                return self._step(record, body, step)
            case "finding":
                careful = self._running or (self._careful and _is_telling(body))
                return self._of(record, f"Stopped: {finding_words(body, careful)}", {})
            case "answer":
                return self._of(
                    record, f"Answer to the finding in record {body['finding']}: {plain(body['remedy'])}", {}
                )
            case "paid":
                self.settled += _settlement(body)
                return self._of(record, "Everybody is paid; the round is closed", {})
            case "root":
                return self._of(record, "The records so far were signed", {})
            case kind if kind in _TOLD:
                return None
        return self._of(record, note_words(record.kind, body, self._careful), {})

    def _step(self, record: Record, body: JSON, step: int) -> Event:
        hidden, cancelled = step in self._hidden, step in self._cancelled
        said = body["step"]
        words = step_words(said, hidden=hidden) + (" (cancelled later)" if cancelled else "")
        named = said.get("card", said.get("turn"))
        event = self._of(record, words, body)
        return msgspec.structs.replace(
            event,
            step=step,
            lines=(*map(self._line, self._due.get(step, ())), *event.lines),
            card=None if named is None else "??" if hidden else str(named),
            to=place_words(said["to"]) if "to" in said and named is not None else "",
            is_cancelled=cancelled,
        )

    def _amended(self, record: Record, body: JSON) -> Event:
        hidden = body["step"] in self._hidden
        was, becomes = (step_words(body[key], hidden=hidden) for key in ("was", "becomes"))
        event = self._of(record, f"{was}, corrected to: {becomes}", body)
        named = body["becomes"].get("card", body["becomes"].get("turn"))
        return msgspec.structs.replace(event, card=None if named is None else "??" if hidden else str(named))

    def _of(self, record: Record, what: str, body: JSON) -> Event:
        source = str(body.get("by", ""))
        return Event(
            record.number,
            record.at,
            record.wall,
            record.kind,
            _who(record, source),
            what,
            source,
            "" if record.who == source else record.who,
            record.approver or "",
            tuple(map(self._line, body.get("lines", ()))),
            tuple(map(self._line, body.get("reversed", ()))),
            record.input,
        )

    def _line(self, line: JSON) -> Settled:
        clause = line["clause"]
        self.clauses.add(clause)
        return Settled(
            line["seat"],
            line["on"],
            line["outcome"],
            line["stake"],
            line["multiple"],
            line["paid"],
            clause,
            self._clauses.get(clause, ""),
            line_words(line)
            if self._accounts is None
            else line_words(line, self._accounts[line["seat"] - 1], money.short),
        )


def _is_telling(finding: Mapping[str, Any]) -> bool:
    """Whether a finding names a card that lay face down, or bytes that may be one's."""
    return bool(finding["facts"].get("hidden")) or finding["kind"] == "unreadable"


def named(party: Mapping[str, Any]) -> str:
    """A seat or an account of a header or a settlement, in words."""
    return f"seat {party['seat']}" if "seat" in party else f"account {party['account']}"


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


def _beginning(header: Mapping[str, Any], game: Game[Any]) -> Iterable[str]:
    for party in header[game.parties]:
        yield f"{named(party)}: {party['chips']} chips"
    for option, value in header["options"].items():
        if isinstance(value, Mapping):
            continue  # what the game carries from round to round, nothing that was agreed
        yield f"{plain(option)}: {plain(value)}"
    opening = game.show(fold.begin(game).state, "display")
    if "button" in opening and "button" not in header["options"]:
        # A round of its own kept it from the one before, and who posted is asked about.
        yield f"button: seat {opening['button']}"


def _settlement(body: Mapping[str, Any]) -> Iterable[str]:
    for party in body.get("seats", body.get("accounts", ())):
        yield f"{named(party)}: {party['chips']} chips"
    if "house" in body:
        yield f"house: {body['house']}"
    # Whose a pot could be is what a quarrel over it is about (O5.6).
    for number, pot in enumerate(body.get("pots", ()), 1):
        could = ", ".join(map(str, pot["eligible"]))
        yield f"pot {number}: {pot['amount']}, less rake {pot['rake']}; could be won by seats {could}"
