"""Backs where the record has none, and none where it has one: what the fill of a box alone tells.

No camera knows a card by its back. So a box is watched only while all that the record has there was seen, or while it
was seen bare; what comes then and is no face, and of a card's size, is a card that was dealt there by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from dealer_assist.cards import Card
from dealer_assist.fusion import Felt
from dealer_assist.sighting import Fill
from dealer_assist.unseen import BARE, LEAST, MOST, QUICK, what_came

#: Of a card's size, as far as that is known: the least and the most that one lying alone in a box may fill of it.
_LEAST_SIZE: Final = 0.6
_MOST_SIZE: Final = 1.6

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
    to go to it."""

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._boxes: dict[str, _Box] = {}
        #: Whether a back was ever told from this felt: one of the felt's own colour can't be.
        self._tells_backs = False

    def reset(self) -> None:
        """A new round, or nothing of what was seen counts any more."""
        self._boxes.clear()

    def told(self, strayed: Strayed) -> None:
        """It was said: not again before the record changes in that box."""
        self._boxes[strayed.box].told = True

    def look(
        self, felt: Felt, record: Mapping[str, Lying], found: Iterable[str], sizes: Mapping[str, float]
    ) -> tuple[Strayed, ...]:
        """What has become steady with this look. `found` are the boxes of whose cards face up each was seen, `sizes`
        how much of a box one card fills, where that is known."""
        whole = set(found)
        return tuple(
            strayed
            for box, lying in record.items()
            if box in felt.fills and (strayed := self._one(box, lying, felt, box in whole, sizes)) is not None
        )

    def _one(self, name: str, lying: Lying, felt: Felt, is_whole: bool, sizes: Mapping[str, float]) -> Strayed | None:
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
        if box.rest is None:
            is_settled = is_whole and last is not None and abs(fill.share - last.share) < LEAST
            box.rest = fill if (is_settled if lying.up else fill.share < BARE) else None
            return None
        size = sizes.get(name)
        what = what_came(box.rest, fill, size)
        if what != "back" or felt.unsure.get(name) or not _is_of_a_card(box.rest, fill, size):
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
        if box.filled or fill.share >= BARE:
            return None
        box.looks += 1
        enough = min(QUICK, self._patience) if box.hand else self._patience
        is_news = box.looks >= enough and self._tells_backs and not box.told
        return Strayed("bare", name) if is_news else None


def _is_of_a_card(rest: Fill, now: Fill, size: float | None) -> bool:
    more = now.share - rest.share
    if size is None or rest.share >= BARE:
        return more <= MOST
    return _LEAST_SIZE * size <= more <= _MOST_SIZE * size
