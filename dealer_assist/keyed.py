"""The last act, keyed wrongly: what the player did stands, and the record is put right (an amendment, no misdeal)."""

from __future__ import annotations

import msgspec

from dealer_assist import fold
from dealer_assist.changes import JSON, By
from dealer_assist.findings import Amend
from dealer_assist.game import Choice, Offer, Refused
from dealer_assist.session import Session


class LastAct(msgspec.Struct, frozen=True):
    """The act that came last in this round: its step, who acted, and what was legal instead."""

    step: int
    seat: int
    act: str
    offers: tuple[Offer, ...]


def last_act(session: Session) -> LastAct | None:
    """The last step of the round if it is an act; None once a card, a finding or another round has followed."""
    number = len(session.steps) - 1
    if number < 0 or session.stopped is not None:
        return None
    step, before = session.steps[number], session.point.before[number]
    if before is None or "act" not in step or "seat" not in step:
        return None
    awaited, _ = session.past_hidden(fold.Point(before))
    if not isinstance(awaited, Choice) or awaited.seat != step["seat"]:
        return None
    return LastAct(number, step["seat"], step["act"], awaited.offers)


def again(session: Session, number: int, becomes: JSON, by: By) -> Refused | None:
    """Put `becomes` in the place of the last act, by the same seat; refused where that is not the last step."""
    was = last_act(session)
    if was is None or was.step != number:
        return Refused(None, f"step {number} is not the last act: something has followed it; use: misdeal")
    if becomes.get("seat") != was.seat or "act" not in becomes:
        return Refused(None, f"what is put right is what seat {was.seat} did")
    if becomes == session.steps[number]:
        return Refused(None, "that is what the record has")
    return session.amend(Amend(number, becomes), by)
