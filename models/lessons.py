"""From pictures whose cards are known to lessons for the readers: which corner is which card, cut many times over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import RANKS, SUITS
from models.crops import Corner, Pixels, cut_out
from models.dealt import Dealt
from models.heads import JOKER, NONE, Lesson
from models.inner import Features, Inner, with_one
from models.outcomes import Box, boxes_of
from models.reading import joint

#: Cuts of each corner, the first as it was found; cuts of *none* for each corner.
CUTS: Final = 8
NONES: Final = 4
#: A corner is taken for one of the picture's cards from this chance on, among those cards alone.
_CLEAR: Final = 0.75
NO_CARD: Final = "none"


class Found(msgspec.Struct, frozen=True, eq=False):
    """A corner of a picture with its features in both readers, and the cards that it may be.

    `allowed` are labels of the picture (and `"none"`); `label` is the one it was taken for, None if that is unclear.
    """

    picture: int
    corner: Corner
    tight: Features
    wide: Features
    allowed: tuple[str, ...]
    label: str | None = None


def place(label: str) -> int:
    """The place of a label in `reading.joint`."""
    if label == NO_CARD:
        return 53
    return 52 if label == "Jk" else SUITS.index(label[1]) * 13 + RANKS.index(label[0])


def allowed(dealt: Dealt, corner: Corner, scale: tuple[float, float] = (1.0, 1.0)) -> tuple[str, ...]:
    """What a corner may be: the cards in whose boxes it lies if there are boxes, else any card of the picture."""
    cards = tuple(dict.fromkeys(dealt.cards or ()))
    boxes = boxes_of(dealt.row) if dealt.row is not None else []
    if not boxes:
        return (*cards, NO_CARD)
    here = dict.fromkeys(box[0] for box in boxes if _holds(box, corner.x / scale[0], corner.y / scale[1]))
    return (*(card for card in here if card in cards), NO_CARD)


def _holds(box: Box, x: float, y: float) -> bool:
    _, left, top, width, height = box
    return left - 0.15 * width <= x <= left + 1.15 * width and top - 0.15 * height <= y <= top + 1.15 * height


def labelled(found: Sequence[Found], layers: tuple[Features, Features], first: bool) -> list[Found]:
    """Each corner taken for the likeliest of its allowed labels under the last `layers`, or left unclear.

    At `first` the readers do not know the deck: *none* counts little, and what the detector sees clearly on a joker
    is the joker, which they may never have met.
    """
    if not found:
        return []
    tight, wide = (np.stack([getattr(f, name) for f in found]) for name in ("tight", "wide"))
    logs = (joint(with_one(tight) @ layers[0], 1.0) + joint(with_one(wide) @ layers[1], 1.0)) / 2
    out = []
    for each, row in zip(found, logs, strict=True):
        scores = np.array([row[place(label)] for label in each.allowed])
        if first:
            scores[-1] -= 1.5
        chance = np.exp(scores - scores.max())
        chance /= chance.sum()
        best = int(chance.argmax())
        if each.allowed == ("Jk", NO_CARD) and first:
            out.append(msgspec.structs.replace(each, label="Jk"))
            continue
        if each.label == "Jk" and not first and each.allowed == ("Jk", NO_CARD):
            out.append(each)
            continue
        out.append(msgspec.structs.replace(each, label=each.allowed[best] if chance[best] >= _CLEAR else None))
    return out


def varied(corner: Corner, rng: np.random.Generator, more: float = 1.0) -> Corner:
    """The corner as another look at it might have found it; a joker's word is found less exactly (`more`)."""
    turn = np.radians(rng.normal(0, 3.5))
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return msgspec.structs.replace(
        corner,
        x=corner.x + float(rng.normal(0, 0.035 * more)) * corner.tall,
        y=corner.y + float(rng.normal(0, 0.035 * more)) * corner.tall,
        up_x=corner.up_x * cos - corner.up_y * sin,
        up_y=corner.up_x * sin + corner.up_y * cos,
        tall=corner.tall * float(np.exp(rng.normal(0, 0.06 * more))),
    )


def lit(crop: Pixels, rng: np.random.Generator) -> Pixels:
    """The cut under a little other light, softer, and with noise."""
    out: NDArray[np.float32] = crop.astype(np.float32)
    out = (out - out.mean()) * np.float32(rng.uniform(0.85, 1.15)) + out.mean() + np.float32(rng.uniform(-14, 14))
    out = out * rng.uniform(0.95, 1.05, 3).astype(np.float32)
    if rng.random() < 0.5:
        share = float(rng.uniform(0.3, 0.8))
        small = cv2.resize(out, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        out = np.asarray(cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    out = out + rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 7))
    return np.clip(out, 0, 255).astype(np.uint8)


def no_corner(corner: Corner, rng: np.random.Generator) -> Corner:
    """A place near a corner that is none: turned, aside, or of another size."""
    kind = int(rng.integers(4))
    if kind == 0:
        return msgspec.structs.replace(corner, up_x=-corner.up_x, up_y=-corner.up_y)
    if kind == 1:
        sign = 1 if rng.random() < 0.5 else -1
        return msgspec.structs.replace(corner, up_x=-sign * corner.up_y, up_y=sign * corner.up_x)
    turn, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 4) * corner.tall
    moved = msgspec.structs.replace(
        corner, x=corner.x + float(np.cos(turn) * away), y=corner.y + float(np.sin(turn) * away)
    )
    return moved if kind == 2 else msgspec.structs.replace(moved, tall=corner.tall * float(rng.choice([0.5, 1.9])))


def _inside(corner: Corner, image: Pixels) -> Corner:
    height, width = image.shape[:2]
    return msgspec.structs.replace(
        corner, x=float(np.clip(corner.x, 0, width - 1)), y=float(np.clip(corner.y, 0, height - 1))
    )


class Cuts(msgspec.Struct, frozen=True, eq=False):
    """Every cut of a deal in both readers, with the picture and the corner (−1: none) that it is of."""

    picture: NDArray[np.int64]
    corner: NDArray[np.int64]
    tight: Features
    wide: Features


def cut_all(images: Sequence[Pixels], found: Sequence[Found], inner: tuple[Inner, Inner], seed: int = 1) -> Cuts:
    """`CUTS` cuts of each corner and `NONES` of what is none."""
    rng = np.random.default_rng(seed)
    pictures, corners = [], []
    crops: tuple[list[Pixels], list[Pixels]] = ([], [])
    for at, each in enumerate(found):
        card = each.label not in (None, NO_CARD)
        for number in range(CUTS + NONES if card else 1):
            none = number >= CUTS
            more = 1.8 if each.label == "Jk" else 1.0
            corner = no_corner(each.corner, rng) if none else varied(each.corner, rng, more) if number else each.corner
            pictures.append(each.picture)
            corners.append(-1 if none else at)
            for some, reader in zip(crops, inner, strict=True):
                crop = cut_out(images[each.picture], _inside(corner, images[each.picture]), reader.cut)
                some.append(lit(crop, rng) if number else crop)
    tight, wide = (reader.features(some) for reader, some in zip(inner, crops, strict=True))
    return Cuts(np.array(pictures, np.int64), np.array(corners, np.int64), tight, wide)


def lessons(cuts: Cuts, found: Sequence[Found], use: NDArray[np.bool_]) -> tuple[Lesson, Lesson]:
    """The lessons of the tight and of the wide reader from the cuts of `use`; every rank weighs about the same."""
    ranks, suits = np.full(len(cuts.corner), -1, np.int64), np.full(len(cuts.corner), -1, np.int64)
    ranks[cuts.corner < 0] = NONE
    for at, each in enumerate(found):
        if each.label is not None:
            here = cuts.corner == at
            place_of = place(each.label)
            ranks[here] = NONE if place_of == 53 else JOKER if place_of == 52 else place_of % 13
            suits[here] = place_of // 13 if place_of < 52 else -1
    kept = use & (ranks >= 0)
    if not kept.any():
        empty = Lesson(cuts.tight[:0], ranks[:0], suits[:0], np.zeros(0, np.float32))
        return empty, empty
    counts = np.bincount(ranks[kept], minlength=NONE + 1)
    weights = np.sqrt(counts[counts > 0].mean() / np.maximum(counts, 1))[ranks[kept]].astype(np.float32)
    return (
        Lesson(cuts.tight[kept], ranks[kept], suits[kept], weights),
        Lesson(cuts.wide[kept], ranks[kept], suits[kept], weights),
    )
