"""docs/casino_war: the example game does what its page says, by the same fold as the games of the program."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest

from dealer_assist import fold, house, script
from dealer_assist.cards import DECK
from dealer_assist.fold import Taken
from dealer_assist.game import Bets, Choice, Deal, Game, Over, Refused
from dealer_assist.games import catalogue

FOLDER: Final = Path(__file__).parents[1] / "docs" / "casino_war"
HOUSE: Final = FOLDER / "casino_war.toml"
ROUNDS: Final = {row["id"]: row for row in map(json.loads, (FOLDER / "rounds.jsonl").read_text().splitlines())}


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    """The module of the page, loaded from its folder."""
    spec = importlib.util.spec_from_file_location("docs_casino_war", FOLDER / "casino_war.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        # msgspec looks up a struct's annotations where its module stands.
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        yield module


@pytest.fixture(autouse=True)
def entered(example: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game in the catalogue, as its page enters it."""
    monkeypatch.setitem(catalogue.GAMES, "casino_war", example.CasinoWar)


def settled(name: str) -> dict[str, Any]:
    return script.settle(json.dumps(ROUNDS[name]), HOUSE)


def chips(settlement: dict[str, Any]) -> dict[int, int]:
    return {row["seat"]: row["chips"] for row in settlement["seats"]}


def test_the_higher_card_wins_the_lower_loses_w3_2() -> None:
    done = settled("war-win-lose")
    assert done["complete"] and chips(done) == {1: 110, 2: 80} and done["house"] == 10


def test_a_surrender_rounds_up_for_the_player_w3_3() -> None:
    done = settled("war-surrender")
    assert chips(done) == {3: 93}
    line = {"on": "ante", "stake": 15, "multiple": "0.5", "paid": 8, "outcome": "surrender", "clause": "W3.3"}
    assert done["seats"][0]["lines"] == [line] and done["house"] == 7


def test_a_tie_in_war_wins_the_raise_alone_w4_2() -> None:
    assert chips(settled("war-won")) == {1: 110, 4: 40}


def test_a_lost_war_costs_both_stakes_w4_3() -> None:
    done = settled("war-lost")
    assert chips(done) == {1: 80}
    assert [line["clause"] for line in done["seats"][0]["lines"]] == ["W4.3", "W4.3"]


@pytest.mark.parametrize(
    ("steps", "clause"),
    [
        ([{"bet": 1, "unit": 4}], "W2.1"),
        ([{"bet": 1, "unit": 101}], "W2.1"),
        ([{"bet": 1, "unit": 10}, {"card": "Ks", "to": "dealer"}], "W3.1"),
        ([{"bet": 1, "unit": 60}, {"card": "Ks", "to": 1}, {"card": "Kd", "to": "dealer"},
          {"act": "go_to_war", "seat": 1}], "W4.1"),
        ([{"misdeal": "restorable", "back_to": 3}], "W5.1"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_allow_is_refused_with_its_clause(steps: list[dict[str, Any]], clause: str) -> None:
    text = {"format": "round/1", "id": "no", "game": "casino_war", "seats": [{"seat": 1, "chips": 100}], "steps": steps}
    refusal = script.settle(json.dumps(text), HOUSE)
    assert (refusal["format"], refusal["clause"], refusal["step"]) == ("refusal/1", clause, len(steps) - 1)


def test_seats_outside_the_table_w1_2() -> None:
    text = {"format": "round/1", "id": "no", "game": "casino_war", "seats": [{"seat": 8, "chips": 100}], "steps": []}
    assert script.settle(json.dumps(text), HOUSE)["clause"] == "W1.2"


def _next(game: Game[Any], state: Any, random: Random) -> dict[str, Any]:
    awaited = game.awaits(state)
    match awaited:
        case Bets(seats=able, first=first) if first is None or random.random() < 0.5:
            return {"bet": random.choice(able), "unit": random.randint(1, 60)}
        case Bets(first=Deal(to=to)) | Deal(to=to):
            # Two ranks only: every second card ties.
            return {"card": str(random.choice([card for card in DECK if str(card)[0] in "78"])), "to": to}
        case Choice(seat=seat):
            return {"act": random.choice(["go_to_war", "surrender"]), "seat": seat}
    raise AssertionError(awaited)


@pytest.mark.parametrize("seed", range(40))
def test_chips_and_house_are_the_same_after_every_step(seed: int) -> None:
    random = Random(seed)
    header = {"game": "casino_war", "seats": [{"seat": number, "chips": 80} for number in (1, 2, 5)]}
    game = catalogue.open_round(header, HOUSE)
    point, ended = fold.begin(game), False
    for _ in range(200):
        taken = fold.take(game, point, _next(game, point.state, random))
        if isinstance(taken, Refused):
            assert taken.clause in house.load(HOUSE, catalogue.GAMES["casino_war"].house_type).clauses
            continue
        assert isinstance(taken, Taken)
        point = taken.point
        rows: Any = game.settlement(point.state)
        stakes = sum(sum(row.get("open", {}).values()) for row in rows["seats"])
        assert sum(row["chips"] for row in rows["seats"]) + stakes + rows["house"] == 240
        if isinstance(game.awaits(point.state), Over):
            ended = True
            break
    assert ended


def test_going_back_leaves_the_cards_burned_w5_1() -> None:
    game = catalogue.open_round(ROUNDS["war-surrender"], HOUSE)
    steps = [*ROUNDS["war-surrender"]["steps"], {"misdeal": "restorable", "back_to": 1}]
    steps[3:4] = []
    played = fold.play(game, steps)
    assert not isinstance(played, fold.Stop)
    assert [str(card) for card in played.state.out] == ["8h", "8d"] and played.state.lines == ()
    assert game.awaits(played.state) == Bets((3,), Deal(3))


def test_the_page_names_what_there_is() -> None:
    page = (FOLDER / "README.md").read_text()
    named = set(re.findall(r"`((?:tests|kiosk|dealer_assist|games)/[\w/]+(?:\.py|/))`", page))
    roots = [FOLDER.parents[1], FOLDER.parents[1] / "dealer_assist"]
    gone = {name for name in named if not any((root / name).exists() for root in roots)}
    assert gone <= {"dealer_assist/games/casino_war/"} and "tests/test_docs_casino_war.py" in named
