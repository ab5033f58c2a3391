"""What cards lie on: felt, wood, weave, stone, print, and clutter that is no card."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train import inks
from models.train.decks import Stock

Pixels = NDArray[np.uint8]
Rng = np.random.Generator
_WORDS: Final = (
    "BLACKJACK PAYS 3 TO 2", "INSURANCE PAYS 2 TO 1", "DEALER MUST STAND ON 17", "BET", "WAR", "TIE",
    "PLAYER", "BANKER", "POKER", "ANTE", "ROYAL FLUSH 100", "STRAIGHT 4",
    "6 TO 1", "10 TO 1", "8 7 6 5 4 3 2", "A 2 3 4 5", "JOKER", "JACKPOT",
    "KING", "QUEEN", "CASINO", "25", "100", "500",
    "A", "K", "Q", "J", "10", "9",
    "8", "7", "6", "5", "4", "3",
    "2", "Asdfghjkl", "0123456789", "QWERTYUIOP", "Seite 9", "No. 7",
    "Menu", "OK", "Best before 10/24",
)  # fmt: skip


def noise(rng: Rng, size: int, scale: int) -> NDArray[np.float32]:
    """Smooth noise of about unit spread, size×size; `scale` is the grain in pixels."""
    small = max(2, size // scale + 2)
    grain = rng.standard_normal((small, small)).astype(np.float32)
    return np.asarray(cv2.resize(grain, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def colour(rng: Rng, low: int = 10, high: int = 245) -> tuple[int, int, int]:
    """Any colour, BGR."""
    b, g, r = rng.integers(low, high, 3).tolist()
    return b, g, r


def _felt(rng: Rng, size: int) -> NDArray[np.float32]:
    tone = np.array(
        [(60, 110, 30), (120, 50, 20), (40, 30, 130), (60, 60, 60), (90, 90, 20), (110, 40, 90)][int(rng.integers(6))],
        np.float32,
    ) * rng.uniform(0.5, 1.6)
    rough = noise(rng, size, 1) * rng.uniform(2, 11) + noise(rng, size, 60) * rng.uniform(0, 10)
    return np.asarray(tone + rough[..., None], np.float32)


def _wood(rng: Rng, size: int) -> NDArray[np.float32]:
    long = rng.standard_normal((max(3, size // 90), size)).astype(np.float32)
    grain = cv2.GaussianBlur(cv2.resize(long, (size, size)), (1, 1), 0) * rng.uniform(4, 18)
    wave = noise(rng, size, 120) * rng.uniform(4, 25)
    tone = np.array([rng.uniform(30, 130), rng.uniform(60, 160), rng.uniform(90, 210)], np.float32)
    out = tone + (grain + wave)[..., None]
    return np.asarray(np.rot90(out) if rng.random() < 0.5 else out, np.float32)


def _weave(rng: Rng, size: int) -> NDArray[np.float32]:
    step = rng.uniform(2.5, 14)
    y, x = np.mgrid[:size, :size].astype(np.float32)
    pattern = np.sin(x / step) * np.sin(y / (step * rng.uniform(0.7, 1.4))) * rng.uniform(5, 50)
    return np.asarray(np.array(colour(rng), np.float32) + (pattern + noise(rng, size, 3) * 5)[..., None], np.float32)


def _plain(rng: Rng, size: int) -> NDArray[np.float32]:
    ramp = np.linspace(-1, 1, size, dtype=np.float32)
    slope = ramp[:, None] * rng.uniform(-30, 30) + ramp[None] * rng.uniform(-30, 30)
    rough = noise(rng, size, int(rng.integers(1, 40))) * rng.uniform(0, 14)
    base = colour(rng) if rng.random() < 0.6 else (int(rng.integers(0, 255)),) * 3
    return np.asarray(np.array(base, np.float32) + (slope + rough)[..., None], np.float32)


def _shapes(rng: Rng, size: int) -> NDArray[np.float32]:
    out = np.full((size, size, 3), colour(rng), np.uint8)
    for _ in range(int(rng.integers(8, 70))):
        points = rng.integers(-60, size + 60, (int(rng.integers(3, 7)), 2)) // int(rng.integers(1, 5))
        points = (points + rng.integers(0, size, 2)).astype(np.int32)
        if rng.random() < 0.5:
            cv2.fillPoly(out, [points], colour(rng), cv2.LINE_AA)
        else:
            cv2.polylines(out, [points], bool(rng.random() < 0.5), colour(rng), int(rng.integers(1, 9)), cv2.LINE_AA)
    return cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.5, 5))).astype(np.float32)


def surface(rng: Rng, size: int) -> Pixels:
    """An empty table, uint8 size×size×3."""
    kind = rng.choice(5, p=[0.34, 0.2, 0.14, 0.16, 0.16])
    out = (_felt, _wood, _weave, _plain, _shapes)[kind](rng, size)
    return np.ascontiguousarray(np.clip(out, 0, 255), np.uint8)


def _blend(canvas: Pixels, mask: Pixels, corner: tuple[int, int], ink: tuple[int, int, int]) -> None:
    x, y = corner
    part = canvas[max(0, y) : y + mask.shape[0], max(0, x) : x + mask.shape[1]]
    cut = mask[max(0, -y) :, max(0, -x) :][: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - cut) + np.array(ink, np.float32) * cut).astype(np.uint8)


def printed(rng: Rng, canvas: Pixels, stuff: Stock) -> None:
    """Print words, single characters, lines and lone suit signs on the table."""
    size = canvas.shape[0]
    for _ in range(int(rng.integers(1, 9))):
        ink = colour(rng)
        kind = rng.random()
        if kind < 0.62:
            font = stuff.fonts[int(rng.integers(len(stuff.fonts)))]
            mask = inks.text_mask(font, _WORDS[int(rng.integers(len(_WORDS)))])
        elif kind < 0.8:
            signs = stuff.signs[int(rng.integers(len(stuff.signs)))]
            mask = signs["shdc"[int(rng.integers(4))]]
        else:
            centre = tuple(rng.integers(0, size, 2).tolist())
            thick = int(rng.integers(1, 6))
            if rng.random() < 0.5:
                cv2.circle(canvas, centre, int(rng.integers(8, 160)), ink, thick, cv2.LINE_AA)
            else:
                far = tuple(rng.integers(0, size, 2).tolist())
                cv2.rectangle(canvas, centre, far, ink, thick)
            continue
        tall = int(np.exp(rng.uniform(np.log(8), np.log(80))))
        wide = max(3, int(mask.shape[1] / mask.shape[0] * tall * rng.uniform(0.7, 1.3)))
        small = cv2.resize(mask, (min(wide, 700), tall), interpolation=cv2.INTER_AREA)
        turn = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-25, 25))
        reach = int(np.hypot(*small.shape)) + 2
        move = cv2.getRotationMatrix2D((small.shape[1] / 2, small.shape[0] / 2), turn, 1)
        move[:, 2] += (reach - small.shape[1]) / 2, (reach - small.shape[0]) / 2
        turned = np.asarray(cv2.warpAffine(small, move, (reach, reach)), np.uint8)
        corner = rng.integers(-reach // 2, size, 2).tolist()
        _blend(canvas, turned, (corner[0], corner[1]), ink)


def _hand(rng: Rng, unit: float) -> tuple[Pixels, Pixels]:
    """A hand seen from above (BGR, mask); `unit` is a card's height in pixels."""
    size = max(24, int(unit * 2.2))
    mask = np.zeros((size, size), np.uint8)
    middle, thick = size / 2, unit * 0.15
    palm = (round(unit * 0.38), round(unit * 0.33))
    cv2.ellipse(mask, (round(middle), round(middle)), palm, 0, 0, 360, 255, -1)
    for at in range(5):
        angle = np.deg2rad(-150 + at * 30 + rng.uniform(-9, 9))
        reach = unit * rng.uniform(0.55, 1.0)
        tip = (round(middle + np.cos(angle) * reach), round(middle + np.sin(angle) * reach))
        cv2.line(mask, (round(middle), round(middle)), tip, 255, max(2, round(thick)), cv2.LINE_AA)
    cv2.line(mask, (round(middle), round(middle)), (round(middle), size), 255, max(2, round(unit * 0.5)))
    tone = np.array([90, 130, 200], np.float32) * rng.uniform(0.35, 1.15) + rng.uniform(-15, 15, 3)
    depth = cv2.GaussianBlur(mask, (0, 0), max(1.0, thick * 0.5)).astype(np.float32)[..., None] / 255
    skin = np.clip(tone * (0.5 + 0.5 * depth) + noise(rng, size, 12)[..., None] * 5, 0, 255).astype(np.uint8)
    return skin, mask


def _chip(rng: Rng, unit: float) -> tuple[Pixels, Pixels]:
    size = max(12, int(unit * 0.46))
    mask, face = np.zeros((size, size), np.uint8), np.full((size, size, 3), colour(rng), np.uint8)
    centre, radius = (size // 2, size // 2), size // 2 - 1
    cv2.circle(mask, centre, radius, 255, -1, cv2.LINE_AA)
    other = colour(rng)
    for at in range(0, 360, 60):
        cv2.ellipse(face, centre, (radius, radius), at, 0, 26, other, -1)
    cv2.circle(face, centre, int(radius * 0.7), colour(rng), -1, cv2.LINE_AA)
    text = str(rng.choice(["5", "10", "25", "100", "A", "K", "7"]))
    cv2.putText(face, text, (size // 3, int(size * 0.62)), 0, size / 70, colour(rng), max(1, size // 40), cv2.LINE_AA)
    return face, mask


def _thing(rng: Rng, unit: float) -> tuple[Pixels, Pixels]:
    """A box, a phone, a slip of paper: a rounded rectangle with something on it."""
    wide, tall = int(unit * rng.uniform(0.2, 1.2)) + 8, int(unit * rng.uniform(0.2, 1.4)) + 8
    mask, face = np.full((tall, wide), 255, np.uint8), np.full((tall, wide, 3), colour(rng), np.uint8)
    for _ in range(int(rng.integers(0, 8))):
        start, end = rng.integers(0, [wide, tall], (2, 2)).tolist()
        cv2.rectangle(face, start, end, colour(rng), int(rng.choice([-1, 1, 2])))
    return face, mask


def clutter(rng: Rng, canvas: Pixels, cover: NDArray[np.int16], unit: float) -> None:
    """Lay hands, chips, things and cables on the table and mark in `cover` what they hide (as -1)."""
    size = canvas.shape[0]
    for _ in range(int(rng.poisson(1.6))):
        kind = rng.random()
        if kind < 0.12:
            points = np.cumsum(rng.normal(0, size / 7, (9, 2)), axis=0) + rng.uniform(0, size, 2)
            line, thick = [points.astype(np.int32)], int(max(2, unit * rng.uniform(0.01, 0.06)))
            ink = colour(rng)
            cv2.polylines(canvas, line, False, ink, thick, cv2.LINE_AA)
            mark = np.zeros(cover.shape, np.uint8)
            cv2.polylines(mark, line, False, 1, thick)
            cover[mark > 0] = -1
            continue
        face, mask = (_hand if kind < 0.4 else _chip if kind < 0.8 else _thing)(rng, unit)
        reach = int(np.hypot(*mask.shape)) + 4
        move = cv2.getRotationMatrix2D((mask.shape[1] / 2, mask.shape[0] / 2), float(rng.uniform(0, 360)), 1)
        move[:, 2] += (reach - mask.shape[1]) / 2, (reach - mask.shape[0]) / 2
        face = np.asarray(cv2.warpAffine(face, move, (reach, reach)), np.uint8)
        mask = np.asarray(cv2.warpAffine(mask, move, (reach, reach)), np.uint8)
        x, y = rng.integers(-reach // 2, size - reach // 4, 2).tolist()
        part = canvas[max(0, y) : y + reach, max(0, x) : x + reach]
        cut = mask[max(0, -y) :, max(0, -x) :][: part.shape[0], : part.shape[1]]
        shown = face[max(0, -y) :, max(0, -x) :][: part.shape[0], : part.shape[1]]
        weight = cut[..., None].astype(np.float32) / 255
        part[:] = (part * (1 - weight) + shown * weight).astype(np.uint8)
        cover[max(0, y) : y + reach, max(0, x) : x + reach][cut > 128] = -1
