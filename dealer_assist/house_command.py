"""`dealer-assist house …`: what a pay table costs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_assist.command_line import OneLine, Progress, house_option
from dealer_assist.faults import Fault
from dealer_assist.game import Garbled
from dealer_assist.house_chart import chart
from dealer_assist.house_exchange_command import exchange_blackjack
from dealer_assist.house_math import Plan, simulate
from dealer_assist.house_play import PLAYS
from dealer_assist.house_report import costs, table

#: Rounds: fewer have no standard error.
_LEAST: int = 2


@click.group()
def house() -> None:
    """Work out what a house's rules cost.

    \b
    Example: dealer-assist house triple --rounds 20000
             dealer-assist house exchange-blackjack
    """


house.add_command(exchange_blackjack)


@house.command(cls=OneLine)
@house_option("file")
@click.option("--rounds", default=200_000, show_default=True, type=click.IntRange(_LEAST), help="Table rounds.")
@click.option("--seats", default=1, show_default=True, type=click.IntRange(1, 7), help="Players in each round.")
@click.option("--seed", default=1, show_default=True, help="Another seed deals other cards.")
@click.option("--play", default="simple", show_default=True, type=click.Choice(list(PLAYS)), help="How players play.")
@click.option("--options", multiple=True, metavar="NAME=VALUE,…", help="Options of a round, as jokers=0. Repeatable.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are processors unless given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON in place of the table.")
@click.option("--chart", "picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw a chart too.")
def triple(
    file: Path | None,
    rounds: int,
    seats: int,
    seed: int,
    play: str,
    options: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
    picture: Path | None,
) -> None:
    """Play Triple many times over and print what its pay table returns.

    One round is one round of the table, every seat betting 100, dealt from a full shuffled shoe through the rules
    that the table uses. The same seed gives the same figures, however many processes work.

    \b
    Example: dealer-assist house triple --options jokers=0
             dealer-assist house triple --house mine.toml --rounds 50000 --chart mine.svg

    \b
    Plays: simple  the book's play by hard totals; goes to war and splits aces
           dealer  goes to war, then hits below 17 and nothing else
           timid   surrenders, hits below 12 against 2 to 6, else below 17
    The table says each in full.
    """
    if picture is not None and not picture.absolute().parent.is_dir():
        raise Fault(f"{picture}: can't be written: there is no such folder")
    plan = Plan(PLAYS[play], rounds, file, seats, seed, _options(options))
    try:
        tally = simulate(plan, jobs or os.cpu_count() or 1, Progress(rounds))
    except Garbled as error:
        raise Fault(f"house triple: {error}") from error
    found = costs(plan, tally)
    click.echo(msgspec.json.format(msgspec.json.encode(found)).decode() if as_json else table(found))
    if picture is not None:
        _write(picture, chart(found))


def _options(given: tuple[str, ...]) -> dict[str, Any]:
    """`jokers=0,dealer_peek=true` as values: JSON where it is JSON, else the word itself. Raises `Fault`."""
    values: dict[str, Any] = {}
    for pair in (pair for text in given for pair in text.split(",")):
        name, is_pair, value = pair.partition("=")
        if not name or not is_pair:
            raise Fault(f"house triple: --options {pair!r}: write NAME=VALUE, as jokers=0")
        try:
            values[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            values[name] = value
    return values


def _write(picture: Path, text: str) -> None:
    try:
        picture.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Fault(f"{picture}: can't be written: {error.strerror}") from error
