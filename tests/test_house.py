"""House files: read strictly, and a second one pays otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist import house
from dealer_assist.cli import main
from dealer_assist.faults import Fault
from dealer_assist.games import catalogue
from dealer_assist.games.triple.rules import CLAUSES, TripleHouse
from tests.clauses.table import play

BUILT_IN = house.built_in("triple")
ROUND = '{"format":"round/1","id":"r","game":"triple","seats":[{"seat":1,"chips":100}],"steps":[]}'

#: What is wrong, by a text of the built-in file and what stands in its place, and what the fault names.
WRONG = {
    "unknown option": ("[options]", '[options]\nfoo = { value = 6, clause = "T1.2" }', "foo"),
    "unknown multiple": ("[multiples.war]", '[multiples.war]\ndraw = { multiple = "2", clause = "T3.2" }', "draw"),
    "unknown premium": ("678 = {", "679 = {", "679"),
    "unknown table": ("[clauses]", "[rake]\n[clauses]", "rake"),
    "unknown key at the top": ('game = "triple"', 'game = "triple"\nowner = "x"', "owner"),
    "unknown key of an option": ("jokers = { value = 6,", "jokers = { value = 6, max = 9,", "max"),
    "missing option": ('jokers = { value = 6, clause = "T1.2" }\n', "", "jokers"),
    "missing multiple": ('push = { multiple = "1", clause = "T4.2" }\n', "", "push"),
    "missing name": ('name = "Triple, as the source has it"\n', "", "name"),
    "missing clause of a multiple": ('{ multiple = "0.5", clause = "T3.4" }', '{ multiple = "0.5" }', "clause"),
    "a clause without words": ('"T3.3" = "', '"T3.3" = "" # "', "T3.3"),
    "a clause of blanks": ('"T8.4" = "', '"T8.4" = "  " # "', "T8.4"),
    "a clause that is not there": ('"T9.4" = ', '"T9.5" = ', "T9.4"),
    "an unwritten clause cited": ('multiple = "0.5", clause = "T3.4"', 'multiple = "0.5", clause = "T3.9"', "T3.9"),
    "a multiple that is a float": ('multiple = "2.5"', "multiple = 2.5", "blackjack.blackjack.multiple"),
    "a multiple that is a whole number": ('multiple = "2.5"', "multiple = 2", "blackjack.blackjack.multiple"),
    "a multiple that is a fraction": ('multiple = "2.5"', 'multiple = "5/2"', "5/2"),
    "a multiple in a longer form": ('multiple = "2.5"', 'multiple = "2.50"', "2.50"),
    "a multiple below nothing": ('multiple = "2.5"', 'multiple = "-2.5"', "-2.5"),
    "a multiple with an exponent": ('multiple = "2.5"', 'multiple = "25e-1"', "25e-1"),
    "a multiple in other digits": ('multiple = "2.5"', 'multiple = "２.5"', "２.5"),
    "an empty multiple": ('multiple = "2.5"', 'multiple = ""', "blackjack.blackjack.multiple"),
    "text for a number": ("decks = { value = 6", 'decks = { value = "6"', "decks"),
    "a truth for a number": ("jokers = { value = 6", "jokers = { value = true", "jokers"),
    "a number for a truth": ("last_slot = { value = false", "last_slot = { value = 0", "last_slot"),
    "too many jokers": ("jokers = { value = 6", "jokers = { value = 13", "jokers"),
    "no deck": ("decks = { value = 6", "decks = { value = 0", "decks"),
    "eight seats": ("most_seats = { value = 7", "most_seats = { value = 8", "most_seats"),
    "an order that there is not": ('value = "left"', 'value = "up"', "war_choice_order"),
    "a reading that there is not": ('value = "pays_most"', 'value = "pays_least"', "poker_hand_counts"),
    "a missing reading": ('rounding = { value = "up", clause = "T0.1" }', "", "rounding"),
    "a hand of seven cards": ("complete_at = { value = 6", "complete_at = { value = 7", "complete_at"),
    "a reading's unwritten clause": (
        'value = "settled", clause = "T9.2"',
        'value = "settled", clause = "T9.9"',
        "T9.9",
    ),
    "no TOML": ("[options]", "[options", "line"),
    "no game": ('game = "triple"\n', "", "game"),
}


def altered(folder: Path, was: str, becomes: str) -> Path:
    """The built-in house file with one text replaced, in `folder`."""
    text = BUILT_IN.read_text()
    assert text.count(was) >= 1, was
    path = folder / "house.toml"
    path.write_text(text.replace(was, becomes, 1))
    return path


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_house_file_is_refused_by_name(tmp_path: Path, what: str) -> None:
    """One line with the file and the place; the command exits with 2 and prints nothing else."""
    was, becomes, names = WRONG[what]
    path = altered(tmp_path, was, becomes)
    with pytest.raises(Fault) as fault:
        house.load(path, TripleHouse)
        house.game_of(path)
    assert str(path) in str(fault.value)
    assert names in str(fault.value)
    assert "\n" not in str(fault.value)
    run = CliRunner().invoke(main, ["settle", "--house", str(path), "-"], input=ROUND)
    assert (run.exit_code, run.stdout) == (2, "")
    assert run.stderr.startswith(f"dealer-assist: {path}")
    assert run.stderr.count("\n") == 1


def test_a_house_file_that_is_not_there(tmp_path: Path) -> None:
    """Named, and what the system says; a folder and bytes that are no text as well."""
    with pytest.raises(Fault, match=r"none\.toml: house file can't be read: No such file"):
        house.load(tmp_path / "none.toml", TripleHouse)
    with pytest.raises(Fault, match="can't be read: Is a directory"):
        house.load(tmp_path, TripleHouse)
    bytes_ = tmp_path / "bytes.toml"
    bytes_.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Fault, match=r"bytes\.toml: house file refused"):
        house.load(bytes_, TripleHouse)


def test_a_house_of_another_game_is_refused(tmp_path: Path) -> None:
    """A file of a game that there is not."""
    path = altered(tmp_path, 'game = "triple"', 'game = "whist"')
    with pytest.raises(Fault, match="whist"):
        catalogue.prepare(path)


def test_a_second_house_pays_otherwise(tmp_path: Path) -> None:
    """A blackjack at 3 in place of 2.5, a flush at 7 with a clause of its own: no code is touched."""
    text = "bet 1 30; 1 Kh; dealer 9c; 1 As; dealer 7d"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"
    second = altered(tmp_path, '"2.5"', '"3"')
    assert play(text, house=second).line(1, "blackjack") == "blackjack 30 x3 = 90 blackjack T4.2"


def test_the_hand_that_pays_most_is_the_houses_word(tmp_path: Path) -> None:
    """Where a straight pays more than a flush, a hand that is both counts as a straight (T6.4)."""
    flush_and_straight = "bet 1 30; 1 5h; dealer 2c; 1 6h; dealer Kd; 1 stand; dealer Ts; 1 7h; 1 8h; 1 Kh; 1 9s"
    assert play(flush_and_straight).line(1, "poker") == "poker 30 x6 = 180 flush T6.3"
    second = altered(tmp_path, 'straight = { multiple = "5"', 'straight = { multiple = "6.5"')
    assert play(flush_and_straight, house=second).line(1, "poker") == "poker 30 x6.5 = 195 straight T6.3"


def test_options_of_the_house_are_those_of_the_round(tmp_path: Path) -> None:
    """A house in whose last slot jokers restore; a round may still say otherwise."""
    second = altered(tmp_path, "last_slot = { value = false", "last_slot = { value = true")
    assert play("bet 1 30; 1 Jk", house=second).lines(1)[0] == "joker 30 = 90 restored T7.3"
    assert play("bet 1 30; 1 Jk", house=second, last_slot=False).lines(1) == ["joker 30 x2 = 60 bonus T7.1"]


def test_the_built_in_house_has_every_clause_in_words() -> None:
    """T0.1 to T9.4, each a sentence, and no other."""
    triple = catalogue.load_house("triple")
    assert set(triple.clauses) == CLAUSES
    assert all(triple.text(clause).endswith(".") for clause in CLAUSES)


def test_every_clause_that_the_code_cites_is_in_the_house() -> None:
    """A line or a refusal never cites a clause without words."""
    folder = Path(catalogue.__file__).parent / "triple"
    cited = {clause for file in folder.glob("*.py") for clause in re.findall(r'"(T\d(?:\.\d+)?)"', file.read_text())}
    assert len(cited) > 20
    assert cited <= CLAUSES


def test_a_house_is_known_by_its_bytes(tmp_path: Path) -> None:
    """The digest is that of the file: another payout, another digest."""
    assert house.digest(BUILT_IN) == house.digest(BUILT_IN)
    assert house.digest(altered(tmp_path, '"2.5"', '"3"')) != house.digest(BUILT_IN)
    assert re.fullmatch("[0-9a-f]{64}", house.digest(BUILT_IN))
