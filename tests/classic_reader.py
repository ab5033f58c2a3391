"""`python -m tests.classic_reader MANIFEST`: the classic way to read cards, as a peer for the recogniser's figures.

Outline and template, as most card projects do it: threshold, four-cornered outlines, each brought upright, the two
shapes of its corner compared with templates. Its templates are eight of our drawn decks; it names the nearest one
where that is near enough. `--every N` takes one picture in N.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK, Suited
from dealer_assist.sighting import Look, Quad, SeenCard
from models.evaluation import lines, read_all
from models.faces import face, style
from models.manifest import read_manifest
from models.recogniser import load, trained_on
from models.scoring import Line, table

Grey = NDArray[np.uint8]

#: An upright card, its corner within it, and the squares to which the two shapes of a corner are brought.
_CARD: Final = (200, 300)
_CORNER: Final = (34, 92)
_SHAPE: Final = 64
#: The share of a shape's pixels that may differ from its template.
_NEAR: Final = 0.2


class Classic:
    """Names the cards whose whole outline it sees; meets `models.recogniser.Recogniser`."""

    name = digest = "classic"

    def __init__(self, decks: int = 8) -> None:
        self.ranks: dict[int, list[Grey]] = defaultdict(list)
        self.suits: dict[str, list[Grey]] = defaultdict(list)
        for seed in range(decks):
            for card in DECK:
                upright = cv2.resize(face(card, _CARD[1], style(seed))[..., :3], _CARD)
                shapes = _shapes(np.asarray(upright, np.uint8))
                if shapes is not None:
                    self.ranks[card.rank].append(shapes[0])
                    self.suits[card.suit].append(shapes[1])

    def look(self, image: NDArray[np.uint8]) -> Look:
        """The cards whose corner is near enough to a template; the other outlines are unsure."""
        began, seen = time.perf_counter(), []
        for outline, upright in _outlined(image):
            shapes = _shapes(upright)
            if shapes is None:
                continue
            rank, far = _nearest(self.ranks, shapes[0])
            suit, off = _nearest(self.suits, shapes[1])
            sure = max(far, off) <= _NEAR
            seen.append(SeenCard(Suited(rank, suit) if sure else None, outline, 1 - max(far, off)))
        return Look(tuple(seen), 1000 * (time.perf_counter() - began))


def _outlined(image: NDArray[np.uint8]) -> Iterator[tuple[Quad, NDArray[np.uint8]]]:
    """Every bright four-cornered outline, and what is in it as an upright card."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if cv2.contourArea(contour) < max(1500, image.size / 3 / 400):
            continue
        corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(corners) == 4:
            points = corners.reshape(4, 2).astype(np.float32)
            a, b, c, d = ((float(x), float(y)) for x, y in points)
            yield (a, b, c, d), _upright(image, points)


def _upright(image: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    around = np.argsort(np.arctan2(*(corners - corners.mean(axis=0)).T[::-1]))
    ring = corners[around]
    if np.linalg.norm(ring[0] - ring[1]) > np.linalg.norm(ring[1] - ring[2]):
        ring = np.roll(ring, -1, axis=0)
    wide, tall = _CARD
    to = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    return np.asarray(cv2.warpPerspective(image, cv2.getPerspectiveTransform(ring, to), _CARD), np.uint8)


def _shapes(upright: NDArray[np.uint8]) -> tuple[Grey, Grey] | None:
    """The rank's and the suit's shape in the corner of an upright card, or None where there are no two."""
    wide, tall = _CORNER
    corner = cv2.resize(cv2.cvtColor(upright[4 : 4 + tall, 3 : 3 + wide], cv2.COLOR_BGR2GRAY), None, fx=4, fy=4)
    _, ink = cv2.threshold(corner, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    found = []
    for half in (ink[: ink.shape[0] * 55 // 100], ink[ink.shape[0] * 55 // 100 :]):
        contours, _ = cv2.findContours(half, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        large = [contour for contour in contours if cv2.contourArea(contour) > 150]
        if not large:
            return None
        x, y, w, h = cv2.boundingRect(np.concatenate(large))
        found.append(np.asarray(cv2.resize(half[y : y + h, x : x + w], (_SHAPE, _SHAPE)), np.uint8))
    return found[0], found[1]


def _nearest(templates: dict[Any, list[Grey]], shape: Grey) -> tuple[Any, float]:
    """The name of the template nearest to a shape, and the share of pixels that differ."""
    apart = {
        name: min(float((cv2.absdiff(shape, one) > 127).mean()) for one in kept) for name, kept in templates.items()
    }
    best = min(apart, key=lambda name: apart[name])
    return best, apart[best]


def beside(manifest: Path, every: int) -> list[Line]:
    """Both readers' figures on the same pictures, by source."""
    rows, saw = read_manifest(manifest)[::every], trained_on().saw
    found = []
    for reader in (Classic(), load("default", 2)):
        for one in lines(read_all(rows, reader, saw)):
            found.append(msgspec.structs.replace(one, source=f"{one.source}, {reader.name}"))
    return sorted(found, key=lambda one: one.source)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("manifest", type=Path)
    asked.add_argument("--every", type=int, default=1)
    given = asked.parse_args()
    print(table(beside(given.manifest, given.every)))


if __name__ == "__main__":
    main()
