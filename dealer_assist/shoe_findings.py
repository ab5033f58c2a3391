"""What a shoe tells over its rounds: a card that it can't hold any more, cards in an order, some missing at its end."""

from __future__ import annotations

import msgspec

from dealer_assist import cards
from dealer_assist.changes import JSON, By
from dealer_assist.findings import Finding, Remedy
from dealer_assist.fusion import Extra
from dealer_assist.game import Deal, Refused
from dealer_assist.games import catalogue
from dealer_assist.order_alarm import WINDOW, Ran
from dealer_assist.proposals import BURNED, GO_ON
from dealer_assist.session import Session
from dealer_assist.shoe_count import Ended, ShoeCount


class ShoeWatch:
    """The count of a session's shoe, and what it finds."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._count = ShoeCount(lambda header: catalogue.open_round(header, session.house))

    def count(self) -> ShoeCount:
        """The count as it stands now."""
        return self._count.read(self._session.journal.records(self._count.number))

    def too_many(self, step: JSON, extra: Extra | None = None) -> Finding | None:
        """Whether the shoe can't hold the card that `step` deals; `extra` where the camera read it."""
        found = too_many(step, self.count(), self._session)
        return found if found is None or extra is None else seen_at(found, extra)

    def order(self) -> Finding | None:
        """Whether the cards that came last came in an order: said once a shoe."""
        count = self.count()
        return None if count.ran is None else in_order(count.ran, count, self._session)

    def change(self, left: int | None, by: By) -> Finding | Refused | None:
        """A new shoe is in; `left` cards were counted in the old one, or nobody did."""
        if any(self._session.game.on_table(self._session.point.state).values()):
            return Refused(None, "cards lie on the table: a new shoe comes between two rounds")
        ended = self.count().ended(left)
        if ended is not None and ended.differs:
            return uneven(ended)
        self._session.new_shoe(by, _body(ended))
        return None

    def next_round(self, by: By) -> Finding | Refused | None:
        """The next round; after the cut card it begins a new shoe, and where that was drawn out its count is known."""
        count = self.count()
        is_cut, ended = count.is_cut, count.ended(None)
        refused = self._session.next_round(by)
        if refused is not None or not is_cut:
            return refused
        if ended is not None and ended.differs:
            return uneven(ended)
        self._session.new_shoe(By(by.at, "table"), _body(ended))
        return None


def _body(ended: Ended | None) -> JSON:
    return {} if ended is None else {"ended": msgspec.to_builtins(ended)}


def too_many(step: JSON, count: ShoeCount, session: Session) -> Finding | None:
    """The card that `step` deals, if the shoe has given every one of its kind before; None if it may come.

    It was read wrongly, now or earlier; or it is a foreign card; or a new shoe is in and nobody said so.
    """
    key = next((key for key in ("card", "turn") if key in step and "misdeal" not in step), None)
    shoe = count.shoe
    try:
        card = None if key is None or step[key] == "??" else cards.parse(step[key])
    except (cards.NotACard, TypeError):
        return None
    if key is None or card is None or shoe is None or count.may_give(card):
        return None
    if isinstance(session.preview([step]), Refused):
        return None  # the round itself refuses it, and says why
    why = f"the shoe holds {shoe.holds(card)} of {card}, and all have come"
    place = session.awaits
    hidden = isinstance(place, Deal) and place.face_down
    remedies = (
        Remedy("name", ({**step, key: "?"},), asks_card=True),
        BURNED,
        Remedy("new_shoe", (step,), note=("new_shoe", {})),
        Remedy("count", (step,), clause=shoe.clause, approval=True),
    )
    facts = {"card": str(card), "hidden": hidden, "why": why, "clause": shoe.clause, "holds": shoe.holds(card)}
    return Finding("impossible", facts, remedies)


def seen_at(finding: Finding, extra: Extra) -> Finding:
    """The same where the camera read the card: whoever names another says that it was read wrongly there."""
    keep = (extra.box, str(extra.card))
    remedies = tuple(
        msgspec.structs.replace(remedy, dismiss=keep) if remedy.name in {"name", "burned"} else remedy
        for remedy in finding.remedies
    )
    return msgspec.structs.replace(finding, remedies=remedies)


def in_order(ran: Ran, count: ShoeCount, session: Session) -> Finding:
    """The cards came in an order: nobody shuffled the shoe. A round that runs goes on with what is put in."""
    faces = count.faces(ran, session.cards())
    running = {"in_round": True}
    remedies = (
        Remedy("reshuffled", note=("shuffled", {})),
        Remedy("new_shoe", note=("new_shoe", running)),
        GO_ON,
    )
    facts = {"order": ran.order, "ran": len(ran.cards), "of": WINDOW + 1, "cards": list(faces)}
    return Finding("order", facts, remedies)


def uneven(ended: Ended) -> Finding:
    """At the shoe's end cards are missing, or too many came. Somebody else has to agree that it is so."""
    missing = max(ended.missing, 0)
    many = max(-ended.missing, ended.out - ended.size, 0)
    facts: JSON = {"size": ended.size, "out": ended.out, "left": ended.left, "missing": missing, "many": many}
    facts |= {"unread": ended.unread, "cards": list(ended.cards)}
    accepted = Remedy("uneven", note=("new_shoe", _body(ended)), approval=True)
    return Finding("shoe_count", facts, (Remedy("recount"), accepted))
