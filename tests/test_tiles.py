"""A closer look at the warm parts alone finds what a look at the whole finds."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from models import tiles
from models.corners import CornerRecogniser
from models.locating import Locator
from models.recogniser import load
from models.tiles import GRID, MARGIN, Box, laid_out, packed, parts
from tests.pictures import Laid, Pixels, felt, lay, taken

HAND = [Laid("As", 200, 200, 5), Laid("Td", 520, 210, -8), Laid("7h", 760, 440, 12), Laid("Kc", 1050, 250, 80)]


@pytest.fixture(scope="module")
def locator() -> Locator:
    plain = load()
    assert isinstance(plain, CornerRecogniser)
    return plain.locator


@pytest.mark.parametrize("index", [13, 17, 26])
def test_corners_stand_where_the_whole_picture_shows_them(
    locator: Locator, index: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = taken(lay(felt(), HAND, index))
    by_parts, side = locator.find(picture)
    monkeypatch.setattr("models.locating.packed", lambda scaled, heat: None)
    whole, whole_side = locator.find(picture)
    assert side == whole_side > 640
    assert len(by_parts) == len(whole) >= 8
    for corner in whole:
        nearest = min(by_parts, key=lambda other: np.hypot(other.x - corner.x, other.y - corner.y))
        assert np.hypot(nearest.x - corner.x, nearest.y - corner.y) < 0.05 * corner.tall
        assert nearest.tall == pytest.approx(corner.tall, rel=0.05)


def warm(*places: tuple[int, int]) -> NDArray[np.float32]:
    heat = np.zeros((92, 160), np.float32)
    for row, column in places:
        heat[row, column] = 0.3
    return heat


def test_what_is_packed_leads_back_to_where_it_was() -> None:
    rng = np.random.default_rng(4)
    scaled: Pixels = rng.integers(0, 255, (656, 1152, 3), np.uint8)
    found = packed(scaled, warm((3, 2), (60, 100), (61, 104), (91, 159)))
    assert found is not None
    assert found.picture.shape[0] % GRID == found.picture.shape[1] % GRID == 0
    assert found.searched.sum() > 100
    for row, column in np.argwhere(found.searched)[::7].tolist():
        y, x = 4 * row + int(found.shift_y[row, column]), 4 * column + int(found.shift_x[row, column])
        assert (found.picture[4 * row : 4 * row + 4, 4 * column : 4 * column + 4] == scaled[y : y + 4, x : x + 4]).all()


def test_every_warm_place_is_searched() -> None:
    heat = warm((3, 2), (60, 100), (91, 159))
    boxes = parts(heat, 656, 1152)
    assert len(boxes) == 3
    for row, column in np.argwhere(heat > 0).tolist():
        y, x = (row + 0.5) * 656 / 92, (column + 0.5) * 1152 / 160
        assert any(left < x < right and top < y < bottom for left, top, right, bottom in boxes)


def test_tiles_lie_apart_and_on_the_grid() -> None:
    boxes: list[Box] = [(40, 40, 80, 84), (600, 12, 660, 60), (900, 500, 1000, 560), (0, 600, 30, 656)]
    laid = laid_out(boxes, 656, 1152)
    assert laid is not None
    placed, tall, across = laid
    covered = np.zeros((tall, across), int)
    for tile, (left, top, right, bottom) in placed:
        assert not any(edge % GRID for edge in (tile.x, tile.y, tile.width, tile.height, tile.to_x, tile.to_y))
        assert tile.x <= max(0, left - MARGIN)
        assert tile.y <= max(0, top - MARGIN)
        assert tile.x + tile.width >= min(1152, right + MARGIN)
        assert tile.y + tile.height >= min(656, bottom + MARGIN)
        covered[tile.to_y : tile.to_y + tile.height, tile.to_x : tile.to_x + tile.width] += 1
    assert covered.max() == 1


@pytest.mark.parametrize("heat", [np.zeros((92, 160), np.float32), np.full((92, 160), 0.3, np.float32)])
def test_nothing_warm_or_everything_takes_the_whole(heat: NDArray[np.float32]) -> None:
    assert tiles.packed(np.zeros((656, 1152, 3), np.uint8), heat) is None
