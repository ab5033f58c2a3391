"""A layout out of a picture: four markers or the felt's corners under perspective, and boxes that never overlap."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import cv2
import numpy as np
import pytest

from dealer_assist.fusion import convex, overlap
from dealer_assist.sighting import Quad
from models.layout import BESIDE, MARKERS, NoCorners, by_felt, by_markers, laid, marker, straightened
from tests.pictures import Pixels

SIZE: Final = (1280, 720)
#: Where the felt's corners are in the picture: seen from the dealer's side, and by a camera that hangs askew.
VIEWS: Final[dict[str, Quad]] = {
    "straight": ((140.0, 60.0), (1140.0, 60.0), (1140.0, 660.0), (140.0, 660.0)),
    "tilted": ((290.0, 80.0), (1000.0, 80.0), (1200.0, 650.0), (80.0, 650.0)),
    "askew": ((250.0, 120.0), (1080.0, 60.0), (1180.0, 610.0), (110.0, 680.0)),
}


def wood() -> Pixels:
    """What lies around a felt."""
    rng = np.random.default_rng(3)
    grain = cv2.resize(rng.normal(0, 9, (90, 16)).astype(np.float32), SIZE)
    return np.clip(np.array([60, 90, 130], np.float32) + grain[..., None], 0, 255).astype(np.uint8)


def table(corners: Quad, markers: tuple[int, ...] = (), spins: int = 0) -> Pixels:
    """A picture of a green felt with `markers` on its corners, the far left one first, each turned `spins` times."""
    rng = np.random.default_rng(5)
    flat = np.clip(np.array([52, 104, 34]) + rng.normal(0, 6, (900, 1600, 1)), 0, 255).astype(np.uint8)
    flat = np.ascontiguousarray(np.broadcast_to(flat, (900, 1600, 3)) if flat.shape[2] == 1 else flat)
    places = ((0, 0), (1480, 0), (1480, 780), (0, 780))
    for number, (x, y) in zip(markers, places, strict=False):
        flat[y : y + 120, x : x + 120] = np.rot90(marker(number, 120), spins)
    square = np.array([(0, 0), (1600, 0), (1600, 900), (0, 900)], np.float32)
    matrix = cv2.getPerspectiveTransform(square, np.array(corners, np.float32))
    seen = cv2.warpPerspective(flat, matrix, SIZE)
    there = cv2.warpPerspective(np.full((900, 1600), 255, np.uint8), matrix, SIZE)[..., None] > 0
    image = cv2.GaussianBlur(np.where(there, seen, wood()), (0, 0), 0.7).astype(np.float32)
    return np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def middles(corners: Quad) -> np.ndarray:
    """Where the middles of the markers of `table` are in the picture."""
    square = np.array([(0, 0), (1600, 0), (1600, 900), (0, 900)], np.float32)
    matrix = cv2.getPerspectiveTransform(square, np.array(corners, np.float32))
    inner = np.array([[(60, 60), (1540, 60), (1540, 840), (60, 840)]], np.float32)
    return np.asarray(cv2.perspectiveTransform(inner, matrix)[0])


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("spins", [0, 1, 3])
def test_four_markers_say_where_the_felt_is_however_they_are_turned(view: str, spins: int) -> None:
    found = by_markers(table(VIEWS[view], MARKERS, spins))
    assert np.abs(np.array(found) - middles(VIEWS[view])).max() < 2.0


def test_a_camera_at_the_players_side_is_told_by_the_numbers_of_the_markers() -> None:
    found = by_markers(table(VIEWS["tilted"], (2, 3, 0, 1)))
    assert np.abs(np.array(found) - np.roll(middles(VIEWS["tilted"]), 2, axis=0)).max() < 2.0


@pytest.mark.parametrize(
    ("markers", "said"),
    [
        ((), "marker 0 (far left), 1 (far right), 2 (near right), 3 (near left) is not in the picture"),
        ((0, 1, 2), "marker 3 (near left) is not in the picture"),
        ((0, 2, 1, 3), "do not lie around the felt"),
    ],
)
def test_markers_that_are_missing_or_out_of_order_are_named(markers: tuple[int, ...], said: str) -> None:
    with pytest.raises(NoCorners) as refused:
        by_markers(table(VIEWS["straight"], markers))
    assert said in str(refused.value)


def test_a_marker_that_is_there_twice_is_named() -> None:
    image = table(VIEWS["straight"], MARKERS)
    image[300:420, 600:720] = marker(2, 120)
    with pytest.raises(NoCorners, match="marker 2 is in the picture twice"):
        by_markers(image)


@pytest.mark.parametrize("view", VIEWS)
def test_the_corners_of_the_felt_are_found_by_its_colour(view: str) -> None:
    found = by_felt(table(VIEWS[view]))
    assert np.abs(np.array(found) - np.array(VIEWS[view])).max() < 12.0


def test_where_no_felt_is_it_is_said_so() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    round_table = cv2.ellipse(wood(), ((640, 360), (1100, 640), 0), (52, 104, 34), -1)
    for image in (noise, np.asarray(round_table, np.uint8)):
        with pytest.raises(NoCorners, match="tap"):
            by_felt(image)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("seats", range(1, 11))
def test_proposed_boxes_are_convex_lie_in_the_felt_and_never_overlap(seats: int, view: str) -> None:
    names = [*(f"seat{number + 1}" for number in range(seats)), "dealer", "board", *BESIDE]
    boxes = laid(names, VIEWS[view])
    assert list(boxes) == names
    felt = np.array(VIEWS[view], np.float32)
    for box in boxes.values():
        assert convex(box)
        assert all(cv2.pointPolygonTest(felt, corner, True) > -1 for corner in box)
    assert [pair for pair in combinations(names, 2) if overlap(boxes[pair[0]], boxes[pair[1]])] == []


def test_seat_one_lies_at_the_dealers_left_and_the_dealer_nearest() -> None:
    boxes = laid(["seat1", "seat2", "seat3", "dealer"], VIEWS["tilted"])
    places = {name: np.mean(box, axis=0) for name, box in boxes.items()}
    assert places["seat1"][0] < places["seat2"][0] < places["seat3"][0]
    assert places["dealer"][1] > max(place[1] for name, place in places.items() if name != "dealer")


def test_the_perspective_is_undone() -> None:
    flat = straightened(table(VIEWS["askew"], MARKERS), VIEWS["askew"])
    assert flat.shape == (720, 1280, 3)
    found = np.array(by_markers(flat)) / (1280, 720)
    wanted = np.array([(60, 60), (1540, 60), (1540, 840), (60, 840)]) / (1600, 900)
    assert np.abs(found - wanted).max() < 0.004
