"""How a deck looks: a frozen description, drawn at random where a reader must not get used to one deck."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
import numpy as np

from models.faces.outline import Colour

Glyph = Literal["classic", "slab", "plain"]


class Style(msgspec.Struct, frozen=True):
    """One design. Colours are BGR, sizes in mm on a card of 63 × 88.

    `rank` and `suit` are the heights of the index's two signs, `gap` lies between them, `inset` is the distance of
    the index from the card's upper edge and `middle` that of its centre line from the left edge.
    `weight` and `stretch` thicken and widen the characters. `corners` is 2 or 4 indices.
    """

    rank: float = 15.0
    suit: float = 11.5
    gap: float = 1.3
    inset: float = 3.4
    middle: float = 8.6
    glyph: Glyph = "classic"
    weight: float = 1.0
    stretch: float = 0.96
    flat_three: bool = False
    sharp: bool = False
    corners: int = 2
    four_colour: bool = False
    court: Literal["figure", "letter"] = "figure"
    palette: int = 0
    back: Literal["lattice", "rings", "waves"] = "lattice"
    back_ink: Colour = (120, 46, 28)
    paper: Colour = (249, 252, 252)
    black: Colour = (32, 26, 26)
    red: Colour = (36, 28, 196)
    blue: Colour = (176, 74, 20)
    green: Colour = (40, 112, 18)

    def ink(self, suit: str) -> Colour:
        """The colour of a suit; the joker's star (`"*"`) is red."""
        if self.four_colour and suit in "dc":
            return self.blue if suit == "d" else self.green
        return self.black if suit in "sc" else self.red


#: The deck of the sample table: jumbo index, two colours.
STANDARD: Final = Style()

#: The same hand at the usual size of a poker deck's index.
SMALL_INDEX: Final = Style(rank=9.2, suit=7.2, gap=1.0, inset=3.2, middle=5.4, stretch=0.92)


def style(seed: int) -> Style:
    """A design drawn at random, the same for the same seed."""
    random = np.random.default_rng([seed, 0x0FACE])

    def near(value: float, spread: float) -> float:
        return float(value * random.uniform(1 - spread, 1 + spread))

    def shade(colour: Colour, by: int) -> Colour:
        light = int(random.integers(-by, by + 1))
        b, g, r = (int(np.clip(part + light + random.integers(-by // 4, by // 4 + 1), 0, 255)) for part in colour)
        return b, g, r

    base = STANDARD if random.random() < 0.5 else SMALL_INDEX
    rank = near(base.rank, 0.18)
    glyph: Glyph = ("classic", "slab", "plain")[int(random.integers(3))]
    stretch = near(0.95, 0.13)
    court: Literal["figure", "letter"] = "figure" if random.random() < 0.75 else "letter"
    back: Literal["lattice", "rings", "waves"] = ("lattice", "rings", "waves")[int(random.integers(3))]
    return Style(
        rank=rank,
        suit=near(base.suit, 0.15),
        gap=near(base.gap, 0.5),
        inset=near(base.inset, 0.25),
        middle=max(near(base.middle, 0.1), rank * 0.47 * stretch + 1.2),
        glyph=glyph,
        weight=near(1.0, 0.22),
        stretch=stretch,
        flat_three=bool(random.random() < 0.3),
        sharp=bool(random.random() < 0.5),
        corners=4 if random.random() < 0.25 else 2,
        four_colour=bool(random.random() < 0.3),
        court=court,
        palette=int(random.integers(4)),
        back=back,
        back_ink=shade(((120, 46, 28), (40, 30, 150), (60, 90, 30), (40, 36, 36))[int(random.integers(4))], 15),
        paper=shade((247, 250, 250), 5),
        black=shade((32, 28, 28), 24),
        red=shade((40, 34, 196), 32),
        blue=shade((176, 74, 20), 24),
        green=shade((40, 112, 18), 20),
    )
