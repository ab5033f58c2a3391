"""Leave one source out: fit without any of its pictures, choose the cuts on the others, then read it.

    python -m models.train.folds MANIFEST --base BASE --features TIGHT.npz WIDE.npz --out OUT --only edje cadyzewin …

BASE holds `corners.onnx`, `tight.pt` and `wide.pt` that have never seen the sources named by `--only`; the features
are what `models.train.refit look` made of the photographs and of drawings with these. Each fold fits the readers' upper
layers without its source, `OUT` keeps them. A source may be followed by words of its notes: `shoe:6f29,6f2b`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.sighting import Look
from models.corners import CornerRecogniser, seen
from models.crops import Corner
from models.images import load_image
from models.locating import Locator
from models.manifest import Labelled, read_manifest
from models.networks import network
from models.reading import Cuts, Reader, judge
from models.recogniser import WEIGHTS
from models.scoring import Line, line, score, table

#: From the boldest to the shyest: (named, paired).
LEVELS: Final = (
    (0.5, 0.4), (0.6, 0.5), (0.7, 0.5), (0.8, 0.6), (0.85, 0.65), (0.9, 0.7), (0.93, 0.75), (0.95, 0.75), (0.97, 0.8),
    (0.98, 0.85), (0.99, 0.9), (0.995, 0.95),
)  # fmt: skip
#: One wrong card in so many named ones is the most that a cut may give on the pictures it is chosen on.
ONE_IN: Final = 2000


class Found(msgspec.Struct, frozen=True):
    """What the networks make of a picture, before any cut."""

    row: Labelled
    corners: list[Corner]
    tight: NDArray[np.float32]
    wide: NDArray[np.float32]


def of(entry: str, row: Labelled) -> bool:
    """Whether a row belongs to `edje`, or to `shoe:6f29,6f2b` (words of its notes)."""
    name, _, words = entry.partition(":")
    return row.source == name and (not words or any(word in row.notes for word in words.split(",")))


def with_weights(corners: Path, tight: Path, wide: Path, black: Path, cuts: Cuts) -> CornerRecogniser:
    """The recogniser with these weights."""
    nets = [network(path) for path in (corners, tight, wide, black)]
    return CornerRecogniser("fold", "", Locator(nets[0], cuts.heat), Reader(nets[1], nets[2], nets[3], cuts), cuts)


def gather(recogniser: CornerRecogniser, rows: Sequence[Labelled]) -> list[Found]:
    """Corners and logits of each picture."""
    none = np.zeros((0, 19), np.float32)
    out = []
    for row in rows:
        image = load_image(row.path)
        corners, _ = recogniser.locator.find(image)
        tight, wide = recogniser.reader.logits(image, corners) if corners else (none, none)
        out.append(Found(row, corners, tight, wide))
    return out


def figures(name: str, pictures: Sequence[Found], cuts: Cuts, trained: bool) -> Line:
    """The sums over pictures under `cuts`."""

    def looked(one: Found) -> Look:
        return Look(seen(one.corners, judge(one.tight, one.wide, cuts), cuts) if one.corners else (), 0.0)

    return line(name, trained, [score(looked(one), one.row.cards) for one in pictures], [0.0])


def chosen(base: Cuts, others: Sequence[Found]) -> Cuts:
    """The boldest level that names at most one card in `ONE_IN` wrongly on the other sources."""
    best = base
    for named, paired in LEVELS:
        best = msgspec.structs.replace(base, named=named, paired=paired, joker=max(0.95, named))
        sums = figures("others", others, best, trained=True)
        if sums.wrong * ONE_IN <= sums.right:
            break
    return best


def fit(entry: str, folder: Path, given: argparse.Namespace) -> None:
    """Fit both readers without `entry`, unless that was done."""
    folder.mkdir(parents=True, exist_ok=True)
    for cut, features in zip(("tight", "wide"), given.features, strict=True):
        if not (folder / f"{cut}.onnx").exists():
            options = ["--cut", cut, "--start", str(given.base / f"{cut}.pt"), "--without", entry]
            done = [str(folder / f"{cut}.onnx"), str(features), *options, "--steps", str(given.steps)]
            subprocess.run([sys.executable, "-W", "ignore", "-m", "models.train.refit", "fit", *done], check=True)


def main() -> None:
    """Fit what is not there yet, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("manifest", type=Path)
    asked.add_argument("--base", type=Path, required=True)
    asked.add_argument("--features", type=Path, nargs=2, required=True)
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--only", nargs="+", required=True)
    asked.add_argument("--steps", type=int, default=1000)
    asked.add_argument("--every", type=int, default=3, help="the cuts are chosen on every so many-th other picture")
    given = asked.parse_args()
    rows = read_manifest(given.manifest)
    base = msgspec.json.decode((WEIGHTS / "cuts.json").read_bytes(), type=Cuts)
    lines = []
    for entry in given.only:
        folder = given.out / entry.replace(":", "-").replace(",", "-")
        fit(entry, folder, given)
        nets = (given.base / "corners.onnx", folder / "tight.onnx", folder / "wide.onnx", given.base / "black.onnx")
        net = with_weights(*nets, base)
        # About one in a hundred labels of cadyzewin is wrong: no cut can be chosen to one in two thousand on it.
        others = [row for row in rows if not of(entry, row) and not row.source.startswith("cadyzewin")][:: given.every]
        cuts = chosen(base, gather(net, others))
        left = gather(net, [row for row in rows if of(entry, row)])
        lines.append(figures(entry.split(",")[0], left, cuts, trained=False))
        print(f"{entry}: named from {cuts.named}, two corners from {cuts.paired}", flush=True)  # noqa: T201
    print(table(lines))  # noqa: T201 -- reports to a terminal


if __name__ == "__main__":
    main()
