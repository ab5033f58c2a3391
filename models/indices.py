"""The letters of a house deck's ace, king, queen and jack, where they are not A, K, Q and J.

The readers know A K Q J alone. On a deck with other letters a letter that they know may mean another card (a German
B is a jack and looks like an 8, a French D is a queen), so only what can't be mistaken keeps its name: a court or ace
whose own letter is printed as the readers know it. Everything else that could be one of the deck's letters is unsure.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import msgspec

from dealer_assist.cards import ACE, JACK, KING, QUEEN, Card, Suited
from dealer_assist.faults import Fault
from dealer_assist.sighting import Look

if TYPE_CHECKING:
    from models.crops import Pixels
    from models.recogniser import Recogniser

#: The letters that the readers know, in the order of the option: ace, king, queen, jack.
KNOWN: Final = "AKQJ"
_RANKS: Final = (ACE, KING, QUEEN, JACK)
#: What a letter that the readers don't know is taken for, by rank: printed, they look alike.
_LIKE: Final[dict[str, tuple[int, ...]]] = {
    "B": (8, 3, 6, KING),
    "D": (10, QUEEN, 8),
    "R": (KING, ACE, 8),
    "V": (ACE, 7),
    "T": (7, JACK),
    "E": (3, 8, KING),
    "1": (7, 10, JACK, ACE),
    "S": (5, 8, 3),
    "C": (QUEEN, 6, 10),
    "G": (6, QUEEN),
    "O": (QUEEN, 10),
    "H": (KING, ACE),
}


def unsafe(letters: str) -> frozenset[int]:
    """The ranks (2–14) that must not be named on a deck with `letters` for ace, king, queen and jack.

    Raises `Fault` unless there are four letters, all different.
    """
    asked = letters.upper()
    if len(asked) != 4 or len(set(asked)) != 4 or not asked.isascii() or not asked.isalnum():
        raise Fault(f"indices {letters!r}: give the four letters of ace, king, queen and jack, as in AKQJ or ADBK")
    found: set[int] = set()
    for rank, letter, own in zip(_RANKS, asked, KNOWN, strict=True):
        if letter == own:
            continue
        found.add(rank)
        if letter in KNOWN:
            found.add(_RANKS[KNOWN.index(letter)])
        else:
            found.update(_LIKE.get(letter, tuple(range(2, ACE + 1))))
    return frozenset(found)


class Lettered:
    """A recogniser for a deck with other letters: cards that these could be taken for are unsure."""

    def __init__(self, inner: Recogniser, letters: str) -> None:
        self._inner, self._unsafe = inner, unsafe(letters)
        self.name = inner.name
        self.digest = hashlib.sha256(f"{inner.digest}/{letters.upper()}".encode()).hexdigest()

    def look(self, image: Pixels) -> Look:
        """As the inner recogniser, with fewer names."""
        look = self._inner.look(image)
        cards = tuple(msgspec.structs.replace(c, card=None) if self._doubtful(c.card) else c for c in look.cards)
        return Look(cards, look.ms)

    def _doubtful(self, card: Card | None) -> bool:
        return isinstance(card, Suited) and card.rank in self._unsafe


def with_letters(recogniser: Recogniser, letters: str) -> Recogniser:
    """`recogniser` itself for `"AKQJ"`, else with the letters that it does not know left unsure."""
    asked = letters.upper()
    return recogniser if asked == KNOWN else Lettered(recogniser, asked)
