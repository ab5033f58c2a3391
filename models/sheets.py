"""Contact sheets: every card that was read wrongly or missed, cut from its picture, with what is and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluation import Reading
from models.images import BadImage, load_image
from models.outcomes import Outcome

Pixels = NDArray[np.uint8]

#: Size of a tile's picture, its border and the room for two lines under it, pixels; columns and rows of a sheet.
SIDE, EDGE, WORDS = 150, 4, 34
ACROSS, DOWN = 8, 6
_WRONG: Final = (40, 40, 220)
_MISSED: Final = (30, 160, 230)
_OTHER: Final = (150, 150, 150)


def tile(image: Pixels, area: tuple[float, float, float, float] | None, colour: tuple[int, int, int], *words: str) -> (
    Pixels
):  # fmt: skip
    """A bordered cut of `image` around `area` (x, y, width, height; None: all of it) above up to two lines."""
    height, width = image.shape[:2]
    if area is None:
        x0, y0, x1, y1 = 0, 0, width, height
    else:
        x, y, wide, tall = area
        reach = max(wide, tall, 12.0) * 0.85
        x0, x1 = (int(np.clip(x + wide / 2 + side * reach, 0, width)) for side in (-1, 1))
        y0, y1 = (int(np.clip(y + tall / 2 + side * reach, 0, height)) for side in (-1, 1))
    cut = image[y0:y1, x0:x1]
    if not cut.size:
        cut = image
    scale = SIDE / max(cut.shape[:2])
    mode = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size = (max(1, round(cut.shape[1] * scale)), max(1, round(cut.shape[0] * scale)))
    out = np.full((SIDE + 2 * EDGE + WORDS, SIDE + 2 * EDGE, 3), 245, np.uint8)
    out[: SIDE + 2 * EDGE] = colour
    out[EDGE : EDGE + SIDE, EDGE : EDGE + SIDE] = 20
    out[EDGE : EDGE + size[1], EDGE : EDGE + size[0]] = cv2.resize(cut, size, interpolation=mode)
    for at, text in enumerate(words[:2]):
        place = (4, SIDE + 2 * EDGE + 13 + 15 * at)
        cv2.putText(out, _plain(text)[:28], place, cv2.FONT_HERSHEY_SIMPLEX, 0.36, (20, 20, 20), 1, cv2.LINE_AA)
    return out


def _plain(text: str) -> str:
    return text.encode("ascii", "replace").decode()


def write_sheets(folder: Path, name: str, tiles: Sequence[Pixels]) -> list[str]:
    """The tiles on sheets `NAME-1.jpg`, … in `folder`; the files' names."""
    names = []
    for first in range(0, len(tiles), ACROSS * DOWN):
        some = list(tiles[first : first + ACROSS * DOWN])
        some += [np.full_like(some[0], 245)] * (-len(some) % ACROSS)
        rows = [np.hstack(some[at : at + ACROSS]) for at in range(0, len(some), ACROSS)]
        names.append(f"{name}-{first // (ACROSS * DOWN) + 1}.jpg")
        content = cv2.imencode(".jpg", np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        (folder / names[-1]).write_bytes(content.tobytes())
    return names


def _area(outcome: Outcome) -> tuple[float, float, float, float] | None:
    if outcome.seen is not None:
        xs, ys = [x for x, _ in outcome.seen.box], [y for _, y in outcome.seen.box]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    return outcome.where


def of_outcomes(readings: Sequence[Reading]) -> tuple[list[Pixels], list[Pixels]]:
    """Tiles of the cards named wrongly and of those missed, picture by picture."""
    wrong: list[Pixels] = []
    missed: list[Pixels] = []
    for reading in readings:
        failed = [each for each in reading.outcomes() if each.wrong or each.missed]
        if not failed:
            continue
        try:
            image = load_image(reading.row.path)
        except BadImage:
            continue
        for each in failed:
            sure = f" {each.seen.confidence:.3f}" if each.seen is not None else ""
            words = (f"is {each.truth or 'no card'}, said {each.said}{sure}", reading.row.path.name[-28:])
            drawn = tile(image, _area(each), _WRONG if each.wrong else _MISSED, *words)
            (wrong if each.wrong else missed).append(drawn)
    return wrong, missed


def of_pictures(rows: Sequence[tuple[Path, str, str]]) -> list[Pixels]:
    """Tiles of whole pictures, each with two lines under it; one that can't be opened is left out."""
    tiles = []
    for path, first, second in rows:
        try:
            tiles.append(tile(load_image(path), None, _OTHER, first, second))
        except BadImage:
            continue
    return tiles
