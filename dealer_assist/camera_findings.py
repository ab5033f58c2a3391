"""What the camera finds: cards that lie otherwise than the record has them, cards never seen, a camera that moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dealer_assist import fold
from dealer_assist.astray import Strayed
from dealer_assist.changes import JSON
from dealer_assist.findings import Amend, Finding, Remedy
from dealer_assist.fusion import Extra, Felt
from dealer_assist.game import BURN, Bets, Deal, Refused, Turn, box_of, place_of
from dealer_assist.proposals import GO_ON, card_step, misdeal, misdealt_card
from dealer_assist.session import Session


def is_news(extra: Extra, session: Session) -> bool:
    """Whether a card that the record lacks is one to speak of. A hand that may be turned up at any moment is none, as
    long as its cards can be those that were dealt to it."""
    if extra.box == BURN or session.game.lies(session.point.state, place_of(extra.box)) != "either":
        return True
    dealt = _face_down(session, extra.box)
    return bool(dealt) and None not in dealt and str(extra.card) not in dealt


def dealt(extras: Sequence[Extra], session: Session) -> list[tuple[JSON, Deal | Turn]]:
    """Where only the camera reads: the steps that `extras` are, with their places, if all of them lie where the next
    cards are awaited, as the three of a flop do; else none. Cards that are dealt face down are passed over."""
    point = session.point
    made: list[tuple[JSON, Deal | Turn]] = []
    for extra in extras:
        awaited, _ = session.past_hidden(point)
        place = awaited.first if isinstance(awaited, Bets) else awaited
        if not isinstance(place, Deal | Turn) or box_of(place.to) != extra.box:
            return []
        if isinstance(place, Deal) and place.face_down:
            return []
        step = card_step(extra.card, place)
        made.append((step, place))
        taken = fold.take(session.game, point, step)
        if isinstance(taken, Refused):
            # The first of several is refused by the table itself, in its words.
            return made[:1]
        point = taken.point
    return made


def _face_down(session: Session, box: str) -> list[str | None]:
    """The cards of `box` that were dealt face down and are not shown yet; None for one that nobody has read."""
    down: list[str | None] = []
    for dealt in session.cards():
        if dealt["card"] == "??" and dealt["to"] == place_of(box):
            down.append(None if dealt["unread"] else session.steps[dealt["step"]]["card"])
    return down


def seen_otherwise(extra: Extra, felt: Felt, session: Session) -> Finding:
    """The camera sees a card that the record does not have there.

    A card of a hand that lies face down was exposed, turned too early, or is not the one that was dealt there. With a
    recorded card of the same box unseen, one of the two readings is wrong; with the same card recorded in another box
    and unseen there, it lies in the wrong box; else it is a card too many.
    """
    lies = session.game.on_table(session.point.state)
    hand = None if extra.box == BURN else _of_a_hand(extra, felt, session)
    if hand is not None:
        return hand
    unseen = {box: list((Counter(cards) - Counter(felt.named.get(box, ()))).elements()) for box, cards in lies.items()}
    elsewhere = next((box for box, cards in unseen.items() if extra.card in cards and box != extra.box), None)
    if elsewhere is not None:
        return _elsewhere(extra, elsewhere, felt, session)
    here = unseen.get(extra.box, [])
    if len(here) == 1:
        return _disagree(extra, str(here[0]), session)
    seen = {"card": str(extra.card), "box": extra.box}
    return Finding("extra", seen, (_record(extra), *misdeal(session, None)))


def _record(extra: Extra) -> Remedy:
    """The record is right: the camera shall not report this again in this round."""
    return Remedy("record", dismiss=(extra.box, str(extra.card)))


def _of_a_hand(extra: Extra, felt: Felt, session: Session) -> Finding | None:
    """A card seen where cards lie face down, or may be turned up now; None where all of the box lie face up."""
    place = place_of(extra.box)
    lies = session.game.lies(session.point.state, place)
    facts = {"card": str(extra.card), "box": extra.box}
    ways = (_record(extra), *misdealt_card(session, place, extra.card), *misdeal(session, None))
    if lies == "down":
        return Finding("exposed", facts, ways)
    if lies == "either":
        return Finding("switched", facts, ways)
    down = _face_down(session, extra.box)
    awaited = session.awaits
    shown = session.game.on_table(session.point.state).get(extra.box, ())
    if (
        not down
        or (isinstance(awaited, Turn) and awaited.to == place)
        or Counter(shown) - Counter(felt.named[extra.box])
    ):
        return None
    return Finding("turned" if None in down or facts["card"] in down else "switched", facts, ways)


def _elsewhere(extra: Extra, elsewhere: str, felt: Felt, session: Session) -> Finding:
    """The card was due at the box `elsewhere`. Where nothing lies there, the seat was skipped if the card lies in the
    box that is served after it; the box that is served before it was dealt to twice."""
    facts = {"card": str(extra.card), "box": extra.box, "recorded": elsewhere}
    dealt = last_card_step(session, elsewhere, str(extra.card))
    bare = not felt.named.get(elsewhere) and not felt.unsure.get(elsewhere)
    kind = "wrong_box"
    if bare and _is_next(extra.box, elsewhere, session.game.boxes):
        kind = "skipped"
    elif bare and _is_next(elsewhere, extra.box, session.game.boxes):
        kind = "twice" if extra.beside or len(felt.named[extra.box]) > 1 else kind
    return Finding(kind, facts, (_record(extra), *misdeal(session, dealt)))


def _disagree(extra: Extra, recorded: str, session: Session) -> Finding:
    """One of two readings is wrong; or, of a card that was dealt face down and is shown now, another is shown."""
    facts = {"card": str(extra.card), "box": extra.box, "recorded": recorded}
    step = last_card_step(session, extra.box, recorded)
    remedies = [_record(extra)]
    if step is None:
        return Finding("disagree", facts, tuple(remedies))
    amend = Amend(step, {**session.steps[step], "card": facts["card"]})
    before = session.point.before[step]
    awaited = None if before is None else session.game.awaits(before)
    if isinstance(awaited, Deal) and awaited.face_down:
        ways = (Remedy("camera", amend=amend, approval=True), *misdeal(session, step))
        return Finding("switched", facts, (*remedies, *ways))
    return Finding("disagree", facts, (*remedies, Remedy("camera", amend=amend)))


def unseen(extra: Extra, session: Session) -> Finding:
    """The shoe read a card for a box in which the camera has never seen it: it lies face down, or nowhere."""
    step = last_card_step(session, extra.box, str(extra.card))
    facts = {"card": str(extra.card), "box": extra.box}
    return Finding("face_down" if extra.is_down else "unseen", facts, (_record(extra), *misdeal(session, step)))


def strayed(what: Strayed, session: Session) -> Finding:
    """A card lies face down in a box where none was dealt, or none lies where one was: which one, nobody sees."""
    dealt = [
        (each["step"], box_of(each["to"])) for each in session.cards() if each["card"] == "??" and each["to"] != BURN
    ]
    steps = [step for step, box in dealt if what.kind == "astray" or box == what.box]
    ways = (Remedy("record"), *misdeal(session, max(steps, default=None)))
    if what.kind == "astray":
        return Finding("astray", {"box": what.box}, ways)
    return Finding("unseen", {"card": "??", "box": what.box}, ways)


def moved() -> Finding:
    """The camera's picture is not the one in which the boxes were drawn."""
    return Finding("camera_moved", {}, (GO_ON,))


def _is_next(box: str, before: str, boxes: Sequence[str]) -> bool:
    """Whether `box` is served right after `before`: the boxes stand in the order of the deal."""
    return before in boxes and tuple(boxes[boxes.index(before) + 1 :][:1]) == (box,)


def last_card_step(session: Session, box: str, card: str) -> int | None:
    """The latest step of this round that dealt `card` face up into `box`; one that lies face down is not looked at."""
    steps = [dealt["step"] for dealt in session.cards() if (dealt["card"], dealt["to"]) == (card, place_of(box))]
    return max(steps, default=None)
