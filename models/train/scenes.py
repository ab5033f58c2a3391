"""Render tables full of cards, with the place of every index that can be read.

    python -m models.train.scenes ART_DIR FONT_DIR OUT --count 8000 --seed 1 [--workers 2]

ART_DIR is what `models.train.art` wrote. OUT.npy gets uint8 N×512×512×3 (BGR), OUT.labels.npy float32 rows of
scene, x, y, cos and sin of the direction of "up" (image axes), height and width in pixels, label, visible share.
Labels are 0–51 in the order of `cards.DECK`, 52 a joker, 53 an index of a foreign deck. A scene depends on (seed, its
number) only.
"""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.art import HEIGHT, WIDTH
from models.train.decks import JOKER_LABEL, Deck, Face, Stock, stock
from models.train.lens import lit, sensed
from models.train.tables import clutter, printed, surface

SIZE: Final = 512
Pixels = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Rng = np.random.Generator
#: Where a card lies: its centre and the direction of its top, degrees clockwise from up; in card heights.
Pose = tuple[float, float, float]


def _fan(rng: Rng) -> list[Pose]:
    count, step, base = int(rng.integers(2, 10)), float(rng.uniform(7, 24)), float(rng.uniform(0, 360))
    reach = float(rng.uniform(0.55, 1.3))
    turns = [base + (at - count / 2) * step for at in range(count)]
    return [(reach * np.sin(np.deg2rad(t)), -reach * np.cos(np.deg2rad(t)), t) for t in turns]


def _row(rng: Rng, along: tuple[float, float], across: tuple[float, float], most: int) -> list[Pose]:
    count, turn = int(rng.integers(2, most)), float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    dx, dy, wobble = float(rng.uniform(*along)), float(rng.uniform(*across)), float(rng.uniform(0, 4))
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    steps = [((at - count / 2) * dx, (at - count / 2) * dy) for at in range(count)]
    return [(x * c - y * s, x * s + y * c, turn + float(rng.normal(0, wobble))) for x, y in steps]


def _scatter(rng: Rng) -> list[Pose]:
    spread = float(rng.uniform(0.2, 1.2))
    return [
        (float(rng.normal(0, spread)), float(rng.normal(0, spread)), float(rng.uniform(0, 360)))
        for _ in range(int(rng.integers(1, 9)))
    ]


def group(rng: Rng) -> list[Pose]:
    """Some cards as people lay them, around the origin, in card heights."""
    kind = rng.random()
    if kind < 0.25:
        return _scatter(rng)
    if kind < 0.4:
        return _fan(rng)
    if kind < 0.58:
        return _row(rng, (0.13, 0.5), (-0.03, 0.03), 8)
    if kind < 0.72:
        return _row(rng, (-0.03, 0.03), (0.2, 0.5), 6)
    if kind < 0.86:
        return _row(rng, (0.15, 0.35), (-0.35, 0.35), 6)
    return _row(rng, (0.72, 0.95), (-0.05, 0.05), 5)


def _view(rng: Rng) -> Matrix:
    """A homography that looks at the table at a slant."""
    square = np.array([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)], np.float32)
    amount = rng.choice([0.0, 0.06, 0.15, 0.24]) * SIZE
    moved = square + rng.uniform(-amount, amount, (4, 2))
    if rng.random() < 0.22:
        # Pictures that were brought to a square: everything narrower or flatter than it is.
        squeeze = np.exp(rng.uniform(-0.32, 0.32))
        moved = (moved - SIZE / 2) * np.array([squeeze, 1 / squeeze]) + SIZE / 2
    moved = moved.astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, moved), np.float64)


def placed(pose: Pose, tall: float, aspect: float) -> Matrix:
    """From pixels of a face to the table; `tall` is the card's height in pixels, `aspect` its width over height."""
    x, y, turn = pose
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    sx, sy = tall * aspect / WIDTH, tall / HEIGHT
    to_middle = np.array([(1, 0, -WIDTH / 2), (0, 1, -HEIGHT / 2), (0, 0, 1)])
    return np.asarray(np.array([(c * sx, -s * sy, x), (s * sx, c * sy, y), (0, 0, 1)]) @ to_middle, np.float64)


def through(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """N×2 points through a homography."""
    out = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:], np.float64)


def lay(canvas: Pixels, cover: NDArray[np.int16], face: Face, matrix: Matrix, number: int, shadow: float) -> None:
    """Draw one card with its shadow; `cover` gets `number` where it lies."""
    corners = through(matrix, np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], float))
    margin = 8
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + margin, SIZE)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    image, shrink = face.image, max(1.0, HEIGHT / max(1.0, float(np.linalg.norm(corners[3] - corners[0]))))
    matrix = np.array([(1, 0, -x0), (0, 1, -y0), (0, 0, 1)]) @ matrix
    if shrink > 1.5:
        # Half a pixel: the middle of a pixel is what stays when an image is shrunk.
        small = cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        fx, fy = WIDTH / small.shape[1], HEIGHT / small.shape[0]
        matrix = matrix @ np.array([(fx, 0, fx / 2 - 0.5), (0, fy, fy / 2 - 0.5), (0, 0, 1)])
        image = np.asarray(small, np.uint8)
    warped = cv2.warpPerspective(image, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    part = canvas[y0:y1, x0:x1]
    alpha = warped[..., 3:].astype(np.float32) / 255
    dark = cv2.GaussianBlur(alpha[..., 0], (0, 0), 3.0)[..., None] * shadow
    part[:] = (part * (1 - dark) * (1 - alpha) + warped[..., :3] * alpha).astype(np.uint8)
    cover[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number


def rows_of(face: Face, matrix: Matrix, number: int, cover: NDArray[np.int16]) -> list[list[float]]:
    """A row for each index of a card: x, y, cos, sin, height, width, label, visible share."""
    rows = []
    for index in face.indices:
        half = np.array([index.wide / 2 + 2, index.tall / 2 + 2])
        middle = np.array([index.x, index.y])
        quad = through(matrix, middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
        axis = np.array([middle, middle - (0, index.up * index.tall / 2), middle + (0, index.up * index.tall / 2)])
        centre, top, bottom = through(matrix, axis)
        side = through(matrix, middle + np.array([(-index.wide / 2, 0), (index.wide / 2, 0)]))
        up, tall = (top - bottom) / (np.linalg.norm(top - bottom) + 1e-9), float(np.linalg.norm(top - bottom))
        mask = np.zeros(cover.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
        edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        whole = max(1.0, float(edges[0] + edges[2]) * float(edges[1] + edges[3]) / 4)
        share = min(1.0, float((cover[mask > 0] == number).sum()) / max(whole, 1.0))
        rows.append([*centre, *up, tall, float(np.linalg.norm(side[1] - side[0])), face.label, share])
    return rows


def scene(stuff: Stock, seed: int, number: int) -> tuple[Pixels, NDArray[np.float32]]:
    """Scene `number`: uint8 512×512×3 and its rows (see the module)."""
    rng = np.random.default_rng([seed, number])
    decks = [Deck(stuff, rng) for _ in range(1 if rng.random() < 0.75 else 2)]
    canvas, cover = surface(rng, SIZE), np.zeros((SIZE, SIZE), np.int16)
    if rng.random() < 0.45:
        printed(rng, canvas, stuff)
    low, high = ((10, 34), (11, 24), (30, 90), (80, 170))[int(rng.choice(4, p=[0.55, 0.15, 0.24, 0.06]))]
    tall = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    first = decks[0].face(int(rng.integers(52)))
    unit = tall * HEIGHT / (first.indices[0].tall if first.indices else 100.0)
    view, shadow = _view(rng), float(rng.uniform(0.05, 0.5))
    most = int(np.clip(2.2 * (SIZE / unit) ** 2, 2, 45) * rng.uniform(0.3, 1.0)) + 1
    laid: list[tuple[Face, Matrix]] = []
    while len(laid) < most and rng.random() > 0.02:
        at = rng.uniform(0, SIZE, 2)
        deck = decks[int(rng.integers(len(decks)))]
        for x, y, turn in group(rng):
            chance = rng.random()
            label = JOKER_LABEL if chance < 0.05 else int(rng.integers(52))
            face = deck.back() if chance > 0.94 else deck.face(label)
            pose = (at[0] + x * unit, at[1] + y * unit, turn)
            laid.append((face, view @ placed(pose, unit, deck.aspect)))
            lay(canvas, cover, *laid[-1], len(laid), shadow)
    clutter(rng, canvas, cover, unit)
    rows = [row for at, (face, matrix) in enumerate(laid, 1) for row in rows_of(face, matrix, at, cover)]
    kept = [r for r in rows if -20 < r[0] < SIZE + 20 and -20 < r[1] < SIZE + 20 and r[7] > 0.05]
    image = sensed(rng, lit(rng, canvas), tall)
    if rng.random() < 0.02:
        kept = kept if kept else []
    return image, np.array([[number, *r] for r in kept], np.float32).reshape(-1, 9)


_STOCK: list[Stock] = []


def _begin(art: Path, fonts: Path) -> None:
    cv2.setNumThreads(1)
    _STOCK.append(stock(art, fonts))


def _work(number: int, out: Path, seed: int, count: int) -> NDArray[np.float32]:
    image, rows = scene(_STOCK[0], seed, number)
    np.lib.format.open_memmap(out, mode="r+")[number] = image
    return rows


def main() -> None:
    """Render and write the scenes."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("art", "fonts", "out"):
        asked.add_argument(name, type=Path)
    asked.add_argument("--count", type=int, default=8000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=2)
    given = asked.parse_args()
    out = given.out.with_suffix(".npy")
    np.lib.format.open_memmap(out, "w+", np.uint8, (given.count, SIZE, SIZE, 3)).flush()
    with multiprocessing.Pool(given.workers, _begin, (given.art, given.fonts)) as pool:
        work = partial(_work, out=out, seed=given.seed, count=given.count)
        rows = list(pool.imap(work, range(given.count), chunksize=16))
    np.save(given.out.with_suffix(".labels.npy"), np.concatenate(rows))


if __name__ == "__main__":
    main()
