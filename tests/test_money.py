"""Points, multiples and roundings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_assist.money import Multiple, all_in_unit, insurance_stake, paid

calm = settings(max_examples=300, derandomize=True, deadline=None, database=None)


@pytest.mark.parametrize("text", ["0", "1", "2", "2.5", "0.5", "4.5", "0.05", "100", "10.125"])
def test_a_multiple_is_its_text(text: str) -> None:
    """Exact, and written as it was read."""
    assert str(Multiple(text)) == text
    assert Multiple(text) == Fraction(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2.50",
        "2.0",
        "02",
        ".5",
        "5.",
        "1/2",
        "-1",
        "+1",
        "1e2",
        "2,5",
        " 2",
        "2 ",
        "2\n",
        "inf",
        "nan",
        "２",
        "1_000",
    ],
)
def test_what_is_no_multiple(text: str) -> None:
    """Any other form."""
    with pytest.raises(ValueError, match="is no multiple"):
        Multiple(text)


@pytest.mark.parametrize(
    ("stake", "multiple", "points"),
    [
        (30, "2", 60),
        (30, "0", 0),
        (15, "0.5", 8),
        (14, "0.5", 7),
        (1, "0.5", 1),
        (15, "2.5", 38),
        (15, "4.5", 68),
        (0, "100", 0),
    ],
)
def test_what_a_stake_returns(stake: int, multiple: str, points: int) -> None:
    """A fraction of a point is rounded up (T0.1)."""
    assert paid(stake, Multiple(multiple)) == points


@pytest.mark.parametrize(
    ("stake", "multiple", "points"), [(15, "0.5", 7), (14, "0.5", 7), (15, "2.5", 37), (0, "3", 0)]
)
def test_a_house_may_round_down(stake: int, multiple: str, points: int) -> None:
    """T0.1 [reading]."""
    assert paid(stake, Multiple(multiple), "down") == points


@given(stake=st.integers(0, 10**15), hundredths=st.integers(0, 10**5))
@calm
def test_rounding_gives_less_than_a_point_and_takes_none(stake: int, hundredths: int) -> None:
    """0 ≤ paid − exact < 1, however large the stake."""
    whole, part = divmod(hundredths, 100)
    text = f"{whole}.{part:02}".rstrip("0").rstrip(".")
    exact = Fraction(hundredths, 100) * stake
    points = paid(stake, Multiple(text))
    assert isinstance(points, int)
    assert 0 <= points - exact < 1


@given(chips=st.integers(0, 10**15))
@calm
def test_an_all_in_leaves_less_than_three_points(chips: int) -> None:
    """U = ⌊chips/3⌋ (T2.2)."""
    assert 0 <= chips - 3 * all_in_unit(chips) < 3


@pytest.mark.parametrize(("stake", "insurance"), [(30, 15), (15, 7), (1, 0), (0, 0)])
def test_insurance_is_half_rounded_down(stake: int, insurance: int) -> None:
    """T4.5."""
    assert insurance_stake(stake) == insurance


@pytest.mark.parametrize(("stake", "insurance"), [(30, 15), (15, 8), (1, 1), (0, 0)])
def test_a_house_may_round_insurance_up(stake: int, insurance: int) -> None:
    """T4.5 [reading]."""
    assert insurance_stake(stake, "up") == insurance
