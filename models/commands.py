"""`dealer-assist read` and `dealer-assist evaluate`."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from dealer_assist.faults import Fault

if TYPE_CHECKING:
    from models.manifest import Labelled
    from models.recogniser import Recogniser
    from models.scoring import Count, Line


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE…")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads to use; all of the machine's by default.")
def read(images: tuple[Path, ...], threads: int | None) -> None:
    """Print the cards seen in each IMAGE, one JSON line an image.

    A card of null is one that is there but can't be read for sure. A file that is no picture is told on stderr, the
    others go on, and the exit status is 2.

    \b
    Example:
      dealer-assist read table.jpg
      {"file":"table.jpg","cards":[{"card":"As","box":[[31.0,12.5],…],"confidence":0.99}],"ms":41.7}
    """
    from models.images import BadImage, load_image
    from models.recogniser import load

    recogniser, bad = load(threads=threads), False
    for path in images:
        try:
            image = load_image(path)
        except BadImage as fault:
            click.echo(f"dealer-assist read: {fault}", err=True)
            bad = True
            continue
        look = recogniser.look(image)
        cards = [
            {"card": None if c.card is None else str(c.card), "box": c.box, "confidence": c.confidence}
            for c in look.cards
        ]
        click.echo(msgspec.json.encode({"file": str(path), "cards": cards, "ms": look.ms}).decode())
    if bad:
        sys.exit(2)


@click.command()
@click.argument("manifest", type=click.Path(path_type=Path))
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads to use; all of the machine's by default.")
def evaluate(manifest: Path, limit: int | None, as_json: bool, threads: int | None) -> None:
    """Read every picture that MANIFEST lists and count, by source, what was right.

    MANIFEST is a CSV file with the columns file (path beside the manifest), split_source and cards ("As Td 7h"; "9?"
    where only the rank is known), and perhaps notes. right: named and there; wrong: named but not there; missed:
    there but not named; unsure: a card found but not named; exact: pictures with nothing wrong or missed. Sources
    that the weights were trained on are marked and shown apart, as their figures flatter.

    \b
    Example:
      dealer-assist evaluate photos/manifest.csv
    """
    from models.manifest import read_manifest
    from models.recogniser import load, trained_on
    from models.scoring import table

    rows = read_manifest(manifest, limit)
    recogniser = load(threads=threads)
    lines = _lines(rows, recogniser, trained_on().saw)
    if as_json:
        facts = {
            "manifest": str(manifest),
            "recogniser": recogniser.name,
            "digest": recogniser.digest,
            "sources": lines,
        }
        click.echo(msgspec.json.encode(facts).decode())
    else:
        click.echo(table(lines))


def _lines(rows: list[Labelled], recogniser: Recogniser, saw: Callable[[Labelled], bool]) -> list[Line]:
    """The figures by source, those of pictures never trained on first, with a sum under each kind."""
    from models.images import BadImage, load_image
    from models.scoring import line, score

    counts: dict[tuple[bool, str], list[tuple[Count, float]]] = defaultdict(list)
    with click.progressbar(rows, label="Reading", file=sys.stderr) as bar:
        for row in bar:
            try:
                image = load_image(row.path)
            except BadImage as fault:
                raise Fault(f"row {row.row}: {fault}") from None
            look = recogniser.look(image)
            counts[saw(row), row.source].append((score(look, row.cards), look.ms))
    lines: list[Line] = []
    for trained in (False, True):
        kinds = {source: got for (was, source), got in counts.items() if was == trained}
        for source, got in sorted(kinds.items()):
            lines.append(line(source, trained, [c for c, _ in got], [ms for _, ms in got]))
        if len(kinds) > 1:
            every = [pair for got in kinds.values() for pair in got]
            lines.append(line("sum", trained, [c for c, _ in every], [ms for _, ms in every]))
    return lines
