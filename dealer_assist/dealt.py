"""The cards that a round's steps dealt: which are in force, where they lie, which of them are seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer_assist import fold
from dealer_assist.cards import DECK, Card, parse
from dealer_assist.changes import JSON
from dealer_assist.game import DEALER, Awaited, Bets, Deal, Dealt, Game, Refused, To, box_of


def past_hidden(game: Game[Any], point: fold.Point) -> tuple[Awaited, tuple[To, ...]]:
    """What the round at `point` waits for after the cards that are dealt face down and need not be recorded, and where
    those go: hole cards that nobody names before they are shown, burned ones. A dealer who deals by hand goes on there.
    """
    awaited = game.awaits(point.state)
    passed: list[To] = []
    while isinstance(awaited, Deal) and awaited.face_down and game.lies(point.state, awaited.to) != "up":
        taken = fold.take_event(game, point, Dealt(None, awaited.to, awaited.hand))
        if isinstance(taken, Refused) or len(passed) == len(DECK):
            break
        passed.append(awaited.to)
        point = taken.point
        awaited = game.awaits(point.state)
    return awaited, tuple(passed)


def cards(game: Game[Any], point: fold.Point, steps: Sequence[JSON]) -> list[JSON]:
    """The cards dealt by `steps` that are in force: step, place and face, `"??"` while it is not shown.

    A card that was dealt face down and was not read is `unread`; once it is turned and named it has that step.
    """
    shown = {box: list(map(str, lie)) for box, lie in game.on_table(point.state).items()}
    dealt: list[JSON] = []
    for number, step in enumerate(steps):
        if point.before[number] is None:
            continue
        if "turn" in step:
            unread = next(card for card in dealt if card["unread"] and step.get("to", card["to"]) == card["to"])
            unread |= {"step": number, "card": step["turn"], "unread": False}
        elif "card" in step and "misdeal" not in step:
            to, card = step["to"], step["card"]
            faces = shown.get(box_of(to), [])
            unread = card == "??"
            if card in faces:
                faces.remove(card)
            else:
                card = "??"
            dealt.append({"step": number, "to": to, "hand": step.get("hand"), "card": card, "unread": unread})
    return dealt


def down(game: Game[Any], point: fold.Point, steps: Sequence[JSON]) -> set[tuple[str, Card]]:
    """Box and card of each in force that was dealt face down and is known; whoever it may be shown to."""
    found: set[tuple[str, Card]] = set()
    for step, before in zip(steps, point.before, strict=True):
        if before is None or "misdeal" in step:
            continue
        awaited = game.awaits(before)
        place = awaited.first if isinstance(awaited, Bets) else awaited
        to: To = DEALER
        name = step.get("turn")
        if isinstance(place, Deal) and place.face_down:
            name, to = step.get("card"), place.to
        if name not in {None, "?", "??"}:
            found.add((box_of(step.get("to", to)), parse(str(name))))
    return found
