"""O6: who shows first, side pots, muck, shares and odd chips."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist.game import Choice, Offer, Turn
from tests.clauses.omaha import HANDS, board, checked, dealt, house_of, now, play, refused
from tests.clauses.table import clause, option

HELD = dealt(s2="kings", s3="nines", s4="sevens")
#: 4 is the last to bet, on the river.
RIVER = board("2 check; 3 check; 4 check", "2 check; 3 check; 4 check", "2 check; 3 check; 4 bet 100; 2 call; 3 call")
ALL_BET = f"{HELD}; 4 call; 1 fold; 2 call; 3 check; {RIVER}"


@clause("O6.1")
@option("rule", "loj", "world")
@option("show_first", "rule", "button_left", "aggressor")
def test_o6_1_the_small_blinds_place_or_the_last_aggressor(tmp_path: Path) -> None:
    """O6.1: by the house rule seat 2, by the world rule seat 4 who bet last, or as the house says."""
    assert first(ALL_BET) == 2
    assert first(ALL_BET, rule="world") == 4
    assert first(ALL_BET, house_of(tmp_path, show_first="aggressor")) == 4
    assert first(ALL_BET, house_of(tmp_path, show_first="button_left"), rule="world") == 2
    assert refused(f"{ALL_BET}; 3 open").clause == "O6.1"
    assert play(f"{ALL_BET}; 4 open; 2 open; 3 muck", rule="world").net(2, 3, 4) == (400, -200, -200)


def first(text: str, house: Path | None = None, **options: object) -> int:
    """Who shows first."""
    game, state = now(text, None, house, **options)
    awaited = game.awaits(state)
    assert isinstance(awaited, Choice)
    assert awaited.offers == (Offer("open"),)
    return awaited.seat


@clause("O6.1")
@option("aggressor_of", "last_round", "hand")
def test_o6_1_the_last_round_played(tmp_path: Path) -> None:
    """O6.1: 4 raised before the flop, nobody bet since: the small blind's place; elsewhere 4."""
    text = f"{HELD}; 4 raise 200; 1 fold; 2 call; 3 call; {checked(2, 3, 4)}"
    assert first(text, rule="world") == 2
    assert first(text, house_of(tmp_path, aggressor_of="hand"), rule="world") == 4


@clause("O6.1")
@option("first_may_muck", False, True)
def test_o6_1_the_first_may_not_muck(tmp_path: Path) -> None:
    """O6.1: it opens; at another house it may muck, but the last that can win a pot may not."""
    assert refused(f"{ALL_BET}; 2 muck").clause == "O6.1"
    house = house_of(tmp_path, first_may_muck=True)
    assert play(f"{ALL_BET}; 2 muck; 3 muck; 4 open", house=house).net(4) == 400
    assert refused(f"{ALL_BET}; 2 muck; 3 muck; 4 muck", house=house).clause == "O6.3"


@clause("O6.1")
def test_o6_1_heads_up_left_of_the_button_first() -> None:
    """O6.1: the big blind, by the house rule."""
    text = f"{dealt(s1='kings', s2='nines')}; 1 call; 2 check; {checked(2, 1)}"
    assert play(f"{text}; 2 open; 1 open", {1: 1000, 2: 1000}).net(1) == 100


@clause("O6.2")
def test_o6_2_the_last_side_pot_first() -> None:
    """O6.2: 3 and 4 play for the last side pot and show first, then the all-in seats, who have to open."""
    bets = board("3 check; 4 check", "3 check; 4 check", "3 bet 100; 4 call")
    text = (
        f"{dealt(s1='kings', s2='nines', s3='sevens', s4='fours')}; 4 raise 350; 1 all_in; 2 all_in; 3 call; "
        f"4 call; {bets}"
    )
    chips = {1: 200, 2: 600, 3: 10000, 4: 10000}
    settled = play(f"{text}; 3 open; 4 muck; 2 open; 1 open", chips)
    assert settled.pots == [800, 1200, 200]
    assert settled.net(1, 2, 3, 4) == (600, 600, -500, -700)
    assert refused(f"{text}; 2 open", chips).clause == "O6.2"
    assert refused(f"{text}; 3 open; 4 open; 2 muck", chips).clause == "O6.2"


@clause("O6.2")
def test_o6_2_the_aggressor_of_the_side_pot_first() -> None:
    """O6.2: by the world rule 4, who bet the river, shows before 3."""
    bets = board("3 check; 4 check", "3 check; 4 check", "3 check; 4 bet 100; 3 call")
    text = f"{dealt(s1='kings', s3='sevens', s4='nines')}; 4 raise 350; 1 all_in; 2 fold; 3 call; {bets}"
    chips = {1: 200, 2: 600, 3: 10000, 4: 10000}
    settled = play(f"{text}; 4 open; 3 muck; 1 open", chips, rule="world")
    assert settled.pots == [650, 500]
    assert settled.net(1, 3, 4) == (450, -450, 50)


@clause("O6.3")
def test_o6_3_a_mucked_hand_loses() -> None:
    """O6.3: three kings in the muck lose to a pair; a part of the hand may be shown."""
    held = dealt(s2="fours", s3="kings", s4="nines")
    text = f"{held}; 4 call; 1 fold; 2 call; 3 check; {checked(2, 3, 4)}; 2 open"
    settled = play(f"{text}; 3 muck Kh; 4 muck")
    assert settled.net(2, 3, 4) == (200, -100, -100)
    game, state = now(f"{text}; 3 muck Kh")
    assert [str(card) for card in game.on_table(state)["seat3"]] == ["Kh"]
    assert refused(f"{text}; 3 muck 2d").clause == "O6.3"
    assert refused(f"{text}; 3 open Kh").clause == "O6.3"
    assert refused(f"{text}; 3 check").clause == "O6.3"


@clause("O6.3")
def test_o6_3_a_hand_that_no_device_read_is_turned() -> None:
    """O6.3: opened face down it is turned card by card, and no other card is taken for one of it."""
    text = f"hole 2 ?? Kd ?? ??; {dealt(s3='nines')}; 4 fold; 1 fold; 2 call; 3 check; {checked(2, 3)}; 2 open"
    game, state = now(text)
    assert game.awaits(state) == Turn(2)
    assert play(f"{text}; turn 2 Kh; turn 2 Jc; turn 2 3h; 3 open").net(2, 3) == (100, -100)
    assert refused(f"{text}; turn 2 Kh; turn 2 9h").clause == "O1.1"
    assert refused(f"{text}; turn 3 Kh").clause == "O6.3"
    assert refused(f"{text}; 3 open").clause == "O6.3"
    assert refused("turn 2 Kh").clause == "O6.3"


@clause("O6.4")
def test_o6_4_equal_hands_share() -> None:
    """O6.4: the same aces and kings in two hands."""
    held = "hole 2 Ah Kh 3d 3h; hole 3 Ad Kd 3c 3s"
    settled = play(f"{held}; 4 fold; 1 fold; 2 call; 3 check; {checked(2, 3)}; 2 open; 3 open")
    assert settled.shares() == {2: 100, 3: 100}
    assert settled.lines(2) == ["pot 200 = 100 one_pair O6.4"]


@clause("O6.5")
@option("odd_chips", "rule", "house", "one_each", "first")
@pytest.mark.parametrize(
    ("choice", "rule", "shares", "added"),
    [
        ("rule", "loj", (117, 117, 117), 1),
        ("rule", "world", (117, 117, 116), 0),
        ("house", "world", (117, 117, 117), 1),
        ("one_each", "loj", (117, 117, 116), 0),
        ("first", "loj", (118, 116, 116), 0),
    ],
)
def test_o6_5_what_does_not_divide(
    tmp_path: Path, choice: str, rule: str, shares: tuple[int, int, int], added: int
) -> None:
    """O6.5: 350 chips for three: 117 each and the house adds one, or the odd ones go to 3 and 4, left of the button."""
    held = "hole 3 Ad Kd Qd 5d; hole 4 Ac Kc Qc 5c; hole 1 Ah Kh Qh 6h"
    text = f"{held}; 4 call; 1 call; 2 fold; 3 check; {checked(3, 4, 1)}; 3 open; 4 open; 1 open"
    settled = play(text, house=house_of(tmp_path, odd_chips=choice), rule=rule)
    assert settled.net(3, 4, 1) == tuple(share - 100 for share in shares)
    assert settled.house_adds == added
    assert settled.lines(1) == [f"pot 350 = {shares[2]} one_pair O6.5"]


@clause("O6.5")
def test_o6_5_after_the_rake() -> None:
    """O6.5: 850 less 17 are 833 for two: 417 each, the house adds one; by the world rule 417 and 416."""
    held = "hole 3 Ad Kd Qd 5d; hole 4 Ac Kc Qc 5c"
    text = f"{held}; 4 raise 350; 1 fold; 2 fold; 3 call; {checked(3, 4)}; 3 open; 4 open"
    settled = play(text, rake=True, ante=25)
    assert (settled.pots, settled.rake, settled.house_adds) == ([850], 17, 1)
    assert settled.shares() == {3: 417, 4: 417}
    assert play(text, rake=True, ante=25, rule="world").shares() == {3: 417, 4: 416}


@clause("O6.4")
def test_o6_4_the_view_names_the_five_cards() -> None:
    """O6.4: two of the hand and three of the board, of hands that were opened and of no other."""
    text = f"{dealt(s2='kings', s3='nines')}; 4 fold; 1 fold; 2 call; 3 check; {checked(2, 3)}; 2 open; 3 muck"
    game, state = now(text)
    view: Any = game.show(state, "display")
    (pot,) = view["pots"]
    assert pot["hands"] == {"2": ["Kh", "Kd", "Ks", "9d", "7h"]}
    seats = {seat["seat"]: seat for seat in view["seats"]}
    assert seats[3]["cards"] == ["??"] * 4
    assert (seats[3]["hand"], seats[3]["state"]) == (None, "mucked")
    assert seats[2]["cards"] == HANDS["kings"].split()
