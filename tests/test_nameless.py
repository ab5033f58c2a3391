"""A card that the shoe can't name: two looks of the camera name it, or a tap; nobody has to where it lies face down."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Refused
from dealer_assist.sighting import Sighting
from dealer_assist.table import Done
from tests.rigs import CAMERA, SHOE, Bench


@pytest.fixture
def both(tmp_path: Path) -> Bench:
    """A table of Triple with shoe and camera, bets made, the felt seen clear."""
    bench = Bench(tmp_path, SHOE + CAMERA)
    bench.link(True)
    bench.link(True, "camera")
    bench.look({})
    bench.bets(30, 20)
    return bench


def no_name(bench: Bench) -> None:
    """As an angel_eye says that a joker came."""
    bench.say(Sighting(0, "garbled", draw=1, why="a card that the shoe could not name"))


def test_two_looks_of_the_camera_name_it(both: Bench) -> None:
    no_name(both)
    assert not both.view["stopped"]
    both.look({"seat1": ["Jk"]})
    assert both.session.cards() == []
    both.look({"seat1": ["Jk"]})
    assert [(card["card"], card["to"]) for card in both.session.cards()] == [("Jk", 1)]
    assert not both.view["stopped"]
    assert not both.table.by_hand
    both.shoe("8c")
    both.look({"seat1": ["Jk"], "seat2": ["8c"]}, times=3)
    assert [card["card"] for card in both.session.cards()] == ["Jk", "8c"]
    assert not both.view["stopped"]


def test_a_tap_names_it(both: Bench) -> None:
    assert isinstance(both.step(card="Jk", to=1), Refused), "the shoe reads the cards here"
    no_name(both)
    assert both.table.by_hand
    assert isinstance(both.step(card="Jk", to=1), Done)
    assert not both.table.by_hand
    assert [card["card"] for card in both.session.cards()] == ["Jk"]


def test_the_camera_names_it_nowhere_but_where_it_is_due(both: Bench) -> None:
    no_name(both)
    both.look({"seat2": ["Jk"]}, times=2)
    assert both.session.cards() == []
    assert both.finding["kind"] == "extra"


def test_the_next_card_waits_until_somebody_has_named_it(both: Bench) -> None:
    no_name(both)
    both.shoe("8c")
    assert both.finding["kind"] == "unreadable"
    assert isinstance(both.step(card="Jk", to=1), Done)
    assert isinstance(both.answer("go_on"), Done)
    assert [(card["card"], card["to"]) for card in both.session.cards()] == [("Jk", 1), ("8c", 2)]


def test_face_down_nobody_has_to(both: Bench) -> None:
    both.shoe("Kh", "8c", "9d", "5h", "7c")
    no_name(both)
    assert not both.view["stopped"]
    assert both.session.steps[-1] == {"card": "??", "to": "dealer"}


def test_where_no_card_is_awaited_it_is_a_finding(both: Bench) -> None:
    both.shoe("Kh", "8c", "9d", "5h", "7c", "Td")
    no_name(both)
    assert both.finding["kind"] == "unreadable"
