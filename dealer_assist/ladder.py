"""The ladder of prices: decimal odds from 1.01 to 1000 in 350 steps, as hundredths (X4.2)."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

#: Up to this price, by this step, both in hundredths.
_STEPS: Final = (
    (200, 1),
    (300, 2),
    (400, 5),
    (600, 10),
    (1000, 20),
    (2000, 50),
    (3000, 100),
    (5000, 200),
    (10000, 500),
    (100000, 1000),
)
_ODDS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def _ladder() -> tuple[int, ...]:
    prices: list[int] = []
    price = 100
    for top, step in _STEPS:
        prices += range(price + step, top + 1, step)
        price = top
    return tuple(prices)


#: Every price, the lowest first.
LADDER: Final = _ladder()


class OffLadder(ValueError):
    """Odds that are no price of the ladder; the message names the nearest ones."""


def text(price: int) -> str:
    """A price as people write it, in its shortest form: `"1.01"`, `"3.5"`, `"4"`."""
    whole, rest = divmod(price, 100)
    return str(whole) if rest == 0 else f"{whole}.{rest:02}".rstrip("0")


_PRICES: Final = {text(price): price for price in LADDER}


def price(odds: str) -> int:
    """The price in hundredths that `odds` names. Raises `OffLadder` with what would be allowed."""
    found = _PRICES.get(odds)
    if found is not None:
        return found
    if _ODDS.fullmatch(odds) is None:
        raise OffLadder(f"{odds!r:.40} are no odds: write a price of the ladder, as 3.5")
    whole, _, places = odds.partition(".")
    # Thousandths of a millionth are enough to place whatever was written between two prices.
    exact = int(whole + places.ljust(9, "0"))
    index = bisect_left(LADDER, exact, key=lambda price: price * 10**7)
    if index < len(LADDER) and LADDER[index] * 10**7 == exact:
        raise OffLadder(f"odds {odds}: write {text(LADDER[index])}")
    near = " or ".join(text(price) for price in LADDER[max(0, index - 1) : index + 1])
    raise OffLadder(f"odds {odds} are not on the ladder; the nearest are {near}")
