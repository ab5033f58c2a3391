"""Whole points, exact multiples, and every rounding of the house, each with its clause.

No float and no true division: a point is an `int`, a multiple two integers.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, Literal

Rounding = Literal["up", "down"]

_DECIMAL: Final = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]*[1-9]))?")


class Multiple(Fraction):
    """What a stake returns, stake included (×1 = push): an exact fraction with its decimal text."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Multiple:
        """The multiple that `"2"`, `"0.5"` or `"4.5"` names. Raises `ValueError` for any other form."""
        if _DECIMAL.fullmatch(text) is None:
            raise ValueError(f"{text!r} is no multiple: write an exact decimal in its shortest form, as 2 or 2.5")
        self = super().__new__(cls, text)
        self.text = text
        return self

    def __str__(self) -> str:
        return self.text


def paid(stake: int, pays: Multiple, rounding: Rounding = "up") -> int:
    """Points returned on `stake`; a fraction of a point is rounded up, in the player's favour, or down (T0.1)."""
    if rounding == "up":
        return -(-stake * pays.numerator // pays.denominator)
    return stake * pays.numerator // pays.denominator


def all_in_unit(chips: int) -> int:
    """The unit of an all-in: a third of the chips; what does not divide stays with the player (T2.2)."""
    return chips // 3


def insurance_stake(blackjack_stake: int, rounding: Rounding = "down") -> int:
    """Half the blackjack stake, rounded down unless the house says up (T4.5)."""
    return (blackjack_stake + (rounding == "up")) // 2
