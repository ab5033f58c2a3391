"""Amounts as chips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.chips import Chips, Stack, breakdown

HOUSE = (500, 100, 25, 10, 5, 1)


def stacks(amount: int, *values: int) -> list[tuple[int, int]]:
    return [(stack.count, stack.value) for stack in breakdown(amount, values or HOUSE).stacks]


def test_largest_first() -> None:
    assert stacks(240) == [(2, 100), (1, 25), (1, 10), (1, 5)]
    assert stacks(640, 100, 10) == [(6, 100), (4, 10)]
    assert stacks(0) == []


def test_one_large_chip_less_where_it_comes_out_even() -> None:
    assert stacks(30, 25, 10) == [(3, 10)]
    assert stacks(80, 50, 20) == [(4, 20)]


def test_what_no_chip_can_pay_is_left_over() -> None:
    assert breakdown(107, (25, 10)) == Chips((Stack(4, 25),), 7)
    assert breakdown(3, (25, 10)) == Chips((), 3)


def test_a_vast_amount_takes_no_time() -> None:
    assert breakdown(10**15 + 5, (500, 100)).rest == 5


@pytest.mark.parametrize("values", [(), (0,), (10, -5)])
def test_denominations_that_there_can_not_be(values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="denominations"):
        breakdown(10, values)


def test_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="-1"):
        breakdown(-1, HOUSE)


@given(st.integers(0, 5000), st.sets(st.integers(1, 60), min_size=1, max_size=4))
def test_nothing_is_lost_and_even_wherever_it_can_be(amount: int, values: set[int]) -> None:
    chips = breakdown(amount, tuple(values))
    assert sum(stack.count * stack.value for stack in chips.stacks) + chips.rest == amount
    assert (chips.rest == 0) == (amount in reachable(amount, values))


def reachable(most: int, values: set[int]) -> set[int]:
    """Every amount up to `most` that these chips can make, found the slow way."""
    made = {0}
    for amount in range(1, most + 1):
        if any(amount - value in made for value in values):
            made.add(amount)
    return made
