"""Shoe, camera and game brought together: what the camera should see, and where it sees otherwise.

The shoe says which card, the game says where it should go, the camera says where it lies. This module
compares; it never decides between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from dealer_assist.cards import Card
from dealer_assist.sighting import Fill, Look, Point, Quad


class Felt(msgspec.Struct, frozen=True):
    """One look sorted by box: the cards named there, how many lie there unread, the boxes under a hand, whether no hand
    is anywhere, and how full each box is, where the look tells."""

    named: dict[str, tuple[Card, ...]]
    unsure: dict[str, int]
    covered: frozenset[str] = frozenset()
    is_still: bool = True
    fills: dict[str, Fill] = {}

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
    return Felt(named, dict(unsure), frozenset(covered), not look.hands, {fill.box: fill for fill in look.fills})


def convex(quad: Quad) -> bool:
    """Whether the corners of `quad` go round a box with an area, each turning the same way."""
    ring = (*quad, *quad[:2])
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(ring, ring[1:], ring[2:], strict=False)
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def area(quad: Quad) -> float:
    """The area of a quad."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0]), strict=True))) / 2


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
    """A card that the camera has seen steadily in `box` and that the record does not have there; or one of the record
    that it has never seen there, `is_down` where something lies there with its back up."""

    box: str
    card: Card
    is_down: bool = False
    #: How many cards that the record has in `box` were seen there before.
    beside: int = 0
