"""O2: points and chips, bankruptcy, bonuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist.game import Change, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.omaha import bank
from dealer_assist.games.omaha.rules import Options
from tests.clauses.omaha import house_of, now, play
from tests.clauses.table import clause, option


def options_of(folder: Path, **values: object) -> Options:
    """The options of a house with other values."""
    played: Options = catalogue.load_house("omaha", house_of(folder, **values)).played
    return played


@clause("O2.1")
@option("chips_a_point", 10, 5)
@option("most_buy_in", 0, 200)
def test_o2_1_all_points_become_ten_chips_each(tmp_path: Path) -> None:
    """O2.1: 345 points are 3450 chips; up to a maximum of 200 they are 2000, at five a point 1725."""
    assert bank.buy_in(345, options_of(tmp_path)) == (345, 3450)
    assert bank.buy_in(345, options_of(tmp_path, most_buy_in=200)) == (200, 2000)
    assert bank.buy_in(150, options_of(tmp_path, most_buy_in=200)) == (150, 1500)
    assert bank.buy_in(345, options_of(tmp_path, chips_a_point=5)) == (345, 1725)
    with pytest.raises(ValueError, match="-1 points"):
        bank.buy_in(-1, options_of(tmp_path))


@clause("O2.1")
def test_o2_1_nobody_sits_down_with_more_than_the_maximum(tmp_path: Path) -> None:
    """O2.1: at 200 points the most is 2000 chips, with what a seat has already."""
    house = house_of(tmp_path, most_buy_in=200)
    game, _ = now("", None, house)
    seats = [{"seat": 1, "chips": 500}]
    assert game.change(seats, Change("sit", 2, 2000)) == [*seats, {"seat": 2, "chips": 2000}]
    for change in (Change("sit", 2, 2001), Change("buy_in", 1, 1501)):
        outcome = game.change(seats, change)
        assert isinstance(outcome, Refused)
        assert outcome.clause == "O2.1"
    assert game.change(seats, Change("buy_in", 1, 1500)) == [{"seat": 1, "chips": 2000}]


@clause("O2.2")
@option("cash_out_rounding", "up", "down")
def test_o2_2_a_tenth_rounded_up(tmp_path: Path) -> None:
    """O2.2: 1231 chips are 124 points, elsewhere 123; what is owed is paid first."""
    assert bank.points_of(1231, options_of(tmp_path)) == 124
    assert bank.points_of(1231, options_of(tmp_path, cash_out_rounding="down")) == 123
    left = bank.leaves_with({"chips": 1231, "owed": 400}, options_of(tmp_path))
    assert (left.points, left.owed, left.total) == (124, 40, 84)


@clause("O2.3")
@option("equal_value", False, True)
def test_o2_3_one_to_one_in_an_equal_value_game(tmp_path: Path) -> None:
    """O2.3: 345 points are 345 chips, and 345 chips 345 points."""
    equal = options_of(tmp_path, equal_value=True)
    assert bank.buy_in(345, equal) == (345, 345)
    assert bank.points_of(345, equal) == 345
    assert bank.points_of(345, options_of(tmp_path)) == 35


@clause("O2.4")
def test_o2_4_no_chips_left() -> None:
    """O2.4: bankrupt: no cards, and no seat in the next hand."""
    hand = play("1 fold; 3 fold", {1: 1000, 2: 0, 3: 1000, 4: 1000})
    assert hand.net(1, 2, 3, 4) == (0, 0, -50, 50)
    assert bank.is_bankrupt(0)
    assert not bank.is_bankrupt(1)


CHECKS = "2 check; 3 check"
SHOWN = (
    "hole 2 As Ks 2d 3d; hole 3 9h 9c Kd 3h; 4 fold; 1 fold; 2 call; 3 check; "
    f"board Qs Js Ts; {CHECKS}; board 9s; {CHECKS}; board 9d; {CHECKS}; 2 open; 3 {{}}"
)


@clause("O2.5")
@option("bonus_for", "shown", "winning")
def test_o2_5_points_for_hands_shown(tmp_path: Path) -> None:
    """O2.5: 10000 for the royal flush, 400 for the losing four nines, if they are shown; elsewhere for the winner."""
    settled = play(SHOWN.format("open"))
    assert settled.seat(2)["bonus"] == {"hand": "royal_flush", "points": 10000}
    assert settled.seat(3)["bonus"] == {"hand": "four_of_a_kind", "points": 400}
    assert settled.net(2, 3) == (100, -100)
    assert "bonus" not in play(SHOWN.format("muck")).seat(3)
    settled = play(SHOWN.format("open"), house=house_of(tmp_path, bonus_for="winning"))
    assert settled.seat(2)["bonus"]["points"] == 10000
    assert "bonus" not in settled.seat(3)


@clause("O2.5")
def test_o2_5_added_to_the_bank_when_the_player_leaves(tmp_path: Path) -> None:
    """O2.5: 2000 for a straight flush, carried from hand to hand until then."""
    held = "hole 2 9s 8s 2d 3d; hole 3 Ah Ac Kd 3h; 4 fold; 1 fold; 2 call; 3 check; board Qs Js Ts"
    rest = "2 check; 3 check; board 4d; 2 check; 3 check; board 5d; 2 check; 3 check; 2 open; 3 muck"
    settled = play(f"{held}; {rest}")
    game, _ = now("")
    seats: list[dict[str, Any]] = [{"seat": seat, "chips": 10000} for seat in (1, 2, 3, 4)]
    for expected in (2000, 4000):
        seats = game.follow({"options": {}, "seats": seats}, settled.answer)["seats"]
        assert bank.leaves_with(seats[1], options_of(tmp_path)).bonus == expected
    assert bank.leaves_with(seats[1], options_of(tmp_path)).total == 1010 + 4000
    assert bank.leaves_with(seats[0], options_of(tmp_path)).total == 1000
