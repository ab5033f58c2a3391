"""The ladder of prices (X4.2)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from dealer_assist.ladder import LADDER, OffLadder, price, text


def test_the_ladder_has_350_prices_in_the_published_steps() -> None:
    """Each range by its step, from 1.01 to 1000."""
    assert len(LADDER) == 350
    assert (LADDER[0], LADDER[-1]) == (101, 100_000)
    steps = {(low, high): high - low for low, high in pairwise(LADDER)}
    for top, step in ((200, 1), (300, 2), (400, 5), (600, 10), (1000, 20), (2000, 50), (3000, 100), (5000, 200)):
        assert steps[(top - step, top)] == step
    assert steps[(9500, 10_000)] == 500
    assert steps[(10_000, 11_000)] == steps[(99_000, 100_000)] == 1000


@pytest.mark.parametrize("hundredths", LADDER)
def test_a_price_is_its_shortest_text(hundredths: int) -> None:
    """It round-trips, and no text ends in a nought after the point."""
    written = text(hundredths)
    assert price(written) == hundredths
    assert Fraction(written) == Fraction(hundredths, 100)
    assert "." not in written or not written.endswith(("0", "."))


@pytest.mark.parametrize(
    ("odds", "nearest"),
    [
        ("2.01", "2 or 2.02"),
        ("20.5", "20 or 21"),
        ("4.05", "4 or 4.1"),
        ("1.005", "1.01"),
        ("1", "1.01"),
        ("0", "1.01"),
        ("1001", "1000"),
        ("999999999", "1000"),
        ("3.50", "3.5"),
        ("1000.0", "1000"),
        ("2.019999999", "2 or 2.02"),
    ],
)
def test_odds_off_the_ladder_name_the_nearest_price(odds: str, nearest: str) -> None:
    """Above and below, or the shortest form of what was meant."""
    with pytest.raises(OffLadder) as refused:
        price(odds)
    assert str(refused.value).endswith(f" {nearest}")


@pytest.mark.parametrize("odds", ["", "-2", "+2", "2,5", "1e3", "inf", "nan", " 2", "2\n", "٢", "2.", ".5", "1" * 10])
def test_what_is_no_number_is_refused(odds: str) -> None:
    """With an example of what is."""
    with pytest.raises(OffLadder, match=r"as 3\.5"):
        price(odds)
