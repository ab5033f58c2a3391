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
from models.steady import Steady
from tests.pictures import Laid, felt, lay, taken

pytestmark = pytest.mark.timeout(300)

KING, FOUR, NINE = (
    Place(box, parse(name), order) for box, name, order in (("seat1", "Kd", 0), ("seat1", "4s", 1), ("dealer", "9h", 0))
)


def plain() -> CornerRecogniser:
    loaded = load()
    assert isinstance(loaded, CornerRecogniser)
    return loaded


@pytest.fixture
def partly() -> Partly:
    return Partly(plain())


def named(look: Look) -> list[str]:
    return sorted(str(card.card) for card in look.cards if card.card is not None)


def test_it_sees_what_the_whole_picture_shows(partly: Partly) -> None:
    table, whole = Table(2, seed=3), Steady(plain())
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


def test_an_empty_table_does_not_fix_how_large_indices_are(partly: Partly) -> None:
    """Small indices of a large picture are found after a while in which nothing lay there."""
    hand = [Laid("As", 300, 200, 5), Laid("Td", 700, 240, -8), Laid("7h", 1000, 440, 12)]
    for seed in range(3):
        assert named(partly.look(taken(felt(), seed=seed))) == []
    assert named(partly.look(taken(lay(felt(), hand, 17), seed=9))) == ["7h", "As", "Td"]
    # The table is cleared, and dealt to with a larger deck.
    assert named(partly.look(taken(felt(), seed=11))) == []
    assert named(partly.look(taken(lay(felt(), hand, 40), seed=12))) == ["7h", "As", "Td"]


def test_what_drifts_slowly_beside_a_change_is_seen(partly: Partly) -> None:
    there, gone = Laid("As", 300, 200, 5), Laid("7h", 1000, 440, 12)
    with_card = lay(felt(), [there, gone], 26).astype(np.float32)
    without = lay(felt(), [there], 26).astype(np.float32)
    assert named(partly.look(with_card.astype(np.uint8))) == ["7h", "As"]
    for step in range(1, 81):
        frame = with_card + (without - with_card) * step / 80
        # Something moves elsewhere all the time.
        frame[560:600, 100 + 2 * step : 140 + 2 * step] = (20, 20, 160)
        look = partly.look(frame.astype(np.uint8))
    assert named(look) == ["As"]


def test_a_tiny_picture_shows_nothing(partly: Partly) -> None:
    assert partly.look(np.zeros((8, 300, 3), np.uint8)).cards == ()
