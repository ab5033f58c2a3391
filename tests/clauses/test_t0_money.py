"""T0: rounding."""

from __future__ import annotations

from pathlib import Path

from tests.clauses.table import clause, house_with, option, play


@clause("T0.1")
def test_t0_1_half_a_point_of_a_surrender_goes_to_the_player() -> None:
    """T0.1: 15 × 0.5 = 7.5, paid 8."""
    settled = play("bet 1 15; 1 9h; dealer 9c; 1 surrender")
    assert settled.line(1, "war") == "war 15 x0.5 = 8 surrender T3.4"
    assert settled.chips(1) == 1000 - 45 + 8
    assert settled.house == 15 - 8


@clause("T0.1")
def test_t0_1_half_a_point_of_a_blackjack_goes_to_the_player() -> None:
    """T0.1: 15 × 2.5 = 37.5, paid 38."""
    settled = play("bet 1 15; 1 Kh; dealer 9c; 1 As; dealer 7d")
    assert settled.line(1, "blackjack") == "blackjack 15 x2.5 = 38 blackjack T4.2"


@clause("T0.1")
def test_t0_1_half_a_point_of_a_poker_hand_goes_to_the_player() -> None:
    """T0.1: 15 × 4.5 = 67.5, paid 68."""
    settled = play("bet 1 15; 1 Kh; dealer 9c; 1 Qs; dealer 7d; 1 stand; dealer Th; 1 Kd; 1 Qd; 1 3s; 1 3h")
    assert settled.line(1, "poker") == "poker 15 x4.5 = 68 defective_house T6.3"


@clause("T0.1")
def test_t0_1_whole_points_are_left_as_they_are() -> None:
    """T0.1: 30 × 0.5 = 15, nothing to round."""
    assert play("bet 1 30; 1 9h; dealer 9c; 1 surrender").line(1, "war") == "war 30 x0.5 = 15 surrender T3.4"


@clause("T0.1")
@option("rounding", "up", "down")
def test_t0_1_a_house_may_round_down(tmp_path: Path) -> None:
    """T0.1 [reading]: 7.5 of a surrender, 37.5 of a blackjack: up, or down."""
    down = house_with(tmp_path, rounding="down")
    surrender = "bet 1 15; 1 9h; dealer 9c; 1 surrender"
    assert play(surrender).line(1, "war") == "war 15 x0.5 = 8 surrender T3.4"
    assert play(surrender, house=down).line(1, "war") == "war 15 x0.5 = 7 surrender T3.4"
    blackjack = "bet 1 15; 1 Kh; dealer 9c; 1 As; dealer 7d"
    settled = play(blackjack, house=down)
    assert settled.line(1, "blackjack") == "blackjack 15 x2.5 = 37 blackjack T4.2"
    assert settled.chips(1) + 15 + settled.house == 1000
