"""A tournament at a table (O1.4, O1.5): levels by hands and by minutes, who is out, no bank, the winner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.game import Change, Refused
from dealer_assist.replay import refold
from dealer_assist.table import Done, Key
from tests.rigs import Bench
from tests.test_table_omaha import act, board

MINUTE = 60_000_000_000


def seats_of(schedule: str) -> str:
    return f"options = {{ tournament = {{ {schedule} }} }}\n"


def bench(folder: Path, schedule: str, chips: tuple[int, ...] = (1000, 1000, 1000)) -> Bench:
    return Bench(folder, seats_of(schedule), "omaha", chips)


def folded(table: Bench) -> None:
    """A hand that all fold to the big blind; it is paid."""
    while table.view["state"]["stage"] != "won":
        act(table, table.view["awaits"]["seat"], "fold")
    act(table, table.view["awaits"]["seat"], "close")
    assert isinstance(table.press(do="paid"), Done)


def test_levels_rise_with_the_hands(tmp_path: Path) -> None:
    table = bench(tmp_path, "each = 2, first = 2, last = 3, antes_from = 3")
    seen = []
    for _ in range(6):
        state = table.view["state"]
        blinds = state["blinds"]
        seen.append((state["tournament"]["level"], blinds["small"], blinds["big"], blinds["ante"]))
        folded(table)
    assert seen == [(2, 20, 50, 0)] * 2 + [(3, 50, 100, 20)] * 4
    assert table.view["state"]["tournament"]["next"] is None
    assert list(refold(table.session.journal.records(), None)) == []


def test_levels_rise_with_the_minutes_that_the_table_counts(tmp_path: Path) -> None:
    """From the first step on; what no hand begins in is passed over."""
    table = bench(tmp_path, 'unit = "minutes", each = 15')
    at = 5 * MINUTE

    def press(**key: Any) -> None:
        nonlocal at
        sent = Key(seen=table.session.number, once=f"m{at}", **key)
        assert isinstance(table.table.key(at, sent), Done)
        at += MINUTE

    levels = []
    for wait in (1, 1, 40):
        levels.append(table.view["state"]["tournament"]["level"])
        while table.view["state"]["stage"] != "won":
            press(do="step", step={"act": "fold", "seat": table.view["awaits"]["seat"]})
        press(do="step", step={"act": "close", "seat": table.view["awaits"]["seat"]})
        at += wait * MINUTE
        press(do="paid")
    levels.append(table.view["state"]["tournament"]["level"])
    assert levels == [1, 1, 1, 4]
    shown = table.view["state"]["tournament"]
    assert (shown["unit"], shown["next"]) == ("minutes", {"level": 5, "after": 60})


def all_in(table: Bench, winner: int) -> None:
    """Everybody is in with all chips; `winner` has aces."""
    shown = dict(
        zip((1, 2, 3), (["Qh", "Jh", "4c", "7d"], ["6h", "5h", "8c", "7c"], ["Ts", "9c", "3c", "3d"]), strict=True)
    )
    shown[winner] = ["As", "Ah", "Kd", "Qd"]
    while table.view["awaits"]["kind"] == "choice":
        seat = table.view["awaits"]["seat"]
        offers = {offer["act"]: offer for offer in table.view["offers"]}
        if "raise" in offers:
            act(table, seat, "raise", to=offers["raise"]["totals"][1])
        else:
            act(table, seat, "all_in" if "all_in" in offers else "call")
    board(table, "2s", "2d", "8h", "7h", "Kc")
    while table.view["awaits"]["kind"] == "choice":
        seat = table.view["awaits"]["seat"]
        for card in shown[seat]:
            assert isinstance(table.step(card=card, to=seat), Done)
        act(table, seat, "open")


def test_who_has_no_chips_is_out_and_the_last_one_wins(tmp_path: Path) -> None:
    table = bench(tmp_path, "each = 10")
    for change in (Change("sit", 5, 1000), Change("buy_in", 1, 100), Change("leave", 2), Change("sit", 5, points=100)):
        refused = table.press(do="stay", change=change)
        assert isinstance(refused, Refused)
        assert refused.clause == "O1.4"
    assert table.view["stay"]["bank"] is None
    all_in(table, winner=2)
    state = table.view["state"]
    assert state["rake"] == 0
    assert [(row["place"], row["seat"], row["chips"]) for row in state["tournament"]["standings"]] == [
        (1, 2, 3000),
        (2, 3, 0),
        (2, 1, 0),
    ]
    assert state["tournament"]["winner"] == 2
    assert isinstance(table.press(do="paid"), Done)
    assert [seat["seat"] for seat in table.view["state"]["seats"]] == [2]
    assert table.view["state"]["tournament"]["winner"] == 2
    table.reopen()
    assert table.view["state"]["tournament"]["winner"] == 2


@pytest.mark.parametrize(
    ("schedule", "chips", "said"),
    [
        ("each = 10", (1000, 900), "the same chips for each (O1.4)"),
        ("each = 10", (1000,), "two seats or more"),
        ("each = 10, first = 5, last = 3", (1000, 1000), "level 5 to 3: this house has 1 to 7"),
        ("each = 10, last = 8", (1000, 1000), "level 1 to 8: this house has 1 to 7"),
        ("each = -1", (1000, 1000), "tournament.each"),
        ("every = 10", (1000, 1000), "every"),
        ('each = 1, unit = "rounds"', (1000, 1000), "rounds"),
    ],
)
def test_a_tournament_that_can_not_begin(tmp_path: Path, schedule: str, chips: tuple[int, ...], said: str) -> None:
    with pytest.raises(Fault) as fault:
        bench(tmp_path, schedule, chips)
    assert str(fault.value).count("\n") == 0
    assert said.removesuffix(" (O1.4)") in str(fault.value)


def test_a_ring_game_has_no_tournament(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('name = "T"\ngame = "omaha"\nseats = [{ seat = 1, chips = 5 }, { seat = 2, chips = 9 }]\n')
    table_file.load(path)
    assert Bench(tmp_path, "", "omaha", (5, 9)).view["state"]["tournament"] is None
