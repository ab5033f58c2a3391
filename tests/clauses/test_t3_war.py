"""T3: War."""

from __future__ import annotations

from pathlib import Path

from tests.clauses.table import clause, house_with, option, play, refused


@clause("T3.1")
def test_t3_1_seats_in_order_then_the_dealer() -> None:
    """T3.1: seat 1, seat 3, dealer, whatever the order of the bets; who sits out is passed."""
    bets = "bet 3 30; bet 1 30"
    settled = play(f"{bets}; 1 Kh; 3 5h; dealer 9c", {2: 500})
    assert settled.line(1, "war") == "war 30 x2 = 60 win T3.2"
    assert settled.line(3, "war") == "war 30 x0 = 0 lose T3.2"
    assert refused(f"{bets}; 3 5h").clause == "T3.1"
    assert refused(f"{bets}; dealer 9c").clause == "T3.1"
    assert refused(f"{bets}; 1 Kh; dealer 9c").clause == "T3.1"
    assert refused(f"{bets}; 1 Kh; 2 5h", {2: 500}).clause == "T3.1"


@clause("T3.1")
def test_t3_1_no_card_without_a_bet() -> None:
    """T3.1: nobody plays, so no card comes."""
    assert refused("1 Kh", {1: 500}).clause == "T3.1"


@clause("T3.2")
def test_t3_2_a_win_doubles_a_loss_takes() -> None:
    """T3.2: ×2 and ×0."""
    won = play("bet 1 30; 1 Kh; dealer 9c")
    assert won.lines(1) == ["war 30 x2 = 60 win T3.2"]
    assert (won.chips(1), won.house) == (970, -30)
    lost = play("bet 1 30; 1 8h; dealer 9c")
    assert lost.lines(1) == ["war 30 x0 = 0 lose T3.2"]
    assert (lost.chips(1), lost.house) == (910, 30)


@clause("T3.3")
def test_t3_3_going_to_war_pushes_and_doubles_the_other_stakes() -> None:
    """T3.3: 30 back, another 60 out; blackjack and poker stand at 60; no more war cards."""
    settled = play("bet 1 30; 1 9h; dealer 9c; 1 go_to_war")
    assert settled.lines(1) == ["war 30 x1 = 30 go_to_war T3.3"]
    assert settled.chips(1) == 1000 - 90 + 30 - 60
    assert settled.open(1) == {"blackjack": 60, "poker": 60}
    assert play("bet 1 30; 1 9h; dealer 9c; 1 go_to_war; 1 2h; dealer 3h").open(1)["blackjack"] == 60


@clause("T3.4")
def test_t3_4_a_surrender_returns_half_and_the_round_goes_on() -> None:
    """T3.4: 15 of 30 back; the blackjack and poker stakes play on as they were."""
    settled = play("bet 1 30; 1 9h; dealer 9c; 1 surrender")
    assert settled.lines(1) == ["war 30 x0.5 = 15 surrender T3.4"]
    assert (settled.chips(1), settled.house) == (925, 15)
    assert settled.open(1) == {"blackjack": 30, "poker": 30}
    assert not settled.complete


@clause("T3.4")
def test_t3_4_surrender_is_of_war_only() -> None:
    """T3.4: no surrender without a tie, none in Blackjack."""
    assert refused("bet 1 30; 1 8h; dealer 9c; 1 surrender").clause == "T1.4"
    assert refused("bet 1 30; 1 8h; dealer 9c; 1 8s; dealer 7d; 1 surrender").clause == "T3.4"


@clause("T3.5")
def test_t3_5_who_cannot_pay_can_only_surrender() -> None:
    """T3.5: after a bet of 30 and its return, 59 do not pay the 60, and 60 do."""
    tie = "bet 1 30; 1 9h; dealer 9c"
    assert refused(f"{tie}; 1 go_to_war", {1: 119}).clause == "T3.5"
    assert play(f"{tie}; 1 go_to_war", {1: 120}).chips(1) == 0
    assert play(f"{tie}; 1 surrender", {1: 119}).chips(1) == 29 + 15


@clause("T3.5")
def test_t3_5_all_in_can_only_surrender() -> None:
    """T3.5: a forced surrender is written too."""
    tie = "bet 1 all; 1 9h; dealer 9c"
    assert refused(f"{tie}; 1 go_to_war", {1: 90}).clause == "T3.5"
    assert play(f"{tie}; 1 surrender", {1: 90}).line(1, "war") == "war 30 x0.5 = 15 surrender T3.4"


@clause("T3.5")
def test_t3_5_an_all_in_joker_bonus_does_not_pay_for_war() -> None:
    """T3.5: all-in with a joker against an ace has 60 of bonus and still only surrenders."""
    assert refused("bet 1 all; 1 Jk; dealer Ac; 1 go_to_war", {1: 90}).clause == "T3.5"


@clause("T3.6")
def test_t3_6_war_is_settled_before_the_ties_choose() -> None:
    """T3.6: the winner has his line while seat 2 still thinks."""
    settled = play("bet 1 30; bet 2 30; 1 Kh; 2 9h; dealer 9c")
    assert settled.lines(1) == ["war 30 x2 = 60 win T3.2"]
    assert settled.lines(2) == []
    assert settled.open(2) == {"war": 30, "blackjack": 30, "poker": 30}


@clause("T3.6")
def test_t3_6_the_returned_stake_pays_for_going_to_war() -> None:
    """T3.6: 30 in hand and 30 returned are the 60 that it costs."""
    assert play("bet 1 30; 1 9h; dealer 9c; 1 go_to_war", {1: 120}).open(1) == {"blackjack": 60, "poker": 60}


@clause("T3.6")
@option("war_choice_order", "left", "right")
def test_t3_6_ties_choose_in_seat_order_or_from_the_right() -> None:
    """T3.6: seat 1 first from the left, seat 2 first from the right."""
    ties = "bet 1 30; bet 2 30; 1 9h; 2 9d; dealer 9c"
    assert play(f"{ties}; 1 surrender; 2 surrender").chips(2) == 925
    assert refused(f"{ties}; 2 surrender").clause == "T3.6"
    assert play(f"{ties}; 2 surrender; 1 surrender", war_choice_order="right").chips(2) == 925
    assert refused(f"{ties}; 1 surrender", war_choice_order="right").clause == "T3.6"
    assert refused("bet 1 30; 1 9h; dealer 9c; 1 surrender", war_choice_order="up").clause is None


@clause("T3.5")
@option("war_for_less", False, True)
def test_t3_5_who_cannot_pay_may_go_to_war_for_less(tmp_path: Path) -> None:
    """T3.5 [reading]: 29 chips and the 30 returned add 29 to each stake and leave 1; all-in still surrenders."""
    less = house_with(tmp_path, war_for_less=True)
    war = "bet 1 30; 1 9h; dealer 9c; 1 go_to_war"
    assert refused(war, {1: 119}).clause == "T3.5"
    settled = play(war, {1: 119}, less)
    assert settled.lines(1) == ["war 30 x1 = 30 go_to_war T3.3"]
    assert settled.open(1) == {"blackjack": 59, "poker": 59}
    assert settled.chips(1) == 1
    assert play(war, {1: 120}, less).open(1) == {"blackjack": 60, "poker": 60}
    assert refused("bet 1 all; 1 9h; dealer 9c; 1 go_to_war", {1: 90}, less).clause == "T3.5"


@clause("T3.6")
@option("returned_stake_pays_for_war", True, False)
def test_t3_6_the_returned_stake_may_come_too_late_for_war(tmp_path: Path) -> None:
    """T3.6 [reading]: 30 in hand and 30 returned are 60; where only chips held before count, it takes 60 of them."""
    other = house_with(tmp_path, returned_stake_pays_for_war=False)
    war = "bet 1 30; 1 9h; dealer 9c; 1 go_to_war"
    assert play(war, {1: 120}).chips(1) == 0
    assert refused(war, {1: 120}, other).clause == "T3.5"
    assert refused(war, {1: 149}, other).clause == "T3.5"
    assert play(war, {1: 150}, other).chips(1) == 30


@clause("T3.5", "T3.6")
def test_t3_5_for_less_without_the_returned_stake(tmp_path: Path) -> None:
    """T3.5, T3.6: 31 in hand add 15 each; 1 in hand adds nothing, so seat 1 can only surrender."""
    both = house_with(tmp_path, war_for_less=True, returned_stake_pays_for_war=False)
    war = "bet 1 30; 1 9h; dealer 9c; 1 go_to_war"
    assert play(war, {1: 121}, both).open(1) == {"blackjack": 45, "poker": 45}
    assert play(war, {1: 121}, both).chips(1) == 31
    assert refused(war, {1: 91}, both).clause == "T3.5"
