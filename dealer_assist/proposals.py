"""Which finding fits what happened, and the remedies that the tool proposes for it. The people decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dealer_assist.cards import Card
from dealer_assist.changes import JSON
from dealer_assist.findings import Amend, Finding, Remedy
from dealer_assist.fusion import Extra, Felt
from dealer_assist.game import Bets, Choice, Deal, Refused, Turn
from dealer_assist.session import Session
from dealer_assist.sighting import Sighting

GO_ON = Remedy("go_on")
BURNED = Remedy("burned")


def box_of(place: Deal | Turn) -> str:
    """The name of the box where the awaited card should lie."""
    return f"seat{place.to}" if isinstance(place.to, int) else place.to


def lost(device: str, why: str) -> Finding:
    """A device was lost in a round. At the shoe, the dealer taps what it missed, then goes on."""
    return Finding(f"{device}_lost", {"why": why}, (GO_ON,))


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
        return {"turn": str(card)}
    step: JSON = {"card": str(card), "to": place.to}
    return step if place.hand is None else {**step, "hand": place.hand}


def impossible(card: Card, place: Deal | Turn, refused: Refused, box: str | None = None) -> Finding:
    """The rules refuse the card, as the seventh of its kind in six decks: a misread or a foreign card."""
    hidden = isinstance(place, Deal) and place.face_down
    facts: JSON = {"card": str(card), "hidden": hidden, "why": refused.why, "clause": refused.clause}
    if isinstance(place, Turn):
        steps: tuple[JSON, ...] = ({"turn": "?"},)
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
            continue
        if way.goes_back and step is None:
            continue
        steps = ({**way.step, "back_to": step} if way.goes_back else dict(way.step),)
        outcome = session.preview(steps)
        if not isinstance(outcome, Refused):
            seats = tuple(outcome.by_seat.items())
            remedies.append(Remedy(way.name, steps, None, False, None, way.clause, outcome.pays, seats, way.approval))
    return tuple(remedies)


def said(what: str, step: int | None, session: Session) -> Finding | Refused:
    """A misdeal that the dealer reports: a card went wrong at `step`, the last act was wrong, the cards can't be told
    apart any more (`lost`), or anything else (`other`)."""
    if what == "act":
        step = _last_act(session)
        if step is None:
            return Refused(session.game.back_clause, "no act of this round is in force: nothing to go back to")
    if what == "card" and (step is None or all(dealt["step"] != step for dealt in session.cards())):
        return Refused(session.game.back_clause, f"step {step} of this round is no card in force")
    ways = misdeal(session, step if what in {"card", "act"} else None)
    if what == "other":
        ways = tuple(way for way in ways if way.free)
    if not ways:
        return Refused(session.game.back_clause, "no card has come: there is nothing to put right")
    facts: JSON = {"what": what}
    if step is not None and what == "card":
        dealt = next(dealt for dealt in session.cards() if dealt["step"] == step)
        facts |= {"card": dealt["card"], "box": f"seat{dealt['to']}" if isinstance(dealt["to"], int) else dealt["to"]}
    if step is not None and what == "act":
        facts |= {"seat": session.steps[step]["seat"], "act": session.steps[step]["act"]}
    return Finding("misdeal", facts, (*ways, Remedy("no_misdeal")))


def _last_act(session: Session) -> int | None:
    """The latest act of this round that is in force."""
    in_force = (number for number in range(len(session.steps)) if session.point.before[number] is not None)
    return max((number for number in in_force if "act" in session.steps[number]), default=None)


def seen_otherwise(extra: Extra, felt: Felt, session: Session) -> Finding:
    """The camera sees a card that the record does not have there.

    With a recorded card of the same box unseen, one of the two readings is wrong; with the same card
    recorded in another box and unseen there, it lies in the wrong box; else it is a card too many.
    """
    lies = session.game.on_table(session.point.state)
    seen = str(extra.card)
    keep = (extra.box, seen)
    unseen = {box: list((Counter(cards) - Counter(felt.named.get(box, ()))).elements()) for box, cards in lies.items()}
    elsewhere = next((box for box, cards in unseen.items() if extra.card in cards and box != extra.box), None)
    if elsewhere is not None:
        facts = {"card": seen, "box": extra.box, "recorded": elsewhere}
        dealt = last_card_step(session, elsewhere, seen)
        # The card that was due at one box lies in the one that is served after it, and that one's in turn further on.
        skipped = (
            not felt.named.get(elsewhere) and not felt.unsure.get(elsewhere) and _is_next(extra.box, elsewhere, lies)
        )
        return Finding(
            "skipped" if skipped else "wrong_box", facts, (Remedy("record", dismiss=keep), *misdeal(session, dealt))
        )
    here = unseen.get(extra.box, [])
    if len(here) == 1:
        recorded = str(here[0])
        facts = {"card": seen, "box": extra.box, "recorded": recorded}
        step = last_card_step(session, extra.box, recorded)
        remedies = [Remedy("record", dismiss=keep)]
        if step is not None:
            becomes = {**session.steps[step], "card": seen}
            remedies.append(Remedy("camera", amend=Amend(step, becomes)))
        return Finding("disagree", facts, tuple(remedies))
    ways = (Remedy("record", dismiss=keep), *misdeal(session, None))
    return Finding("extra", {"card": seen, "box": extra.box}, ways)


def _is_next(box: str, before: str, lies: Mapping[str, Sequence[Card]]) -> bool:
    """Whether `box` is served right after `before`: the boxes stand in the order of the deal."""
    order = [name for name in lies if name != "dealer"] + ["dealer"]
    return before in order and order.index(before) + 1 < len(order) and order[order.index(before) + 1] == box


def last_card_step(session: Session, box: str, card: str) -> int | None:
    """The latest step of this round that dealt `card` face up into `box`; one that lies face down is not looked at."""
    to: int | str = int(box.removeprefix("seat")) if box.startswith("seat") else box
    steps = [dealt["step"] for dealt in session.cards() if (dealt["card"], dealt["to"]) == (card, to)]
    return max(steps, default=None)
