"""Labels that were found wrong by eye: a list beside this module, put right on request and never in silence."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from models.manifest import BadManifest, Labelled, check_card

_COLUMNS: Final = ("file", "was", "is", "why")
#: The list for the open photographs that the model card names.
KNOWN: Final = Path(__file__).parent / "wrong_labels.csv"


class Correction(msgspec.Struct, frozen=True):
    """One picture: the cards as labelled, the cards that are there, and what the eye saw."""

    file: str
    was: tuple[str, ...]
    cards: tuple[str, ...]
    why: str


def read_corrections(path: Path) -> list[Correction]:
    """The list at `path`, a CSV file `file,was,is,why`. Raises `BadManifest`, which names the row."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadManifest(f"{path}: {why}; give a CSV file with the columns {', '.join(_COLUMNS)}") from None
    found = []
    for number, row in enumerate(rows, 2):
        if None in row or any(not isinstance(row.get(name), str) for name in _COLUMNS):
            raise BadManifest(f"{path}, row {number}: needs the columns {', '.join(_COLUMNS)}; quote cells with commas")
        was, cards = tuple(row["was"].split()), tuple(row["is"].split())
        for card in (*was, *cards):
            check_card(path, number, card)
        found.append(Correction(row["file"], was, cards, row["why"]))
    return found


def corrected(rows: Sequence[Labelled], wrong: Sequence[Correction], manifest: Path, listed: Path) -> list[Labelled]:
    """`rows` with the labels of `wrong` put right; a picture that is not among `rows` is passed over.

    Raises `BadManifest` where the manifest says something else than the list says it says.
    """
    by_path = {(manifest.parent / each.file): each for each in wrong}
    out = []
    for row in rows:
        each = by_path.get(row.path)
        if each is None:
            out.append(row)
            continue
        if sorted(each.was) != sorted(row.cards):
            raise BadManifest(
                f"{listed}: {each.file} is listed as {' '.join(each.was)}, the manifest says {' '.join(row.cards)}; "
                "mend the list"
            )
        out.append(msgspec.structs.replace(row, cards=each.cards))
    return out
