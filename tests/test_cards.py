"""Cards and their text."""

from __future__ import annotations

import pytest

from dealer_assist.cards import CARDS, DECK, JOKER, RANKS, SUITS, Joker, NotACard, Suited, parse


def test_every_card_is_the_card_of_its_text() -> None:
    """52 and the joker, all different."""
    assert len(set(CARDS)) == len({str(card) for card in CARDS}) == 53
    assert all(parse(str(card)) == card for card in CARDS)
    assert [str(card) for card in DECK] == [rank + suit for suit in SUITS for rank in RANKS]


@pytest.mark.parametrize(
    ("text", "card"),
    [("2s", Suited(2, "s")), ("9h", Suited(9, "h")), ("Td", Suited(10, "d")), ("Ac", Suited(14, "c")), ("Jk", JOKER)],
)
def test_what_a_text_names(text: str, card: Suited | Joker) -> None:
    """Rank 2–14 and suit; an ace is 14."""
    assert parse(text) == card


@pytest.mark.parametrize(
    "text", ["", "A", "as", "AS", "10h", "1h", "Ax", "Ah ", " Ah", "Joker", "JK", "jk", "??", "A♠"]
)
def test_what_names_no_card(text: str) -> None:
    """Refused with what was read and what is allowed."""
    with pytest.raises(NotACard, match="is no card: write rank"):
        parse(text)


@pytest.mark.parametrize("thing", [None, 1, ["As"], {"card": "As"}])
def test_what_is_no_text(thing: object) -> None:
    """Not even a TypeError."""
    with pytest.raises(NotACard):
        parse(thing)  # type: ignore[arg-type]  # the point of the test


def test_cards_are_values() -> None:
    """Equal by rank and suit, and no joker is an ace."""
    assert Suited(14, "s") == Suited(14, "s") != Suited(14, "h")
    assert Joker() == JOKER
    assert str(JOKER) not in {str(card) for card in DECK}
    with pytest.raises(AttributeError):
        Suited(2, "s").rank = 3  # type: ignore[misc]  # frozen
