"""Cards that the camera never sees: nothing came, a card face down, or one that it can't read, which is no finding."""

from __future__ import annotations

import pytest

from dealer_assist.cards import Card, parse
from dealer_assist.fusion import Extra, Felt
from dealer_assist.sighting import Fill
from dealer_assist.unseen import QUICK, SLOW, Unseen

PATIENCE = 12
KH, EIGHT = parse("Kh"), parse("8c")
BARE, FACE, TWO, BACK, BACK_ON_FACE = (0.0, 0.0), (0.23, 0.14), (0.3, 0.18), (0.23, 0.03), (0.3, 0.05)


class Looks:
    """Looks at one box, with what they find."""

    def __init__(self) -> None:
        self._unseen = Unseen(PATIENCE)
        self.dismissed: set[tuple[str, Card]] = set()

    def look(
        self,
        fill: tuple[float, float] | None,
        lies: tuple[Card, ...] = (),
        named: tuple[Card, ...] = (),
        hand: bool = False,
        moves: bool = False,
        unsure: int = 0,
        times: int = 1,
        down: tuple[Card, ...] = (),
    ) -> tuple[Extra, ...]:
        """`times` looks in a row; what the last one says."""
        felt = Felt(
            {"seat1": named} if named else {},
            {"seat1": unsure} if unsure else {},
            frozenset({"seat1"} if hand else ()),
            not (hand or moves),
            {} if fill is None else {"seat1": Fill("seat1", *fill)},
        )
        told: tuple[Extra, ...] = ()
        for _ in range(times):
            told = self._unseen.look(felt, {"seat1": lies}, self.dismissed, (), {("seat1", card) for card in down})
        return told


@pytest.fixture
def looks() -> Looks:
    """A bare felt that was looked at."""
    looks = Looks()
    looks.look(BARE)
    return looks


def test_a_hand_goes_to_the_box_and_leaves_nothing(looks: Looks) -> None:
    assert not looks.look(BARE, (KH,), times=3)
    assert not looks.look(BARE, (KH,), hand=True, times=4)
    assert not looks.look(BARE, (KH,), times=QUICK - 1)
    assert looks.look(BARE, (KH,)) == (Extra("seat1", KH),)


def test_where_no_hand_was_seen_it_takes_longer(looks: Looks) -> None:
    assert not looks.look(BARE, (KH,), times=PATIENCE - 1)
    assert looks.look(BARE, (KH,)) == (Extra("seat1", KH),)


def test_a_look_with_a_hand_anywhere_does_not_count(looks: Looks) -> None:
    assert not looks.look(BARE, (KH,), moves=True, times=5 * PATIENCE)
    assert not looks.look(BARE, (KH,), times=PATIENCE - 1)
    assert looks.look(BARE, (KH,))


def test_cards_that_lay_unread_may_be_swept_up(looks: Looks) -> None:
    """As many corners unread as cards: they have come, however full the box was with all of them."""
    assert not looks.look((0.76, 0.48), (KH, EIGHT), unsure=4, times=4)
    assert not looks.look(BARE, (KH, EIGHT), hand=True)
    assert not looks.look(BARE, (KH, EIGHT), times=5 * PATIENCE)


def test_one_that_lay_unread_speaks_for_no_other(looks: Looks) -> None:
    assert not looks.look((0.23, 0.14), (KH, EIGHT), unsure=1, times=4)
    assert looks.look(BARE, (KH, EIGHT), times=2 * PATIENCE)


def test_a_card_that_was_dealt_face_down_is_turned_when_the_dealer_comes_to_it(looks: Looks) -> None:
    """Dealt and shown within one look: the back that is seen first was awaited."""
    assert not looks.look(BACK, (KH,), times=SLOW * PATIENCE - 1, down=(KH,))
    assert looks.look(BACK, (KH,), down=(KH,)) == (Extra("seat1", KH, is_down=True),)


HAND = tuple(map(parse, ("Jh", "6c", "2s", "4h")))


def shown(looks: Looks, fill: tuple[float, float], named: tuple[Card, ...], times: int) -> tuple[Extra, ...]:
    """A hand of four is shown on bare felt, where one card had filled .23 of the box, before the record has it."""
    looks.look(FACE, (EIGHT,), (EIGHT,))
    looks.look(BARE, hand=True)
    looks.look(BARE, times=3)
    looks.look(fill, times=2)
    return looks.look(fill, HAND, named, times=times, down=HAND)


def test_one_of_a_hand_that_is_shown_may_be_unreadable(looks: Looks) -> None:
    """A fan of four, a court among them: their print together is no back."""
    assert not shown(looks, (0.4248, 0.2654), HAND[:3], 10 * SLOW * PATIENCE)


def test_a_hand_of_which_nothing_is_shown_is_found(looks: Looks) -> None:
    assert {extra.card for extra in shown(looks, (0.4248, 0.06), (), SLOW * PATIENCE)} == set(HAND)


def test_a_face_that_cant_be_read_is_no_finding(looks: Looks) -> None:
    looks.look(BARE, (KH,), hand=True)
    assert not looks.look(FACE, (KH,), times=10 * PATIENCE)


def test_nor_is_the_next_one_on_top_of_it(looks: Looks) -> None:
    looks.look(BARE, (KH,), hand=True)
    assert not looks.look(FACE, (KH,), times=8)
    looks.look(FACE, (KH, EIGHT), hand=True)
    assert not looks.look(TWO, (KH, EIGHT), times=10 * PATIENCE)


def test_the_next_one_that_never_comes_is_found(looks: Looks) -> None:
    looks.look(BARE, (KH,), hand=True)
    assert not looks.look(FACE, (KH,), times=8)
    looks.look(FACE, (KH, EIGHT), hand=True)
    assert looks.look(FACE, (KH, EIGHT), times=QUICK) == (Extra("seat1", EIGHT),)


@pytest.mark.parametrize(("first", "then", "named"), [(BARE, BACK, ()), (FACE, BACK_ON_FACE, (KH,))])
def test_a_card_with_its_back_up(
    looks: Looks, first: tuple[float, float], then: tuple[float, float], named: tuple[Card, ...]
) -> None:
    looks.look(first, named, named)
    looks.look(first, (*named, EIGHT), named, hand=True)
    assert not looks.look(then, (*named, EIGHT), named, times=QUICK - 1)
    assert looks.look(then, (*named, EIGHT), named) == (Extra("seat1", EIGHT, is_down=True),)


def test_an_arm_that_rests_on_the_box_is_no_card(looks: Looks) -> None:
    looks.look(BARE, (KH,), hand=True)
    assert not looks.look((0.6, 0.05), (KH,), times=QUICK * 4)


def test_a_hole_card_beside_one_that_cant_be_read_is_no_finding(looks: Looks) -> None:
    """The dealer's open card is unread when the hole card comes, with its back up as it should be."""
    looks.look(BARE, (KH,), hand=True)
    looks.look(FACE, (KH,), times=3)
    looks.look(FACE, (KH,), hand=True)
    assert not looks.look(BACK_ON_FACE, (KH,), times=10 * PATIENCE)


def test_an_unread_card_that_is_swept_up_was_there(looks: Looks) -> None:
    """The dealer clears the felt before the round is keyed as paid."""
    looks.look(BARE, (KH,), hand=True)
    looks.look(FACE, (KH,), times=3)
    looks.look(BARE, (KH,), hand=True)
    assert not looks.look(BARE, (KH,), times=10 * PATIENCE)


def test_a_hole_card_is_waited_for_until_the_dealer_turns_it(looks: Looks) -> None:
    looks.look(FACE, (KH,), (KH,))
    looks.look(BACK_ON_FACE, (KH,), (KH,), times=9)
    looks.look(BACK_ON_FACE, (KH, EIGHT), (KH,), hand=True)
    assert not looks.look(BACK_ON_FACE, (KH, EIGHT), (KH,), times=SLOW * PATIENCE - 1)
    assert looks.look(BACK_ON_FACE, (KH, EIGHT), (KH,))


def test_a_hole_card_that_is_turned_and_cant_be_read_is_no_finding(looks: Looks) -> None:
    looks.look(FACE, (KH,), (KH,))
    looks.look(BACK_ON_FACE, (KH,), (KH,), times=9)
    looks.look(BACK_ON_FACE, (KH, EIGHT), (KH,), hand=True)
    assert not looks.look((0.3, 0.2), (KH, EIGHT), (KH,), times=SLOW * PATIENCE + 1)


def test_a_hand_shown_before_it_is_in_the_record_is_there(looks: Looks) -> None:
    looks.look((0.4, 0.06), times=9)
    looks.look((0.4, 0.3), times=9)
    assert not looks.look((0.4, 0.3), (KH, EIGHT), (KH,), times=10 * PATIENCE)


def test_an_unread_card_and_a_covered_one_do_not_count(looks: Looks) -> None:
    looks.look(FACE, (KH,), (KH,))
    assert not looks.look(FACE, (KH, EIGHT), (KH,), unsure=1, times=3 * PATIENCE)
    assert not looks.look(FACE, (KH, EIGHT), (), times=3 * PATIENCE), "the king was seen there before"


def test_cards_that_are_laid_together_wait_for_the_last(looks: Looks) -> None:
    assert not looks.look(BARE, (KH,), times=PATIENCE - 1)
    assert not looks.look(BARE, (KH, EIGHT), times=PATIENCE - 1)
    assert set(looks.look(BARE, (KH, EIGHT))) == {Extra("seat1", EIGHT), Extra("seat1", KH)}


def test_where_a_look_tells_of_no_fill_it_counts_as_ever(looks: Looks) -> None:
    assert not looks.look(None, (KH,), times=PATIENCE - 1)
    assert looks.look(None, (KH,))


def test_who_said_that_the_record_is_right_is_not_told_again(looks: Looks) -> None:
    assert looks.look(BARE, (KH,), times=PATIENCE)
    looks.dismissed.add(("seat1", KH))
    assert not looks.look(BARE, (KH,), times=PATIENCE)


def test_a_court_that_cant_be_read_upon_a_card_with_little_print_is_no_finding(looks: Looks) -> None:
    looks.look((0.225, 0.185), (EIGHT,), (EIGHT,), times=3)
    looks.look((0.225, 0.185), (EIGHT, KH), (EIGHT,), hand=True)
    assert not looks.look((0.29, 0.135), (EIGHT, KH), (EIGHT,), times=10 * PATIENCE)
