"""A recogniser that knows one deck: the shipped one with the deck's own last layers, view and corner distance."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import Joker
from dealer_assist.faults import Fault
from dealer_assist.sighting import Look, Point, Quad, SeenCard
from models.corners import CornerRecogniser
from models.crops import TIGHT, WIDE, Corner, Pixels, cut_out, tight_input, wide_input
from models.deck_file import BadDeck, Deck, read_deck
from models.inner import Features, Inner, with_one
from models.jokers import covers, faint_locator, jokers
from models.reading import Cuts, Read, Reader
from models.recogniser import WEIGHTS, Recogniser
from models.steady import STILL, Steady, shrunk
from models.views import VIEWS

#: How far from the deck's own place the opposite corner may stand, as a share of the distance: a slant moves it.
_SLACK: Final = 0.22
#: The same for two corners with one name.
_WIDE_SLACK: Final = 0.4
_CLEAR_TALL: Final = 24.0


def readers() -> tuple[Inner, Inner]:
    """The shipped tight and wide reader, opened up."""
    return (
        Inner(WEIGHTS / "tight.onnx", TIGHT, tight_input),
        Inner(WEIGHTS / "wide.onnx", WIDE, wide_input),
    )


def tempered(corners: Sequence[Corner]) -> Features:
    """N×1 factors for logits: what a few pictures taught is believed less of an index under `_CLEAR_TALL` pixels."""
    return np.array([[min(1.0, corner.tall / _CLEAR_TALL) ** 2] for corner in corners], np.float32)


class DeckReader(Reader):
    """The two readers with other last layers; may stand wherever `reading.Reader` does."""

    def __init__(self, inner: tuple[Inner, Inner], tight: Features, wide: Features, cuts: Cuts) -> None:
        # The nets are run by `inner`, which stops a layer earlier.
        self._inner, self._last, self._cuts = inner, (tight, wide), cuts

    def logits(self, image: Pixels, corners: Sequence[Corner]) -> tuple[Features, Features]:
        """N×19 logits of the tight and of the wide reader."""
        tight, wide = (
            with_one(inner.features([cut_out(image, corner, inner.cut) for corner in corners])) @ last
            for inner, last in zip(self._inner, self._last, strict=True)
        )
        doubt = tempered(corners)
        return tight * doubt, wide * doubt


class DeckRecogniser(CornerRecogniser):
    """The shipped recogniser with a deck's readers. The deck's view is the only one: no negative of it is tried."""

    def find(self, image: Pixels) -> tuple[list[Corner], list[Read], float]:
        """The corners of a picture, what they say, and the side that served."""
        corners, side = self.locator.find(image)
        return corners, self.reader.read(image, corners), side


class Enrolled:
    """A recogniser of one deck. Cards of other decks are read as well as the deck's layers allow, or unsure."""

    def __init__(self, inner: Recogniser, reader: DeckReader, deck: Deck) -> None:
        """`inner` reads with the deck's layers what the deck's view shows (`enrolled` puts them together)."""
        self.name, self._inner, self._facts = f"{inner.name} of {deck.facts.name}", inner, deck.facts
        self._reader = reader
        self._faint = faint_locator() if deck.facts.joker is not None else None
        held = (deck.tight.tobytes(), deck.wide.tobytes(), msgspec.json.encode(deck.facts))
        self.digest = hashlib.sha256(b"".join((inner.digest.encode(), *held))).hexdigest()
        self._view = VIEWS[deck.facts.view]
        self._last: tuple[object, tuple[SeenCard, ...]] = (None, ())
        self._small: NDArray[np.int16] | None = None

    def look(self, image: Pixels) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR), the surest first."""
        began = time.perf_counter()
        seen = self._view(image)
        look = self._inner.look(seen)
        # A still frame gives the very same cards. No cards are the same in every frame: a joker may have come or gone.
        if look.cards is not self._last[0] or (not look.cards and self._has_changed(seen)):
            self._last = look.cards, self._cards(seen, look.cards)
        return Look(self._last[1], round((time.perf_counter() - began) * 1000, 2))

    def _has_changed(self, image: Pixels) -> bool:
        """Whether `image` is another than the last without cards that was asked about."""
        if self._faint is None or min(image.shape[:2]) < 16:
            return False
        before, small = self._small, shrunk(image)
        if before is not None and before.shape == small.shape and float(np.abs(small - before).max()) <= STILL:
            return False
        self._small = small
        return True

    def _cards(self, image: Pixels, cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
        found = one_each(cards, self._facts.apart) if self._facts.apart else cards
        if self._faint is None or self._facts.joker is None or min(image.shape[:2]) < 16:
            return found
        corners, _ = self._faint.find(image)
        reads = self._reader.read(image, corners)
        return with_jokers(found, jokers(corners, reads, self._facts.cuts.joker, self._facts.joker))


def with_jokers(cards: Sequence[SeenCard], found: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """`cards` with the jokers `found` in place of whatever was seen of them.

    Where a card with another name lies in a joker's box, both may be right or one wrong: the joker is unsure. So is one
    among `cards` that is not found again: something lies there.
    """
    lost = [c for c in cards if isinstance(c.card, Joker) and not any(covers(j, c) or covers(c, j) for j in found)]
    others = [card for card in cards if not isinstance(card.card, Joker)]
    others += [msgspec.structs.replace(card, card=None) for card in lost]
    out = []
    for joker in found:
        inside = [card for card in others if covers(joker, card)]
        doubted = any(card.card is not None for card in inside)
        others = [card for card in others if card.card is not None or card not in inside]
        out.append(msgspec.structs.replace(joker, card=None) if doubted else joker)
    return tuple(sorted([*others, *out], key=lambda card: -card.confidence))


def enrolled(recogniser: Recogniser, path: Path) -> Recogniser:
    """`recogniser` (as `models.recogniser.load` gives it) for the deck in the file at `path`.

    Raises `BadDeck` for a file that is none, or that was enrolled with other weights.
    """
    return of_deck(recogniser, read_deck(path), str(path))


def of_deck(recogniser: Recogniser, deck: Deck, name: str = "this deck") -> Recogniser:
    """As `enrolled`, for a deck in hand; `name` is for the message."""
    plain = recogniser if isinstance(recogniser, CornerRecogniser) else getattr(recogniser, "_inner", None)
    if not isinstance(plain, CornerRecogniser):
        raise Fault(f"recogniser {recogniser.name!r} can't take an enrolled deck; use 'default' or 'steady'")
    inner = readers()
    fits = (len(deck.tight), len(deck.wide)) == tuple(len(each.weights) for each in inner)
    if deck.facts.weights != weights_digest() or not fits:
        raise BadDeck(f"{name}: enrolled with other weights than this program's; enrol the deck again")
    reader = DeckReader(inner, deck.tight, deck.wide, deck.facts.cuts)
    own = DeckRecogniser(plain.name, plain.digest, plain.locator, reader, deck.facts.cuts)
    return Enrolled(type(recogniser)(own) if isinstance(recogniser, Steady) else own, reader, deck)


def weights_digest() -> str:
    """Changes with the readers' weights, to which a deck's last layers belong."""
    return hashlib.sha256(b"".join((WEIGHTS / f).read_bytes() for f in ("tight.onnx", "wide.onnx"))).hexdigest()[:16]


def one_each(cards: Sequence[SeenCard], apart: Point) -> tuple[SeenCard, ...]:
    """`cards` with the two corners of a card made one where they stand as far apart as the deck's do.

    Equal names, or a name and an unsure corner, become the card; two names that differ become an unsure one.
    """
    out: list[SeenCard] = []
    for card in cards:
        twin = next((at for at, other in enumerate(out) if _twins(card, other, apart)), None)
        if twin is None:
            out.append(card)
            continue
        first = out[twin]
        differ = first.card is not None and card.card is not None and first.card != card.card
        best = first if first.card is not None else card
        out[twin] = msgspec.structs.replace(
            best, card=None if differ else best.card, box=_around(first, card), confidence=first.confidence
        )
    return tuple(out)


def _frame(card: SeenCard) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Middle, unit vector of "down", and height of what was read."""
    corners = np.array(card.box)
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    tall = float(np.hypot(*down))
    return corners.mean(axis=0), down / max(tall, 1e-6), tall


def _twins(one: SeenCard, other: SeenCard, apart: Point) -> bool:
    """Whether two indices, each read alone, stand as the two of one card."""
    (a, down, tall), (b, down_b, tall_b) = _frame(one), _frame(other)
    if float(down @ down_b) > -0.8 or not 0.5 < tall / max(tall_b, 1e-6) < 2:
        return False
    right = np.array([down[1], -down[0]])
    size = (tall + tall_b) / 2
    place = np.array([(b - a) @ right, (b - a) @ down]) / size
    slack = _WIDE_SLACK if one.card is not None and one.card == other.card else _SLACK
    return float(np.hypot(*(place - apart))) < slack * float(np.hypot(*apart))


def _around(one: SeenCard, other: SeenCard) -> Quad:
    """The card between two opposite indices."""
    _, down, _ = _frame(one)
    right = np.array([down[1], -down[0]])
    points = np.array([*one.box, *other.box])
    along, across = points @ down, points @ right
    low, high = (across.min(), along.min()), (across.max(), along.max())
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    a, b, c, d = ((round(float(p[0]), 1), round(float(p[1]), 1)) for p in (right * x + down * y for x, y in corners))
    return a, b, c, d
