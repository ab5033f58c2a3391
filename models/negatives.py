"""Pictures without cards, and how many of them a recogniser names a card in. The aim is none.

python -m models.negatives [--count 500] [--seed 1] [--write DIR]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import numpy as np

from dealer_assist.faults import Fault
from models.crops import Pixels
from models.not_cards import KINDS, SIZE
from models.progress import told
from models.recogniser import Recogniser, load
from models.tables import Rows, columns


def picture(seed: int, number: int) -> tuple[str, Pixels]:
    """The kind and the picture `number` of a `seed`: uint8 640×960×3, under a light and through a lens of its own."""
    rng = np.random.default_rng([seed, number, 0x0CAD])
    kind = list(KINDS)[number % len(KINDS)]
    image = KINDS[kind](rng).astype(np.float32)
    left, right = rng.uniform(0.6, 1.15, 2)
    light = np.linspace(left, right, SIZE[0])[None, :, None]
    soft = cv2.GaussianBlur(image * light, (0, 0), float(rng.uniform(0.4, 1.6)))
    noisy = soft + rng.normal(0, rng.uniform(0.5, 6), soft.shape)
    return kind, np.clip(noisy, 0, 255).astype(np.uint8)


def alarms(recogniser: Recogniser, seed: int, count: int) -> Iterator[tuple[str, int, tuple[str, ...], int]]:
    """Kind, number, the cards named and the unsure ones of every picture."""
    for number in told(range(count), "Negatives"):
        kind, image = picture(seed, number)
        cards = recogniser.look(image).cards
        named = tuple(str(card.card) for card in cards if card.card is not None)
        yield kind, number, named, len(cards) - len(named)


@click.command()
@click.option("--count", type=click.IntRange(1), default=500, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--write", type=click.Path(path_type=Path), metavar="DIR", help="Write the pictures with an alarm here.")
@click.option("--threads", type=click.IntRange(1, 64))
def main(count: int, seed: int, write: Path | None, threads: int | None) -> None:
    """Make COUNT pictures without cards and print, by kind, in how many a card was named (the aim is none)."""
    recogniser = load(threads=threads)
    pictures, alarmed, unsure = Counter[str](), Counter[str](), Counter[str]()
    for kind, number, named, doubtful in alarms(recogniser, seed, count):
        pictures[kind] += 1
        unsure[kind] += doubtful > 0
        if named:
            alarmed[kind] += 1
            click.echo(f"picture {number} ({kind}): {' '.join(named)}")
            if write is not None:
                _keep(write, number, picture(seed, number)[1])
    rows: Rows = [("kind", "pictures", "card named", "unsure")]
    rows += [(kind, str(pictures[kind]), str(alarmed[kind]), str(unsure[kind])) for kind in pictures]
    rows.append(("sum", str(pictures.total()), str(alarmed.total()), str(unsure.total())))
    click.echo(columns(rows))


def _keep(folder: Path, number: int, image: Pixels) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.png").write_bytes(cv2.imencode(".png", image)[1].tobytes())
    except OSError as error:
        raise Fault(f"{folder}: {error.strerror or error}; name a folder that can be written") from None


if __name__ == "__main__":
    main()
