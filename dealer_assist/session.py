"""The session of a table: its rounds through the fold into the journal. The one mutable object of the core.

Everything is written to the journal before the session moves, so whatever a screen shows is on disk.
Not safe for threads: one owner thread calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist import fold
from dealer_assist.cards import DECK
from dealer_assist.changes import JSON, By, Preview, amendment, paid_body, step_body, without
from dealer_assist.faults import Fault
from dealer_assist.findings import OF_A_CARD, Amend, Finding, Open, Remedy
from dealer_assist.game import (
    Awaited,
    Bets,
    Change,
    Deal,
    Dealt,
    Game,
    Garbled,
    Line,
    Over,
    Refused,
    To,
    Viewer,
    box_of,
)
from dealer_assist.games import catalogue
from dealer_assist.journal import Entry, Journal, Record
from dealer_assist.table_file import TableFile, opening


class Session:
    """Rounds, findings and their record. Take up an old journal by giving it: the same prompt comes back."""

    def __init__(
        self, table: TableFile, house: Path | None, journal: Journal, wall: Callable[[], str], at: int = 0
    ) -> None:
        self.table = table
        self.journal = journal
        self.house = house
        self.wall = wall
        self.round = 0
        self.shoe = 1
        #: The number of the input on the tapes that is being taken.
        self.input = 0
        #: Cards that came from the shoe while the game was stopped, in their order, and wait to be taken.
        self.waiting: list[str] = []
        self.steps: list[JSON] = []
        self.findings: dict[int, Open] = {}
        self.fresh: tuple[Line, ...] = ()
        self.units: dict[int, int] = {}
        #: What the running round began with: id, options and seats, as a round/1 script without its steps.
        self.header: JSON = {}
        #: The number of the last record that is no order: before it, what a screen shows is of another prompt.
        self.since = 0
        #: Changes of seats and options that wait for the next round.
        self.pending: list[Change | JSON] = []
        #: When the floor was called, in nanoseconds since the session began; None: nobody waits for it.
        self.floor: int | None = None
        self.game: Game[Any]
        self.point: fold.Point
        for record in journal.records():
            self._again(record)
        self.since = journal.last
        if self.round == 0:
            by = By(at, "table")
            self._record(by, ("table", {"name": table.name, "game": table.game, "options": table.options}))
            self._open(self._next_header(opening(table), 1), 1, by)

    # What there is

    @property
    def number(self) -> int:
        """The last record's number: what a screen has seen."""
        return self.journal.last

    @property
    def awaits(self) -> Awaited:
        """What the round waits for, findings aside."""
        return self.game.awaits(self.point.state)

    @property
    def stopped(self) -> Open | None:
        """The oldest finding that waits for an answer."""
        return next(iter(self.findings.values()), None)

    def past_hidden(self, at: fold.Point | None = None) -> tuple[Awaited, tuple[To, ...]]:
        """What the round waits for, now or `at` another point, after the cards that are dealt face down and need not be
        recorded, and where those go: hole cards that nobody names before they are shown, burned ones. A dealer who
        deals by hand goes on there.
        """
        point = self.point if at is None else at
        awaited = self.game.awaits(point.state)
        passed: list[To] = []
        while isinstance(awaited, Deal) and awaited.face_down and self.game.lies(point.state, awaited.to) != "up":
            taken = fold.take_event(self.game, point, Dealt(None, awaited.to, awaited.hand))
            if isinstance(taken, Refused) or len(passed) == len(DECK):
                break
            passed.append(awaited.to)
            point = taken.point
            awaited = self.game.awaits(point.state)
        return awaited, tuple(passed)

    @property
    def under_way(self) -> bool:
        """Whether a card missed now could matter: from the first bet to the end of the round."""
        awaited = self.awaits
        begun = any(before is not None for before in self.point.before)
        return begun and not isinstance(awaited, Over) and not (isinstance(awaited, Bets) and awaited.first is None)

    def show(self, viewer: Viewer) -> JSON:
        """The round as `viewer` may see it."""
        return self.game.show(self.point.state, viewer)

    def cards(self) -> list[JSON]:
        """The cards dealt in this round that are in force: step, place and face, `"??"` while it is not shown.

        A card that was dealt face down and was not read is `unread`; once it is turned and named it has that step.
        """
        shown = {box: list(map(str, cards)) for box, cards in self.game.on_table(self.point.state).items()}
        dealt: list[JSON] = []
        for number, step in enumerate(self.steps):
            if self.point.before[number] is None:
                continue
            if "turn" in step:
                unread = next(card for card in dealt if card["unread"] and step.get("to", card["to"]) == card["to"])
                unread |= {"step": number, "card": step["turn"], "unread": False}
            elif "card" in step and "misdeal" not in step:
                to, card = step["to"], step["card"]
                faces = shown.get(box_of(to), [])
                unread = card == "??"
                if card in faces:
                    faces.remove(card)
                else:
                    card = "??"
                dealt.append({"step": number, "to": to, "hand": step.get("hand"), "card": card, "unread": unread})
        return dealt

    def script(self) -> JSON:
        """The running round as a round/1 script."""
        return {**self.header, "steps": list(self.steps)}

    # What changes it

    def take(self, step: JSON, by: By) -> fold.Taken | Refused:
        """One step: refused with its clause, or recorded with its lines and then taken."""
        taken = fold.take(self.game, self.point, step)
        if isinstance(taken, Refused):
            return taken
        self._record(by, ("step", step_body(step, by.source, taken)))
        self._move(step, taken)
        return taken

    def take_all(self, steps: Sequence[JSON], by: By) -> Refused | None:
        """Several steps as one: all of them are recorded and taken, or none."""
        made = self._folded(self.point, steps)
        if isinstance(made, Refused):
            return made
        self._record(by, *(("step", step_body(step, by.source, taken)) for step, taken in made))
        for step, taken in made:
            self._move(step, taken)
        self.fresh = tuple(line for _, taken in made for line in taken.lines)
        return None

    def preview(self, steps: Sequence[JSON]) -> Preview | Refused:
        """What `steps` would settle, taken one after another; changes nothing."""
        made = self._folded(self.point, steps)
        if isinstance(made, Refused):
            return made
        point = made[-1][1].point if made else self.point
        old, new = self.game.lines(self.point.state), self.game.lines(point.state)
        settled = self.game.settlement(point.state)
        return Preview(tuple(without(new, old)), tuple(without(old, new)), settled)

    def would_await(self, steps: Sequence[JSON]) -> Awaited | Refused:
        """What the round would wait for after `steps`; changes nothing."""
        made = self._folded(self.point, steps)
        if isinstance(made, Refused):
            return made
        return self.game.awaits(made[-1][1].point.state) if made else self.awaits

    def amend(self, amend: Amend, by: By) -> Refused | None:
        """Replace a step of the running round: refolded, reversed and new lines recorded."""
        made = self._amended(amend)
        if isinstance(made, Refused):
            return made
        point, body = made
        self._record(by, ("amend", body))
        self._put_amended(amend, point)
        return None

    def find(self, finding: Finding, by: By) -> Open:
        """Record a finding; the game is stopped until it is answered."""
        (record,) = self._record(by, ("finding", msgspec.to_builtins(finding)))
        found = Open(record.number, finding, by.at)
        self.findings[record.number] = found
        return found

    def answer(self, found: Open, remedy: Remedy, by: By) -> Refused | None:
        """Carry out a remedy and close the finding; all of it in one transaction, or nothing."""
        bodies: list[tuple[str, JSON]] = [("answer", {"finding": found.number, "remedy": remedy.name})]
        bodies += [] if remedy.note is None else [remedy.note]
        point = self.point
        amended: fold.Point | None = None
        if remedy.amend is not None:
            made = self._amended(remedy.amend)
            if isinstance(made, Refused):
                return made
            amended = point = made[0]
            bodies.append(("amend", made[1]))
        taken = self._folded(point, remedy.steps)
        if isinstance(taken, Refused):
            return taken
        bodies += [("step", step_body(step, by.source, outcome)) for step, outcome in taken]
        self._record(by, *bodies)
        del self.findings[found.number]
        self.shoe += remedy.note is not None and remedy.note[0] == "new_shoe"
        if remedy.amend is not None and amended is not None:
            self._put_amended(remedy.amend, amended)
        for step, outcome in taken:
            self._move(step, outcome)
        return None

    def note(self, kind: str, body: JSON, by: By) -> None:
        """Record what changes no round: a link that came or went, a burned card, the cut card."""
        self._record(by, (kind, body))

    def new_shoe(self, by: By, body: JSON) -> None:
        """Fresh cards are in the shoe: what has come from it before is in it no more."""
        self.note("new_shoe", body, by)
        self.shoe += 1

    def next_round(self, by: By) -> Refused | None:
        """Everybody is paid: close the round, carry the chips over and open bets again."""
        if not isinstance(self.awaits, Over):
            return Refused(None, "the round is not over")
        settled = self.game.settlement(self.point.state)
        made = self._next_header({**self.header, **self.game.follow(self.header, settled)}, self.round + 1)
        for change in self.pending:
            # What could be when it was said may not be any more: a seat that is gone by itself needs no leaving.
            after = self._changed(made, change)
            made = made if isinstance(after, Refused) else after
        if isinstance(refused := self._changed(made, {}), Refused):
            # As chips beyond any table's: a record that a round began which can't would be taken up by nobody.
            return refused
        # One transaction: a round that is paid and not followed by another could be paid again.
        self._open(made, self.round + 1, by, ("paid", paid_body(settled)))
        return None

    def change(self, change: Change, by: By) -> Refused | None:
        """A player comes, buys in or leaves: at once while nothing has happened in the round, else with the next."""
        return self._arrange("stay", change, msgspec.to_builtins(change), by)

    def set_options(self, options: JSON, by: By) -> Refused | None:
        """Options of the rounds to come, as `{"last_slot": true}` (T7.3): at once or with the next round, as above."""
        return self._arrange("options", options, {"options": options}, by)

    # How it is done

    def _folded(self, point: fold.Point, steps: Sequence[JSON]) -> list[tuple[JSON, fold.Taken]] | Refused:
        """`steps` one after another from `point`, each with what it made; or why one can't be."""
        made: list[tuple[JSON, fold.Taken]] = []
        for step in steps:
            taken = fold.take(self.game, point, step)
            if isinstance(taken, Refused):
                return taken
            made.append((step, taken))
            point = taken.point
        return made

    def _arrange(self, kind: str, change: Change | JSON, body: JSON, by: By) -> Refused | None:
        made = self.header
        for wanted in (*self.pending, change):
            after = self._changed(made, wanted)
            if isinstance(after, Refused):
                return after
            made = after
        if self.steps or self.stopped is not None:
            self._record(by, (kind, body))
            self.pending.append(change)
        else:
            self._open(made, self.round, by, (kind, body))
        return None

    def _changed(self, header: JSON, change: Change | JSON) -> JSON | Refused:
        """The header with one change; refused where no round could begin with it."""
        if isinstance(change, Change):
            parties = self.game.change(header[self.game.parties], change)
            if isinstance(parties, Refused):
                return parties
            made = {**header, self.game.parties: parties}
        else:
            made = {**header, "options": {**header["options"], **change}}
        try:
            catalogue.open_round(made, self.house)
        except Garbled as error:
            return Refused(error.clause, str(error))
        return made

    def _next_header(self, begins: Mapping[str, Any], number: int) -> JSON:
        return {"format": "round/1", **begins, "id": f"{self.table.name}/{number}"}

    def _open(self, header: JSON, number: int, by: By, *first: tuple[str, JSON]) -> None:
        """Begin round `number`, recorded together with what led to it."""
        later = msgspec.structs.replace(by, once=None) if first else by
        entries = [self._entry(by, kind, body, self.round) for kind, body in first]
        self.since = self.journal.append(*entries, self._entry(later, "round", header, number))[-1].number
        self._begin(header, number)

    def _begin(self, header: JSON, number: int) -> None:
        self.round = number
        self.header = header
        self.game = catalogue.open_round(header, self.house)
        self.point = fold.begin(self.game)
        self.steps = []
        self.fresh = ()
        self.pending = []

    def _move(self, step: JSON, taken: fold.Taken) -> None:
        self.point = taken.point
        self.steps.append(step)
        self.fresh = taken.lines
        if "bet" in step:
            self.units[step["bet"]] = step.get("unit", 0)

    def _amended(self, amend: Amend) -> tuple[fold.Point, JSON] | Refused:
        return amendment(self.game, self.point, self.steps, amend)

    def _put_amended(self, amend: Amend, point: fold.Point) -> None:
        old = self.game.lines(self.point.state)
        self.steps[amend.step] = amend.becomes
        self.point = point
        self.fresh = tuple(without(self.game.lines(point.state), old))

    def _record(self, by: By, *bodies: tuple[str, JSON]) -> tuple[Record, ...]:
        """Record what one change makes, in one transaction; the request's key goes with its first record."""
        later = msgspec.structs.replace(by, once=None)
        entries = [
            self._entry(by if number == 0 else later, kind, body, self.round)
            for number, (kind, body) in enumerate(bodies)
        ]
        records = self.journal.append(*entries)
        if not all(kind == "step" and ("order" in body["step"] or "cancel" in body["step"]) for kind, body in bodies):
            self.since = records[-1].number
        return records

    def _entry(self, by: By, kind: str, body: JSON, number: int) -> Entry:
        approver = by.approved_by or None
        return Entry(kind, body, number, self.shoe, by.at, self.wall(), by.who, self.input, approver, by.once)

    def _again(self, record: Record) -> None:
        """Take up one record of a journal that is resumed."""
        body = record.content()
        match record.kind:
            case "round":
                self._begin(body, record.round)
            case "stay":
                self.pending.append(msgspec.convert(body, Change))
            case "options":
                self.pending.append(body["options"])
            case "step":
                taken = fold.take(self.game, self.point, body["step"])
                if isinstance(taken, Refused):
                    raise self._unplayable(record, taken)
                self._move(body["step"], taken)
                if body["by"] == "shoe":
                    del self.waiting[:1]
            case "amend":
                amend = Amend(body["step"], body["becomes"])
                made = self._amended(amend)
                if isinstance(made, Refused):
                    raise self._unplayable(record, made)
                self._put_amended(amend, made[0])
            case "finding":
                finding = msgspec.convert(body, Finding)
                self.findings[record.number] = Open(record.number, finding, record.at)
                if finding.kind in OF_A_CARD:
                    del self.waiting[:1]
            case "held":
                self.waiting.append(body["card"])
            case "new_shoe":
                self.shoe = record.shoe + 1
            case "floor":
                self.floor = record.at if body["called"] else None
            case "answer":
                self.findings.pop(body["finding"], None)

    def _unplayable(self, record: Record, refused: Refused) -> Fault:
        return Fault(f"{self.journal.path}: record {record.number} can't be played again: {refused.why}")
