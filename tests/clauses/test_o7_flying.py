"""O7: acts out of turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.omaha import HANDS, dealt, house_of, now, play, refused
from tests.clauses.table import clause, option

FLOP = "4 call; 1 call; 2 call; 3 check; board Ks 9d 7h"


@clause("O7.1")
def test_o7_1_a_call_that_is_valid_at_its_turn_stands() -> None:
    """O7.1: 1 calls before 4 has acted; when 4 has called it is 2's turn. Until then the chips are not in the pot."""
    settled = play("fly 1 call; ask; 4 call; ask")
    assert settled.legal(0) == {"seat": 4, "call": 100, "raise": (200, 350)}
    assert settled.legal(1) == {"seat": 2, "call": 50, "raise": (200, 500)}
    assert settled.net(1) == -100
    assert settled.seat(1)["flying"] == 1
    assert refused("fly 1 call; 4 call; 1 call").clause == "O4.5"


@clause("O7.1")
@pytest.mark.parametrize(
    ("fly", "then", "net"),
    [("raise 300", "4 call", -300), ("fold", "4 raise 350", 0), ("raise 400", "4 raise 200", -400)],
)
def test_o7_1_raise_and_fold_stand(fly: str, then: str, net: int) -> None:
    """O7.1: a raise that is still within its limits, and a fold whatever has happened."""
    settled = play(f"fly 1 {fly}; {then}; ask")
    assert settled.legal()["seat"] == 2
    assert settled.net(1) == net


@clause("O7.1")
def test_o7_1_check_and_bet_stand() -> None:
    """O7.1: on the flop 3 checks and 4 bets before 2 has checked."""
    settled = play(f"{FLOP}; fly 3 check; fly 4 bet 200; 2 check; ask")
    assert settled.legal() == {"seat": 1, "call": 200, "raise": (400, 1000)}


@clause("O7.1")
@option("flying_half_rounding", "up", "down")
def test_o7_1_an_all_in_never_stands(tmp_path: Path) -> None:
    """O7.1: folded; of 1001 chips 501 come back and 500 are dead: the small blind raises to at most 900."""
    chips = {1: 1001, 2: 10000, 3: 10000, 4: 10000}
    settled = play("fly 1 all_in; 4 call; ask", chips)
    assert settled.chips(1) == 501
    assert settled.legal() == {"seat": 2, "call": 50, "raise": (200, 900)}
    assert play("fly 1 all_in; 4 call", chips, house_of(tmp_path, flying_half_rounding="down")).chips(1) == 500
    settled = play(f"{FLOP}; fly 3 all_in; 2 check; 4 bet 100; 1 fold; 2 fold")
    assert settled.pots == [5350]
    assert settled.net(3, 4) == (-5050, 5250)


@clause("O7.1")
@option("flying_all_in", "declared", "any")
def test_o7_1_a_call_for_all_chips(tmp_path: Path) -> None:
    """O7.1: with 80 chips a call of 80 stands as a call; elsewhere it is an all-in, and 40 come back."""
    chips = {1: 80, 2: 1000, 3: 1000, 4: 1000}
    assert play("fly 1 call; 4 call", chips).chips(1) == 0
    assert play("fly 1 call; 4 call", chips, house_of(tmp_path, flying_all_in="any")).chips(1) == 40


@clause("O7.1")
def test_o7_1_what_is_no_act_out_of_turn() -> None:
    """O7.1: by the seat to act, by one folded or all-in, of chips that are not there; none outlasts its round."""
    assert refused("fly 4 call").clause == "O7.1"
    assert refused("4 fold; fly 4 call").clause == "O5.5"
    assert refused("fly 1 raise 10001").clause == "O7.1"
    assert refused("fly 3 call").clause == "O5.5"
    assert refused("fly 1 bet 200").clause == "O5.1"
    assert refused("4 call; 1 call; 2 call; 3 check; fly 2 check").clause == "O7.1"
    text = f"{FLOP}; 2 check; fly 2 check; 3 check; 4 check; 1 check; board 4c; ask"
    assert play(text).legal()["seat"] == 2


@clause("O7.2")
@option("flying_chips", "bet", "dead")
def test_o7_2_a_call_that_fails_is_called_anew_or_folded(tmp_path: Path) -> None:
    """O7.2: 100 put out, then 4 raises to 300: 200 more or fold, and the 100 stay; elsewhere they count for nothing."""
    text = "fly 1 call; 4 raise 300; ask"
    assert play(text).legal() == {"seat": 1, "call": 200}
    assert refused(f"{text}; 1 raise 900").clause == "O7.2"
    assert refused(f"{text}; 1 all_in").clause == "O7.2"
    assert play(f"{text}; 1 fold; 2 fold; 3 fold").net(1, 4) == (-100, 250)
    assert play(f"{text}; 1 call; 2 fold; ask").legal() == {"seat": 3, "call": 200, "raise": (500, 1250)}
    house = house_of(tmp_path, flying_chips="dead")
    assert play(text, house=house).legal() == {"seat": 1, "call": 300}
    assert play(f"{text}; 1 call", house=house).net(1) == -400


@clause("O7.2")
def test_o7_2_a_raise_that_fails_is_raised_anew_or_folded() -> None:
    """O7.2: 300 put out, then 4 raises to 350: 600 and more or fold, no call."""
    text = "fly 1 raise 300; 4 raise 350; ask"
    assert play(text).legal() == {"seat": 1, "raise": (600, 1200)}
    assert refused(f"{text}; 1 call").clause == "O7.2"
    assert play(f"{text}; 1 fold; 2 fold; 3 fold").net(1, 4) == (-300, 450)
    assert play(f"{text}; 1 raise 600; 2 fold; 3 fold; 4 fold").net(1, 4) == (500, -350)


@clause("O7.2")
def test_o7_2_chips_beyond_the_bet_are_no_raise() -> None:
    """O7.2: 500 put out against a bet of 400 that asks for 700: the others still call 400."""
    text = "fly 1 raise 400; 4 raise 350; 1 fold; ask"
    settled = play(text)
    assert settled.legal() == {"seat": 2, "call": 300, "raise": (600, 1550)}
    assert play("fly 1 raise 400; 4 raise 350; 1 fold; 2 fold; 3 fold").net(1, 4) == (-400, 550)


@clause("O7.2")
def test_o7_2_a_raise_anew_takes_no_chips_back() -> None:
    """O7.2: 1000 put out where 450 was the most: anew it is 1000 or more, up to 100 + 1250; a bet of 500 likewise."""
    text = "fly 1 raise 1000; 4 call; ask"
    assert play(text).legal() == {"seat": 1, "raise": (1000, 1350)}
    assert refused(f"{text}; 1 raise 450").clause == "O5.2"
    assert play(f"{text}; 1 raise 1000; ask").legal() == {"seat": 2, "call": 950, "raise": (1900, 3200)}
    assert play(f"{text}; 1 fold; ask").legal() == {"seat": 2, "call": 50, "raise": (200, 1400)}
    text = f"{FLOP}; fly 4 bet 500; 2 check; 3 check; ask"
    assert play(text).legal() == {"seat": 4, "bet": (500, 900)}
    assert refused(f"{text}; 4 bet 400").clause == "O5.1"


@clause("O7.2")
@option("flying_check_blinds", 1, 2)
def test_o7_2_a_check_that_fails_pays_a_big_blind(tmp_path: Path) -> None:
    """O7.2: 100 to the pot, then call or fold; the penalty is no part of the bet."""
    text = f"{FLOP}; fly 1 check; 2 bet 100; 3 fold; 4 fold; ask"
    settled = play(text)
    assert settled.net(1) == -200
    assert settled.legal() == {"seat": 1, "call": 100}
    assert refused(f"{text}; 1 raise 300").clause == "O7.2"
    assert play(f"{text}; 1 call; board 4c; ask").legal() == {"seat": 2, "check": True, "bet": (100, 700)}
    assert play(f"{text}; 1 fold").net(1, 2) == (-200, 400)
    assert play(text, house=house_of(tmp_path, flying_check_blinds=2)).net(1) == -300


@clause("O7.2")
def test_o7_2_the_penalty_of_a_last_chip() -> None:
    """O7.2: with 60 left after the flop the penalty takes all 60: all-in for what was called, without a choice."""
    text = (
        f"{dealt(s1='kings', s2='nines')}; {FLOP}; fly 1 check; 2 bet 100; 3 fold; 4 fold; board 4c 2s; 2 open; 1 open"
    )
    settled = play(text, {1: 160, 2: 1000, 3: 1000, 4: 1000})
    assert settled.uncalled == (2, 100)
    assert (settled.pots, settled.net(1)) == ([460], 300)


@clause("O7.3")
@option("flying_most", 3, 2)
def test_o7_3_the_third_ends_the_stay(tmp_path: Path) -> None:
    """O7.3: counted over the stay: folded at once, no chips moved, sent away."""
    chips = {1: (1000, 2), 2: 1000, 3: 1000, 4: 1000}
    settled = play("fly 1 raise 300; 4 fold; ask", chips)
    assert settled.legal()["seat"] == 2
    assert (settled.net(1), settled.seat(1)["sent"], settled.seat(1)["flying"]) == (0, True, 3)
    assert refused("fly 1 call; 4 call; 1 call", chips).clause == "O5.5"
    settled = play("fly 1 call; fly 1 call; fly 1 call; 4 call")
    assert settled.net(1) == 0
    assert refused("", {1: (1000, 3), 2: 1000}).clause == "O7.3"
    house = house_of(tmp_path, flying_most=2)
    assert play("fly 1 call; fly 1 call", house=house).seat(1)["sent"]


@clause("O7.3")
def test_o7_3_the_last_but_one_is_sent_away() -> None:
    """O7.3: the hand is over when only one is left in."""
    settled = play("4 fold; 1 fold; fly 3 fold", {1: 1000, 2: 1000, 3: (1000, 2), 4: 1000})
    assert settled.net(2, 3) == (100, -100)


@clause("O7.1")
def test_o7_1_the_view_says_who_waits() -> None:
    """O7.1: what was said out of turn, and its total."""
    game, state = now(f"hole 1 {HANDS['kings']}; fly 1 raise 300")
    seats = {seat["seat"]: seat for seat in _seats(game.show(state, "dealer"))}
    assert seats[1]["waiting"] == {"act": "raise", "to": 300}
    assert seats[2]["waiting"] is None


def _seats(view: dict[str, object]) -> list[dict[str, object]]:
    seats = view["seats"]
    assert isinstance(seats, list)
    return seats
