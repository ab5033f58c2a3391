"""`dealer-assist recall`: the last rounds of a session in words, also of one whose table can't start any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE

if TYPE_CHECKING:
    from dealer_assist.recall import Event, Round
    from dealer_assist.recall_list import Summary


@click.command()
@click.argument("session", type=click.Path(path_type=Path, file_okay=False))
@click.argument("round_number", metavar="[ROUND]", required=False, type=click.IntRange(min=1))
@click.option("--last", default=10, show_default=True, type=click.IntRange(1, 1000), help="How many rounds to list.")
@click.option(
    "--seal-key",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The table's sealing key, for a journal that lost what opened its cards.",
)
def recall(session: Path, round_number: int | None, last: int, seal_key: Path | None) -> None:
    """List the last rounds of the recorded session in the folder SESSION, or tell ROUND step by step.

    This reads whatever can be read: a journal that lost records, whose table does not start, is recalled all the
    same, and what is wrong with it is said. Of a round that still runs, what lies face down is not told, with the
    table's key neither: a round needs no key, except where the records that opened its cards are lost.

    \b
    Example: dealer-assist recall sessions/2026-11-30T20-15
             dealer-assist recall sessions/2026-11-30T20-15 12
    """
    from dealer_assist import kept_house, recall_list, sealing_key, table_file
    from dealer_assist import recall as recalls
    from dealer_assist.journal import as_it_stands
    from dealer_assist.verify import verify

    path = session / JOURNAL
    key = None if seal_key is None else sealing_key.load(seal_key)
    with as_it_stands(path, key) as journal:
        if key is not None:
            journal.check_key(key)
        if round_number is None:
            for one in recall_list.summaries(journal, last):
                click.echo(_listed(one))
        else:
            first = next(journal.records(), None)
            file = table_file.load(session / TABLE)
            house = kept_house.to_replay_with(session, file, "" if first is None else first.house)
            for line in _told(recalls.told(journal, round_number, house, "pit")):
                click.echo(line)
    try:
        fault = verify(path).fault
    except Fault as why:
        fault = str(why)
    if fault is not None:
        click.echo(f"{path}: {fault}", err=True)


def _listed(one: Summary) -> str:
    counts = f"{one.steps} steps, {one.amended} corrections, {one.findings} findings"
    ends = "running" if one.running else ", ".join(f"{name} {moved}" for name, moved in one.moved)
    return f"round {one.number}, {one.began[:19]}Z: {counts}; {ends}"


def _told(told: Round) -> Iterator[str]:
    state = "running: what lies face down is not told" if told.running else "closed"
    yield f"{told.table}: {told.game}, round {told.number}, shoe {told.shoe}, {state}"
    yield from told.begins
    for event in told.events:
        yield from _event(event)
    yield from told.settled
    yield from (f"{clause}: {words}" for clause, words in told.clauses)
    yield from told.people


def _event(event: Event, indent: str = "") -> Iterator[str]:
    step = "" if event.step is None else f"step {event.step}: "
    yield f"{indent}{event.wall[11:23]}  {step}{event.what}  [{event.who}; record {event.record}]"
    yield from (f"{indent}    + {line.words}" for line in event.lines)
    yield from (f"{indent}    taken back: {line.words}" for line in event.reversed)
    for change in event.amended:
        yield from _event(change, indent + "  ")
