"""Lists of labelled pictures: a CSV file beside the pictures, one row a picture."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist.cards import RANKS, NotACard, parse
from dealer_assist.faults import Fault

_NEEDED: Final = ("file", "split_source", "cards")


class BadManifest(Fault):
    """A manifest that can't be used: the message names the file, the row, and what to put there."""


class Labelled(msgspec.Struct, frozen=True):
    """One picture: where it is, where it comes from, and the cards that can be read in it.

    A card is `"As"`, `"Jk"`, or `"9?"` if only its rank is known. `boxes` and `notes` are the row's own text.
    """

    row: int
    path: Path
    source: str
    cards: tuple[str, ...]
    boxes: str
    notes: str


def read_manifest(path: Path, limit: int | None = None) -> list[Labelled]:
    """The rows of the manifest at `path`, at most `limit`. Raises `BadManifest` before any picture is opened."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            return _rows(path, csv.reader(file), limit)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadManifest(f"{path}: {why}; give a CSV file with the columns {', '.join(_NEEDED)}") from None


def _rows(path: Path, rows: Iterator[list[str]], limit: int | None) -> list[Labelled]:
    header = [name.strip() for name in next(rows, [])]
    missing = [name for name in _NEEDED if name not in header]
    if missing:
        raise BadManifest(
            f"{path}, row 1: no column {', '.join(missing)}; the header must name {', '.join(_NEEDED)} "
            "and may name boxes and notes"
        )
    found: list[Labelled] = []
    for number, cells in enumerate(rows, 2):
        if limit is not None and len(found) >= limit:
            break
        if any(cell.strip() for cell in cells):
            found.append(_row(path, number, header, cells))
    if not found:
        raise BadManifest(f"{path}: no pictures; write one row a picture under the header")
    return found


def _row(path: Path, number: int, header: list[str], cells: list[str]) -> Labelled:
    if len(cells) != len(header):
        raise BadManifest(
            f"{path}, row {number}: {len(cells)} cells, the header has {len(header)}; quote cells with commas"
        )
    row = dict(zip(header, cells, strict=True))
    picture = path.parent / row["file"]
    if not row["file"].strip() or not picture.is_file():
        raise BadManifest(f"{path}, row {number}: no picture {picture}; correct the column file or put it there")
    cards = tuple(row["cards"].split())
    for card in cards:
        check_card(path, number, card)
    return Labelled(number, picture, row["split_source"], cards, row.get("boxes", ""), row.get("notes", ""))


def check_card(path: Path, number: int, card: str) -> None:
    """Raises `BadManifest` if `card` is neither a card nor a rank with `?`."""
    if len(card) == 2 and card[0] in RANKS and card[1] == "?":
        return
    try:
        parse(card)
    except NotACard as error:
        raise BadManifest(f"{path}, row {number}: {error}, or 9? if only the rank is known") from None
