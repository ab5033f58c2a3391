"""Whole points and cents, exact multiples, and every rounding of the house, each with its clause.

No float and no true division: a point and a cent are an `int`, a multiple two integers, odds hundredths.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, Literal

Rounding = Literal["up", "down"]
#: What becomes of a bet between two players, and who gets the half of a cent (X4.5, X4.7).
BetOutcome = Literal["win", "dead_heat", "lose"]
HalfTo = Literal["backer", "layer"]

_DECIMAL: Final = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]*[1-9]))?")
_AMOUNT: Final = re.compile(r"(0|[1-9][0-9]{0,12})\.([0-9]{2})")


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


def cents(amount: str) -> int:
    """The cents that `"10.00"` names. Raises `ValueError` for any other form."""
    found = _AMOUNT.fullmatch(amount)
    if found is None:
        raise ValueError(f"{amount!r} is no amount: write a decimal with two places, as 10.00")
    return int(found[1]) * 100 + int(found[2])


def amount(cents: int) -> str:
    """Cents as people write them: `"10.00"`, `"-0.05"`."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02}"


def backer_gains(stake: int, odds: int, outcome: BetOutcome, half_to: HalfTo = "backer") -> int:
    """Cents that the backer gains from the layer, below 0 what he loses, by odds in hundredths (X4.5).

    Each matched bet is rounded to the nearest cent, a half of one to the backer unless the house says layer (X4.7).
    """
    if outcome == "lose":
        return -stake
    # A dead heat is settled at half the odds: the same fraction over twice the hundredths.
    gained, parts = (stake * (odds - 100), 100) if outcome == "win" else (stake * (odds - 200), 200)
    if half_to == "backer":
        return (2 * gained + parts) // (2 * parts)
    return -((parts - 2 * gained) // (2 * parts))


def commission(net: int, per_cent: Multiple, rounding: Rounding = "down") -> int:
    """Cents taken from net winnings of `net` cents over a game, rounded down unless the house says up (X4.6)."""
    taken, parts = max(net, 0) * per_cent.numerator, 100 * per_cent.denominator
    return -(-taken // parts) if rounding == "up" else taken // parts
