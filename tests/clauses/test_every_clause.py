"""Every clause of the house file has a test, and every option is played at two values."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from dealer_assist.games import catalogue

HERE = Path(__file__).parent
RULES = Path(__file__).parents[3] / "shared" / "rules"

#: The letter of each game's clauses, and of the files that test them.
LETTER = {"exchange_blackjack": "x", "omaha": "o", "triple": "t"}
#: A clause of a house file that stands for what several have in common.
IN_COMMON = {"T5"}

every_game = pytest.mark.parametrize("game", sorted(catalogue.GAMES))


def _tests(game: str) -> list[Callable[..., object]]:
    files = sorted(HERE.glob(f"test_{LETTER[game]}[0-9]_*.py"))
    modules = [import_module(f"tests.clauses.{file.stem}") for file in files]
    return [test for module in modules for name, test in vars(module).items() if name.startswith("test_")]


def _uncited(clauses: set[str], tests: list[Callable[..., object]]) -> set[str]:
    return clauses - {clause for test in tests for clause in getattr(test, "clauses", ())}


def _played_once(options: set[str], tests: list[Callable[..., object]]) -> set[str]:
    played = {(name, repr(value)) for test in tests for name, value in getattr(test, "options", ())}
    return {name for name in options if sum(name == option for option, _ in played) < 2}


@every_game
def test_every_clause_of_the_house_file_is_cited_by_a_test(game: str) -> None:
    """A clause without a test is named."""
    assert _uncited(set(catalogue.load_house(game).clauses), _tests(game)) == set()


def test_a_clause_without_a_test_is_found() -> None:
    """The count can fail."""
    assert _uncited({"T3.4", "T3.99"}, _tests("triple")) == {"T3.99"}


@every_game
def test_no_test_cites_a_clause_that_there_is_not(game: str) -> None:
    """A slip in a test's clause is named."""
    cited = {clause for test in _tests(game) for clause in getattr(test, "clauses", ())}
    assert cited - set(catalogue.load_house(game).clauses) == set()


@every_game
def test_every_test_names_its_clause(game: str) -> None:
    """By the mark, by its own name and in its docstring."""
    for test in _tests(game):
        clauses = getattr(test, "clauses", ())
        assert clauses, test.__name__
        assert test.__name__.startswith(f"test_{clauses[0].lower().replace('.', '_')}_"), test.__name__
        assert (test.__doc__ or "").startswith(clauses[0]), test.__name__


@every_game
def test_every_option_is_played_at_two_values(game: str) -> None:
    """An option played at one value only is named."""
    assert _played_once(set(catalogue.load_house(game).options), _tests(game)) == set()


def test_an_option_played_once_is_found() -> None:
    """The count can fail."""
    assert _played_once({"jokers", "colour"}, _tests("triple")) == {"colour"}


@every_game
def test_the_house_file_has_the_clauses_of_the_rules(game: str) -> None:
    """The rules and the house file name the same clauses."""
    rules = RULES / f"{game}.md"
    if not rules.exists():
        pytest.skip(f"{rules} is not here")
    # A clause stands at a line's start, in backquotes, or after a sentence of the same line.
    written = set(re.findall(rf"(?:^- |`|\. )({LETTER[game].upper()}\d\.\d+)(?= |`)", rules.read_text(), re.MULTILINE))
    assert written | IN_COMMON >= set(catalogue.load_house(game).clauses)
    assert written <= set(catalogue.load_house(game).clauses)
