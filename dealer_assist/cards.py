"""Playing cards and their text form: `"As"`, `"Td"`, joker `"Jk"` (ROUND_SCRIPT).

Every value round-trips through its text: `str(parse(text)) == text`.
"""

from __future__ import annotations

from typing import Final

import msgspec

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"

TEN: Final = 10
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13
ACE: Final = 14


class Suited(msgspec.Struct, frozen=True):
    """A card with `rank` 2–14 (ace high, T1.1) and `suit` one of `s h d c`."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit


class Joker(msgspec.Struct, frozen=True):
    """A joker; every joker of a shoe is like every other."""

    def __str__(self) -> str:
        return "Jk"


Card = Suited | Joker
JOKER: Final = Joker()

DECK: Final[tuple[Suited, ...]] = tuple(Suited(rank, suit) for suit in SUITS for rank in range(2, 15))
#: Every card there is, the joker last.
CARDS: Final[tuple[Card, ...]] = (*DECK, JOKER)
_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in CARDS}


class NotACard(ValueError):
    """Text that names no card; the message says what was read and what is allowed."""


def parse(text: str) -> Card:
    """The card that `text` names. Raises `NotACard` for anything else, `"10h"` and `"as"` included."""
    try:
        return _BY_TEXT[text]
    except (KeyError, TypeError):
        raise NotACard(
            f"{text!r} is no card: write rank {RANKS} and suit {SUITS} as in As, Td, 7h, or Jk for a joker"
        ) from None


def is_card(text: str) -> bool:
    """Whether `text` names a card."""
    return text in _BY_TEXT
