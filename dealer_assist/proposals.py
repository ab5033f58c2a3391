"""Which finding fits what happened, and the remedies that the tool proposes for it. The people decide."""

from __future__ import annotations

from typing import Final

import msgspec

from dealer_assist import cards
from dealer_assist.cards import Card
from dealer_assist.changes import JSON
from dealer_assist.findings import Finding, Remedy
from dealer_assist.game import DEALER, Bets, Choice, Deal, Orders, Refused, To, Turn, Way, box_of
from dealer_assist.session import Session
from dealer_assist.sighting import Sighting

#: The remedies of a card that a player showed by mistake.
_SHOWN: Final = frozenset({"shows_meant", "keeps_meant"})
GO_ON = Remedy("go_on")
BURNED = Remedy("burned")


def lost(device: str, why: str, *, blind: bool = False) -> Finding:
    """A device was lost in a round, or shows nothing. At the shoe, the dealer taps what it missed, then goes on."""
    return Finding(f"{device}_{'blind' if blind else 'lost'}", {"why": why}, (GO_ON,))


def shoe_back() -> Finding:
    """The shoe is back in a round that went on without it: what it dealt meanwhile is not known."""
    return Finding("shoe_back", {}, (GO_ON,))


def resumed() -> Finding:
    """The program starts again in the middle of a round."""
    return Finding("resumed", {}, (GO_ON,))


def gap(messages: int) -> Finding:
    """The shoe's numbers show that messages are missing; a card may be among them."""
    return Finding("shoe_gap", {"messages": messages}, (GO_ON,))


def unreadable(sighting: Sighting) -> Finding:
    """Bytes that are no message; they may have been a card."""
    return Finding("unreadable", {"why": sighting.why or ""}, (GO_ON,))


def shoe_error(code: int | None) -> Finding:
    """The shoe reports a fault of its own."""
    return Finding("shoe_error", {"code": code}, (GO_ON,))


def not_awaited(card: Card, session: Session) -> Finding:
    """A card came where none was awaited. Often the dealer drew before keying what the player said."""
    awaited = session.awaits
    remedies: list[Remedy] = []
    facts: JSON = {"card": str(card), "hidden": True}
    if isinstance(awaited, Choice):
        facts["seat"] = awaited.seat
        for offer in awaited.offers:
            act: JSON = {"act": offer.act, "seat": awaited.seat}
            place = session.would_await([act])
            if isinstance(place, Deal):
                steps = (act, card_step(card, place))
                if not isinstance(session.preview(steps), Refused):
                    remedies.append(Remedy(offer.act, steps))
    if isinstance(awaited, Orders) and isinstance(awaited.then, Deal):
        facts |= {"betting": awaited.number, "to": awaited.then.to, "hidden": False}
        closed = ({"close": "betting"}, card_step(card, awaited.then))
        if not isinstance(session.preview(closed), Refused):
            remedies.append(Remedy("close_betting", closed, clause="X3.1"))
    return Finding("not_awaited", facts, (*remedies, BURNED))


def too_late(was: str, card: str, step: int, refused: Refused, session: Session) -> Finding:
    """A card was read wrongly, and with the right one the round could not have gone as it went (T9)."""
    facts = {"card": card, "recorded": was, "clause": refused.clause}
    return Finding("too_late", facts, (Remedy("leave"), *misdeal(session, step)))


def repeated(card: Card, session: Session) -> Finding:
    """A numbered card whose number was there before: sent again by the shoe, or another card under an old number."""
    awaited = session.awaits
    place = awaited.first if isinstance(awaited, Bets) else awaited
    remedies = [Remedy("again")]
    if isinstance(place, Deal):
        step = card_step(card, place)
        if not isinstance(session.preview([step]), Refused):
            remedies.append(Remedy("new", (step,)))
    return Finding("repeated", {"card": str(card), "hidden": True}, tuple(remedies))


def card_step(card: Card, place: Deal | Turn) -> JSON:
    """The step that puts `card` where the game awaits it."""
    if isinstance(place, Turn):
        return {"turn": str(card)} if place.to == DEALER else {"turn": str(card), "to": place.to}
    step: JSON = {"card": str(card), "to": place.to}
    return step if place.hand is None else {**step, "hand": place.hand}


def impossible(card: Card, place: Deal | Turn, refused: Refused, box: str | None = None) -> Finding:
    """The rules refuse the card, as the seventh of its kind in six decks: a misread or a foreign card."""
    hidden = isinstance(place, Deal) and place.face_down
    facts: JSON = {"card": str(card), "hidden": hidden, "why": refused.why, "clause": refused.clause}
    if isinstance(place, Turn):
        steps: tuple[JSON, ...] = ({"turn": "?"} if place.to == DEALER else {"turn": "?", "to": place.to},)
    else:
        steps = ({"card": "?", "to": place.to} | ({} if place.hand is None else {"hand": place.hand}),)
    dismiss = None if box is None else (box, str(card))
    return Finding("impossible", facts, (Remedy("name", steps, asks_card=True, dismiss=dismiss), BURNED))


def misdeal(session: Session, step: int | None) -> tuple[Remedy, ...]:
    """The remedies of a misdeal that was made at `step`, each with what it would pay, without those that can't be."""
    remedies = []
    for way in session.game.ways(session.point.state):
        if way.free:
            remedies.append(Remedy(way.name, clause=way.clause, approval=way.approval, free=True))
        elif not way.goes_back or step is not None:
            made = _priced(session, way, {**way.step, "back_to": step} if way.goes_back else dict(way.step))
            remedies += [] if made is None else [made]
    return tuple(remedies)


def misdealt_card(session: Session, to: To, card: Card | None, known: Card | None = None) -> tuple[Remedy, ...]:
    """The remedies that name a card which went wrong at `to`, or was seen there.

    Where `card` is None the dealer has to name it; `known`, if the record has one there, is what the price is of.
    """
    remedies = []
    for way in session.game.ways_of_card(session.point.state, to, card):
        if card is not None and "?" not in way.step.values():
            made = _priced(session, way, dict(way.step))
            remedies += [] if made is None else [made]
        elif known is None:
            steps = (dict(way.step),)
            remedies.append(Remedy(way.name, steps, asks_card=True, clause=way.clause, approval=way.approval))
        else:
            made = _priced(session, way, {**way.step, "card": str(known)})
            if made is not None:
                remedies.append(msgspec.structs.replace(made, steps=(dict(way.step),), asks_card=True))
    return tuple(remedies)


def _priced(session: Session, way: Way, step: JSON) -> Remedy | None:
    """A way with what `step` would pay; None where it can't be."""
    outcome = session.preview([step])
    if isinstance(outcome, Refused):
        return None
    seats = tuple(outcome.by_seat.items())
    return Remedy(way.name, (step,), None, False, None, way.clause, outcome.pays, seats, way.approval)


def shown(session: Session, seat: To | None, card: str | None) -> Finding | Refused:
    """A card that a seat showed by mistake at a fold or showing (O9.4); refused where it can have shown no such one."""
    try:
        named = None if card is None else cards.parse(card)
    except cards.NotACard as error:
        return Refused(session.game.back_clause, str(error))
    if seat is None or named is None:
        return Refused(session.game.back_clause, "say which seat showed which card by mistake")
    steps = [way for way in session.game.ways_of_card(session.point.state, seat, named) if way.name in _SHOWN]
    if not steps:
        return Refused(session.game.back_clause, f"seat {seat} has shown no part of its hand: use: a card went wrong")
    for way in steps:
        outcome = session.preview([way.step])
        if isinstance(outcome, Refused) and "?" not in way.step.values():
            return outcome
    ways = [way for way in misdealt_card(session, seat, named) if way.name in _SHOWN]
    facts = {"what": "shown", "card": card, "box": box_of(seat)}
    return Finding("misdeal", facts, (*ways, *misdeal(session, None), Remedy("no_misdeal")))


def said(what: str, step: int | None, at: To | None, session: Session) -> Finding | Refused:
    """A misdeal that the dealer reports: a card went wrong at `step`, or one of `at` that is not recorded; the last act
    was wrong, the cards can't be told apart any more (`lost`), or anything else (`other`)."""
    if what == "act":
        step = _last_act(session)
        if step is None and isinstance(session.awaits, Bets):
            return Refused(session.game.back_clause, "no act came after the bets; a bet is changed by betting anew")
        if step is None:
            return Refused(session.game.back_clause, "no act of this round is in force: nothing to go back to")
    dealt = next((dealt for dealt in session.cards() if dealt["step"] == step), None) if what == "card" else None
    place = dealt["to"] if dealt is not None else at
    if what == "card" and (place is None or (dealt is None and box_of(place) not in session.game.boxes)):
        return Refused(session.game.back_clause, f"step {step} of this round is no card in force")
    ways = misdeal(session, step if what in {"card", "act"} else None)
    if what == "card" and place is not None:
        ways = (*_of_dealt(session, place, dealt), *ways)
    if what == "other":
        ways = tuple(way for way in ways if way.free)
    if not ways:
        return Refused(session.game.back_clause, "no card has come: there is nothing to put right")
    facts: JSON = {"what": what}
    if place is not None and what == "card":
        facts |= {"card": "??" if dealt is None else dealt["card"], "box": box_of(place)}
    if step is not None and what == "act":
        facts |= {"seat": session.steps[step]["seat"], "act": session.steps[step]["act"]}
    return Finding("misdeal", facts, (*ways, Remedy("no_misdeal")))


def _of_dealt(session: Session, place: To, dealt: JSON | None) -> tuple[Remedy, ...]:
    """The remedies for a card as it was dealt. One that lies face down is named by the dealer, who has seen it: which
    of the cards of a hand it was, its place does not tell."""
    if dealt is None:
        return misdealt_card(session, place, None)
    if dealt["card"] != "??":
        return misdealt_card(session, place, cards.parse(dealt["card"]))
    step = session.steps[dealt["step"]]
    return misdealt_card(session, place, None, None if dealt["unread"] else cards.parse(step["card"]))


def _last_act(session: Session) -> int | None:
    """The latest act of this round that is in force."""
    in_force = (number for number in range(len(session.steps)) if session.point.before[number] is not None)
    return max((number for number in in_force if "act" in session.steps[number]), default=None)
