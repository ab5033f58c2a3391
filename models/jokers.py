"""Read the jokers of an enrolled deck: what the detector sees faintly of a joker's corner, read as that deck's joker.

No two decks write their joker alike: a word down the edge, a star, a letter. The detector sees parts of it, sideways
or upright, so that several corners make one mark, and two marks that face each other make one card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import msgspec
import numpy as np

from dealer_assist.cards import JOKER, Joker
from dealer_assist.sighting import SeenCard
from models.crops import Corner
from models.joining import outline
from models.locating import Locator
from models.networks import network
from models.reading import Read
from models.recogniser import WEIGHTS

#: What the detector must give for a part of a joker's corner.
FAINT: Final = 0.2
#: A part counts from this confidence. Of a card two parts must be seen, or one as clear and as sure as this.
_PART: Final = 0.75
_CLEAR, _ALONE = 0.6, 0.99
#: Two marks that face each other as far apart as the deck's own do, to a fifth (in the logarithm), are so many times as
#: likely a joker's: parts of print seldom lie so.
_AS_FAR, _FACING = 0.2, 4.0
#: Index heights between two parts of one mark.
_NEAR: Final = 2.0


class Mark(msgspec.Struct, frozen=True, eq=False):
    """The parts of one corner of a joker, and how sure it is."""

    parts: tuple[Corner, ...]
    confidence: float

    @property
    def middle(self) -> tuple[float, float]:
        """The mean place of the parts, pixels."""
        return sum(p.x for p in self.parts) / len(self.parts), sum(p.y for p in self.parts) / len(self.parts)

    @property
    def tall(self) -> float:
        """The mean height of the parts, pixels."""
        return sum(p.tall for p in self.parts) / len(self.parts)


def faint_locator() -> Locator:
    """The shipped detector, told to give faint corners too."""
    return Locator(network(WEIGHTS / "corners.onnx"), FAINT)


def marks(corners: Sequence[Corner], confidences: Sequence[float]) -> list[Mark]:
    """`corners` that read as jokers, put together where they look the same way and lie close by."""
    groups: list[list[int]] = []
    for at, corner in enumerate(corners):
        joined = [group for group in groups if any(_one_mark(corner, corners[other]) for other in group)]
        for group in joined:
            groups.remove(group)
        groups.append(sorted([at, *(other for group in joined for other in group)]))
    return [Mark(tuple(corners[at] for at in group), max(confidences[at] for at in group)) for group in sorted(groups)]


def _one_mark(a: Corner, b: Corner) -> bool:
    near = np.hypot(a.x - b.x, a.y - b.y) < _NEAR * (a.tall + b.tall) / 2
    return bool(near and a.up_x * b.up_x + a.up_y * b.up_y > 0.6)


def opposite(a: Mark, b: Mark) -> float | None:
    """How far apart two marks are, in heights of their parts, if they face each other; else None."""
    one, two = a.parts[0], b.parts[0]
    if one.up_x * two.up_x + one.up_y * two.up_y > -0.6 or not 0.5 < a.tall / b.tall < 2:
        return None
    (ax, ay), (bx, by) = a.middle, b.middle
    return float(np.hypot(ax - bx, ay - by) / ((a.tall + b.tall) / 2))


def jokers(corners: Sequence[Corner], reads: Sequence[Read], sure: float, apart: float) -> list[SeenCard]:
    """The jokers among `corners`; `apart` is the distance of a joker's two marks in heights of their parts.

    Two parts or more, the best two together as sure as `sure`, are a joker, or a clear one that is surer; less is left
    out, as a faint corner proves nothing.
    """
    parts = [
        (corner, read.confidence)
        for corner, read in zip(corners, reads, strict=True)
        if isinstance(read.likely, Joker) and read.agreed and read.confidence >= _PART
    ]
    found = marks([corner for corner, _ in parts], [sure for _, sure in parts])
    pairs = sorted(
        (abs(np.log(away / apart)), one, two)
        for one in range(len(found))
        for two in range(one + 1, len(found))
        for away in (opposite(found[one], found[two]),)
        if away is not None and 0.55 < away / apart < 1.8
    )
    used: set[int] = set()
    cards, speaking = [], []
    for away, one, two in pairs:
        if one not in used and two not in used:
            used |= {one, two}
            cards.append((*found[one].parts, *found[two].parts))
            speaking.append(_FACING if away < _AS_FAR else 1.0)
    cards += [mark.parts for at, mark in enumerate(found) if at not in used]
    speaking += [1.0] * (len(cards) - len(speaking))
    each = {id(corner): confidence for corner, confidence in parts}
    best = [_together([each[id(corner)] for corner in some], odds) for some, odds in zip(cards, speaking, strict=True)]
    return [
        SeenCard(JOKER, outline(some), round(top, 4), _turn(some[0]))
        for some, top in zip(cards, best, strict=True)
        if top >= (sure if len(some) > 1 else max(sure, _ALONE)) and (len(some) > 1 or some[0].heat >= _CLEAR)
    ]


def _together(confidences: Sequence[float], odds: float) -> float:
    """The chance that not both of the two surest parts are mistaken, where their place speaks for a joker by `odds`."""
    doubts = sorted(1 - each for each in confidences)[:2]
    return float(1 - np.prod(doubts) / odds)


def _turn(corner: Corner) -> float:
    return round(float(np.degrees(np.arctan2(corner.up_x, -corner.up_y))) % 360, 1)


def covers(joker: SeenCard, card: SeenCard) -> bool:
    """Whether the middle of `card` lies in the box of `joker`."""
    return cv2.pointPolygonTest(np.array(joker.box, np.float32), card.centre, False) >= 0
