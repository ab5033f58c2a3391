"""Which values of a record hide a card, and which sealed records of the running round a turn of its cards opens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from dealer_assist.changes import JSON, By, step_body
from dealer_assist.fold import Point, Taken
from dealer_assist.game import DEALER, Game, box_of
from dealer_assist.record import Entry, Record
from dealer_assist.sealing import MARK, OPENED, RELEASES, UNREAD, Path

#: Texts by their key, in the facts and remedies of a finding: a card, or words that may name one.
_TELLING: Final = frozenset({"card", "turn", "why", "holds"})
#: Findings that may name a card which nobody has seen, besides those that say so.
_HIDING: Final = frozenset({"unreadable", "shoe_count"})
#: What may name a card in records that change no round.
_NOTES: Final[Mapping[str, tuple[Path, ...]]] = {
    "held": (("card",),),
    "burn": (("card",),),
    "cut": (("card",),),
    "card_outside": (("card",),),
    "garbled": (("why",),),
    "not_shown": (("step", "cards"), ("step", "card"), ("step", "turn"), ("card",), ("why",)),
    "new_shoe": (("ended", "cards"),),
}


class Body(NamedTuple):
    """What is to be recorded; `hidden`: the card that it deals or changes lies face down."""

    kind: str
    body: JSON
    hidden: bool = False

    @property
    def is_order(self) -> bool:
        """Whether it is an order or takes one back: what a screen asks stays as it is."""
        return self.kind == "step" and ("order" in self.body["step"] or "cancel" in self.body["step"])


def hides(kind: str, body: JSON, hidden: bool) -> tuple[Path, ...]:
    """Where in a body something stands that nobody may read yet.

    How the card lies decides and never which card it is, or that something is sealed would tell it.
    """
    if kind == "step":
        return (("step", "card"),) if hidden else ()
    if kind == "amend":
        return (("was", "card"), ("becomes", "card")) if hidden else ()
    if kind == "finding":
        hidden = body["facts"].get("hidden") or body["kind"] in _HIDING
        return tuple(_telling(body)) if hidden else ()
    return tuple(path for path in _NOTES.get(kind, ()) if _at(body, path) is not None)


def _telling(body: JSON) -> Iterator[Path]:
    facts = body["facts"]
    yield from (("facts", key) for key in facts if key in _TELLING | {"cards"} and facts[key] is not None)
    for number, remedy in enumerate(body.get("remedies", ())):
        for place, step in enumerate(remedy.get("steps", ())):
            yield from (("remedies", number, "steps", place, key) for key in step if key in _TELLING)
        if "note" in remedy and _at(remedy["note"][1], ("ended", "cards")) is not None:
            yield ("remedies", number, "note", 1, "ended", "cards")


def _at(body: Any, path: Path) -> Any:
    for key in path:
        body = body.get(key) if isinstance(body, dict) else None
    return body


def step_bodies(game: Game[Any], point: Point, made: Sequence[tuple[JSON, Taken]], by: By) -> list[Body]:
    """What is recorded of steps that were taken one after another from `point`."""
    bodies = []
    for step, taken in made:
        bodies.append(Body("step", step_body(step, by.source, taken), goes_down(game, point, taken.point, step)))
        point = taken.point
    return bodies


def goes_down(game: Game[Any], before: Point, after: Point, step: JSON) -> bool:
    """Whether the card that `step` dealt lies face down after it: no such card has come to be seen in its box."""
    card = step.get("card")
    if card is None or card == UNREAD:
        return False
    box = box_of(step.get("to", ""))
    return _seen(game, after, box, card) <= _seen(game, before, box, card)


def _seen(game: Game[Any], point: Point, box: str, card: str) -> int:
    return sum(str(shown) == card for shown in game.on_table(point.state).get(box, ()))


class RoundSeals:
    """The sealed records of the running round: each by its number, with the step that it is of, None for a note."""

    def __init__(self, steps: Mapping[int, int | None] | None = None) -> None:
        self._steps: dict[int, int | None] = dict(steps or {})

    def __contains__(self, step: int) -> bool:
        return step in self._steps.values()

    def clear(self) -> None:
        """Another round begins."""
        self._steps.clear()

    def after(self, last: int, entries: Sequence[Entry], steps: int) -> RoundSeals:
        """These once `entries` follow the record `last`; the round has `steps` steps before them."""
        if not any(entry.hidden or entry.kind in {OPENED, *RELEASES} for entry in entries):
            return self
        made = RoundSeals(self._steps)
        for number, entry in enumerate(entries, last + 1):
            made._take(number, entry.kind, entry.body, bool(entry.hidden), steps)
            steps += entry.kind == "step"
        return made

    def again(self, record: Record, body: JSON, steps: int) -> None:
        """Take up a record of a journal that is resumed."""
        self._take(record.number, record.kind, body, MARK in record.body, steps)

    def _take(self, number: int, kind: str, body: JSON, sealed: bool, steps: int) -> None:
        if kind == OPENED:
            for opened in map(int, body["records"]):
                self._steps.pop(opened, None)
        elif kind in RELEASES:
            self.clear()
        elif sealed:
            self._steps[number] = steps if kind == "step" else body["step"] if kind == "amend" else None

    def of(self, step: int | None) -> tuple[int, ...]:
        """The records that are sealed for a step; for None all that are."""
        return tuple(number for number, of in self._steps.items() if step is None or of == step)

    def amendment(self, game: Game[Any], point: Point, steps: Sequence[JSON], body: JSON) -> Body:
        """What is recorded of an amendment that makes the round `steps`, which lead to `point`."""
        number = body["step"]
        return Body("amend", body, number in self and not is_shown(game, point, steps, number))

    def turned(self, game: Game[Any], point: Point, steps: Sequence[JSON]) -> tuple[int, ...]:
        """The records whose card is seen on the felt now."""
        return tuple(
            number for number, step in self._steps.items() if step is not None and is_shown(game, point, steps, step)
        )


def is_shown(game: Game[Any], point: Point, steps: Sequence[JSON], number: int) -> bool:
    """Whether the card of a step is seen: all that are equal to it and lie in its box are.

    With one of two equal cards turned, the record of the other would else tell it.
    """
    step = steps[number]
    card, box = step.get("card"), box_of(step.get("to", ""))
    seen = 0 if card is None or point.before[number] is None else _seen(game, point, box, card)
    if not seen:
        return False
    there = sum(point.before[place] is not None and _dealt(other) == (card, box) for place, other in enumerate(steps))
    return there <= seen


def _dealt(step: JSON) -> tuple[str, str] | None:
    """Which card a step dealt or turned, and in which box; None for another step."""
    if "misdeal" in step or not ("card" in step or "turn" in step):
        return None
    return str(step.get("card", step.get("turn"))), box_of(step.get("to", DEALER))
