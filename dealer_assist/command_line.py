"""What the commands of a group share: faults of one line, and a word now and then on how far they are."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from dealer_assist.faults import Fault

_HOUSE: Final = "A house file in place of the game's own."


def house_option(name: str) -> Callable[[Any], Any]:
    """The option `--house`, given to the command as `name`."""
    return click.option("--house", name, type=click.Path(path_type=Path), help=_HOUSE)


class OneLine(click.Command):
    """A command that answers a wrong option with a `Fault` and not with its whole usage."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does it. Raises `Fault`."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise Fault(f"house {ctx.info_name}: {error.format_message()} See --help.") from error


class Progress:
    """Says on standard error at every tenth how far the rounds are."""

    def __init__(self, rounds: int, what: str = "rounds") -> None:
        self._rounds = rounds
        self._what = what
        self._tenths = 0
        self._began = time.monotonic()

    def __call__(self, done: int) -> None:
        """Say it, if another tenth is through: `done` rounds of all."""
        tenths = 10 * done // self._rounds
        if tenths > self._tenths:
            self._tenths = tenths
            took = time.monotonic() - self._began
            click.echo(f"{done} of {self._rounds} {self._what}, {took:.1f} s", err=True)
            sys.stderr.flush()
