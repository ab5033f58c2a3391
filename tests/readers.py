"""`python -m tests.readers`: the recogniser beside the classic outline-and-template reader, on the same drawn pictures.

Two kinds, drawn here: what a camera sees of tables in play (decks that neither reader knows, index 16 to 25 px, cards
that touch and overlap, chips, arms, print), and the classic reader's own ground: eight large cards apart on plain felt,
of decks whose very drawings are its templates. Only a card whose index is free counts as missed.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK
from kiosk.figures import Peer, Row, table
from models import film_check
from models.faces import face, style
from models.recogniser import Recogniser, load
from models.stage.film import scenes
from tests.classic_reader import Classic

#: Tables, with a picture every so many seconds once the deal has begun; and pictures of cards apart.
TABLES: Final = 4
EVERY_S: Final = 2.5
APART: Final = 8
_FELT: Final = (60, 110, 30)

#: A picture, the cards whose index is free, and all that lie there face up.
Shown = tuple[NDArray[np.uint8], frozenset[str], frozenset[str]]


def in_play(seed: int = 77) -> Iterator[Shown]:
    """Pictures of tables in play."""
    for number in range(TABLES):
        played = film_check.drawn(seed, number)
        for _, scene in itertools.islice(scenes(played.table, played.events, played.until_s, 1 / EVERY_S), 1, None):
            clear = frozenset(str(card) for card, _ in played.table.truth(scene))
            there = frozenset(str(place.card) for place in scene.cards if place.card is not None)
            yield np.asarray(played.table.picture(scene, number), np.uint8), clear, there


def apart() -> Iterator[Shown]:
    """Eight large cards apart, each picture of another deck and turned a little."""
    for number in range(APART):
        picture = np.full((720, 1280, 3), _FELT, np.uint8)
        cards = [DECK[(number + at * 7) % 52] for at in range(8)]
        for at, card in enumerate(cards):
            drawn = face(card, 280, style(number % 8))[..., :3]
            y, x = 60 + at // 4 * 320, 70 + at % 4 * 290
            picture[y : y + drawn.shape[0], x : x + drawn.shape[1]] = drawn
        turn = cv2.getRotationMatrix2D((640, 360), number - 3.5, 1)
        turned = np.asarray(cv2.warpAffine(picture, turn, (1280, 720), borderValue=_FELT), np.uint8)
        names = frozenset(map(str, cards))
        yield turned, names, names


class Read(NamedTuple):
    """Recall and precision in hundredths, the latter None where no card was named; milliseconds a picture, median."""

    recall: float
    precision: float | None
    ms: float


def read(reader: Recogniser, pictures: Iterable[Shown]) -> Read:
    """How well and how fast a reader reads."""
    asked = right = named = wrong = 0
    took = []
    for image, clear, there in pictures:
        look = reader.look(image)
        took.append(look.ms)
        said = [str(card.card) for card in look.cards if card.card is not None]
        asked, right = asked + len(clear), right + len(clear & {*said})
        named, wrong = named + len(said), wrong + sum(card not in there for card in said)
    return Read(100 * right / asked, 100 * (named - wrong) / named if named else None, statistics.median(took))


def rows() -> Iterator[Row]:
    """Both readers on both kinds of pictures, each on one thread."""
    ours, classic = load("default", 1), Classic()
    for what, drawn in (("tables in play", in_play), ("large cards apart, decks that are templates", apart)):
        pictures = list(drawn())
        found, theirs = read(ours, pictures), read(classic, pictures)
        for kind, unit, mine, other in zip(Read._fields, ("%", "%", "ms"), found, theirs, strict=True):
            if mine is not None:
                peer = None if other is None else Peer("outline and template", other)
                yield Row(f"{what}, {len(pictures)} pictures: {'time' if kind == 'ms' else kind}", mine, unit, peer)


def main() -> None:
    """Print the figures."""
    print(table(rows()))


if __name__ == "__main__":
    main()
