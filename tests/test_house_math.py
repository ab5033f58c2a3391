"""What a house costs: the simulation, its figures, and `dealer-assist house triple` as a person runs it."""

from __future__ import annotations

import json
import math
import random
import statistics
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealer_assist import house as houses
from dealer_assist.cards import JOKER, parse
from dealer_assist.cli import main
from dealer_assist.house_chart import chart, ticks_apart
from dealer_assist.house_math import UNIT, Estimate, Plan, Tally, play_round, quantities, shuffled, simulate
from dealer_assist.house_play import PLAYS, up_card_worth
from dealer_assist.house_report import Costs, costs, table

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


def one_round(cards: str, play: str = "simple", **options: object) -> list[str]:
    """The lines of a round with one seat whose cards come in that order."""
    game = Plan(PLAYS[play], 1, options=options).game()
    lines = play_round(game, PLAYS[play], iter([parse(card) for card in cards.split()]))
    return [f"{line.on} {line.stake} {line.outcome}" for line in lines]


# The simulation


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


# The plays

_FIRST_TWO = {"hit", "stand", "double"}


@pytest.mark.parametrize(
    ("cards", "up_cards", "move"),
    [
        ("5h 4s", "3 4 5 6", "double"),
        ("5h 4s", "2 7 8 9 T A", "hit"),
        ("6h 4s", "2 3 4 5 6 7 8 9", "double"),
        ("6h 4s", "T A", "hit"),
        ("6h 5s", "2 3 4 5 6 7 8 9 T", "double"),
        ("6h 5s", "A", "hit"),
        ("Th 2s", "2 3 7 8 9 T A", "hit"),
        ("Th 2s", "4 5 6", "stand"),
        ("Th 3s", "2 3 4 5 6", "stand"),
        ("Th 6s", "7 8 9 T A", "hit"),
        ("Th 7s", "2 3 4 5 6 7 8 9 T A", "stand"),
        ("Ah 6s", "2 3 4 5 6 7 8 9 T A", "hit"),
        ("Ah 7s", "2 3 4 5 6 7 8", "stand"),
        ("Ah 7s", "9 T A", "hit"),
        ("Jk 8s", "9 T A", "stand"),
    ],
)
def test_the_simple_play(cards: str, up_cards: str, move: str) -> None:
    """Basic strategy by hard totals; a joker is as pliable as an ace."""
    hand = tuple(parse(card) for card in cards.split())
    for up in up_cards.split():
        assert SIMPLE.move(hand, up_card_worth(parse(f"{up}c")), _FIRST_TWO) == move, up


def test_the_simple_play_only_doubles_where_that_is_offered() -> None:
    assert SIMPLE.move((parse("5h"), parse("4s"), parse("2d")), 6, {"hit", "stand"}) == "hit"


def test_nobody_plays_against_a_joker() -> None:
    with pytest.raises(ValueError, match="no card"):
        up_card_worth(JOKER)


def test_the_dealers_play_does_as_the_dealer() -> None:
    move = PLAYS["dealer"].move
    assert [move((parse("Th"), parse(card)), 6, _FIRST_TWO) for card in ("6s", "7s")] == ["hit", "stand"]
    assert [move((parse("Ah"), parse(card)), 6, _FIRST_TWO) for card in ("5s", "6s")] == ["hit", "stand"]
    assert move((parse("Ah"), parse("As")), 6, _FIRST_TWO | {"split"}) == "hit"


def test_a_whole_round() -> None:
    """A tie, the war, aces split, one card to each, the dealer's 20; the stakes are doubled."""
    cards = "Ah Ac As 9d 5c 9h Td 3h"
    assert one_round(cards) == [
        "war 100 go_to_war",
        "blackjack 200 lose",
        "blackjack.2 200 push",
        "poker 200 high_pair",
    ]


def test_the_timid_surrender() -> None:
    """17 stands against a king and loses to 19."""
    assert one_round("Kh Kc 7s 9d", "timid") == ["war 100 surrender", "blackjack 100 lose", "poker 100 nothing"]


# The figures


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


@pytest.fixture(scope="module")
def found() -> Costs:
    plan = Plan(SIMPLE, 1000)
    return costs(plan, played(plan))


def test_the_outcomes_of_poker_add_up_to_its_return_but_for_pushes(found: Costs) -> None:
    hands = sum(outcome.returned.value for outcome in found.poker)
    assert 0 < found.games["poker"].value - hands < 0.1
    assert [outcome.name for outcome in found.premiums][:3] == ["pure_bj", "678", "flush_678"]
    for outcome in (*found.premiums, *found.poker):
        assert outcome.share is not None
        game = found.games["blackjack" if outcome in found.premiums else "poker"]
        assert math.isclose(outcome.share.value * game.value, outcome.returned.value)
        assert math.isclose(outcome.frequency.value, outcome.times / 1000)


def test_all_together_is_the_games_by_their_stakes_and_the_bonuses() -> None:
    tally = played(Plan(SIMPLE, 500))
    parts = sum(tally.sums[f"{game}.paid"] for game in ("war", "blackjack", "poker", "joker"))
    assert tally.sums["all.paid"] == parts
    assert tally.sums["games.staked"] == sum(tally.sums[f"{game}.staked"] for game in ("war", "blackjack", "poker"))


def test_a_house_that_returns_nothing_at_poker(tmp_path: Path) -> None:
    """Its shares are unknown; nothing is divided by nothing."""
    lines = houses.built_in("triple").read_text().partition("[multiples.poker]")[2].partition("[multiples.joker]")[0]
    changes = [
        (line, f'{line.split()[0]} = {{ multiple = "0", clause = "T6.3" }}') for line in lines.split("\n") if line
    ]
    plan = Plan(SIMPLE, 50, second_house(tmp_path, *changes), options={"jokers": 0})
    nothing = costs(plan, played(plan))
    assert nothing.games["poker"].value == 0
    assert {outcome.share for outcome in nothing.poker} == {None}
    assert "–" in table(nothing)
    ET.fromstring(chart(nothing))


# The chart


def test_the_chart_is_well_formed_and_has_every_figure(found: Costs) -> None:
    drawn = ET.fromstring(chart(found))
    svg = "{http://www.w3.org/2000/svg}"
    bars = [part for part in drawn.iter(f"{svg}rect") if part.get("class") == "bar"]
    names = [part.text for part in drawn.iter(f"{svg}text") if part.get("class") == "name"]
    assert len(bars) == 5 + 9 + 12
    assert names[:6] == ["War", "Blackjack", "Poker", "Joker bonuses", "All together", "pure bj ×5"]
    widths = [float(bar.get("width", "0")) for bar in bars[:3]]
    returns = [found.games[game].value for game in ("war", "blackjack", "poker")]
    assert widths == pytest.approx([widths[0] * value / returns[0] for value in returns], abs=0.02)
    height = float(drawn.get("height", "0"))
    assert all(0 <= float(part.get("y", "0")) <= height for part in drawn.iter(f"{svg}text"))


@pytest.mark.parametrize("top", [1e-6, 0.0031, 0.1, 0.99, 1.0, 1.41, 3.0, 9.99, 104.0])
def test_ticks_are_few_and_round(top: float) -> None:
    apart = ticks_apart(top)
    assert 2 <= top / apart <= 8
    assert f"{apart:e}"[:8] in {"1.000000", "2.000000", "5.000000"}


def test_the_chart_of_a_house_with_a_strange_name(tmp_path: Path) -> None:
    file = second_house(tmp_path, ('name = "Triple, as the source has it"', "name = \"<Q> & 'K'\""))
    plan = Plan(SIMPLE, 20, file)
    text = "".join(ET.fromstring(chart(costs(plan, played(plan)))).itertext())
    assert "<Q> & 'K'" in text


# The command


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["house", "triple", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_table_and_the_progress(tmp_path: Path) -> None:
    picture = tmp_path / "costs.svg"
    code, out, err = run("--rounds", "100", "--jobs", "1", "--options", "jokers=0", "--chart", str(picture))
    assert code == 0
    assert "100 rounds, one seat, seed 1" in out
    assert "jokers 0" in out
    (war,) = (line for line in out.splitlines() if line.startswith("  War"))
    assert war.split()[2] == "±"
    assert err.startswith("100 of 100 rounds, ")
    ET.fromstring(picture.read_text(encoding="utf-8"))


def test_json_has_the_figures_of_the_table() -> None:
    arguments = ("--rounds", "100", "--jobs", "1", "--seats", "3", "--options", "jokers=12,war_choice_order=right")
    code, out, _ = run(*arguments, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["seats"], found["options"]["jokers"], found["options"]["war_choice_order"]) == (3, 12, "right")
    assert f"War                   {found['games']['war']['value']:.4f}" in run(*arguments)[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--rounds 1", "--rounds"),
        ("--rounds many", "--rounds"),
        ("--seats 8", "--seats"),
        ("--jobs 0", "--jobs"),
        ("--play wild", "--play"),
        ("--nonsense", "--nonsense"),
        ("extra", "extra"),
        ("--options jokers", "NAME=VALUE"),
        ("--options =6", "NAME=VALUE"),
        ("--options jokers=13", "jokers"),
        ("--options jokers=six", "jokers"),
        ("--options decks=8", "decks"),
        ("--house nowhere.toml", "nowhere.toml"),
        ("--chart nowhere/costs.svg", "no such folder"),
    ],
)
def test_bad_options_get_one_line_and_exit_2(arguments: str, says: str) -> None:
    code, out, err = run(*arguments.split())
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert says in err


def test_a_house_of_another_game(tmp_path: Path) -> None:
    code, _, err = run("--house", str(second_house(tmp_path, ('game = "triple"', 'game = "omaha"'))))
    assert (code, err.count("\n")) == (2, 1)
    assert "omaha" in err


def test_help_gives_an_example() -> None:
    assert "Example: dealer-assist house triple" in run("--help")[1]
