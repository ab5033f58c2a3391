"""`dealer-assist odds …`: fair odds of Exchange Blackjack."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from dealer_assist import house as houses
from dealer_assist.command_line import house_option
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse
from dealer_assist.odds.fair import built_in_rules, rules_of
from dealer_assist.odds.script import answer
from dealer_assist.script_files import texts


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@house_option("house_file")
@click.option("--games", type=click.IntRange(0), metavar="NUMBER", help="Games of a simulation; 0 for none.")
def odds(files: tuple[Path, ...], house_file: Path | None, games: int | None) -> None:
    """Work out the fair odds of Exchange Blackjack tables and print one answer a line.

    FILE is an odds/1 query as JSON, or `.jsonl` with one query a line; `-` is standard input, either way. What stands
    under `selections` is exact. An exotic that would take too long to be summed stands under `simulated`, with its
    standard error. Exit 0 if every query was answered, 2 if one was refused.

    \b
    Example: echo '{"format":"odds/1","id":"q1","deck":{"decks":6,"gone":["As"]},"dealer":["Td"],
               "players":[["Ks","9s"],["Ts","8s"],["Tc","7c"],["9h","9d"]]}' | dealer-assist odds -
    """
    # All files are read before the first answer: a missing one leaves nothing half-written.
    queries = [text for file in files for text in texts(file)]
    rules = built_in_rules()
    if house_file is not None:
        house = houses.load(house_file, ExchangeHouse)
        rules = rules_of(house, house.played)
    refused = False
    for query in queries:
        found = answer(query, rules, None if games is None else _at_least_two(games))
        refused |= found["format"] == "refusal/1"
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    sys.stdout.flush()
    sys.exit(2 if refused else 0)


def _at_least_two(games: int) -> int:
    """One game has no error to be shown."""
    return max(2, games) if games else 0
