"""What a shoe may still hold."""

from __future__ import annotations

import pytest

from dealer_assist.cards import CARDS, JOKER, parse
from dealer_assist.shoe import Shoe

ACE = parse("As")


def test_a_full_shoe() -> None:
    """Six decks and six jokers are 318 cards."""
    shoe = Shoe(6, 6)
    assert shoe.size == 318
    assert (shoe.holds(ACE), shoe.holds(JOKER)) == (6, 6)
    assert sum(shoe.left(()).values()) == 318


def test_what_has_left_is_gone() -> None:
    """The second ace of spades of one deck is impossible."""
    shoe = Shoe(1, 0)
    assert shoe.can_give(ACE, ())
    assert not shoe.can_give(ACE, (ACE,))
    assert not shoe.can_give(JOKER, ())
    assert shoe.left((ACE,))[ACE] == 0
    assert sum(shoe.left((ACE, parse("2h"))).values()) == 50
    assert set(shoe.left(())) == set(CARDS)


def test_more_than_the_shoe_had() -> None:
    """Says which card."""
    with pytest.raises(ValueError, match="2 of As have come, the shoe has 1"):
        Shoe(1, 0).left((ACE, ACE))
