"""Enrol a deck: fit the readers' last layers to pictures of it whose cards are known, and prove it on held-out ones.

The deck's view (as it is, or dark for light) is the one in which more corners read as a card. The readers guess which
corner is which of the picture's cards, learn from the clear ones, and guess again. Every figure is cross-validated:
a picture is read by layers that were fitted without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from dealer_assist.cards import Joker
from dealer_assist.sighting import Look, Point, SeenCard
from models.corners import CornerRecogniser, seen, sense
from models.crops import Corner, Pixels, cut_out
from models.dealt import Dealt
from models.deck_file import FORMAT, BadDeck, Deck, Facts
from models.enrolled import one_each, readers, tempered, weights_digest, with_jokers
from models.heads import Lesson, fit
from models.inner import Features, Inner, with_one
from models.joining import relation
from models.jokers import faint_locator, jokers, marks, opposite
from models.lessons import NO_CARD, Cuts, Found, allowed, cut_all, labelled, lessons
from models.lessons import place as place_of
from models.locating import Locator
from models.manifest import Labelled
from models.outcomes import Outcome, outcomes
from models.reading import Cuts as Sure
from models.reading import joint, judge
from models.views import VIEWS

Layers = tuple[Features, Features]

FOLDS: Final = 5
#: A deck is read with at least this confidence, and never with less than the shipped weights ask for, however well its
#: own pictures went. Below it, the confidences of two joined corners that are tried.
LEAST: Final = 0.98
_PAIRS: Final = (0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
#: Heights between a joker's two marks where no picture showed both.
_JOKER: Final = 5.0
_NOWHERE: Final = Path()


class Enrolment(msgspec.Struct, frozen=True, eq=False):
    """A deck, and what became of the cards of its pictures before and after, picture by picture."""

    deck: Deck
    before: tuple[Outcome, ...]
    after: tuple[Outcome, ...]
    corners: int


def enrol(plain: CornerRecogniser, name: str, dealt: Sequence[Dealt], tell: Callable[[str], None]) -> Enrolment:
    """Enrol the deck of `dealt`, whose cards are known. `tell` hears what is being done. Raises `BadDeck`."""
    inner = readers()
    base = (inner[0].weights, inner[1].weights)
    tell(f"looking for the corners in {len(dealt)} pictures")
    view, images, corners = _best_view(plain, dealt, faint_locator())
    found = _found(dealt, images, corners, inner)
    found = labelled(found, base, first=True)
    tell(f"cutting {len(found)} corners")
    cuts = cut_all(images, found, inner)
    every = np.ones(len(cuts.corner), bool)
    tell("learning")
    found = labelled(found, _fitted(base, cuts, found, every), first=False)
    learnt = sum(f.label not in (None, NO_CARD) for f in found)
    if not learnt:
        raise BadDeck("no index corner of the cards named was found: bring the camera nearer, or add light")
    layers = _fitted(base, cuts, found, every)
    apart, joker = corner_distance(found), joker_distance(found)
    tell("reading each picture by what the others taught")
    logits = _held_out(base, cuts, found, len(dealt))

    def read(sure: Sure) -> tuple[Outcome, ...]:
        return _outcomes(dealt, _looks(len(dealt), found, logits, sure, (apart, joker)))

    sure = _paired(_chosen(plain.cuts, found, logits), plain.cuts.paired, lambda cuts: sum(o.wrong for o in read(cuts)))
    cards = tuple(sorted({card for each in dealt for card in each.cards or ()}))
    facts = Facts(FORMAT, name, weights_digest(), view, sure, apart, joker, cards)
    before = _outcomes(dealt, [plain.look(each.image) for each in dealt])
    return Enrolment(Deck(facts, *layers), before, read(sure), learnt)


def _best_view(
    plain: CornerRecogniser, dealt: Sequence[Dealt], locator: Locator
) -> tuple[str, list[Pixels], list[list[Corner]]]:
    """The view in which the shipped readers see most: its name, the pictures in it, and their corners.

    What counts is what `CornerRecogniser.find` counts; corners that say nothing for certain are most in the wrong view.
    """
    best: tuple[float, str, list[Pixels], list[list[Corner]]] | None = None
    for name, view in VIEWS.items():
        images = [view(each.image) for each in dealt]
        corners = [locator.find(image)[0] if min(image.shape[:2]) >= 16 else [] for image in images]
        reads = [plain.reader.read(image, some) for image, some in zip(images, corners, strict=True)]
        weight = sum(sense(some) for some in reads)
        # Another view than the plain one must be clearly better.
        if best is None or weight > 1.3 * best[0] + 0.5:
            best = (weight, name, images, corners)
    assert best is not None
    return best[1:]


def _found(
    dealt: Sequence[Dealt], images: Sequence[Pixels], corners: Sequence[list[Corner]], inner: tuple[Inner, Inner]
) -> list[Found]:
    found = []
    for at, (each, image, some) in enumerate(zip(dealt, images, corners, strict=True)):
        tight, wide = (reader.features([cut_out(image, c, reader.cut) for c in some]) for reader in inner)
        found += [Found(at, c, tight[n], wide[n], allowed(each, c)) for n, c in enumerate(some)]
    return found


def _fitted(
    base: Layers, cuts: Cuts, found: Sequence[Found], use: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> Layers:
    tight, wide = lessons(cuts, found, use)
    return _fit(base[0], tight), _fit(base[1], wide)


def _fit(start: Features, lesson: Lesson) -> Features:
    return fit(start, lesson) if len(lesson.ranks) else start


def _held_out(base: Layers, cuts: Cuts, found: Sequence[Found], pictures: int) -> Layers:
    """Logits of every corner in both readers, from layers that were fitted without its picture."""
    tight, wide = (np.zeros((len(found), base[0].shape[1]), np.float32) for _ in range(2))
    folds = min(FOLDS, pictures)
    for fold in range(folds):
        layers = _fitted(base, cuts, found, cuts.picture % folds != fold)
        for at, each in enumerate(found):
            if each.picture % folds == fold:
                tight[at] = with_one(each.tight[None])[0] @ layers[0]
                wide[at] = with_one(each.wide[None])[0] @ layers[1]
    doubt = tempered([each.corner for each in found])
    return tight * doubt, wide * doubt


def _chosen(cuts: Sure, found: Sequence[Found], logits: Layers) -> Sure:
    """Temperatures and confidences for this deck: none of the held-out corners would be named wrongly alone."""
    known = [at for at, f in enumerate(found) if f.label is not None]
    truth = [place_of(found[at].label or NO_CARD) for at in known]
    temperatures = [_temperature(each[known], truth) for each in logits]
    warm = msgspec.structs.replace(cuts, tight_temperature=temperatures[0], wide_temperature=temperatures[1])
    reads = judge(logits[0][known], logits[1][known], warm)
    wrong = [
        read.confidence
        for at, read, place in zip(known, reads, truth, strict=True)
        if read.likely is not None
        and read.agreed
        and place_of(str(read.likely)) != place
        and (found[at].corner.heat >= cuts.heat or isinstance(read.likely, Joker))
    ]
    worst = max(wrong, default=0.0)
    named = min(max(LEAST, cuts.named, worst + 0.25 * (1 - worst)), 0.9999)
    # A deck that was taught dark is as well known there as a light one is.
    small, joker = max(named, cuts.small), max(named, cuts.joker)
    return msgspec.structs.replace(warm, named=named, small=small, dark=named, joker=joker, paired=named)


def _paired(cuts: Sure, least: float, wrong: Callable[[Sure], int]) -> Sure:
    """The lowest confidence of two corners that agree at which no held-out card is wrong, and a step more; `least`, the
    shipped one, is the lowest that is kept."""
    for at, low in enumerate(_PAIRS):
        if low >= cuts.named:
            break
        if not wrong(msgspec.structs.replace(cuts, paired=low)):
            return msgspec.structs.replace(cuts, paired=min(cuts.named, max(least, _PAIRS[at + 1])))
    return cuts


def _temperature(logits: Features, truth: Sequence[int]) -> float:
    """The temperature under which the held-out labels are likeliest."""

    def loss(t: float) -> float:
        return float(-joint(logits, t)[np.arange(len(truth)), truth].clip(-12).mean())

    return float(min(np.arange(0.7, 3.01, 0.1), key=loss))


def _looks(
    pictures: int, found: Sequence[Found], logits: Layers, sure: Sure, shape: tuple[Point | None, float | None]
) -> list[Look]:
    """What the held-out layers would say of each picture, as `enrolled.Enrolled` says it."""
    apart, joker = shape
    looks = []
    for picture in range(pictures):
        mine = [at for at, f in enumerate(found) if f.picture == picture]
        clear = [at for at in mine if found[at].corner.heat >= sure.heat]
        cards: tuple[SeenCard, ...] = ()
        if clear:
            cards = seen([found[at].corner for at in clear], judge(logits[0][clear], logits[1][clear], sure), sure)
        if apart is not None:
            cards = one_each(cards, apart)
        if joker is not None and mine:
            reads = judge(logits[0][mine], logits[1][mine], sure)
            cards = with_jokers(cards, jokers([found[at].corner for at in mine], reads, sure.joker, joker))
        looks.append(Look(cards, 0.0))
    return looks


def _outcomes(dealt: Sequence[Dealt], looks: Sequence[Look]) -> tuple[Outcome, ...]:
    found = []
    for each, look in zip(dealt, looks, strict=True):
        row = each.row or Labelled(0, _NOWHERE, "deck", each.cards or (), "", "")
        found += outcomes(row, look, each.cards or ())
    return tuple(found)


def corner_distance(found: Sequence[Found]) -> Point | None:
    """Where the opposite corner lies from a corner (right, down, in index heights), or None if no card showed both."""
    places = []
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            if one.picture != other.picture or one.label != other.label or one.label in (None, NO_CARD):
                continue
            related = relation(one.corner, other.corner)
            if related is not None and related[0] == "across":
                places.append(related[1:3])
    if len(places) < 3:
        return None
    right, down = np.median(np.array(places), axis=0)
    return round(float(right), 3), round(float(down), 3)


def joker_distance(found: Sequence[Found]) -> float | None:
    """How far apart the two marks of a joker are (`jokers.opposite`); None if no joker was seen."""
    places: list[float] = []
    for picture in {f.picture for f in found}:
        some = [f.corner for f in found if f.picture == picture and f.label == "Jk"]
        whole = marks(some, [1.0] * len(some))
        away = [opposite(one, two) for at, one in enumerate(whole) for two in whole[at + 1 :]]
        places += [each for each in away if each is not None]
    if places:
        return round(float(np.median(places)), 3)
    # One mark a joker is enough to read it.
    return _JOKER if any(f.label == "Jk" for f in found) else None
