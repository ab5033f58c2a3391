"""Beside the boxes of the game: burned cards, the mouth of the shoe; and cards that lie face down in a wrong box."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dealer_assist.sighting import Fill
from dealer_assist.table_view import view
from dealer_assist.unseen import QUICK
from tests.rigs import CAMERA, SHOE, Bench

PATIENT = CAMERA.replace('source = "none"', 'source = "none"\npatience = 6')
BESIDE = """
burn = [[300, 100], [400, 100], [400, 200], [300, 200]]
shoe = [[300, 0], [400, 0], [400, 100], [300, 100]]
"""
OMAHA = PATIENT.replace("dealer = ", "board = ")


def opened(folder: Path, devices: str, game: str = "triple", chips: tuple[int, ...] = (1000, 500)) -> Bench:
    bench = Bench(folder, devices + BESIDE, game, chips)
    if "[shoe]" in devices:
        bench.link(True)
    bench.link(True, "camera")
    bench.look({})
    return bench


@pytest.fixture
def both(tmp_path: Path) -> Bench:
    """Triple with shoe and camera, boxes for burned cards and the shoe's mouth, the felt seen clear."""
    return opened(tmp_path, SHOE + PATIENT)


@pytest.fixture
def camera(tmp_path: Path) -> Bench:
    """The same with a camera alone."""
    return opened(tmp_path, PATIENT)


@pytest.fixture
def omaha(tmp_path: Path) -> Bench:
    """Omaha heads-up with shoe and camera."""
    return opened(tmp_path, SHOE + OMAHA, "omaha")


@pytest.mark.parametrize("box", ["burn", "shoe"])
def test_what_lies_beside_is_dealt_to_nobody(both: Bench, box: str) -> None:
    both.bets(30, 20)
    both.look({box: ["Kh", "?"]}, times=9)
    both.shoe("8c")
    both.look({box: ["Kh", "?"], "seat1": ["8c"]}, times=9)
    assert not both.view["stopped"]
    assert [card["card"] for card in both.session.cards()] == ["8c"]


@pytest.mark.parametrize("box", ["burn", "shoe"])
def test_nor_where_the_camera_deals_alone(camera: Bench, box: str) -> None:
    camera.bets(30, 20)
    camera.look({box: ["Kh"]}, times=9)
    assert not camera.view["stopped"]
    assert camera.session.cards() == []


def test_a_burned_card_in_its_box_hinders_no_new_round(both: Bench) -> None:
    both.table.watch.reset()
    both.look({"burn": ["Kh"]})
    assert both.table.watch.armed


def test_a_card_for_a_seat_that_lies_with_the_burned_ones(both: Bench) -> None:
    both.bets(30, 20)
    both.look({"burn": ["9d"]})
    both.shoe("Kh")
    both.look({"burn": ["9d"]})
    both.look({"burn": ["9d", "Kh"]}, times=2)
    assert both.finding["kind"] == "wrong_box"
    assert both.finding["facts"] == {"card": "Kh", "box": "burn", "recorded": "seat1"}
    assert [remedy["name"] for remedy in both.finding["remedies"]][:2] == ["record", "restorable"]


def test_one_of_the_same_name_that_was_burned_before_is_another(both: Bench) -> None:
    both.bets(30, 20)
    both.look({"burn": ["Kh"]})
    both.shoe("Kh")
    both.look({"burn": ["Kh"]}, times=4)
    both.look({"burn": ["Kh"], "seat1": ["Kh"]}, times=9)
    assert not both.view["stopped"]


def test_a_card_that_waits_at_the_mouth_is_not_missed_yet(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"shoe": ["Kh"]}, times=40)
    assert not both.view["stopped"]
    both.look({}, times=6)
    assert both.finding["kind"] == "unseen"


# Backs


def fills(**shares: tuple[float, float]) -> list[Fill]:
    return [Fill(box, *shares.get(box, (0.0, 0.0))) for box in ("seat1", "seat2", "seat3", "dealer", "board")]


BACK, FACE, BOTH = (0.23, 0.03), (0.23, 0.14), (0.3, 0.05)


def test_the_hole_card_in_a_bare_box(both: Bench) -> None:
    """Seat 2 sits out, so that nothing lies there."""
    both.look({}, fills=fills())
    both.step(bet=1, unit=30)
    both.shoe("Kh", "9d", "5h")
    felt: dict[str, Sequence[str]] = {"seat1": ["Kh", "5h"], "dealer": ["9d"]}
    lie = {"seat1": (0.3, 0.18), "dealer": FACE}
    both.look(felt, times=3, fills=fills(**lie))
    both.shoe("Td")
    both.look(felt, times=QUICK - 1, fills=fills(**lie, seat2=BACK))
    assert not both.view["stopped"]
    both.look(felt, fills=fills(**lie, seat2=BACK))
    assert (both.finding["kind"], both.finding["facts"]) == ("astray", {"box": "seat2"})
    both.answer("record")
    both.look(felt, times=20, fills=fills(**lie, seat2=BACK))
    assert not both.view["stopped"], "a person has said that it is none"


def test_a_hole_card_upon_cards_of_a_seat(both: Bench) -> None:
    both.look({}, fills=fills())
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["Kh"]}, times=3, fills=fills(seat1=FACE))
    both.look({"seat1": ["Kh"]}, times=QUICK, fills=fills(seat1=BOTH))
    assert (both.finding["kind"], both.finding["facts"]) == ("astray", {"box": "seat1"})


def test_before_a_round_is_under_way_a_back_is_nobodys(both: Bench) -> None:
    both.look({}, fills=fills())
    both.look({}, times=20, fills=fills(seat2=BACK))
    assert not both.view["stopped"]


def test_without_a_shoe_that_reads_a_back_tells_nothing(both: Bench) -> None:
    both.look({}, fills=fills())
    both.bets(30, 20)
    both.link(False)
    both.answer("go_on")
    both.look({}, times=20, fills=fills(seat2=BACK))
    assert not both.view["stopped"]


def test_a_hole_card_at_another_player(tmp_path: Path) -> None:
    three = f"{SHOE}{OMAHA}seat3 = [[200, 0], [300, 0], [300, 100], [200, 100]]\n"
    omaha = opened(tmp_path, three, "omaha", (1000, 500, 800))
    omaha.look({}, fills=fills())
    lie: dict[str, tuple[float, float]] = {f"seat{omaha.view['awaits']['to']}": BACK}
    omaha.shoe("8c")
    omaha.look({}, times=2, fills=fills(**lie))
    due = f"seat{omaha.view['awaits']['to']}"
    (other,) = {"seat1", "seat2", "seat3"} - {due, *lie}
    omaha.shoe("Kh")
    omaha.look({}, times=QUICK, fills=fills(**lie, **{other: BACK}))
    assert (omaha.finding["kind"], omaha.finding["facts"]) == ("astray", {"box": other})
    assert omaha.session.stopped is not None
    back = next(remedy for remedy in omaha.session.stopped.finding.remedies if remedy.name == "restorable")
    assert back.steps[0]["back_to"] == len(omaha.session.steps) - 1


def test_a_hole_card_that_never_lies_there_is_not_named(omaha: Bench) -> None:
    omaha.look({}, fills=fills())
    first = {f"seat{omaha.view['awaits']['to']}": BACK}
    omaha.shoe("8c")
    omaha.look({}, times=2, fills=fills(**first))
    box = f"seat{omaha.view['awaits']['to']}"
    omaha.shoe("Kh")
    omaha.look({}, times=5, fills=fills(**first))
    assert not omaha.view["stopped"]
    omaha.look({}, fills=fills(**first))
    assert (omaha.finding["kind"], omaha.finding["facts"]) == ("unseen", {"card": "??", "box": box})
    assert "Kh" not in str(view(omaha.table, "dealer"))


def test_hands_that_are_held_and_thrown_away_are_no_finding(omaha: Bench) -> None:
    """Once the hole cards are dealt, players take theirs up, lay them down anywhere and fold them onto the board."""
    omaha.look({}, fills=fills())
    seats = {}
    for card in ("Kh", "8c", "9d", "5h", "7c", "Td", "2s", "3s"):
        seats[f"seat{omaha.view['awaits']['to']}"] = BACK
        omaha.shoe(card)
        omaha.look({}, times=2, fills=fills(**seats))
    assert omaha.view["awaits"]["kind"] == "choice"
    omaha.look({}, times=20, fills=fills(seat1=BACK))
    omaha.look({}, times=20, fills=fills(seat2=BACK, board=BACK))
    assert not omaha.view["stopped"]
