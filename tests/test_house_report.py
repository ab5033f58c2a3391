"""The figures of a house and their chart."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dealer_assist import house as houses
from dealer_assist.house_chart import chart, ticks_apart
from dealer_assist.house_math import Plan
from dealer_assist.house_report import Costs, costs, table
from tests.test_house_math import SIMPLE, played, second_house


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
