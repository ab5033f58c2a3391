"""Figures: what was measured, beside what it aims at and what a peer needs for the same, as a table and as JSON."""

from __future__ import annotations

import gc
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
import msgspec

from dealer_assist import __version__
from dealer_assist.faults import Fault

#: Of these units a smaller figure is the better one.
LESS_IS_BETTER: Final = frozenset({"µs", "ms", "s", "MB"})
_HEADS: Final = ("what", "figure", "peer in the same run", "ratio", "aim", "")


class Peer(msgspec.Struct, frozen=True):
    """Another program, measured in the same run on the same things; its figure is in the row's unit."""

    name: str
    figure: float


class Aim(msgspec.Struct, frozen=True):
    """A limit for the figure, or with `times` for the ratio: how many times better than the peer it has to be."""

    limit: float
    times: bool = False


class Row(msgspec.Struct, frozen=True):
    """One figure: what, how much, in which unit."""

    what: str
    figure: float
    unit: str
    peer: Peer | None = None
    aim: Aim | None = None

    @property
    def ratio(self) -> float | None:
        """How many times better than the peer; None without one, or where the worse of the two is nothing."""
        if self.peer is None:
            return None
        ours, theirs = self.figure, self.peer.figure
        above, below = (theirs, ours) if self.unit in LESS_IS_BETTER else (ours, theirs)
        return above / below if below else None

    @property
    def met(self) -> bool | None:
        """Whether the aim is reached; None without one."""
        if self.aim is None:
            return None
        if self.aim.times:
            return self.ratio is not None and self.ratio >= self.aim.limit
        return self.figure <= self.aim.limit if self.unit in LESS_IS_BETTER else self.figure >= self.aim.limit


#: A kind of figure by its name, and what measures it: each row as soon as it is there.
Measures = Mapping[str, Callable[[], Iterable[Row]]]


def machine() -> str:
    """The machine in one line."""
    parts = (
        _chip(),
        f"{os.cpu_count()} cores",
        _memory(),
        platform.system(),
        f"Python {platform.python_version()}",
    )
    return ", ".join(filter(None, parts))


def _chip() -> str:
    lines = _lines("/proc/cpuinfo")
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return name or platform.machine()


def _memory() -> str:
    total = next((int(line.split()[1]) for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    return f"{total / 2**20:.0f} GB" if total else ""


def peak_mb(process: int | str = "self") -> float:
    """The most memory that a program has held, in megabytes (of Linux; 0 elsewhere)."""
    held = next((int(line.split()[1]) for line in _lines(f"/proc/{process}/status") if line.startswith("VmHWM")), 0)
    return held / 1024


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def table(rows: Iterable[Row]) -> str:
    """The rows as a table that reads in a terminal and on a page."""
    cells = [_HEADS, *map(_cells, rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(_HEADS))]
    rule = tuple("-" * width for width in widths)
    return "\n".join(_padded(row, widths) for row in (cells[0], rule, *cells[1:]))


def _padded(row: tuple[str, ...], widths: list[int]) -> str:
    return f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |"


def _cells(row: Row) -> tuple[str, ...]:
    peer = "" if row.peer is None else f"{row.peer.name}: {number(row.peer.figure)} {row.unit}"
    ratio = "" if row.ratio is None else f"×{number(row.ratio)}"
    met = {None: "", True: "met", False: "not met"}[row.met]
    return (row.what, f"{number(row.figure)} {row.unit}", peer, ratio, _aim(row), met)


def _aim(row: Row) -> str:
    if row.aim is None:
        return ""
    if row.aim.times:
        return f"≥ ×{row.aim.limit:g}"
    return f"{'≤' if row.unit in LESS_IS_BETTER else '≥'} {row.aim.limit:,g}"


def number(value: float) -> str:
    """A figure with as many places as it is worth: three digits, and whole from a hundred on."""
    size = abs(value)
    return (
        f"{value:,.0f}"
        if size >= 100 or value == round(value)
        else f"{value:.{1 if size >= 10 else 2 if size >= 1 else 3}f}"
    )


def told(rows: Iterable[Row]) -> bytes:
    """The rows as JSON, with the machine, the program's version and the time."""
    each = [{**msgspec.to_builtins(row), "ratio": row.ratio, "met": row.met} for row in rows]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    made = {"machine": machine(), "version": __version__, "at": at, "rows": each}
    return msgspec.json.format(msgspec.json.encode(made)) + b"\n"


class Told(msgspec.Struct, frozen=True):
    """What `told` wrote, as far as the table needs it."""

    machine: str
    rows: list[Row]


def again(out: Path) -> Told:
    """The figures in the JSON file `out`. Raises `Fault`."""
    try:
        return msgspec.json.decode(out.read_bytes(), type=Told)
    except (OSError, msgspec.DecodeError) as error:
        raise Fault(f"{out}: no figures can be read here: {error}") from error


def measured(measures: Measures, only: Iterable[str] = ()) -> Iterator[Row]:
    """The rows of all measures, or of those that are named; each is told on standard error as soon as it is there.

    Raises `Fault` for a name that is not among them.
    """
    asked = list(only) or list(measures)
    unknown = next((name for name in asked if name not in measures), None)
    if unknown is not None:
        raise Fault(f"bench: there is no measure {unknown!r}; there are {', '.join(measures)}")
    for place, name in enumerate(asked, 1):
        click.echo(f"[{place}/{len(asked)}] {name} …", err=True)
        # What the program itself holds stays: the collector need not go over it while something is timed.
        gc.collect()
        gc.freeze()
        began = time.monotonic()
        for row in measures[name]():
            click.echo(f"    {' | '.join(filter(None, _cells(row)))}", err=True)
            yield row
        click.echo(f"    ({time.monotonic() - began:.0f} s)", err=True)


def printed(measures: Measures, only: Iterable[str], out: Path) -> None:
    """Measure, print the machine and the table, and write the same as JSON to `out`. Raises `Fault`."""
    if not out.absolute().parent.is_dir():
        raise Fault(f"{out}: can't be written: there is no such folder")
    rows = list(measured(measures, only))
    sys.stderr.flush()
    click.echo(f"{machine()}\n\n{table(rows)}\n")
    try:
        out.write_bytes(told(rows))
    except OSError as error:
        raise Fault(f"{out}: can't be written: {error.strerror}") from error
    click.echo(f"the same as JSON: {out}")
