"""Points and chips at a table (O2): what is bought, what a player leaves with, told by the record; the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealer_assist.cashier import Cashier
from dealer_assist.cli import main
from dealer_assist.game import Change, Refused
from dealer_assist.replay import refold
from dealer_assist.table import Done
from tests.rigs import Bench
from tests.test_table_omaha import act, bench, board

JSON = dict[str, Any]
HOUSE = Path(__file__).parent.parent / "dealer_assist" / "houses" / "omaha.toml"


@pytest.fixture
def hand(tmp_path: Path) -> Bench:
    """Three seats with 1000, 2000 and 5000 chips, the button at seat 1; nothing has happened."""
    return bench(tmp_path)


def changed(table: Bench, **change: Any) -> Refused | None:
    outcome = table.press(do="stay", change=Change(**change))
    return outcome if isinstance(outcome, Refused) else None


def slips(table: Bench) -> list[tuple[int, int, str, int, int]]:
    """Round, seat, why, chips, and what the bank changes by; those of the beginning aside."""
    shown = table.view["stay"]["bank"]["slips"]
    return [(slip["round"], slip["seat"], slip["why"], slip["chips"], slip["total"]) for slip in shown][3:]


def test_points_become_ten_times_the_chips(hand: Bench) -> None:
    """O2.1: 350 points are 3500 chips; what each seat would take to the bank stands beside it (O2.2)."""
    assert [slip["total"] for slip in hand.view["stay"]["bank"]["slips"]] == [-100, -200, -500]
    assert changed(hand, do="sit", who=4, points=350) is None
    assert hand.chips()[4] == 3500
    assert changed(hand, do="buy_in", who=1, points=7) is None
    assert hand.chips()[1] == 1070
    assert slips(hand) == [(1, 4, "sit", 3500, -350), (1, 1, "buy_in", 70, -7)]
    assert {seat: worth["total"] for seat, worth in hand.view["stay"]["bank"]["worth"].items()} == {
        "1": 107,
        "2": 195,
        "3": 490,
        "4": 350,
    }


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"do": "sit", "who": 4, "points": 0}, "O2.1"),
        ({"do": "sit", "who": 4, "points": -5}, "O2.1"),
        ({"do": "sit", "who": 4}, "O2.1"),
        ({"do": "sit", "who": 1, "points": 5}, "O1.1"),
        ({"do": "buy_in", "who": 4, "points": 5}, "O1.1"),
    ],
)
def test_what_can_not_be_bought(hand: Bench, change: JSON, clause: str) -> None:
    before = hand.session.number
    refused = changed(hand, **change)
    assert refused is not None
    assert (refused.clause, hand.session.number) == (clause, before)


def a_hand(table: Bench) -> None:
    """Seat 1 raises all its chips, seat 2 calls, seat 1 loses: a straight flush for seat 2, shown (O2.5)."""
    act(table, 1, "raise", to=350)
    act(table, 2, "call")
    act(table, 3, "fold")
    board(table, "Ks", "9s", "Ts")
    act(table, 2, "check")
    act(table, 1, "all_in")
    act(table, 2, "call")
    board(table, "4d", "Kc")
    for seat, cards in (
        ((1, "Qh Jh Qd Jd"), (2, "As Js Qs 8s"))
        if table.view["awaits"]["seat"] == 1
        else (
            (2, "As Js Qs 8s"),
            (1, "Qh Jh Qd Jd"),
        )
    ):
        for card in cards.split():
            assert isinstance(table.step(card=card, to=seat), Done)
        act(table, seat, "open")


def test_who_leaves_takes_chips_and_bonuses_to_the_bank(hand: Bench) -> None:
    """O2.2 rounds up, O2.5 adds 2000 for the straight flush, O2.4: seat 1 is bankrupt; a change during a hand is a
    slip only once it comes about."""
    a_hand(hand)
    assert changed(hand, do="leave", who=2) is None
    assert slips(hand) == []
    chips = hand.chips()[2]
    assert isinstance(hand.press(do="paid"), Done)
    assert [slip[:3] for slip in slips(hand)] == [(2, 1, "bankrupt"), (2, 2, "leave")]
    left = hand.view["stay"]["bank"]["slips"][-1]
    assert (left["chips"], left["points"], left["bonus"]) == (chips, -(-chips // 10), 2000)
    assert left["total"] == left["points"] + 2000
    assert list(refold(hand.session.journal.records(), None)) == []


def test_the_slips_are_in_the_journal(hand: Bench) -> None:
    """After a restart, and read by another program, they are the same."""
    a_hand(hand)
    changed(hand, do="leave", who=2)
    hand.press(do="paid")
    before = hand.view["stay"]["bank"]["slips"]
    hand.reopen()
    assert hand.view["stay"]["bank"]["slips"] == before
    again = Cashier(None)
    for record in hand.session.journal.records():
        again.read(record)
    assert [slip.total for slip in again.slips] == [slip["total"] for slip in before]


def test_who_is_sent_away_pays_what_is_owed(hand: Bench) -> None:
    """O8.2: interfering costs 5000; the 2000 that seat 2 has are taken, the rest is owed: 295 points (O8.3)."""
    assert isinstance(hand.step(interfered=2), Done)
    act(hand, 1, "fold")
    act(hand, 3, "close")
    assert isinstance(hand.press(do="paid"), Done)
    ((_, seat, why, chips, total),) = slips(hand)
    assert (seat, why, chips) == (2, "sent", 0)
    assert total == -(5000 - 1950) // 10


def test_an_equal_value_game_with_a_maximum(tmp_path: Path) -> None:
    """O2.3: a point is a chip; O2.1: what is above the maximum stays in the bank."""
    house = tmp_path / "equal.toml"
    text = HOUSE.read_text()
    for was, now in (
        ("equal_value = { value = false", "equal_value = { value = true"),
        ("most_buy_in = { value = 0", "most_buy_in = { value = 3000"),
    ):
        assert text.count(was) == 1
        text = text.replace(was, now)
    house.write_text(text)
    run = CliRunner().invoke
    assert run(main, ["bank", "buy-in", "5000", "--house", str(house)]).output == "3000 points become 3000 chips\n"
    held = run(main, ["bank", "buy-in", "5000", "--held", "2500", "--house", str(house)])
    assert held.output == "500 points become 500 chips\n"
    full = run(main, ["bank", "buy-in", "5000", "--held", "3000", "--house", str(house)])
    assert (full.exit_code, full.output.count("\n")) == (2, 1)
    assert "O2.1" in full.output
    out = run(main, ["bank", "cash-out", "1234", "--house", str(house)])
    assert out.output.startswith("1234 points: 1234 for 1234 chips")


def test_the_commands(hand: Bench) -> None:
    run = CliRunner().invoke
    assert run(main, ["bank", "buy-in", "500"]).output == "500 points become 5000 chips\n"
    out = run(main, ["bank", "cash-out", "6345", "--bonus", "four_of_a_kind", "--owed", "1001"])
    assert out.output == "934 points: 635 for 6345 chips, 400 as bonus, less 101 owed\n"
    unknown = run(main, ["bank", "cash-out", "6345", "--bonus", "full_house"])
    assert unknown.exit_code == 2
    assert "royal_flush, straight_flush, four_of_a_kind (O2.5)" in unknown.output
    a_hand(hand)
    hand.press(do="paid")
    hand.session.journal.close()
    told = run(main, ["bank", "slips", str(hand.folder)])
    assert told.exit_code == 0, told.output
    assert "round 2: seat 1 is bankrupt: 0 points to the bank" in told.output
    assert "still seated: seat 3 with 4900 chips, worth 490" in told.output
