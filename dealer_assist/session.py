"""The session of a table: its rounds through the fold into the journal. The one mutable object of the core.

Everything is written to the journal before the session moves, so whatever a screen shows is on disk.
Not safe for threads: one owner thread calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist import changes, dealt, fold, sealing
from dealer_assist.cashier import Cashier
from dealer_assist.changes import JSON, By, Preview, amendment, paid_body, without
from dealer_assist.faults import Fault
from dealer_assist.findings import OF_A_CARD, Amend, Finding, Open, Remedy
from dealer_assist.game import (
    Awaited,
    Bets,
    Change,
    Game,
    Line,
    Over,
    Refused,
    To,
    Viewer,
)
from dealer_assist.games import catalogue
from dealer_assist.journal import Entry, Journal, Record
from dealer_assist.sealing_round import Body, RoundSeals, hides, step_bodies
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
        #: What went between the players' banks and the table, as far as it was asked for (`table_view`).
        self.cashier = Cashier(house)
        #: The number of the last record that is no order: before it, what a screen shows is of another prompt.
        self.since = 0
        #: Changes of seats and options that wait for the next round.
        self.pending: list[Change | JSON] = []
        #: When the floor was called, in nanoseconds since the session began; None: nobody waits for it.
        self.floor: int | None = None
        self.game: Game[Any]
        self.point: fold.Point
        #: The sealed records of the running round, in a journal that seals.
        self.sealed = RoundSeals()
        if journal.seals is None and journal.sealed_by is not None:
            raise Fault(f"{journal.path}: its cards are sealed; the table goes on with its key: --seal-key FILE")
        for record in journal.records():
            self._again(record)
        self.since = journal.last
        if self.round == 0:
            by = By(at, "table")
            begins = [Body("table", {"name": table.name, "game": table.game, "options": table.options})]
            begins += [] if journal.seals is None else [Body(sealing.SEAL, journal.seals.begin())]
            self._open(self._next_header(opening(table), 1), 1, by, *begins)

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
        """What the round waits for after the cards that are dealt face down and need not be recorded (`dealt`)."""
        return dealt.past_hidden(self.game, self.point if at is None else at)

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
        """The cards dealt in this round that are in force: step, place and face, `"??"` while it is not shown."""
        return dealt.cards(self.game, self.point, self.steps)

    def script(self) -> JSON:
        """The running round as a round/1 script."""
        return {**self.header, "steps": list(self.steps)}

    # What changes it

    def take(self, step: JSON, by: By) -> fold.Taken | Refused:
        """One step: refused with its clause, or recorded with its lines and then taken."""
        taken = fold.take(self.game, self.point, step)
        if isinstance(taken, Refused):
            return taken
        self._record(
            by, *step_bodies(self.game, self.point, [(step, taken)], by), then=(taken.point, [*self.steps, step])
        )
        self._move(step, taken)
        return taken

    def take_all(self, steps: Sequence[JSON], by: By) -> Refused | None:
        """Several steps as one: all of them are recorded and taken, or none."""
        made = changes.folded(self.game, self.point, steps)
        if isinstance(made, Refused):
            return made
        then = (made[-1][1].point if made else self.point, [*self.steps, *steps])
        self._record(by, *step_bodies(self.game, self.point, made, by), then=then)
        for step, taken in made:
            self._move(step, taken)
        self.fresh = tuple(line for _, taken in made for line in taken.lines)
        return None

    def preview(self, steps: Sequence[JSON]) -> Preview | Refused:
        """What `steps` would settle, taken one after another; changes nothing."""
        return changes.preview(self.game, self.point, steps)

    def would_await(self, steps: Sequence[JSON]) -> Awaited | Refused:
        """What the round would wait for after `steps`; changes nothing."""
        made = changes.folded(self.game, self.point, steps)
        if isinstance(made, Refused):
            return made
        return self.game.awaits(made[-1][1].point.state) if made else self.awaits

    def amend(self, amend: Amend, by: By) -> Refused | None:
        """Replace a step of the running round: refolded, reversed and new lines recorded."""
        made = self._amended(amend)
        if isinstance(made, Refused):
            return made
        point, body = made
        self._record(
            by,
            self.sealed.amendment(self.game, point, changes.amended(self.steps, amend), body),
            then=(point, changes.amended(self.steps, amend)),
        )
        self._put_amended(amend, point)
        return None

    def find(self, finding: Finding, by: By) -> Open:
        """Record a finding; the game is stopped until it is answered."""
        (record,) = self._record(by, Body("finding", msgspec.to_builtins(finding)))
        found = Open(record.number, finding, by.at)
        self.findings[record.number] = found
        return found

    def answer(self, found: Open, remedy: Remedy, by: By) -> Refused | None:
        """Carry out a remedy and close the finding; all of it in one transaction, or nothing."""
        bodies = [Body("answer", {"finding": found.number, "remedy": remedy.name})]
        bodies += [] if remedy.note is None else [Body(*remedy.note)]
        point, steps = self.point, self.steps
        amended: fold.Point | None = None
        if remedy.amend is not None:
            made = self._amended(remedy.amend)
            if isinstance(made, Refused):
                return made
            amended, steps = made[0], changes.amended(self.steps, remedy.amend)
            point = amended
            bodies.append(self.sealed.amendment(self.game, point, steps, made[1]))
        taken = changes.folded(self.game, point, remedy.steps)
        if isinstance(taken, Refused):
            return taken
        bodies += step_bodies(self.game, point, taken, by)
        point = taken[-1][1].point if taken else point
        self._record(by, *bodies, then=(point, [*steps, *remedy.steps]))
        del self.findings[found.number]
        self.shoe += remedy.note is not None and remedy.note[0] == "new_shoe"
        if remedy.amend is not None and amended is not None:
            self._put_amended(remedy.amend, amended)
        for step, outcome in taken:
            self._move(step, outcome)
        return None

    def note(self, kind: str, body: JSON, by: By) -> None:
        """Record what changes no round: a link that came or went, a burned card, the cut card."""
        self._record(by, Body(kind, body))

    def new_shoe(self, by: By, body: JSON) -> None:
        """Fresh cards are in the shoe: what has come from it before is in it no more."""
        self.note("new_shoe", body, by)
        self.shoe += 1

    def next_round(self, by: By) -> Refused | None:
        """Everybody is paid: close the round, carry the chips over and open bets again."""
        if not isinstance(self.awaits, Over):
            return Refused(None, "the round is not over")
        settled = self.game.settlement(self.point.state)
        minutes = changes.minutes(self.journal.next_of("step", 0), by.at)
        follows = self.game.follow(self.header, {**settled, "minutes": minutes})
        made = self._next_header({**self.header, **follows}, self.round + 1)
        for change in self.pending:
            # What could be when it was said may not be any more: a seat that is gone by itself needs no leaving.
            after = changes.changed(self.game, self.house, made, change)
            made = made if isinstance(after, Refused) else after
        if isinstance(refused := changes.changed(self.game, self.house, made, {}), Refused):
            # As chips beyond any table's: a record that a round began which can't would be taken up by nobody.
            return refused
        # One transaction: a round that is paid and not followed by another could be paid again.
        self._open(made, self.round + 1, by, Body("paid", paid_body(settled)), *self._release(sealing.UNSEALED))
        return None

    def open_sealed(self, step: int | None, by: By) -> Refused | None:
        """Two people open a card of the running round that lies face down, for `step` None all that are sealed."""
        if not by.approved_by or by.approved_by == by.who:
            return Refused(None, "two supervisors open a sealed card: badge and PIN of a second one")
        numbers = self.sealed.of(step)
        if self.journal.seals is None or not numbers:
            return Refused(None, "nothing is sealed there")
        self._record(by, Body(sealing.OPENED, self.journal.seals.opens(numbers, "agreed")))
        return None

    def close(self, at: int) -> None:
        """The table closes: what was sealed since the last round is released, unless a round is under way."""
        if not self.under_way and (released := self._release(sealing.CLOSED)):
            self._record(By(at, "table"), *released)

    def change(self, change: Change, by: By) -> Refused | None:
        """A player comes, buys in or leaves: at once while nothing has happened in the round, else with the next."""
        return self._arrange("stay", change, msgspec.to_builtins(change), by)

    def set_options(self, options: JSON, by: By) -> Refused | None:
        """Options of the rounds to come, as `{"last_slot": true}` (T7.3): at once or with the next round, as above."""
        return self._arrange("options", options, {"options": options}, by)

    # How it is done

    def _arrange(self, kind: str, change: Change | JSON, body: JSON, by: By) -> Refused | None:
        made = self.header
        for wanted in (*self.pending, change):
            after = changes.changed(self.game, self.house, made, wanted)
            if isinstance(after, Refused):
                return after
            made = after
        if self.steps or self.stopped is not None:
            self._record(by, Body(kind, body))
            self.pending.append(change)
        else:
            self._open(made, self.round, by, Body(kind, body))
        return None

    def _next_header(self, begins: Mapping[str, Any], number: int) -> JSON:
        return {"format": "round/1", **begins, "id": f"{self.table.name}/{number}"}

    def _open(self, header: JSON, number: int, by: By, *first: Body) -> None:
        """Begin round `number`, recorded together with what led to it."""
        later = msgspec.structs.replace(by, once=None)
        entries = [self._entry(later if place else by, body, self.round) for place, body in enumerate(first)]
        last = self._entry(later if first else by, Body("round", header), number)
        self.since = self._append(*entries, last)[-1].number
        self._begin(header, number)

    def _release(self, kind: str) -> tuple[Body, ...]:
        seals = self.journal.seals
        return () if seals is None or seals.salt is None else (Body(kind, seals.releases()),)

    def _begin(self, header: JSON, number: int) -> None:
        self.round = number
        self.header = header
        self.game = catalogue.open_round(header, self.house)
        self.point = fold.begin(self.game)
        self.steps = []
        self.fresh = ()
        self.pending = []
        self.sealed.clear()

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
        self.steps = changes.amended(self.steps, amend)
        self.point = point
        self.fresh = tuple(without(self.game.lines(point.state), old))

    def _record(
        self, by: By, *bodies: Body, then: tuple[fold.Point, Sequence[JSON]] | None = None
    ) -> tuple[Record, ...]:
        """Record what one change makes, in one transaction; the request's key goes with its first record.

        `then` is the round after it: sealed cards that are seen there are opened with it.
        """
        later = msgspec.structs.replace(by, once=None)
        entries = [self._entry(by if number == 0 else later, body, self.round) for number, body in enumerate(bodies)]
        seals = self.journal.seals
        if then is not None and seals is not None:
            after = self.sealed.after(self.journal.last, entries, len(self.steps))
            if turned := after.turned(self.game, *then):
                entries.append(self._entry(later, Body(sealing.OPENED, seals.opens(turned, "turned")), self.round))
        records = self._append(*entries)
        if not all(made.is_order for made in bodies):
            self.since = records[-1].number
        return records

    def _append(self, *entries: Entry) -> tuple[Record, ...]:
        before, steps = self.journal.last, len(self.steps)
        records = self.journal.append(*entries)
        if self.journal.seals is not None:
            self.sealed = self.sealed.after(before, entries, steps)
            for entry in entries:
                self.journal.seals.follow(entry.kind, entry.body)
        return records

    def _entry(self, by: By, made: Body, number: int) -> Entry:
        kind, body, hidden = made
        approver = by.approved_by or None
        seals = self.journal.seals
        paths = () if seals is None or seals.salt is None else hides(kind, body, hidden)
        return Entry(kind, body, number, self.shoe, by.at, self.wall(), by.who, self.input, approver, by.once, paths)

    def _again(self, record: Record) -> None:
        """Take up one record of a journal that is resumed."""
        body = self._opened(record)
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

    def _opened(self, record: Record) -> JSON:
        """What a record says; what it tells of seals is followed."""
        try:
            body: JSON = record.whole()
        except sealing.StillSealed as error:
            raise sealing.StillSealed(f"{self.journal.path}: {error}") from error
        self.sealed.again(record, body, len(self.steps))
        if self.journal.seals is not None:
            self.journal.seals.follow(record.kind, body)
        return body

    def _unplayable(self, record: Record, refused: Refused) -> Fault:
        return Fault(f"{self.journal.path}: record {record.number} can't be played again: {refused.why}")
