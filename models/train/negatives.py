"""Collect where the detector fires on no index, for the readers to learn as *none*.

    python -m models.train.negatives SCENES OUT.npy [--most 1600]
    python -m models.train.negatives --real REAL.npz OUT.npy      (what models.train.pseudo wrote)

Rows of scene, x, y, cos, sin, height, width. In photographs only what lies outside every ignored polygon counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crops import Corner, Pixels
from models.locating import Locator
from models.networks import network
from models.recogniser import WEIGHTS
from models.train.choose import NONE, drawn


def of_scenes(locator: Locator, path: Path, most: int) -> Iterator[tuple[int, Corner]]:
    """False corners of drawn scenes, at the scale that the recogniser would choose."""
    for at, (image, truth) in enumerate(drawn(path, most)):
        corners, _ = locator.find(image, 512.0)
        yield from ((at, corner) for corner in corners if truth(corner) == (NONE,))


def of_photographs(locator: Locator, path: Path) -> Iterator[tuple[int, Corner]]:
    """Corners found outside the ignored polygons and away from every labelled index."""
    held = np.load(path, allow_pickle=True)
    rows, ignored = held["rows"], held["ignored"].item()
    for at, image in enumerate(held["images"]):
        pixels: Pixels = image
        corners, _ = locator.find(pixels)
        here = rows[rows[:, 0] == at]
        for corner in corners:
            inside = any(
                cv2.pointPolygonTest(np.asarray(p, np.float32), (corner.x, corner.y), False) >= 0
                for p in ignored.get(at, [])
            )
            if not inside and (np.hypot(here[:, 1] - corner.x, here[:, 2] - corner.y) > here[:, 5]).all():
                yield at, corner


def rows_of(found: Iterator[tuple[int, Corner]]) -> NDArray[np.float32]:
    """The corners as rows."""
    rows = [[at, c.x, c.y, c.up_x, c.up_y, c.tall, c.wide] for at, c in found]
    return np.array(rows, np.float32).reshape(-1, 7)


def main() -> None:
    """Write the rows."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("source", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("--real", action="store_true", help="the source is what models.train.pseudo wrote")
    asked.add_argument("--most", type=int, default=1600)
    asked.add_argument("--heat", type=float, default=0.25, help="lower than what is shipped, to find more")
    given = asked.parse_args()
    locator = Locator(network(WEIGHTS / "corners.onnx"), given.heat)
    found = of_photographs(locator, given.source) if given.real else of_scenes(locator, given.source, given.most)
    np.save(given.out, rows_of(found))


if __name__ == "__main__":
    main()
