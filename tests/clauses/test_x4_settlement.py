"""X4.5–X4.8: what a matched bet gives, commission, rounding, a void game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.exchange import TO_18, Settled, house_of, play, refused, table
from tests.clauses.table import clause, option


def gains(settled: Settled) -> tuple[str, str]:
    """The chips of A and B."""
    return settled.chips("A"), settled.chips("B")


@clause("X4.5")
def test_x4_5_win_lose_and_dead_heat() -> None:
    """X4.5: 100.00 at 4: a win gives 300.00, a loss takes 100.00, a dead heat gives 100.00, from or to the layer."""
    for selection, a, b in (
        ("player1", "1300.00", "700.00"),
        ("player3", "900.00", "1100.00"),
        ("player2", "1100.00", "900.00"),
    ):
        assert gains(play(f"A back {selection} 4 100; B lay {selection} 4 100; {TO_18}")) == (a, b)


@clause("X4.5")
def test_x4_5_a_dead_heat_below_2_costs_the_backer() -> None:
    """X4.5: 100.00 at 1.2: half the odds are 0.6, 40.00 are lost."""
    settled = play(f"A back player2 1.2 100; B lay player2 1.2 100; {TO_18}")
    assert gains(settled) == ("960.00", "1040.00")
    assert settled.lines("A") == ["back.player2 100.00 x0.6 = 60.00 dead_heat X4.5"]
    assert settled.lines("B") == ["lay.player2 20.00 = 60.00 dead_heat X4.5"]


@clause("X4.5")
def test_x4_5_a_line_to_each_side_of_a_matched_bet() -> None:
    """X4.5: the backer's return by his odds, the layer's beside his liability, each as his own win or loss."""
    settled = play(f"A back player1 3.5 10; B lay player1 3.5 10; {TO_18}")
    assert settled.lines("A") == ["back.player1 10.00 x3.5 = 35.00 win X4.5"]
    assert settled.lines("B") == ["lay.player1 25.00 = 0.00 lose X4.5"]
    lost = play(f"A back player3 3.5 10; B lay player3 3.5 10; {TO_18}")
    assert lost.lines("A") == ["back.player3 10.00 x0 = 0.00 lose X4.5"]
    assert lost.lines("B") == ["lay.player3 25.00 = 35.00 win X4.5"]


@clause("X4.6")
@option("commission", "0", "4", "2.5")
def test_x4_6_commission_is_taken_from_net_winnings(tmp_path: Path) -> None:
    """X4.6: 25.00 won, 10.00 lost: nothing, 0.60 or 0.37 of 15.00; who has lost pays none."""
    text = f"A back player1 3.5 10; B lay player1 3.5 10; A back player3 2 10; B lay player3 2 10; {TO_18}"
    assert gains(play(text)) == ("1015.00", "985.00")
    assert gains(play(text, commission="4")) == ("1014.40", "985.00")
    settled = play(text, commission="2.5")
    assert (*gains(settled), settled.answer["commission"]) == ("1014.63", "985.00", "0.37")
    assert gains(play(text, house=house_of(tmp_path, commission="4"))) == ("1014.40", "985.00")


@clause("X4.6")
@option("commission_rounding", "down", "up")
def test_x4_6_a_fraction_of_a_cent(tmp_path: Path) -> None:
    """X4.6 [reading]: 2.5 % of 15.00 are 37.5 cents: 37, or 38."""
    text = f"A back player1 2.5 10; B lay player1 2.5 10; {TO_18}"
    assert play(text, commission="2.5").chips("A") == "1014.63"
    assert play(text, house=house_of(tmp_path, commission_rounding="up"), commission="2.5").chips("A") == "1014.62"


@clause("X4.6")
def test_x4_6_no_commission_before_the_end() -> None:
    """X4.6: what is won in the game may be staked whole; the commission is of the whole game."""
    text = "A back player2 2 10; B lay player2 2 10; close; deal Th 2c Td Ts 9h 9s Ts 7s Ks; close; 2 Jd"
    assert play(text, commission="4").chips("B") == "1010.00"
    assert play(f"{text}; close; dealer 9c", commission="4").chips("B") == "1009.60"


@clause("X4.7")
@option("half_cent_to", "backer", "layer")
def test_x4_7_half_a_cent_goes_to_the_backer(tmp_path: Path) -> None:
    """X4.7 [reading]: 1.00 at 1.27 and a dead heat: 36.5 cents lost, 36 or 37; 1.50 at 1.01 won: 1.5 cents, 2 or 1."""
    layer = house_of(tmp_path, half_cent_to="layer")
    heat = f"A back player2 1.27 1; B lay player2 1.27 1; {TO_18}"
    assert gains(play(heat)) == ("999.64", "1000.36")
    assert gains(play(heat, house=layer)) == ("999.63", "1000.37")
    won = f"A back player1 1.01 1.50; B lay player1 1.01 1.50; {TO_18}"
    assert gains(play(won)) == ("1000.02", "999.98")
    assert gains(play(won, house=layer)) == ("1000.01", "999.99")


@clause("X4.7")
def test_x4_7_each_matched_bet_is_rounded_by_itself() -> None:
    """X4.7: 1.00 and 1.00 at 1.27, a dead heat of each loses 36 cents, 72 together; 2.00 in one bet lose 73."""
    two = f"B lay player2 1.27 1; B lay player2 1.27 1; A back player2 1.27 2; {TO_18}"
    assert gains(play(two)) == ("999.28", "1000.72")
    one = f"B lay player2 1.27 2; A back player2 1.27 2; {TO_18}"
    assert gains(play(one)) == ("999.27", "1000.73")


@clause("X4.7")
def test_x4_7_a_cent_that_an_account_has_not_is_not_matched() -> None:
    """X4.7: A's 0.51 cover a lay of 1.01 at 1.5; a second bet of one cent would make it 0.52: passed over."""
    text = "A lay player1 1.5 1.01"
    for name in ("C", "D"):
        # The better price takes 1.00 of each back order, and leaves a cent for A.
        text += f"; {name} lay player1 1.6 1; B back player1 1.5 1.01"
    settled = play(f"{text}; B back player1 1.5 1.00", {"A": "0.51"})
    assert settled.matches == ["o3 o2 1.6 1.00", "o3 o1 1.5 0.01", "o5 o4 1.6 1.00", "o6 o1 1.5 1.00"]
    assert (settled.chips("A"), settled.reserved("A")) == ("0.00", "0.51")


#: Player 2 is bust in the third round; Player 1's bet is open.
HALFWAY = (
    "A back player1 3 10; B lay player1 3 10; A back player2 2 10; B lay player2 2 10; "
    "close; deal Th 2c Td Ts 9h 9s Ts 7s Ks; close; 2 Jd"
)


@clause("X4.8")
@option("void_returns", "unsettled", "all")
def test_x4_8_a_void_game_returns_what_is_not_settled(tmp_path: Path) -> None:
    """X4.8 [reading]: the bet on Player 1 comes back, the one on the bust Player 2 stands; or both come back."""
    settled = play(f"{HALFWAY}; A back player4 2 10; void")
    assert settled.complete
    assert gains(settled) == ("990.00", "1010.00")
    assert settled.lines("A") == [
        "back.player2 10.00 x0 = 0.00 lose X4.5",
        "back.player1 10.00 x1 = 10.00 void X4.8",
    ]
    assert settled.outcomes("player1", "player2") == [None, "lose"]
    everything = play(f"{HALFWAY}; void", house=house_of(tmp_path, void_returns="all"))
    assert gains(everything) == ("1000.00", "1000.00")
    assert [line.rpartition(" ")[2] for line in everything.lines("A")] == ["X4.8", "X4.8"]


@clause("X4.8")
@pytest.mark.parametrize("reason", ["wrong_place", "drawn_when_standing", "exposed_early"])
def test_x4_8_the_reason_is_recorded(reason: str) -> None:
    """X4.8: one of three, in the settlement, and each is a way on the dealer's page until the game is over."""
    game, state = table(HALFWAY)
    assert {"misdeal": "void", "reason": reason} in [way.step for way in game.ways(state)]
    assert play(f"{HALFWAY}; void {reason}").answer["void"] == reason
    assert play(f"{HALFWAY}; void").answer["void"] == ""
    game, state = table(f"{HALFWAY}; void {reason}")
    assert game.ways(state) == ()


@clause("X4.8")
def test_x4_8_after_it_the_game_is_over_and_nothing_goes_back() -> None:
    """X4.8: no order, card or close follows; a misdeal that would go back is refused at any time."""
    for step in ("A back player1 2 10", "close", "dealer 9c", "void"):
        assert refused(f"{HALFWAY}; void; {step}").clause == "X3.4"
    game, _ = table(HALFWAY)
    with pytest.raises(ValueError, match="does not go back") as error:
        game.read({"misdeal": "restorable", "back_to": 0})
    assert getattr(error.value, "clause", None) == "X4.8"


@clause("X4.8")
def test_x4_8_commission_is_of_what_stands() -> None:
    """X4.8: B has won 10.00 from Player 2, 4 % of that are taken."""
    assert gains(play(f"{HALFWAY}; void", commission="4")) == ("990.00", "1009.60")
