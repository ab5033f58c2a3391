"""`dealer-assist bank …`: points of the players' banks and chips on the table (O2), for whoever keeps the cash desk."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from dealer_assist.command_line import house_option
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE

_SLIPS: Final = {
    "opened": "round {round}: seat {seat} begins with {chips} chips, worth {points} points",
    "sit": "round {round}: seat {seat} sits down: {points} points from the bank, {chips} chips",
    "buy_in": "round {round}: seat {seat} buys in: {points} points from the bank, {chips} chips",
    "leave": "round {round}: seat {seat} leaves with {chips} chips: {total} points to the bank",
    "bankrupt": "round {round}: seat {seat} is bankrupt: {total} points to the bank",
    "sent": "round {round}: seat {seat} is sent away with {chips} chips: {total} points to the bank",
}


@click.group()
def bank() -> None:
    """Points of the players' banks and chips of an Omaha table, in and out (O2).

    \b
    Example: dealer-assist bank buy-in 500
             dealer-assist bank cash-out 6345 --bonus four_of_a_kind
             dealer-assist bank slips sessions/2026-11-30T20-15
    """


@bank.command("buy-in")
@click.argument("points", type=click.IntRange(1))
@click.option("--held", type=click.IntRange(0), default=0, help="Chips that the player has on the table already.")
@house_option("house")
def buy_in(points: int, held: int, house: Path | None) -> None:
    """Say which chips a player gets for the POINTS in the bank: all of them, up to the house's maximum (O2.1).

    \b
    Example: dealer-assist bank buy-in 500
    """
    from dealer_assist.games.omaha import bank as rules

    options = _house(house).played
    chips = rules.chips_for(points, held, options)
    if not chips:
        raise Fault(f"the most to buy in is {rules.most_chips(options)} chips, and the player has {held} (O2.1)")
    click.echo(f"{chips // rules.rate(options)} points become {chips} chips")


@bank.command("cash-out")
@click.argument("chips", type=click.IntRange(0))
@click.option(
    "--bonus", multiple=True, metavar="HAND", help="A hand that was shown, as four_of_a_kind; again for more."
)
@click.option("--owed", type=click.IntRange(0), default=0, help="Chips of penalties that are owed still (O8.3).")
@house_option("house")
def cash_out(chips: int, bonus: tuple[str, ...], owed: int, house: Path | None) -> None:
    """Say what a player who leaves with CHIPS takes to the bank: a tenth, rounded up (O2.2), bonuses (O2.5), less what
    is owed.

    \b
    Example: dealer-assist bank cash-out 6345 --bonus four_of_a_kind
    """
    from dealer_assist.games.omaha import bank as rules

    of = _house(house)
    unknown = next((hand for hand in bonus if hand not in of.bonuses), None)
    if unknown is not None:
        raise Fault(f"--bonus {unknown}: this house pays for {', '.join(of.bonuses)} (O2.5)")
    points = sum(of.bonuses[hand].value for hand in bonus)
    made = rules.leaves_with({"chips": chips, "bonus": points, "owed": owed}, of.played)
    click.echo(f"{made.total} points: {made.points} for {chips} chips, {made.bonus} as bonus, less {made.owed} owed")


@bank.command()
@click.argument("session", type=click.Path(path_type=Path))
def slips(session: Path) -> None:
    """List what went between bank and table in a recorded SESSION, from its journal, and what is on the table still.

    SESSION is its folder.

    \b
    Example: dealer-assist bank slips sessions/2026-11-30T20-15
    """
    from dealer_assist import kept_house, table_file
    from dealer_assist.cashier import Cashier
    from dealer_assist.journal import recorded

    file = table_file.load(session / TABLE)
    with recorded(session / JOURNAL) as journal:
        first = next(journal.records(), None)
        cashier = Cashier(kept_house.to_replay_with(session, file, "" if first is None else first.house))
        for record in journal.records():
            cashier.read(record)
    if cashier.terms is None:
        raise Fault(f"{session}: {file.game} is played without a bank here: there are no slips")
    for slip in cashier.slips:
        told = {name: getattr(slip, name) for name in ("round", "seat", "chips", "points", "total")}
        more = f" ({slip.points} for chips, {slip.bonus} as bonus, less {slip.owed} owed)"
        click.echo(_SLIPS[slip.why].format(**told) + (more if slip.bonus or slip.owed else ""))
    for party in cashier.seats:
        worth = cashier.worth(party["seat"])
        click.echo(
            f"still seated: seat {party['seat']} with {party['chips']} chips, worth {worth.total if worth else 0}"
        )


def _house(source: Path | None) -> Any:
    from dealer_assist.game import Garbled
    from dealer_assist.games import catalogue

    try:
        return catalogue.load_house("omaha", source)
    except Garbled as error:
        raise Fault(str(error)) from error
