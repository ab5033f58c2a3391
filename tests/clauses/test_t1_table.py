"""T1: ranks, the shoe, the seats, the three games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.table import clause, house_with, option, play, refused

SIX_NINES = "bet 1 10; bet 2 10; bet 3 10; bet 4 10; bet 5 10; bet 6 10; bet 7 10; 1 9h; 2 9h; 3 9h; 4 9h; 5 9h; 6 9h"
SIX_JOKERS = SIX_NINES.replace("9h", "Jk")


@clause("T1.1")
@pytest.mark.parametrize("pair", ["32", "43", "54", "65", "76", "87", "98", "T9", "JT", "QJ", "KQ", "AK", "A2"])
def test_t1_1_each_rank_beats_the_one_below(pair: str) -> None:
    """T1.1: 2 < 3 < … < K < A; the ace is never low in War."""
    higher, lower = pair[0], pair[1]
    assert play(f"bet 1 30; 1 {higher}h; dealer {lower}h").line(1, "war") == "war 30 x2 = 60 win T3.2"
    assert play(f"bet 1 30; 1 {lower}h; dealer {higher}h").line(1, "war") == "war 30 x0 = 0 lose T3.2"


@clause("T1.1")
@pytest.mark.parametrize("suit", "shdc")
def test_t1_1_suits_do_not_rank(suit: str) -> None:
    """T1.1: a king against a king of another suit is a tie."""
    settled = play(f"bet 1 30; 1 K{suit}; dealer Ks; 1 surrender")
    assert settled.line(1, "war") == "war 30 x0.5 = 15 surrender T3.4"


@clause("T1.2")
@option("decks", 6, 1)
def test_t1_2_a_shoe_has_one_of_each_card_a_deck(tmp_path: Path) -> None:
    """T1.2: six 9h come from six decks, a seventh is refused; of one deck the second is."""
    assert not play(SIX_NINES).complete
    assert refused(f"{SIX_NINES}; 7 9h").clause == "T1.2"
    one_deck = house_with(tmp_path, decks=1)
    assert refused("bet 1 10; bet 2 10; 1 9h; 2 9h", house=one_deck).clause == "T1.2"
    assert play("bet 1 10; bet 2 10; 1 9h; 2 9s", house=one_deck).house == 0


@clause("T1.2")
@option("jokers", 6, 7, 0)
def test_t1_2_jokers_are_the_houses_choice() -> None:
    """T1.2: six jokers unless the round has another number."""
    assert not play(SIX_JOKERS).complete
    assert refused(f"{SIX_JOKERS}; 7 Jk").clause == "T1.2"
    assert not play(f"{SIX_JOKERS}; 7 Jk", jokers=7).complete
    assert refused("bet 1 10; 1 Jk", jokers=0).clause == "T1.2"


@clause("T1.2")
def test_t1_2_more_than_twelve_jokers_are_no_shoe() -> None:
    """T1.2: 0 to 12."""
    assert "jokers" in refused("", {1: 100}, jokers=13).error
    assert "jokers" in refused("", {1: 100}, jokers=-1).error
    assert play("", {1: 100}, jokers=12).chips(1) == 100


@clause("T1.2")
def test_t1_2_the_hole_card_is_out_of_the_shoe_too() -> None:
    """T1.2: with one joker, in the hole, a player can't get another."""
    text = "bet 1 30; 1 5h; dealer 9c; 1 5s; dealer Jk; 1 hit"
    assert not play(text, jokers=1).complete
    assert refused(f"{text}; 1 Jk", jokers=1).clause == "T1.2"


@clause("T1.3")
@option("most_seats", 7, 5)
def test_t1_3_seven_seats_at_most(tmp_path: Path) -> None:
    """T1.3: seat 7 plays, there is no seat 8; a house of five has no seat 6."""
    assert play("bet 7 30", {1: 100}).chips(7) == 910
    assert refused("", {8: 100}).clause == "T1.3"
    assert refused("", {0: 100}).clause == "T1.3"
    five = house_with(tmp_path, most_seats=5)
    assert play("bet 5 30", house=five).chips(5) == 910
    assert refused("", {6: 100}, house=five).clause == "T1.3"


@clause("T1.3")
def test_t1_3_no_card_for_a_seat_that_is_not_at_the_table() -> None:
    """T1.3: seat 2 is empty."""
    assert refused("bet 1 30; 2 9h").clause == "T3.1"


@clause("T1.4")
def test_t1_4_war_then_blackjack_then_poker() -> None:
    """T1.4: the lines of a round are settled in this order, and then it is over."""
    whole = "bet 1 30; 1 9h; dealer Kc; 1 9s; dealer 9d; 1 stand"
    settled = play(whole)
    assert settled.complete
    assert settled.lines(1) == [
        "war 30 x0 = 0 lose T3.2",
        "blackjack 30 x0 = 0 lose T4.2",
        "poker 30 x0 = 0 low_pair T6.3",
    ]
    for more in ("1 9h", "dealer 9h", "1 hit", "bet 1 30", "void", "wrong"):
        assert refused(f"{whole}; {more}").clause == "T1.4"


@clause("T1.4")
def test_t1_4_no_act_of_a_later_game() -> None:
    """T1.4: no hit while War waits for a choice."""
    assert refused("bet 1 30; 1 9h; dealer 9c; 1 hit").clause == "T1.4"
