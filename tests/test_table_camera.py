"""The camera at a table: it confirms, disagrees or deals alone, and what it can't read it leaves to a tap."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Refused
from dealer_assist.table import Done
from tests.rigs import CAMERA, SHOE, Bench


@pytest.fixture
def both(tmp_path: Path) -> Bench:
    """A table with shoe and camera, the felt seen clear."""
    bench = Bench(tmp_path, SHOE + CAMERA)
    bench.link(True)
    bench.link(True, "camera")
    bench.look({})
    return bench


@pytest.fixture
def camera(tmp_path: Path) -> Bench:
    """A table with a camera only, the felt seen clear."""
    bench = Bench(tmp_path, CAMERA)
    bench.link(True, "camera")
    bench.look({})
    return bench


def to_play(bench: Bench) -> None:
    """Seat 1 won its war with 60 paid and is to act on K5, seat 2 lost; the dealer shows a nine."""
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "Td")


def test_the_camera_confirms_and_nothing_stops(both: Bench) -> None:
    to_play(both)
    both.look({"seat1": ["Kh", "5h"], "seat2": ["8c", "7c"], "dealer": ["9d"]}, times=5)
    assert not both.view["stopped"]
    assert both.table.watch.confirmed == {"seat1": 2, "seat2": 2, "dealer": 1}


def test_one_look_is_not_believed_two_are(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["Qh"]})
    both.look({})
    both.look({"seat1": ["Qh"]})
    assert not both.view["stopped"]
    both.look({"seat1": ["Qh"]})
    assert both.finding["kind"] == "disagree"


def test_shoe_and_camera_disagree_and_a_person_decides(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c", "9d")
    assert both.chips()[1] == 1000 - 90 + 60
    both.look({"seat1": ["8h"]}, times=2)
    assert both.finding["facts"] == {"card": "8h", "box": "seat1", "recorded": "Kh"}
    assert [remedy["name"] for remedy in both.finding["remedies"]] == ["record", "camera"]
    both.answer("camera")
    assert both.view["state"]["seats"][0]["hands"][0]["cards"] == ["8h"]
    assert both.chips()[1] == 1000 - 90, "an eight loses to the nine: the 60 are taken back"


def test_what_the_camera_also_saw_is_there_before_it_is_believed(both: Bench) -> None:
    """One look is no finding yet; a dealer who corrects the card by hand has what was seen at hand."""
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["8h"]})
    assert not both.view["stopped"]
    assert both.view["camera"]["also"] == {"seat1": ["8h"]}
    both.look({"seat1": ["Kh"]})
    assert both.view["camera"]["also"] == {}


def test_the_record_is_right_and_the_camera_is_not_asked_again(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["Qh"]}, times=2)
    both.answer("record")
    both.look({"seat1": ["Qh"]}, times=5)
    assert not both.view["stopped"]


def test_a_card_in_another_box_than_dealt(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"dealer": ["Kh"]}, times=2)
    assert both.finding["kind"] == "wrong_box"
    assert both.finding["facts"] == {"card": "Kh", "box": "dealer", "recorded": "seat1"}


def test_a_seat_that_was_skipped(both: Bench) -> None:
    """Seat 1's card lies in the box that is served next and nothing lies in its own; not so with a card there."""
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat2": ["Kh"]}, times=2)
    assert both.finding["kind"] == "skipped"
    assert both.finding["facts"] == {"card": "Kh", "box": "seat2", "recorded": "seat1"}
    assert [remedy["name"] for remedy in both.finding["remedies"]][:2] == ["record", "restorable"]


def test_a_card_unread_in_its_box_is_not_a_skipped_seat(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["?"], "seat2": ["Kh"]}, times=2)
    assert both.finding["kind"] == "wrong_box"


def test_a_card_in_the_wrong_box_offers_the_misdeals_with_what_they_pay(both: Bench) -> None:
    """T9.1 takes the won war back (60). War is settled, so the mistake is Blackjack's: T9.2 and T9.3 pay both
    hands as a win (60 and 40) and push Poker (30 and 20)."""
    both.bets(30, 20)
    both.shoe("Kh", "8c", "9d")
    both.look({"seat2": ["Kh", "8c"], "dealer": ["9d"]}, times=2)
    offered = {remedy["name"]: (remedy["clause"], remedy["pays"]) for remedy in both.finding["remedies"]}
    assert offered == {
        "record": (None, None),
        "restorable": ("T9.1", -60),
        "not_restorable": ("T9.2", 60 + 40 + 30 + 20),
        "wrong_cards": ("T9.3", 60 + 40 + 30 + 20),
        "discretion": ("T9.4", None),
    }
    seats = {remedy["name"]: dict(remedy["seats"]) for remedy in both.finding["remedies"]}
    assert seats["not_restorable"] == {1: 60 + 30, 2: 40 + 20}
    assert seats["restorable"] == {1: -60, 2: 0}
    assert isinstance(both.answer("restorable"), Done)
    assert both.chips() == {1: 1000 - 90, 2: 500 - 60}
    assert both.view["awaits"]["first"] == 1, "the deal begins again at the card that went wrong"


def test_play_with_wrong_cards_is_paid_as_a_win(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh", "8c", "9d")
    both.look({"seat2": ["Kh", "8c"], "dealer": ["9d"]}, times=2)
    assert isinstance(both.answer("wrong_cards"), Refused), "every void needs a second person"
    assert both.view["stopped"]
    both.answer("wrong_cards", approved_by="9001")
    assert both.view["awaits"]["kind"] == "over"
    assert both.chips() == {1: 970 + 60 + 30, 2: 440 + 40 + 20}


def test_a_card_that_no_shoe_dealt(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["Kh"], "seat2": ["3c"]}, times=2)
    assert both.finding["kind"] == "extra"


def test_an_unread_card_says_nothing(both: Bench) -> None:
    both.bets(30, 20)
    both.shoe("Kh")
    both.look({"seat1": ["?"]}, times=5)
    assert not both.view["stopped"]
    assert both.view["camera"]["unsure"] == 1


def test_cards_of_the_round_before_are_no_news(both: Bench) -> None:
    to_play(both)
    felt = {"seat1": ["Kh", "5h"], "seat2": ["8c", "7c"], "dealer": ["9d"]}
    both.look(felt, times=2)
    both.step(act="stand", seat=1)
    both.step(act="stand", seat=2)
    both.shoe("2s", "3s", "4d", "7h")
    both.press(do="paid")
    both.bets(30, 20)
    both.look(felt, times=4)
    assert not both.view["stopped"]
    assert not both.view["camera"]["armed"]
    both.look({})
    assert both.view["camera"]["armed"]


def test_a_camera_alone_deals_the_round(camera: Bench) -> None:
    camera.bets(30, 20)
    felt: dict[str, list[str]] = {"seat1": [], "seat2": [], "dealer": []}
    for box, card in (("seat1", "Kh"), ("seat2", "8c"), ("dealer", "9d"), ("seat1", "5h"), ("seat2", "7c")):
        felt[box].append(card)
        camera.look(felt, times=2)
    assert camera.view["awaits"] == {"kind": "deal", "to": "dealer", "hand": None, "face_down": True}
    camera.step(card="??", to="dealer")
    camera.step(act="stand", seat=1)
    camera.step(act="stand", seat=2)
    assert camera.view["awaits"] == {"kind": "turn", "to": "dealer"}
    felt["dealer"].append("Td")
    camera.look(felt, times=2)
    assert camera.view["state"]["dealer"]["total"] == "19"
    assert [line["outcome"] for line in camera.view["fresh"] if line["on"] == "blackjack"] == ["lose", "lose"]


def test_a_camera_alone_names_a_card_in_the_wrong_box(camera: Bench) -> None:
    camera.bets(30, 20)
    camera.look({"seat2": ["Kh"]}, times=2)
    assert camera.finding["kind"] == "extra"
    assert camera.kinds().count("step") == 2


def test_a_camera_that_cant_read_a_card_waits(camera: Bench) -> None:
    camera.bets(30, 20)
    camera.look({"seat1": ["?"]}, times=9)
    assert camera.view["awaits"]["first"] == 1
    assert camera.view["by_hand"], "a tap settles it"
    assert isinstance(camera.step(card="Kh", to=1), Done)
    camera.look({"seat1": ["Kh"]}, times=3)
    assert not camera.view["stopped"]
