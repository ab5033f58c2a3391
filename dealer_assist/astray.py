"""Backs where the record has none, and none where it has one: what the fill of a box alone tells.

No camera knows a card by its back. So a box is watched only while all that the record has there was seen, or while it
was seen bare; what comes then and is no face, and of a card's size, is a card that was dealt there by mistake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import median
from typing import Final, Literal

import msgspec

from dealer_assist.cards import Card
from dealer_assist.fusion import Felt
from dealer_assist.sighting import Fill
from dealer_assist.unseen import BARE, LEAST, MOST, QUICK, what_came

#: Of a card's size: the least and the most that a back fills of a bare box, and the most beside other cards, which it
#: may cover. A hand that rests there is seldom as large.
_LEAST_SIZE: Final = 0.7
_MOST_SIZE: Final = 1.4

#: A back too many, or a box that stays bare although a card was dealt into it face down.
Kind = Literal["astray", "bare"]


class Lying(msgspec.Struct, frozen=True):
    """What the record has in a box: the cards that lie face up, and how many lie face down."""

    up: tuple[Card, ...] = ()
    down: int = 0


class Strayed(msgspec.Struct, frozen=True):
    """What was found, and in which box."""

    kind: Kind
    box: str


class _Box(msgspec.Struct):
    """A box since the record last changed there. `rest` is how full it is with what the record has, None: not known;
    `hand` whether one was over it, `filled` whether anything has come since the box was bare."""

    lying: Lying
    rest: Fill | None = None
    last: Fill | None = None
    looks: int = 0
    hand: bool = False
    filled: bool = False
    told: bool = False


class Astray:
    """Follows the boxes of a game in one round. `patience` is how many looks a box may stay bare where no hand was seen
    to go to it, `areas` how large the boxes are. How large a card is, is learnt from those that were dealt."""

    def __init__(self, patience: int, areas: Mapping[str, float]) -> None:
        self._patience, self._areas = patience, dict(areas)
        #: How much of a box the one card filled that the record had there.
        self._sizes: dict[str, float] = {}
        self._boxes: dict[str, _Box] = {}
        #: Whether a back was ever told from this felt: one of the felt's own colour can't be.
        self._tells_backs = False

    def reset(self) -> None:
        """A new round, or nothing of what was seen counts any more."""
        self._boxes.clear()

    def told(self, strayed: Strayed) -> None:
        """It was said: not again before the record changes in that box."""
        self._boxes[strayed.box].told = True

    def look(self, felt: Felt, record: Mapping[str, Lying]) -> tuple[Strayed, ...]:
        """What has become steady with this look."""
        return tuple(
            strayed
            for box, lying in record.items()
            if box in felt.fills and (strayed := self._one(box, lying, felt)) is not None
        )

    def size(self, box: str) -> float | None:
        """How much of `box` one card fills; from the other boxes, if no card has lain alone in it. None: not known."""
        if box in self._sizes:
            return self._sizes[box]
        area = self._areas.get(box)
        others = [share * self._areas[other] for other, share in self._sizes.items() if other in self._areas]
        return median(others) / area if others and area else None

    def _one(self, name: str, lying: Lying, felt: Felt) -> Strayed | None:
        fill, box = felt.fills[name], self._boxes.get(name)
        if box is None or box.lying != lying:
            # Of one that was never looked at before, cards may have been taken up.
            filled = bool(lying.down) if box is None else box.filled and bool(box.lying.down and lying.down)
            box = self._boxes[name] = _Box(lying, filled=filled)
        if name in felt.covered:
            box.hand, box.looks = True, 0
        if not felt.is_still or name in felt.covered:
            return None
        last, box.last = box.last, fill
        if lying.down:
            return self._bare(name, box, fill, last)
        up, seen, unsure = Counter(lying.up), Counter(felt.named.get(name, ())), felt.unsure.get(name, 0)
        is_whole = not up - seen
        # A hand that rests on cards hides them; a back beside them leaves each to be found, if not always to be read.
        is_all_there = seen <= up and seen.total() + unsure == up.total()
        if box.rest is None:
            is_settled = is_whole and last is not None and abs(fill.share - last.share) < LEAST
            box.rest = fill if (is_settled if lying.up else fill.share < BARE) else None
            if box.rest is not None and len(lying.up) == 1:
                self._sizes[name] = fill.share
            return None
        size = self.size(name)
        what = what_came(box.rest, fill, size)
        if what != "back" or not is_all_there or not _is_of_a_card(box.rest, fill, size):
            box.looks = 0
            if what == "nothing" and last is not None and abs(fill.share - last.share) < LEAST:
                box.rest = fill
            return None
        box.looks += 1
        return Strayed("astray", name) if box.looks >= QUICK and not box.told else None

    def _bare(self, name: str, box: _Box, fill: Fill, last: Fill | None) -> Strayed | None:
        """A box where a card was dealt face down and, as long as it is bare, nothing has come."""
        if box.lying.up:
            box.filled = True
        elif last is not None and all(BARE <= each.share <= MOST * box.lying.down for each in (last, fill)):
            # Seen twice, for an arm stands still a moment where it has laid a card.
            box.filled = self._tells_backs = True
            if box.lying.down == 1:
                self._sizes[name] = fill.share
        if box.filled or fill.share >= BARE:
            return None
        box.looks += 1
        enough = min(QUICK, self._patience) if box.hand else self._patience
        is_news = box.looks >= enough and self._tells_backs and not box.told
        return Strayed("bare", name) if is_news else None


def _is_of_a_card(rest: Fill, now: Fill, size: float | None) -> bool:
    more = now.share - rest.share
    if size is None:
        return False
    return more <= min(MOST, _MOST_SIZE * size) and (rest.share >= BARE or more >= _LEAST_SIZE * size)
