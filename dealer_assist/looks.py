"""A look of the camera at the felt: its cards by box, what is news about them, and where backs lie astray."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from dealer_assist import camera_findings, dealt, fusion
from dealer_assist.astray import Astray, Lying, Strayed
from dealer_assist.cards import Card
from dealer_assist.findings import Finding
from dealer_assist.fusion import Extra, Felt
from dealer_assist.game import BURN, DEALER, Deal, box_of, place_of
from dealer_assist.session import Session
from dealer_assist.sighting import Look
from dealer_assist.table_file import TableFile
from dealer_assist.watch import Watch

#: The box at the mouth of the shoe. What is seen there, or where burned cards lie, is dealt to nobody.
MOUTH: Final = "shoe"


class News(msgspec.Struct, frozen=True):
    """What a look brings: the felt by box, cards that the record lacks, and a finding of a card that is not seen."""

    felt: Felt
    extras: tuple[Extra, ...] = ()
    finding: Finding | None = None


class Looks:
    """The looks of a table's camera. `watch` compares what it can name."""

    def __init__(self, file: TableFile, watch: Watch) -> None:
        self._boxes = {} if file.layout is None else file.layout.boxes
        self._watch = watch
        areas = {box: fusion.area(quad) for box, quad in self._boxes.items()}
        self._astray = Astray(file.camera.patience if file.camera else 1, areas)
        self._record: dict[str, Lying] = {}
        #: What was dealt face down: once it is shown, the dealer is about to turn it.
        self._down: set[tuple[str, Card]] = set()
        self._at = (-1, -1)

    def take(self, look: Look, session: Session, shoe_reads: bool) -> News:
        """What `look` brings. `shoe_reads`: whether a shoe tells each card before it can lie on the felt."""
        game = session.game
        self._follow(session)
        felt = fusion.sort(look, {box: quad for box, quad in self._boxes.items() if box in game.boxes})
        beside = fusion.sort(look, {box: self._boxes[box] for box in (BURN, MOUTH) if box in self._boxes}).named
        lies = game.on_table(session.point.state)
        seen = self._watch.see(felt, lies, beside.get(BURN, ()), beside.get(MOUTH, ()), self._down)
        extras = tuple(extra for extra in seen if camera_findings.is_news(extra, session))
        strayed = self._strayed(felt, session, shoe_reads)
        if session.stopped or extras or not shoe_reads:
            return News(felt, extras)
        if self._watch.unseen:
            return News(felt, (), camera_findings.unseen(self._watch.unseen[0], session))
        if strayed is None:
            return News(felt)
        self._astray.told(strayed)
        return News(felt, (), camera_findings.strayed(strayed, session))

    def _follow(self, session: Session) -> None:
        """What the record has now, made anew with each of its changes."""
        if self._at == (session.round, session.number):
            return
        if self._at[0] != session.round:
            self._astray.reset()
        self._at, self._record = (session.round, session.number), _record(session)
        self._down = dealt.down(session.game, session.point, session.steps)

    def _strayed(self, felt: Felt, session: Session, shoe_reads: bool) -> Strayed | None:
        """A back that lies where none was dealt, or a box that stayed bare; the first of them."""
        if not shoe_reads or session.stopped or not self._watch.armed:
            self._astray.reset()
            return None
        watched = {box: lying for box, lying in self._record.items() if _is_watched(box, lying, session, self._record)}
        strayed = self._astray.look(felt, watched)
        return strayed[0] if strayed and session.under_way else None


def _record(session: Session) -> dict[str, Lying]:
    """What the record has in each box of the game."""
    shown = session.game.on_table(session.point.state)
    down = Counter(box_of(each["to"]) for each in session.cards() if each["card"] == "??")
    return {box: Lying(tuple(shown.get(box, ())), down[box]) for box in session.game.boxes}


def _is_watched(box: str, lying: Lying, session: Session, record: dict[str, Lying]) -> bool:
    """Whether a box is one whose backs tell something. Players who hold cards face down move and throw them as they
    like: there, a back tells only as long as such cards are dealt, and a bare box only of who is in play."""
    if not any(other.down for name, other in record.items() if name != DEALER):
        return True
    awaited = session.awaits
    if lying.down:
        return session.game.lies(session.point.state, place_of(box)) == "down"
    return isinstance(awaited, Deal) and awaited.face_down and awaited.to != BURN
