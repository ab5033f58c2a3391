"""Cards of decks that no training has seen, apart from each other on cloth, read by the shipped weights.

    python -m models.train.apart [--count 40] [--faces FACES]

Ten cards a picture of 1280×720, indices of 15–28 px, each card turned at random; dyed cloth, uneven light, ink washed
out in half of the pictures, blur, motion, grain, JPEG. The decks are styles of `models.faces` from number 40,000 on;
with `--faces` a family that `models.train.art` has rasterised serves instead (`FACES.npy` with `FACES.json`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import CARDS, DECK
from models import faces
from models.crops import Pixels
from models.progress import told
from models.recogniser import load
from models.scoring import line, score, table

_SIZE: Final = (1280, 720)
_EACH: Final = 10
_FIRST_STYLE: Final = 40_000
_STYLES: Final = 5_000
_TALL: Final = 460


class Pack(msgspec.Struct, frozen=True, eq=False):
    """Rasterised faces of 460 px (BGRA, in the order of `cards.DECK`) and the height of their index in them."""

    stack: Pixels
    index: float


def pack_of(path: Path) -> Pack:
    """What `models.train.art` wrote to `path`.npy and `path`.json."""
    _, top, _, bottom = json.loads(path.with_suffix(".json").read_bytes())["box"]
    return Pack(np.load(path.with_suffix(".npy"))[:52], float(bottom - top))


def _hand(rng: np.random.Generator, tall: float, pack: Pack | None) -> tuple[list[tuple[str, Pixels]], float]:
    """Ten cards with their faces, and the height of a card whose index is `tall` pixels."""
    if pack is not None:
        return [(str(DECK[at]), pack.stack[at]) for at in rng.permutation(52)[:_EACH]], tall * _TALL / pack.index
    style = faces.style(_FIRST_STYLE + int(rng.integers(_STYLES)))
    cards = [CARDS[at] for at in rng.permutation(52)[:_EACH]]
    height = tall / (style.rank + style.gap + style.suit) * 88
    return [(str(card), faces.face(card, _TALL, style)) for card in cards], height


def picture(number: int, pack: Pack | None = None) -> tuple[Pixels, tuple[str, ...]]:
    """Picture `number` and the cards in it."""
    rng = np.random.default_rng([number, 77, 2 if pack is None else 1])
    hand, height = _hand(rng, float(rng.uniform(15, 28)), pack)
    height = min(height, 330)
    dye = rng.integers(20, 130, 3).astype(np.float32)
    image = np.clip(dye + rng.normal(0, 5, (_SIZE[1], _SIZE[0], 1)), 0, 255).astype(np.float32)
    veil = float(rng.uniform(0.1, 0.55)) if rng.random() < 0.5 else 0.0
    for at, (_, face) in enumerate(hand):
        small = cv2.resize(face, (round(height * 63 / 88), round(height)), interpolation=cv2.INTER_AREA)
        across, down = small.shape[1] / 2, small.shape[0] / 2
        column, row = at % 5, at // 5
        x = _SIZE[0] * (column + 0.5) / 5 + float(rng.uniform(-15, 15))
        y = _SIZE[1] * (row + 0.5) / 2 + float(rng.uniform(-12, 12))
        turn = cv2.getRotationMatrix2D((across - 0.5, down - 0.5), float(rng.uniform(0, 360)), 1.0)
        turn[:, 2] += np.array([x - across, y - down])
        drawn = cv2.warpAffine(small, turn, _SIZE, flags=cv2.INTER_LINEAR).astype(np.float32)
        solid = drawn[..., 3:] / 255
        image = np.asarray(image * (1 - solid) + (drawn[..., :3] * (1 - veil) + veil * 235) * solid, np.float32)
    return _taken(rng, image), tuple(card for card, _ in hand)


def _taken(rng: np.random.Generator, image: NDArray[np.float32]) -> Pixels:
    """`image` under uneven light, as a camera of some dullness and a JPEG file give it."""
    left, right = rng.uniform(0.6, 1.1, 2)
    lit = image * np.linspace(left, right, _SIZE[0])[None, :, None] * rng.uniform(0.92, 1.08, 3)
    soft = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.3, 0.9)))
    if rng.random() < 0.25:
        soft = cv2.blur(soft, (1, 3) if rng.random() < 0.5 else (3, 1))
    noisy = soft + rng.normal(0, rng.uniform(0.5, 6), soft.shape)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
    jpeg = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--faces", type=Path)
    asked.add_argument("--threads", type=int)
    given = asked.parse_args()
    recogniser = load(threads=given.threads)
    pack = pack_of(given.faces) if given.faces else None
    counts, times = [], []
    for number in told(range(given.count), "Apart"):
        image, cards = picture(number, pack)
        look = recogniser.look(image)
        counts.append(score(look, cards))
        times.append(look.ms)
        named = [str(card.card) for card in look.cards if card.card is not None]
        if counts[-1].wrong:
            print(f"picture {number}: {' '.join(named)} named of {' '.join(cards)}")  # noqa: T201
    print(table([line("apart", False, counts, times)]))  # noqa: T201 -- reports to a terminal


if __name__ == "__main__":
    main()
