"""Cards that lie face down, as the table keeps them: a dealer who sees the backs only learns and changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist.changes import By
from dealer_assist.findings import Finding
from dealer_assist.game import Refused
from dealer_assist.table import Done
from tests.rigs import SHOE, Bench
from tests.test_table_omaha import HANDS, HOLE, act


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


#: A card of the hand of seat 1, one of another hand, and one that nobody has.
GUESSES = (HANDS[1][0], HANDS[2][0], "3c")


def said(bench: Bench, card: str, /, **key: Any) -> str:
    """Why a key that names `card` is refused, the card itself left out."""
    answered = bench.press(**key)
    assert isinstance(answered, Refused), (card, answered)
    return answered.why.replace(card, "it")


def test_several_steps_as_one_show_no_cards(shoe: Bench) -> None:
    """With a step behind it that can't be, the right card of a hand would be told and nothing be done."""
    before = shoe.session.number
    fold = {"act": "fold", "seat": 1}
    assert len({said(shoe, card, do="steps", steps=({**fold, "cards": [card]}, fold)) for card in GUESSES}) == 1
    assert shoe.session.number == before


def test_a_card_for_a_hand_that_is_whole_is_refused_as_any(shoe: Bench) -> None:
    """A folded hand may be named where cards of it are missing; none of this one is."""
    act(shoe, 1, "fold")
    told = {said(shoe, card, do="step", step={"card": card, "to": 1}) for card in (*GUESSES, HANDS[1][3])}
    assert told == {"seat 1 has its four cards"}


@pytest.mark.parametrize("card", GUESSES)
def test_a_card_for_the_board_at_no_time_is_refused_as_any(shoe: Bench, card: str) -> None:
    shoe.link(False)
    shoe.answer("go_on")
    assert said(shoe, card, do="step", step={"card": card, "to": "board"}) == (
        "no card is due on the board: seat 1 is to act"
    )


def test_a_guess_that_is_refused_stands_in_the_record(shoe: Bench) -> None:
    """Where a card has to be named, a refusal tells; so whoever asks is on record."""
    held, anothers, _ = GUESSES
    shoe.press(do="misdeal", what="card", at_step=0)
    said(shoe, anothers, do="answer", finding=shoe.finding["number"], remedy="exposed_hole", card="3c")
    assert shoe.kinds()[-1] == "not_shown"
    shoe.answer("no_misdeal")
    act(shoe, 1, "call")
    again = {"act": "fold", "seat": 1, "cards": [anothers]}
    said(shoe, anothers, do="correct", at_step=len(HOLE), step=again)
    assert shoe.kinds()[-1] == "not_shown"
    act(shoe, 2, "call")
    act(shoe, 3, "check")
    shoe.link(False)
    shoe.answer("go_on")
    assert isinstance(shoe.step(card="??", to="burn"), Done)
    said(shoe, held, do="step", step={"card": held, "to": "board"})
    assert shoe.kinds()[-1] == "not_shown"
    assert shoe.step(card="3c", to="board") == Done(shoe.session.number)


def test_a_card_that_cant_be_is_not_told_by_how_many_there_are(tmp_path: Path) -> None:
    """A shoe holds fewer jokers than of any other card."""
    bench = Bench(tmp_path)
    facts = {"card": "Jk", "hidden": True, "why": "the shoe holds 2 of Jk, and all have come"}
    bench.session.find(Finding("impossible", {**facts, "clause": "T1.2", "holds": 2}, ()), By(1, "shoe"))
    assert bench.finding["facts"] == {"clause": "T1.2"}
