"""The recogniser that is shipped: index corners are found, each is read twice, the corners of a card are joined."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from dealer_assist.cards import Card, Joker
from dealer_assist.sighting import Look, SeenCard
from models.crops import Corner, Pixels
from models.joining import FAR, Group, Told, join, outline, upon
from models.locating import Locator
from models.reading import Cuts, Read, Reader, together

#: One corner that reads beyond doubt, or two that read fairly well.
CLEAR: Final = 0.9
#: How sure a corner alone must be to be a second card of the same name beside the first: it may be its other index.
TWIN: Final = 0.99
#: The share of the clear corners that reads in nearly every picture of light cards.
FEW: Final = 0.6


class CornerRecogniser:
    """Finds index corners, reads each twice, joins them to cards. Keeps nothing from one picture to the next."""

    def __init__(self, name: str, digest: str, locator: Locator, reader: Reader, cuts: Cuts) -> None:
        self.name, self.digest = name, digest
        self.locator, self.reader, self.cuts = locator, reader, cuts

    def look(self, image: Pixels) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR), the surest first."""
        began = time.perf_counter()
        if min(image.shape[:2]) < 16:
            return Look((), 0.0)
        corners, reads, _ = self.find(image)
        cards = seen(corners, reads, self.cuts)
        return Look(cards, round((time.perf_counter() - began) * 1000, 2))

    def find(self, image: Pixels) -> tuple[list[Corner], list[Read], float]:
        """The corners of a picture of which nothing is known, what they say, and the side that served.

        Where nothing reads well, the negative is tried: black cards look like white ones there.
        """
        corners, side = self.locator.find(image)
        reads = self.reader.read(image, corners)
        clear = sum(corner.heat > 0.4 for corner in corners)
        if sense(reads) < max(CLEAR, FEW * clear):
            others, other_side = self.locator.find(image, negative=True)
            other_reads = self.reader.read(image, others)
            if sense(other_reads) > max(sense(reads), CLEAR):
                return others, other_reads, other_side
        return corners, reads, side


def sense(reads: list[Read]) -> float:
    """How much can be read: the confidences of the corners that both readers take for the same card."""
    return sum(read.confidence for read in reads if read.agreed and read.likely and read.confidence > 0.9)


def seen(corners: list[Corner], reads: list[Read], cuts: Cuts) -> tuple[SeenCard, ...]:
    """What may be said of `corners`: cards with their names, and cards that are there but not named."""
    told = [Told(corner, *_said(read, cuts)) for corner, read in zip(corners, reads, strict=True)]
    kept = [t for t, read in zip(told, reads, strict=True) if t.card is not None or _present(t.corner, read, cuts)]
    kept = _once(kept)
    groups = join(kept)
    cards = [_card(kept, group, cuts, _sure(kept, group, cuts) and not _twin(kept, group, groups)) for group in groups]
    return tuple(sorted(cards, key=lambda card: -card.confidence))


def _once(told: list[Told]) -> list[Told]:
    """`told` without corners that lie on a surer one that says the same: an index that was found twice."""
    kept: list[Told] = []
    for one in sorted(told, key=lambda each: -each.confidence):
        if one.card is None or not any(other.card == one.card and upon(one.corner, other.corner) for other in kept):
            kept.append(one)
    return [one for one in told if any(one is other for other in kept)]


def _said(read: Read, cuts: Cuts) -> tuple[Card | None, float]:
    sure = read.likely is not None and read.agreed and read.confidence >= cuts.paired
    return (read.likely if sure else None), read.confidence


def _present(corner: Corner, read: Read, cuts: Cuts) -> bool:
    return corner.heat >= cuts.present and read.something >= cuts.present


def _sure(told: list[Told], group: Group, cuts: Cuts) -> bool:
    """Whether the card of `group` may be named: one corner that is sure alone, or two that say the same."""
    if group.card is None:
        return False
    best = told[group.members[0]]
    if best.confidence >= cuts.alone(group.card, best.corner):
        return True
    # Two lines of print are two jokers to a reader that has seen few: a pair of them proves nothing.
    if len(group.members) < 2 or isinstance(group.card, Joker):
        return False
    return together(best.confidence, told[group.members[1]].confidence) >= cuts.together


def _twin(told: list[Told], group: Group, groups: list[Group]) -> bool:
    """Whether a corner alone says, and not beyond doubt, what a card within its reach says more surely.

    Of a card with four indices at a slant not all may be joined; that it is counted twice would be the worse fault.
    """
    best = told[group.members[0]]
    if len(group.members) > 1 or best.confidence >= TWIN:
        return False

    def reaches(at: int) -> bool:
        other = told[at].corner
        away = float(np.hypot(other.x - best.corner.x, other.y - best.corner.y))
        return away <= FAR * max(other.tall, best.corner.tall)

    return any(
        other.card == group.card
        and (len(other.members), told[other.members[0]].confidence) > (1, best.confidence)
        and any(map(reaches, other.members))
        for other in groups
    )


def _card(told: list[Told], group: Group, cuts: Cuts, sure: bool) -> SeenCard:
    best = told[group.members[0]]
    turn = float(np.degrees(np.arctan2(best.corner.up_x, -best.corner.up_y))) % 360
    box = outline([told[at].corner for at in group.members])
    return SeenCard(group.card if sure else None, box, round(best.confidence, 4), round(turn, 1))
