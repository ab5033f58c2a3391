"""What a shoe of `decks` decks and `jokers` jokers may still hold (T1.2).

A card more than the shoe has of it is impossible: a misread, a foreign card, or an unburned one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from dealer_assist.cards import CARDS, DECK, Card, Joker


class Shoe(msgspec.Struct, frozen=True):
    """The composition of a full shoe; `clause` is the rule that says so."""

    decks: int
    jokers: int
    clause: str | None = None

    def holds(self, card: Card) -> int:
        """How many of `card` a full shoe has."""
        return self.jokers if isinstance(card, Joker) else self.decks

    def can_give(self, card: Card, out: Sequence[Card]) -> bool:
        """Whether another `card` may come when `out` have left the shoe."""
        return out.count(card) < self.holds(card)

    def left(self, out: Iterable[Card]) -> dict[Card, int]:
        """Cards still inside, with their number; raises `ValueError` if `out` holds more than the shoe had."""
        gone = Counter(out)
        left = {card: self.holds(card) - gone[card] for card in CARDS}
        for card, number in left.items():
            if number < 0:
                raise ValueError(f"{gone[card]} of {card} have come, the shoe has {self.holds(card)}")
        return left

    @property
    def size(self) -> int:
        """Cards in a full shoe."""
        return self.decks * len(DECK) + self.jokers
