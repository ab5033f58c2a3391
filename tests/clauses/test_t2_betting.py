"""T2: bets."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Bets
from dealer_assist.games import catalogue
from tests.clauses.table import clause, house_with, option, play, refused

#: Seat 1 wins War (king against nine) and may act on 12 against a nine.
WON_WAR = "1 Kh; dealer 9c; 1 2s; dealer 7d"


@clause("T2.1")
def test_t2_1_a_bet_of_30_stakes_90() -> None:
    """T2.1: 30 on each of the three games."""
    settled = play("bet 1 30")
    assert settled.chips(1) == 910
    assert settled.open(1) == {"war": 30, "blackjack": 30, "poker": 30}
    assert settled.house == 0


@clause("T2.1")
def test_t2_1_no_bet_above_the_chips() -> None:
    """T2.1: 3U must be there: 90 chips carry a bet of 30, 89 do not."""
    assert play("bet 1 30", {1: 90}).chips(1) == 0
    assert refused("bet 1 30", {1: 89}).clause == "T2.1"


@clause("T2.1")
def test_t2_1_a_bet_may_be_changed_until_the_first_card() -> None:
    """T2.1: the last bet counts, all of the chips are there for it; after a card there is none."""
    assert play("bet 1 30; bet 1 50").chips(1) == 850
    assert play("bet 1 all; bet 1 10", {1: 90}).chips(1) == 60
    assert refused("bet 1 30; 1 Kh; bet 1 50").clause == "T2.1"


@clause("T2.1")
def test_t2_1_who_does_not_bet_sits_out() -> None:
    """T2.1: no card for seat 1, and its chips stay."""
    settled = play("bet 2 30; 2 Kh; dealer 9c", {1: 500, 2: 500})
    assert settled.chips(1) == 500
    assert settled.lines(1) == []
    assert settled.open(1) == {}


@clause("T2.2")
@pytest.mark.parametrize(("chips", "unit", "left"), [(100, 33, 1), (101, 33, 2), (102, 34, 0), (30, 10, 0)])
def test_t2_2_all_in_is_a_third_and_the_rest_stays(chips: int, unit: int, left: int) -> None:
    """T2.2: U = ⌊chips/3⌋."""
    settled = play("bet 1 all", {1: chips})
    assert settled.open(1)["war"] == unit
    assert settled.chips(1) == left


@clause("T2.2")
def test_t2_2_all_in_neither_doubles_nor_splits_nor_goes_to_war() -> None:
    """T2.2: not even with chips won at War."""
    assert refused(f"bet 1 all; {WON_WAR}; 1 double", {1: 300}).clause == "T2.2"
    aces = "bet 1 all; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split"
    assert refused(aces, {1: 300}).clause == "T2.2"
    assert refused("bet 1 all; 1 9h; dealer 9c; 1 go_to_war", {1: 302}).clause == "T3.5"


@clause("T2.2")
def test_t2_2_only_a_declared_all_in_counts() -> None:
    """T2.2 [reading]: a plain bet of a third doubles with what War paid."""
    settled = play(f"bet 1 100; {WON_WAR}; 1 double; 1 9s", {1: 300})
    assert settled.chips(1) == 300 - 300 + 200 - 100
    assert settled.open(1) == {"blackjack": 200, "poker": 100}


@clause("T2.2")
@option("plain_third_is_all_in", False, True)
def test_t2_2_a_plain_bet_of_a_third_may_count_as_all_in(tmp_path: Path) -> None:
    """T2.2 [reading]: 100 of 300 or 302 does not double where it counts as all-in; 99 does, and so do all elsewhere."""
    other = house_with(tmp_path, plain_third_is_all_in=True)
    assert play(f"bet 1 100; {WON_WAR}; 1 double", {1: 300}).open(1)["blackjack"] == 200
    assert refused(f"bet 1 100; {WON_WAR}; 1 double", {1: 300}, other).clause == "T2.2"
    assert refused(f"bet 1 100; {WON_WAR}; 1 double", {1: 302}, other).clause == "T2.2"
    assert play(f"bet 1 99; {WON_WAR}; 1 double", {1: 300}, other).open(1)["blackjack"] == 198


@clause("T2.3")
@option("bankrupt_below", 30, 60)
def test_t2_3_bankrupt_below_30(tmp_path: Path) -> None:
    """T2.3: 29 chips do not play, 30 do; another house draws the line at 60."""
    assert refused("bet 1 all", {1: 29}).clause == "T2.3"
    assert play("bet 1 all", {1: 30}).chips(1) == 0
    other = house_with(tmp_path, bankrupt_below=60)
    assert refused("bet 1 10", {1: 59}, house=other).clause == "T2.3"
    assert play("bet 1 10", {1: 60}, house=other).chips(1) == 30


@clause("T2.3")
@option("least_unit", 10, 20)
def test_t2_3_the_least_unit_is_10(tmp_path: Path) -> None:
    """T2.3 [reading]: 9, 0 and less are no bets; another house asks for 20."""
    for unit in (9, 0, -10):
        assert refused(f"bet 1 {unit}").clause == "T2.3"
    assert play("bet 1 10").chips(1) == 970
    other = house_with(tmp_path, least_unit=20)
    assert refused("bet 1 19", house=other).clause == "T2.3"
    assert play("bet 1 20", house=other).chips(1) == 940


@clause("T2.3")
def test_t2_3_only_who_can_bet_is_asked(tmp_path: Path) -> None:
    """T2.3: 29 chips are not asked, 30 are; where the least unit is 20 it takes 60."""
    seats = [{"seat": 1, "chips": 29}, {"seat": 2, "chips": 30}, {"seat": 3, "chips": 60}]
    game = catalogue.make("triple", {}, seats)
    assert game.awaits(game.open()) == Bets((2, 3), None)
    dearer = catalogue.make("triple", {}, seats, house_with(tmp_path, least_unit=20))
    assert dearer.awaits(dearer.open()) == Bets((3,), None)
