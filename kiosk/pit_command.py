"""`dealer-assist pit`: many tables on one database."""

from __future__ import annotations

from pathlib import Path

import click

File = click.Path(path_type=Path, dir_okay=False)
Folder = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.option("--database", required=True, help="Where the tables' records are, as postgresql://USER@HOST/NAME.")
@click.option(
    "--people", type=File, default=Path("people.toml"), show_default=True, help="Who may sign in, everywhere."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address that the pages reach.")
@click.option("--port", default=8320, show_default=True, help="Port of the pages; 0 takes a free one.")
@click.option("--bring", type=Folder, multiple=True, help="Bring the recorded sessions in this folder in, and end.")
def pit(database: str, people: Path, host: str, port: int, bring: tuple[Path, ...]) -> None:
    """Watch over many tables from one page: live tiles, every round, search, statistics.

    The tables run with the same address: `dealer-assist run table.toml --pit URL`. Each keeps its own journal, and
    what it records is here a moment later; while the database is away it works on, and catches up by itself. The
    people in --people may sign in here and, as soon as they have heard it, at every table. A password is better
    kept in ~/.pgpass than in the address.

    \b
    Example: createdb pit && dealer-assist pit --database postgresql:///pit
    """
    from kiosk import pit_app

    if bring:
        click.echo(f"{pit_app.bring(database, bring)} records are new")
    else:
        pit_app.serve(database, people, host, port)
