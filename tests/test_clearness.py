"""A camera that shows nothing is told from one that shows an empty felt, and within a second."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.camera import is_device
from hardware.clearness import BAD_FOR, STILL_FOR, Clearness, fault
from tests.pictures import Laid, Pixels, felt, lay, taken

SECOND = 1_000_000_000


def even(grey: int) -> Pixels:
    return np.full((360, 640, 3), grey, np.uint8)


def glare() -> Pixels:
    image = taken(felt(360, 640))
    image[:, 100:500] = 255
    return image


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (even(0), "The picture is black."),
        (even(9), "The picture is black."),
        (even(120), "The picture is of one colour."),
        (even(255), "The picture is all glare."),
        (glare(), "The picture is all glare."),
    ],
)
def test_what_shows_nothing(image: Pixels, why: str) -> None:
    assert fault(image) == why


@pytest.mark.parametrize("light", [0.25, 1.0, 1.6])
def test_a_felt_is_something_with_cards_and_without(light: float) -> None:
    for laid in ([], [Laid("As", 200, 200), Laid("Kd", 400, 200)]):
        image = taken(lay(felt(), laid, index=30))
        assert fault(np.clip(image * light, 0, 255).astype(np.uint8)) is None


def test_a_hand_before_the_lens_for_a_moment_is_no_loss() -> None:
    clearness, good = Clearness(still=True), taken(felt(360, 640))
    assert clearness.judge(good, 1) is None
    assert clearness.judge(even(0), SECOND) is None
    assert clearness.judge(taken(felt(360, 640), seed=1), SECOND + SECOND // 2) is None
    assert clearness.judge(even(0), 2 * SECOND) is None


def test_blind_within_two_seconds_and_seeing_again_at_once() -> None:
    clearness = Clearness(still=True)
    told = [clearness.judge(even(0), SECOND + at * SECOND // 8) for at in range(9)]
    assert told[0] is None
    assert told[-1] == "The picture is black."
    assert sum(why is None for why in told) <= BAD_FOR * 8 + 1
    assert clearness.judge(taken(felt(360, 640)), 4 * SECOND) is None


def frozen(*, still: bool, noise: bool) -> str | None:
    """What is told after `STILL_FOR` seconds of a picture that is the same but for its noise."""
    clearness, why = Clearness(still=still), None
    image = taken(felt(360, 640))
    for at in range(int(STILL_FOR * 8) + 2):
        why = clearness.judge(taken(felt(360, 640), seed=at) if noise else image.copy(), SECOND + at * SECOND // 8)
    return why


def test_a_picture_that_stands_still_is_a_camera_that_hangs() -> None:
    assert frozen(still=True, noise=False) == "The picture stands still."
    assert frozen(still=True, noise=True) is None
    assert frozen(still=False, noise=False) is None, "a film may stand still"


@pytest.mark.parametrize(
    ("source", "is_one"),
    [(0, True), ("0", True), ("/dev/video0", True), ("rtsp://cam/1", True), ("film.mkv", False), ("folder/x", False)],
)
def test_which_sources_are_devices(source: int | str, is_one: bool) -> None:
    assert is_device(source) == is_one


def test_a_picture_of_another_size_than_the_boxes_were_drawn_in_is_no_sight() -> None:
    clear = Clearness(still=True, size=(300, 200))
    right, wrong = taken(felt(200, 300)), taken(felt(100, 150))
    assert clear.judge(right, 1) is None
    assert clear.judge(wrong, 2) == "The picture is 150×100 now; its boxes were drawn in one of 300×200."
    assert clear.judge(right, 3) is None
