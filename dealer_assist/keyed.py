"""What the dealer keys of the players' acts, and acts keyed wrongly: what the player did stands, and the record is put
right (an amendment, no misdeal)."""

from __future__ import annotations

import msgspec

from dealer_assist import fold, proposals
from dealer_assist.changes import JSON, By
from dealer_assist.findings import Amend, Finding
from dealer_assist.game import Choice, Offer, Refused, To
from dealer_assist.session import Session


class KeyedAct(msgspec.Struct, frozen=True):
    """An act of the running betting round: its step, who acted, and what was legal instead."""

    step: int
    seat: int
    act: str
    offers: tuple[Offer, ...]


def take(session: Session, step: JSON, by: By) -> Refused | None:
    """One step as it was keyed.

    Where cards that a player shows are refused the record says so: each guess tells what that hand does not hold.
    """
    taken = session.take(step, by)
    if not isinstance(taken, Refused):
        return None
    if "cards" in step:
        _guessed(session, {"step": step, "why": taken.why}, by)
    return taken


def shown(session: Session, seat: To | None, card: str | None, by: By) -> Finding | Refused:
    """A card that a seat showed by mistake, with the remedies for it (O9.4)."""
    found = proposals.shown(session, seat, card)
    if isinstance(found, Refused):
        _guessed(session, {"seat": seat, "card": card, "why": found.why}, by)
    return found


def _guessed(session: Session, body: JSON, by: By) -> None:
    session.note("not_shown", body, msgspec.structs.replace(by, once=None))


def acts(session: Session) -> tuple[KeyedAct, ...]:
    """The acts of the running betting round, the latest first: those since a card or a misdeal came last.

    None while a finding waits.
    """
    found: list[KeyedAct] = []
    if session.stopped is not None:
        return ()
    for number in reversed(range(len(session.steps))):
        step, before = session.steps[number], session.point.before[number]
        if before is None or not step.keys().isdisjoint({"card", "turn", "misdeal"}):
            break
        if "act" not in step or "seat" not in step:
            continue
        awaited, _ = session.past_hidden(fold.Point(before))
        if isinstance(awaited, Choice) and awaited.seat == step["seat"]:
            found.append(KeyedAct(number, step["seat"], step["act"], awaited.offers))
    return tuple(found)


def again(session: Session, number: int, becomes: JSON, by: By) -> Refused | None:
    """Put `becomes` in the place of an act of the running betting round, by the same seat; what followed has to be
    legal after it still."""
    was = next((act for act in acts(session) if act.step == number), None)
    if was is None:
        return Refused(None, f"step {number} is no act of the running betting round; use: misdeal")
    if becomes.get("seat") != was.seat or "act" not in becomes:
        return Refused(None, f"what is put right is what seat {was.seat} did")
    if becomes == session.steps[number]:
        return Refused(None, "that is what the record has")
    return session.amend(Amend(number, becomes), by)
