"""A table at work: what the devices and the dealer say, in order, through the game into the session.

Deterministic: the same inputs with the same times give the same records, which is what a replay proves.
Not safe for threads: its owner calls it with one input after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from dealer_assist import calls, camera_findings, cards, fusion, keyed, market, proposals
from dealer_assist.betting_time import BettingTime
from dealer_assist.cards import Card
from dealer_assist.changes import JSON, By
from dealer_assist.findings import HAND_ALLOWED, STOPPED, Amend, Finding, Open, decided, named
from dealer_assist.game import BURN, Bets, Change, Deal, OfAccounts, Orders, Refused, Turn
from dealer_assist.key import Done, Key, MovedOn
from dealer_assist.link import Device, Link
from dealer_assist.looks import Looks
from dealer_assist.market import OrderIn
from dealer_assist.nameless import Nameless
from dealer_assist.numbering import Numbering
from dealer_assist.session import Session
from dealer_assist.shoe_findings import ShoeWatch
from dealer_assist.sighting import Look, Sighting
from dealer_assist.table_file import TableFile
from dealer_assist.watch import Watch

__all__ = ["Device", "Done", "Key", "Link", "MovedOn", "Table"]

NEEDS_APPROVAL: Final = "a supervisor has to agree: badge and PIN of a second person"


class Table:
    """One table: session, links, the camera's watch, and the cards that came while the game was stopped."""

    def __init__(self, file: TableFile, session: Session) -> None:
        self.file = file
        self.session = session
        self.links: dict[str, Link] = {
            "shoe": Link("waiting" if file.shoe else "none"),
            "camera": Link("waiting" if file.camera else "none"),
        }
        self.missed = 0
        self.time = BettingTime()
        self.watch = Watch(file.camera.steady, file.camera.patience) if file.camera else Watch(1)
        self._looks = Looks(file, self.watch)
        self.shoes = ShoeWatch(session)
        self.nameless = Nameless(session)
        self._numbering = Numbering()
        self._noise = False
        self._moved = False

    def resume(self, at: int) -> None:
        """The program was started again: in the middle of a round, the dealer compares felt and record."""
        if self.session.under_way and self.session.steps and not self.session.stopped:
            self._find(proposals.resumed(), By(at, "table"))

    # What the time says

    def look_at_time(self, at: int) -> None:
        """After each input: whether a betting round is open, and for how long still."""
        game, awaited = self.session.game, self.session.awaits
        seconds = game.seconds if isinstance(game, OfAccounts) else 0
        which = (self.session.round, awaited.number) if isinstance(awaited, Orders) else None
        self.time.look(at, which, seconds, stopped=self.session.stopped is not None)

    def tick(self, at: int) -> None:
        """The time of the betting round is over."""
        market.close(self.session, By(at, "table"))

    # What the devices say

    def link(
        self, at: int, device: Device, up: bool, why: str = "", *, blind: bool = False, anew: bool = False
    ) -> None:
        """A device's link came up, was lost or went blind. A loss during a round stops it; so does an unexplained
        return. `anew`: what the shoe said in between was for somebody else, and nothing of it is missing."""
        self._numbering = Numbering() if anew else self._numbering
        was = self.links[device].state
        self.links[device] = Link("up" if up else "blind" if blind else "lost", at, why)
        by = By(at, device)
        body = {"device": device, "up": up, "why": why}
        self.session.note("link", body | {"blind": True} if blind else body, by)
        if not self.session.under_way:
            return
        if not up and was not in {"lost", "blind"}:
            self._find(proposals.lost(device, why, blind=blind), by)
        elif up and device == "shoe" and was in {"lost", "waiting"} and not self._waits_for(HAND_ALLOWED):
            self._find(proposals.shoe_back(), by)

    def shoe(self, at: int, sighting: Sighting) -> None:
        """One sighting of the shoe."""
        by = By(at, "shoe")
        repeated = self._count_missing(sighting, by)
        self._noise = self._noise and sighting.kind == "garbled"
        match sighting.kind:
            case "card" if sighting.card is not None and repeated:
                self._find(proposals.repeated(sighting.card, self.session), by)
            case "card" if sighting.card is not None:
                self._came(sighting.card, by)
            case "burn" if self._awaits_burn:
                self._burned(sighting.card, by)
            case "burn" | "cut" | "card_outside":
                card = None if sighting.card is None else str(sighting.card)
                self.session.note(sighting.kind, {"card": card}, by)
            case "error" if not self._waits_for(frozenset({"shoe_error"})):
                self._find(proposals.shoe_error(sighting.code), by)
            case "garbled" if sighting.draw is None or not self._nameless(sighting, by):
                self._garbled(sighting, by)
        self._look_at_order(by)

    def camera(self, at: int, look: Look) -> None:
        """One look of the camera at the felt."""
        if self.file.layout is None:
            return
        by = By(at, "camera")
        was_moved, self._moved = self._moved, look.moved
        if look.moved:
            # Its boxes are somewhere else now: what lies in them, nobody can say.
            if not was_moved:
                self._find(camera_findings.moved(), by)
            return
        if look.shaken:
            return
        news = self._looks.take(look, self.session, self.links["shoe"].state == "up")
        if self.session.stopped:
            return
        if news.extras:
            self._saw(news.extras, news.felt, by)
            self._look_at_order(by)
        elif news.finding is not None:
            self._find(news.finding, by)

    # What the people say

    def key(self, at: int, key: Key) -> Done | MovedOn | Refused:
        """What a person did on a screen. The same key twice is done once.

        An order is no change of what a screen asks, so orders alone make no key come too late.
        """
        if self.session.journal.once(key.once) is not None:
            return Done(self.session.number)
        if not self.session.since <= key.seen <= self.session.number:
            return MovedOn(self.session.number)
        # Wherever a key comes from: nobody is the second person to themselves.
        by = By(at, "dealer", key.who, key.once, key.approved_by if key.approved_by != key.who else "")
        refused = self._key(key, by)
        if refused is None:
            self._look_at_order(msgspec.structs.replace(by, once=None))
        return Done(self.session.number) if refused is None else refused

    def leave_devices(self, at: int) -> None:
        """From now on the dealer taps every card; what the devices would still say is not listened to."""
        self.links = {device: Link("none", at) for device in self.links}
        self.session.note("by_hand", {}, By(at, "dealer"))

    @property
    def by_hand(self) -> bool:
        """Whether the dealer may tap cards: no device reads them, or one has missed some, or one lies there unread."""
        if self.session.stopped is not None:
            return self.session.stopped.finding.kind in HAND_ALLOWED
        shoe_reads = self.links["shoe"].state not in {"none", "lost"} and not self.nameless.is_out
        return not shoe_reads or isinstance(self.session.awaits, Turn)

    # How it is done

    def _key(self, key: Key, by: By) -> Refused | None:
        match key:
            case Key(do="order", order=OrderIn() as order):
                return market.order(self.session, order, key.only, by)
            case Key(do="order", cancel=str() as name):
                return market.cancel(self.session, name, key.only, by)
            case Key(only=str() as account) if account:
                return Refused(None, "a terminal places and cancels orders only")
            case Key(do="step", step=dict() as step):
                return self._steps((step,), by)
            # Shown alone: of several as one, a later step could take back what the right card of a hand did.
            case Key(do="steps", steps=steps) if steps and not any("cards" in step for step in steps):
                return self._steps(steps, by)
            case Key(do="answer", finding=int() as number, remedy=str() as name):
                return self._answer(number, name, key, by)
            case Key(do="paid"):
                return self._paid(by)
            case Key(do="correct", at_step=int() as step, card=str() as card):
                return self._correct(step, card, by)
            case Key(do="correct", at_step=int() as step, step=dict() as becomes):
                return keyed.again(self.session, step, becomes, by)
            case Key(do="misdeal", what=str() as what):
                return self._misdeal(what, key, by)
            case Key(do="stay", change=Change() as change):
                return self.session.change(change, by)
            case Key(do="options", options=dict() as options):
                if not by.approved_by:
                    return Refused(None, NEEDS_APPROVAL)
                return self.session.set_options(options, by)
            case Key(do="time", runs=bool() as runs):
                return market.hold(self.session, self.time, not runs, by)
            case Key(do="new_shoe", left=left):
                return self._new_shoe(left, by)
            case Key(do="floor", called=bool() as called):
                return calls.floor(self.session, called, by)
            case Key(do="open_sealed", at_step=step):
                return self.session.open_sealed(step, by)
            case Key(do="pause"):
                return calls.pause(self.session, by)
            case _:
                return Refused(None, f"do={key.do} lacks what it needs")

    def _steps(self, steps: Sequence[JSON], by: By) -> Refused | None:
        for step in steps:
            if "misdeal" in step:
                return Refused(self.session.game.back_clause, "report a misdeal as one: its remedies may need approval")
            is_card = "card" in step or "turn" in step
            if is_card and not self.by_hand and not self._shown(step):
                return Refused(None, "the shoe reads the cards here; to change one use: wrong card")
            if self.session.stopped and not is_card:
                return STOPPED
            refused = market.may_close(self.session) if "close" in step else None
            if refused is not None:
                return refused
        if len(steps) == 1 and (found := self.shoes.too_many(steps[0])) is not None:
            self._find(found, by)
            return None
        return keyed.take(self.session, steps, by)

    def _shown(self, step: JSON) -> bool:
        """Whether `step` names a card of a hand that a player turns up, which the shoe may have missed."""
        to = step.get("to")
        lies = self.session.game.lies(self.session.point.state, to) if isinstance(to, int) else "up"
        return lies == "either" and self.session.stopped is None

    def _answer(self, number: int, name: str, key: Key, by: By) -> Refused | None:
        found = self.session.findings.get(number)
        remedy = found.remedy(name) if found else None
        if found is None or remedy is None:
            return Refused(None, f"finding {number} offers no remedy {name!r}")
        if remedy.approval and not by.approved_by:
            return Refused(remedy.clause, NEEDS_APPROVAL)
        chosen = decided(remedy, key.decided)
        if chosen is None:
            return Refused(remedy.clause, "say why, and what is paid to whom")
        chosen = named(chosen, key.card)
        if chosen is None:
            return Refused(None, "name the card first")
        many = remedy.asks_card and remedy.name == "name" and self.shoes.too_many(chosen.steps[0])
        why = f"the shoe has given every {key.card} too: look at the card again" if many else ""
        refused = keyed.answer(self.session, found, chosen, why, by)
        if refused is not None:
            return refused
        if chosen.dismiss is not None:
            self.watch.dismiss(chosen.dismiss[0], cards.parse(chosen.dismiss[1]))
        self._take_held(by)
        return None

    def _take_held(self, by: By) -> None:
        """Cards that came from the shoe while the game was stopped, in their order, until one stops it again."""
        self.missed = 0
        waiting = self.session.waiting
        while waiting and self.session.stopped is None:
            self._came(cards.parse(waiting.pop(0)), By(by.at, "shoe"))

    def _paid(self, by: By) -> Refused | None:
        if self.session.stopped:
            return STOPPED
        refused = self._found(self.shoes.next_round(by), msgspec.structs.replace(by, once=None))
        if refused is None:
            self.watch.reset()
        return refused

    def _new_shoe(self, left: int | None, by: By) -> Refused | None:
        """A new shoe is in; the dealer has counted `left` cards in the old one, or has not."""
        if self.session.stopped:
            return STOPPED
        return self._found(self.shoes.change(left, by), by)

    def _found(self, found: Finding | Refused | None, by: By) -> Refused | None:
        if isinstance(found, Finding):
            self._find(found, by)
            return None
        return found

    def _look_at_order(self, by: By) -> None:
        if (found := self.shoes.order()) is not None:
            self._find(found, by)

    def _correct(self, step: int, card: str, by: By) -> Refused | None:
        if self.session.stopped:
            return STOPPED
        was = self.session.steps[step] if 0 <= step < len(self.session.steps) else {}
        named = None if "misdeal" in was else next((key for key in ("card", "turn") if key in was), None)
        if named is None:
            return Refused(None, f"step {step} of this round is no card")
        if any(dealt["step"] == step and dealt["card"] == "??" for dealt in self.session.cards()):
            # Whether a guess is refused would tell which cards others hold, and nobody would see the card changed:
            # with the shoe's cable pulled out no less.
            return Refused(None, "that card lies face down: put it right when it is turned")
        refused = self.session.amend(Amend(step, {**was, named: card}), by)
        if refused is None or not cards.is_card(card):
            return refused
        # What followed could not have been with this card: a person says how the round goes on.
        self._find(proposals.too_late(was[named], card, step, refused, self.session), by)
        return None

    def _misdeal(self, what: str, key: Key, by: By) -> Refused | None:
        """The dealer reports a misdeal: the table stops, with the remedies that the rules allow."""
        if self.session.stopped:
            return STOPPED
        if what == "shown":
            return self._found(keyed.shown(self.session, key.at, key.card, by), by)
        return self._found(proposals.said(what, key.at_step, key.at, self.session), by)

    def _came(self, card: Card, by: By) -> None:
        """A card left the shoe: to where the game awaits one, or a finding."""
        if self.nameless.is_out and not self.session.stopped:
            self._find(proposals.unreadable(Sighting(0, "garbled", why="a card that nobody has named")), by)
        if self.session.stopped:
            self.session.note("held", {"card": str(card)}, by)
            self.session.waiting.append(str(card))
            return
        awaited = self.session.awaits
        place = awaited.first if isinstance(awaited, Bets) else awaited
        if not isinstance(place, Deal):
            self._find(proposals.not_awaited(card, self.session), by)
            return
        self._put(proposals.card_step(card, place), place, by)

    def _put(self, step: JSON, place: Deal | Turn, by: By, extra: fusion.Extra | None = None) -> None:
        """A card that a device has read to its place, or a finding where it can't be."""
        found = self.shoes.too_many(step, extra)
        if found is None:
            taken = self.session.take(step, by)
            card = str(step.get("card", step.get("turn")))
            if isinstance(taken, Refused) and card != "??":
                found = proposals.impossible(cards.parse(card), place, taken, None if extra is None else extra.box)
        if found is not None:
            self._find(found, by)

    @property
    def _awaits_burn(self) -> bool:
        return self.session.stopped is None and self.session.awaits == Deal(BURN, face_down=True)

    def _burned(self, card: Card | None, by: By) -> None:
        """The shoe says that the card which the game awaits to be burned was: read, or not."""
        step = {"card": "??" if card is None else str(card), "to": BURN}
        self._put(step, Deal(BURN, face_down=True), by)

    def _nameless(self, sighting: Sighting, by: By) -> bool:
        """Whether a card came that is awaited and that somebody else than the shoe has to name, or nobody."""
        came = self.nameless.comes(sighting, by)
        if isinstance(came, tuple):
            self._put(*came, by)
        return bool(came)

    def _garbled(self, sighting: Sighting, by: By) -> None:
        if self.session.under_way and not self._waits_for(HAND_ALLOWED):
            self._find(proposals.unreadable(sighting), by)
        elif not self._noise:
            # Noise on an idle or a stopped line is one record until the shoe says something again.
            self.session.note("garbled", {"why": sighting.why or ""}, by)
        self._noise = True

    def _count_missing(self, sighting: Sighting, by: By) -> bool:
        """Messages that never arrived are said; True for one whose number has been there before."""
        heard = self._numbering.hear(sighting)
        if heard == "restarted":
            self._in_doubt(proposals.shoe_back(), by)
        elif isinstance(heard, int) and heard:
            self.missed += heard
            self._in_doubt(proposals.gap(heard), by)
        return heard == "again"

    def _in_doubt(self, finding: Finding, by: By) -> None:
        """Cards may have been missed: said once, while it could matter."""
        if self.session.under_way and not self._waits_for(HAND_ALLOWED):
            self._find(finding, by)

    def _saw(self, extras: tuple[fusion.Extra, ...], felt: fusion.Felt, by: By) -> None:
        """Cards that the camera sees and the record lacks: a step where only the camera reads, else a finding."""
        by_camera = self.links["shoe"].state == "none" or self.nameless.is_out
        steps = camera_findings.dealt(extras, self.session) if by_camera else []
        for extra, (step, place) in zip(extras, steps, strict=False):
            self._put(step, place, by, extra)
        if steps:
            return
        self._find(camera_findings.seen_otherwise(extras[0], felt, self.session), by)

    def _find(self, finding: Finding, by: By) -> Open:
        return self.session.find(finding, by)

    def _waits_for(self, kinds: frozenset[str]) -> bool:
        return any(found.finding.kind in kinds for found in self.session.findings.values())
