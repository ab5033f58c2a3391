"""The sample session: what the repository holds plays again to the same records, and shows what it is meant to."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from dealer_assist.folder import JOURNAL
from dealer_assist.journal import recorded
from kiosk import replay
from kiosk.commands import sample_folder
from kiosk.stage import read_rounds
from models.recogniser import load

SAMPLE = sample_folder()
MIB = 1024 * 1024


def test_it_is_small_enough_for_the_repository() -> None:
    assert sum(file.stat().st_size for file in SAMPLE.iterdir()) <= 8 * MIB


def test_it_shows_what_a_table_can_meet() -> None:
    """A tie with war and one with surrender, a premium, a joker, an ace split, a poker payout (T3.3 … T7.1)."""
    outcomes: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    rounds = 0
    with recorded(SAMPLE / JOURNAL) as journal:
        for record in journal.records():
            body = record.content()
            rounds += record.kind == "paid"
            if record.kind == "step":
                outcomes.update(line["outcome"] for line in body["lines"])
                acts[body["step"].get("act", "")] += 1
            assert record.kind != "finding", body
    assert rounds >= 6
    assert acts["split"] == 1
    assert all(outcomes[outcome] for outcome in ("go_to_war", "surrender", "678", "bonus", "straight"))


def test_its_rounds_are_the_ones_that_were_staged() -> None:
    with recorded(SAMPLE / JOURNAL) as journal:
        steps = [record.content()["step"] for record in journal.records() if record.kind == "step"]
    assert steps == [step for script in read_rounds(SAMPLE / "rounds.jsonl") for step in script.steps]


@pytest.mark.timeout(600)
def test_bytes_and_film_play_again_to_the_same_records() -> None:
    """The whole path again: decoder, recogniser, fusion, rules. The film is read frame by frame."""
    result = replay.whole(SAMPLE, load("steady"))
    assert result.faults == ()
    assert result.records == 173


def test_one_altered_byte_of_the_shoes_tape_is_found(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(SAMPLE, copy)
    tape = bytearray((copy / "shoe.tape").read_bytes())
    place = tape.index(b'"bytes"', 9000) + 12
    tape[place] = ord("0") if tape[place] != ord("0") else ord("1")
    (copy / "shoe.tape").write_bytes(tape)
    line = tape[:place].count(10) + 1
    damage, difference = replay.whole(copy, load("steady")).faults
    assert f"shoe.tape, line {line}," in damage
    assert difference.startswith("record ")
    assert f"shoe.tape line {line} " in difference
