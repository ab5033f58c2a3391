"""The pit finds a round by a clause that no line of its settlement carries: conduct, a remedy, what was amended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_assist.pit import schema
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Asked, Questions
from tests.pits import FILES, SCRIPTS, Journalist, lines_of, played, scripts

JSON = dict[str, Any]
Bodies = list[tuple[str, JSON]]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    made = Index(schema.open_index(f"sqlite:///{tmp_path / 'pit.sqlite'}"))
    yield made
    made.close()


def asks(index: Index, game: str, bodies: Bodies) -> Questions:
    """A session of that one round, to be asked about."""
    writes = Journalist("T", game)
    index.take("T", "one", [writes.begin(), *writes.rounds([bodies])])
    return Questions(index.engine)


def finds(asked: Questions, **what: Any) -> bool:
    return bool(asked.find(Asked(**what)).rounds)


def golden(name: str) -> Bodies:
    """The records of a golden round of Omaha, by its name."""
    for text in (SCRIPTS / FILES["omaha"]).read_text().splitlines():
        script = json.loads(text)["script"]
        if script["id"] == name:
            script["steps"] = [step for step in script["steps"] if "ask" not in step]
            bodies = played(script)
            assert bodies is not None
            return bodies
    raise AssertionError(name)


def test_an_all_in_out_of_turn_is_found_by_its_clause_and_its_seat(index: Index) -> None:
    bodies = golden("O7.1-all-in-half-back-odd")
    assert "O7.1" not in {line["clause"] for line in lines_of(bodies)}
    asked = asks(index, "omaha", bodies)
    assert finds(asked, clause="O7.1")
    assert finds(asked, clause="O7.1", seat="1", game="omaha")
    assert not finds(asked, clause="O7.1", seat="2")
    assert not finds(asked, clause="O7.2")
    assert not finds(asked, clause="O7.1", at_least=0), "an amount is a line's"
    assert "O7.1" in asked.clauses()


def test_a_finding_is_found_by_its_clause_and_by_that_of_the_remedy_that_was_chosen(index: Index) -> None:
    bodies = played(scripts("triple", 1)[0])
    assert bodies is not None
    remedies = [{"name": "restorable", "clause": "T9.1"}, {"name": "wrong_cards", "clause": "T9.3"}]
    found = ("finding", {"kind": "misdeal", "facts": {"clause": "T1.4"}, "remedies": remedies})
    # The session's first record, the round's, one step: the finding is record 4.
    bodies = [*bodies[:2], found, ("answer", {"finding": 4, "remedy": "restorable"}), *bodies[2:]]
    asked = asks(index, "triple", bodies)
    assert finds(asked, clause="T9.1")
    assert finds(asked, clause="T1.4")
    assert not finds(asked, clause="T9.3"), "a remedy that nobody chose"
    assert not finds(asked, clause="T9.1", seat="1"), "it is no seat's"


def test_what_an_amendment_took_back_is_found_by_its_clause(index: Index) -> None:
    bodies = played(scripts("exchange_blackjack", 1)[0])
    assert bodies is not None
    at, step = next((number, body["step"]) for number, (kind, body) in enumerate(bodies) if kind == "step")
    gone = [{"seat": 1, "clause": "X9.9"}]
    amend = ("amend", {"step": 0, "was": step, "becomes": step, "lines": [], "reversed": gone, "by": "dealer"})
    asked = asks(index, "exchange_blackjack", [*bodies[: at + 1], amend, *bodies[at + 1 :]])
    account = bodies[0][1]["accounts"][0]["account"]
    assert finds(asked, clause="X9.9", seat=account)
    assert not finds(asked, clause="X9.9", seat="1")
    assert finds(asked, clause="X9.9", amended=True)
