"""What lies or moves on the cloth beside the cards: chips and forearms, as pictures with an alpha."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.faces.outline import oval, star

Field = NDArray[np.float32]
Colour = tuple[int, int, int]

#: Diameter of a chip, mm.
CHIP: Final = 39.0
_CHIPS: Final[tuple[tuple[int, Colour], ...]] = (
    (1000, (40, 150, 230)),
    (500, (130, 50, 110)),
    (100, (45, 45, 45)),
    (50, (160, 105, 215)),
    (10, (170, 90, 30)),
    (5, (50, 50, 190)),
    (1, (205, 210, 215)),
)
_MOST: Final = 14


def denominations(amount: int) -> list[int]:
    """The chips of a stack worth `amount`, the largest first (and lowest)."""
    chips = []
    for worth, _ in _CHIPS:
        count, amount = divmod(amount, worth)
        chips += [worth] * count
    return chips


@lru_cache(maxsize=128)
def stack(amount: int, diameter: int) -> Field:
    """A stack of chips seen from above and slightly from its front: BGRA, float32 0–1, `diameter` px wide.

    Its lowest chip lies at the picture's bottom; each next one a tenth of a diameter higher, at most fourteen.
    """
    over = 4
    wide = diameter * over
    rise = wide // 12
    chips = denominations(amount)[-_MOST:]
    tall = wide + rise * max(len(chips) - 1, 0)
    colour, alpha = np.zeros((tall, wide, 3), np.uint8), np.zeros((tall, wide), np.uint8)
    dyes = dict(_CHIPS)
    for level, worth in enumerate(chips):
        centre = np.array([wide / 2, tall - wide / 2 - level * rise])
        _chip(colour, alpha, centre, wide / 2 - 2, dyes[worth], level + 1 == len(chips))
    size = (diameter, round(tall / over))
    shown = np.dstack([cv2.resize(colour, size, interpolation=cv2.INTER_AREA),
                       cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)])  # fmt: skip
    picture: Field = shown.astype(np.float32) / 255.0
    picture.setflags(write=False)
    return picture


def _chip(
    colour: NDArray[np.uint8],
    alpha: NDArray[np.uint8],
    centre: NDArray[np.float64],
    radius: float,
    dye: Colour,
    top: bool,
) -> None:
    """One chip around `centre`: a rim with six light marks, and on the topmost a ring and a star."""

    def fill(line: NDArray[np.float64], with_colour: Colour) -> None:
        cv2.fillPoly(colour, [np.round(line).astype(np.int32)], with_colour)

    rim = oval(centre[0], centre[1], radius, radius)
    dark = tuple(int(part * 0.55) for part in dye)
    fill(rim, (dark[0], dark[1], dark[2]))
    cv2.fillPoly(alpha, [np.round(rim).astype(np.int32)], (255,))
    fill(oval(centre[0], centre[1], radius * 0.965, radius * 0.965), dye)
    pale = (225, 232, 235) if dye != _CHIPS[-1][1] else (150, 90, 40)
    for mark in range(6):
        angle = mark * np.pi / 3 + np.array([-0.17, 0.17, 0.17, -0.17])
        reach = np.array([1, 1, 0.74, 0.74]) * radius * 0.965
        fill(centre + np.stack([np.cos(angle) * reach, np.sin(angle) * reach], axis=1), pale)
    if top:
        fill(oval(centre[0], centre[1], radius * 0.6, radius * 0.6), pale)
        fill(oval(centre[0], centre[1], radius * 0.54, radius * 0.54), dye)
        fill(star(centre[0], centre[1], radius * 0.34, 6, 0.6), pale)


#: The forearm's picture: px a mm, size in mm, and where its fingertips are.
ARM_SCALE: Final = 1.2
ARM_SIZE: Final = (150, 900)
ARM_TIP: Final = (74.0, 14.0)

_SLEEVES: Final[tuple[Colour, ...]] = ((44, 40, 38), (120, 80, 50), (60, 60, 120), (90, 95, 98), (50, 80, 60))
_SKINS: Final[tuple[Colour, ...]] = ((142, 170, 214), (120, 152, 200), (96, 126, 178), (70, 96, 142), (150, 178, 222))
_Limb = tuple[float, float, float, float, float, float]
#: Limbs as (x, y, radius) of both ends, mm.
_HAND: Final[tuple[_Limb, ...]] = (
    (75, 195, 24, 75, 290, 28),
    (62, 125, 21, 68, 190, 24),
    (88, 128, 20, 83, 190, 23),
    (52, 122, 9.5, 57, 33, 7.5),
    (71, 112, 9.8, 74, 22, 7.8),
    (89, 114, 9.3, 90, 32, 7.3),
    (105, 126, 8.2, 104, 58, 6.3),
    (50, 172, 13, 24, 112, 9),
)
_CUFF: Final[tuple[_Limb, ...]] = ((75, 276, 34, 75, 300, 35),)
_SLEEVE: Final[tuple[_Limb, ...]] = ((75, 306, 39, 75, 900, 58),)


@lru_cache(maxsize=8)
def forearm(sleeve: int) -> Field:
    """A forearm that points upwards: BGRA, float32 0–1, `ARM_SIZE` mm at `ARM_SCALE` px a mm."""
    width, height = round(ARM_SIZE[0] * ARM_SCALE), round(ARM_SIZE[1] * ARM_SCALE)
    picture = np.zeros((height, width, 4), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / ARM_SCALE
    parts = (
        (_HAND, _SKINS[sleeve % len(_SKINS)], 0.55),
        (_CUFF, (228, 230, 232), 0.7),
        (_SLEEVE, _SLEEVES[sleeve % len(_SLEEVES)], 0.8),
    )
    for limbs, dye, relief in parts:
        high = np.max([_height(x, y, limb) for limb in limbs], axis=0)
        cover = np.clip(high * 1.5, 0, 1)[:, :, None]
        smooth = cv2.GaussianBlur(high * relief, (0, 0), 2.2)
        down, across = np.gradient(smooth * ARM_SCALE)
        lit = (0.3 * across + 0.35 * down + 0.88) / np.sqrt(across**2 + down**2 + 1)
        shaded = np.array(dye, np.float32) / 255.0 * (0.36 + 0.66 * np.clip(lit, 0, 1))[:, :, None]
        picture[:, :, :3] = picture[:, :, :3] * (1 - cover) + shaded * cover
        picture[:, :, 3:] = np.maximum(picture[:, :, 3:], cover)
    picture.setflags(write=False)
    return picture


def _height(x: Field, y: Field, limb: _Limb) -> Field:
    """How high a round limb rises above each point, 0 outside it."""
    x0, y0, r0, x1, y1, r1 = limb
    along = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
    away = (x - x0 - along * (x1 - x0)) ** 2 + (y - y0 - along * (y1 - y0)) ** 2
    rise: Field = np.sqrt(np.clip((r0 + along * (r1 - r0)) ** 2 - away, 0, None)).astype(np.float32)
    return rise
