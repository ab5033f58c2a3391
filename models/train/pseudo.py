"""Label the corners of real photographs by a model that has seen drawn ones only.

    python -m models.train.pseudo MANIFEST OUT.npz --sources rf100 cadyzeblack kjoker shoe:6f2b-11eb,6dbd-11eb …

A corner that reads as the label of the box it lies in becomes a positive; the rest of the box is ignored, what lies
outside all boxes is table. A source may be followed by words of which a row's notes must hold one. Pictures without
boxes hold one card (`cards`): its surest corner is taken, and the rest is ignored. The photographs themselves go into
OUT.npz, which stays outside the repository.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK, RANKS
from models.corners import CornerRecogniser
from models.crops import Corner, Pixels
from models.images import load_image
from models.joining import relation
from models.manifest import Labelled, read_manifest
from models.reading import joint
from models.recogniser import load
from models.train.decks import JOKER_LABEL

Box = tuple[str, float, float, float, float]


def label_of(card: str) -> int:
    """The label of a card's text; 100 + rank place where only the rank is known."""
    if card == "Jk":
        return JOKER_LABEL
    if card.endswith("?"):
        return 100 + RANKS.index(card[0])
    return [str(c) for c in DECK].index(card)


def chance(table: NDArray[np.float32], label: int) -> NDArray[np.float32]:
    """For each corner the chance that it is `label`; `table` is N×54 log chances."""
    # The readers' order of suits and ranks is that of DECK.
    if label >= 100:
        return np.asarray(np.exp(table[:, label - 100 : 52 : 13]).sum(axis=1), np.float32)
    return np.asarray(np.exp(table[:, label]), np.float32)


def found(recogniser: CornerRecogniser, image: Pixels) -> tuple[list[Corner], NDArray[np.float32]]:
    """Corners at several scales, each place once, and their N×54 log chances."""
    corners, side = recogniser.locator.find(image)
    for share in (0.72, 1.35):
        corners += recogniser.locator.at_side(image, side * share)
    corners.sort(key=lambda c: -c.heat)
    kept: list[Corner] = []
    for corner in corners:
        if all(np.hypot(corner.x - o.x, corner.y - o.y) > 0.4 * o.tall for o in kept):
            kept.append(corner)
    if not kept:
        return [], np.zeros((0, 54), np.float32)
    tight, wide = recogniser.reader.logits(image, kept)
    return kept, np.asarray((joint(tight, 1.0) + joint(wide, 1.0)) / 2, np.float32)


def boxed(
    corners: list[Corner], table: NDArray[np.float32], boxes: list[Box], least: float
) -> list[tuple[Corner, int]]:
    """The corners that read as the label of a box they lie in."""
    out = []
    for name, x, y, w, h in boxes:
        if name == "back":
            continue
        fits = chance(table, label_of(name))
        for at, corner in enumerate(corners):
            inside = x - 0.1 * w <= corner.x <= x + 1.1 * w and y - 0.1 * h <= corner.y <= y + 1.1 * h
            if inside and fits[at] >= least:
                out.append((corner, label_of(name)))
    return out


def alone(corners: list[Corner], table: NDArray[np.float32], card: str, least: float) -> list[tuple[Corner, int]]:
    """The surest corner of a picture of one card, and its partner if that reads the same."""
    fits = chance(table, label_of(card))
    order = [int(at) for at in np.argsort(-fits) if fits[at] >= least]
    if not order:
        return []
    first = corners[order[0]]
    others = [corners[at] for at in order[1:] if (r := relation(first, corners[at])) and r[0] == "across"]
    return [(corner, label_of(card)) for corner in [first, *others[:1]]]


def row_of(picture: int, corner: Corner, label: int) -> list[float]:
    """A row as `models.train.scenes` writes it."""
    return [picture, corner.x, corner.y, corner.up_x, corner.up_y, corner.tall, corner.wide, label, 1.0]


def polygon(x: float, y: float, w: float, h: float) -> NDArray[np.float64]:
    """A box as four points."""
    return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def label(rows: list[Labelled], recogniser: CornerRecogniser, least: float) -> dict[str, Any]:
    """Images, rows, ignored polygons and zooms of the pictures that got a label or hold no card."""
    images: list[Pixels] = []
    lines: list[list[float]] = []
    ignored: dict[int, list[NDArray[np.float64]]] = {}
    zooms, kinds = [], Counter[str]()
    for row in rows:
        image = load_image(row.path)
        corners, table = found(recogniser, image)
        boxes: list[Box] = [tuple(box) for box in json.loads(row.boxes)] if row.boxes else []
        if boxes:
            hits = boxed(corners, table, boxes, least)
        else:
            hits = alone(corners, table, row.cards[0], least) if row.cards else []
        kinds[f"{row.source} corners"] += len(hits)
        kinds[f"{row.source} pictures"] += 1
        if row.cards and not hits:
            continue
        at = len(images)
        images.append(image)
        lines += [row_of(at, corner, label) for corner, label in hits]
        whole = polygon(0, 0, image.shape[1], image.shape[0])
        ignored[at] = [polygon(*box[1:]) for box in boxes] if boxes else [whole] if row.cards else []
        # What fires outside the boxes may be an index that nobody boxed.
        ignored[at] += [
            polygon(c.x - c.tall * 0.6, c.y - c.tall * 0.6, c.tall * 1.2, c.tall * 1.2)
            for c in corners
            if c.heat > 0.6 and boxes
        ]
        tall = float(np.median([c.tall for c, _ in hits])) if hits else max(image.shape[:2]) / 22
        zooms.append(24.0 / tall)
    print(dict(kinds))  # noqa: T201 -- a training script reports to its terminal
    held = np.empty(len(images), object)
    held[:] = images
    return {
        "images": held,
        "rows": np.array(lines, np.float32),
        "ignored": np.array(ignored, object),
        "zooms": np.array(zooms),
    }


def main() -> None:
    """Label the sources asked for and write them."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("manifest", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("--sources", nargs="+", required=True)
    asked.add_argument(
        "--least", type=float, default=0.35, help="chance of the box's own label that makes a corner count"
    )
    given = asked.parse_args()
    wanted = {part.split(":")[0]: part.split(":")[1].split(",") if ":" in part else [""] for part in given.sources}
    rows = [
        row
        for row in read_manifest(given.manifest)
        if row.source in wanted and any(word in row.notes for word in wanted[row.source])
    ]
    recogniser = load()
    assert isinstance(recogniser, CornerRecogniser)
    np.savez(given.out, **label(rows, recogniser, given.least))


if __name__ == "__main__":
    main()
