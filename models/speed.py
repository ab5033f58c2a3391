"""How long a look takes: a frame of 1280×720 with eight cards, sixteen corners, drawn here.

python -m models.speed [--looks 30]
"""

from __future__ import annotations

import statistics
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK
from models import faces
from models.recogniser import Recogniser, load

#: Index height in the frame, pixels: what a camera two metres up gives for a jumbo index.
INDEX: Final = 27.0
CARDS: Final = 8


def frame(seed: int = 0, moved: float = 0.0) -> NDArray[np.uint8]:
    """Eight separate cards on a green table with a camera's noise; the last card lies `moved` pixels to the right."""
    rng = np.random.default_rng(seed)
    image = np.full((720, 1280, 3), (48.0, 100.0, 34.0))
    tall = INDEX * faces.HEIGHT / faces.index_size(DECK[0], faces.STANDARD)[1]
    wide = tall * faces.WIDTH / faces.HEIGHT
    for at in range(CARDS):
        face = faces.face(DECK[at * 7 % 52], 420)
        small = cv2.resize(face, (round(wide), round(tall)), interpolation=cv2.INTER_AREA)
        x, y = 70 + at % 4 * 300 + (moved if at == CARDS - 1 else 0), 90 + at // 4 * 330
        turn = cv2.getRotationMatrix2D((wide / 2, tall / 2), 9.0 * at - 30, 1.0)
        turn[:, 2] += np.array([x, y])
        drawn = cv2.warpAffine(small, turn, (1280, 720)).astype(np.float64)
        solid = drawn[..., 3:] / 255
        image = image * (1 - solid) + drawn[..., :3] * solid
    soft = cv2.GaussianBlur(image, (0, 0), 0.6) + rng.normal(0, 3, image.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def median_ms(recogniser: Recogniser, frames: list[NDArray[np.uint8]]) -> tuple[float, int]:
    """Median milliseconds a look after two to warm up, and the fewest cards named in a frame."""
    looks = [recogniser.look(image) for image in frames][2:]
    return statistics.median(look.ms for look in looks), min(
        sum(c.card is not None for c in look.cards) for look in looks
    )


@click.command()
@click.option("--looks", default=30, help="Frames to look at.")
def main(looks: int) -> None:
    """Print the medians on one thread and on two."""
    fresh = [frame(seed, moved=3.0 * seed) for seed in range(looks + 2)]
    still = [frame(seed) for seed in range(looks + 2)]
    for threads in (1, 2):
        for name, frames, what in (
            ("default", fresh, "every frame anew"),
            ("steady", fresh, "one card moving, the others kept"),
            ("steady", still, "nothing moving"),
        ):
            ms, named = median_ms(load(name, threads), frames)
            click.echo(
                f"{threads} thread{'s' * (threads > 1)}  {name:8}{what:34}{ms:7.1f} ms  {named} of {CARDS} cards named"
            )


if __name__ == "__main__":
    main()
