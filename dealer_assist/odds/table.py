"""A table as it lies, read strictly: a state that no game can reach has no odds (X6.1, X1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

import msgspec

from dealer_assist.cards import Card, Joker, Suited
from dealer_assist.faults import Fault
from dealer_assist.odds.hands import EMPTY, Hand, Mask, Players, dealer_draws, end, final, hand_of, mask_of
from dealer_assist.odds.urn import value_of
from dealer_assist.shoe import Shoe

INFINITE: Final = "infinite"
PLAYERS: Final = ("player1", "player2", "player3", "player4")


class StandingShoe(msgspec.Struct, frozen=True):
    """A shoe of `decks` decks as it stands; `gone` are cards that left it and are not on this table."""

    decks: int
    gone: tuple[Card, ...] = ()


Deck = Literal["infinite"] | StandingShoe


class NoOdds(Fault):
    """A table of which there are no odds; `clause` says which rule it is against."""

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(why)
        self.clause = clause


class Table(msgspec.Struct, frozen=True, dict=True):
    """The cards of one game so far, and what is left of each card: None for the infinite deck.

    Made by `lay`, which has looked at whether a game can come to it.
    """

    players: tuple[tuple[Suited, ...], ...]
    dealer: tuple[Suited, ...]
    left: Mapping[Suited, int] | None

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The players' hands."""
        return tuple(hand_of(cards) for cards in self.players)

    @cached_property
    def held(self) -> Hand:
        """The dealer's hand."""
        return hand_of(self.dealer)

    @property
    def up(self) -> int:
        """The value of the dealer's first card; 0 before it lies."""
        return value_of(self.dealer[0]) if self.dealer else 0

    @cached_property
    def cards(self) -> tuple[Suited, ...]:
        """Every card on the table."""
        return tuple(card for cards in (*self.players, self.dealer) for card in cards)

    @property
    def is_empty(self) -> bool:
        """Before the first card."""
        return not self.cards


def lay(players: Sequence[Sequence[Card]], dealer: Sequence[Card], deck: Deck, play: Players) -> Table:
    """The table with these cards, each hand's in the order in which they came. Raises `NoOdds`."""
    if len(players) != len(PLAYERS):
        raise NoOdds("X6.1", f"{len(players)} players' hands: there are always four, Player 1 to 4")
    table = Table(tuple(_suited(cards) for cards in players), _suited(dealer), None)
    if deck != INFINITE:
        table = Table(table.players, table.dealer, _left(table, deck))
    if not table.is_empty:
        _look(table, play)
    elif deck != INFINITE:
        raise NoOdds("X6.1", "before the first card there are odds of the infinite deck only")
    return table


def _suited(cards: Sequence[Card]) -> tuple[Suited, ...]:
    suited = tuple(card for card in cards if not isinstance(card, Joker))
    if len(suited) < len(cards):
        raise NoOdds("X1.2", "Jk: this game has no jokers")
    return suited


def _left(table: Table, shoe: StandingShoe) -> Mapping[Suited, int]:
    try:
        left = Shoe(shoe.decks, jokers=0).left((*shoe.gone, *table.cards))
    except ValueError as error:
        raise NoOdds("X1.2", f"{error}: gone and the table together may hold no more") from None
    return {card: number for card, number in left.items() if isinstance(card, Suited)}


def _look(table: Table, play: Players) -> None:
    """Whether a game can come to this. Raises `NoOdds`."""
    if not table.dealer or any(len(cards) < 2 for cards in table.players):
        raise NoOdds("X6.1", "the deal is not complete: two cards to each player and one to the dealer (X3.2)")
    drawing: str | None = None
    mask: Mask = 0
    for name, cards, hand in zip(PLAYERS, table.players, table.hands, strict=True):
        if drawing is not None and len(cards) > 2:
            raise NoOdds("X6.1", f"{name} has drawn before {drawing} has drawn to its end (X3.3)")
        _look_at_hand(name, cards, table.up, play)
        if play.draws(hand, table.up):
            drawing = drawing or name
        mask |= mask_of(final(hand).rank)
    if drawing is not None and len(table.dealer) > 1:
        raise NoOdds("X6.1", f"the dealer has a second card and {drawing} is still to draw (X3.3)")
    _look_at_dealer(table.dealer, mask)


def _look_at_hand(name: str, cards: Sequence[Suited], up: int, play: Players) -> None:
    for number in range(2, len(cards)):
        if not play.draws(hand_of(cards[:number]), up):
            raise NoOdds("X6.1", f"{name} has {_text(cards[:number])} and takes no {cards[number]} (X5.1)")


def _look_at_dealer(cards: Sequence[Suited], mask: Mask) -> None:
    held = EMPTY.take(value_of(cards[0]))
    for number, card in enumerate(cards[1:], 1):
        if not dealer_draws(held):
            raise NoOdds("X6.1", f"the dealer has {_text(cards[:number])} and takes no {card} (X1.3)")
        if end(held, mask) is not None:
            raise NoOdds(
                "X6.1", f"with the dealer's {_text(cards[:number])} the game is over: no {card} follows (X3.6)"
            )
        held = held.take(value_of(card))


def _text(cards: Sequence[Suited]) -> str:
    return " ".join(map(str, cards))
