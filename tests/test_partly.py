"""Only what has changed is looked at: the same cards as by who looks at all of it."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_assist.cards import parse
from dealer_assist.sighting import Look
from models.corners import CornerRecogniser
from models.partly import Partly
from models.recogniser import load
from models.stage import Arm, Place, Scene, Table

pytestmark = pytest.mark.timeout(300)

KING, FOUR, NINE = (
    Place(box, parse(name), order) for box, name, order in (("seat1", "Kd", 0), ("seat1", "4s", 1), ("dealer", "9h", 0))
)


@pytest.fixture
def partly() -> Partly:
    plain = load()
    assert isinstance(plain, CornerRecogniser)
    return Partly(plain)


def named(look: Look) -> list[str]:
    return sorted(str(card.card) for card in look.cards if card.card is not None)


def test_it_sees_what_the_whole_picture_shows(partly: Partly) -> None:
    table, whole = Table(2, seed=3), load("steady")
    x, y = table.spot(Scene((KING,)), KING)
    shown = [
        Scene(),
        Scene((KING,)),
        Scene((KING,)),
        Scene((KING, NINE)),
        Scene((KING, NINE), (), (Arm((x, y), (x + 40, 900.0)),)),
        Scene((KING, FOUR, NINE)),
        Scene((NINE,)),
    ]
    for number, scene in enumerate(shown):
        picture = table.picture(scene, number)
        assert named(partly.look(picture)) == named(whole.look(picture)), number
    assert named(partly.look(table.picture(Scene((KING, FOUR, NINE)), 9))) == ["4s", "9h", "Kd"]


def test_a_tiny_picture_shows_nothing(partly: Partly) -> None:
    assert partly.look(np.zeros((8, 300, 3), np.uint8)).cards == ()
