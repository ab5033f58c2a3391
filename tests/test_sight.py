"""Hands over the felt and a camera that was moved, on tables that are drawn here."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from dealer_assist.fusion import inside, overlap
from dealer_assist.sighting import Look, Quad
from models.sight import Sight
from models.stage import Scene, Table
from tests.pictures import Laid, Pixels, lay, taken

SIZE = (960, 540)


class Nothing:
    """A recogniser that sees no card."""

    name = "nothing"
    digest = "0"

    def look(self, image: Pixels) -> Look:
        return Look((), 1.0)


def table() -> Pixels:
    """A felt with its boxes printed on it."""
    return Table(3, SIZE, seed=2).picture(Scene(), 0)


def shifted(image: Pixels, across: float, down: float, turn: float = 0.0) -> Pixels:
    height, width = image.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    move[:, 2] += np.array((across, down))
    return np.asarray(cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def looks(pictures: Iterable[Pixels]) -> list[Look]:
    sight = Sight(Nothing())
    return [sight.look(taken(picture, seed=at)) for at, picture in enumerate(pictures)]


@pytest.mark.parametrize(("across", "down"), [(20, 0), (0, -14), (60, 35), (-120, 10)])
def test_a_camera_that_was_moved(across: float, down: float) -> None:
    still = table()
    told = looks([still] * 8 + [shifted(still, across, down)] * 16)
    assert not any(look.moved for look in told[:8])
    assert told[-1].moved


def test_a_camera_that_was_put_back() -> None:
    still = table()
    told = looks([still] * 4 + [shifted(still, 40, 0)] * 16 + [still] * 16)
    assert told[19].moved
    assert not told[-1].moved


def test_cards_light_and_a_hand_are_no_move() -> None:
    still = table()
    cards = [Laid("As", 200 + 90 * at, 300) for at in range(6)]
    full = lay(still, cards, index=26)
    hand = full.copy()
    hand[200:540, 300:500] = (120, 150, 200)
    dim, bright = (np.clip(full * light, 0, 255).astype(np.uint8) for light in (0.6, 1.3))
    told = looks([still] * 4 + [full] * 12 + [hand] * 12 + [dim] * 12 + [bright] * 12)
    assert not any(look.moved for look in told)


def test_a_jolt_is_no_move() -> None:
    still = table()
    told = looks([still] * 8 + [shifted(still, 15, 8)] * 3 + [still] * 12)
    assert not any(look.moved for look in told)


def test_a_hand_that_moves_is_told_where_it_is() -> None:
    still = table()
    pictures = [still]
    for at in range(4):
        picture = still.copy()
        picture[300:540, 100 + 60 * at : 260 + 60 * at] = (120, 150, 200)
        pictures.append(picture)
    told = looks(pictures)
    assert not told[0].hands
    for at, look in enumerate(told[1:]):
        assert any(inside((150 + 60 * at, 420), hand) or inside((250 + 60 * at, 420), hand) for hand in look.hands)
        far: Quad = ((700, 20), (900, 20), (900, 200), (700, 200))
        assert not any(overlap(hand, far) for hand in look.hands)


def test_a_card_that_lands_is_no_hand() -> None:
    still = table()
    told = looks([still, lay(still, [Laid("As", 400, 300)], index=20), still])
    assert all(not look.hands for look in told)


@pytest.mark.parametrize("shape", [(1, 1, 3), (8, 300, 3), (40, 700, 3)])
def test_pictures_of_any_size_are_looked_at(shape: tuple[int, int, int]) -> None:
    sight = Sight(Nothing())
    for _ in range(9):
        assert not sight.look(np.zeros(shape, np.uint8)).moved


def test_the_light_of_an_evening_is_no_move_and_a_push_late_in_it_is_one() -> None:
    """From daylight to lamps in 80 pictures: darker, warmer, brightest at another place."""
    still = np.asarray(cv2.resize(table(), (480, 270), interpolation=cv2.INTER_AREA), np.uint8)
    across = np.linspace(0, 1, still.shape[1])[None, :, None]
    sight = Sight(Nothing())

    def lit(image: Pixels, hour: float) -> Pixels:
        lamp = 1 - hour * (0.35 + 0.45 * across)
        warm = np.array((1 - 0.3 * hour, 1 - 0.1 * hour, 1.0))
        return np.clip(image * lamp * warm, 0, 255).astype(np.uint8)

    for at in range(80):
        look = sight.look(taken(lit(still, at / 80), seed=at))
        assert not look.moved, at
        assert not look.shaken, at
    pushed = shifted(lit(still, 1.0), 8, 4)
    told = [sight.look(taken(pushed, seed=at)) for at in range(8)]
    assert told[0].shaken, "its boxes are not read from the first picture on"
    assert told[-1].moved, "within a second"
    assert not any(look.fills for look in told)


def test_a_camera_that_slides_step_by_step_has_moved_in_the_end() -> None:
    still = np.asarray(cv2.resize(table(), (480, 270), interpolation=cv2.INTER_AREA), np.uint8)
    told = looks([shifted(still, 0.25 * at, 0) for at in range(60)])
    assert not told[8].moved
    assert told[-1].moved
