"""Every clause of the house file has a test, and every option is played at two values."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from dealer_assist.games import catalogue

HERE = Path(__file__).parent
RULES = Path(__file__).parents[3] / "shared" / "rules" / "triple.md"


def _tests() -> list[Callable[..., object]]:
    modules = [import_module(f"tests.clauses.{file.stem}") for file in sorted(HERE.glob("test_t*.py"))]
    return [test for module in modules for name, test in vars(module).items() if name.startswith("test_")]


def _uncited(clauses: set[str], tests: list[Callable[..., object]]) -> set[str]:
    return clauses - {clause for test in tests for clause in getattr(test, "clauses", ())}


def _played_once(options: set[str], tests: list[Callable[..., object]]) -> set[str]:
    played = {pair for test in tests for pair in getattr(test, "options", ())}
    return {name for name in options if sum(name == option for option, _ in played) < 2}


def test_every_clause_of_the_house_file_is_cited_by_a_test() -> None:
    """A clause without a test is named."""
    assert _uncited(set(catalogue.load_house("triple").clauses), _tests()) == set()


def test_a_clause_without_a_test_is_found() -> None:
    """The count can fail."""
    assert _uncited({"T3.4", "T3.99"}, _tests()) == {"T3.99"}


def test_no_test_cites_a_clause_that_there_is_not() -> None:
    """A slip in a test's clause is named."""
    cited = {clause for test in _tests() for clause in getattr(test, "clauses", ())}
    assert cited - set(catalogue.load_house("triple").clauses) == set()


def test_every_test_names_its_clause() -> None:
    """By the mark, by its own name and in its docstring."""
    for test in _tests():
        clauses = getattr(test, "clauses", ())
        assert clauses, test.__name__
        assert test.__name__.startswith(f"test_{clauses[0].lower().replace('.', '_')}_"), test.__name__
        assert (test.__doc__ or "").startswith(clauses[0]), test.__name__


def test_every_option_is_played_at_two_values() -> None:
    """An option played at one value only is named."""
    options = set(catalogue.load_house("triple").options)
    assert _played_once(options, _tests()) == set()
    assert _played_once({"jokers", "colour"}, _tests()) == {"colour"}


def test_the_house_file_has_the_clauses_of_the_rules() -> None:
    """The rules and the house file name the same clauses."""
    if not RULES.exists():
        pytest.skip(f"{RULES} is not here")
    written = set(re.findall(r"^- (T\d\.\d+) |`(T0\.1)`", RULES.read_text(), re.MULTILINE))
    clauses = {a or b for a, b in written}
    assert clauses | {"T5"} == set(catalogue.load_house("triple").clauses)
