"""Choose the temperatures and the confidence from which a card is named, on training-side pictures only.

    python -m models.train.choose --scenes SCENES [SCENES…] [--manifest MANIFEST --sources rf100 …]

The scenes must come from a seed that was not trained on. Each corner that the detector finds is read and compared
with the truth where it lies: a labelled index of the same place (scenes), a box of that label (manifest). Prints the
temperatures that make the confidences likeliest, and, by confidence, how many corners would be named and how many
of these wrongly.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.corners import CornerRecogniser
from models.crops import Corner, Pixels
from models.images import load_image
from models.manifest import read_manifest
from models.reading import joint
from models.recogniser import load
from models.train.pseudo import label_of

NONE: Final = 53
Truth = Callable[[Corner], tuple[int, ...]]
Logits = NDArray[np.float32]


def drawn(path: Path, most: int) -> Iterator[tuple[Pixels, Truth]]:
    """The scenes at `path`, each with the labels that may stand at a corner; (-1,) where nothing can be said."""
    images = np.load(path.with_suffix(".npy"), mmap_mode="r")
    rows = np.load(path.with_suffix(".labels.npy"))
    for at in range(min(most, len(images))):
        here = rows[rows[:, 0] == at]

        def truth(corner: Corner, here: Any = here) -> tuple[int, ...]:
            away = np.hypot(here[:, 1] - corner.x, here[:, 2] - corner.y) / np.maximum(here[:, 5], corner.tall)
            near = here[away < 0.4]
            if len(near) and (near[:, 8] < 0.6).all():
                return (-1,)
            return tuple(int(v) for v in near[:, 7]) or (NONE,)

        yield np.array(images[at]), truth


def photographed(manifest: Path, sources: list[str]) -> Iterator[tuple[Pixels, Truth]]:
    """The photographs of `sources` that have boxes: what is named must lie in a box of that name."""
    for row in read_manifest(manifest):
        if row.source not in sources or not row.boxes:
            continue
        boxes = json.loads(row.boxes)

        def truth(corner: Corner, boxes: Any = boxes) -> tuple[int, ...]:
            inside = [
                label_of(name)
                for name, x, y, w, h in boxes
                if name != "back" and x - 0.1 * w <= corner.x <= x + 1.1 * w and y - 0.1 * h <= corner.y <= y + 1.1 * h
            ]
            # Most places of a card are no index; only a wrong name is a fault here.
            return (*inside, -2)

        yield load_image(row.path), truth


def collect(
    recogniser: CornerRecogniser, pictures: Iterator[tuple[Pixels, Truth]]
) -> tuple[Logits, Logits, list[tuple[int, ...]]]:
    """Both readers' logits of every corner found, and what may stand there."""
    tights, wides, truths = [], [], []
    for image, truth in pictures:
        corners, _ = recogniser.locator.find(image)
        if corners:
            tight, wide = recogniser.reader.logits(image, corners)
            tights.append(tight)
            wides.append(wide)
            truths += [truth(corner) for corner in corners]
    return np.concatenate(tights), np.concatenate(wides), truths


def temperature(logits: Logits, truths: list[tuple[int, ...]]) -> float:
    """The temperature under which the true labels are likeliest, where the truth is one label."""
    known = [at for at, truth in enumerate(truths) if len(truth) == 1 and 0 <= truth[0] <= NONE]
    labels = [truths[at][0] for at in known]

    def loss(t: float) -> float:
        return float(-joint(logits[known], t)[np.arange(len(known)), labels].clip(-12).mean())

    return float(min(np.arange(0.6, 2.55, 0.05), key=loss))


def report(one: Logits, two: Logits, truths: list[tuple[int, ...]]) -> str:
    """By confidence: corners named, those wrong; `one` and `two` are N×54 log chances."""
    both = (one + two) / 2
    both -= np.log(np.exp(both).sum(axis=1, keepdims=True))
    place, chance = both.argmax(axis=1), np.exp(both.max(axis=1))
    agreed = (place == one.argmax(axis=1)) & (place == two.argmax(axis=1)) & (place != NONE)
    lines = ["  cut   named   wrong  (jokers named, wrong)  without agreement: named, wrong"]
    judged = np.array([-1 not in truth for truth in truths])
    fits = np.array([int(p) in truth or 100 + p % 13 in truth for p, truth in zip(place, truths, strict=True)])
    joker = place == 52
    for cut in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99):
        named, alone = judged & agreed & (chance >= cut), judged & (place != NONE) & (chance >= cut)
        parts = [named & ~joker, named & ~joker & ~fits, named & joker, named & joker & ~fits, alone, alone & ~fits]
        lines.append("  {:.2f}  {:6d}  {:6d}  ({:5d}, {:4d})  {:6d}, {:5d}".format(cut, *(int(p.sum()) for p in parts)))
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--scenes", type=Path, nargs="*", default=[])
    asked.add_argument("--most", type=int, default=400)
    asked.add_argument("--manifest", type=Path)
    asked.add_argument("--sources", nargs="*", default=[])
    given = asked.parse_args()
    recogniser = load()
    assert isinstance(recogniser, CornerRecogniser)
    groups = {str(path): drawn(path, given.most) for path in given.scenes}
    groups |= {source: photographed(given.manifest, [source]) for source in given.sources}
    for name, pictures in groups.items():
        tight, wide, truths = collect(recogniser, pictures)
        t, w = temperature(tight, truths), temperature(wide, truths)
        print(f"{name}: {len(truths)} corners, temperatures {t:.2f} {w:.2f}")  # noqa: T201 -- reports to a terminal
        cuts = recogniser.cuts
        print(report(joint(tight, cuts.tight_temperature), joint(wide, cuts.wide_temperature), truths))  # noqa: T201


if __name__ == "__main__":
    main()
