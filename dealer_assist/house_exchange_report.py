"""The report of `house exchange-blackjack`: the derived table, and every figure beside its published one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from dealer_assist.games.exchange_blackjack.logic import COLUMNS, Play
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse
from dealer_assist.house_exchange import Best
from dealer_assist.house_exchange_facts import (
    PUBLISHED_EDGE,
    PUBLISHED_EXOTICS,
    PUBLISHED_OUTCOMES,
    PUBLISHED_ROUNDS,
    SIMULATED,
    Facts,
)
from dealer_assist.odds.simulation import Simulated

#: The columns as people write them.
HEADS = tuple("A" if column == 1 else str(column) for column in COLUMNS)


class Difference(msgspec.Struct, frozen=True):
    """A place of the table where the house plays otherwise than is best."""

    row: str
    column: str
    best: Play
    house: Play


def differences(best: Best, house: ExchangeHouse) -> tuple[Difference, ...]:
    """Every place where the house's table is not the derived one."""
    return tuple(
        Difference(row, column, ours, theirs)
        for row, plays in best.logic.items()
        for column, ours, theirs in zip(HEADS, plays, house.logic[row], strict=True)
        if ours != theirs
    )


def report(best: Best, facts: Facts, house: ExchangeHouse) -> str:
    """Everything, as a page of plain text; ± is one standard error."""
    return "\n".join((*_derived(best, house), "", *_checked(best, facts)))


def _derived(best: Best, house: ExchangeHouse) -> Iterator[str]:
    yield house.name
    yield "Derived from X1.3 and X1.4 alone: infinite deck; no split, double, surrender or hole card"
    yield ""
    yield "The players' logic (X5.1): H draws, H3 with three or more cards, H4 with four or more, S stands"
    yield _row("", HEADS)
    for row, plays in best.logic.items():
        yield _row(row, plays)
    found = differences(best, house)
    yield f"Differences from the house's table: {len(found)} of {len(best.logic) * len(HEADS)}"
    for one in found:
        yield f"  {one.row} against {one.column}: best is {one.best}, the house has {one.house}"
    yield ""
    yield "Expected return of two cards, in points a point staked (X5.2)"
    yield _row("", HEADS)
    for row, returns in best.returns.items():
        yield _row(row, [signed(much) for much in returns])


def _row(head: str, cells: tuple[str, ...] | list[str]) -> str:
    return (f"  {head:<4}" + "".join(f"{cell:>9}" for cell in cells)).rstrip()


def signed(much: Fraction) -> str:
    """Four places, with a true minus."""
    return f"{float(much):.4f}".replace("-", "−")


def _checked(best: Best, facts: Facts) -> Iterator[str]:
    yield f"{'Over all games (X6.2)':<34}{'found':>22}{'published':>12}"
    yield _line("House edge, best play", f"{_percent(best.edge, 6)} %", PUBLISHED_EDGE + " %")
    yield _line("House edge, the house's table", f"{_percent(facts.edge, 6)} %", PUBLISHED_EDGE + " %")
    for name, published in PUBLISHED_OUTCOMES.items():
        yield _line(f"A player's hand: {name}", f"{_percent(getattr(facts.player, name), 1)} %", published + " %")
    for number, published in PUBLISHED_ROUNDS.items():
        yield _line(f"{number} betting rounds", f"{_percent(facts.rounds[number], 1)} %", published + " %")
    yield ""
    yield f"{'Fair odds of the exotics':<34}{'exact':>12}{'simulated':>22}{'published':>12}"
    for name, published in PUBLISHED_EXOTICS.items():
        exact = facts.exotics.get(name)
        fair = f"{float(exact.fair):.4f}" if exact is not None and exact.fair is not None else "–"
        simulated = _simulated(facts.simulated[name]) if name in facts.simulated else ""
        yield f"  {name.replace('_', ' '):<32}{fair:>12}{simulated:>22}{published:>12}"
    if facts.simulated:
        yield f"Simulated: {facts.simulated[SIMULATED[0]].games} games, ± one standard error"


def _line(name: str, found: str, published: str) -> str:
    return f"  {name:<32}{found:>22}{published:>12}"


def _percent(much: Fraction, places: int) -> str:
    return f"{float(100 * much):.{places}f}"


def _simulated(one: Simulated) -> str:
    """Odds, and their error as that of the probability by the usual linear approximation."""
    return f"{1 / one.win:.3f} ± {one.error / one.win**2:.3f}" if one.win else "–"


def as_json(best: Best, facts: Facts, house: ExchangeHouse) -> Mapping[str, Any]:
    """The same for programs: probabilities and returns as numbers."""
    return {
        "house": house.name,
        "logic": best.logic,
        "differences": differences(best, house),
        "returns": {row: [float(much) for much in returns] for row, returns in best.returns.items()},
        "edge": float(best.edge),
        "edge_of_table": float(facts.edge),
        "player": {name: float(getattr(facts.player, name)) for name in PUBLISHED_OUTCOMES},
        "betting_rounds": {str(number): float(much) for number, much in facts.rounds.items()},
        "exotics": {name: float(odds.win) for name, odds in facts.exotics.items()},
        "simulated": facts.simulated,
        "published": {
            "edge": PUBLISHED_EDGE,
            "player": PUBLISHED_OUTCOMES,
            "betting_rounds": {str(number): much for number, much in PUBLISHED_ROUNDS.items()},
            "fair_odds": PUBLISHED_EXOTICS,
        },
    }
