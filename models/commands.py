"""`dealer-assist read` and `dealer-assist evaluate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

if TYPE_CHECKING:
    from models.evaluation import Reading
    from models.recogniser import Recogniser

_threads = click.option(
    "--threads", type=click.IntRange(1, 64), help="Threads to use; all of the machine's by default."
)
_deck = click.option(
    "--deck", type=click.Path(path_type=Path), metavar="FILE", help="A deck that `dealer-assist enrol` wrote."
)
_indices = click.option(
    "--indices",
    metavar="LETTERS",
    default="AKQJ",
    show_default=True,
    help="The deck's letters for ace, king, queen and jack; a card whose letter is not known stays unsure.",
)


def _recogniser(threads: int | None, deck: Path | None, indices: str) -> Recogniser:
    from models.indices import with_letters
    from models.recogniser import load

    recogniser = load(threads=threads)
    if deck is not None:
        from models.enrolled import enrolled

        recogniser = enrolled(recogniser, deck)
    return with_letters(recogniser, indices)


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE…")
@_deck
@_indices
@_threads
def read(images: tuple[Path, ...], deck: Path | None, indices: str, threads: int | None) -> None:
    """Print the cards seen in each IMAGE, one JSON line an image.

    A card of null is one that is there but can't be read for sure. A file that is no picture is told on stderr, the
    others go on, and the exit status is 2.

    \b
    Example:
      dealer-assist read table.jpg
      {"file":"table.jpg","cards":[{"card":"As","box":[[31.0,12.5],…],"confidence":0.99}],"ms":41.7}
    """
    from models.images import BadImage, load_image

    recogniser, bad = _recogniser(threads, deck, indices), False
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
@click.option("--source", multiple=True, metavar="NAME", help="Only the pictures of this source; may be given again.")
@click.option(
    "--labels",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A list of labels found wrong (file,was,is,why): figures without and with them put right.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write an HTML report and contact sheets of every wrong and missed card.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@_deck
@_indices
@_threads
def evaluate(
    manifest: Path,
    limit: int | None,
    source: tuple[str, ...],
    labels: Path | None,
    plot: Path | None,
    as_json: bool,
    deck: Path | None,
    indices: str,
    threads: int | None,
) -> None:
    """Read every picture that MANIFEST lists and count, by source, what was right.

    MANIFEST is a CSV file with the columns file (path beside the manifest), split_source and cards ("As Td 7h"; "9?"
    where only the rank is known), and perhaps boxes and notes. right: named and there; wrong: named but not there;
    missed: there but not named; unsure: a card found but not named; exact: pictures with nothing wrong or missed.
    Sources that the weights were trained on are marked and shown apart, as their figures flatter. Below: who was
    taken for whom, and how many of the cards named with a confidence were right.

    \b
    Example:
      dealer-assist evaluate photos/manifest.csv --plot report
    """
    from models.evaluation import lines, read_all
    from models.manifest import BadManifest, read_manifest
    from models.recogniser import trained_on
    from models.report import sections, text, write_report
    from models.wrong_labels import corrected, read_corrections

    rows = read_manifest(manifest, None if source else limit)
    if source:
        rows = [row for row in rows if row.source in source][:limit]
        if not rows:
            raise BadManifest(f"{manifest}: no pictures of {', '.join(source)}; see its column split_source")
    wrong = read_corrections(labels) if labels is not None else []
    right = corrected(rows, wrong, manifest, labels) if labels is not None else rows
    recogniser = _recogniser(threads, deck, indices)
    readings = read_all(rows, recogniser, trained_on().saw)
    mended = [msgspec.structs.replace(reading, row=row) for reading, row in zip(readings, right, strict=True)]
    changed = sum(a.row != b.row for a, b in zip(readings, mended, strict=True))
    tables = sections(readings, mended if labels is not None else (), changed)
    if plot is not None:
        here = {row.path for row in rows}
        listed = [(manifest.parent / c.file, c) for c in wrong if manifest.parent / c.file in here]
        click.echo(f"Report: {write_report(plot, tables, mended, listed)}", err=True)
    if not as_json:
        click.echo(text(tables))
        return
    facts = {
        "manifest": str(manifest),
        "recogniser": recogniser.name,
        "digest": recogniser.digest,
        "labels_put_right": changed,
        "sources_put_right": lines(mended) if labels is not None else None,
        "sources": lines(readings),
        **_who_was_taken_for_whom(mended),
    }
    click.echo(msgspec.json.encode(facts).decode())


def _who_was_taken_for_whom(readings: Sequence[Reading]) -> dict[str, object]:
    """The tables below the counts: ranks, suits, and how often a confidence was right."""
    from models.tables import confusion, reliability

    found = [each for reading in readings for each in reading.outcomes()]
    ranks, suits = confusion(found)
    return {"ranks": ranks, "suits": suits, "reliability": reliability(found)}
