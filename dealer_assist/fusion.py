"""Shoe, camera and game brought together: what the camera should see, and where it sees otherwise.

The shoe says which card, the game says where it should go, the camera says where it lies. This module
compares; it never decides between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from dealer_assist.cards import Card
from dealer_assist.sighting import Look, Point, Quad


class Felt(msgspec.Struct, frozen=True):
    """One look sorted by box: the cards named there, how many lie there unread, and the boxes under a hand."""

    named: dict[str, tuple[Card, ...]]
    unsure: dict[str, int]
    covered: frozenset[str] = frozenset()

    @property
    def is_clear(self) -> bool:
        """Whether no card, read or unread, lies in any box."""
        return not self.named and not self.unsure


def inside(point: Point, quad: Quad) -> bool:
    """Whether `point` lies in the convex `quad`, whichever way its corners run."""
    x, y = point
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0]), strict=True)
    ]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def sort(look: Look, boxes: Mapping[str, Quad]) -> Felt:
    """The cards of a look by the box that their middle lies in; cards outside every box are left out."""
    named: dict[str, tuple[Card, ...]] = {}
    unsure: Counter[str] = Counter()
    for seen in look.cards:
        box = next((name for name, quad in boxes.items() if inside(seen.centre, quad)), None)
        if box is None:
            continue
        if seen.card is None:
            unsure[box] += 1
        else:
            named[box] = (*named.get(box, ()), seen.card)
    covered = {name for name, quad in boxes.items() for hand in look.hands if overlap(hand, quad)}
    return Felt(named, dict(unsure), frozenset(covered))


def convex(quad: Quad) -> bool:
    """Whether the corners of `quad` go round a box with an area, each turning the same way."""
    ring = (*quad, *quad[:2])
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(ring, ring[1:], ring[2:], strict=False)
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def overlap(one: Quad, other: Quad) -> bool:
    """Whether two convex quads have a part in common: no line along a side of either lies between them."""
    for quad in (one, other):
        for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0]), strict=True):
            here, there = (
                [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners] for corners in (one, other)
            )
            if max(here) <= min(there) or max(there) <= min(here):
                return False
    return True


class Extra(msgspec.Struct, frozen=True):
    """A card that the camera has seen steadily in `box` and that the record does not have there."""

    box: str
    card: Card


class Watch:
    """What the camera has seen look after look, against what should lie on the felt.

    It is armed once the felt was seen clear: cards of the round before are no news. A difference is
    believed after `steady` looks in a row, a card that is never seen after `patience` looks into its box.
    """

    def __init__(self, steady: int, patience: int = 16) -> None:
        self._steady = steady
        self._patience = patience
        self._before: dict[str, Counter[Card]] = {}
        self._missed: Counter[tuple[str, Card]] = Counter()
        #: Cards of the record that the camera has never seen in their box.
        self.unseen: tuple[Extra, ...] = ()
        self._seen: Counter[tuple[str, Card]] = Counter()
        self._dismissed: set[tuple[str, Card]] = set()
        self.armed = False
        self.unsure = 0
        self.confirmed: dict[str, int] = {}
        #: What the last look saw by box and the record does not have there: a likely truth of a card recorded wrongly.
        self.also: dict[str, tuple[Card, ...]] = {}

    def reset(self) -> None:
        """A new round: wait for a clear felt."""
        self._seen.clear()
        self._missed.clear()
        self._before.clear()
        self._dismissed.clear()
        self.unseen = ()
        self.confirmed = {}
        self.also = {}
        self.armed = False

    def dismiss(self, box: str, card: Card) -> None:
        """A person has said that the record is right: do not report this again in this round."""
        self._dismissed.add((box, card))

    def see(self, felt: Felt, lies: Mapping[str, Sequence[Card]]) -> tuple[Extra, ...]:
        """The differences that have become steady with this look; none while waiting for a clear felt."""
        self.unsure = sum(felt.unsure.values())
        if not self.armed:
            self.armed = felt.is_clear
            return ()
        extra: set[tuple[str, Card]] = set()
        self.confirmed = {}
        self.also = {}
        for box, cards in felt.named.items():
            there = Counter(lies.get(box, ()))
            seen = Counter(cards)
            self.confirmed[box] = (there & seen).total()
            extra |= {(box, card) for card in seen - there}
            if seen - there:
                self.also[box] = tuple((seen - there).elements())
        extra -= self._dismissed
        self._look_for(felt, lies)
        self._seen = Counter({key: self._seen[key] + 1 for key in extra})
        return tuple(Extra(box, card) for box, card in sorted(extra, key=str) if self._seen[box, card] >= self._steady)

    def _look_for(self, felt: Felt, lies: Mapping[str, Sequence[Card]]) -> None:
        """Count the looks into each box that do not find a card of the record there which no look ever found.

        A look does not count where a hand is over the box, a card lies there unread, or one that was seen there before
        is not seen now: something covers the box.
        """
        missed: Counter[tuple[str, Card]] = Counter()
        for box, cards in lies.items():
            there, seen = Counter(cards), Counter(felt.named.get(box, ()))
            known = self._before.get(box, Counter()) & there
            counts = box not in felt.covered and not felt.unsure.get(box) and not known - seen
            self._before[box] = known | (seen & there)
            for card in there - self._before[box]:
                if (box, card) not in self._dismissed:
                    missed[box, card] = self._missed[box, card] + counts
        self._missed = missed
        self.unseen = tuple(Extra(*key) for key in sorted(missed, key=str) if missed[key] >= self._patience)
