"""Decks to photograph: card art as it is, card art with its index redrawn, and our own faces."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK
from models.train import inks
from models.train.art import BACKS, HEIGHT, WIDTH

Pixels = NDArray[np.uint8]
Rng = np.random.Generator
JOKER_LABEL: Final = 52
#: An index of another country's deck: found as an index, read as none.
FOREIGN_LABEL: Final = 53
_RANK_TEXT: Final = {11: "J", 12: "Q", 13: "K", 14: "A"}
#: Court letters of German, French, Nordic, Dutch, Russian … decks, and letters and numbers of no deck.
_FOREIGN: Final = (
    {11: "B", 12: "D"}, {11: "B", 12: "D"}, {11: "B", 12: "D"}, {11: "V", 12: "D", 13: "R"}, {11: "Kn", 12: "D"},
    {11: "B", 12: "V", 13: "H"}, {11: "U", 12: "O"}, {11: "D", 12: "W", 13: "S"}, {11: "X", 12: "Z", 13: "E"},
    {11: "11", 12: "12", 13: "13"}, {11: "P", 12: "C", 13: "R"}, {11: "L", 12: "G", 13: "N"}, {11: "0", 12: "M"},
)  # fmt: skip


class Index(msgspec.Struct, frozen=True):
    """An index on a face of 330×460: its centre, its height and width in pixels, +1 if it is upright, else -1."""

    x: float
    y: float
    tall: float
    wide: float
    up: int


class Face(msgspec.Struct, frozen=True):
    """A card to lay on a table; `label` 0–51 in the order of `cards.DECK`, 52 a joker, -1 what has no index to read."""

    image: Pixels
    label: int
    indices: tuple[Index, ...]


class Facts(msgspec.Struct, frozen=True):
    """Where the indices of a rasterised family lie, as `models.train.art` and `models.train.own` write it."""

    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    wide: tuple[float, float] = (0.0, 0.0)
    lettered: bool = True
    has: tuple[int, ...] = ()
    corners: int = 2
    indices: dict[int, tuple[tuple[float, float, float, float, float], ...]] = {}


class Ink(msgspec.Struct, frozen=True):
    """How a redrawn index looks; lengths in pixels of a face 460 high, colours BGR."""

    font: Path
    signs: dict[str, Pixels]
    rank: float
    suit: float
    gap: float
    stretch: float
    middle: float
    inset: float
    spacing: float
    colours: dict[str, tuple[int, int, int]]
    weight: int
    corners: int
    star: int
    foreign: dict[int, str]


class Stock(msgspec.Struct, frozen=True):
    """Everything that decks are made of: rasterised families of others, those drawn by us, fonts, suit signs."""

    families: tuple[Path, ...]
    ours: tuple[Path, ...]
    fonts: tuple[Path, ...]
    signs: tuple[dict[str, Pixels], ...]


def stock(art: Path, font_folder: Path) -> Stock:
    """What lies in the folder of rasterised families and the folder of fonts."""
    signs = inks.art_suits(art)
    for font in inks.sign_fonts(font_folder):
        signs.append({suit: inks.text_mask(font, sign) for suit, sign in inks.SUIT_SIGNS.items()})
    every = sorted(art.glob("*.json"))
    ours = tuple(path for path in every if path.name.startswith("ours_"))
    others = tuple(path for path in every if path not in ours)
    return Stock(others, ours, tuple(inks.fonts(font_folder)), tuple(signs))


def _colours(rng: Rng) -> dict[str, tuple[int, int, int]]:
    dark, red = int(rng.integers(0, 60)), int(rng.integers(140, 240))
    b, g, r = (int(np.clip(dark + rng.integers(-8, 9), 0, 255)) for _ in range(3))
    black = (b, g, r)
    low = int(rng.integers(10, 100))
    red_ink = (low + int(rng.integers(-10, 20)), low + int(rng.integers(-10, 10)), red)
    four = rng.random() < 0.14
    blue = (int(rng.integers(120, 220)), int(rng.integers(40, 110)), int(rng.integers(10, 50)))
    green = (int(rng.integers(20, 80)), int(rng.integers(90, 150)), int(rng.integers(10, 60)))
    return {"s": black, "h": red_ink, "d": blue if four else red_ink, "c": green if four else black}


def draw_ink(rng: Rng, stuff: Stock) -> Ink:
    """A way to write an index, at random."""
    rank = float(rng.uniform(30, 62) if rng.random() < 0.7 else rng.uniform(60, 95))
    return Ink(
        font=stuff.fonts[int(rng.integers(len(stuff.fonts)))],
        signs=stuff.signs[int(rng.integers(len(stuff.signs)))],
        rank=rank,
        suit=rank * float(rng.uniform(0.55, 1.0)),
        gap=rank * float(rng.uniform(0.04, 0.28)),
        stretch=float(rng.uniform(0.45, 0.7) if rng.random() < 0.25 else rng.uniform(0.62, 1.15)),
        middle=float(rng.uniform(4, 12)),
        inset=float(rng.uniform(9, 28)),
        spacing=float(rng.choice([0.0, -0.03, 0.05])),
        colours=_colours(rng),
        weight=int(rng.choice([0, 0, 0, 1, -1])),
        corners=4 if rng.random() < 0.25 else 2,
        star=int(rng.integers(3)),
        foreign=_FOREIGN[int(rng.integers(len(_FOREIGN)))] if rng.random() < 0.14 else {},
    )


def _stamp(face: Pixels, mask: Pixels, x: float, y: float, wide: float, tall: float, ink: tuple[int, int, int]) -> None:
    """Print `mask` with its centre at (x, y), at the size given."""
    w, h = max(3, round(wide)), max(3, round(tall))
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    x0, y0 = round(x - w / 2), round(y - h / 2)
    left, top = max(0, -x0), max(0, -y0)
    part = face[y0 + top : y0 + h, x0 + left : x0 + w, :3]
    small = small[top : top + part.shape[0], left : left + part.shape[1]]
    part[:] = (part * (1 - small) + np.array(ink, np.float32) * small).astype(np.uint8)


def _weighted(mask: Pixels, weight: int) -> Pixels:
    if not weight:
        return mask
    kernel = np.ones((5, 5), np.uint8)
    if weight < 0:
        return np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8)
    return np.asarray(cv2.dilate(np.pad(mask, 3), kernel), np.uint8)


def _write(face: Pixels, label: int, ink: Ink) -> tuple[float, float, float, float]:
    """Write one index at the top left; returns the box (x, y of the centre, width, height)."""
    if label == JOKER_LABEL:
        column = _weighted(inks.column_mask(ink.font, "JOKER"), ink.weight)
        tall = (ink.rank + ink.suit) * 1.25
        wide = min(column.shape[1] / column.shape[0] * tall * ink.stretch * 1.2, 52)
        x, y = ink.middle + 6 + wide / 2, ink.inset + tall / 2
        _stamp(face, column, x, y, wide, tall, ink.colours["h" if ink.star == 2 else "s"])
        if ink.star == 1:
            size = ink.suit * 0.8
            _stamp(face, inks.star_mask(), x, y + tall / 2 + 5 + size / 2, size, size, ink.colours["h"])
            return x, y + (5 + size) / 2, max(wide, size), tall + 5 + size
        return x, y, wide, tall
    card = DECK[label]
    text = ink.foreign.get(card.rank) or _RANK_TEXT.get(card.rank, str(card.rank))
    rank = _weighted(inks.text_mask(ink.font, text, ink.spacing if len(text) > 1 else 0.0), ink.weight)
    wide = min(rank.shape[1] / rank.shape[0] * ink.rank * ink.stretch, ink.rank * 1.05)
    sign = ink.signs[card.suit]
    sign_wide = min(sign.shape[1] / sign.shape[0], 1.25) * ink.suit
    # The signs of a deck stand on one line, whatever the width of the rank above them.
    x = ink.middle + max(ink.rank * 0.75 * ink.stretch, sign_wide, wide if len(text) > 1 else 0) / 2 + 3
    _stamp(face, rank, x, ink.inset + ink.rank / 2, wide, ink.rank, ink.colours[card.suit])
    y = ink.inset + ink.rank + ink.gap + ink.suit / 2
    _stamp(face, sign, x, y, sign_wide, ink.suit, ink.colours[card.suit])
    tall = ink.rank + ink.gap + ink.suit
    return x, ink.inset + tall / 2, max(wide, sign_wide), tall


def _four(x: float, y: float, wide: float, tall: float, corners: int) -> tuple[Index, ...]:
    places = [Index(x, y, tall, wide, 1), Index(WIDTH - x, HEIGHT - y, tall, wide, -1)]
    if corners == 4:
        places += [Index(WIDTH - x, y, tall, wide, 1), Index(x, HEIGHT - y, tall, wide, -1)]
    return tuple(places)


@lru_cache(maxsize=128)
def _family(facts: Path) -> tuple[NDArray[np.uint8], Facts]:
    return np.load(facts.with_suffix(".npy"), mmap_mode="r"), msgspec.json.decode(facts.read_bytes(), type=Facts)


def _turned(face: Pixels) -> Pixels:
    return np.asarray(cv2.rotate(face, cv2.ROTATE_180), np.uint8)


def _erased(face: Pixels, facts: Facts) -> Pixels:
    """A copy of `face` with its indices painted over in the colour of the paper."""
    face = face.copy()
    paper = np.median(face[40:-40, 4:12, :3].reshape(-1, 3), axis=0)
    x0, x1, y0, y1 = 6, int(facts.wide[1]) + 4, int(facts.box[1]) - 6, int(facts.box[3]) + 5
    for _ in range(2):
        face[y0:y1, x0:x1, :3] = paper
        if facts.corners == 4:
            face[y0:y1, WIDTH - x1 : WIDTH - x0, :3] = paper
        face = _turned(face)
    return face


class Deck:
    """One design; `face(label)` and `back()` are drawn when asked for and not kept."""

    def __init__(self, stuff: Stock, rng: Rng) -> None:
        self.rng = rng
        self.kind = rng.choice(["art", "redrawn", "ours"], p=[0.36, 0.46, 0.18])
        usable = [f for f in stuff.families if self.kind != "art" or _family(f)[1].lettered]
        self.family = usable[int(rng.integers(len(usable)))]
        self.ink = draw_ink(rng, stuff)
        # The table's own deck is one of them, and the one that the sample film shows: it comes more often.
        self.ours = stuff.ours[0 if rng.random() < 0.2 else int(rng.integers(len(stuff.ours)))]
        self.dark = rng.random() < 0.08
        self.gold = rng.uniform(0.5, 1.0, 3) * np.array([0.7, 0.9, 1.0])
        # Black decks have gold for both colours, or silver for black.
        self.silver = np.full(3, rng.uniform(0.6, 1.0)) if rng.random() < 0.6 else self.gold
        # Pictures of no deck: pips and courts without an index.
        self.bare = rng.random() < 0.05
        self.aspect = float(rng.uniform(0.62, 0.73))

    def face(self, label: int) -> Face:
        """The face of card `label` (0–51), or of a joker (52)."""
        if self.kind == "ours":
            return self._finished(*self._ours(label), label)
        stack, facts = _family(self.family)
        if self.kind == "art":
            if label == JOKER_LABEL:
                return self._finished(*self._ours(label), label)
            x0, y0, x1, y1 = facts.box
            places = _four((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, facts.corners)
            return self._finished(np.array(stack[label]), places, label)
        source = int(self.rng.integers(52, 54)) if label == JOKER_LABEL else label
        if source not in facts.has:
            return self._finished(*self._ours(label), label)
        image = _erased(np.array(stack[source]), facts)
        if self.bare and label < JOKER_LABEL:
            return self._finished(image, (), -1)
        x, y, w, h = _write(image, label, self.ink)
        turned = _turned(image)
        _write(turned, label, self.ink)
        image = _turned(turned)
        if self.ink.corners == 4:
            image = self._other_corners(image, x, y, w, h)
        strange = label < JOKER_LABEL and DECK[label].rank in self.ink.foreign
        return self._finished(image, _four(x, y, w, h, self.ink.corners), FOREIGN_LABEL if strange else label)

    def _other_corners(self, image: Pixels, x: float, y: float, w: float, h: float) -> Pixels:
        x0, x1, y0, y1 = (max(0, int(v)) for v in (x - w / 2 - 2, x + w / 2 + 3, y - h / 2 - 2, y + h / 2 + 3))
        patch, at = image[y0:y1, x0:x1].copy(), round(WIDTH - x - (x - x0))
        for _ in range(2):
            image[y0:y1, at : at + patch.shape[1]] = patch[:, : WIDTH - at]
            image = _turned(image)
        return image

    def _ours(self, label: int) -> tuple[Pixels, tuple[Index, ...]]:
        stack, facts = _family(self.ours)
        rows = facts.indices[label]
        return np.array(stack[label]), tuple(Index(x, y, tall, wide, int(up)) for x, y, tall, wide, up in rows)

    def _finished(self, image: Pixels, places: tuple[Index, ...], label: int) -> Face:
        if self.dark:
            colours = image[..., :3].astype(np.float32)
            red = np.clip((colours[..., 2:] - colours[..., :2].max(axis=2, keepdims=True)) / 90, 0, 1)
            light = (255.0 - colours.min(axis=2, keepdims=True)) * (self.gold * red + self.silver * (1 - red))
            image[..., :3] = np.clip(light + 14, 0, 255).astype(np.uint8)
        return Face(image, label, places)

    def back(self) -> Face:
        """A back: of the family's art, or ours."""
        stack, facts = _family(self.family)
        found = [at for at in BACKS if at in facts.has]
        if found and self.rng.random() < 0.6:
            return Face(np.array(stack[found[int(self.rng.integers(len(found)))]]), -1, ())
        return Face(np.array(_family(self.ours)[0][BACKS[0]]), -1, ())
