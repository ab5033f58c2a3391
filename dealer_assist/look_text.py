"""A camera's look as JSON values, as a tape keeps it: what was seen in a picture, to be fused without the picture.

    {"ms": 31.2, "cards": [["Kh", [x1, y1, … x4, y4], 0.93, null], …], "hands": [[x1, y1, …], …], "moved": true}

A card that could not be read is `null`; `hands`, `fills` (`["seat1", 0.23, 0.18]`), `moved` and `shaken` stand only
where there is something to say.
"""

from __future__ import annotations

from typing import Any

from dealer_assist import cards
from dealer_assist.cards import NotACard
from dealer_assist.sighting import Fill, Look, Quad, SeenCard

JSON = dict[str, Any]


def look_body(look: Look) -> JSON:
    """The look as values; `look_of` gives back the very same."""
    seen = [
        [None if card.card is None else str(card.card), _flat(card.box), card.confidence, card.up]
        for card in look.cards
    ]
    body: JSON = {"ms": look.ms, "cards": seen}
    if look.hands:
        body["hands"] = [_flat(hand) for hand in look.hands]
    if look.fills:
        body["fills"] = [[fill.box, fill.share, fill.paper] for fill in look.fills]
    return body | {name: True for name in ("moved", "shaken") if getattr(look, name)}


def look_of(body: JSON) -> Look:
    """The look that was written. Raises `ValueError` for what is none."""
    try:
        seen = tuple(
            SeenCard(None if name is None else cards.parse(name), _quad(box), confidence, up)
            for name, box, confidence, up in body["cards"]
        )
        fills = tuple(Fill(*fill) for fill in body.get("fills", ()))
        hands = tuple(map(_quad, body.get("hands", ())))
        return Look(seen, body["ms"], hands, body.get("moved", False), body.get("shaken", False), fills)
    except (KeyError, TypeError, NotACard) as error:
        raise ValueError(f"no look of a camera: {error!r}") from error


def _flat(quad: Quad) -> list[float]:
    return [part for corner in quad for part in corner]


def _quad(flat: list[float]) -> Quad:
    x1, y1, x2, y2, x3, y3, x4, y4 = flat
    return (x1, y1), (x2, y2), (x3, y3), (x4, y4)
