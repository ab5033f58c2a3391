"""The last rounds of a journal as a list: what to choose from, for a recall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from dealer_assist.journal import Record, Records
from dealer_assist.recall import named

JSON = dict[str, Any]
#: How many rounds can be recalled: the last one and the nine before it.
LAST: Final = 10


class Summary(msgspec.Struct, frozen=True):
    """A round in a list: when (UTC, ISO 8601), how many steps, corrections and findings, how many of these wait for
    their answer, and what it moved: points by seat or account as text, those that players lost negative."""

    number: int
    shoe: int
    running: bool
    began: str
    ended: str
    steps: int
    amended: int
    findings: int
    open: int
    moved: tuple[tuple[str, str], ...] = ()


def numbers(journal: Records, last: int = LAST) -> range:
    """The numbers of the last rounds of a journal, the oldest first; none of an empty one. Raises `Fault`."""
    newest = journal.last_round()
    return range(max(1, newest - last + 1), newest + 1)


def summaries(journal: Records, last: int = LAST) -> Iterator[Summary]:
    """The last rounds, the newest first. Raises `Fault` where the journal can't be read."""
    for number in reversed(numbers(journal, last)):
        records = journal.of_round(number)
        if any(record.kind == "round" for record in records):
            yield _summary(number, records)


def moved(journal: Records, number: int) -> tuple[tuple[str, str], ...]:
    """What each party of a round that was paid won (`+40`) or lost; nothing while it runs."""
    records = journal.of_round(number)
    return _summary(number, records).moved if any(record.kind == "round" for record in records) else ()


def _summary(number: int, records: Sequence[Record]) -> Summary:
    opening = next(record for record in reversed(records) if record.kind == "round")
    paid = next((record for record in records if record.kind == "paid"), None)
    kinds = [record.kind for record in records]
    moved = () if paid is None else tuple(_moved(opening.content(), paid.content()))
    return Summary(
        number,
        opening.shoe,
        paid is None,
        records[0].wall,
        "" if paid is None else paid.wall,
        kinds.count("step"),
        kinds.count("amend"),
        kinds.count("finding"),
        kinds.count("finding") - kinds.count("answer"),
        moved,
    )


def _moved(header: JSON, paid: JSON) -> Iterator[tuple[str, str]]:
    """What each party has more at the end than at the beginning."""
    parties = "seats" if "seats" in header else "accounts"
    began = {named(party): party["chips"] for party in header[parties]}
    for party in paid.get(parties, ()):
        name = named(party)
        if name in began:
            yield name, _less(party["chips"], began[name])


def _less(after: int | str, before: int | str) -> str:
    """The difference of two stacks: whole points, or points of hundredths as text."""
    if isinstance(after, int) and isinstance(before, int):
        return f"{after - before:+d}"
    hundredths = _hundredths(str(after)) - _hundredths(str(before))
    return f"{'-' if hundredths < 0 else '+'}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def _hundredths(chips: str) -> int:
    whole, _, part = chips.partition(".")
    return int(whole) * 100 + int(f"{part:0<2}"[:2])
