"""The camera inside a shoe: one index a picture, or no card, and of a stream of pictures one sighting a card passing.

python -m models.shoe_window PHOTOS/manifest.csv [--source shoe] [--deck FILE]

prints, by lighting (the session that a row's notes name), how many cards were read and whether *card* and *no card*
were told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import click
import cv2
import msgspec
import numpy as np

from dealer_assist.cards import Card
from dealer_assist.sighting import Look
from models.crops import Pixels
from models.images import load_image
from models.manifest import BadManifest, Labelled, read_manifest
from models.progress import told
from models.recogniser import Recogniser, load
from models.tables import Rows, columns

Unsure = Literal["unsure"]
UNSURE: Final[Unsure] = "unsure"
Told = Card | Unsure | None

#: The part of the picture where a card's face passes, as shares of width and height: left, top, right, bottom.
MIDDLE: Final = (0.25, 0.25, 0.75, 0.75)
#: Paper is at least this bright, as a share of the brightest of the picture; a card fills this share of the window.
_PAPER, _FILLS = 0.62, 0.3
#: Looks that must agree before a card is told; looks without a card that end a passing.
AGREE, GONE = 2, 2


class ShoeWindow:
    """Reads the pictures of an in-shoe camera with any recogniser, an enrolled one too."""

    def __init__(self, recogniser: Recogniser, window: tuple[float, float, float, float] = MIDDLE) -> None:
        self._recogniser, self._window = recogniser, window

    def look(self, image: Pixels) -> Told:
        """The card whose index is in `image` (uint8 height×width×3, BGR), `"unsure"` of which, or None: no card."""
        first = self._recogniser.look(image)
        name = _one(first)
        if isinstance(name, str):
            # Another contrast and another size must both name the same card.
            again = [_one(self._recogniser.look(other)) for other in (_stretched(image), _halved(image))]
            return again[0] if again[0] == again[1] and again[0] is not None else UNSURE
        if name is None and self.paper(image):
            return UNSURE
        return name

    def paper(self, image: Pixels) -> bool:
        """Whether something as light as paper fills the window."""
        height, width = image.shape[:2]
        grey = cv2.cvtColor(cv2.resize(image, (64, 64), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        if min(height, width) < 16:
            return False
        left, top, right, bottom = (round(64 * share) for share in self._window)
        light = float(np.percentile(grey, 98))
        part = grey[top:bottom, left:right]
        return light > 40 and float((part >= _PAPER * light).mean()) >= _FILLS


def _one(look: Look) -> Told:
    """The one card of a look: unsure if several names are there, or none that is sure."""
    names = {card.card for card in look.cards if card.card is not None}
    if len(names) == 1:
        return names.pop()
    return UNSURE if look.cards else None


def _stretched(image: Pixels) -> Pixels:
    """The picture with each channel stretched from its darkest hundredth to its lightest fiftieth."""
    low, high = np.percentile(image, 1, axis=(0, 1)), np.percentile(image, 98, axis=(0, 1))
    return np.clip((image - low) * (255 / np.maximum(high - low, 1)), 0, 255).astype(np.uint8)


def _halved(image: Pixels) -> Pixels:
    return np.asarray(cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8)


class ShoeStream:
    """What a stream of pictures tells: each card that passes once, `"unsure"` once for one that was not read."""

    def __init__(self, window: ShoeWindow) -> None:
        self._window = window
        self._seen: Told = None
        self._votes = self._gone = self._unread = 0
        self._told: Told = None

    def see(self, image: Pixels) -> Told:
        """A card or `"unsure"` at the one picture that decides it, None at every other."""
        return self.hear(self._window.look(image))

    def hear(self, now: Told) -> Told:
        """As `see`, for what a picture told."""
        if now is None:
            self._gone += 1
            self._seen, self._votes = None, 0
            return self._ended() if self._gone == GONE else None
        self._gone = 0
        if isinstance(now, str):
            self._unread += 1
            return None
        self._votes = self._votes + 1 if now == self._seen else 1
        self._seen = now
        # A second name in one passing is either the next card or a slip: it must last longer than a slip does.
        if now == self._told or self._votes < (AGREE if self._told is None else AGREE + 1):
            return None
        self._told = now
        return now

    def _ended(self) -> Told:
        """The passing is over: `"unsure"` if a card was there and never told."""
        missed = self._told is None and self._unread >= AGREE
        self._told, self._unread = None, 0
        return UNSURE if missed else None


class Tally(msgspec.Struct, frozen=True):
    """The figures of one lighting. `present` counts pictures with a card that were told to have one."""

    light: str
    pictures: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    present: int = 0
    empty: int = 0
    alarms: int = 0


def lighting(row: Labelled) -> str:
    """The session that the notes of `row` name, or its source."""
    found = re.search(r"session (\w+)", row.notes)
    return found.group(1) if found else row.source


def tally(read: Iterable[tuple[Labelled, Told]]) -> list[Tally]:
    """The figures by lighting, and their sum."""
    sums: dict[str, dict[str, int]] = {}
    for row, said in read:
        for light in (lighting(row), "sum"):
            counts = sums.setdefault(light, dict.fromkeys(Tally.__struct_fields__[1:], 0))
            counts["pictures"] += 1
            if not row.cards:
                counts["empty"] += 1
                counts["alarms"] += said is not None
                continue
            counts["cards"] += 1
            counts["present"] += said is not None
            counts["unsure"] += said == UNSURE
            named = said not in (None, UNSURE)
            counts["right"] += named and str(said) == row.cards[0]
            counts["wrong"] += named and str(said) != row.cards[0]
    order = [*sorted(light for light in sums if light != "sum"), "sum"] if sums else []
    return [Tally(light, **sums[light]) for light in order]


def rows(tallies: Sequence[Tally]) -> Rows:
    """The figures as a table; state: of the pictures told to have a card, how many have one, and the reverse."""

    def share(part: int, whole: int) -> str:
        return f"{part / whole:.4f}" if whole else "–"

    head = ("lighting", "pictures", "cards", "right", "wrong", "unsure", "precision", "recall", "state P", "state R",
            "empty", "false alarms")  # fmt: skip
    return [
        head,
        *(
            (
                t.light,
                *(str(v) for v in (t.pictures, t.cards, t.right, t.wrong, t.unsure)),
                share(t.right, t.right + t.wrong),
                share(t.right, t.cards),
                share(t.present, t.present + t.alarms),
                share(t.present, t.cards),
                str(t.empty),
                str(t.alarms),
            )
            for t in tallies
        ),
    ]


def read_rows(window: ShoeWindow, labelled: Sequence[Labelled]) -> Iterator[tuple[Labelled, Told]]:
    """What the window tells of each picture."""
    for row in told(labelled, "Shoe"):
        yield row, window.look(load_image(row.path))


@click.command()
@click.argument("manifest", type=click.Path(path_type=Path))
@click.option("--source", default="shoe", show_default=True, help="The source whose pictures are of a shoe.")
@click.option("--lights", metavar="A,B…", help="Only these lightings.")
@click.option("--deck", type=click.Path(path_type=Path), metavar="FILE", help="An enrolled deck.")
@click.option("--threads", type=click.IntRange(1, 64))
def main(manifest: Path, source: str, lights: str | None, deck: Path | None, threads: int | None) -> None:
    """Read the in-shoe pictures that MANIFEST lists and print the figures by lighting."""
    from models.enrolled import enrolled

    found = [row for row in read_manifest(manifest) if row.source == source]
    if lights is not None:
        found = [row for row in found if lighting(row) in lights.split(",")]
    if not found:
        raise BadManifest(f"{manifest}: no pictures of {source} in that light; see split_source and notes")
    recogniser = load(threads=threads)
    window = ShoeWindow(recogniser if deck is None else enrolled(recogniser, deck))
    click.echo(columns(rows(tally(read_rows(window, found)))))


if __name__ == "__main__":
    main()
