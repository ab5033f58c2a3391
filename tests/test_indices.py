"""Letters of a house deck: what the readers don't know stays unsure, everything else is read as ever."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.sighting import Look, Quad, SeenCard
from models.indices import Lettered, unsafe, with_letters
from tests.pictures import Pixels

BOX: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
BLANK = np.zeros((20, 20, 3), np.uint8)


class Sees:
    """A recogniser that always sees the same cards."""

    name, digest = "sees", "5ee5"

    def __init__(self, *cards: str) -> None:
        self._cards = tuple(SeenCard(parse(card), BOX, 0.99) for card in cards)

    def look(self, image: Pixels) -> Look:
        return Look(self._cards, float(len(image)))


def said(letters: str, *cards: str) -> list[str]:
    look = with_letters(Sees(*cards), letters).look(BLANK)
    return ["?" if card.card is None else str(card.card) for card in look.cards]


def test_western_letters_change_nothing() -> None:
    plain = Sees("As")
    assert with_letters(plain, "AKQJ") is plain
    assert with_letters(plain, "akqj") is plain


def test_unknown_letters_are_unsure_and_pips_are_read() -> None:
    # German: the jack is a B, the queen a D; a B may look like an 8, a D like a ten.
    assert said("AKDB", "As", "Kh", "7c", "2d", "Qd", "Js", "8h", "Th", "Jk") == [
        "As", "?", "7c", "2d", "?", "?", "?", "?", "Jk",
    ]  # fmt: skip


def test_a_known_letter_that_means_another_rank_is_unsure() -> None:
    # A deck whose jack is printed K: neither a king nor a jack may be named.
    assert said("ARQK", "Ks", "Js", "Qs") == ["?", "?", "Qs"]


def test_a_letter_that_nothing_is_known_of_leaves_no_name_but_the_joker() -> None:
    assert said("AKQZ", "As", "2s", "Jk") == ["?", "?", "Jk"]


def test_the_digest_tells_the_letters_apart() -> None:
    digests = {with_letters(Sees("As"), letters).digest for letters in ("AKQJ", "AKDB", "ARDV")}
    assert len(digests) == 3
    assert Lettered(Sees(), "AKDB").name == "sees"


@pytest.mark.parametrize("letters", ["", "AKQ", "AKQJT", "AAQJ", "A QJ", "ÄKQJ", "AK-J"])
def test_what_are_no_four_letters_is_refused(letters: str) -> None:
    with pytest.raises(Fault, match="give the four letters of ace, king, queen and jack"):
        unsafe(letters)
