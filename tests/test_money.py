"""Points, multiples and roundings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_assist.money import (
    HalfTo,
    Multiple,
    all_in_unit,
    amount,
    backer_gains,
    cents,
    commission,
    insurance_stake,
    paid,
    settled,
    short,
)

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


@pytest.mark.parametrize(
    ("text", "worth"), [("0.00", 0), ("0.05", 5), ("10.00", 1000), ("9999999999999.99", 10**15 - 1)]
)
def test_an_amount_is_its_cents(text: str, worth: int) -> None:
    """Two places, there and back."""
    assert cents(text) == worth
    assert amount(worth) == text


def test_a_loss_is_written_with_its_sign() -> None:
    """Below 0 too."""
    assert [amount(worth) for worth in (-1, -100, -12345)] == ["-0.01", "-1.00", "-123.45"]


@pytest.mark.parametrize(
    "text", ["", "1", "1.0", "1.000", "-1.00", "+1.00", "01.00", ".50", "1,00", "1e3", "1.00\n", "١.٠٠"]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    """One form only."""
    with pytest.raises(ValueError, match=r"as 10\.00"):
        cents(text)


@given(st.integers(1, 10**12), st.integers(101, 100_000))
@calm
def test_a_matched_bet_is_rounded_to_the_nearest_cent(stake: int, odds: int) -> None:
    """Both outcomes that can leave a fraction: never more than half a cent away, a half to the named side (X4.7)."""
    exact = (Fraction(stake * (odds - 100), 100), Fraction(stake * (odds - 200), 200))
    halves: dict[HalfTo, int] = {"backer": 1, "layer": -1}
    for half_to, sign in halves.items():
        win, lose, dead_heat = backer_gains(stake, odds, half_to)
        assert lose == -stake
        for gain, fraction in zip((win, dead_heat), exact, strict=True):
            assert abs(gain - fraction) <= Fraction(1, 2)
            assert abs(gain - fraction) < Fraction(1, 2) or gain - fraction == Fraction(sign, 2)


@pytest.mark.parametrize(
    ("net", "per_cent", "down", "up"),
    [
        (1500, "2.5", 37, 38),
        (1500, "4", 60, 60),
        (1, "4", 0, 1),
        (0, "4", 0, 0),
        (-500, "4", 0, 0),
        (999, "100", 999, 999),
    ],
)
def test_commission_is_of_net_winnings(net: int, per_cent: str, down: int, up: int) -> None:
    """Nothing is taken from a loss (X4.6)."""
    assert commission(net, Multiple(per_cent)) == down
    assert commission(net, Multiple(per_cent), "up") == up


@pytest.mark.parametrize(
    ("said", "cents_of_it", "again"),
    [(640, 64_000, "640"), ("15.70", 1570, "15.70"), ("-3.5", -350, "-3.50"), ("0.05", 5, "0.05"), (-2, -200, "-2")],
)
def test_what_a_settlement_says_in_cents(said: int | str, cents_of_it: int, again: str) -> None:
    """Whole points and text with cents; written again without a fraction that is nothing."""
    assert settled(said) == cents_of_it
    assert short(cents_of_it) == again


@pytest.mark.parametrize("text", ["", "-", "x", "1.234", "1e3", ".5", "1_0", "١"])
def test_what_no_settlement_says(text: str) -> None:
    """Anything else is refused, with how to write it."""
    with pytest.raises(ValueError, match="is no amount: write a decimal"):
        settled(text)
