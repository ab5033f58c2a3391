"""O2: between the player's bank and the table: points and chips, bonuses, debts, what a player leaves with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from dealer_assist import money
from dealer_assist.games.omaha.rules import Options


class CashOut(msgspec.Struct, frozen=True):
    """What goes to a player's bank when the stay ends, in points: for the chips, as bonus, less what is owed."""

    points: int
    bonus: int
    owed: int

    @property
    def total(self) -> int:
        """What the bank changes by; below 0 where more is owed than the chips and bonuses are worth."""
        return self.points + self.bonus - self.owed


class Terms(msgspec.Struct, frozen=True):
    """On which terms points become chips at a table: `rate` chips a point, `most` points to buy in with (0: all)."""

    rate: int
    most: int


def terms(options: Options) -> Terms:
    """The terms of a ring game (O2.1, O2.3)."""
    return Terms(rate(options), options.most_buy_in)


def rate(options: Options) -> int:
    """Chips for a point: ten, or one in an equal value game (O2.1, O2.3)."""
    return 1 if options.equal_value else options.chips_a_point


def buy_in(bank: int, options: Options) -> tuple[int, int]:
    """The points that a player takes from the bank and the chips that they become: all, up to the maximum (O2.1).

    Raises `ValueError` for a bank below 0.
    """
    if bank < 0:
        raise ValueError(f"{bank} points in the bank: nothing can be bought in")
    points = min(bank, options.most_buy_in) if options.most_buy_in else bank
    return points, points * rate(options)


def chips_for(points: int, held: int, options: Options) -> int:
    """The chips that a player who holds `held` gets for `points` of the bank: all of them, up to the maximum (O2.1)."""
    if points < 1:
        return 0
    most = most_chips(options)
    bought, _ = buy_in(points, options)
    room = bought if most is None else max(0, most - held) // rate(options)
    return min(bought, room) * rate(options)


def most_chips(options: Options) -> int | None:
    """The most chips to buy in with; None where there is no maximum (O2.1)."""
    return options.most_buy_in * rate(options) or None


def points_of(chips: int, options: Options) -> int:
    """The points that chips become at cash-out, rounded up to a whole one (O2.2, O2.3)."""
    return money.points_of(chips, rate(options), options.cash_out_rounding)


def is_bankrupt(chips: int) -> bool:
    """No chips left (O2.4)."""
    return chips == 0


def leaves_with(seat: Mapping[str, Any], options: Options) -> CashOut:
    """What a player's seat, as the next hand would begin with it, is worth to the bank (O2.2, O2.5, O8.3).

    `seat` has `chips`, and `bonus` and `owed` where there are any; chips and what is owed are chips, bonuses points.
    """
    owed = money.points_of(seat.get("owed", 0), rate(options), "up")
    return CashOut(points_of(seat["chips"], options), seat.get("bonus", 0), owed)
