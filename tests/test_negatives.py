"""Pictures without cards: as many kinds as we could think of, and no card named in any."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from models.negatives import alarms, main, picture
from models.not_cards import KINDS
from models.recogniser import load

pytestmark = pytest.mark.timeout(600)


def test_no_card_is_named_in_sixty_pictures_without_cards() -> None:
    found = list(alarms(load(), seed=7, count=60))
    assert {kind for kind, *_ in found} == set(KINDS)
    assert [(kind, number, named) for kind, number, named, _ in found if named] == []


def test_a_picture_follows_from_its_seed_and_number() -> None:
    (kind, one), (_, same), (_, other) = picture(3, 4), picture(3, 4), picture(4, 4)
    assert kind == list(KINDS)[4]
    assert one.shape == (640, 960, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_shows_something(kind: str) -> None:
    image = KINDS[kind](np.random.default_rng(5))
    assert image.dtype == np.uint8
    assert image.std() > 2


def test_the_command_prints_a_line_a_kind() -> None:
    result = CliRunner().invoke(main, ["--count", str(len(KINDS)), "--seed", "7"])
    assert result.exit_code == 0, result.output
    *_, last = result.stdout.splitlines()
    assert last.split() == ["sum", str(len(KINDS)), "0", last.split()[3]]
