"""Cards of the record that the camera never sees in their box: nothing came to lie there, or a card face down.

A card that was seen once may be covered later. One that lies there face up and can't be read is no finding: where a
look tells how full a box is (`sighting.Fill`), paper that has come since the record had the card is the card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

import msgspec

from dealer_assist.cards import Card
from dealer_assist.fusion import Extra, Felt
from dealer_assist.sighting import Fill

#: The least change of a box's fill by which something has come to lie in it, and the most that one card makes.
LEAST: Final = 0.015
MOST: Final = 0.3
#: A back adds at least this share of a card's size to what is not paper. A court's print adds half, also where it
#: covers a card with little print; a back upon a court adds no more than that, and is taken for a face.
PRINT: Final = 0.62
#: A box that is bare, and the least that one card fills of it.
BARE: Final = 0.02
#: Looks at a box, with no hand anywhere, that are enough once a hand was over it and has left.
QUICK: Final = 4
#: A card that lay face down before the record had it face up is turned when the dealer comes to it.
SLOW: Final = 4

#: Looks in a row that make a face one that lies there.
_SETTLED: Final = 3

#: What has come into a box: a card's face, its back, or nothing.
Came = Literal["face", "back", "nothing"]


class _Awaited(msgspec.Struct):
    """A card that no look has found. `before` is how full its box was before anything came that no card was known for,
    `then` how full when the record had the card; `is_whole` of one of a hand that lay there whole by then, on felt that
    had been bare."""

    before: Fill | None
    then: Fill | None
    is_whole: bool = False
    looks: int = 0
    faces: int = 0
    hand: bool = False
    came: Came = "nothing"


class Unseen:
    """Follows the cards of one round that have not been seen in their box. `patience` is how many looks without a hand
    over the felt are too many where no hand was seen to go to the box either."""

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._awaited: dict[tuple[str, Card], _Awaited] = {}
        self._before: dict[str, Counter[Card]] = {}
        self._rest: dict[str, Fill] = {}
        self._last: dict[str, Fill] = {}
        #: How much of each box one card fills.
        self._size: dict[str, float] = {}

    def reset(self) -> None:
        """A new round."""
        self._awaited.clear()
        self._before.clear()
        self._rest.clear()
        self._last.clear()

    def found(self, box: str) -> int:
        """How many cards of the record were seen in `box` in this round."""
        return self._before.get(box, Counter()).total()

    def look(
        self,
        felt: Felt,
        lies: Mapping[str, Sequence[Card]],
        dismissed: set[tuple[str, Card]],
        waits: Collection[Card] = (),
        down: Collection[tuple[str, Card]] = (),
    ) -> tuple[Extra, ...]:
        """The cards that have been looked for too often with this look; those that `dismissed` names are left out. What
        was dealt `down` and is shown now is given the time in which a dealer comes to it.

        A look does not count where a hand is over the felt, where a card lies unread in the box, or where one that was
        seen there before is not seen now: something covers it. Nor does it for a card that `waits` at the shoe's mouth.
        """
        awaited: dict[tuple[str, Card], _Awaited] = {}
        for box, cards in lies.items():
            there, seen = Counter(cards), Counter(felt.named.get(box, ()))
            known = self._before.get(box, Counter()) & there
            is_covered = bool(felt.unsure.get(box)) or bool(known - seen)
            found = known | (seen & there)
            self._before[box] = found
            looked_for = [(box, card) for card in there - found if (box, card) not in dismissed]
            if found != known and not looked_for and felt.is_still and box in felt.fills:
                self._rest[box] = felt.fills[box]
            if any(key not in self._awaited for key in looked_for):
                # Another card has come for this box: they may be laid together, as a flop is.
                for key in looked_for:
                    if key in self._awaited:
                        self._awaited[key].looks = 0
            for key in looked_for:
                card = self._awaited.get(key) or self._new(box, cards, down)
                if key[1] in waits:
                    card.looks = 0
                else:
                    self._count(card, box, felt, is_covered, len(looked_for))
                awaited[key] = card
        self._awaited = awaited
        self._settle(felt, awaited)
        return tuple(
            Extra(box, card, one.came == "back")
            for (box, card), one in sorted(awaited.items(), key=str)
            if one.looks >= (SLOW * self._patience if (box, card) in down else self._enough(one, box))
        )

    def _new(self, box: str, cards: Sequence[Card], down: Collection[tuple[str, Card]]) -> _Awaited:
        """A card that the record has now. A hand that was dealt face down and is shown lies there whole."""
        before = self._rest.get(box)
        is_whole = before is not None and before.share < BARE and all((box, card) in down for card in cards)
        return _Awaited(before, self._last.get(box), is_whole)

    def _had_come(self, card: _Awaited, box: str) -> Came:
        """What had come before the record had the card. Of a whole hand each card that was found has its print too."""
        size = self._size.get(box)
        if size is not None and card.is_whole:
            size *= 1 + self.found(box)
        return what_came(card.before, card.then, size)

    def _count(self, card: _Awaited, box: str, felt: Felt, is_covered: bool, awaited: int) -> None:
        if box in felt.covered:
            card.hand, card.looks = True, 0
        if not felt.is_still or is_covered:
            # As many corners unread as cards are looked for: those are the cards.
            lies_unread = felt.is_still and felt.unsure.get(box, 0) >= awaited
            card.faces = card.faces + 1 if lies_unread else card.faces
            return
        now = felt.fills.get(box)
        size = self._size.get(box)
        came = what_came(card.then, now, size)
        if came == "back" and card.then is not None and now is not None and now.share - card.then.share > MOST:
            return  # an arm that rests there
        if came == "nothing" and self._had_come(card, box) == "face":
            came = "face"
        if card.faces >= _SETTLED:
            came = "face"  # it lay there unread, whatever was laid upon it or beside it since, or was swept up
        card.faces = card.faces + 1 if came == "face" else 0
        if came != card.came:
            card.came, card.looks = came, 0
        card.looks += came != "face"

    def _enough(self, card: _Awaited, box: str) -> int:
        if card.came == "back":
            return QUICK
        if self._had_come(card, box) == "back":
            return SLOW * self._patience
        return min(QUICK, self._patience) if card.hand else self._patience

    def _settle(self, felt: Felt, awaited: Mapping[tuple[str, Card], _Awaited]) -> None:
        """How full the boxes are now; a change is accounted for once the card that made it is known."""
        if not felt.is_still:
            return
        for box, fill in felt.fills.items():
            is_known = all(one.came == "face" for key, one in awaited.items() if key[0] == box)
            if what_came(self._rest.get(box), fill) == "nothing" or (
                is_known and any(key[0] == box for key in awaited)
            ):
                self._rest[box] = fill
            last = self._last.get(box)
            if last is not None and last.share < BARE < fill.share <= MOST:
                self._size[box] = fill.share
            self._last[box] = fill


def what_came(before: Fill | None, now: Fill | None, size: float | None = None) -> Came:
    """What the change of a box's fill is, where one card fills `size` of it; what is not known for a back is a face."""
    if before is None or now is None:
        return "nothing"
    more, paper = now.share - before.share, now.paper - before.paper
    if max(more, paper) < LEAST or more < -LEAST:
        return "nothing"
    if size is None:
        size = more if before.share < BARE else 1.0
    return "back" if more - paper >= PRINT * size else "face"
