"""Filmed rounds: the vote, the count, and three rounds read to the end."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_assist.cards import parse
from dealer_assist.sighting import Look, Quad, SeenCard
from models.film_check import Result, Vote, drawn, frames, judge, rows, total
from models.recogniser import load
from models.stage.film import Dealt

#: Reading a film takes half a minute on a machine of its own, more on one that is shared by many.
pytestmark = pytest.mark.timeout(600)


def at(x: float) -> Quad:
    return (x, 0.0), (x + 10, 0.0), (x + 10, 14.0), (x, 14.0)


def look(*cards: tuple[str | None, float]) -> Look:
    return Look(tuple(SeenCard(None if c is None else parse(c), at(x), 0.99) for c, x in cards), 1.0)


def test_three_of_five_looks_must_agree_on_card_and_place() -> None:
    vote = Vote(3, 5)
    believed = [
        [str(card) for card in vote.see(seen, 30)]
        for seen in (look(("As", 0)), look(("As", 2)), look((None, 0)), look(("As", 1)), look(), look(), look())
    ]
    assert believed == [[], [], [], ["As"], ["As"], [], []]


def test_a_card_that_moves_or_flickers_is_not_believed() -> None:
    moving, flickering = Vote(3, 5), Vote(3, 5)
    assert all(not moving.see(look(("As", 50.0 * step)), 30) for step in range(8))
    assert all(not flickering.see(look(("As" if step % 3 == 0 else "Ks", 40.0 * (step % 3))), 30) for step in range(4))


def test_one_card_seen_at_two_places_is_two() -> None:
    vote = Vote(3, 5)
    twice = [vote.see(look(("As", 0), ("As", 400)), 30) for _ in range(3)][-1]
    assert [str(card) for card in twice] == ["As", "As"]


def test_a_card_whose_middle_moves_as_it_is_covered_is_one() -> None:
    """Each place within reach of what lies between them, and three looks for either."""
    vote = Vote(3, 5)
    believed = [len(vote.see(look(("As", x)), 30)) for x in (0, 20, 20, 40, 40)]
    assert max(believed) == 1


def test_rounds_differ_and_indices_are_of_the_size_asked() -> None:
    one, two = drawn(5, 0), drawn(5, 1)
    assert one.table.style != two.table.style
    for played in (one, two):
        last = list(frames(played, 1))[-1][0]
        heights = [np.hypot(q[3][0] - q[0][0], q[3][1] - q[0][1]) for _, q in played.table.truth(last)]
        assert min(heights) > 14
        assert max(heights) < 28


@pytest.mark.parametrize("number", [2, 6, 11])
def test_every_card_of_a_filmed_round_is_read_once_and_rightly(number: int) -> None:
    played = drawn(11, number)
    result = judge(played, load("steady"), number)
    dealt = sum(isinstance(event, Dealt) for event in played.events)
    assert 4 <= result.cards <= dealt
    assert (result.wrong, result.missed, result.twice) == (0, 0, 0)
    assert result.right == result.cards


def test_the_sums() -> None:
    results = [Result(4, 4, 0, 0, 0), Result(5, 3, 1, 2, 1)]
    assert total(results) == Result(9, 7, 1, 2, 1)
    assert rows(results)[1] == ("2", "9", "7", "1", "2", "1", "1")
