"""X3: betting rounds, the order of the cards, early settlement, the end of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist.game import Deal, Orders, Over
from tests.clauses.exchange import PAT, TO_18, house_of, play, refused, steps, table
from tests.clauses.table import clause, option

#: A blackjack, and three hands that are bust: 25, 24 and 26 against the dealer's eight.
BLACKJACK_AND_BUST = "close; deal Ah Tc 9d Jc 8s Kc 6s 7h 6c; close; 2 9h; 3 8d; 4 Kd; close"


def after(text: str, **options: object) -> dict[str, int | None]:
    """By selection, how many steps from the last card it was settled: 0 by the last one, None not at all."""
    ended, last = play(text, **options), len(steps(text)) - 1
    return {
        row["selection"]: None if row["settled_after"] is None else last - row["settled_after"]
        for row in ended.answer["selections"]
    }


@clause("X3.1")
def test_x3_1_what_is_unmatched_lapses_when_the_round_is_closed() -> None:
    """X3.1: 4.00 of 10.00 are matched; the rest is free again, and can be neither cancelled nor matched."""
    half = "A back player1 3 10; B lay player1 3 4"
    assert play(half).chips("A") == "990.00"
    closed = play(f"{half}; close")
    assert (closed.chips("A"), closed.reserved("A")) == ("996.00", "4.00")
    later = f"{half}; close; {PAT}"
    assert refused(f"{later}; cancel o1").clause is not None
    assert play(f"{later}; C lay player1 3 6").matches == ["o1 o2 3 4.00"]


@clause("X3.1")
def test_x3_1_cards_and_orders_keep_apart() -> None:
    """X3.1: no card while betting is open, no order, no cancellation and no second close while it is closed."""
    assert refused("1 9h").clause == "X3.1"
    assert refused("A back player1 3 10; close; cancel o1").clause == "X3.1"
    assert refused("close; A back player1 3 10").clause == "X3.1"
    assert refused("close; close").clause == "X3.1"
    game, state = table("close; 1 9h")
    outcome = game.apply(state, game.read(steps("A back player1 3 10")[0]))
    assert getattr(outcome, "why", "").endswith("the next card is for player2")


@clause("X3.1")
@option("round_seconds", 30, 45)
def test_x3_1_the_house_sets_the_time_of_a_round(tmp_path: Path) -> None:
    """X3.1: what the bar shows; an order that stood when the time ran out has lapsed with its 10.00 free again."""
    game, state = table("A back player1 3 10; close")
    assert game.show(state, "display")["seconds"] == 30
    game, state = table("A back player1 3 10; close", house=house_of(tmp_path, round_seconds=45))
    assert game.show(state, "display")["seconds"] == 45
    assert play("A back player1 3 10; close").chips("A") == "1000.00"


@clause("X3.1")
@option("early_close", True, False)
def test_x3_1_a_house_may_let_no_round_end_early(tmp_path: Path) -> None:
    """X3.1: the dealer's page offers to close a round before its time, or not; the bets are the same."""
    slow = house_of(tmp_path, early_close=False)
    game, state = table("A back player1 3 10")
    assert game.show(state, "dealer")["early_close"] is True
    game, state = table("A back player1 3 10", house=slow)
    assert game.show(state, "dealer")["early_close"] is False
    bet = f"A back player1 3 10; B lay player1 3 10; {TO_18}"
    assert play(bet).chips("A") == play(bet, house=slow).chips("A") == "1020.00"


@clause("X3.2")
@option("nine_cards", "dealer_between", "dealer_last")
def test_x3_2_nine_cards_in_their_order(tmp_path: Path) -> None:
    """X3.2: the dealer's card between the players' cards, or after them; Player 1 wins with 19 against 18 in either."""
    bet, pat = "A back player1 3 10; B lay player1 3 10; close", "1 Th; 2 Tc; 3 Td; 4 Ts"
    between = f"{bet}; {pat}; dealer 9h; 1 9s; 2 8s; 3 7s; 4 Ks"
    last = f"{bet}; {pat}; 1 9s; 2 8s; 3 7s; 4 Ks; dealer 9h"
    later = house_of(tmp_path, nine_cards="dealer_last")
    end = "; close; close; dealer 9c"
    assert play(between + end).chips("A") == play(last + end, house=later).chips("A") == "1020.00"
    assert refused(f"{bet}; {pat}; 1 9s").clause == "X3.2"
    assert refused(f"{bet}; {pat}; dealer 9h", house=later).clause == "X3.2"


@clause("X3.2")
def test_x3_2_the_first_round_is_before_any_card() -> None:
    """X3.2: orders first, then the card to Player 1; a card to anyone else is refused."""
    game, state = table("")
    assert game.awaits(state) == Orders(1, Deal("player1"))
    game, state = table("close")
    assert game.awaits(state) == Deal("player1")
    assert refused("close; 2 9h").clause == "X3.2"


@clause("X3.3")
def test_x3_3_hands_draw_one_after_the_other_each_to_its_end() -> None:
    """X3.3: Player 2 has 12 and draws until 18; then it is Player 4's turn. Who stands is passed over."""
    dealt = "close; deal Th 2c Td 3s 9h 9s Ts 7s Ks; close"
    game, state = table(dealt)
    assert game.awaits(state) == Deal("player2")
    shown: dict[str, Any] = game.show(state, "display")
    assert [hand["status"] for hand in shown["hands"]] == ["stands", "draws", "stands", "draws", "waiting"]
    assert shown["prompt"] == {"act": "draw", "place": "player2"}
    assert refused(f"{dealt}; 4 2d").clause == "X3.3"
    game, state = table(f"{dealt}; 2 2d")
    assert game.awaits(state) == Deal("player2")
    game, state = table(f"{dealt}; 2 2d; 2 4d")
    assert game.awaits(state) == Deal("player4")
    game, state = table(f"{dealt}; 2 2d; 2 4d; 4 5d")
    assert game.awaits(state) == Orders(3, Deal("dealer"))


@clause("X3.3")
def test_x3_3_a_bust_hand_is_settled_at_once() -> None:
    """X3.3: the layer of Player 2 has his 10.00 before the third betting round, in which they can be staked."""
    text = "A back player2 2 10; B lay player2 2 10; close; deal Th 2c Td Ts 9h 9s Ts 7s Ks; close; 2 Jd"
    settled = play(text)
    assert settled.outcome("player2") == "lose"
    assert (settled.chips("A"), settled.chips("B")) == ("990.00", "1010.00")
    assert settled.lines("B") == ["lay.player2 10.00 = 20.00 win X4.5"]


@clause("X3.4")
def test_x3_4_a_round_comes_before_each_card_of_the_dealer() -> None:
    """X3.4: six rounds at most, and the third also where no hand drew."""
    text = f"close; {PAT.replace('9h', '2h')}; close"
    assert play(text).rounds == 3
    for number, card in enumerate(("4c", "5c", "3d", "4d"), start=3):
        assert refused(f"{text}; dealer {card}").clause == "X3.1"
        text = f"{text}; close; dealer {card}"
        assert play(text).rounds == min(number + 1, 6)
    assert play(text).complete
    assert refused(f"{text}; close").clause == "X3.4"


@clause("X3.4")
def test_x3_4_all_bust_and_the_dealer_takes_no_card() -> None:
    """X3.4: four hands bust, the game is over after two rounds."""
    text = "close; deal Th Tc 9d Jc 8s 6h 6s 7h 6c; close; 1 Kh; 2 9h; 3 8d"
    assert not play(text).complete
    ended = play(f"{text}; 4 Kd")
    assert (ended.complete, ended.rounds) == (True, 2)
    game, state = table(f"{text}; 4 Kd")
    assert game.awaits(state) == Over()
    assert ended.outcomes("dealer_wins_or_ties_all", "five_cards") == ["win", "lose"]


@clause("X3.4")
def test_x3_4_when_the_dealer_stands_there_is_no_further_round() -> None:
    """X3.4: 18 on two cards; a further card is refused."""
    ended = play(TO_18)
    assert (ended.complete, ended.rounds) == (True, 3)
    assert refused(f"{TO_18}; dealer 2c").clause == "X3.4"


@clause("X3.5")
@pytest.mark.parametrize("second", ["7h", "8h"])
def test_x3_5_a_blackjack_has_won_when_the_dealer_has_15_or_16(second: str) -> None:
    """X3.5: with two cards of 15 or 16 he can't reach five; the game is over at that card (the source's example)."""
    text = f"A back player1 1.5 10; B lay player1 1.5 10; {BLACKJACK_AND_BUST}; dealer {second}"
    ended = play(text)
    assert (ended.complete, ended.outcome("player1")) == (True, "win")
    assert (ended.chips("A"), after(text)["player1"]) == ("1005.00", 0)


@clause("X3.5")
def test_x3_5_at_14_the_blackjack_waits() -> None:
    """X3.5: 14 on two cards can become five cards; 15 on three too, 16 on three can't (the source's example)."""
    fourteen = f"{BLACKJACK_AND_BUST}; dealer 6h"
    assert play(fourteen).outcome("player1") is None
    assert play(f"{fourteen}; close; dealer Ad").outcome("player1") is None
    assert play(f"{fourteen}; close; dealer 2d").outcome("player1") == "win"


@clause("X3.5")
@pytest.mark.parametrize(
    ("dealer", "waits"),
    [
        ("8s 4h 4d", False),
        ("8s 2h 5d", True),
        ("8s 2h 2d 4h", True),
        ("5s Ah", True),
        ("6s Ah", False),
        ("3s Ah 2d", True),
        ("8s 2h 3d 2d", True),
    ],
)
def test_x3_5_five_cards_are_within_reach(dealer: str, waits: bool) -> None:
    """X3.5: two cards to hard 14 or soft A5, three to hard 15 or soft A5, four to hard 16 or soft A5."""
    first, *others = dealer.split()
    drawn = "".join(f"; close; dealer {card}" for card in others)
    settled = play(f"close; deal Ah Tc Td Ts {first} Kc 8s 7s Kd; close{drawn}")
    assert (settled.outcome("player1") is None) == waits


@clause("X3.5")
def test_x3_5_a_settled_selection_takes_no_order() -> None:
    """X3.5: Player 2 is bust; an order on him is refused in the third round, one on Player 1 is not."""
    text = "close; deal Th 2c Td Ts 9h 9s Ts 7s Ks; close; 2 Jd"
    assert refused(f"{text}; A back player2 2 10").clause == "X3.5"
    assert play(f"{text}; A back player1 2 10").reserved("A") == "10.00"


@clause("X3.5")
def test_x3_5_all_unique_is_lost_at_the_first_repeat() -> None:
    """X3.5: in the middle of the deal, at the second ten of hearts."""
    assert after("close; 1 Th; 2 Th")["all_unique"] == 0
    assert after("close; 1 Th; 2 Td")["all_unique"] is None


@clause("X3.5")
def test_x3_5_only_one_21_is_lost_at_the_second_21() -> None:
    """X3.5: two blackjacks in the deal; with one the dealer can still change it."""
    text = "close; 1 Ah; 2 Ad; 3 Td; 4 9s; dealer 9h; 1 Kh"
    assert after(text)["only_one_21"] is None
    assert after(f"{text}; 2 Kd")["only_one_21"] == 0


@clause("X3.5")
def test_x3_5_only_one_21_is_settled_when_no_player_and_no_dealer_can_change_it() -> None:
    """X3.5: where only players count, with the last hand that draws; else with the dealer's last card."""
    text = "close; deal Ah Tc Td 9s 9h Kh 8s 7s 3d; close; 4 8d"
    assert after(text, only_one_21_counts="players")["only_one_21"] == 0
    assert after(text, only_one_21_counts="all")["only_one_21"] is None


@clause("X3.5")
def test_x3_5_five_cards_is_won_by_the_first_such_hand() -> None:
    """X3.5: at the fifth card of Player 1, though Player 2 still draws; a player's fifth card is not foreseen."""
    text = "close; deal 2h 2c Td Ts 9h 3s 3c 7s Ks; close; 1 2d; 1 4s"
    assert after(text)["five_cards"] is None
    assert after(f"{text}; 1 5h")["five_cards"] == 0


@clause("X3.5")
def test_x3_5_five_cards_is_lost_when_no_open_hand_can_get_there() -> None:
    """X3.5: the dealer with 16 on two cards; where only players count, with the last card that a player draws."""
    text = f"close; {PAT}; close; close; dealer 7d"
    assert after(text)["five_cards"] == 0
    drawn = "close; deal Th 2c Td Ts 9h 9s Ts 7s Ks; close; 2 8d"
    assert after(drawn, five_cards_counts="players")["five_cards"] == 0
    assert after(drawn)["five_cards"] is None


@clause("X3.5")
@option("foreseen", "dealer", "all")
def test_x3_5_a_house_may_foresee_the_players_hands_too(tmp_path: Path) -> None:
    """X3.5 [reading]: four cards of 11 that draw, and 16 against the dealer's nine that can't come to five cards.

    At a house that foresees all hands, A's bet on five cards is won before the fifth card, or lost before the third.
    """
    everyone = house_of(tmp_path, foreseen="all")
    bet = "A back five_cards 5 10; B lay five_cards 5 10; close; "
    four = bet + "deal 2h Tc Td Ts 9h 3s 8s 7s Ks; close; 1 2d; 1 4s"
    assert (play(four).outcome("five_cards"), play(four).chips("A")) == (None, "990.00")
    assert play(four, house=everyone).chips("A") == "1040.00"
    sixteen = bet + "deal Th Tc Td Ts 9h 6s 8s 7s Ks"
    players: dict[str, Any] = {"five_cards_counts": "players"}
    assert play(sixteen, **players).outcome("five_cards") is None
    assert play(sixteen, house=everyone, **players).chips("B") == "1010.00"
    assert play(f"{sixteen}; close; 1 2h", **players).chips("B") == "1010.00"


@clause("X3.5")
def test_x3_5_five_cards_certain_for_the_dealer_has_won() -> None:
    """X3.5: four cards of hard 11, or of soft 16: whatever comes makes five. Hard 12 may still be bust."""
    for cards, outcome in (("2c 4c 3d", "win"), ("Ac Ad 2d", "win"), ("3c 4c 3d", None)):
        drawn = "; close; ".join(f"dealer {card}" for card in cards.split())
        assert play(f"close; {PAT.replace('9h', '2h')}; close; close; {drawn}").outcome("five_cards") == outcome


@clause("X3.5")
def test_x3_5_dealer_wins_or_ties_all_is_decided_by_the_best_hand() -> None:
    """X3.5: lost with the blackjack that has won, won when the last hand is bust."""
    assert after(f"{BLACKJACK_AND_BUST}; dealer 7h")["dealer_wins_or_ties_all"] == 0
    bust = "close; deal Th Tc 9d Jc 8s 6h 6s 7h 6c; close; 1 Kh; 2 9h; 3 8d"
    assert after(bust)["dealer_wins_or_ties_all"] is None
    assert after(f"{bust}; 4 Kd")["dealer_wins_or_ties_all"] == 0


@clause("X3.6")
def test_x3_6_an_exotic_still_open_is_settled_on_the_cards_dealt() -> None:
    """X3.6: all players are settled, the dealer's 15 stays as it is: all unique won, five cards lost, one 21 won."""
    text = f"A back all_unique 3 10; B lay all_unique 3 10; {BLACKJACK_AND_BUST}; dealer 7c"
    ended = play(text)
    assert ended.outcomes("all_unique", "five_cards", "only_one_21") == ["win", "lose", "win"]
    assert ended.chips("A") == "1020.00"
    assert ended.complete


@clause("X3.6")
def test_x3_6_all_bust_and_no_21_is_lost() -> None:
    """X3.6: only one 21 by the count so far: none."""
    text = "close; deal Th Tc 9d Jc 8s 6h 6s 7h 6c; close; 1 Kh; 2 9h; 3 8d; 4 Kd"
    assert play(text).outcomes("only_one_21", "all_unique") == ["lose", "win"]
