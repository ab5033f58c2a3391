"""X6: fair odds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dealer_assist.cards import Card, parse
from dealer_assist.house_exchange_facts import facts
from dealer_assist.odds import INFINITE, NoOdds, StandingShoe, fair_odds
from dealer_assist.odds.fair import built_in_rules, odds_of
from dealer_assist.odds.table import lay
from tests.clauses.exchange import TO_18, house_of, play, table
from tests.clauses.table import clause, option

#: Against a ten: 19, 18, 17 and 18; nobody draws.
NINE = ("Ks 9s", "Ts 8s", "Tc 7c", "9h 9d")


def cards(text: str) -> list[Card]:
    return [parse(card) for card in text.split()]


@clause("X6.1")
def test_x6_1_win_dead_heat_and_loss_of_a_table_worked_out_by_hand() -> None:
    """X6.1: the dealer has 16 on four cards and takes one more: an ace to five give five cards, any other a bust."""
    found = fair_odds([cards(hand) for hand in NINE], cards("5h 4h 4d 3d"), INFINITE)
    assert found["player1"].win == Fraction(8, 13)
    assert found["player1"].tie == 0
    assert found["player1"].lose == Fraction(5, 13)
    assert found["player1"].fair == Fraction(13, 8)
    assert found["dealer_wins_or_ties_all"].win == Fraction(5, 13)


@clause("X6.1")
def test_x6_1_a_dead_heat_counts_half() -> None:
    """X6.1: fair odds are 1 over the win and half the dead heat."""
    found = fair_odds([cards(hand) for hand in NINE], cards("Td 8d"), INFINITE)
    assert [found[f"player{number}"].fair for number in (1, 2, 3, 4)] == [1, 2, None, 2]


@clause("X6.1")
def test_x6_1_the_shoe_as_it_stands() -> None:
    """X6.1: six cards are left, three of them fours: the dealer's 16 gets one of them as often as not."""
    gone = [str(rank) + suit for rank in "A23456789TJQK" for suit in "shdc"]
    for card in " ".join((*NINE, "5h 4h 4d 3d", "4s 4c 2s Kh Kd Qd")).split():
        gone.remove(card)
    shoe = StandingShoe(1, tuple(map(parse, gone)))
    found = fair_odds([cards(hand) for hand in NINE], cards("5h 4h 4d 3d"), shoe)
    assert (found["player1"].win, found["player1"].lose) == (Fraction(3, 6), Fraction(3, 6))


@clause("X6.1")
def test_x6_1_no_odds_of_what_no_game_can_reach() -> None:
    """X6.1: the dealer stands on 17 and takes no card after it."""
    with pytest.raises(NoOdds, match="takes no 2c") as caught:
        fair_odds([cards(hand) for hand in NINE], cards("Td 7d 2c"), INFINITE)
    assert caught.value.clause == "X6.1"


@clause("X6.1")
@option("odds_for_players", False, True)
def test_x6_1_a_house_may_show_them_to_the_players(tmp_path: Path) -> None:
    """X6.1: the display is told whether to show them; the bets are the same, 20.00 won by 10.00 at 3."""
    bet = f"A back player1 3 10; B lay player1 3 10; {TO_18}"
    shown = house_of(tmp_path, odds_for_players=True)
    for house, told in ((None, False), (shown, True)):
        game, state = table(bet, house=house)
        assert game.show(state, "display")["odds_for_players"] is told
        assert play(bet, house=house).chips("A") == "1020.00"


@clause("X6.2")
def test_x6_2_the_published_figures() -> None:
    """X6.2: the edge, a player's outcomes, the betting rounds and the one exotic whose exact odds are published."""
    found = facts(built_in_rules(), 0, 1, lambda done: None)
    assert f"{float(100 * found.edge):.6f}" == "3.896031"
    player = found.player
    assert [f"{float(100 * part):.1f}" for part in (player.win, player.tie, player.lose)] == ["44.0", "8.1", "47.9"]
    assert [f"{float(100 * part):.1f}" for part in found.rounds.values()] == ["0.4", "34.8", "43.7", "17.4", "3.7"]
    start = odds_of(lay(((),) * 4, (), INFINITE, built_in_rules().play), built_in_rules())
    fair = start["dealer_wins_or_ties_all"].fair
    assert fair is not None
    assert f"{float(fair):.4f}" == "3.7561"
