"""`dealer-assist evaluate`: photographs of cards as `models` reads them, staged sessions as the whole table does."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import click

from models.commands import evaluate as photographs


@click.command()
@click.option("--rounds", default=500, show_default=True, type=click.IntRange(0), help="Rounds without a fault.")
@click.option("--each", default=1, show_default=True, type=click.IntRange(0), help="Places at which a fault happens.")
@click.option("--fault", "faults", multiple=True, metavar="NAME", help="Only this fault; may be given again.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes to use.")
@click.option("--seed", default=1, show_default=True, help="Of the rounds without a fault.")
@click.option(
    "--depth",
    default="brief",
    show_default=True,
    type=click.Choice(["film", "brief"]),
    help="Of the rounds without a fault: every frame from a film, or only those in which nothing moves.",
)
def scenarios(rounds: int, each: int, faults: tuple[str, ...], jobs: int, seed: int, depth: Any) -> None:
    """Stage every fault, and rounds without any, and print what the table finds.

    Each is rendered and played through decoder, recogniser, fusion and rules at the table's own time: as fast as the
    machine can, and with the same answers on any. A fault must be found, nothing else with it, within a second of the
    moment at which it can be noticed (an unshuffled shoe: within 25 cards); in rounds without a fault nothing may be
    found. Exit 0 if it is so, 1 if not.

    \b
    Example: dealer-assist evaluate scenarios --rounds 50 --jobs 2
    """
    from kiosk import scenarios as staged
    from models.tables import columns

    right = True
    wanted = staged.cases(faults, each)
    if wanted:
        with click.progressbar(length=len(wanted), label="faults", file=sys.stderr) as bar:
            found = []
            for one in staged.each(staged.told, wanted, jobs):
                found.append(one)
                bar.update(1)
        click.echo(columns(staged.detection(found)))
        right = all(one.is_right for one in found)
        click.echo(f"\n{sum(one.is_right for one in found)} of {len(found)} found, alone and in time\n")
    sessions = staged.sessions(rounds, seed, depth)
    if sessions:
        with click.progressbar(length=rounds, label="rounds without a fault", file=sys.stderr) as bar:
            played = []
            for session in staged.each(staged.played, sessions, jobs):
                played.append(session)
                bar.update(session.rounds)
        click.echo(columns(staged.false_alarms(played)))
        for session in played:
            for alarm in session.found:
                click.echo(f"{session.game}, seed {session.seed}: {alarm}")
        right = right and not any(session.found for session in played)
    sys.exit(0 if right else 1)


class _Either(click.Command):
    """The command for photographs, and behind the word `scenarios` the other."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """As click does it."""
        if args[:1] == ["scenarios"]:
            return scenarios.make_context(f"{info_name} scenarios", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


_MORE = "Faults at a staged table, and rounds without any: dealer-assist evaluate scenarios --help"
evaluate = _Either(
    photographs.name,
    callback=photographs.callback,
    params=photographs.params,
    help=f"{inspect.cleandoc(photographs.help or '')}\n\n{_MORE}",
)
