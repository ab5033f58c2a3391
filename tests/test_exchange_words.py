"""What is said at Exchange Blackjack: prompts, hands, selections, amounts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist import account_view
from dealer_assist.game import Change
from kiosk.speech.exchange_blackjack import cash, selection_name, signed_cash
from kiosk.speech.exchange_texts import LINES, MEANINGS, OUTCOMES, SELECTIONS, SETTLED, STAGES, STATUSES
from kiosk.spoken import Speaker
from tests.clauses.exchange import PAT, TO_18
from tests.markets import SHOE, Market

JSON = dict[str, Any]
SPEAKER = Speaker((100, 25, 5, 1), lambda clause: f"words of {clause}")


@pytest.fixture
def market(tmp_path: Path) -> Market:
    return Market(tmp_path)


def said(market: Market, viewer: Any = "dealer") -> JSON:
    words: JSON = SPEAKER.view(market.view(viewer), viewer, None)["words"]
    return words


def prompts(market: Market) -> tuple[str, str]:
    """The dealer's and the players'."""
    return said(market)["prompt"], said(market, "display")["prompt"]


@pytest.mark.parametrize(
    ("written", "read"),
    [("0.05", "0.05"), ("-10.00", "−10.00"), ("9999.99", "9999.99"), ("1234567.80", "1\u202f234\u202f567.80")],
)
def test_amounts_are_read_with_their_cents(written: str, read: str) -> None:
    assert cash(written) == read


def test_what_was_gained_has_its_sign() -> None:
    assert [signed_cash(cents) for cents in (3000, -5, 0)] == ["+30.00", "−0.05", "0.00"]


@pytest.mark.parametrize(
    ("text", "dealer", "players"),
    [
        ("", "Betting round 1: let the time run", "Betting round 1 is open"),
        ("close", "Player 1: card", "A card for Player 1"),
        ("close; 1 Th; 2 Tc; 3 Td; 4 Ts", "Dealer: card", "A card for the dealer"),
        ("close; deal Th 2c Td Ts 9h 9s 2s 7s Ks; close", "Player 1 stands. Player 2: draw", "Player 2 draws"),
        ("close; deal 2h 2c Td Ts 9h 2s 2d 7s Ks; close", "Player 1: draw", "Player 1 draws"),
        ("close; deal 6h 2c Td Ts 9h Ts 2d 7s Ks; close; 1 Kd", "Player 1 is bust. Player 2: draw", "Player 2 draws"),
        (
            "close; deal 2h 2c Td Ts 9h 2s 2d 7s Ks; close; 1 2d; 1 2c; 1 2c",
            "Player 1 has five cards. Player 2: draw",
            "Player 2 draws",
        ),
        ("close; deal Th 2c Td Ts 9h 9s 2s 7s Ks; close; 2 2c", "Player 2: draw", "Player 2 draws"),
        (f"close; {PAT}; close; close", "Dealer: card", "A card for the dealer"),
        (TO_18, "Game over: read out the results", "Results"),
    ],
)
def test_the_prompt_says_what_comes_next(market: Market, text: str, dealer: str, players: str) -> None:
    market.play(text)
    assert prompts(market) == (dealer, players)


def test_while_time_runs_the_page_counts_it(market: Market) -> None:
    market.press(do="time", runs=True)
    assert said(market)["prompt"] == "Betting round 1 is open"
    assert said(market)["countdown"] == "Betting round 1: {seconds} s, close early?"
    assert said(market, "display")["left"] == "{seconds} s"


def test_a_card_that_came_too_early_in_words(tmp_path: Path) -> None:
    market = Market(tmp_path, SHOE)
    market.plug()
    market.shoe("As")
    words = said(market)
    assert words["prompt"] == "A card came too early"
    assert words["finding"]["sentence"] == "A♠ left the shoe while betting round 1 is open."
    assert words["finding"]["remedies"][0]["label"] == "Betting closes, the card counts (X3.1)"
    assert words["finding"]["remedies"][0]["why"] == "words of X3.1"
    assert prompts(market)[1] == "One moment, please"


def test_a_void_game_says_who_gets_what_back(market: Market) -> None:
    market.play(f"A back player1 3.5 10; B lay player1 3.5 10; close; {PAT}")
    market.press(do="misdeal", what="lost")
    remedy = said(market)["finding"]["remedies"][0]
    assert remedy["label"] == "Void: a card at the wrong place (X4.8)"
    assert remedy["moves"] == ["A: 10.00 back", "B: 25.00 back"]
    assert remedy["agreed"] == "A supervisor has to agree."
    market.press(do="answer", finding=market.view()["finding"]["number"], remedy="void_wrong_place", approved_by="2001")
    assert prompts(market) == ("The game is void: open bets go back", "The game is void: open bets go back")
    assert said(market)["selections"]["player1"]["outcome"] == "Void"


def test_what_was_settled_is_read_out_by_account_to_the_dealer_and_by_selection_to_all(market: Market) -> None:
    market.play(f"A back player2 3.5 10; B lay player2 3.5 10; {TO_18}")
    assert [line["said"] for line in said(market)["fresh"]] == [
        "A: Player 2 backed, dead heat, +7.50",
        "B: Player 2 laid, dead heat, −7.50",
    ]
    assert [line["said"] for line in said(market, "display")["fresh"]] == ["Player 2: dead heat"]
    rows = said(market)["accounts"]
    assert [(row["account"], row["net"], row["chips"], row["commission"]) for row in rows] == [
        ("A", "+7.50", "1007.50", ""),
        ("B", "−7.50", "492.50", ""),
    ]
    assert [line["net"] for line in said(market)["seats"]["2"]["lines"]] == ["+7.50", "−7.50"]


def test_each_selection_and_what_became_of_it(market: Market) -> None:
    market.play(TO_18)
    found = said(market, "display")["selections"]
    assert [found[name]["outcome"] for name in ("player1", "player2", "player3", "all_unique")] == [
        "Won",
        "Dead heat",
        "Lost",
        "Won",
    ]
    assert found["all_unique"]["clause"] == "X3.6"
    assert found["all_unique"]["why"] == "words of X3.6"


def test_changes_that_wait_in_words(market: Market) -> None:
    market.play("A back player2 3.5 10")
    for do, who, chips in (("sit", "C", "5.00"), ("buy_in", "A", "7.00"), ("leave", "B", 0)):
        market.press(do="stay", change=Change(do, who, chips))
    stay = said(market)["stay"]
    assert stay["label"] == "Accounts"
    assert stay["waits"] == [
        "C opens an account with 5.00: next game",
        "A buys in for 7.00: next game",
        "B leaves: next game",
    ]


def test_a_table_that_has_stopped_says_so_on_a_terminal_too(market: Market) -> None:
    shown = SPEAKER.account(account_view.views(market.rig.table)["A"], "the disk is full")
    assert shown["words"]["prompt"] == "This table is closed"
    assert "disk" not in str(shown)


def test_everything_that_the_game_can_say_has_its_words(market: Market) -> None:
    state = market.view()["state"]
    outcomes = {"win", "lose", "dead_heat", "void"}
    assert {row["selection"] for row in state["selections"]} == {
        *MEANINGS,
        *(f"player{number}" for number in range(1, 5)),
    }
    assert set(SELECTIONS) == set(MEANINGS)
    assert set(OUTCOMES) == set(SETTLED) == {outcome for _, outcome in LINES} == outcomes
    assert {"betting", "cards", "over"} == set(STAGES)
    assert {"waiting", "draws", "stands", "bust", "blackjack", "five_cards", "ended"} == set(STATUSES)
    assert selection_name("player3") == "Player 3"
