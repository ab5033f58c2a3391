"""Whole points and cents, exact multiples, and every rounding of the house, each with its clause.

No float and no true division: a point and a cent are an `int`, a multiple two integers, odds hundredths.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

Rounding = Literal["up", "down"]
#: Who gets the half of a cent between two players (X4.7).
HalfTo = Literal["backer", "layer"]

_DECIMAL: Final = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]*[1-9]))?")
_AMOUNT: Final = re.compile(r"(0|[1-9][0-9]{0,12})\.([0-9]{2})")
_SETTLED: Final = re.compile(r"(-?)([0-9]+)(?:\.([0-9]{1,2}))?")


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
        raise _no_amount(amount)
    return int(found[1]) * 100 + int(found[2])


def _no_amount(amount: str) -> ValueError:
    return ValueError(f"{amount!r} is no amount: write a decimal with two places, as 10.00")


def amount(cents: int) -> str:
    """Cents as people write them: `"10.00"`, `"-0.05"`."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02}"


def short(cents: int) -> str:
    """The same without a fraction that is nothing: `"640"`, `"15.70"`, `"-3.50"`."""
    return amount(cents).removesuffix(".00")


def settled(amount: int | str) -> int:
    """Cents of what a settlement says, whole points or text as `"15.70"`. Raises `ValueError` for any other text."""
    if isinstance(amount, int):
        return amount * 100
    found = _SETTLED.fullmatch(amount)
    if found is None:
        raise _no_amount(amount)
    minus, whole, part = found.groups()
    cents = int(whole) * 100 + int((part or "").ljust(2, "0"))
    return -cents if minus else cents


def backer_gains(stake: int, odds: int, half_to: HalfTo = "backer") -> tuple[int, int, int]:
    """Cents that the backer gains from the layer by a win, a loss and a dead heat, below 0 what he loses (X4.5).

    Odds are hundredths; a dead heat is settled at half of them. Each matched bet is rounded to the nearest cent, a
    half of one to the backer unless the house says layer (X4.7).
    """
    won, heated = stake * (odds - 100), stake * (odds - 200)
    if half_to == "backer":
        return (won + 50) // 100, -stake, (heated + 100) // 200
    return -((50 - won) // 100), -stake, -((100 - heated) // 200)


def commission(net: int, per_cent: Multiple, rounding: Rounding = "down") -> int:
    """Cents taken from net winnings of `net` cents over a game, rounded down unless the house says up (X4.6)."""
    taken, parts = max(net, 0) * per_cent.numerator, 100 * per_cent.denominator
    return -(-taken // parts) if rounding == "up" else taken // parts


def rake(pot: int, per_mille: int, threshold: int, most: int, rounding: Rounding = "down") -> int:
    """The house's part of `pot`: nothing below `threshold`, at most `most`; whole chips, rounded down (O3.1)."""
    if pot < threshold:
        return 0
    part = pot * per_mille
    return min(-(-part // 1000) if rounding == "up" else part // 1000, most)


def rake_parts(
    total: int, pots: Sequence[int], sharing: Literal["largest_remainder", "main_pot_first"] = "largest_remainder"
) -> tuple[int, ...]:
    """What each pot bears of the rake: in proportion, by largest remainder, the earlier pot first (O3.1)."""
    if sharing == "main_pot_first":
        left, parts = total, []
        for pot in pots:
            parts.append(min(left, pot))
            left -= parts[-1]
        return tuple(parts)
    whole = sum(pots)
    if not total or len(pots) == 1:
        return tuple([total if number == 0 else 0 for number in range(len(pots))])
    parts = [pot * total // whole for pot in pots]
    by_remainder = sorted(range(len(pots)), key=lambda number: (-(pots[number] * total % whole), number))
    for number in by_remainder[: total - sum(parts)]:
        parts[number] += 1
    return tuple(parts)


def shares(pot: int, winners: int, all_to_first: bool = False) -> tuple[int, ...]:
    """Equal parts of a pot; odd chips go one each to the first winners, or all to the very first (O6.5, world)."""
    each, odd = divmod(pot, winners)
    if all_to_first:
        return (each + odd, *(each,) * (winners - 1))
    return (each + 1,) * odd + (each,) * (winners - odd)


def share_made_up(pot: int, winners: int) -> int:
    """What each winner gets where the house makes up what does not divide (O6.5, house rule)."""
    return -(-pot // winners)


def flying_half_back(chips: int, rounding: Rounding = "up") -> int:
    """What goes back of the chips of a flying all-in: half, the odd chip to the player (O7.1)."""
    return (chips + (rounding == "up")) // 2


def exposed_half(middle: int, rounding: Rounding = "down") -> int:
    """What a player is paid whose hole card was seen: half of what is in the middle, rounded down (O9.3)."""
    return (middle + (rounding == "up")) // 2


def inactive_part(pots: int, percent: int, most: int) -> int:
    """What a player no longer active is paid at no game: a fifth of all pots, rounded down, at most 300 (O9.2)."""
    return min(pots * percent // 100, most)


def points_of(chips: int, chips_a_point: int, rounding: Rounding = "up") -> int:
    """Bank points for play chips at cash-out: a tenth, rounded up to a whole point (O2.2)."""
    return -(-chips // chips_a_point) if rounding == "up" else chips // chips_a_point
