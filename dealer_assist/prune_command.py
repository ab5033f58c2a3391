"""`dealer-assist prune`: pictures that a table's policy keeps no longer are taken away, and the record says so."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dealer_assist.faults import Fault
from dealer_assist.folder import TABLE


@click.command()
@click.argument("where", metavar="SESSION|ARCHIVE", type=click.Path(path_type=Path, file_okay=False))
@click.option("--finding-days", type=click.IntRange(1, 36_500), help="In place of what the table's file says.")
@click.option("--round-days", type=click.IntRange(1, 36_500), help="In place of what the table's file says.")
def prune(where: Path, finding_days: int | None, round_days: int | None) -> None:
    """Take away pictures that are older than the policy of their table keeps them; a record names what went.

    The policy is [evidence] in the session's table.toml: finding_days (365) and round_days (30). The journal keeps
    every digest, so a picture that was given out before can still be proved. A session on which a table runs is left
    alone.

    \b
    Example: dealer-assist prune sessions/2026-11-30T20-15
             dealer-assist prune /var/lib/dealer-assist/sessions --round-days 14
    """
    import msgspec

    from dealer_assist import pruning, table_file

    folders = pruning.sessions(where)
    refused = 0
    with click.progressbar(folders, label="pruning", file=sys.stderr, hidden=len(folders) == 1) as bar:
        for folder in bar:
            policy = table_file.load(folder / TABLE).evidence
            given = {"finding_days": finding_days, "round_days": round_days}
            policy = msgspec.structs.replace(policy, **{key: days for key, days in given.items() if days is not None})
            try:
                gone = pruning.prune(folder, pruning.today(), policy)
            except Fault as fault:
                if len(folders) == 1:
                    raise
                refused += 1
                click.echo(str(fault), err=True)
                continue
            what = ", ".join(f"{count} of a {why}" for why, count in sorted(gone.pictures.items())) or "nothing"
            named = "" if gone.record is None else f" (record {gone.record})"
            click.echo(f"{folder}: pruned {what}, {gone.freed} bytes{named}")
    if refused:
        sys.exit(2)
