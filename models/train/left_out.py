"""Read sources with weights that were trained without them, at the shipped cuts.

    python -m models.train.left_out MANIFEST --weights CORNERS.onnx TIGHT.onnx WIDE.onnx BLACK.onnx
                                    --only edje shoe:69c4,69c5 … [--labels models/wrong_labels.csv] [--every 2]

`models.train.folds` fits and chooses cuts too; this only reads, by source. A source may be followed by words of its
notes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from models.images import load_image
from models.manifest import read_manifest
from models.progress import told
from models.reading import Cuts
from models.recogniser import WEIGHTS
from models.scoring import line, score, table
from models.train.folds import of, with_weights
from models.wrong_labels import corrected, read_corrections


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("manifest", type=Path)
    asked.add_argument("--weights", type=Path, nargs=4, required=True)
    asked.add_argument("--only", nargs="+", required=True)
    asked.add_argument("--labels", type=Path, help="labels found wrong, put right")
    asked.add_argument("--every", type=int, default=1, help="every so many-th picture")
    given = asked.parse_args()
    cuts = msgspec.json.decode((WEIGHTS / "cuts.json").read_bytes(), type=Cuts)
    corners, tight, wide, black = given.weights
    recogniser = with_weights(corners, tight, wide, black, cuts)
    rows = read_manifest(given.manifest)
    if given.labels:
        rows = corrected(rows, read_corrections(given.labels), given.manifest, given.labels)
    found = [row for row in rows if any(of(entry, row) for entry in given.only)][:: given.every]
    looks = [(row, recogniser.look(load_image(row.path))) for row in told(found, "Left out")]
    lines = []
    for entry in given.only:
        here = [(row, look) for row, look in looks if of(entry, row)]
        counts = [score(look, row.cards) for row, look in here]
        lines.append(line(entry.partition(",")[0], False, counts, [look.ms for _, look in here]))
    print(table(lines))  # noqa: T201 -- reports to a terminal


if __name__ == "__main__":
    main()
