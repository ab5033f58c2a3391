"""Amendments: what a change of a step makes of a round (T9)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from dealer_assist import changes, fold
from dealer_assist.findings import Amend
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from tests.test_every_game import Round, bounded, seeds


@pytest.mark.parametrize("name", sorted(catalogue.GAMES))
@given(seed=seeds)
@bounded(60)
def test_a_step_amended_to_itself_changes_nothing(name: str, seed: int) -> None:
    """No line is new, none is reversed, and the round stands where it stood, misdeals in it or not."""
    round_ = Round(name, Random(seed)).finish()
    if not round_.steps:
        return
    step = Random(seed).randrange(len(round_.steps))
    made = changes.amendment(round_.game, round_.point, round_.steps, Amend(step, dict(round_.steps[step])))
    assert not isinstance(made, Refused)
    point, body = made
    assert point == round_.point
    assert (body["lines"], body["reversed"]) == ([], [])


@pytest.mark.parametrize("name", sorted(catalogue.GAMES))
@given(seed=seeds)
@bounded(60)
def test_an_amendment_is_the_round_with_that_step_or_refused(name: str, seed: int) -> None:
    """Another first step: the same round as if it had been played so, or a refusal that says why."""
    round_ = Round(name, Random(seed), misdeals=False, garbage=False).finish()
    other = Round(name, Random(seed + 1), misdeals=False, garbage=False).finish()
    if not round_.steps or not other.steps:
        return
    before = round_.point
    made = changes.amendment(round_.game, round_.point, round_.steps, Amend(0, other.steps[0]))
    assert round_.point is before
    if isinstance(made, Refused):
        assert made.why
        return
    replayed = fold.play(round_.game, [other.steps[0], *round_.steps[1:]])
    assert made[0] == replayed
