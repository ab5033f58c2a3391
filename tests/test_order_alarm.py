"""The order alarm: its limits follow from exact bounds, shuffled shoes leave it silent, unshuffled ones don't."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from click.testing import CliRunner

from dealer_assist.cards import CARDS, Card, Joker, parse
from dealer_assist.order_alarm import (
    ALLOWED,
    KEPT,
    RUN,
    Limits,
    OrderAlarm,
    at_least,
    by_rank,
    detections,
    false_alarms,
    favourable_to,
    full,
    limits,
    main,
    most_again,
    most_false,
    neighbours,
    new_decks,
    of_one_rank,
    raised_at,
)
from dealer_assist.shoe import Shoe

SIX, SIX_JOKERS, ONE = Shoe(6, 0), Shoe(6, 6), Shoe(1, 0)
SHOES = pytest.mark.parametrize("shoe", [SIX, SIX_JOKERS, ONE, Shoe(8, 12)])


def cards(text: str) -> list[Card]:
    return [parse(name) for name in text.split()]


@pytest.mark.parametrize(("pair", "are"), [("As Ks", 1), ("As 2s", 1), ("2s As", 1), ("9h Th", 1), ("9h Td", 0)])
def test_neighbours(pair: str, are: int) -> None:
    one, other = cards(pair)
    assert neighbours(one, other) == bool(are)
    assert not neighbours(one, Joker())


def test_of_one_rank() -> None:
    assert of_one_rank(*cards("9h 9d"))
    assert of_one_rank(*cards("Jk Jk"))
    assert not of_one_rank(*cards("Jk Jd"))


@SHOES
def test_no_card_has_more_that_make_a_pair_with_it_than_the_bound_counts(shoe: Shoe) -> None:
    suit, rank = favourable_to(shoe)
    inside = full(shoe)
    for card in CARDS:
        assert sum(neighbours(card, other) for other in inside) <= suit
        assert sum(of_one_rank(card, other) for other in inside) - 1 <= rank


def test_the_chance_of_so_many_is_exact() -> None:
    """Against every outcome of six events, in fractions."""
    chances = [Fraction(1, 3), Fraction(1, 7), Fraction(1, 2), Fraction(0), Fraction(1), Fraction(2, 5)]
    for hits in range(8):
        exact = Fraction(0)
        for outcome in product((0, 1), repeat=len(chances)):
            if sum(outcome) >= hits:
                share = Fraction(1)
                for happened, chance in zip(outcome, chances, strict=True):
                    share *= chance if happened else 1 - chance
                exact += share
        assert at_least(hits, [float(chance) for chance in chances]) == pytest.approx(float(exact))


@SHOES
def test_the_limits_cost_less_than_one_in_ten_thousand(shoe: Shoe) -> None:
    """All three kinds together, with as many earlier shoes as are kept."""
    most = limits(shoe)
    suit, rank = favourable_to(shoe)
    cost = most_false(shoe, suit, most.suit) + most_false(shoe, rank, most.rank) + most_again(shoe, KEPT)
    assert cost < ALLOWED
    assert most_false(shoe, suit, most.suit - 1) > ALLOWED / 3, "no limit is higher than it has to be"


@pytest.mark.parametrize(("shoe", "limit"), [(SIX, 5), (ONE, 4)])
def test_the_bound_is_above_what_happens(shoe: Shoe, limit: int) -> None:
    """At limits low enough to be reached often."""
    chance, suit = random.Random(3), favourable_to(shoe)[0]
    inside, shoes, raised = full(shoe), 300, 0
    for _ in range(shoes):
        chance.shuffle(inside)
        alarm = OrderAlarm(shoe)
        alarm.limits = Limits(suit=limit, rank=25)
        raised += raised_at(alarm, inside) is not None
    assert 0 < raised / shoes <= most_false(shoe, suit, limit)


@pytest.mark.parametrize("shoe", [SIX_JOKERS, ONE])
def test_shuffled_shoes_are_silent(shoe: Shoe) -> None:
    assert sum(false_alarms(shoe, 200, random.Random(11)).values()) == 0


@pytest.mark.parametrize("shoe", [SIX, SIX_JOKERS, ONE])
@pytest.mark.parametrize("order", ["new", "turned over", "rank", "suit"])
def test_a_shoe_that_nobody_shuffled_is_known_within_25_cards(shoe: Shoe, order: str) -> None:
    """Wherever it was cut. Sorted by suit, equal cards of six decks lie together: ranks in a row."""
    orders = {
        "new": new_decks(shoe),
        "turned over": new_decks(shoe)[::-1],
        "rank": by_rank(shoe),
        "suit": full(shoe),
    }
    found = detections(shoe, orders[order])
    assert len(found) == shoe.size
    assert all(number is not None and number <= 25 for number in found)


@pytest.mark.parametrize("way", [1, -1])
def test_the_shoe_before_is_known_within_25_cards(way: int) -> None:
    before = full(SIX)
    random.Random(4).shuffle(before)
    alarm = OrderAlarm(SIX)
    assert raised_at(alarm, before) is None
    alarm.new_shoe()
    found = raised_at(alarm, before[100:140][::way])
    assert found is not None
    assert (found[0], found[1].order, found[1].cards) == (RUN, "again", tuple(before[100:140][::way][:RUN]))


def test_the_evidence_is_the_cards_that_ran() -> None:
    alarm = OrderAlarm(SIX)
    ran = [*cards("9h 2c"), *new_decks(SIX)[:12]]
    found = raised_at(alarm, ran)
    assert found is not None
    assert found[1].order == "suit"
    assert found[1].cards == tuple(ran[2 : found[0]])


def test_it_is_raised_once_a_shoe_and_again_in_the_next() -> None:
    alarm = OrderAlarm(SIX)
    assert raised_at(alarm, new_decks(SIX)[:60]) is not None
    assert raised_at(alarm, new_decks(SIX)[60:120]) is None
    alarm.new_shoe()
    assert raised_at(alarm, by_rank(SIX)) is not None


def test_a_shoe_that_was_shuffled_again_begins_anew() -> None:
    alarm = OrderAlarm(SIX)
    raised_at(alarm, new_decks(SIX)[:8])
    alarm.shuffled()
    assert raised_at(alarm, new_decks(SIX)[8:14]) is None


def test_unread_cards_break_a_run() -> None:
    alarm = OrderAlarm(SIX)
    for card in new_decks(SIX)[:50]:
        assert alarm.see(card) is None
        assert alarm.see(None) is None


def test_what_is_kept_of_earlier_shoes_is_bounded() -> None:
    alarm, chance, inside = OrderAlarm(ONE), random.Random(5), full(ONE)
    alarm.silence()
    for _ in range(KEPT // 80):
        chance.shuffle(inside)
        for card in inside:
            alarm.see(card)
        alarm.new_shoe()
        alarm.silence()
    assert len(alarm._earlier) == KEPT


def test_the_command_prints_its_figures() -> None:
    result = CliRunner().invoke(main, ["--shoes", "2"])
    assert result.exit_code == 0
    assert result.output.count("known in") == 15
    assert "known in 312 of 312 cuts" in result.output
