"""What became of every card of a picture: named rightly or as another, left unsure, not seen, or never there."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dealer_assist.sighting import Look, SeenCard
from models.manifest import Labelled

#: What is said of a card that is not named.
UNSURE, NOTHING = "unsure", "nothing"

Box = tuple[str, float, float, float, float]


class Outcome(msgspec.Struct, frozen=True):
    """One card: `truth` is its label (None: there is no such card), `said` a name, `"unsure"` or `"nothing"`.

    `seen` is what the recogniser saw, `where` a box (x, y, width, height) of the card in the manifest, if it has any.
    """

    truth: str | None
    said: str
    seen: SeenCard | None = None
    where: tuple[float, float, float, float] | None = None

    @property
    def right(self) -> bool:
        """Whether the card was named, and rightly."""
        return self.truth is not None and fits(self.said, self.truth)

    @property
    def wrong(self) -> bool:
        """Whether a card was named that is not there."""
        return self.said not in (UNSURE, NOTHING) and not self.right

    @property
    def missed(self) -> bool:
        """Whether a card of the picture was not named."""
        return self.truth is not None and not self.right


def fits(said: str, truth: str) -> bool:
    """Whether a name meets a label, of which perhaps only the rank is known (`"9?"`)."""
    if truth.endswith("?"):
        return said[:1] == truth[0] and said not in ("Jk", UNSURE, NOTHING)
    return said == truth


def boxes_of(row: Labelled) -> list[Box]:
    """The boxes of a manifest's row; a damaged list gives none, as boxes only help to show a card."""
    try:
        found = msgspec.json.decode(row.boxes or "[]", type=list[Box])
    except msgspec.MsgspecError:
        return []
    return [box for box in found if box[0] != "back"]


def outcomes(row: Labelled, look: Look, truth: Sequence[str] | None = None) -> list[Outcome]:
    """Every card of `row` and every card named in `look`, each once; the numbers agree with `scoring.count`.

    A wrong name is set against the missed card in whose box it stands, else against one of the same rank or suit,
    else against any that is left; an unsure card likewise.
    """
    left = sorted(row.cards if truth is None else truth, key=lambda card: card.endswith("?"))
    boxes = boxes_of(row)
    named = [card for card in look.cards if card.card is not None]
    found: list[Outcome] = []
    strangers: list[SeenCard] = []
    # Whole labels are met first, as in `scoring.count`.
    for whole in (True, False):
        for card in named if whole else strangers[:]:
            match = next((t for t in left if t.endswith("?") != whole and fits(str(card.card), t)), None)
            if match is None:
                if whole:
                    strangers.append(card)
                continue
            left.remove(match)
            if not whole:
                strangers.remove(card)
            found.append(Outcome(match, str(card.card), card, _box(boxes, match, card)))
    unsure = [card for card in look.cards if card.card is None]
    for card, said in [(c, str(c.card)) for c in strangers] + [(c, UNSURE) for c in unsure]:
        here = _here(card, left, boxes, said)
        if here is not None:
            left.remove(here)
        if here is not None or said != UNSURE:
            found.append(Outcome(here, said, card, _box(boxes, here, card) if here else None))
    return found + [Outcome(card, NOTHING, None, _box(boxes, card, None)) for card in left]


def _inside(card: SeenCard, box: Box) -> bool:
    x, y = card.centre
    _, left, top, width, height = box
    # Half a box of room: the box may be the index, and what was seen the card, or the other way round.
    return left - width / 2 <= x <= left + 1.5 * width and top - height / 2 <= y <= top + 1.5 * height


def _here(card: SeenCard, left: Sequence[str], boxes: Sequence[Box], said: str) -> str | None:
    """The missed card that stands where `card` was seen, or that it was most likely taken for."""
    there = [box[0] for box in boxes if _inside(card, box) and box[0] in left]
    if there:
        return there[0]
    if boxes and said == UNSURE:
        return None
    if said == UNSURE:
        return next(iter(left), None)
    return min(left, key=lambda card: (card[0] != said[0], card[1] != said[1]), default=None)


def _box(boxes: Sequence[Box], label: str, card: SeenCard | None) -> tuple[float, float, float, float] | None:
    own = [box for box in boxes if box[0] == label]
    if not own:
        return None
    best = next((box for box in own if card is not None and _inside(card, box)), own[0])
    return best[1:]
