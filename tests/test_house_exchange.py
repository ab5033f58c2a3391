"""The players' logic of Exchange Blackjack out of its rules alone, and what it costs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist import house as houses
from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.games.exchange_blackjack.logic import COLUMNS
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse
from dealer_assist.house_command import house as command
from dealer_assist.house_exchange import Best, best, drawing, hand_of_row, standing
from dealer_assist.house_exchange_facts import BATCH, PUBLISHED_OUTCOMES, PUBLISHED_ROUNDS, Facts, facts
from dealer_assist.house_exchange_report import differences, signed
from dealer_assist.odds.fair import built_in_rules
from dealer_assist.odds.hands import hand_of

SHIPPED = Path(__file__).parents[2] / "shared" / "rules" / "exchange_blackjack_player_logic.csv"
GOLDEN = Path(__file__).parent / "scripts" / "exchange_odds.jsonl"
HOUSE = houses.load(houses.built_in("exchange_blackjack"), ExchangeHouse)


@pytest.fixture(scope="module")
def derived() -> Best:
    return best()


@pytest.fixture(scope="module")
def found() -> Facts:
    return facts(built_in_rules(), 0, 1, lambda done: None)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, ["exchange-blackjack", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_the_derived_table_is_the_one_that_the_house_plays(derived: Best) -> None:
    assert differences(derived, HOUSE) == ()
    assert sum(len(plays) for plays in derived.logic.values()) == 280


def test_the_derived_table_is_the_published_one(derived: Best) -> None:
    if not SHIPPED.exists():
        pytest.skip(f"{SHIPPED} is not here")
    with SHIPPED.open() as file:
        head, *rows = csv.reader(file)
    assert head[1:] == [*map(str, range(2, 11)), "A"]
    assert {row[0]: tuple(row[1:]) for row in rows} == dict(derived.logic)


def test_the_best_play_is_never_a_matter_of_taste(derived: Best) -> None:
    """Nowhere are drawing and standing worth the same."""
    for row in derived.logic:
        for up in range(1, 11):
            for cards in (2, 3, 4):
                hand = hand_of_row(row, cards)
                assert drawing(hand, up) != standing(hand, up), (row, up, cards)


def test_published_returns_of_two_cards(derived: Best) -> None:
    returns = " ".join(map(signed, derived.returns["5"]))
    assert returns.startswith("−0.0367 −0.0021 0.0322 0.0652 0.0875 0.0155 −0.0312 −0.0795")


def test_returns_are_those_of_the_golden_odds(derived: Best) -> None:
    """What a hand of two cards wins less what it loses, in every golden query after the nine cards."""
    compared = set()
    for line in GOLDEN.read_text().splitlines():
        golden = json.loads(line)
        if golden["tags"] != ["infinite", "nine"]:
            continue
        up = COLUMNS.index(hand_of([parse(golden["query"]["dealer"][0])]).low)
        for number, cards in enumerate(golden["query"]["players"], 1):
            hand = hand_of([parse(card) for card in cards])
            row = f"A{hand.low - 1}" if hand.ace else str(hand.low)
            odds = golden["expected"]["selections"][f"player{number}"]
            assert abs(float(derived.returns[row][up]) - float(odds["win"]) + float(odds["lose"])) < 2e-10
            compared.add((row, up))
    assert len(compared) == 40


def test_the_house_edge_derived_and_played_out(derived: Best, found: Facts) -> None:
    assert f"{float(100 * derived.edge):.6f}" == "3.896031"
    assert found.edge == derived.edge


def test_the_published_figures(found: Facts) -> None:
    for name, published in PUBLISHED_OUTCOMES.items():
        assert f"{float(100 * getattr(found.player, name)):.1f}" == published
    for number, published in PUBLISHED_ROUNDS.items():
        assert f"{float(100 * found.rounds[number]):.1f}" == published
    assert sum(found.rounds.values()) == 1
    dealer_wins = found.exotics["dealer_wins_or_ties_all"].fair
    assert dealer_wins is not None
    assert f"{float(dealer_wins):.4f}" == "3.7561"


def test_simulated_exotics_agree_with_the_exact_ones(found: Facts) -> None:
    seen: list[int] = []
    simulated = facts(built_in_rules(), BATCH + 1, 1, seen.append).simulated
    assert seen == [BATCH, BATCH + 1]
    assert simulated.keys() == {"five_cards", "all_unique", "only_one_21"}
    for name in ("five_cards", "only_one_21"):
        assert simulated[name].games == 2 * BATCH
        assert abs(simulated[name].win - found.exotics[name].win) < 4 * simulated[name].error
    assert abs(simulated["all_unique"].win - 1 / 6) < 0.003
    assert facts(built_in_rules(), BATCH + 1, 1, lambda done: None).simulated == simulated


def other_house(folder: Path) -> Path:
    """A house whose players stand on hard 12 against a ten."""
    text = houses.built_in("exchange_blackjack").read_text()
    (row,) = (line for line in text.splitlines() if line.startswith("12 "))
    assert row.count('"H"') == 7
    path = folder / "other.toml"
    path.write_text(text.replace(row, row.replace('"H"', '"S"')))
    return path


def test_a_house_that_plays_otherwise_is_told_where(tmp_path: Path) -> None:
    code, out, _ = run("--house", str(other_house(tmp_path)), "--games", "0")
    assert code == 0
    assert "Differences from the house's table: 7 of 280" in out
    assert "12 against 10: best is H, the house has S" in out
    ours, theirs = (line.split()[-4] for line in out.splitlines() if line.startswith("  House edge"))
    assert ours == "3.896031"
    assert float(theirs) > 3.9


def test_the_report_and_its_progress() -> None:
    code, out, err = run("--games", "20000")
    assert code == 0
    assert "Differences from the house's table: 0 of 280" in out
    assert "\n  5     −0.0367  −0.0021   0.0322   0.0652   0.0875   0.0155  −0.0312  −0.0795" in out
    assert "20000 games, ± one standard error" in out
    assert [line.split(",")[0] for line in err.splitlines()] == ["10000 of 20000 games", "20000 of 20000 games"]
    assert run("--games", "20000", "--seed", "2")[1] != out


def test_json_has_the_figures_of_the_report() -> None:
    _, out, _ = run("--games", "0", "--json")
    answer = json.loads(out)
    assert answer["differences"] == []
    assert f"{answer['edge']:.8f}" == "0.03896031"
    assert answer["logic"]["12"][2] == "H3"
    assert answer["simulated"] == {}


@pytest.mark.parametrize("arguments", [("--games", "-1"), ("--games", "many"), ("--nonsense",), ("extra",)])
def test_wrong_options_are_told_in_one_line(arguments: tuple[str, ...]) -> None:
    with pytest.raises(Fault, match=r"^house exchange-blackjack: .* See --help\.$"):
        command.main(["exchange-blackjack", *arguments], standalone_mode=False)


def test_a_house_of_another_game_is_refused() -> None:
    with pytest.raises(Fault, match=r"triple\.toml: house file refused"):
        command.main(["exchange-blackjack", "--house", str(houses.built_in("triple"))], standalone_mode=False)
