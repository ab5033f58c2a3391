"""`python -m tests.readers`: the recogniser beside the classic outline-and-template reader, on the same drawn pictures.

Two kinds, drawn from seeds that no training uses: a camera's frames of tables in play (decks that neither reader knows,
index 16 to 25 px, cards that touch and overlap, chips, arms, print), and eight separate cards of a deck whose very
drawings the classic reader has as templates. Only cards whose index is free count as missed.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK
from kiosk.figures import Peer, Row, table
from models import film_check, speed
from models.recogniser import Recogniser, load
from tests.classic_reader import Classic

#: Tables and pictures of separate cards.
TABLES: Final = 12
SEPARATE: Final = 12
#: Of each table every so many frames; its first ones show an empty felt.
_EVERY: Final = 16

#: A picture, the cards whose index is free, and all that lie there face up.
Shown = tuple[NDArray[np.uint8], frozenset[str], frozenset[str]]


def in_play(seed: int = 77) -> Iterator[Shown]:
    """Frames of tables in play."""
    for number in range(TABLES):
        played = film_check.drawn(seed, number)
        for at, (scene, image) in enumerate(film_check.frames(played, seed + number)):
            if at and at % _EVERY == 0:
                clear = frozenset(str(card) for card, _ in played.table.truth(scene))
                yield image, clear, frozenset(str(place.card) for place in scene.cards if place.card is not None)


def separate() -> Iterator[Shown]:
    """Eight separate cards of the plain deck."""
    cards = frozenset(str(DECK[at * 7 % 52]) for at in range(speed.CARDS))
    for seed in range(SEPARATE):
        yield speed.frame(100 + seed), cards, cards


def read(reader: Recogniser, pictures: Iterable[Shown]) -> tuple[float, float, float]:
    """Recall and precision in hundredths, and the median of milliseconds a picture."""
    asked = right = named = wrong = 0
    took = []
    for image, clear, there in pictures:
        look = reader.look(image)
        took.append(look.ms)
        said = [str(card.card) for card in look.cards if card.card is not None]
        asked, right = asked + len(clear), right + len(clear & {*said})
        named, wrong = named + len(said), wrong + sum(card not in there for card in said)
    return 100 * right / asked, 100 * (named - wrong) / named if named else 0.0, statistics.median(took)


def rows() -> Iterator[Row]:
    """Both readers on both kinds of pictures, each on one thread."""
    ours, classic = load("default", 1), Classic()
    for what, drawn in (("tables in play", in_play), ("separate cards of a deck it has as templates", separate)):
        pictures = list(drawn())
        found, theirs = read(ours, pictures), read(classic, pictures)
        for kind, unit, mine, other in zip(
            ("recall", "precision", "time"), ("%", "%", "ms"), found, theirs, strict=True
        ):
            yield Row(f"{len(pictures)} pictures of {what}: {kind}", mine, unit, Peer("outline and template", other))


def main() -> None:
    """Print the figures."""
    print(table(rows()))


if __name__ == "__main__":
    main()
