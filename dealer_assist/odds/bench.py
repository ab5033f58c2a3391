"""How long fair odds take: all eight selections of a table after the nine cards (X6.1)."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Final

from dealer_assist.cards import DECK, Card
from dealer_assist.odds.fair import all_odds
from dealer_assist.odds.table import INFINITE, Deck, StandingShoe

#: Seconds of processor time that the odds of one table may take at the most.
ALLOWED: Final = {"infinite": 0.05, "six decks": 0.5}
_DECKS: Final[dict[str, Deck]] = {"infinite": INFINITE, "six decks": StandingShoe(6)}

Nine = tuple[Sequence[Sequence[Card]], Sequence[Card]]


def measure(tables: int = 40, seed: int = 1) -> dict[str, float]:
    """Seconds of processor time for the odds of one table, by deck: the mean, and the worst under `… worst`.

    The tables are random, nine cards each, and none of them was met before; the process is warm from as many others.
    """
    found = {}
    for name, deck in _DECKS.items():
        decks = 1 if deck == INFINITE else 6
        for nine in _nine_cards(tables, decks, seed + 1):
            all_odds(*nine, deck)
        took = []
        for nine in _nine_cards(tables, decks, seed):
            began = time.process_time()
            all_odds(*nine, deck)
            took.append(time.process_time() - began)
        found[name] = sum(took) / tables
        found[f"{name} worst"] = max(took)
    return found


def _nine_cards(tables: int, decks: int, seed: int) -> Iterator[Nine]:
    chance = random.Random(seed)
    for _ in range(tables):
        cards = chance.sample(DECK * decks, 9)
        yield [cards[at : at + 2] for at in range(0, 8, 2)], cards[8:]
