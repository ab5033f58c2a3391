"""X5.2: the players' logic follows from the rules of the deal and the ranking."""

from __future__ import annotations

from dealer_assist.games import catalogue
from dealer_assist.house_exchange import best
from tests.clauses.table import clause


@clause("X5.2")
def test_x5_2_the_table_is_derived() -> None:
    """X5.2: the best play of every row and column is the house's; it costs 3.896031 %; hard 5 returns as published."""
    found = best()
    assert dict(found.logic) == catalogue.load_house("exchange_blackjack").logic
    assert f"{float(100 * found.edge):.6f}" == "3.896031"
    returns = [f"{float(much):.4f}" for much in found.returns["5"]]
    assert returns[:8] == ["-0.0367", "-0.0021", "0.0322", "0.0652", "0.0875", "0.0155", "-0.0312", "-0.0795"]
