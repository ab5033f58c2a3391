"""The fold: numbers of steps, going back, and that nothing before a step changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import fold
from dealer_assist.cards import parse
from dealer_assist.game import BackTo, Game, Refused
from dealer_assist.games import catalogue
from tests.clauses.table import steps


def game(**options: object) -> Game[Any]:
    """One seat with 1000 chips."""
    return catalogue.make("triple", options, [{"seat": 1, "chips": 1000}])


def played(text: str, **options: object) -> fold.Point:
    """The point after all steps of the notation."""
    point = fold.play(game(**options), steps(text))
    assert isinstance(point, fold.Point), point
    return point


def test_a_round_begins_with_no_step() -> None:
    """Nothing taken, nothing to go back to."""
    point = fold.begin(game())
    assert (point.steps, point.before) == (0, ())
    outcome = fold.take_event(game(), point, BackTo(0))
    assert isinstance(outcome, Refused)
    assert outcome.clause == "T9.1"


def test_every_step_counts_refused_ones_do_not() -> None:
    """Three steps; the fourth is refused and the number stays."""
    point = played("bet 1 30; 1 Kh; dealer 9c")
    assert point.steps == 3
    assert isinstance(fold.take(game(), point, {"card": "As", "to": "dealer"}), Refused)
    assert point.steps == 3


def test_the_first_refused_step_stops() -> None:
    """By its number and reason; the steps after it are not looked at."""
    stop = fold.play(game(), [*steps("bet 1 30; dealer 9c"), {"nonsense": 1}])
    assert isinstance(stop, fold.Stop)
    assert (stop.step, stop.refused.clause) == (1, "T3.1")


def test_going_back_keeps_counting() -> None:
    """The misdeal is step 3 and the next card step 4; steps 1 and 2 are cancelled, 0, 3 and 4 in force."""
    point = played("bet 1 30; 1 Kh; dealer 9c; back 1; 1 5h")
    assert point.steps == 5
    assert [state is None for state in point.before] == [False, True, True, False, False]


@pytest.mark.parametrize(("step", "allowed"), [(0, True), (1, False), (2, False), (3, True), (4, True), (5, False)])
def test_only_a_step_in_force_can_be_gone_back_to(step: int, allowed: bool) -> None:
    """Not a cancelled one and not the misdeal itself."""
    point = played("bet 1 30; 1 Kh; dealer 9c; back 1; 1 5h")
    outcome = fold.take(game(), point, {"misdeal": "restorable", "back_to": step})
    assert isinstance(outcome, fold.Taken) is allowed


def test_back_over_a_misdeal() -> None:
    """Back to a step before a misdeal cancels the misdeal as well; its number is no longer in force."""
    point = played("bet 1 30; 1 Kh; dealer 9c; back 1; 1 5h; back 0; bet 1 50")
    assert [state is None for state in point.before] == [True] * 5 + [False, False]


def test_back_to_a_misdeal_takes_it_back() -> None:
    """The misdeal was the mistake: what it had cancelled is in force again, and can be gone back to."""
    whole = played("bet 1 30; 1 Kh; dealer 9c")
    again = played("bet 1 30; 1 Kh; dealer 9c; back 1; 1 5h; back 3")
    assert again.state.seats == whole.state.seats
    assert again.state.lines == whole.state.lines
    assert [state is None for state in again.before] == [False, False, False, True, True, False]
    back = fold.take(game(), again, {"misdeal": "restorable", "back_to": 2})
    assert isinstance(back, fold.Taken)
    assert back.point.state.lines == ()


def test_the_state_is_that_of_the_step_but_for_the_burned_cards() -> None:
    """T9.1: the cards drawn since have left the shoe, each once."""
    before = played("bet 1 30")
    after = played("bet 1 30; 1 Kh; dealer 9c; 1 2h; dealer 3h; back 1")
    assert after.state.out == tuple(parse(text) for text in ("Kh", "9c", "2h", "3h"))
    assert after.state.seats == before.state.seats
    assert (after.state.house, after.state.lines) == (before.state.house, ())


def test_lines_that_fall_away_are_reversed() -> None:
    """A misdeal gives the lines that it takes back, and those of which a later misdeal had robbed the round."""
    point = played("bet 1 30; 1 5h; dealer 9c")
    forced = fold.take(game(), point, {"misdeal": "not_restorable"})
    assert isinstance(forced, fold.Taken)
    back = fold.take(game(), forced.point, {"misdeal": "restorable", "back_to": 3})
    assert isinstance(back, fold.Taken)
    assert [line.on for line in back.reversed] == ["blackjack", "poker"]
    assert back.lines == ()
    war = fold.take(game(), forced.point, {"misdeal": "restorable", "back_to": 2})
    assert isinstance(war, fold.Taken)
    assert [line.on for line in war.reversed] == ["war", "blackjack", "poker"]


def test_a_replaced_line_comes_back() -> None:
    """A lost War that a misdeal paid as a win is lost again when the misdeal is cancelled."""
    two = catalogue.make("triple", {}, [{"seat": 1, "chips": 1000}, {"seat": 2, "chips": 1000}])
    point = fold.play(two, steps("bet 1 30; bet 2 30; 1 5h; 2 9d; dealer 9c; void"))
    assert isinstance(point, fold.Point)
    back = fold.take(two, point, {"misdeal": "restorable", "back_to": 5})
    assert isinstance(back, fold.Taken)
    assert [(line.seat, line.outcome) for line in back.lines] == [(1, "lose")]
    assert (1, "war", "win") in [(line.seat, line.on, line.outcome) for line in back.reversed]


@pytest.mark.parametrize("file", ["triple_rounds.jsonl", "plo_rounds.jsonl", "exchange_rounds.jsonl"])
def test_to_play_is_to_take_each_step(file: str) -> None:
    """The point at the end, or the step and the reason of the first refusal, whichever way the steps are taken."""
    for line in (Path(__file__).parent / "scripts" / file).read_text().splitlines():
        round_ = json.loads(line)["script"]
        one = catalogue.open_round(round_)
        point: fold.Point | fold.Stop = fold.begin(one)
        for number, step in enumerate(round_["steps"]):
            assert isinstance(point, fold.Point)
            taken = fold.take(one, point, step)
            point = fold.Stop(number, taken) if isinstance(taken, Refused) else taken.point
            if isinstance(point, fold.Stop):
                break
        assert fold.play(one, round_["steps"]) == point, round_["id"]
