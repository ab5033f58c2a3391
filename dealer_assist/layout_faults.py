"""What is wrong with the boxes of a layout: one judgement for the table's file and for the page that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

import msgspec

from dealer_assist.fusion import convex, overlap
from dealer_assist.sighting import Quad


class LayoutFault(msgspec.Struct, frozen=True):
    """One fault, with the boxes that have it: outside the picture, corners that go round no box, two that overlap, or a
    box that the game needs and that is not there."""

    kind: Literal["outside", "twisted", "overlap", "missing"]
    boxes: tuple[str, ...]


def layout_faults(size: tuple[int, int], boxes: Mapping[str, Quad], needed: Sequence[str]) -> Iterator[LayoutFault]:
    """The faults of `boxes` drawn on a picture of `size` (width, height) for a game that needs the boxes `needed`."""
    width, height = size
    whole: list[str] = []
    for box, corners in boxes.items():
        if not all(0 <= x <= width and 0 <= y <= height for x, y in corners):
            yield LayoutFault("outside", (box,))
        if convex(corners):
            whole.append(box)
        else:
            yield LayoutFault("twisted", (box,))
    for one, other in combinations(whole, 2):
        if overlap(boxes[one], boxes[other]):
            yield LayoutFault("overlap", (one, other))
    for box in needed:
        if box not in boxes:
            yield LayoutFault("missing", (box,))
