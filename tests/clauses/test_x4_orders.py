"""X4.1–X4.4: who may bet what, the ladder, matching, what is reserved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist.games.exchange_blackjack.selections import SELECTIONS
from tests.clauses.exchange import PAT, TO_18, house_of, play, refused, table
from tests.clauses.table import clause, option


@clause("X4.1")
@pytest.mark.parametrize("selection", SELECTIONS)
def test_x4_1_every_open_selection_is_backed_and_laid_in_every_round(selection: str) -> None:
    """X4.1: in the first round and, while it is open, in the second."""
    for before in ("", f"close; {PAT}; "):
        settled = play(f"{before}A back {selection} 3 10; B lay {selection} 3 10")
        assert settled.matches == ["o1 o2 3 10.00"]


@clause("X4.2")
@pytest.mark.parametrize(
    ("odds", "nearest"), [("2.01", "2 or 2.02"), ("1", "1.01"), ("1010", "1000"), ("20.5", "20 or 21")]
)
def test_x4_2_odds_off_the_ladder_are_refused_with_the_nearest(odds: str, nearest: str) -> None:
    """X4.2: and nothing is reserved."""
    refusal = refused(f"A back player1 {odds} 10")
    assert refusal.clause == "X4.2"
    assert refusal.error.endswith(nearest)


@clause("X4.2")
def test_x4_2_odds_and_stakes_in_their_one_form() -> None:
    """X4.2: 3.50 is written 3.5; a stake has two places, no more and no fewer."""
    assert refused("A back player1 3.50 10").error == "odds 3.50: write 3.5"
    for stake in ("10.000", "10.5", "1e3.0", "-1.00", "010.00"):
        assert refused(f"A back player1 3.5 {stake}").clause == "X4.2"


@clause("X4.2")
@option("least_stake", "1.00", "5.00")
def test_x4_2_a_stake_below_the_least_is_refused(tmp_path: Path) -> None:
    """X4.2 [reading]: 0.99 at the built-in house, 4.99 at one that wants five; the least itself is taken."""
    assert refused("A back player1 3 0.99").clause == "X4.2"
    assert play("A back player1 3 1.00").reserved("A") == "1.00"
    five = house_of(tmp_path, least_stake="5.00")
    refusal = refused("A back player1 3 4.99", house=five)
    assert (refusal.clause, refusal.error) == ("X4.2", "a stake of 4.99 is too small: the least is 5.00")
    assert play("A back player1 3 5.00", house=five).reserved("A") == "5.00"


@clause("X4.3")
def test_x4_3_a_back_order_takes_the_highest_lay_odds_first() -> None:
    """X4.3: laid at 3, 3.5 and 3.2; a back of 25.00 at 3.2 takes 3.5, then 3.2, and its rest stands."""
    laid = "A lay player1 3 10; A lay player1 3.5 10; A lay player1 3.2 10"
    settled = play(f"{laid}; B back player1 3.2 25")
    assert settled.matches == ["o4 o2 3.5 10.00", "o4 o3 3.2 10.00"]
    game, state = table(f"{laid}; B back player1 3.2 25")
    own: dict[str, Any] = game.account_view(state, "B")
    assert [(order["order"], order["unmatched"]) for order in own["orders"]] == [("o4", "5.00")]


@clause("X4.3")
def test_x4_3_a_lay_order_takes_the_lowest_back_odds_first() -> None:
    """X4.3: backed at 3.5, 3 and 3.2; a lay of 25.00 at 3.2 takes 3, then 3.2, at the odds that were there first."""
    settled = play("A back player1 3.5 10; A back player1 3 10; A back player1 3.2 10; B lay player1 3.2 25")
    assert settled.matches == ["o2 o4 3 10.00", "o3 o4 3.2 10.00"]


@clause("X4.3")
def test_x4_3_at_one_price_the_oldest_order_is_matched_first() -> None:
    """X4.3: B was there before C; what C has left waits before D."""
    text = "B lay player1 3 10; C lay player1 3 10; D lay player1 3 10; A back player1 3 15; A back player1 3 10"
    assert play(text).matches == ["o4 o1 3 10.00", "o4 o2 3 5.00", "o5 o2 3 5.00", "o5 o3 3 5.00"]


@clause("X4.3")
@option("own_orders", "passed_over", "matched")
def test_x4_3_an_account_does_not_match_itself(tmp_path: Path) -> None:
    """X4.3 [reading]: A's own lay at the better price is passed over for B's; or it is matched, and moves no chips."""
    text = "A lay player1 4 10; B lay player1 3 10; A back player1 3 10"
    assert play(text).matches == ["o3 o2 3 10.00"]
    house = house_of(tmp_path, own_orders="matched")
    assert play(text, house=house).matches == ["o3 o1 4 10.00"]
    assert play(f"{text}; {TO_18}").chips("A") == "1020.00"
    assert play(f"{text}; {TO_18}", house=house).chips("A") == "1000.00"


@clause("X4.3")
@option("trade_at", "resting", "incoming")
def test_x4_3_the_trade_is_at_the_odds_that_were_there_first(tmp_path: Path) -> None:
    """X4.3 [reading]: laid at 3.5, backed at 3: 3.5, and 25.00 won; or at the odds of who came last, and 20.00 won."""
    text = "B lay player1 3.5 10; A back player1 3 10"
    assert play(text).matches == ["o2 o1 3.5 10.00"]
    assert play(f"{text}; {TO_18}").chips("A") == "1025.00"
    house = house_of(tmp_path, trade_at="incoming")
    assert play(text, house=house).matches == ["o2 o1 3 10.00"]
    assert play(f"{text}; {TO_18}", house=house).chips("A") == "1020.00"


@clause("X4.3")
@option("rest_of_partial", "stands", "lapses")
def test_x4_3_the_rest_of_a_partial_match_stands(tmp_path: Path) -> None:
    """X4.3 [reading]: 4.00 of 10.00 are matched; the other 6.00 wait, or lapse at once, on either side."""
    lapses = house_of(tmp_path, rest_of_partial="lapses")
    for sides in (("back", "lay"), ("lay", "back")):
        text = f"A {sides[0]} player1 2 10; B {sides[1]} player1 2 4"
        assert play(text).reserved("A") == "10.00"
        assert play(text, house=lapses).reserved("A") == "4.00"
        late = f"B {sides[1]} player1 2 4; A {sides[0]} player1 2 10; C {sides[1]} player1 2 6"
        assert len(play(late).matches) == 2
        assert len(play(late, house=lapses).matches) == 1
        assert play(late, house=lapses).reserved("A") == "4.00"


@clause("X4.3")
def test_x4_3_only_what_is_unmatched_can_be_cancelled() -> None:
    """X4.3: the rest of 6.00 is free again, the 4.00 stay; then there is nothing left to cancel."""
    text = "A back player1 3 10; B lay player1 3 4; cancel o1"
    assert (play(text).chips("A"), play(text).reserved("A")) == ("996.00", "4.00")
    for name in ("o1", "o2", "o9"):
        assert refused(f"{text}; cancel {name}").clause == "X4.3"


@clause("X4.4")
def test_x4_4_a_back_reserves_its_stake_and_a_lay_its_liability() -> None:
    """X4.4: 10.00 at 3.5: a back 10.00, a lay 25.00, before anything is matched and after."""
    for text in ("A back player1 3.5 10; B lay player2 3.5 10", "A back player1 3.5 10; B lay player1 3.5 10"):
        settled = play(text)
        assert (settled.reserved("A"), settled.reserved("B")) == ("10.00", "25.00")
        assert (settled.chips("A"), settled.chips("B")) == ("990.00", "975.00")


@clause("X4.4")
@pytest.mark.parametrize(
    ("order", "chips", "most"), [("back player1 2.1", "50.00", "50.00"), ("lay player1 2.02", "50.00", "49.02")]
)
def test_x4_4_more_than_the_account_can_lose_is_refused(order: str, chips: str, most: str) -> None:
    """X4.4: with what is free, and the largest stake that would be taken, which is taken."""
    refusal = refused(f"A {order} 60", {"A": chips})
    assert refusal.clause == "X4.4"
    assert f"A has {chips} free" in refusal.error
    assert refusal.error.endswith(f"is a stake of {most}")
    assert play(f"A {order} {most}", {"A": chips}).complete is False


@clause("X4.4")
def test_x4_4_chips_that_are_reserved_cannot_be_staked_again() -> None:
    """X4.4: 250.00 and 249.00 of 500.00 on two selections leave 1.00."""
    text = "A back player1 2 250; A lay only_one_21 2 249"
    assert play(text, {"A": "500.00"}).chips("A") == "1.00"
    assert refused(f"{text}; A back player4 2.1 1.01", {"A": "500.00"}).clause == "X4.4"
    nothing = refused("A back player4 2.1 1.00", {"A": "0.99"})
    assert nothing.error.endswith("that is too little for any order at 2.1")


@clause("X4.4")
@option("netting", True, False)
def test_x4_4_orders_of_one_selection_are_netted(tmp_path: Path) -> None:
    """X4.4 [reading]: a back of 10.00 at 4 laid off at 2: nothing can be lost, nothing is reserved; or 10.00 each."""
    text = "A back player1 4 10; B lay player1 4 10; A lay player1 2 10; B back player1 2 10"
    assert play(text).reserved("A") == "0.00"
    gross = house_of(tmp_path, netting=False)
    assert play(text, house=gross).reserved("A") == "20.00"
    assert play(f"{text}; {TO_18}").chips("A") == play(f"{text}; {TO_18}", house=gross).chips("A") == "1020.00"


@clause("X4.4")
def test_x4_4_an_unmatched_order_counts_only_where_it_would_lose() -> None:
    """X4.4: a back of 10.00 and an unmatched lay of 10.00 at 2 can lose 10.00 either way, not both."""
    assert play("A back player1 2 10; A lay player1 2 10", {"A": "10.00"}).reserved("A") == "10.00"
    assert refused("A back player1 2 10; A lay player2 2 10", {"A": "10.00"}).clause == "X4.4"


@clause("X4.4")
def test_x4_4_it_is_tested_before_it_is_matched() -> None:
    """X4.4: laid at 3 against a back at 2 the liability would be 10.00, but at its own odds it is 20.00."""
    text = "B back player1 2 10; A lay player1 3 10"
    assert refused(text, {"A": "19.99"}).clause == "X4.4"
    assert play(text, {"A": "20.00"}).reserved("A") == "10.00"


@clause("X4.4")
@option("gains_staked_at_once", True, False)
def test_x4_4_gains_of_settled_selections_may_be_staked_at_once(tmp_path: Path) -> None:
    """X4.4 [reading]: B has won 10.00 from a bust Player 2 and stakes them in the third round; or waits for the end."""
    text = "A back player2 2 10; B lay player2 2 10; close; deal Th 2c Td Ts 9h 9s Ts 7s Ks; close; 2 Jd"
    chips = {"B": "10.00"}
    assert play(f"{text}; B back player1 2 20", chips).chips("B") == "0.00"
    later = house_of(tmp_path, gains_staked_at_once=False)
    assert refused(f"{text}; B back player1 2 20", chips, later).clause == "X4.4"
    held = play(f"{text}; B back player1 2 10", chips, later)
    assert (held.chips("B"), held.reserved("B")) == ("0.00", "10.00")
    assert play(f"{text}; close; dealer 9c", chips, later).chips("B") == "20.00"
