"""What lies on the staged table at one moment: plain values, the only thing that a picture depends on."""

from __future__ import annotations

import msgspec

from dealer_assist.cards import Card
from dealer_assist.sighting import Point


class Place(msgspec.Struct, frozen=True):
    """A card on the table; `card` None = face down, so that a hidden card can't reach a picture.

    `box` is a box of the table, as `"seat1"` or `"dealer"`, `hand` 0 or (after a split) 1, `order` its place in the
    hand's fan. `throw` is any number: another one makes the card lie a little otherwise.
    """

    box: str
    card: Card | None
    order: int
    hand: int = 0
    throw: int = 0


class Arm(msgspec.Struct, frozen=True):
    """A forearm over the felt, its fingertips at `tip`, coming from `elbow` (mm on the table, see `Layout`).

    `carries` puts a card, back upwards, under the fingertips. `sleeve` numbers the cloth: 0 is the dealer's.
    """

    tip: Point
    elbow: Point
    carries: bool = False
    sleeve: int = 0


class Scene(msgspec.Struct, frozen=True):
    """All that lies on the table. `chips` are (box, amount): the n-th entry of a box stands in its n-th circle.

    `bump` is how far the camera was pushed since the boxes were drawn: across, down (px), turned (degrees).
    `is_covered`: something lies on the lens.
    """

    cards: tuple[Place, ...] = ()
    chips: tuple[tuple[str, int], ...] = ()
    arms: tuple[Arm, ...] = ()
    bump: tuple[float, float, float] | None = None
    is_covered: bool = False
