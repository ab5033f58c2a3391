"""Random rounds of every game with legal and illegal steps: chips, stakes and house are together what was brought,
after each step; a refusal changes nothing. What was counted is said; `test_every_game` has each property."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from tests.faults import times, told
from tests.random_rounds import GAMES, rows
from tests.test_every_game import Round

ROUNDS = times(40, 5000)

pytestmark = pytest.mark.timeout(times(120, 7200))


@pytest.mark.parametrize("name", sorted(catalogue.GAMES))
def test_money_is_conserved(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter[str]()
    for seed in range(ROUNDS):
        round_ = Round(name, Random(seed))
        for before, _, outcome in round_.play():
            refused = isinstance(outcome, Refused)
            counts["refused" if refused else "taken"] += 1
            if refused:
                assert round_.point is before
            settled = round_.game.settlement(round_.point.state)
            assert GAMES[name].balance(settled) == round_.brought, (seed, settled)
            assert all(not str(row["chips"]).startswith("-") for row in rows(settled).values())
            counts["lines"] += 0 if refused else len(outcome.lines)
        counts["complete"] += bool(round_.game.settlement(round_.point.state)["complete"])
    assert counts["refused"] > ROUNDS
    assert counts["taken"] > 5 * ROUNDS
    told(
        capsys,
        f"money {name}: {ROUNDS} rounds, {counts['taken']} steps taken, {counts['refused']} refused, "
        f"{counts['lines']} lines, {counts['complete']} rounds complete, never a point out",
    )
