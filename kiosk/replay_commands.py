"""`dealer-assist replay`: recorded sessions played again and compared, to whatever depth is asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from kiosk.replay_many import Played


@click.command()
@click.argument("sessions", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--depth",
    type=click.Choice(["lines", "sightings", "raw"]),
    default="raw",
    show_default=True,
    help="lines: the steps through the rules. sightings: what was seen, through fusion too. raw: bytes and film.",
)
@click.option("--journal-only", is_flag=True, hidden=True)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes at once.")
@click.option(
    "--report", type=click.Path(path_type=Path, dir_okay=False), help="Write the differences into this .html or .json."
)
@click.option(
    "--seal-key",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The table's sealing key, for a session whose last round is not over.",
)
def replay(
    sessions: tuple[Path, ...],
    depth: Literal["lines", "sightings", "raw"],
    journal_only: bool,
    jobs: int,
    report: Path | None,
    seal_key: Path | None,
) -> None:
    """Play recorded sessions again and compare every record with the recorded one.

    SESSIONS are their folders; a folder that holds such folders stands for all of them. The house rules are those
    that the session was played by, which are kept in its folder. Exit 0 if all is the same, 1 with the differences
    and their places, 2 if there is nothing to compare, or cards are sealed whose round is not over.

    \b
    Example: dealer-assist replay sessions/2026-11-30T20-15
             dealer-assist replay archive --depth lines --jobs 4 --report friday.html
    """
    from dealer_assist import sealing_key
    from kiosk import replay_many, replay_report

    if report is not None:
        replay_report.check(report)
    key = None if seal_key is None else sealing_key.load(seal_key)
    work = replay_many.plan(replay_many.sessions(sessions), "lines" if journal_only else depth, jobs, key)
    with click.progressbar(length=sum(job.size for job in work), label="replaying", file=sys.stderr) as bar:
        played = replay_many.run(work, jobs, bar.update)
    if report is not None:
        replay_report.write(report, played)
    for one in played:
        _say(one, alone=len(played) == 1)
    if any(one.refused for one in played):
        sys.exit(2)
    if not all(one.identical for one in played):
        sys.exit(1)


def _say(one: Played, alone: bool) -> None:
    named = "" if alone else f"{one.folder}: "
    if one.refused:
        click.echo(f"{'dealer-assist: ' if alone else named}{one.refused}", err=True)
    for fault in one.faults:
        click.echo(f"{named}{fault}")
    if one.identical:
        click.echo(f"{named}identical: {one.records} records")
