"""`dealer-assist audit`: an archive of sessions through today's rules again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from dealer_assist.faults import Fault


@click.command()
@click.argument("archives", nargs=-1, required=True)
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes on this machine; else one for each core.")
@click.option("--scheduler", help="The address of a Dask scheduler instead, as tcp://HOST:8786.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("audit"),
    show_default=True,
    help="The folder for tables and summary.",
)
@click.option("--resume", is_flag=True, help="Go on with an audit that was stopped.")
def audit(archives: tuple[str, ...], jobs: int | None, scheduler: str | None, out: Path, resume: bool) -> None:
    """Play an archive of recorded sessions through today's rules, and report what is not as it was.

    ARCHIVE is a folder, searched for sessions, or the address of a pit's database. Into --out come tables of
    sessions, differences, findings never cleared, rounds and money by table, day, dealer and clause, each as Parquet
    and CSV, and summary.html. An audit that was stopped goes on with --resume; what was done is not done again.

    Workers at a --scheduler read the archive by the same paths, so it lies on a disk that all of them see.

    Exit 0 if everything is as it was, 1 if something is not, 2 if there is nothing to audit.

    \b
    Example: dealer-assist audit sessions --jobs 2 --out audited
    """
    if jobs is not None and scheduler is not None:
        raise Fault("audit: give --jobs or --scheduler, not both")
    try:
        from dealer_assist.pit import archive, audit_page, audit_report, audit_run

        wanted = archive.units(archives)
        book = audit_run.Book(out, resume=resume)
        left = [unit for unit in wanted if unit.key not in book.keys]
        if len(left) < len(wanted):
            click.echo(f"{len(wanted) - len(left)} of {len(wanted)} sessions are done already", err=True)
        try:
            if left:
                with (
                    audit_run.cluster(jobs or os.cpu_count() or 1, scheduler) as client,
                    click.progressbar(length=len(left), label="auditing", file=sys.stderr) as bar,
                ):
                    audit_run.run(client, left, book, bar.update)
        finally:
            book.close()
        results = audit_run.Results(out, [unit.key for unit in wanted])
        sums = audit_report.summed(results)
        audit_report.write(out, results, sums)
        page = audit_page.write(out, results, sums)
    except ModuleNotFoundError as error:
        raise Fault(f"an audit needs {error.name}: pip install 'dealer-assist[pit]'") from error
    for one in results:
        for each in one.different:
            place = f"{one.table}, session {one.session}, round {each.round}, record {each.record}"
            click.echo(f"{place}: {each.words}")
    found = f"{sums.differences} differences, {sums.uncleared} findings never cleared"
    click.echo(f"{sums.sessions} sessions, {sums.rounds} rounds, {sums.records} records: {found}; {page}")
    sys.exit(1 if sums.differences else 0)
