"""Read a corner: two unlike readers, their answers averaged, and *unsure* where they differ or doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import JOKER, RANKS, Card, Joker, Suited
from models.crops import SUIT, TIGHT, WIDE, Corner, Cut, Pixels, cut_out, set_apart, tight_input, wide_input
from models.joining import relation
from models.suits import Blacks, apart, is_dark_on_light, set_to

_RANKS: Final = len(RANKS) + 2
_JOKER, _NONE = len(RANKS), len(RANKS) + 1
_SUITS: Final = "shdc"
#: Index height in the picture's own pixels below which suits of one colour are hard to tell apart.
SMALL: Final = 16.0
#: Chance that there is an index from which a doubtful corner is looked at again, and how many are at most (the clearest
#: come first).
_SOMETHING: Final = 0.2
_AGAIN: Final = 24


class Cuts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sure is sure enough; chosen on training-side pictures only (models/MODEL_CARD.md).

    `heat` is what the detector must give for a corner to be looked at; `named` the confidence from which a card is
    named, `small` that for an index under `SMALL` pixels, `dark` that for one found in the picture's negative, where
    keys and screens look like cards, `joker` that for a joker, `paired` that of each of two joined corners and
    `together` that of both; `present` the heat and the chance of *not none* that an unnamed corner needs to count as
    an unsure card; the temperatures divide the readers' logits. `settled` is the confidence up to which the reader of
    black suits is asked between spades and clubs, `black` its share in the answer; an enrolled deck does without it.
    """

    heat: float
    named: float
    small: float
    dark: float
    joker: float
    paired: float
    together: float
    present: float
    tight_temperature: float
    wide_temperature: float
    settled: float = 0.0
    black: float = 0.0
    black_temperature: float = 1.0

    def alone(self, card: Card, corner: Corner) -> float:
        """How sure one corner has to be for its card to be named by it."""
        if isinstance(card, Joker):
            return self.joker
        if corner.negative:
            return self.dark
        return self.small if corner.tall < SMALL else self.named


class Read(msgspec.Struct, frozen=True):
    """What a corner says. `likely` is the likeliest card, `agreed` if both readers name it.

    `confidence` is the chance of `likely` against the runner-up alone: a design that the readers know little spreads
    doubt over all cards, which is less of a fault than doubt between two. `something` is the chance that there is an
    index at all. `likely` is None if the likeliest answer is *none*.
    """

    likely: Card | None
    confidence: float
    agreed: bool
    something: float


def _log_softmax(logits: NDArray[np.floating]) -> NDArray[np.float32]:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)


def joint(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """N×54 log chances of the 52 cards (13 of each suit in the order s h d c), the joker, and none."""
    rank = _log_softmax(logits[:, :_RANKS] / temperature)
    suit = _log_softmax(logits[:, _RANKS:] / temperature)
    cards = (suit[:, :, None] + rank[:, None, : len(RANKS)]).reshape(len(logits), 52)
    return np.concatenate([cards, rank[:, _JOKER:]], axis=1)


def card_at(place: int) -> Card | None:
    """The card of a place of `joint`; None for *none*."""
    if place >= 52:
        return JOKER if place == 52 else None
    return Suited(place % 13 + 2, _SUITS[place // 13])


#: How a doubtful corner is looked at again: with paper and ink set apart, its letters as they are, and so many times as
#: wide, because a camera near a card washes the ink out, and slender or squat letters are strange to the readers.
GLANCES: Final[tuple[float, ...]] = (1.0, 1.3, 0.77)
#: What further looks tell is believed a little less: the four are of one and the same picture. Not so where they only
#: confirm the card that two corners named together at the first look.
_BELIEF: Final = 0.93


class Reader:
    """The two readers, and the one that is asked between black suits. One thread at a time."""

    def __init__(self, tight: cv2.dnn.Net, wide: cv2.dnn.Net, black: cv2.dnn.Net, cuts: Cuts) -> None:
        self._nets, self._cuts = (tight, wide), cuts
        self._blacks = Blacks(black, cuts.black_temperature)

    def logits(self, image: Pixels, corners: Sequence[Corner]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """N×19 logits of the tight and of the wide reader for `corners`, the reader of black suits having had its say.
        A doubtful corner is looked at again in other ways, and the mean stands for it."""
        tight, wide = self._logits(*(_cuts_of(image, corners, cut) for cut in (TIGHT, WIDE)))
        alone = tight.copy(), wide.copy()
        self._part_blacks(image, corners, tight, wide)
        first = judge(tight, wide, self._cuts)
        again = doubtful(corners, first, self._cuts)
        if again:
            some = [corners[at] for at in again]
            held = named_together(corners, first, self._cuts)
            more = self._looked_again(image, some, alone[0][again], alone[1][again])
            belief = np.array(
                [
                    [1.0 if at in held and read.agreed and read.likely == first[at].likely else _BELIEF]
                    for at, read in zip(again, judge(*more, self._cuts), strict=True)
                ],
                np.float32,
            )
            tight[again], wide[again] = more[0] * belief, more[1] * belief
        return tight, wide

    def _looked_again(
        self, image: Pixels, corners: Sequence[Corner], tight: NDArray[np.float32], wide: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The mean of the readers' logits and of those of further looks, black suits parted."""
        looks = [
            self._logits(*([set_apart(one) for one in _cuts_of(image, corners, cut, stretch)] for cut in (TIGHT, WIDE)))
            for stretch in GLANCES
        ]
        tight = np.mean([tight, *(look[0] for look in looks)], axis=0)
        wide = np.mean([wide, *(look[1] for look in looks)], axis=0)
        self._part_blacks(image, corners, tight, wide)
        return tight, wide

    def _logits(
        self, tight: Sequence[Pixels], wide: Sequence[Pixels]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return _run(self._nets[0], tight_input(tight)), _run(self._nets[1], wide_input(wide))

    def _part_blacks(
        self, image: Pixels, corners: Sequence[Corner], tight: NDArray[np.float32], wide: NDArray[np.float32]
    ) -> None:
        """Where there is doubt between a spade and the club of its rank, give the reader of black suits its share."""
        cuts = self._cuts
        cut = {at: cut_out(image, corners[at], SUIT) for at in between_blacks(tight, wide, cuts)}
        rows = [at for at, crop in cut.items() if is_dark_on_light(crop)]
        if rows:
            said = (apart(tight[rows], cuts.tight_temperature) + apart(wide[rows], cuts.wide_temperature)) / 2
            asked = self._blacks.odds([cut[at] for at in rows])
            odds = (1 - cuts.black) * said + cuts.black * asked
            set_to(tight, rows, odds, cuts.tight_temperature)
            set_to(wide, rows, odds, cuts.wide_temperature)

    def read(self, image: Pixels, corners: Sequence[Corner]) -> list[Read]:
        """What each corner says."""
        return judge(*self.logits(image, corners), self._cuts) if corners else []


def _cuts_of(image: Pixels, corners: Sequence[Corner], cut: Cut, stretch: float = 1.0) -> list[Pixels]:
    return [cut_out(image, corner, cut, stretch) for corner in corners]


def doubtful(corners: Sequence[Corner], reads: Sequence[Read], cuts: Cuts) -> list[int]:
    """Which corners are worth another look: there is something, and alone it does not name its card."""
    found = [
        at
        for at, (corner, read) in enumerate(zip(corners, reads, strict=True))
        if read.something > _SOMETHING
        and not (read.likely is not None and read.agreed and read.confidence >= cuts.alone(read.likely, corner))
    ]
    return found[:_AGAIN]


def between_blacks(tight: NDArray[np.float32], wide: NDArray[np.float32], cuts: Cuts) -> list[int]:
    """Which corners may be the spade or the club of one rank, neither of them for certain."""
    chance = np.exp(_both(tight, wide, cuts))
    found = []
    for row, each in enumerate(chance):
        first, second = (int(place) for place in np.argsort(each)[::-1][:2])
        black = {first // 13, second // 13} == {_SUITS.index("s"), _SUITS.index("c")}
        if black and first % 13 == second % 13 and each[first] < cuts.settled * (each[first] + each[second]):
            found.append(row)
    return found[:_AGAIN]


def _both(tight: NDArray[np.float32], wide: NDArray[np.float32], cuts: Cuts) -> NDArray[np.float32]:
    """N×54 log chances: the two readers' answers, averaged in the logarithm."""
    return _log_softmax((joint(tight, cuts.tight_temperature) + joint(wide, cuts.wide_temperature)) / 2)


def named_together(corners: Sequence[Corner], reads: Sequence[Read], cuts: Cuts) -> set[int]:
    """Which corners name their card with another one that says the same and may be of one card with it."""
    fair = [
        at for at, r in enumerate(reads) if r.agreed and isinstance(r.likely, Suited) and r.confidence >= cuts.paired
    ]
    return {
        at
        for at in fair
        for other in fair
        if other != at
        and reads[at].likely == reads[other].likely
        and together(reads[at].confidence, reads[other].confidence) >= cuts.together
        and relation(corners[at], corners[other]) is not None
    }


def together(one: float, two: float) -> float:
    """How sure two corners of a card are that say the same, each as sure as it is: their odds multiplied."""
    return one * two / (one * two + (1 - one) * (1 - two))


def _run(net: cv2.dnn.Net, crops: NDArray[np.float32]) -> NDArray[np.float32]:
    # One by one: a net that meets a new batch size plans its memory again, and a batch is no faster a crop.
    out = []
    for crop in crops:
        net.setInput(crop[None])
        out.append(np.asarray(net.forward(), np.float32)[0].copy())
    return np.stack(out)


def judge(tight: NDArray[np.float32], wide: NDArray[np.float32], cuts: Cuts) -> list[Read]:
    """The two readers' logits, averaged in the logarithm, as answers."""
    one, two = joint(tight, cuts.tight_temperature), joint(wide, cuts.wide_temperature)
    both = _log_softmax((one + two) / 2)
    chance = np.exp(both)
    reads = []
    for row in range(len(both)):
        place = int(both[row].argmax())
        agreed = place == int(one[row].argmax()) == int(two[row].argmax())
        best, second = (float(value) for value in np.partition(chance[row], -2)[[-1, -2]])
        reads.append(Read(card_at(place), best / (best + second), agreed, float(1 - chance[row, 53])))
    return reads
