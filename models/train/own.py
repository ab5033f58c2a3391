"""Our own faces as families for training: many random styles, rasterised once because drawing them takes time.

    python -m models.train.own OUT_DIR --count 40 --seed 3

Writes `ours_NN.npy` and `ours_NN.json` beside the families of `models.train.art`, with the place of every index.
The first is the deck of the sample table (`faces.STANDARD`), the second its small index.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK, JOKER, Card
from models import faces
from models.train.art import BACKS, HEIGHT, JOKERS, WIDTH


def _fitted(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def family(style: faces.Style) -> tuple[NDArray[np.uint8], dict[int, list[list[float]]]]:
    """The 56 pictures of a style, and for each label 0–52 its indices as (x, y, height, width, 1 or -1 for up)."""
    stack, places = np.zeros((56, HEIGHT, WIDTH, 4), np.uint8), {}
    cards: tuple[Card, ...] = (*DECK, JOKER)
    for label, card in enumerate(cards):
        stack[label] = _fitted(faces.face(card, HEIGHT, style))
        rows = []
        for quad in faces.index_boxes(card, HEIGHT, style):
            (x, y), up = quad.mean(axis=0), quad[0] - quad[3]
            wide = float(np.abs(quad[1] - quad[0]).max())
            rows.append([float(x), float(y), float(np.abs(up).max()), wide, 1.0 if up[1] < 0 else -1.0])
        places[label] = rows
    stack[JOKERS[1]] = stack[JOKERS[0]]
    stack[BACKS[0]] = stack[BACKS[1]] = _fitted(faces.back(HEIGHT, style))
    return stack, places


def main() -> None:
    """Write the families."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--seed", type=int, default=3)
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for at in range(given.count):
        style = (faces.STANDARD, faces.SMALL_INDEX)[at] if at < 2 else faces.style(given.seed * 1000 + at)
        stack, places = family(style)
        np.save(given.out / f"ours_{at:02d}.npy", stack)
        (given.out / f"ours_{at:02d}.json").write_text(json.dumps({"indices": places}))


if __name__ == "__main__":
    main()
