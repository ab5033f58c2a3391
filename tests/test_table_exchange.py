"""Exchange Blackjack at a table: betting time, orders, early cards, void games, accounts that come and go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import account_view, replay, table_file
from dealer_assist.faults import Fault
from dealer_assist.game import Change, Refused
from dealer_assist.table import Done, MovedOn
from tests.clauses.exchange import PAT, TO_18, house_of
from tests.markets import SHOE, Market
from tests.rigs import Bench

JSON = dict[str, Any]
#: Player 1 is backed at 3.50 with 10.00, and laid.
BET = "A back player1 3.5 10; B lay player1 3.5 10"


@pytest.fixture
def market(tmp_path: Path) -> Market:
    return Market(tmp_path)


def closes(market: Market) -> list[JSON]:
    """The closings of betting: by whom."""
    records = [record.content() for record in market.session.journal.records() if record.kind == "step"]
    return [body["by"] for body in records if "close" in body["step"]]


# The table file


def test_a_table_of_accounts_has_a_box_for_each_hand(tmp_path: Path) -> None:
    camera = '[camera]\nsource = "none"\n[layout]\nsize = [100, 100]\n[layout.boxes]\n'
    names = ("player1", "player2", "player3", "player4", "dealer")
    boxes = [
        f"{name} = [[{left}, 0], [{left + 9}, 0], [{left + 9}, 9], [{left}, 9]]\n"
        for left, name in zip(range(0, 100, 20), names, strict=True)
    ]
    with pytest.raises(Fault, match=r"\[layout.boxes\] has no box dealer"):
        Market(tmp_path, camera + "".join(boxes[:-1]))
    assert Market(tmp_path, camera + "".join(boxes)).session.game.boxes == names


def test_accounts_and_seats_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('name = "x"\ngame = "exchange_blackjack"\nseats = [{ seat = 1, chips = 100 }]\n')
    with pytest.raises(Fault, match="accounts"):
        table_file.load(path)


# Betting time


def test_time_is_held_until_the_dealer_lets_it_run_and_then_closes_by_itself(market: Market) -> None:
    market.play(BET)
    market.wait(1000)
    assert market.view()["time"] == {"runs": False, "held": True, "left_ms": 30_000}
    assert market.view()["awaits"]["kind"] == "orders"
    assert isinstance(market.press(do="time", runs=True), Done)
    assert market.view()["time"] == {"runs": True, "held": False, "left_ms": None}
    market.wait(29)
    assert closes(market) == []
    market.wait(2)
    assert closes(market) == ["table"]
    assert market.view()["awaits"] == {"kind": "deal", "to": "player1", "hand": None, "face_down": False}
    assert market.view()["time"] is None


def test_each_betting_round_has_its_whole_time(market: Market) -> None:
    market.press(do="time", runs=True)
    market.wait(20)
    market.play(f"close; {PAT}")
    market.wait(29)
    assert closes(market) == ["dealer"]
    market.wait(1)
    assert closes(market) == ["dealer", "table"]


def test_a_stopped_table_and_a_dealer_who_holds_it_stop_the_time(tmp_path: Path) -> None:
    market = Market(tmp_path, SHOE)
    market.plug()
    market.press(do="time", runs=True)
    market.wait(10)
    market.press(do="time", runs=False)
    market.wait(100)
    assert 19_900 < market.view()["time"]["left_ms"] < 20_000
    market.press(do="time", runs=True)
    market.shoe("As")
    market.wait(100)
    assert market.view()["stopped"]
    assert closes(market) == []
    market.press(do="answer", finding=market.view()["finding"]["number"], remedy="burned")
    market.wait(19)
    assert closes(market) == []
    market.wait(1)
    assert closes(market) == ["table"]


def test_a_house_that_closes_nothing_early(tmp_path: Path) -> None:
    market = Market(tmp_path, house=house_of(tmp_path, early_close=False, round_seconds=5))
    refused = market.press(do="step", step={"close": "betting"})
    assert isinstance(refused, Refused)
    assert refused.clause == "X3.1"
    market.press(do="time", runs=True)
    market.wait(5)
    assert closes(market) == ["table"]


def test_after_a_restart_the_time_is_held_and_all_else_as_it_was(market: Market) -> None:
    market.play(BET)
    market.press(do="time", runs=True)
    before = market.view()
    market.session.journal.close()
    market.open()
    after = market.view()
    assert after["time"] == {"runs": False, "held": True, "left_ms": 30_000}
    assert after | {"time": None, "fresh": []} == before | {"time": None, "fresh": []}


def test_there_is_no_time_at_a_table_of_seats(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.view["time"] is None
    assert isinstance(bench.press(do="time", runs=True), Refused)


# Orders


def test_orders_are_named_by_their_number_and_matched(market: Market) -> None:
    market.play("A back player1 3.5 10; B lay player1 3.5 4")
    assert market.own("A")["placed"] == [
        {"order": "1", "account": "A", "selection": "player1", "side": "back", "odds": "3.5", "stake": "10.00"}
        | {"matched": "4.00", "unmatched": "6.00", "cancelled": "0.00", "lapsed": "0.00"}
    ]
    assert [order["order"] for order in market.view()["state"]["orders"]] == ["1"]


def test_what_becomes_of_an_order(market: Market) -> None:
    market.play("A back player1 3.5 10; A back player2 3 5; A back player3 3 7; B lay player3 3 2; cancel 2; close")
    fates = [
        [order[fate] for fate in ("matched", "unmatched", "cancelled", "lapsed")] for order in market.own("A")["placed"]
    ]
    assert fates == [
        ["0.00", "0.00", "0.00", "10.00"],
        ["0.00", "0.00", "5.00", "0.00"],
        ["2.00", "0.00", "0.00", "5.00"],
    ]


@pytest.mark.parametrize(
    ("order", "clause", "allowed"),
    [
        ("A back player1 3.51 10.00", "X4.2", "3.5 or 3.55"),
        ("A back player1 3.5 0.99", "X4.2", "the least is 1.00"),
        ("A back player1 3.5 10.005", "X4.2", "two places"),
        ("B back player1 3.5 500.01", "X4.4", "the most at 3.5 is a stake of 500.00"),
        ("B lay player1 3.5 200.01", "X4.4", "the most at 3.5 is a stake of 200.00"),
        ("C back player1 3.5 10.00", None, "there are: A, B"),
    ],
)
def test_a_bad_order_is_refused_with_what_would_be_allowed(
    market: Market, order: str, clause: str | None, allowed: str
) -> None:
    before = market.view()
    refused = market.order(order)
    assert isinstance(refused, Refused)
    assert refused.clause == clause
    assert allowed in refused.why
    assert market.view() == before, "nothing is reserved, nothing recorded"


def test_an_order_after_the_close_or_on_a_settled_selection_is_refused(market: Market) -> None:
    market.play("close")
    refused = market.order("A back player1 3.5 10.00")
    assert isinstance(refused, Refused)
    assert (refused.clause, "betting round 1 is closed" in refused.why) == ("X3.1", True)
    # Player 1 is bust, Player 2 to 4 stand: the first is settled while the round is open.
    market.play("deal Th Tc Td Ts 9h 6s 8s 7s Ks; close; 1 Kc")
    assert market.selection("player1")["outcome"] == "lose"
    refused = market.order("A back player1 3.5 10.00")
    assert isinstance(refused, Refused)
    assert refused.clause == "X3.5"


def test_orders_of_others_make_no_key_come_too_late(market: Market) -> None:
    seen = market.session.number
    market.play(BET)
    assert isinstance(market.order("A back player2 3 5.00", seen=seen), Done)
    assert isinstance(market.press(do="step", step={"close": "betting"}, seen=seen), Done)
    assert isinstance(market.press(do="step", step={"card": "As", "to": "player1"}, seen=seen), MovedOn)


def test_an_order_for_an_earlier_betting_round_is_not_placed(market: Market) -> None:
    """What was seen was another table: with no draws betting is open again at once."""
    market.play(f"close; {PAT}")
    seen = market.session.number
    market.play("close")
    assert market.view()["awaits"]["number"] == 3
    assert isinstance(market.order("A back player1 3 5.00", seen=seen), MovedOn)
    assert isinstance(market.press(do="step", step={"close": "betting"}, seen=seen), MovedOn), "a second tap"
    assert market.view()["awaits"]["number"] == 3


def test_the_same_order_twice_is_placed_once(market: Market) -> None:
    for _ in range(3):
        assert isinstance(market.order("A back player1 3.5 10.00", once="the-same-key"), Done)
    assert len(market.own("A")["placed"]) == 1


def test_two_takers_of_one_offer_one_is_matched(tmp_path: Path) -> None:
    market = Market(tmp_path, accounts={"A": "100.00", "B": "100.00", "C": "100.00"})
    market.play("A lay player1 3 10")
    seen = market.session.number
    market.order("B back player1 3 10.00", seen=seen)
    market.order("C back player1 3 10.00", seen=seen)
    assert [bet["stake"] for bet in market.own("A")["matched"]] == ["10.00"]
    assert [market.own(name)["placed"][0]["matched"] for name in "BC"] == ["10.00", "0.00"]


def test_a_terminal_acts_for_its_account_only(market: Market) -> None:
    market.play("A back player1 3.5 10")
    before = market.session.number
    assert isinstance(market.order("A back player1 3.5 10.00", only="B"), Refused)
    others, none = (market.press(do="order", cancel=name, only="B") for name in ("1", "7"))
    assert isinstance(others, Refused)
    assert isinstance(none, Refused)
    assert others.why.replace("'1'", "'7'") == none.why, "it learns nothing of the orders of others"
    for key in (
        {"do": "step", "step": {"close": "betting"}},
        {"do": "paid"},
        {"do": "time", "runs": True},
        {"do": "stay", "change": Change("buy_in", "B", "10.00")},
        {"do": "misdeal", "what": "lost"},
    ):
        assert isinstance(market.press(only="B", **key), Refused)
    assert market.session.number == before
    assert isinstance(market.press(do="order", cancel="1", only="A"), Done)


def test_a_stopped_table_takes_no_order(tmp_path: Path) -> None:
    market = Market(tmp_path, SHOE)
    market.plug()
    market.play("A back player1 3.5 10")
    market.shoe("As")
    for outcome in (market.order("A back player1 3 5.00"), market.press(do="order", cancel="1")):
        assert isinstance(outcome, Refused)
        assert "stopped" in outcome.why


# Cards


def test_a_card_while_betting_is_open_closes_it_if_the_dealer_says_so(tmp_path: Path) -> None:
    market = Market(tmp_path, SHOE)
    market.plug()
    market.play("A back player1 3.5 10")
    market.shoe("As Ks")
    finding = market.view()["finding"]
    assert finding["kind"] == "not_awaited"
    assert finding["facts"] == {"card": "As", "betting": 1, "to": "player1"}
    assert [(remedy["name"], remedy["clause"]) for remedy in finding["remedies"]] == [
        ("close_betting", "X3.1"),
        ("burned", None),
    ]
    market.press(do="answer", finding=finding["number"], remedy="close_betting")
    hands = {hand["place"]: hand["cards"] for hand in market.view()["state"]["hands"]}
    assert (hands["player1"], hands["player2"]) == (["As"], ["Ks"]), "the card that waited came after it"
    assert market.own("A")["placed"][0]["lapsed"] == "10.00"
    assert list(replay.refold(market.session.journal.records(), None)) == []


def test_a_burned_card_leaves_betting_open(tmp_path: Path) -> None:
    market = Market(tmp_path, SHOE)
    market.plug()
    market.shoe("As")
    market.press(do="answer", finding=market.view()["finding"]["number"], remedy="burned")
    assert market.view()["awaits"]["kind"] == "orders"


def test_a_void_game_needs_a_second_person_and_returns_open_bets(market: Market) -> None:
    market.play(f"{BET}; close; {PAT}")
    market.press(do="misdeal", what="card", at_step=3)
    finding = market.view()["finding"]
    names = [remedy["name"] for remedy in finding["remedies"]]
    assert names == ["void_wrong_place", "void_drawn_when_standing", "void_exposed_early", "no_misdeal"]
    answer = {"do": "answer", "finding": finding["number"], "remedy": "void_wrong_place"}
    refused = market.press(**answer)
    assert isinstance(refused, Refused)
    assert refused.clause == "X4.8"
    assert isinstance(market.press(**answer, approved_by="2001"), Done)
    assert market.view()["awaits"]["kind"] == "over"
    assert market.view()["state"]["void"] == "wrong_place"
    assert market.free() == {"A": "1000.00", "B": "500.00"}
    answered = next(record for record in market.session.journal.records() if record.kind == "answer")
    assert answered.approver == "2001"
    market.press(do="paid")
    assert market.free() == {"A": "1000.00", "B": "500.00"}


def test_a_wrong_card_is_put_right_before_anything_hangs_on_it(market: Market) -> None:
    market.play(f"close; {PAT}; A back player1 3 5")
    step = next(dealt["step"] for dealt in market.view()["cards"] if dealt["card"] == "Th")
    assert isinstance(market.press(do="correct", at_step=step, card="Qh"), Done)
    assert market.view()["state"]["hands"][0]["cards"] == ["Qh", "9s"]
    assert market.own("A")["placed"][0]["unmatched"] == "5.00"


# From game to game


def test_the_next_game_keeps_the_chips(market: Market) -> None:
    market.play(f"{BET}; {TO_18}")
    assert market.free() == {"A": "1025.00", "B": "475.00"}
    assert [row["chips"] for row in market.view()["settlement"]["accounts"]] == ["1025.00", "475.00"]
    assert isinstance(market.press(do="paid"), Done)
    assert market.view()["round"] == 2
    assert market.free() == {"A": "1025.00", "B": "475.00"}
    assert market.own("A")["placed"] == []


def test_accounts_come_buy_in_and_leave(market: Market) -> None:
    for change in (Change("sit", "C", "50.00"), Change("buy_in", "B", "0.50"), Change("leave", "A")):
        assert isinstance(market.press(do="stay", change=change), Done)
    assert market.free() == {"B": "500.50", "C": "50.00"}


def test_changes_in_a_game_wait_for_the_next(market: Market) -> None:
    market.play(BET)
    market.press(do="stay", change=Change("sit", "C", "50.00"))
    market.press(do="stay", change=Change("buy_in", "A", "1.00"))
    assert list(market.free()) == ["A", "B"]
    assert len(market.view()["stay"]["pending"]) == 2
    market.play(TO_18)
    market.press(do="paid")
    assert market.free() == {"A": "1026.00", "B": "475.00", "C": "50.00"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (Change("sit", "A", "50.00"), "there is an account 'A' already"),
        (Change("sit", "C", "50"), "two places"),
        (Change("sit", "C", "0.00"), "more than 0.00"),
        (Change("buy_in", "C", "50.00"), "no account 'C'"),
        (Change("leave", "C"), "no account 'C'"),
        (Change("sit", 3, "50.00"), "has a name"),
        (Change("sit", "", "50.00"), "account"),
        (Change("sit", "x\ny", "50.00"), "account"),
    ],
)
def test_what_no_account_can_be(market: Market, change: Change, why: str) -> None:
    before = market.session.number
    refused = market.press(do="stay", change=change)
    assert isinstance(refused, Refused)
    assert why in refused.why
    assert market.session.number == before


def test_the_last_account_stays(tmp_path: Path) -> None:
    market = Market(tmp_path, accounts={"A": "10.00"})
    refused = market.press(do="stay", change=Change("leave", "A"))
    assert isinstance(refused, Refused)
    assert "at least one" in refused.why


# What is shown to whom


def test_the_display_tells_nothing_of_accounts(market: Market) -> None:
    """Neither who, nor whose, nor how much of a bet: of what is settled only how."""
    market.play(f"{BET}; A back player2 3 20; {TO_18}")
    shown = market.view("display")
    assert shown["fresh"] == [{"on": "player1", "outcome": "win", "clause": "X4.5"}]
    assert {"accounts", "orders"} & set(shown["state"]) == set()
    assert {"settlement", "stay", "offers", "cards"} & set(shown) == set()
    text = json.dumps(shown)
    assert '"A"' not in text
    assert "35.00" not in text


def test_a_terminal_is_told_nothing_of_others(market: Market) -> None:
    market.play(f"{BET}; B back player2 3 20; {TO_18}")
    shown = account_view.views(market.rig.table)["B"]
    assert '"A"' not in json.dumps(shown)
    assert shown["own"]["settled"] == "-25.00"
