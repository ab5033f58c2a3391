"""What enrolling a deck is worth: ten pictures of a deck, then the figures on other pictures of it, before and after.

python -m models.enrol_check [--manifest PHOTOS/manifest.csv] [--seed 9001]

The first deck is drawn by us (a black one with pale indices, of a style that no training has seen); with --manifest,
the black deck `cadyzeblack` of the open photographs, from the ten that are named here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import CARDS, JOKER, Card
from models import faces
from models.corners import CornerRecogniser
from models.dealt import Dealt, of_manifest
from models.enrolled import of_deck
from models.enrolment import enrol
from models.manifest import Labelled, read_manifest
from models.recogniser import Recogniser, load
from models.scoring import Count, Line, line, score, table

Pixels = NDArray[np.uint8]

#: Ten photographs that show every rank, every suit and the joker.
TEN: Final = (7752, 7756, 7784, 7799, 7811, 7817, 7823, 7835, 7838, 7841)
HELD_OUT: Final = 14
_SIZE: Final = (1280, 720)


def black_deck(seed: int) -> faces.Style:
    """A deck drawn at random on black paper, silver and gold."""
    drawn = faces.style(seed)
    return msgspec.structs.replace(
        drawn, paper=(26, 24, 24), black=(205, 205, 200), red=(60, 165, 215), four_colour=False, corners=2
    )


def spread(cards: Sequence[Card], style: faces.Style, seed: int) -> Pixels:
    """`cards` side by side in two rows on cloth, each turned a little, seen by a camera."""
    rng = np.random.default_rng([seed, 0xDEC])
    cloth = np.array(((66, 104, 32), (112, 74, 26), (60, 66, 74), (40, 34, 112))[seed % 4], np.float32)
    image = np.clip(cloth + rng.normal(0, 5, (_SIZE[1], _SIZE[0], 1)), 0, 255).astype(np.float32)
    tall = 300 * float(rng.uniform(0.85, 1.0))
    for at, card in enumerate(cards):
        face = cv2.resize(
            faces.face(card, 420, style), (round(tall * 63 / 88), round(tall)), interpolation=cv2.INTER_AREA
        )
        x, y = 160 + at % 4 * 320 + rng.uniform(-12, 12), 185 + at // 4 * 350 + rng.uniform(-12, 12)
        turn = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), float(rng.uniform(-20, 20)), 1.0)
        turn[:, 2] += np.array([x - face.shape[1] / 2, y - face.shape[0] / 2])
        drawn = cv2.warpAffine(face, turn, _SIZE).astype(np.float32)
        solid = drawn[..., 3:] / 255
        image = np.asarray(image * (1 - solid) + drawn[..., :3] * solid, np.float32)
    left, right = rng.uniform(0.75, 1.1, 2)
    light = np.linspace(left, right, _SIZE[0])[None, :, None]
    soft = cv2.GaussianBlur(image * light, (0, 0), 0.8) + rng.normal(0, 4, image.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def drawn_deal(style: faces.Style, seed: int, pictures: int, each: int) -> list[Dealt]:
    """A whole deck and two jokers in `pictures` pictures of up to `each` cards, shuffled."""
    rng = np.random.default_rng([seed, 0xDEA1])
    pack: list[Card] = [*CARDS, JOKER]
    order = [pack[at] for at in rng.permutation(len(pack))]
    hands = [order[at * each : (at + 1) * each] for at in range(pictures)]
    return [
        Dealt(f"picture {at + 1}", spread(hand, style, seed * 100 + at), tuple(str(card) for card in hand))
        for at, hand in enumerate(hands)
        if hand
    ]


def scored(name: str, recogniser: Recogniser, dealt: Sequence[Dealt]) -> Line:
    """The figures of `recogniser` on pictures whose cards are known."""
    looks = [recogniser.look(each.image) for each in dealt]
    counts: list[Count] = [score(look, each.cards or ()) for look, each in zip(looks, dealt, strict=True)]
    return line(name, False, counts, [look.ms for look in looks])


def jokers_read(recogniser: Recogniser, dealt: Sequence[Dealt]) -> str:
    """Jokers named of those there."""
    there = sum((each.cards or ()).count("Jk") for each in dealt)
    read = [
        (sum(c.card == JOKER for c in recogniser.look(each.image).cards), (each.cards or ()).count("Jk"))
        for each in dealt
    ]
    return f"jokers: {sum(min(pair) for pair in read)} of {there}, {sum(max(0, a - b) for a, b in read)} too many"


def photographed(manifest: Path) -> tuple[list[Labelled], list[Labelled]]:
    """The ten photographs of the black deck, and the others."""
    rows = [row for row in read_manifest(manifest) if row.source == "cadyzeblack"]
    ten = [row for row in rows if any(str(number) in row.path.stem for number in TEN)]
    return ten, [row for row in rows if row not in ten]


def compare(name: str, plain: CornerRecogniser, ten: Sequence[Dealt], others: Sequence[Dealt]) -> list[Line]:
    """Enrol from `ten`, print and return the figures on `others` before and after."""
    deck = of_deck(plain, enrol(plain, name, ten, lambda text: click.echo(f"{name}: {text}", err=True)).deck)
    found = [scored(f"{name} before", plain, others), scored(f"{name} enrolled", deck, others)]
    click.echo(table(found))
    click.echo(f"{jokers_read(plain, others)} before; {jokers_read(deck, others)} enrolled\n")
    return found


@click.command()
@click.option("--manifest", type=click.Path(path_type=Path), help="The open photographs, for their black deck.")
@click.option("--seed", default=9001, show_default=True, help="Of the deck that is drawn and of how it is dealt.")
@click.option("--threads", type=click.IntRange(1, 64))
def main(manifest: Path | None, seed: int, threads: int | None) -> None:
    """Print the figures before and after."""
    plain = load(threads=threads)
    assert isinstance(plain, CornerRecogniser)
    style = black_deck(seed)
    ten = drawn_deal(style, seed, 10, 6)
    others = drawn_deal(style, seed + 1, 7, 8) + drawn_deal(style, seed + 2, HELD_OUT - 7, 8)
    compare("drawn deck", plain, ten, others)
    if manifest is not None:
        first, rest = photographed(manifest)
        compare("cadyzeblack", plain, of_manifest(first), of_manifest(rest))


if __name__ == "__main__":
    main()
