"""What a device may say: the words in which a shoe and a camera speak to the table.

A shoe's decoder turns bytes into `Sighting`s, a recogniser turns one picture into a `Look`.
Neither knows the game; where a card should be and whether it may be there is decided in `fusion`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from dealer_assist.cards import Card

Kind = Literal[
    "card",
    "burn",
    "card_outside",
    "repeat",
    "cut",
    "started",
    "standby",
    "result",
    "error",
    "error_cleared",
    "locked",
    "unlocked",
    "preset",
    "hello",
    "heartbeat",
    "garbled",
]

#: Kinds that a dealer or a rule must hear of; the others only show that the link lives.
TELLING: Final[frozenset[Kind]] = frozenset({"card", "burn", "card_outside", "cut", "error", "garbled"})


class Sighting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a shoe said.

    `byte` is the offset of the frame's first byte in the stream since the device was opened.
    `card` is set where the shoe named one, `draw` and `sequence` where the protocol numbers its frames,
    `code` with `error` and `error_cleared`, `why` with `garbled`; `text` is a `hello`'s own words.
    """

    byte: int
    kind: Kind
    card: Card | None = None
    draw: int | None = None
    sequence: int | None = None
    code: int | None = None
    why: str | None = None
    text: str | None = None


Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


class SeenCard(msgspec.Struct, frozen=True):
    """A card in a picture: its name, or None for *there is a card, unsure which*.

    `box` holds the four corners, clockwise, in pixels of the picture that was given, of what was read:
    the card's index corner, or the whole card where the reader found it. `confidence` is 0–1.
    `up` is the direction in which the card's top points, in degrees clockwise from up, None if not known.
    """

    card: Card | None
    box: Quad
    confidence: float
    up: float | None = None

    @property
    def centre(self) -> Point:
        """The middle of `box`, in pixels."""
        return sum(x for x, _ in self.box) / 4, sum(y for _, y in self.box) / 4


class Fill(msgspec.Struct, frozen=True):
    """How much of a box looks otherwise than the bare felt, 0–1, and how much of it does so and is white as paper."""

    box: str
    share: float
    paper: float


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """All cards that a recogniser found in one picture.

    `hands` are parts of the picture where something moves or covers the felt; `moved` tells that the camera looks
    elsewhere than where the boxes were drawn, `shaken` that it seems to, in this picture at least. `fills` says of each
    box whether something lies there, named or not.
    """

    cards: tuple[SeenCard, ...]
    ms: float
    hands: tuple[Quad, ...] = ()
    moved: bool = False
    shaken: bool = False
    fills: tuple[Fill, ...] = ()
