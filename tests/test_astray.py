"""Backs that lie astray and boxes that stay bare: what a box's fill tells where no card can be named."""

from __future__ import annotations

import pytest

from dealer_assist.astray import Astray, Lying, Strayed
from dealer_assist.cards import Card, parse
from dealer_assist.fusion import Felt
from dealer_assist.sighting import Fill
from dealer_assist.unseen import QUICK

PATIENCE = 12
KH = parse("Kh")
EMPTY, UP, DOWN = Lying(), Lying((KH,)), Lying((), 1)
BARE, FACE, TWO, BACK, BACK_ON_FACE = (0.0, 0.0), (0.23, 0.14), (0.3, 0.18), (0.23, 0.03), (0.3, 0.05)
STRAY, LACKS = (Strayed("astray", "seat1"),), (Strayed("bare", "seat1"),)


class Looks:
    """Looks at one box, with what they find."""

    def __init__(self) -> None:
        self.astray = Astray(PATIENCE, {"seat1": 100.0, "seat2": 200.0})

    def look(
        self,
        fill: tuple[float, float],
        lying: Lying = EMPTY,
        hand: bool = False,
        moves: bool = False,
        unsure: int = 0,
        named: tuple[Card, ...] | None = None,
        box: str = "seat1",
        times: int = 1,
    ) -> tuple[Strayed, ...]:
        """`times` looks in a row, which name all that lies face up unless told otherwise; what the last one says."""
        felt = Felt(
            {box: lying.up if named is None else named},
            {box: unsure} if unsure else {},
            frozenset({box} if hand else ()),
            not (hand or moves),
            {box: Fill(box, *fill)},
        )
        told: tuple[Strayed, ...] = ()
        for _ in range(times):
            told = self.astray.look(felt, {box: lying})
        return told


@pytest.fixture
def looks() -> Looks:
    """A bare felt that was looked at, on which backs have been seen before."""
    looks = Looks()
    looks.look(BACK, DOWN, times=2)
    looks.astray.reset()
    looks.look(BARE)
    return looks


def test_a_back_in_a_bare_box(looks: Looks) -> None:
    assert not looks.look(BACK, hand=True, times=3)
    assert not looks.look(BACK, times=QUICK - 1)
    assert looks.look(BACK) == STRAY


def test_it_is_told_until_somebody_heard_it_and_again_where_the_record_changes(looks: Looks) -> None:
    assert looks.look(BACK, times=QUICK + 3) == STRAY
    looks.astray.told(STRAY[0])
    assert not looks.look(BACK, times=5 * PATIENCE)
    looks.look(BARE, UP)
    looks.look(BARE)
    assert looks.look(BACK, times=QUICK) == STRAY


def test_a_back_upon_a_card_that_was_seen(looks: Looks) -> None:
    looks.look(FACE, UP, times=2)
    assert not looks.look(BACK_ON_FACE, UP, times=QUICK - 1)
    assert looks.look(BACK_ON_FACE, UP) == STRAY


def test_beside_a_card_that_was_not_seen_yet_nothing_is_known(looks: Looks) -> None:
    looks.look(FACE, UP, named=(), times=PATIENCE)
    assert not looks.look(BACK_ON_FACE, UP, named=(), times=PATIENCE)


@pytest.mark.parametrize("fill", [FACE, TWO, (0.01, 0.0), (0.6, 0.05)], ids=["face", "faces", "crumb", "arm"])
def test_what_is_no_back_is_none(looks: Looks, fill: tuple[float, float]) -> None:
    assert not looks.look(fill, times=5 * PATIENCE)


def test_what_is_larger_or_smaller_than_a_card_is_none(looks: Looks) -> None:
    assert not looks.look((0.13, 0.02), times=5 * PATIENCE)
    looks.look(BARE, times=2)
    assert not looks.look((0.34, 0.01), times=5 * PATIENCE)
    looks.look(BARE, times=2)
    assert looks.look((0.2, 0.02), times=QUICK) == STRAY


def test_before_any_card_was_dealt_nobody_knows_how_large_one_is() -> None:
    looks = Looks()
    looks.look(BARE)
    assert not looks.look(BACK, times=5 * PATIENCE)


def test_a_card_is_as_large_in_every_box(looks: Looks) -> None:
    """Half as much of a box of twice the area."""
    looks.look(BARE, box="seat2")
    assert not looks.look(BACK, box="seat2", times=5 * PATIENCE)
    looks.look(BARE, box="seat2", times=2)
    assert looks.look((0.11, 0.02), box="seat2", times=QUICK) == (Strayed("astray", "seat2"),)


def test_a_hand_that_rests_on_cards_is_no_back(looks: Looks) -> None:
    looks.look(FACE, UP, times=2)
    assert not looks.look(BACK_ON_FACE, UP, named=(), times=5 * PATIENCE)


def test_a_back_hides_no_card_though_one_may_be_read_no_more(looks: Looks) -> None:
    looks.look(FACE, UP, times=2)
    assert looks.look(BACK_ON_FACE, UP, named=(), unsure=1, times=QUICK) == STRAY


def test_a_card_that_cant_be_read_is_no_back(looks: Looks) -> None:
    assert not looks.look(BACK, unsure=1, times=5 * PATIENCE)


def test_an_expected_card_is_none_astray(looks: Looks) -> None:
    assert not looks.look(BACK, DOWN, times=5 * PATIENCE)


def test_a_box_that_was_not_bare_is_not_judged_by_what_lay_there() -> None:
    """A heap of the round before."""
    assert not Looks().look(BACK, times=5 * PATIENCE)


def test_a_look_with_a_hand_anywhere_does_not_count(looks: Looks) -> None:
    assert not looks.look(BACK, moves=True, times=5 * PATIENCE)


def test_a_box_that_stays_bare_after_a_hand_was_there_and_left(looks: Looks) -> None:
    assert not looks.look(BARE, DOWN, times=2)
    assert not looks.look(BARE, DOWN, hand=True, times=4)
    assert not looks.look(BARE, DOWN, times=QUICK - 1)
    assert looks.look(BARE, DOWN) == LACKS


def test_an_arm_that_stands_still_a_moment_is_no_card(looks: Looks) -> None:
    looks.look(BARE, DOWN, hand=True)
    looks.look(BACK, DOWN)
    looks.look((0.6, 0.05), DOWN, times=3)
    assert not looks.look(BARE, DOWN, times=QUICK - 1)
    assert looks.look(BARE, DOWN) == LACKS


def test_where_no_hand_was_seen_it_takes_longer(looks: Looks) -> None:
    assert not looks.look(BARE, DOWN, times=PATIENCE - 1)
    assert looks.look(BARE, DOWN) == LACKS


def test_a_back_that_no_fill_has_ever_told_is_not_missed() -> None:
    """It may be of the felt's own colour."""
    looks = Looks()
    looks.look(BARE)
    assert not looks.look(BARE, DOWN, times=5 * PATIENCE)


def test_cards_that_have_come_may_be_taken_up(looks: Looks) -> None:
    looks.look(BACK, DOWN, times=2)
    assert not looks.look(BARE, DOWN, times=5 * PATIENCE)
    assert not looks.look(BARE, Lying((), 2), times=5 * PATIENCE)


def test_cards_that_lay_there_before_anybody_looked_are_not_missed(looks: Looks) -> None:
    """After the game was stopped, say."""
    looks.astray.reset()
    assert not looks.look(BARE, DOWN, times=5 * PATIENCE)


def test_a_new_round_begins_with_nothing_known(looks: Looks) -> None:
    looks.astray.reset()
    assert not looks.look(BACK, times=5 * PATIENCE)
