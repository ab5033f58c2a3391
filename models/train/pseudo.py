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
from typing import Any, Final

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


def found(recogniser: CornerRecogniser, image: Pixels) -> list[Corner]:
    """Corners at several scales, each place once, the clearest first."""
    corners, side = recogniser.locator.find(image)
    for share in (0.5, 0.72, 1.35, 1.9):
        corners += recogniser.locator.at_side(image, max(40.0, side * share))
    corners.sort(key=lambda c: -c.heat)
    kept: list[Corner] = []
    for corner in corners:
        if all(np.hypot(corner.x - o.x, corner.y - o.y) > 0.4 * o.tall for o in kept):
            kept.append(corner)
    return kept


def read(recogniser: CornerRecogniser, image: Pixels, corners: list[Corner]) -> NDArray[np.float32]:
    """N×54 log chances of the corners, both readers together."""
    if not corners:
        return np.zeros((0, 54), np.float32)
    tight, wide = recogniser.reader.logits(image, corners)
    return np.asarray((joint(tight, 1.0) + joint(wide, 1.0)) / 2, np.float32)


def around(box: Box) -> list[Corner]:
    """What could be the index that a box was drawn around: upright and turned, narrow and broad."""
    _, x, y, w, h = box
    out = []
    for turn in np.arange(0, 2 * np.pi, np.pi / 12):
        s, c = abs(np.sin(turn)), abs(np.cos(turn))
        for share in (0.45, 0.65):
            tall = 0.92 * min(w / (s + share * c), h / (c + share * s))
            out.append(Corner(x + w / 2, y + h / 2, np.sin(turn), -np.cos(turn), tall, share * tall, 0.0))
    return out


def nudged(corner: Corner, by: float) -> list[Corner]:
    """`corner` moved, turned and resized a little."""
    out = [corner]
    for dx, dy, turn, size in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)):
        for sign in (-by, by):
            a = 0.8 * sign * turn
            out.append(
                Corner(
                    corner.x + sign * dx * corner.tall,
                    corner.y + sign * dy * corner.tall,
                    corner.up_x * float(np.cos(a)) - corner.up_y * float(np.sin(a)),
                    corner.up_x * float(np.sin(a)) + corner.up_y * float(np.cos(a)),
                    corner.tall * float(np.exp(sign * size)),
                    corner.wide * float(np.exp(sign * size)),
                    corner.heat,
                )
            )
    return out


def likeliest(
    recogniser: CornerRecogniser, image: Pixels, corners: list[Corner], label: int, least: float
) -> Corner | None:
    """Of many guesses the corner that reads best as `label`, brought to where it reads best; None below `least`."""
    if not corners:
        return None
    both = [image, np.asarray(255 - image, np.uint8)]
    fits = [chance(read(recogniser, picture, corners), label) for picture in both]
    # A black deck reads better in negative while the readers know few of its kind.
    picture = both[int(fits[1].max() > 2 * fits[0].max())]
    best = corners[int(np.maximum(fits[0], fits[1]).argmax() if fits[0].max() < 0.9 else fits[0].argmax())]
    for by in (0.12, 0.06):
        near = nudged(best, by)
        table = chance(read(recogniser, picture, near), label)
        weights = table / max(float(table.sum()), 1e-9)
        if float(table.max()) < 0.02:
            return None
        mean = {k: float(sum(w * getattr(c, k) for w, c in zip(weights, near, strict=True))) for k in _FIELDS}
        length = float(np.hypot(mean["up_x"], mean["up_y"]))
        best = Corner(mean["x"], mean["y"], mean["up_x"] / length, mean["up_y"] / length, mean["tall"], mean["wide"])
    sure = float(chance(read(recogniser, picture, [best]), label)[0])
    return best if sure >= least else None


_FIELDS: Final = ("x", "y", "up_x", "up_y", "tall", "wide")


def boxed(
    corners: list[Corner], table: NDArray[np.float32], boxes: list[Box], least: float
) -> list[tuple[Corner, int]]:
    """The corners that read as the label of a card's box they lie in."""
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


def indexed(
    recogniser: CornerRecogniser, image: Pixels, corners: list[Corner], boxes: list[Box], least: float
) -> list[tuple[Corner, int]]:
    """A corner for each box that was drawn around an index."""
    out = []
    for box in boxes:
        name, x, y, w, h = box
        if name == "back":
            continue
        inside = [
            c
            for c in corners
            if x + 0.2 * w <= c.x <= x + 0.8 * w and y + 0.2 * h <= c.y <= y + 0.8 * h and c.tall < 1.3 * max(w, h)
        ]
        for guesses in (inside, around(box)):
            best = likeliest(recogniser, image, guesses, label_of(name), least)
            if best:
                out.append((best, label_of(name)))
                break
    return out


def spread(image: Pixels, source: str) -> list[Corner]:
    """Where the index of a picture of one card may be, by source."""
    height, width = image.shape[:2]
    talls: tuple[float, ...]
    if source == "shoe":
        xs, ys, talls = np.arange(0.36, 0.6, 0.04), np.arange(0.3, 0.72, 0.05), (0.46, 0.54)
    else:
        xs, ys, talls = np.arange(0.04, 0.2, 0.03), np.arange(0.1, 0.34, 0.04), (0.2, 0.28, 0.36)
    return [
        Corner(float(x * width), float(y * height), 0.0, -1.0, t * height, 0.4 * t * height, 0.0)
        for x in xs
        for y in ys
        for t in talls
    ]


def alone(
    recogniser: CornerRecogniser, image: Pixels, corners: list[Corner], row: Labelled, least: float
) -> list[tuple[Corner, int]]:
    """The surest corner of a picture of one card, and its partner if that reads the same."""
    name = label_of(row.cards[0])
    table = chance(read(recogniser, image, corners), name)
    # Much of a joker's picture looks like a joker's index: only its corner counts.
    if name != JOKER_LABEL and len(table) and float(table.max()) >= least:
        best = corners[int(table.argmax())]
        fitting = [c for c, fit in zip(corners, table, strict=True) if fit >= least and c is not best]
        others = [c for c in fitting if (r := relation(best, c)) and r[0] == "across"]
        return [(corner, name) for corner in [best, *others[:1]]]
    one = likeliest(recogniser, image, spread(image, row.source), name, least)
    return [(one, name)] if one else []


def polygon(x: float, y: float, w: float, h: float) -> NDArray[np.float64]:
    """A rectangle as four points."""
    return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def row_of(at: int, corner: Corner, label: int) -> list[float]:
    """A row as `models.train.scenes` writes it."""
    return [at, corner.x, corner.y, corner.up_x, corner.up_y, corner.tall, corner.wide, label, 1.0]


def label(rows: list[Labelled], recogniser: CornerRecogniser, least: float) -> dict[str, Any]:
    """Images, rows, ignored polygons, zooms, sources and notes for `models.train.detector` and `reader`."""
    images: list[Pixels] = []
    lines: list[list[float]] = []
    ignored: dict[int, list[NDArray[np.float64]]] = {}
    zooms, sources, notes, kinds = [], [], [], Counter[str]()
    for row in rows:
        image = load_image(row.path)
        corners = found(recogniser, image)
        boxes: list[Box] = [tuple(box) for box in json.loads(row.boxes)] if row.boxes else []
        of_indices = "index boxes" in row.notes
        if boxes and of_indices:
            hits = indexed(recogniser, image, corners, boxes, least)
        elif boxes:
            hits = boxed(corners, read(recogniser, image, corners), boxes, max(least, 0.3))
        else:
            hits = alone(recogniser, image, corners, row, least) if row.cards else []
        kinds[f"{row.source} corners"] += len(hits)
        kinds[f"{row.source} boxes"] += sum(box[0] != "back" for box in boxes)
        kinds[f"{row.source} pictures"] += 1
        if row.cards and not hits:
            continue
        at = len(images)
        images.append(image)
        sources.append(row.source)
        notes.append(row.notes)
        lines += [row_of(at, corner, label) for corner, label in hits]
        whole = polygon(0, 0, image.shape[1], image.shape[0])
        ignored[at] = [polygon(*box[1:]) for box in boxes] if boxes else [whole] if row.cards else []
        # What fires outside the boxes may be an index that nobody boxed.
        ignored[at] += [
            polygon(c.x - c.tall * 0.6, c.y - c.tall * 0.6, c.tall * 1.2, c.tall * 1.2)
            for c in corners
            if c.heat > (0.2 if of_indices else 0.6) and boxes
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
        "sources": np.array(sources),
        "notes": np.array(notes),
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
