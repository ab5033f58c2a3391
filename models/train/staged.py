"""Frames of the staged table as scenes for training: windows of 512×512 in the form of `models.train.scenes`.

    python -m models.train.staged OUT --tables 60 --seed 5000

Seeds from 5000 on are for training; what is measured on the staged table uses others.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK, Card
from dealer_assist.sighting import Quad
from models import faces
from models.stage import Arm, Place, Scene, Table
from models.stage.layout import MOST_SEATS
from models.train.lens import lit, sensed
from models.train.scenes import SIZE

Pixels = NDArray[np.uint8]
Rng = np.random.Generator
_SCENES: Final = 5
_WINDOWS: Final = 3
_LABELS: Final[dict[Card, int]] = {card: at for at, card in enumerate(DECK)}


def scene(rng: Rng, seats: int) -> Scene:
    """Hands as they lie in the middle of a round."""
    cards: list[Place] = []
    order = rng.permutation(np.tile(np.arange(52), 3))
    for box in [*(f"seat{at + 1}" for at in range(seats)), "dealer"]:
        for hand in range(1 + int(rng.random() < 0.1)):
            for at in range(int(rng.integers(0, 5))):
                card = None if rng.random() < 0.08 else DECK[int(order[len(cards)])]
                cards.append(Place(box, card, at, hand, int(rng.integers(1000))))
    chips = tuple((f"seat{at + 1}", int(rng.choice([0, 5, 25, 130, 500]))) for at in range(seats) if rng.random() < 0.7)
    arms = []
    if rng.random() < 0.4:
        x, y = float(rng.uniform(-500, 500)), float(rng.uniform(-200, 300))
        arms.append(Arm((x, y), (200 + 0.4 * x, 1150.0), bool(rng.random() < 0.4), int(rng.integers(3))))
    return Scene(tuple(cards), chips, tuple(arms))


def row_of(card: Card, quad: Quad, share: float) -> list[float]:
    """x, y, cos, sin, height, width, label and share of an index."""
    corners = np.array(quad)
    top, bottom = (corners[0] + corners[1]) / 2, (corners[3] + corners[2]) / 2
    tall = float(np.linalg.norm(top - bottom))
    up, centre = (top - bottom) / (tall + 1e-9), corners.mean(axis=0)
    wide = float(np.linalg.norm((corners[1] + corners[2] - corners[0] - corners[3]) / 2))
    return [*centre, *up, tall, wide, _LABELS[card], share]


def rows_of(table: Table, laid: Scene) -> NDArray[np.float32]:
    """The indices of a frame; those of which a part shows count half."""
    whole, part = table.truth(laid, 0.85), table.truth(laid, 0.3)
    rows = [row_of(card, quad, 1.0) for card, quad in whole]
    rows += [row_of(card, quad, 0.5) for card, quad in part if (card, quad) not in whole]
    return np.array(rows, np.float32).reshape(-1, 8)


def windows(rng: Rng, seed: int) -> list[tuple[Pixels, NDArray[np.float32]]]:
    """Windows of one table's frames, each under a light and a lens of its own."""
    seats = int(rng.integers(3, MOST_SEATS + 1))
    style = (faces.STANDARD, faces.SMALL_INDEX, faces.style(seed))[int(rng.choice(3, p=[0.4, 0.2, 0.4]))]
    size = ((1280, 720), (1920, 1080))[int(rng.integers(2))]
    table = Table(seats, size, style, seed, float(rng.uniform(0.5, 4.0)))
    out = []
    for _ in range(_SCENES):
        laid = scene(rng, seats)
        frame, rows = table.picture(laid, int(rng.integers(1000))), rows_of(table, laid)
        for _ in range(_WINDOWS):
            x, y = (int(rng.integers(0, edge - SIZE + 1)) for edge in size)
            part, here = np.ascontiguousarray(frame[y : y + SIZE, x : x + SIZE]), rows - (x, y, 0, 0, 0, 0, 0, 0)
            here = here[((here[:, :2] > -20) & (here[:, :2] < SIZE + 20)).all(axis=1)]
            if rng.random() < 0.6:
                tall = float(np.median(here[:, 4])) if len(here) else 20.0
                part = sensed(rng, lit(rng, part), tall)
            out.append((part, here.astype(np.float32)))
    return out


def main() -> None:
    """Render and write the windows."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("--tables", type=int, default=60)
    asked.add_argument("--seed", type=int, default=5000)
    given = asked.parse_args()
    cv2.setNumThreads(1)
    pairs = [
        pair for at in range(given.tables) for pair in windows(np.random.default_rng(given.seed + at), given.seed + at)
    ]
    rows = [np.c_[np.full(len(here), at), here] for at, (_, here) in enumerate(pairs)]
    np.save(given.out.with_suffix(".npy"), np.stack([image for image, _ in pairs]))
    np.save(given.out.with_suffix(".labels.npy"), np.concatenate(rows).astype(np.float32))


if __name__ == "__main__":
    main()
