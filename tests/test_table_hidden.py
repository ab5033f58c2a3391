"""Cards that lie face down, as the table keeps them: a dealer who sees the backs only learns and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Refused
from dealer_assist.table import Done
from tests.rigs import SHOE, Bench
from tests.test_table_omaha import HANDS, HOLE


@pytest.fixture
def shoe(tmp_path: Path) -> Bench:
    """A hand of Omaha, dealt by the shoe."""
    opened = Bench(tmp_path, SHOE, "omaha", (1000, 2000, 5000))
    opened.link(True)
    opened.shoe(*HOLE)
    return opened


def refused(bench: Bench, step: int, card: str) -> str:
    before = bench.session.number
    answered = bench.press(do="correct", at_step=step, card=card)
    assert isinstance(answered, Refused)
    assert bench.session.number == before
    return answered.why


def test_a_pulled_cable_opens_no_hand(shoe: Bench) -> None:
    """Without its shoe the dealer taps cards, but those of a hand are neither guessed nor put others in their place."""
    shoe.link(False)
    assert isinstance(shoe.answer("go_on"), Done)
    assert shoe.table.by_hand
    held, of_another, nobodys = HANDS[2][0], HANDS[3][0], "3c"
    assert {refused(shoe, 0, card) for card in (held, of_another, nobodys)} == {
        "that card lies face down: put it right when it is turned"
    }
    assert shoe.session.stopped is None, "nor does a finding tell what is recorded"


def test_the_dealers_hole_card_is_no_guess_either(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SHOE)
    bench.link(True)
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "Td")
    bench.link(False)
    bench.answer("go_on")
    (hole,) = (dealt for dealt in bench.view["cards"] if dealt["card"] == "??")
    assert refused(bench, hole["step"], "Td") == refused(bench, hole["step"], "2s")
    bench.step(act="stand", seat=1)
    bench.step(act="stand", seat=2)
    assert bench.view["state"]["dealer"]["cards"] == ["9d", "Td"]
    assert isinstance(bench.press(do="correct", at_step=hole["step"], card="9s"), Done), "now that it is turned"
