"""`dealer-assist house exchange-blackjack`: the players' logic, derived, and what it costs."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from dealer_assist import house as houses
from dealer_assist.command_line import OneLine, Progress, house_option
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse
from dealer_assist.house_exchange import best
from dealer_assist.house_exchange_facts import facts
from dealer_assist.house_exchange_report import as_json, report
from dealer_assist.odds.fair import rules_of


@click.command("exchange-blackjack", cls=OneLine)
@house_option("file")
@click.option("--games", default=200_000, show_default=True, type=click.IntRange(0), help="Games simulated; 0: none.")
@click.option("--seed", default=1, show_default=True, help="Another seed deals other cards.")
@click.option("--json", "json", is_flag=True, help="Print JSON in place of the report.")
def exchange_blackjack(file: Path | None, games: int, seed: int, json: bool) -> None:
    """Derive the players' logic of Exchange Blackjack and compare it with the house's table.

    The best play, its returns and the house edge follow from the rules alone; then the house's own table is played on
    over all games, exactly, and the exotics are simulated too. The same seed gives the same figures.

    \b
    Example: dealer-assist house exchange-blackjack
             dealer-assist house exchange-blackjack --house mine.toml --games 0
    """
    house = houses.load(file or houses.built_in("exchange_blackjack"), ExchangeHouse)
    found = facts(rules_of(house, house.played), games, seed, Progress(games, "games"))
    derived = best()
    if json:
        click.echo(msgspec.json.format(msgspec.json.encode(as_json(derived, found, house))).decode())
    else:
        click.echo(report(derived, found, house))
