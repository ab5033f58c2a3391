"""Join the corners of one card, so that no card is counted twice and two equal cards still count as two.

A card's second index stands on its head at the opposite corner; a deck with four indices has two more. Corners that
say the same are joined by where they lie in each other's frame, measured in index heights, and by how far the
other cards of the same picture have their corners apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from dealer_assist.cards import Card
from dealer_assist.sighting import Point, Quad
from models.crops import Corner

#: Index heights between two corners of a card: jumbo index close by, small index far off.
NEAR, FAR = 1.5, 11.0
RATIO: Final = 2.4
#: Index heights between the two upper indices of a card with four: at least so many.
BESIDE: Final = 2.2
#: What lies nearer to an edge of the card between two opposite corners than this share of it is not in its middle.
MIDDLE: Final = 0.2
#: Across: from the upper left to the lower right. The others are of decks with four indices only.
Relation = Literal["across", "counter", "below", "beside"]


class Told(msgspec.Struct, frozen=True):
    """A corner with what it says: a card, or None for unsure; `firm` if the card may be named."""

    corner: Corner
    card: Card | None
    confidence: float


class Group(msgspec.Struct, frozen=True):
    """One card: its corners (indices into what was given), the surest first."""

    card: Card | None
    members: tuple[int, ...]


class _Pair(msgspec.Struct, frozen=True):
    one: int
    two: int
    relation: Relation
    right: float
    down: float
    strain: float


def _seen_from(a: Corner, b: Corner) -> tuple[float, float, float]:
    """Where `b` lies from `a`: right and down in the mean index height; and the cosine between their directions."""
    tall = (a.tall + b.tall) / 2
    dx, dy = (b.x - a.x) / tall, (b.y - a.y) / tall
    return dx * -a.up_y + dy * a.up_x, -(dx * a.up_x + dy * a.up_y), a.up_x * b.up_x + a.up_y * b.up_y


def relation(a: Corner, b: Corner) -> tuple[Relation, float, float, float] | None:
    """How `b` could belong to the card of `a` (right, down, strain), or None.

    Strain is 0 for a flat view and grows with what perspective must explain.
    """
    if not 1 / RATIO <= a.tall / b.tall <= RATIO:
        return None
    right, down, cosine = _seen_from(a, b)
    back_right, back_down, _ = _seen_from(b, a)
    away = float(np.hypot(right, down))
    if not NEAR <= away <= FAR:
        return None
    strain = abs(float(np.log(a.tall / b.tall))) + (1 - abs(cosine)) * 4
    if cosine < -0.75:
        right, down = (right + back_right) / 2, (down + back_down) / 2
        if down > 0 and right > 0.35 * down and right < 3.2 * down:
            return "across", right, down, strain + 0.6 * abs(float(np.log(right / down / 0.8)))
        if down > 0 and -2.2 * down < right < -0.35 * down:
            return "counter", right, down, strain + 1.0
        if down > 0 and abs(right) <= 0.35 * down:
            return "below", right, down, strain + 1.0
        return None
    right, down = (right - back_right) / 2, (down - back_down) / 2
    if cosine > 0.8 and abs(down) < 0.45 * abs(right) and abs(right) < 5:
        return "beside", right, down, strain + 1.2
    return None


def _pairs(told: Sequence[Told]) -> list[_Pair]:
    found = []
    for one, a in enumerate(told):
        for two in range(one + 1, len(told)):
            if a.card is None or told[two].card != a.card:
                continue
            related = relation(a.corner, told[two].corner)
            if related:
                found.append(_Pair(one, two, *related))
    return found


def _deck_shape(pairs: list[_Pair]) -> tuple[float, float] | None:
    """Right and down from one corner to the opposite one, as most cards of the picture have it."""
    once: dict[int, int] = {}
    for pair in pairs:
        if pair.relation == "across":
            for end in (pair.one, pair.two):
                once[end] = once.get(end, 0) + 1
    clear = [p for p in pairs if p.relation == "across" and once[p.one] == once[p.two] == 1]
    if len(clear) < 2:
        return None
    return float(np.median([p.right for p in clear])), float(np.median([p.down for p in clear]))


def four_cornered(told: Sequence[Told], pairs: list[_Pair]) -> bool | None:
    """Whether the deck has four indices a card: True, False, or None if the picture doesn't tell.

    Where two opposite corners of a card are in sight, the other two often are: any corner that stands where they
    should, read or not, speaks for four, an empty place speaks against it, and a whole rectangle decides.
    """
    found = places = 0
    for pair in pairs:
        if pair.relation == "across":
            a, b = told[pair.one].corner, told[pair.two].corner
            here = sum(any(_near(expected, t.corner) for t in told) for expected in _others(a, b))
            if here == 2:
                return True
            places += 2
            found += here
    # One card alone may have lost two corners to a hand or another card.
    return None if places < 4 and not found else found * 2.2 >= places


def _others(a: Corner, b: Corner) -> tuple[Corner, Corner]:
    """The other two corners of a card with four indices, from two opposite ones."""
    up = np.array([a.up_x - b.up_x, a.up_y - b.up_y])
    up = up / (np.linalg.norm(up) + 1e-9)
    from_a = np.array([b.x - a.x, b.y - a.y])
    tall, wide = (a.tall + b.tall) / 2, (a.wide + b.wide) / 2
    beside = np.array([a.x, a.y]) + from_a - up * (from_a @ up)
    below = np.array([a.x, a.y]) + up * (from_a @ up)
    return (
        Corner(float(beside[0]), float(beside[1]), a.up_x, a.up_y, tall, wide),
        Corner(float(below[0]), float(below[1]), b.up_x, b.up_y, tall, wide),
    )


def _near(expected: Corner, corner: Corner, room: float = 1.3) -> bool:
    """Whether `corner` stands where `expected` should, with `room` (index heights) for perspective."""
    away = np.hypot(corner.x - expected.x, corner.y - expected.y)
    same_way = corner.up_x * expected.up_x + corner.up_y * expected.up_y > 0.75
    return bool(same_way and away < room * expected.tall and 0.5 < corner.tall / expected.tall < 2)


def belongs(told: Sequence[Told], unsure: int, group: Group, four: bool) -> bool:
    """Whether an unread corner is another index of the card of `group`."""
    corner = told[unsure].corner
    related = [relation(corner, told[at].corner) for at in group.members]
    if any(found is None for found in related):
        return False
    kinds = [found[0] for found in related if found]
    strains = [found[3] for found in related if found]
    if not four:
        return len(kinds) == 1 and kinds[0] == "across" and strains[0] < 0.6
    return len(kinds) < 4 and (len(kinds) > 1 or strains[0] < 1.7)


def join(told: Sequence[Told]) -> list[Group]:
    """The cards that `told` shows: named ones, then unsure corners that belong to none of these."""
    pairs = _pairs(told)
    shape, four = _deck_shape(pairs), four_cornered(told, pairs)
    group_of = list(range(len(told)))
    members = {at: [at] for at in group_of}
    allowed: tuple[Relation, ...] = ("across",) if four is False else ("across", "counter", "below", "beside")

    def cost(pair: _Pair) -> float:
        if shape is None or pair.relation != "across":
            return pair.strain
        away = float(np.hypot(pair.right - shape[0], pair.down - shape[1]) / np.hypot(*shape))
        return pair.strain * 0.5 + 2 * away

    for pair in sorted(pairs, key=lambda p: (cost(p), p.one, p.two)):
        one, two = group_of[pair.one], group_of[pair.two]
        if one == two or pair.relation not in allowed:
            continue
        together = members[one] + members[two]
        if len(together) > (2 if four is False else 4) or not _one_card(told, together, bool(four)):
            continue
        members[one] = together
        for at in members.pop(two):
            group_of[at] = one
    out = []
    for group in members.values():
        ordered = tuple(sorted(group, key=lambda at: (-told[at].confidence, at)))
        out.append(Group(told[ordered[0]].card, ordered))
    out = _without_strays(told, out, bool(four))
    named = sorted((g for g in out if g.card is not None), key=lambda g: g.members[0])
    unsure = sorted((g for g in out if g.card is None), key=lambda g: g.members[0])
    return named + [u for u in unsure if not any(belongs(told, u.members[0], g, bool(four)) for g in named)]


def _without_strays(told: Sequence[Told], groups: list[Group], four: bool) -> list[Group]:
    """The groups without lone corners that may be another index of a card of the same name.

    A picture of a few covered cards may not tell that its deck has four; a card named twice is the worse fault.
    """
    kept: list[Group] = []
    for group in sorted(groups, key=lambda g: (-len(g.members), g.members)):
        same = [g for g in kept if g.card is not None and g.card == group.card]
        if len(group.members) > 1 or not any(_stray(told, group.members[0], g, four) for g in same):
            kept.append(group)
    return kept


def _stray(told: Sequence[Told], lone: int, group: Group, four: bool) -> bool:
    """Whether a lone corner may belong to the card of `group`, four indices allowed; they are known to be if `four`."""
    corner, corners = told[lone].corner, [told[at].corner for at in group.members]
    if any(_crooked(corner, other) for other in corners):
        return True
    if len(corners) == 1 and four:
        return _might_share(corner, corners[0])
    if len(corners) == 1:
        # Two corners that stand on their heads to each other, or side by side, wider apart than twins in a fan lie.
        found = relation(corner, corners[0])
        return found is not None and (found[0] != "beside" or abs(found[1]) > BESIDE)
    if _upon_the_face(corner, corners[0], corners[1]):
        return True
    return any(_near(expected, corner, 1.8) for expected in _others(corners[0], corners[1]))


def _upon_the_face(corner: Corner, one: Corner, other: Corner) -> bool:
    """Whether a corner stands in the middle of the card between two opposite ones and points as one of them does.

    Some faces show their name there again, larger. A second card whose index lay there would cover one of the two, or,
    if it has four indices, show more of them than this one.
    """
    if relation(one, other) is None or abs(corner.up_x * one.up_x + corner.up_y * one.up_y) < 0.75:
        return False
    (right, down, _), (whole_right, whole_down, _) = _seen_from(one, corner), _seen_from(one, other)
    scale = (one.tall + corner.tall) / (one.tall + other.tall)
    return all(MIDDLE < part * scale / whole < 1 - MIDDLE for part, whole in ((right, whole_right), (down, whole_down)))


def _crooked(a: Corner, b: Corner) -> bool:
    """Whether two corners that say the same lie too close for two cards: on each other, or beside each other and
    pointing differently, where one of them is a pip."""
    away = float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.tall, b.tall)
    return upon(a, b) or (away < 2 and abs(a.up_x * b.up_x + a.up_y * b.up_y) < 0.75)


def upon(a: Corner, b: Corner) -> bool:
    """Whether two corners lie on each other: there is room for one index only."""
    return float(np.hypot(a.x - b.x, a.y - b.y)) < 0.5 * max(a.tall, b.tall)


def _one_card(told: Sequence[Told], members: list[int], four: bool) -> bool:
    """Whether all of `members` can be corners of one card: two of them as its opposite corners, or, of four, at most
    two that stand upright and two on their heads, the ones beside each other, the others below."""
    corners = [told[at].corner for at in members]
    if len(corners) == 2:
        return relation(*corners) is not None
    upright = sum(c.up_x * corners[0].up_x + c.up_y * corners[0].up_y > 0 for c in corners)
    if max(upright, len(corners) - upright) > 2:
        return False
    pairs = [(one, two) for at, one in enumerate(corners) for two in corners[at + 1 :]]
    if not four:
        # Nothing says that the deck has four indices: only a faultless rectangle does.
        return all(relation(one, two) is not None for one, two in pairs)
    return all(_might_share(one, two) for one, two in pairs)


def _might_share(a: Corner, b: Corner) -> bool:
    """As `relation`, with the room that a slanted view needs where other corners bear witness too."""
    if not 1 / RATIO <= a.tall / b.tall <= RATIO:
        return False
    right, down, cosine = _seen_from(a, b)
    back_right, back_down, _ = _seen_from(b, a)
    if float(np.hypot(right, down)) > FAR:
        return False
    if cosine < -0.5:
        return down + back_down > NEAR and abs(right + back_right) < 3 * (down + back_down)
    right, down = (right - back_right) / 2, (down - back_down) / 2
    return cosine > 0.5 and 0.8 < abs(right) < 7 and abs(down) < abs(right)


def outline(corners: Sequence[Corner]) -> Quad:
    """The four corners, clockwise from the card's upper left, of what was read: the card between two opposite
    indices, else the index alone."""
    first = corners[0]
    up, right = np.array([first.up_x, first.up_y]), np.array([-first.up_y, first.up_x])
    centres = np.array([(c.x, c.y) for c in corners])
    half_tall = max(c.tall for c in corners) / 2
    half_wide = max(max(c.wide for c in corners) / 2, half_tall * 0.4)
    along, across = centres @ -up, centres @ right
    top, bottom = along.min() - half_tall, along.max() + half_tall
    left, right_edge = across.min() - half_wide, across.max() + half_wide

    def at(x: float, y: float) -> Point:
        place = right * x - up * y
        return round(float(place[0]), 1), round(float(place[1]), 1)

    return at(left, top), at(right_edge, top), at(right_edge, bottom), at(left, bottom)
