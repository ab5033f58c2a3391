"""The empty table as the camera sees it: cloth with printed boxes and lettering, the rail around it, the light."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.stage.layout import BOARD, CIRCLE, DEALER, Box, Layout, Matrix, Points, circle, seen

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
Colour = tuple[int, int, int]

CLOTHS: Final[tuple[Colour, ...]] = ((66, 104, 32), (112, 74, 26), (58, 92, 22), (40, 34, 112))
_PRINT: Final[Colour] = (150, 214, 226)
_SCALE: Final = 1.4
_HALF: Final = (1100, 680)


class _Drawing:
    """The plane as a picture of `_SCALE` px a mm, with the print as a mask."""

    def __init__(self) -> None:
        self.size = (round(2 * _HALF[0] * _SCALE), round(2 * _HALF[1] * _SCALE))
        self.mask = np.zeros((self.size[1], self.size[0]), np.uint8)
        self.font = cv2.FontFace("sans")

    def px(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        """Points of the plane in sixteenths of a pixel."""
        fixed: NDArray[np.int32] = np.round((points + _HALF) * _SCALE * 16).astype(np.int32)
        return fixed

    def outline(self, points: NDArray[np.float64], thick: int) -> None:
        """Print a closed line."""
        cv2.polylines(self.mask, [self.px(points)], True, (255,), thick, cv2.LINE_AA, 4)

    def ring(self, x: float, y: float, radius: float, thick: int) -> None:
        """Print a circle."""
        angle = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        self.outline(np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1), thick)

    def letters(self, text: str, x: float, y: float, turn: float, height: float, weight: int = 600) -> None:
        """Print `text` around (x, y), its letters `height` mm tall, turned clockwise by `turn` radians."""
        size = round(height * _SCALE * 1.35)
        (left, top, width, tall) = cv2.getTextSize((0, 0), text, (0, 0), self.font, size, weight)
        tile = np.zeros((tall + 8, width + 8), np.uint8)
        cv2.putText(tile, text, (4 - left, 4 - top), (255,), self.font, size, weight)
        cos, sin = np.cos(turn), np.sin(turn)
        middle = np.array([tile.shape[1] / 2, tile.shape[0] / 2])
        spin = np.array([(cos, -sin), (sin, cos)])
        there = (np.array([x, y]) + _HALF) * _SCALE
        reach = int(np.hypot(*tile.shape)) // 2 + 2
        corner = np.round(there).astype(int) - reach
        move = np.column_stack([spin, there - corner - spin @ middle])
        turned = cv2.warpAffine(tile, move, (2 * reach, 2 * reach))
        area = self.mask[corner[1] : corner[1] + 2 * reach, corner[0] : corner[0] + 2 * reach]
        np.maximum(area, turned, out=area)

    def along(self, text: str, radius: float, pivot: float, height: float) -> None:
        """Print `text` letter by letter on the circle of `radius` around (0, `pivot`)."""
        advance = height * 1.02
        for place, letter in enumerate(text):
            turn = (place - (len(text) - 1) / 2) * advance / radius
            if letter != " ":
                self.letters(letter, radius * np.sin(turn), pivot - radius * np.cos(turn), turn, height)


def _printed(table: Layout) -> NDArray[np.uint8]:
    """The mask of all that is printed on the cloth."""
    drawing = _Drawing()
    for name, box in table.printed.items():
        drawing.outline(box.corners(), 3)
        inner = box._replace(width=box.width - 5, height=box.height - 5)
        drawing.outline(inner.corners(), 1)
        if name in {DEALER, BOARD}:
            x, y = box.at(np.array([(0.0, -box.height / 2 - 13.0)]))[0]
            drawing.letters(name.upper(), x, y, box.turn, 8.0)
            continue
        for number, letter in enumerate("WBP"[: box.circles] if box.circles > 1 else " " * box.circles):
            x, y = circle(box, number)
            drawing.ring(x, y, CIRCLE, 2)
            if letter != " ":
                drawing.letters(letter, x, y, box.turn, 16.0, 400)
        x, y = box.at(np.array([(0.0, box.height / 2 + 9.0)]))[0]
        drawing.letters(name.removeprefix("seat").removeprefix("player"), x, y, box.turn, 9.0, 700)
    radius = table.radius - 150.0
    drawing.along(table.words.title, radius, table.pivot, 42.0)
    for place, (line, height) in enumerate(table.words.lines):
        drawing.along(line, radius - (47, 77, 103)[place], table.pivot, height)
    return drawing.mask


def softened(mask: Field, sigma: float) -> Field:
    """`mask` (H×W) blurred by `sigma` px, H×W×1; worked out on a quarter of the size, where a wide blur is cheap."""
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    wide = cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), mask.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    soft: Field = wide.astype(np.float32)[:, :, None]
    return soft


def _shape(matrix: Matrix, size: tuple[int, int], points: Points) -> Field:
    """The mask (H×W, 0–1) of a polygon of the plane in the picture."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(seen(matrix, points) * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    share: Field = mask.astype(np.float32) / 255.0
    return share


def _holders(ground: Field, matrix: Matrix, table: Layout) -> None:
    """Draw the shoe at the dealer's right and the tray for used cards at the left, each with its shadow."""
    y = next(box.y for name, box in table.boxes.items() if name in {DEALER, BOARD})
    size = (ground.shape[1], ground.shape[0])

    def paint(points: Points, dye: tuple[float, ...]) -> None:
        fixed = np.round(seen(matrix, points) * 16).astype(np.int32)
        cv2.fillPoly(ground, [fixed], dye, cv2.LINE_AA, 4)

    for x, turn, wide, dye in (
        (455.0, -0.45, (112.0, 190.0), (30, 30, 34)),
        (-470.0, 0.2, (84.0, 110.0), (52, 50, 46)),
    ):
        holder = Box("", x, y, turn, *wide)
        ground *= 1 - 0.5 * softened(_shape(matrix, size, holder.corners() + (9, 10)), 6.0)
        for inset, light in ((0, 1.0), (5, 1.7), (9, 1.3)):
            wall = holder._replace(width=wide[0] - 2 * inset, height=wide[1] - 2 * inset)
            paint(wall.corners(), tuple(part * light for part in dye))
        if x > 0:
            mouth = holder.at(np.array([(-33.0, -0.1), (33.0, -0.1), (33.0, 0.42), (-33.0, 0.42)]) * (1, wide[1]))
            paint(mouth, (214, 218, 220))
            paint(mouth + (0.5, 3.0), (92, 46, 36))


def _weave(shape: tuple[int, int], random: np.random.Generator) -> Field:
    """The cloth's grain: a factor around 1 for each pixel, fine threads and slow clouds."""
    fine = random.normal(0, 1, shape).astype(np.float32)
    threads = cv2.GaussianBlur(fine, (0, 0), 0.7) * 0.05
    naps = cv2.GaussianBlur(fine, (0, 0), 3.0) * 0.14
    clouds = cv2.resize(random.normal(0, 1, (9, 15)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    grain: Field = (1.0 + threads + naps + 0.025 * clouds).astype(np.float32)
    return grain


def lamp(size: tuple[int, int], random: np.random.Generator) -> Field:
    """The light that falls on each pixel, 0–1: brightest a little off the middle. Height × width × 1."""
    width, height = size
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-0.6, 0.6, height))
    off_x, off_y = random.uniform(-0.25, 0.25, 2)
    light: Field = (0.965 - 0.17 * ((x - off_x) ** 2 + (y - off_y) ** 2)).astype(np.float32)
    return light[:, :, None]


def empty_table(
    table: Layout,
    matrix: Matrix,
    size: tuple[int, int],
    light: Field,
    seed: int,
    grain: float = 1.0,
    dye: Colour | None = None,
) -> Image:
    """The picture of the empty table, BGR. The cloth's weave and, without `dye`, colour follow from `seed`; `grain` is
    the weave's depth."""
    random = np.random.default_rng([seed, 0xFE17])
    cloth = np.array(CLOTHS[seed % len(CLOTHS)] if dye is None else dye, np.float32)
    to_plane = np.array([(1 / _SCALE, 0, -_HALF[0]), (0, 1 / _SCALE, -_HALF[1]), (0, 0, 1)])
    printed = cv2.warpPerspective(_printed(table), matrix @ to_plane, size).astype(np.float32)[:, :, None] / 255.0
    ground = cloth + (np.array(_PRINT, np.float32) - cloth) * printed * 0.72

    def disc(radius: float) -> Field:
        angle = np.linspace(-np.pi / 2 - 0.15, np.pi / 2 + 0.15, 180)
        arc = np.stack([radius * np.sin(angle), table.pivot - radius * np.cos(angle)], axis=1)
        mask = _shape(matrix, size, np.concatenate([arc, [(radius, _HALF[1]), (-radius, _HALF[1])]]))
        soft: Field = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[:, :, None]
        return soft

    inside, rail = disc(table.radius + 135.0), disc(table.radius + 215.0)
    padded = softened(inside[:, :, 0], 19.0)
    leather = np.array((34, 40, 58), np.float32) * (0.65 + 1.6 * padded * (1 - padded) * 2)
    floor = np.array((38, 42, 46), np.float32)
    ground = ground * inside + (leather * rail + floor * (1 - rail)) * (1 - inside)
    # The rail stands higher than the cloth and shades its edge.
    ground *= 1.0 - 0.35 * (1 - softened(inside[:, :, 0], 9.0)) * inside
    drawn: Field = np.ascontiguousarray(ground, dtype=np.float32)
    _holders(drawn, matrix, table)
    weave = 1 + grain * (_weave((size[1], size[0]), random)[:, :, None] - 1)
    return (drawn * weave * light).clip(0, 255).astype(np.uint8)
