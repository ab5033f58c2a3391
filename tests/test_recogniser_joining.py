"""Corners to cards: each card once, equal cards as often as they lie there."""

from __future__ import annotations

import itertools
import random

import msgspec
import numpy as np
import pytest

from dealer_assist.cards import parse
from models.corners import CornerRecogniser, seen
from models.crops import Corner
from models.joining import Told, join, outline, relation
from models.reading import Cuts, Read
from models.recogniser import load


def corners_of(
    card: str,
    x: float,
    y: float,
    turn: float = 0,
    tall: float = 20,
    right: float = 58,
    down: float = 70,
    four: bool = False,
) -> list[Told]:
    """The corners of a card with its middle at (x, y); `right` and `down` from one index to the opposite one."""
    angle = np.deg2rad(turn)
    up = np.array([np.sin(angle), -np.cos(angle)])
    side = np.array([np.cos(angle), np.sin(angle)])
    places = [(-1, 1, 1), (1, -1, -1)] + ([(1, 1, 1), (-1, -1, -1)] if four else [])
    out = []
    for across, above, sense in places:
        place = np.array([x, y]) + side * across * right / 2 + up * above * down / 2
        x_there, y_there, up_x, up_y = (float(value) for value in (*place, *(up * sense)))
        corner = Corner(x_there, y_there, up_x, up_y, tall, tall * 0.5)
        out.append(Told(corner, parse(card), 0.99))
    return out


def cards(told: list[Told]) -> list[str]:
    return sorted(str(group.card) for group in join(told))


@pytest.mark.parametrize("turn", range(0, 360, 30))
@pytest.mark.parametrize(("right", "down"), [(58, 70), (34, 40), (100, 150)])
def test_two_corners_are_one_card(turn: int, right: float, down: float) -> None:
    assert cards(corners_of("As", 300, 300, turn, right=right, down=down)) == ["As"]


def test_a_lone_corner_is_a_card() -> None:
    assert cards(corners_of("As", 300, 300)[:1]) == ["As"]


def test_different_cards_stay_apart() -> None:
    told = corners_of("As", 300, 300)[:1] + corners_of("Ah", 300, 300)[1:]
    assert cards(told) == ["Ah", "As"]


@pytest.mark.parametrize("gap", [66, 70, 80, 120])
def test_equal_cards_side_by_side_are_two(gap: float) -> None:
    assert cards(corners_of("9d", 300, 300) + corners_of("9d", 300 + gap, 300)) == ["9d", "9d"]


@pytest.mark.parametrize("gap", [20, 26, 40, 90, 100])
def test_equal_cards_one_below_the_other_are_two(gap: float) -> None:
    # The lower right corner of the upper card is covered as long as they overlap.
    upper = corners_of("9d", 300, 300)
    shown = upper if gap >= 90 else upper[:1]
    assert cards(shown + corners_of("9d", 300, 300 + gap)) == ["9d", "9d"]


@pytest.mark.parametrize("turn", range(0, 360, 45))
@pytest.mark.parametrize("at", [(0, -24, 0), (0, 24, 180), (-10, -12, 0), (9, 14, 180)])
def test_a_name_in_the_middle_of_a_face_is_no_second_card(turn: int, at: tuple[int, int, int]) -> None:
    """Large letters where another deck has a court: only one of the two was read."""
    right, down, on_its_head = at
    angle = np.deg2rad(turn)
    x = 300 + right * np.cos(angle) - down * np.sin(angle)
    y = 300 + right * np.sin(angle) + down * np.cos(angle)
    up = np.deg2rad(turn + on_its_head)
    letter = Corner(float(x), float(y), float(np.sin(up)), float(-np.cos(up)), 34, 17)
    card = corners_of("Kh", 300, 300, turn, down=104)
    assert cards([*card, Told(letter, parse("Kh"), 0.995)]) == ["Kh"]
    assert cards([*card, Told(letter, parse("Qh"), 0.995)]) == ["Kh", "Qh"]
    four = corners_of("2c", 700, 700, four=True)
    assert cards([*card, Told(letter, parse("Kh"), 0.995), *four]) == ["2c", "Kh"]


@pytest.mark.parametrize("turn", [90, 270])
def test_an_equal_card_that_lies_across_is_counted(turn: int) -> None:
    """Its index in the middle of the other's face covers neither index of that one."""
    under = corners_of("Kh", 300, 300, down=104)
    upper = corners_of("Kh", 300, 300, turn, down=104)[0]
    corner = msgspec.structs.replace(upper.corner, x=300.0, y=300.0)
    assert cards([*under, Told(corner, upper.card, 0.995)]) == ["Kh", "Kh"]


def test_three_equal_cards_in_any_order() -> None:
    told = corners_of("2c", 200, 200, 10) + corners_of("2c", 330, 210, 12) + corners_of("2c", 260, 330, 100)
    for seed in range(6):
        mixed = list(told)
        random.Random(seed).shuffle(mixed)
        assert cards(mixed) == ["2c", "2c", "2c"]


@pytest.mark.parametrize("hidden", [(), (0,), (1,), (2,), (3,), (0, 1), (2, 3)])
def test_a_four_cornered_card_counts_once(hidden: tuple[int, ...]) -> None:
    others = corners_of("Kh", 600, 300, 20, four=True) + corners_of("2s", 200, 500, 70, four=True)
    told = [t for at, t in enumerate(corners_of("As", 300, 200, 33, four=True)) if at not in hidden]
    assert cards(told + others) == ["2s", "As", "Kh"]


def test_unsure_corners_stand_alone() -> None:
    told = corners_of("As", 300, 300)
    unsure = Told(told[0].corner, None, 0.4)
    assert [group.card for group in join([unsure, Told(told[1].corner, None, 0.3)])] == [None, None]


def test_nothing_gives_nothing() -> None:
    assert join([]) == []


def test_relation_reads_the_same_from_both_ends() -> None:
    told = corners_of("As", 300, 300, 40, four=True)
    for one, two in itertools.combinations(told, 2):
        there, back = relation(one.corner, two.corner), relation(two.corner, one.corner)
        assert there is not None and back is not None
        assert there[0] == back[0]
        assert there[3] == pytest.approx(back[3])


def test_too_far_too_near_or_of_another_size_is_no_partner() -> None:
    one, two = (told.corner for told in corners_of("As", 300, 300))
    assert relation(one, two) is not None
    assert relation(one, Corner(two.x + 400, two.y, two.up_x, two.up_y, 20, 10)) is None
    assert relation(one, Corner(one.x + 10, one.y + 8, -one.up_x, -one.up_y, 20, 10)) is None
    assert relation(one, Corner(two.x, two.y, two.up_x, two.up_y, 60, 30)) is None


def test_the_outline_runs_clockwise_from_the_upper_left() -> None:
    told = corners_of("As", 300, 300)
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = outline([t.corner for t in told])
    assert x0 == x3 < x1 == x2
    assert y0 == y1 < y2 == y3
    assert (x0 + x1) / 2 == pytest.approx(300)
    assert (y0 + y3) / 2 == pytest.approx(300)


def test_an_index_found_twice_is_one_corner() -> None:
    """Of a card with four indices one was found a second time, fainter and off its middle: nothing is counted twice."""
    found = [
        (Corner(717, 279, 0.78, -0.63, 51.3, 24, 0.73), 0.9994),
        (Corner(733, 572, -0.57, 0.82, 57.2, 26, 0.70), 0.9998),
        (Corner(872, 376, 0.47, -0.88, 58.6, 27, 0.60), 0.9974),
        (Corner(723, 549, -0.63, 0.78, 44.9, 21, 0.28), 0.9004),
    ]
    reads = [Read(parse("Jc"), sure, True, 1.0) for _, sure in found]
    shown = seen([corner for corner, _ in found], reads, plain_cuts())
    assert [str(card.card) for card in shown] == ["Jc"]


@pytest.mark.parametrize(("one", "two", "named"), [(0.9, 0.9, True), (0.88, 0.86, False), (0.95, 0.8, False)])
def test_two_corners_that_read_fairly_well_are_sure_together(one: float, two: float, named: bool) -> None:
    corners = [told.corner for told in corners_of("5s", 200, 200)]
    reads = [Read(parse("5s"), sure, True, 1.0) for sure in (one, two)]
    (card,) = seen(corners, reads, plain_cuts())[:1]
    assert (card.card is not None) is named


@pytest.mark.parametrize(
    ("sure", "away", "named"), [(0.98, 90, ["8d"]), (0.995, 90, ["8d", "8d"]), (0.98, 400, ["8d", "8d"])]
)
def test_a_corner_alone_beside_its_like_must_be_beyond_doubt(sure: float, away: float, named: list[str]) -> None:
    """It may be another index of the same card, that a slant keeps from being joined: unsure, and no second card."""
    corners = [told.corner for told in corners_of("8d", 300, 300)]
    first = corners[0]
    corners.append(Corner(first.x - away, first.y, first.up_x, first.up_y, first.tall, first.wide))
    shown = seen(corners, [Read(parse("8d"), each, True, 1.0) for each in (0.999, 0.999, sure)], plain_cuts())
    assert len(shown) == 2
    assert [str(card.card) for card in shown if card.card is not None] == named


def plain_cuts() -> Cuts:
    loaded = load()
    assert isinstance(loaded, CornerRecogniser)
    return loaded.cuts
