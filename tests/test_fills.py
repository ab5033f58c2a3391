"""How full a box is, and how much of that is paper: on staged tables, under a light that changes."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_assist.cards import parse
from dealer_assist.sighting import Fill
from dealer_assist.unseen import what_came
from models.fills import Fills
from models.stage import Place, Scene, Table
from models.stage.layout import of_game
from tests.pictures import Pixels

BOXES = ("player1", "player2", "player3", "player4", "dealer")


def fan(box: str, cards: str) -> tuple[Place, ...]:
    """Cards of one box; `??` lies face down."""
    return tuple(
        Place(box, None if name == "??" else parse(name), order, 0, order) for order, name in enumerate(cards.split())
    )


def in_light(image: Pixels, blue: float, green: float, red: float) -> Pixels:
    return np.clip(image * np.array((blue, green, red)), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module", params=[1, 2, 4])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(of_game("exchange_blackjack", BOXES), seed=request.param)


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.6, 0.62, 0.64), (0.85, 1.0, 1.15)])
def test_whatwhat_came_into_a_box(table: Table, light: tuple[float, float, float]) -> None:
    fills = Fills(table.boxes())
    before = Scene((*fan("player1", "Ks"), *fan("player3", "As 9d")))
    after = Scene(
        (
            *fan("player1", "Ks Kd"),
            *fan("player2", "??"),
            *fan("player3", "As 9d ??"),
            *fan("player4", "Qs"),
        )
    )
    fills.measure(in_light(table.picture(Scene(), 0), *light), is_quiet=True)
    dimmer = tuple(part * 0.95 for part in light)
    looked = [
        {fill.box: fill for fill in fills.measure(in_light(table.picture(scene, 7), *dimmer), is_quiet=False)}
        for scene in (before, after)
    ]
    came = {box: what_came(looked[0][box], looked[1][box], 0.225) for box in BOXES}
    assert came == {"player1": "face", "player2": "back", "player3": "back", "player4": "face", "dealer": "nothing"}


def test_a_light_that_changes_slowly_fills_no_box(table: Table) -> None:
    fills = Fills(table.boxes())
    bare = table.picture(Scene(), 0)
    most = 0.0
    for look in range(60):
        share = 1 - 0.5 * look / 60
        for fill in fills.measure(in_light(bare, share, share, share**0.8), is_quiet=True):
            most = max(most, fill.share)
    assert most < 0.01


def test_something_that_stays_becomes_part_of_the_felt(table: Table) -> None:
    fills = Fills(table.boxes(), anew_after=48)
    fills.measure(table.picture(Scene(), 0), is_quiet=True)
    left = table.picture(Scene(fan("player1", "??")), 1)
    shares = [fills.measure(left, is_quiet=True)[0].share for _ in range(60)]
    assert shares[0] > 0.15
    assert shares[-1] == 0.0


def test_a_picture_of_another_size_begins_anew(table: Table) -> None:
    fills = Fills(table.boxes())
    fills.measure(table.picture(Scene(), 0), is_quiet=True)
    assert fills.measure(np.zeros((40, 700, 3), np.uint8), is_quiet=True)[0] == Fill("player1", 0.0, 0.0)
