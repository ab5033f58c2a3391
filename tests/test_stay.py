"""A stay at the table: players come, buy in and leave between rounds; the pit's options (T1.3, T2.3, T7.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Change, Refused
from dealer_assist.replay import refold
from dealer_assist.table import Done
from tests.rigs import Bench


@pytest.fixture
def hand(tmp_path: Path) -> Bench:
    """A table dealt by hand: seat 1 has 1000, seat 2 has 500."""
    return Bench(tmp_path)


def lose_a_round(bench: Bench) -> None:
    """Seat 1 loses War, then Blackjack and Poker: 90 in all."""
    bench.bets(30)
    for step in (
        {"card": "2h", "to": 1},
        {"card": "9d", "to": "dealer"},
        {"card": "Td", "to": 1},
        {"card": "9s", "to": "dealer"},
        {"act": "stand", "seat": 1},
    ):
        assert isinstance(bench.step(**step), Done)
    assert bench.view["awaits"]["kind"] == "over"


def seats(bench: Bench) -> list[tuple[int, int, int]]:
    """Seat, chips, chips when seated, as the round began."""
    return [(seat["seat"], seat["chips"], seat["seated_with"]) for seat in bench.session.header["seats"]]


def test_a_player_sits_down_before_the_first_bet(hand: Bench) -> None:
    assert isinstance(hand.press(do="stay", change=Change("sit", 4, 300)), Done)
    assert hand.chips() == {1: 1000, 2: 500, 4: 300}
    assert hand.view["round"] == 1, "nothing has happened yet: it is still the first round"
    assert hand.view["awaits"]["seats"] == [1, 2, 4]


def test_in_a_round_a_change_waits_for_the_next(hand: Bench) -> None:
    lose_a_round(hand)
    for change in (Change("sit", 4, 300), Change("leave", 2), Change("buy_in", 1, 200)):
        assert isinstance(hand.press(do="stay", change=change), Done)
    assert hand.chips() == {1: 910, 2: 500}
    assert [change["do"] for change in hand.view["stay"]["pending"]] == ["sit", "leave", "buy_in"]
    assert isinstance(hand.press(do="paid"), Done)
    assert hand.chips() == {1: 1110, 4: 300}
    assert hand.view["stay"]["pending"] == []
    assert list(refold(hand.session.journal.records(), None)) == []


def test_changes_that_wait_are_there_after_a_restart(hand: Bench) -> None:
    lose_a_round(hand)
    hand.press(do="stay", change=Change("sit", 4, 300))
    hand.reopen()
    hand.press(do="paid")
    assert hand.chips() == {1: 910, 2: 500, 4: 300}


@pytest.mark.parametrize(
    ("change", "clause_id"),
    [
        (Change("sit", 1, 300), "T1.3"),
        (Change("sit", 8, 300), "T1.3"),
        (Change("sit", "A", 300), "T1.3"),
        (Change("sit", 3, 0), "T2.3"),
        (Change("sit", 3, "300"), "T2.3"),
        (Change("buy_in", 1, -5), "T2.3"),
        (Change("buy_in", 3, 100), "T1.3"),
        (Change("leave", 3), "T1.3"),
    ],
)
def test_a_change_that_cannot_be(hand: Bench, change: Change, clause_id: str) -> None:
    before = hand.kinds()
    refused = hand.press(do="stay", change=change)
    assert isinstance(refused, Refused)
    assert refused.clause == clause_id
    assert hand.kinds() == before


def test_the_last_player_stays(hand: Bench) -> None:
    assert isinstance(hand.press(do="stay", change=Change("leave", 1)), Done)
    assert isinstance(hand.press(do="stay", change=Change("leave", 2)), Refused)


def test_t7_3_seated_with_is_kept_over_the_stay(hand: Bench) -> None:
    """T7.3: seat 1 sat down with 1000; after a lost round and a buy-in of 50 it still is 1000."""
    lose_a_round(hand)
    hand.press(do="stay", change=Change("buy_in", 1, 50))
    hand.press(do="paid")
    assert seats(hand) == [(1, 960, 1000), (2, 500, 500)]


def test_t7_3_the_pit_sets_the_last_slot(hand: Bench) -> None:
    """T7.3: with a supervisor's agreement; a joker then restores the 90 that seat 1 had lost, before its bonus."""
    assert isinstance(hand.press(do="options", options={"last_slot": True}), Refused)
    lose_a_round(hand)
    assert isinstance(hand.press(do="options", options={"last_slot": True}, approved_by="9001"), Done)
    hand.press(do="paid")
    assert hand.view["stay"]["options"] == {"last_slot": True}
    hand.bets(30)
    hand.step(card="Jk", to=1)
    assert [(line["outcome"], line["paid"]) for line in hand.view["fresh"]] == [("restored", 180), ("bonus", 60)]
    assert hand.chips()[1] == 1000 + 60


@pytest.mark.parametrize("options", [{"last_slot": 1}, {"most_seats": 3}, {"nonsense": True}])
def test_an_option_that_no_round_can_have(hand: Bench, options: dict[str, bool | int | str]) -> None:
    before = hand.kinds()
    assert isinstance(hand.press(do="options", options=options, approved_by="9001"), Refused)
    assert hand.kinds() == before


def test_chips_beyond_any_tables_begin_no_round(tmp_path: Path) -> None:
    """What no round can begin with is refused, not recorded as begun: the table stands, and goes on after a restart."""
    bench = Bench(tmp_path, chips=(10**15, 500))
    bench.bets(30)
    for step in (
        {"card": "9h", "to": 1},
        {"card": "2d", "to": "dealer"},
        {"card": "Td", "to": 1},
        {"card": "9s", "to": "dealer"},
        {"act": "stand", "seat": 1},
        {"card": "5s", "to": "dealer"},
        {"card": "9c", "to": "dealer"},
    ):
        assert isinstance(bench.step(**step), Done), step
    assert bench.chips()[1] > 10**15
    before = bench.session.number
    assert isinstance(bench.press(do="paid"), Refused)
    assert bench.session.number == before
    bench.reopen()
    assert bench.view["round"] == 1
