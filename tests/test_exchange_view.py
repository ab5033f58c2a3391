"""What the screens and an account's own page show of Exchange Blackjack, and what they don't."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.clauses.exchange import PAT, TO_18, table

JSON = dict[str, Any]

#: Four lay prices, three back prices and a matched bet on Player 1; an order on an exotic.
MARKET = (
    "A lay player1 4 10; A lay player1 3.5 10; B lay player1 3.5 5; A lay player1 5 10; A lay player1 6 10; "
    "B back player1 8 10; B back player1 10 2; B back player1 9 1; A back only_one_21 2.5 20; B back player1 6 4"
)


def show(text: str, viewer: Any) -> JSON:
    """The view of the game after the steps."""
    game, state = table(text)
    return game.show(state, viewer)


def selection(shown: JSON, name: str) -> JSON:
    """One of its selections."""
    return next(row for row in shown["selections"] if row["selection"] == name)


def test_the_best_three_prices_of_each_side() -> None:
    """To back at what is laid, the highest first; to lay at what is backed, the lowest first; a price has its sum."""
    player1 = selection(show(MARKET, "display"), "player1")
    assert player1 == {
        "selection": "player1",
        "outcome": None,
        "clause": None,
        "open": True,
        "to_back": [
            {"odds": "6", "amount": "6.00"},
            {"odds": "5", "amount": "10.00"},
            {"odds": "4", "amount": "10.00"},
        ],
        "to_lay": [
            {"odds": "8", "amount": "10.00"},
            {"odds": "9", "amount": "1.00"},
            {"odds": "10", "amount": "2.00"},
        ],
        "last_matched": "6",
    }


def test_a_settled_selection_has_its_outcome_clause_and_no_prices() -> None:
    """The game is over; the exotic that was open at the end is settled by X3.6."""
    shown = show(f"{MARKET}; {TO_18}", "display")
    assert shown["stage"] == "over"
    assert shown["prompt"] == {"act": "over"}
    for name, outcome, clause in (("player2", "dead_heat", "X3.5"), ("all_unique", "win", "X3.6")):
        row = selection(shown, name)
        assert (row["outcome"], row["clause"], row["open"]) == (outcome, clause, False)
        assert row["to_back"] == row["to_lay"] == []


def test_the_players_screen_names_no_account() -> None:
    """Neither accounts, nor whose an order is, nor anything reserved; the dealer and the pit see both."""
    display = show(MARKET, "display")
    assert "accounts" not in display
    assert "orders" not in display
    assert '"A"' not in json.dumps(display)
    for viewer in ("dealer", "pit"):
        shown = show(MARKET, viewer)
        assert shown["accounts"] == [
            {"account": "A", "free": "835.00", "reserved": "165.00"},
            {"account": "B", "free": "983.00", "reserved": "17.00"},
        ]
        assert {"account": "A", "order": "o9", "selection": "only_one_21"}.items() <= _order(shown, "o9").items()


def _order(shown: JSON, name: str) -> JSON:
    return next(order for order in shown["orders"] if order["order"] == name)


@pytest.mark.parametrize(
    ("text", "stage", "prompt"),
    [
        ("", "betting", {"act": "betting", "betting_round": 1}),
        ("close", "cards", {"act": "card", "place": "player1"}),
        (f"close; {PAT}", "betting", {"act": "betting", "betting_round": 2}),
        ("close; deal Th 2c Td 3s 9h 9s Ts 7s Ks; close", "cards", {"act": "draw", "place": "player2"}),
        (f"close; {PAT}; close; close", "cards", {"act": "card", "place": "dealer"}),
    ],
)
def test_the_dealer_is_told_what_to_do(text: str, stage: str, prompt: JSON) -> None:
    """Let people bet, deal, draw for a hand."""
    shown = show(text, "dealer")
    assert (shown["stage"], shown["prompt"]) == (stage, prompt)


@pytest.mark.parametrize(
    ("text", "totals", "statuses"),
    [
        ("close; 1 Ah; 2 6d", ["soft 11", "6", None, None, None], ["waiting"] * 5),
        (
            "close; deal Ah 2c Ad 3s 9h Ks Ts 6d Ks; close; 2 Jd",
            ["21", "22", "soft 17", "13", "9"],
            ["blackjack", "bust", "draws", "draws", "waiting"],
        ),
    ],
)
def test_each_hand_has_its_total_and_what_becomes_of_it(text: str, totals: list[str], statuses: list[str]) -> None:
    """Before its second card it waits; then it draws, stands, is bust, a blackjack or five cards."""
    hands = show(text, "display")["hands"]
    assert [hand["total"] for hand in hands] == totals
    assert [hand["status"] for hand in hands] == statuses


def test_a_hand_that_the_end_has_overtaken_is_ended() -> None:
    """All players are bust: the dealer's hand draws no more."""
    shown = show("close; deal Th Tc 9d Jc 8s 6h 6s 7h 6c; close; 1 Kh; 2 9h; 3 8d; 4 Kd", "display")
    assert [hand["status"] for hand in shown["hands"]] == ["bust"] * 4 + ["ended"]


def test_an_account_sees_its_own_orders_bets_and_exposure() -> None:
    """10.00 backed at 3, 4.00 of them matched by B; a lay at 2 that would cost 5.00 if Player 1 won."""
    game, state = table("A back player1 3 10; B lay player1 3 4; A lay player1 2 5")
    own = game.account_view(state, "A")
    assert own == {
        "account": "A",
        "free": "990.00",
        "reserved": "10.00",
        "settled": "0.00",
        "commission": "0.00",
        "orders": [
            {
                "order": "o1",
                "selection": "player1",
                "side": "back",
                "odds": "3",
                "stake": "10.00",
                "unmatched": "6.00",
            },
            {
                "order": "o3",
                "selection": "player1",
                "side": "lay",
                "odds": "2",
                "stake": "5.00",
                "unmatched": "5.00",
            },
        ],
        "matched": [{"order": "o1", "side": "back", "selection": "player1", "odds": "3", "stake": "4.00"}],
        "exposure": [
            {
                "selection": "player1",
                "reserved": "10.00",
                "matched": {"win": "8.00", "lose": "-4.00", "dead_heat": "2.00"},
                "worst": {"win": "3.00", "lose": "-10.00", "dead_heat": "2.00"},
            }
        ],
        "lines": [],
    }


def test_an_account_sees_nothing_of_the_others() -> None:
    """B's page names neither A's orders nor A."""
    game, state = table(MARKET)
    assert '"o1"' not in json.dumps(game.account_view(state, "B"))
    assert '"A"' not in json.dumps(game.account_view(state, "B"))
    with pytest.raises(KeyError):
        game.account_view(state, "Z")


def test_whose_an_order_is() -> None:
    """Of one that stands; of one that is matched or unknown nothing is said."""
    game, state = table("A back player1 3 10; B lay player1 3 4")
    assert [game.owner(state, order) for order in ("o1", "o2", "o3")] == ["A", None, None]


def test_after_the_end_an_account_sees_what_it_won_and_paid() -> None:
    """20.00 won, 4 % of them taken, and the line that says why."""
    game, state = table(f"A back player1 3 10; B lay player1 3 10; {TO_18}", commission="4")
    own: JSON = game.account_view(state, "A")
    assert (own["settled"], own["commission"], own["free"], own["exposure"]) == ("20.00", "0.80", "1019.20", [])
    assert [line["paid"] for line in own["lines"]] == ["30.00"]
    assert game.show(state, "pit")["accounts"] == [
        {"account": "A", "free": "1019.20", "reserved": "0.00"},
        {"account": "B", "free": "980.00", "reserved": "0.00"},
    ]
