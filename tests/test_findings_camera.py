"""What the camera finds that the record does not have: each kind raised by what was done, and only that one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist import cards
from dealer_assist.fusion import overlap, sort
from dealer_assist.game import Refused
from dealer_assist.sighting import Look, Quad, SeenCard
from dealer_assist.table import Done
from dealer_assist.table_view import view
from tests.rigs import CAMERA, MIDDLE, SHOE, Bench

PATIENT = CAMERA.replace('source = "none"', 'source = "none"\npatience = 6')
OMAHA = PATIENT.replace("dealer = ", "board = ")


@pytest.fixture
def both(tmp_path: Path) -> Bench:
    """A table of Triple with shoe and camera, the felt seen clear; six looks make a card one that is never seen."""
    return ready(Bench(tmp_path, SHOE + PATIENT))


@pytest.fixture
def omaha(tmp_path: Path) -> Bench:
    """The same at Omaha, heads-up."""
    return ready(Bench(tmp_path, SHOE + OMAHA, game="omaha"))


def ready(bench: Bench) -> Bench:
    bench.link(True)
    bench.link(True, "camera")
    bench.look({})
    return bench


def to_play(bench: Bench) -> None:
    """Seat 1 won its war and is to act on K5, seat 2 lost; the dealer shows a nine, a ten lies face down."""
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "Td")


FELT = {"seat1": ["Kh", "5h"], "seat2": ["8c", "7c"]}


def remedies(bench: Bench) -> list[str]:
    return [remedy["name"] for remedy in bench.finding["remedies"]]


# Where a card lies


def test_a_seat_was_dealt_to_twice(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c")
    both.look({"seat1": ["Kh", "8c"]}, times=2)
    assert both.finding["kind"] == "twice"
    assert both.finding["facts"] == {"card": "8c", "box": "seat1", "recorded": "seat2"}
    assert remedies(both)[:2] == ["record", "restorable"]


def test_one_card_in_the_box_before_is_no_second_one(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c")
    both.look({"seat1": ["8c"]}, times=2)
    assert both.finding["kind"] != "twice"


# Face up and face down


def test_the_hole_card_was_turned_too_early(both: Bench) -> None:
    to_play(both)
    both.look({**FELT, "dealer": ["9d", "Td"]}, times=2)
    assert both.finding["kind"] == "turned"
    assert both.finding["facts"] == {"card": "Td", "box": "dealer"}
    assert remedies(both)[0] == "record"
    assert isinstance(both.answer("record"), Done)
    both.look({**FELT, "dealer": ["9d", "Td"]}, times=4)
    assert not both.view["stopped"]


def test_it_may_be_turned_when_it_is_its_time(both: Bench) -> None:
    to_play(both)
    both.look({**FELT, "dealer": ["9d"]}, times=2)
    both.step(act="stand", seat=1)
    both.step(act="stand", seat=2)
    both.look({**FELT, "dealer": ["9d", "Td"]}, times=4)
    assert not both.view["stopped"]


def test_another_hole_card_than_was_dealt_is_shown(both: Bench) -> None:
    to_play(both)
    both.step(act="stand", seat=1)
    both.step(act="stand", seat=2)
    both.look({**FELT, "dealer": ["9d", "As"]}, times=2)
    assert both.finding["kind"] == "switched"
    assert both.finding["facts"] == {"card": "As", "box": "dealer", "recorded": "Td"}
    assert isinstance(both.answer("camera"), Refused), "that the shoe read it wrongly, somebody else has to agree"
    assert isinstance(both.answer("camera", approved_by="9001"), Done)
    assert both.view["state"]["dealer"]["cards"] == ["9d", "As"]


def test_another_card_than_was_dealt_is_turned_too_early(both: Bench) -> None:
    to_play(both)
    both.look({**FELT, "dealer": ["9d", "As"]}, times=2)
    assert both.finding["kind"] == "switched"
    assert "Td" not in str(view(both.table, "dealer")), "what was dealt is still hidden"


def hole_cards(bench: Bench) -> None:
    bench.shoe("As", "2c", "Ks", "3d", "Qh", "4h", "Jd", "5c")


def test_a_hole_card_is_exposed(omaha: Bench) -> None:
    hole_cards(omaha)
    seat = omaha.session.steps[-1]["to"]
    omaha.look({f"seat{seat}": [omaha.session.steps[-1]["card"]]}, times=2)
    assert omaha.finding["kind"] == "exposed"


def to_showdown(bench: Bench) -> None:
    """Everybody checks or calls to the end; the board comes out of the shoe."""
    board = iter(["6s", "9h", "8d", "7c", "2h", "3s", "Tc", "6d"])
    for _ in range(40):
        awaited = bench.view["awaits"]
        if awaited["kind"] == "choice":
            acts = {offer["act"] for offer in bench.view["offers"]}
            act = "check" if "check" in acts else "call" if "call" in acts else None
            if act is None:
                return
            assert isinstance(bench.step(act=act, seat=awaited["seat"]), Done)
        elif awaited["kind"] == "deal" and awaited["to"] in {"board", "burn"}:
            bench.shoe(next(board))
        else:
            return


def test_a_shown_card_that_was_not_dealt_to_that_seat(omaha: Bench) -> None:
    hole_cards(omaha)
    dealt = {step["card"] for step in omaha.session.steps if step.get("to") == 1}
    to_showdown(omaha)
    board = list(omaha.view["state"]["board"])
    omaha.look({"seat1": sorted(dealt), "board": board}, times=3)
    assert not omaha.view["stopped"], "its own cards may be shown at any moment"
    omaha.look({"seat1": ["Ac", *sorted(dealt)[1:]], "board": board}, times=2)
    assert omaha.finding["kind"] == "switched"
    assert omaha.finding["facts"] == {"card": "Ac", "box": "seat1"}


# What is never seen


def test_a_card_of_the_shoe_that_is_never_seen(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c")
    both.look({"seat1": ["Kh"]}, times=5)
    assert not both.view["stopped"]
    both.look({"seat1": ["Kh"]})
    assert both.finding["kind"] == "unseen"
    assert both.finding["facts"] == {"card": "8c", "box": "seat2"}
    both.answer("record")
    both.look({"seat1": ["Kh"]}, times=20)
    assert not both.view["stopped"]


def test_a_card_that_was_seen_once_may_be_covered(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c")
    both.look({"seat1": ["Kh"], "seat2": ["8c"]})
    both.look({"seat1": ["Kh"]}, times=20)
    assert not both.view["stopped"]


def test_a_box_under_a_hand_is_not_looked_into(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c")
    x, y = MIDDLE["seat2"]
    hand: Quad = ((x - 90, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 90, y + 20))
    seen = (SeenCard(cards.parse("Kh"), ((40, 40), (60, 40), (60, 60), (40, 60)), 0.9),)
    for at in range(20):
        both.table.camera(1000 + at, Look(seen, 1.0, hands=(hand,)))
    assert not both.view["stopped"]
    both.look({"seat1": ["Kh"]}, times=6)
    assert both.finding["kind"] == "unseen"


def test_an_unread_card_in_the_box_may_be_the_one(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c")
    both.look({"seat1": ["Kh"], "seat2": ["?"]}, times=20)
    assert not both.view["stopped"]


def test_a_card_under_another_that_is_covered_too_does_not_count(both: Bench) -> None:
    to_play(both)
    both.look({"seat1": ["Kh"], "seat2": ["8c", "7c"], "dealer": ["9d"]})
    both.look({"seat2": ["8c", "7c"], "dealer": ["9d"]}, times=20)
    assert not both.view["stopped"], "the king was seen there before: something lies over the box"


def test_the_hole_card_is_not_looked_for(both: Bench) -> None:
    to_play(both)
    both.look({**FELT, "dealer": ["9d"]}, times=20)
    assert not both.view["stopped"]


def test_tapped_cards_are_not_looked_for(tmp_path: Path) -> None:
    hand = Bench(tmp_path, PATIENT)
    hand.link(True, "camera")
    hand.look({})
    hand.bets(30)
    hand.step(card="Kh", to=1)
    hand.look({}, times=20)
    assert not hand.view["stopped"]


# The camera itself


def test_a_camera_that_was_moved_stops_once_and_its_boxes_are_not_read(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    wrong = (SeenCard(cards.parse("2c"), ((40, 40), (60, 40), (60, 60), (40, 60)), 0.9),)
    for at in range(10):
        both.table.camera(1000 + at, Look(wrong, 1.0, moved=True))
    assert both.finding["kind"] == "camera_moved"
    assert both.kinds().count("finding") == 1
    both.answer("go_on")
    both.table.camera(2000, Look(wrong, 1.0, moved=True))
    assert not both.view["stopped"]
    both.look({"seat1": ["Kh"]}, times=3)
    both.table.camera(3000, Look(wrong, 1.0, moved=True))
    assert both.finding["kind"] == "camera_moved", "moved again"


@pytest.mark.parametrize("blind", [True, False])
def test_a_camera_that_sees_nothing_is_not_up(both: Bench, blind: bool) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.table.link(5000, "camera", False, "The picture is black.", blind=blind)
    state = "blind" if blind else "lost"
    assert both.view["links"]["camera"] == state
    assert both.finding["kind"] == f"camera_{state}"
    both.table.link(5001, "camera", False, "The picture is black.", blind=True)
    assert both.kinds().count("finding") == 1
    both.answer("go_on")
    both.link(True, "camera")
    assert both.view["links"]["camera"] == "up"


def test_a_camera_that_sees_nothing_between_rounds_stops_nothing(both: Bench) -> None:
    both.table.link(5000, "camera", False, "The picture is black.", blind=True)
    assert not both.view["stopped"]
    assert both.view["links"]["camera"] == "blind"


# Boxes under hands


SQUARE: Quad = ((0, 0), (10, 0), (10, 10), (0, 10))


@pytest.mark.parametrize(
    ("other", "do"),
    [
        (((9, 9), (20, 9), (20, 20), (9, 20)), True),
        (((-50, 4), (50, 4), (50, 6), (-50, 6)), True),
        (((2, 2), (3, 2), (3, 3), (2, 3)), True),
        (((11, 0), (20, 0), (20, 10), (11, 10)), False),
        (((10, 0), (20, 0), (20, 10), (10, 10)), False),
        (((14, 6), (20, 12), (14, 18), (8, 12)), False),
    ],
)
def test_quads_that_overlap(other: Quad, do: bool) -> None:
    assert overlap(SQUARE, other) == overlap(other, SQUARE) == do
    assert overlap(SQUARE, other[::-1]) == do


def test_a_look_says_which_boxes_are_covered() -> None:
    boxes = {"seat1": SQUARE, "seat2": ((20, 0), (30, 0), (30, 10), (20, 10))}
    hand: Quad = ((8, 2), (15, 2), (15, 4), (8, 4))
    assert sort(Look((), 1.0, hands=(hand,)), boxes).covered == {"seat1"}
