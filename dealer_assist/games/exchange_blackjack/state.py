"""What a game of Exchange Blackjack is at any moment: frozen, without hidden state."""

from __future__ import annotations

from typing import Literal

import msgspec

from dealer_assist.cards import Card
from dealer_assist.exposure import Outcome
from dealer_assist.game import Line
from dealer_assist.games.exchange_blackjack.selections import PLACES, SELECTIONS, Hands
from dealer_assist.orderbook import Market

#: Why a game was void (X4.8); empty where no reason was given.
Reason = Literal["", "wrong_place", "drawn_when_standing", "exposed_early"]


class Result(msgspec.Struct, frozen=True):
    """A settled selection: its outcome, the step of the card that made it certain, the clause that settled it."""

    outcome: Outcome
    after: int
    clause: str


class State(msgspec.Struct, frozen=True):
    """The game. `round` counts the betting rounds begun, `betting` says whether the last of them is still open.

    `results` are by selection, `commission` in cents by account once the game is over, `steps` the steps so far.
    """

    market: Market
    round: int = 1
    betting: bool = True
    hands: Hands = ((),) * len(PLACES)
    results: tuple[Result | None, ...] = (None,) * len(SELECTIONS)
    lines: tuple[Line, ...] = ()
    steps: int = 0
    over: bool = False
    void: Reason | None = None
    commission: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card dealt."""
        return tuple([card for hand in self.hands for card in hand])
