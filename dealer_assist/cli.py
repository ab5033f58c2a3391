"""`dealer-assist …`: the command line. The core's commands are here; others come from their own packages.

A package names its commands under the entry point group `dealer_assist.commands`; they are imported when
they are called, so that settling a script loads neither OpenCV nor Flask.
"""

from __future__ import annotations

import gc
import sys
import time
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import click
import msgspec

from dealer_assist import __version__, script
from dealer_assist.command_line import house_option
from dealer_assist.faults import Fault
from dealer_assist.house_command import house
from dealer_assist.odds.command import odds
from dealer_assist.phh_command import export, import_
from dealer_assist.record_commands import backup, key, root, verify
from dealer_assist.script_files import texts


class Commands(click.Group):
    """The core's own commands and those that other packages bring."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the alphabet."""
        return sorted({*super().list_commands(ctx), *_brought()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now if another package brings it."""
        own = super().get_command(ctx, cmd_name)
        entry = _brought().get(cmd_name)
        if own is not None or entry is None:
            return own
        command: click.Command = entry.load()
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a `Fault` becomes one line and exit 2."""
        try:
            return super().invoke(ctx)
        except Fault as fault:
            click.echo(f"dealer-assist: {fault}", err=True)
            ctx.exit(2)


def _brought() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="dealer_assist.commands")}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dealer-assist")
def main() -> None:
    """Assists the dealer of a physical card table.

    \b
    See it run:            dealer-assist run --sample
    Settle a round script: dealer-assist settle round.json
    Prove a recording:     dealer-assist replay FOLDER
    """


main.add_command(house)
main.add_command(odds)
main.add_command(export)
main.add_command(import_)
main.add_command(backup)
main.add_command(key)
main.add_command(root)
main.add_command(verify)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@house_option("house")
@click.option("--stats", is_flag=True, help="Say on standard error how many rounds were settled a second.")
def settle(files: tuple[Path, ...], house: Path | None, stats: bool) -> None:
    """Play round scripts through the rules and print one settlement a line.

    FILE is a round/1 script as JSON, or `.jsonl` with one script a line; `-` is standard input, either way.
    Exit 0 if every script was played, 2 if one was refused.

    \b
    Example: echo '{"format":"round/1","id":"r1","game":"triple",
               "seats":[{"seat":1,"chips":100}],"steps":[{"bet":1,"unit":10}]}' | dealer-assist settle -
    """
    # All files are read before the first answer: a missing one leaves nothing half-written.
    scripts = [text for file in files for text in texts(file)]
    script.prepare(house)
    # What the program itself holds stays: the collector need not go over it again and again.
    gc.freeze()
    refused = False
    began, worked_before = time.perf_counter(), time.process_time()
    for text in scripts:
        answer = script.settle(text, house)
        refused |= answer["format"] == "refusal/1"
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    if stats:
        took, worked = time.perf_counter() - began, time.process_time() - worked_before
        count = len(scripts)
        click.echo(
            f"{count} rounds in {took:.3f} s, {count / took:.0f} rounds/s; "
            f"of processor time {worked:.3f} s, {count / worked:.0f} rounds/s",
            err=True,
        )
    sys.stdout.flush()
    sys.exit(2 if refused else 0)
