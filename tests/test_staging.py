"""What can be staged, and what is refused in one line."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from dealer_assist.faults import Fault
from dealer_assist.script import Script
from kiosk.staging import plan


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
