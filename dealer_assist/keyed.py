"""What the dealer keys of the players' acts, and acts keyed wrongly: what the player did stands, and the record is put
right (an amendment, no misdeal).

Where a key names a card and is refused, the record says so: each guess would tell what lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dealer_assist import fold, proposals
from dealer_assist.changes import JSON, By
from dealer_assist.findings import Amend, Finding, Open, Remedy
from dealer_assist.game import Choice, Offer, Refused, To
from dealer_assist.session import Session


class KeyedAct(msgspec.Struct, frozen=True):
    """An act of the running betting round: its step, who acted, and what was legal instead."""

    step: int
    seat: int
    act: str
    offers: tuple[Offer, ...]


def take(session: Session, steps: Sequence[JSON], by: By) -> Refused | None:
    """Steps as they were keyed: all of them, or none."""
    refused = session.take_all(steps, by)
    if refused is not None:
        _look_at_guess(session, steps, refused, by)
    return refused


def answer(session: Session, found: Open, remedy: Remedy, many: str, by: By) -> Refused | None:
    """A finding's answer with what was named in it; `many` says why the shoe can't have given that card, if so."""
    refused = Refused(remedy.clause, many) if many else session.answer(found, remedy, by)
    if refused is not None and remedy.asks_card:
        _look_at_guess(session, remedy.steps, refused, by)
    return refused


def shown(session: Session, seat: To | None, card: str | None, by: By) -> Finding | Refused:
    """A card that a seat showed by mistake, with the remedies for it (O9.4)."""
    found = proposals.shown(session, seat, card)
    if isinstance(found, Refused):
        _guessed(session, {"seat": seat, "card": card, "why": found.why}, by)
    return found


def _look_at_guess(session: Session, steps: Sequence[JSON], refused: Refused, by: By) -> None:
    """Cards that are shown are recorded whenever they were refused, a dealt one only while a card that is known lies
    face down: else a slip of the finger tells nobody anything."""
    hidden = any(dealt["card"] == "??" and not dealt["unread"] for dealt in session.cards())
    for step in steps:
        if "cards" in step or (hidden and not {"card", "turn"}.isdisjoint(step) and "??" not in step.values()):
            _guessed(session, {"step": step, "why": refused.why}, by)


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
    refused = session.amend(Amend(number, becomes), by)
    if refused is not None:
        _look_at_guess(session, (becomes,), refused, by)
    return refused
