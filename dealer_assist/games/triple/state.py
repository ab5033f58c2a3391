"""What a Triple round is at any moment: frozen, without hidden state."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from dealer_assist.cards import Card
from dealer_assist.game import Line

Phase = Literal["bets", "war", "ties", "second", "insurance", "play", "hit", "dealer", "poker", "over"]
#: What became of a seat's war: `tie` still has to choose.
WarResult = Literal["", "win", "lose", "tie", "go_to_war", "surrender"]

#: The clause of the lines that give back a stake added by a double or split that a dealer's blackjack did not take.
RETURNED: Final = "T4.3"


class Hand(msgspec.Struct, frozen=True):
    """A blackjack hand: `stake` in points; `standing` takes no more cards, `decided` has its line."""

    cards: tuple[Card, ...]
    stake: int
    doubled: bool = False
    standing: bool = False
    decided: bool = False


class Seat(msgspec.Struct, frozen=True):
    """A player. A stake is what still lies on the table: 0 once it is settled.

    `insurance` is None until the player has answered; `fill` the poker cards; `filled` whether more come (T6.2);
    `bonus` what jokers have paid in this round (T7).
    """

    number: int
    chips: int
    seated_with: int
    unit: int = 0
    all_in: bool = False
    war: int = 0
    war_result: WarResult = ""
    hands: tuple[Hand, ...] = ()
    insurance: int | None = None
    poker: int = 0
    filled: bool = False
    fill: tuple[Card, ...] = ()
    bonus: int = 0

    @property
    def playing(self) -> bool:
        """Whether the seat has bet this round."""
        return self.unit > 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """All the player's cards: both hands after a split, then the poker cards (T6.5)."""
        if len(self.hands) == 1:
            return self.hands[0].cards + self.fill
        return tuple([card for hand in self.hands for card in hand.cards]) + self.fill

    @property
    def is_split(self) -> bool:
        """Whether the aces were split."""
        return len(self.hands) == 2


class State(msgspec.Struct, frozen=True):
    """The round. `dealer` holds the dealer's cards (None = face down, not read); `hole_down` until it is turned.

    `seat` and `hand` (0 or 1) say whose turn it is in play; `out` every card that left the shoe in this round,
    burned ones included; `house` what the house has won so far on settled stakes; `lines` those in force.
    """

    phase: Phase
    seats: tuple[Seat, ...]
    dealer: tuple[Card | None, ...] = ()
    hole_down: bool = False
    seat: int = 0
    hand: int = 0
    out: tuple[Card, ...] = ()
    house: int = 0
    lines: tuple[Line, ...] = ()
