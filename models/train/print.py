"""Put pictures without cards beside the photographs, for the readers to learn print and numbers as *none*.

    python -m models.train.print REAL.npz NONE.npy OUT.npz OUT_NONE.npy --detector DETECTOR.onnx --seeds 7771 7772

Pictures of `models.not_cards` as `models.negatives` lights them, of other seeds than it counts alarms on. Each place
where the detector fires becomes a row of *none*; no picture gets an index. REAL and NONE are what `models.train.pseudo`
and `models.train.negatives --real` wrote.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.locating import Locator
from models.negatives import picture
from models.networks import network

#: Fainter than what the recogniser looks at, so that the readers learn more than they will meet.
FAINT: Final = 0.22


def fired(locator: Locator, image: NDArray[np.uint8], at: int) -> list[list[float]]:
    """Rows of what the detector takes for an index in picture `at`."""
    corners, _ = locator.find(image)
    return [[at, c.x, c.y, c.up_x, c.up_y, c.tall, c.wide] for c in corners]


def main() -> None:
    """Write both files."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("real", "none", "out", "out_none"):
        asked.add_argument(name, type=Path)
    asked.add_argument("--detector", type=Path, required=True)
    asked.add_argument("--seeds", type=int, nargs="+", default=[7771, 7772])
    asked.add_argument("--count", type=int, default=260, help="pictures of each seed")
    given = asked.parse_args()
    held: dict[str, Any] = dict(np.load(given.real, allow_pickle=True))
    locator, images, rows = Locator(network(given.detector), FAINT), list(held["images"]), []
    for seed in given.seeds:
        for number in range(given.count):
            _, image = picture(seed, number)
            rows += fired(locator, image, len(images))
            images.append(image)
    added = len(images) - len(held["images"])
    kept: NDArray[Any] = np.empty(len(images), object)
    kept[:] = images
    held["images"] = kept
    held["zooms"] = np.concatenate([held["zooms"], np.ones(added)])
    held["sources"] = np.concatenate([held["sources"], np.full(added, "none")])
    held["notes"] = np.concatenate([held["notes"], np.full(added, "")])
    np.savez(given.out, **held)
    np.save(given.out_none, np.concatenate([np.load(given.none), np.array(rows, np.float32).reshape(-1, 7)]))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
