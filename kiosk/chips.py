"""An amount as chips: how many of each denomination to put on the felt."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec


class Stack(msgspec.Struct, frozen=True):
    """`count` chips of `value` points each."""

    count: int
    value: int


class Chips(msgspec.Struct, frozen=True):
    """The stacks of an amount, largest chips first, and the points that no chip can pay (`rest`)."""

    stacks: tuple[Stack, ...]
    rest: int = 0


def breakdown(amount: int, denominations: tuple[int, ...]) -> Chips:
    """`amount` (≥ 0) in chips, with as many large ones as lets it come out even; else as near as can be below.

    Raises `ValueError` for a denomination or an amount that there can't be.
    """
    values = tuple(sorted(set(denominations), reverse=True))
    if not values or values[-1] < 1:
        raise ValueError(f"denominations {denominations}: at least one, each a whole number of points from 1")
    if amount < 0:
        raise ValueError(f"{amount} is less than nothing")
    counts = _even(amount, values) if amount % math.gcd(*values) == 0 else None
    if counts is None:
        counts = _greedy(amount, values)
    stacks = tuple(Stack(count, value) for count, value in zip(counts, values, strict=True) if count)
    return Chips(stacks, amount - sum(stack.count * stack.value for stack in stacks))


def _greedy(amount: int, values: tuple[int, ...]) -> tuple[int, ...]:
    counts = []
    for value in values:
        counts.append(amount // value)
        amount %= value
    return tuple(counts)


@lru_cache(maxsize=4096)
def _even(amount: int, values: tuple[int, ...]) -> tuple[int, ...] | None:
    """Counts of `values` (falling) that make `amount` exactly; None if there are none."""
    value, *smaller = values
    most = amount // value
    if not smaller:
        return (most,) if most * value == amount else None
    # Among any `value` smaller chips some make a multiple of `value`, and would rather be chips of this size. So
    # fewer than that many smaller ones are needed, worth less than `smaller[0]` chips of this size.
    fewest = max(0, most - smaller[0])
    for count in range(most, fewest - 1, -1):
        rest = _even(amount - count * value, tuple(smaller))
        if rest is not None:
            return (count, *rest)
    return None
