"""What can be staged, and what is refused in one line."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.games import catalogue
from dealer_assist.script import Script
from hardware.shoes import decoder
from kiosk.playing import OPENINGS, rounds
from kiosk.stage import felt_of, table_toml
from kiosk.staging import Plan, plan
from kiosk.wrongs import WRONGS
from models.stage import Table
from models.stage.film import Mucked, Turned, scenes
from models.stage.layout import of_game


def test_a_round_that_has_no_end_is_named() -> None:
    seats = ({"seat": 1, "chips": 100}, {"seat": 2, "chips": 100})
    with pytest.raises(Fault, match="round 1: the script ends before the round is over"):
        plan([Script(format="round/1", id="T/1", game="omaha", seats=seats, steps=())])


def test_a_new_shoe_is_put_in_before_a_card_would_come_once_too_often() -> None:
    """The sample's rounds again and again: no card may come more often than six decks have it."""
    lines = (Path(str(resources.files("kiosk"))) / "sample" / "rounds.jsonl").read_bytes().splitlines()
    rounds = [msgspec.json.decode(line, type=Script) for line in lines] * 9
    keys = [moment.key["do"] for moment in plan(rounds).moments if moment.key is not None]
    assert "new_shoe" in keys
    played, since = iter(rounds), Counter[str]()
    for key in keys:
        if key == "new_shoe":
            since.clear()
        elif key == "paid":
            since.update(str(step["card"]) for step in next(played).steps if "card" in step)
            assert max(since.values()) <= 6
    assert next(played, None) is None


def cards_sent(planned: Plan) -> list[str]:
    """The cards that the shoe names in a plan's bytes; nothing in them may be garbled."""
    shoe = decoder(planned.protocol)
    said = [sighting for moment in planned.moments if moment.data is not None for sighting in shoe.feed(moment.data)]
    assert not [sighting for sighting in said if sighting.kind == "garbled"]
    return [str(sighting.card) for sighting in said if sighting.kind == "card"]


@pytest.mark.parametrize("game", OPENINGS)
@pytest.mark.parametrize("seed", range(2))
def test_every_game_is_staged_with_all_its_cards(game: str, seed: int) -> None:
    scripts = rounds(game, 3, seed)
    planned = plan(scripts)
    assert cards_sent(planned) == [step["card"] for script in scripts for step in script.steps if "card" in step]
    boxes = catalogue.make(game, scripts[0].options, scripts[0].parties()).boxes
    felt = Table(of_game(game, boxes), (320, 180), seed=seed)
    last = list(scenes(felt, planned.felt, planned.length_s, 2))
    assert max(len(scene.cards) for _, scene in last) > 5
    assert last[-1][1].cards == ()


def test_hands_are_turned_as_they_are_opened_and_taken_as_they_are_given_up() -> None:
    scripts = rounds("omaha", 12, 1)
    acts = Counter(step.get("act") for script in scripts for step in script.steps)
    felt = plan(scripts).felt
    assert acts["open"] and acts["fold"] + acts["muck"]
    assert sum(isinstance(event, Turned) for event in felt) == 4 * acts["open"]
    assert sum(isinstance(event, Mucked) for event in felt) == acts["fold"] + acts["muck"]


@pytest.mark.parametrize("game", OPENINGS)
def test_a_staged_table_has_a_file_that_is_read_again(game: str, tmp_path: Path) -> None:
    (script,) = rounds(game, 1, 1)
    boxes = felt_of(script, 1).boxes()
    path = tmp_path / "table.toml"
    path.write_text(table_toml(script, boxes, "cobs_crc16"))
    table = table_file.load(path)
    assert table.options == script.options
    assert table.layout is not None
    assert list(table.layout.boxes) == list(boxes)


def test_a_fault_ends_the_session_shortly_after() -> None:
    planned = plan(rounds("triple", 2, 1), WRONGS["extra"], 5)
    assert planned.wrong_s is not None
    assert planned.wrong_s < planned.length_s < planned.wrong_s + 4
    assert len(cards_sent(planned)) < sum(isinstance(event, object) for event in planned.felt)
