"""`dealer-assist run`, `stage`, `check` and `bench`: where devices, models, rules and screens meet."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import click

from dealer_assist.faults import Fault

Folder = click.Path(path_type=Path, file_okay=False)
File = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("table", required=False, type=File)
@click.option("--sample", is_flag=True, help="Play the built-in recording as a live table, again and again.")
@click.option("--play", type=Folder, help="Play the recorded session in this folder instead.")
@click.option("--sessions", type=Folder, default=Path("sessions"), show_default=True, help="Where to record.")
@click.option("--people", type=File, default=Path("people.toml"), show_default=True, help="Who may sign in.")
@click.option("--seal-key", type=File, help="Seals the face-down cards.  [default: beside --people, made if missing]")
@click.option("--sign-key", type=File, help="Signs the table's roots.  [default: beside --people, made if missing]")
@click.option("--pit", help="Follow into this database, as postgresql://USER@HOST/NAME.  [default: the table's `pit`]")
@click.option("--alone", is_flag=True, help="Run without the pit that TABLE names.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address that the screens reach.")
@click.option("--port", default=8321, show_default=True, help="Port of the screens; 0 takes a free one.")
def run(
    table: Path | None,
    sample: bool,
    play: Path | None,
    sessions: Path,
    people: Path,
    seal_key: Path | None,
    sign_key: Path | None,
    pit: str | None,
    alone: bool,
    host: str,
    port: int,
) -> None:
    """Run a table and its screens.

    TABLE is a table.toml: the game and its house, the shoe, the camera, the boxes. Everything is recorded in a
    new folder under --sessions; give the same folder as --sessions to go on where a table stopped. Without TABLE the
    built-in sample plays.

    \b
    Example: dealer-assist run --sample                    see it work
             dealer-assist run table.toml                  your own table
             dealer-assist run table.toml --pit postgresql://HOST/pit    one of many
    By hand only: a table.toml without [shoe] and [camera]; the dealer taps the cards

    People sign in at the screens with badge and PIN; `dealer-assist people` adds them to the file --people. While
    there is nobody in it, the terminal shows a set-up code: whoever gives it at the address beside it makes the
    first supervisor, and the code is worth nothing from then on. The sample has people of its own, shown at the
    start. The players' display needs no person: it has an address of its own, shown at the start too.
    """
    from dealer_assist import table_file
    from kiosk import running

    if alone and pit is not None:
        raise Fault("run: give --pit or --alone, not both")
    if sum((table is not None, sample, play is not None)) > 1:
        raise Fault("run: name one of a table file, --sample and --play FOLDER")
    if table is not None:
        address = None if alone else pit or table_file.load(table).pit
        running.live(table, sessions, people, host, port, seal_key, sign_key, address)
    else:
        if play is None and not sample:
            click.echo("no table is named: the built-in sample plays; your own: dealer-assist run table.toml", err=True)
        running.recording(play or sample_folder(), people if play is not None else None, host, port)


@click.command()
@click.argument("rounds", type=File)
@click.option("--out", required=True, type=Folder, help="The session's folder; it must not exist yet.")
@click.option("--fps", type=click.FloatRange(0.5, 60), help="Frames a second of the film: 3, and 8 with a fault.")
@click.option("--seed", default=1, show_default=True, help="Of the felt's look, and of where a fault happens.")
@click.option("--fault", metavar="NAME", help="What goes wrong in these rounds, as `skipped`; `list` names them all.")
def stage(rounds: Path, out: Path, fps: float | None, seed: int, fault: str | None) -> None:
    """Stage a session from round scripts: shoe bytes, a rendered film and the dealer's keys, recorded.

    ROUNDS is a .jsonl file with one round/1 script a line, the rounds of one table one after another. With --fault
    the session ends two seconds after it has happened.

    \b
    Example: dealer-assist stage rounds.jsonl --out staged && dealer-assist replay staged
             dealer-assist stage rounds.jsonl --out skipped --fault skipped
    """
    from kiosk.stage import Stage, read_rounds
    from kiosk.wrongs import named

    wrong = None if fault is None else named(fault)

    if out.exists():
        raise Fault(f"{out}: there is something here already; name a new folder")
    made = Stage(read_rounds(rounds), out, fps or (3.0 if wrong is None else 8.0), seed, wrong)
    with click.progressbar(length=made.frames, label="rendering", file=sys.stderr) as bar:
        made.film(lambda: bar.update(1))
    with click.progressbar(length=made.frames, label="recording", file=sys.stderr) as bar:
        records = made.record(lambda: bar.update(1))
    when = "" if made.wrong_s is None else f"; what goes wrong is there at {made.wrong_s:.2f} s"
    click.echo(f"{out}: {records} records{when}")


@click.command()
@click.argument("table", type=File)
@click.option("--listen", default=3.0, show_default=True, type=click.FloatRange(0, 600), help="Seconds at the shoe.")
def check(table: Path, listen: float) -> None:
    """Try every device of the table that TABLE (a table.toml) describes, and say what to mend.

    Exit 0 if all is right, 1 if something is to be mended, 2 if the table can't be run.

    \b
    Example: dealer-assist check table.toml --listen 20
    """
    from kiosk import checking

    parts = []
    for part in checking.check(table, listen):
        click.echo(str(part))
        parts.append(part)
    sys.exit(checking.EXITS[checking.worst(parts)])


@click.command()
@click.option("--only", multiple=True, metavar="NAME", help="One kind of figure, as `odds`. Repeatable.")
@click.option("--out", default=Path("bench.json"), show_default=True, type=File, help="The table again, as JSON.")
def bench(only: tuple[str, ...], out: Path) -> None:
    """Measure how fast this program is on this machine, and print a table.

    Rules, order book, odds, reading of frames, journal, replay, memory; beside each figure stands what it aims at, and
    whether that is met. It takes about two minutes; close other programs first. In a checkout, `make bench` prints the
    same with more: the speed beside other programs, and from a shoe's byte to a browser's paint.

    \b
    Example: dealer-assist bench
             dealer-assist bench --only orders --only odds --out market.json
    """
    from kiosk import figures
    from kiosk.bench import MEASURES

    figures.printed(MEASURES, only, out)


def sample_folder() -> Path:
    """The recording that comes with the program."""
    return Path(str(resources.files("kiosk") / "sample"))
