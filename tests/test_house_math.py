"""What a house costs: the simulation and its sums."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import house as houses
from dealer_assist.cards import JOKER, parse
from dealer_assist.house_math import UNIT, Estimate, Plan, Tally, quantities, shuffled, simulate
from dealer_assist.house_play import PLAYS

SIMPLE = PLAYS["simple"]


def played(plan: Plan, jobs: int = 1) -> Tally:
    return simulate(plan, jobs, lambda done: None)


def second_house(folder: Path, *changes: tuple[str, str]) -> Path:
    """The built-in house with other lines in place of some."""
    text = houses.built_in("triple").read_text()
    for was, now in changes:
        assert text.count(was) == 1, was
        text = text.replace(was, now)
    path = folder / "second.toml"
    path.write_text(text)
    return path


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    plan = Plan(SIMPLE, 300, seats=2)
    assert played(plan) == played(plan)
    assert played(plan).sums != played(Plan(SIMPLE, 300, seats=2, seed=2)).sums


def test_the_number_of_processes_changes_nothing() -> None:
    """2,100 rounds are three batches, the last one short."""
    plan = Plan(SIMPLE, 2100)
    seen: list[int] = []
    assert simulate(plan, 2, seen.append) == played(plan)
    assert seen == [1000, 2000, 2100]


@pytest.mark.parametrize(
    ("was", "now", "moves"),
    [
        ('win = { multiple = "2", clause = "T3.2" }', 'win = { multiple = "2.25", clause = "T3.2" }', "war"),
        ('678 = { multiple = "3"', '678 = { multiple = "4"', "blackjack"),
        ('three_of_a_kind = { multiple = "4"', 'three_of_a_kind = { multiple = "5"', "poker"),
        ('bonus = { multiple = "2"', 'bonus = { multiple = "3"', "joker"),
    ],
)
def test_a_changed_pay_table_moves_only_the_return_that_it_is_of(
    tmp_path: Path, was: str, now: str, moves: str
) -> None:
    before = played(Plan(SIMPLE, 1000))
    after = played(Plan(SIMPLE, 1000, second_house(tmp_path, (was, now))))
    moved = {name for name in before.sums | after.sums if before.sums[name] != after.sums[name]}
    assert {name.split()[0].partition(".")[0] for name in moved} == {moves, "all"}
    assert all(name.endswith(".paid") and after.sums[name] > before.sums[name] for name in moved)


def _war(play: str, jokers: int) -> Fraction:
    """What War returns per point staked, by hand.

    Against a dealer's joker it is pushed. A player's joker is an ace: it wins but against an ace. Of two other
    cards each is as likely to be the higher one, and (4 × decks − 1) of the (52 × decks − 1) others tie; a tie
    returns the stake or, surrendered, half of it.
    """
    shoe = 312 + jokers
    only_player = Fraction(jokers, shoe) * Fraction(312, shoe - 1)
    neither = Fraction(312, shoe) * Fraction(311, shoe - 1)
    on_tie = Fraction(1) if play == "simple" else Fraction(1, 2)
    tie = Fraction(23, 311)
    against_ace = Fraction(1, 13)
    return (
        Fraction(jokers, shoe)
        + only_player * (2 * (1 - against_ace) + on_tie * against_ace)
        + neither * ((1 - tie) + on_tie * tie)
    )


@pytest.mark.parametrize(("play", "jokers"), [("simple", 0), ("timid", 0), ("simple", 6), ("timid", 12)])
def test_war_is_what_it_is_by_hand(play: str, jokers: int) -> None:
    """Without jokers going to war is even; every other figure is some way from 1."""
    exact = _war(play, jokers)
    assert jokers or exact == (1 if play == "simple" else 1 - Fraction(23, 622))
    war = played(Plan(PLAYS[play], 2000, options={"jokers": jokers})).ratio("war.paid", "war.staked")
    assert war.error is not None
    assert war.error < 0.03
    assert abs(war.value - exact) < 3 * war.error


def test_the_sources_table_returns_about_what_is_known_of_it() -> None:
    """1.02, 1.07 and 1.4 with six jokers; a longer run says it more sharply (`house triple`, 200,000 rounds)."""
    tally = played(Plan(SIMPLE, 2000))
    for game, about in (("war", 1.02), ("blackjack", 1.07), ("poker", 1.4)):
        found = tally.ratio(f"{game}.paid", f"{game}.staked")
        assert found.error is not None
        assert abs(found.value - about) < 3 * found.error, game
    assert 0.05 < tally.ratio("joker.paid", "games.staked").value < 0.08


def test_a_full_shoe_is_dealt_without_return() -> None:
    game = Plan(SIMPLE, 1).game()
    shoe = [card for card in {JOKER, *map(parse, ("As", "Kd", "2c"))} for _ in range(game.shoe.holds(card))]
    chance = random.Random(5)
    first, second = list(shuffled(shoe, chance)), list(shuffled(shoe, chance))
    assert Counter(first) == Counter(second) == Counter(dict.fromkeys(shoe, 6))
    assert first != second


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize(
    "options",
    [
        {"jokers": 12, "last_slot": True, "war_choice_order": "right"},
        {"dealer_peek": True, "blackjack_paid_at_once": True, "premium_after_double": False},
    ],
)
def test_every_play_goes_through_at_every_table(play: str, options: dict[str, Any]) -> None:
    """A refused step or a round that waits for something else would raise."""
    tally = played(Plan(PLAYS[play], 60, seats=7, options=options))
    assert tally.rounds == 60
    assert tally.sums["seats"] == 420
    assert tally.sums["war.staked"] == 420 * UNIT


def test_what_lines_add_up_to() -> None:
    lines = [
        ("war", "win", 100, 200),
        ("joker", "bonus", 100, 200),
        ("blackjack", "bust", 100, 0),
        ("blackjack.2", "win", 100, 200),
        ("poker", "flush", 100, 600),
    ]
    found = quantities(lines, 1)
    assert +found == {
        "seats": 1,
        "war.staked": 100,
        "war.paid": 200,
        "war win.times": 1,
        "war win.paid": 200,
        "joker.paid": 200,
        "blackjack.staked": 200,
        "blackjack.paid": 200,
        "blackjack bust.times": 1,
        "blackjack win.times": 1,
        "blackjack win.paid": 200,
        "poker.staked": 100,
        "poker.paid": 600,
        "poker flush.times": 1,
        "poker flush.paid": 600,
        "games.staked": 400,
        "all.paid": 1200,
    }


def _tally(*rounds: tuple[int, int]) -> Tally:
    tally = Tally()
    for paid, staked in rounds:
        tally.add(Counter({"paid": paid, "staked": staked}))
    return tally


def test_the_error_of_a_mean_is_the_one_that_everybody_knows() -> None:
    """Where every round stakes the same, a ratio is a mean."""
    paid = [0, 200, 250, 0, 100, 200]
    ratio = _tally(*((much, 100) for much in paid)).ratio("paid", "staked")
    assert ratio.error is not None
    assert math.isclose(ratio.value, statistics.mean(paid) / 100)
    assert math.isclose(ratio.error, statistics.stdev(paid) / math.sqrt(len(paid)) / 100)


def test_a_stake_paid_in_proportion_has_no_error() -> None:
    """Doubled stakes vary, what a point returns does not."""
    assert _tally((150, 100), (300, 200), (150, 100)).ratio("paid", "staked") == Estimate(1.5, 0.0)


def test_no_error_is_claimed_where_nothing_was_seen() -> None:
    assert _tally((0, 100), (0, 100)).ratio("paid", "staked") == Estimate(0.0, None)
    assert _tally((50, 100)).ratio("paid", "staked") == Estimate(0.5, None)


def test_rounds_alike_count_as_often_as_they_came() -> None:
    once = Tally()
    once.add(Counter({"paid": 3, "staked": 2}), 4)
    assert once == _tally(*[(3, 2)] * 4)
    once.merge(_tally((1, 1)))
    assert once == _tally(*[(3, 2)] * 4, (1, 1))
