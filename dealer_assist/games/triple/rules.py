"""A Triple house: the options and multiples of `houses/triple.toml`, typed (T0–T9)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from dealer_assist.house import HouseFile, Option, Pays
from dealer_assist.poker_hands import HANDS

Jokers = Annotated[int, msgspec.Meta(ge=0, le=12)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Seats = Annotated[int, msgspec.Meta(ge=1, le=7)]
Order = Literal["left", "right"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values that one round is played with."""

    decks: Positive
    jokers: Jokers
    most_seats: Seats
    bankrupt_below: Positive
    least_unit: Positive
    last_slot: bool
    war_choice_order: Order
    dealer_stands_on: Positive
    dealer_peek: bool
    blackjack_paid_at_once: bool
    premium_after_double: bool


_LAST_OF_CHAPTER: Final = {0: 1, 1: 4, 2: 3, 3: 6, 4: 7, 5: 9, 6: 6, 7: 3, 8: 4, 9: 4}
#: Every clause of the rules of Triple, T0.1 to T9.4, and T5 for what all premiums have in common.
CLAUSES: Final = frozenset(
    {f"T{chapter}.{number}" for chapter, last in _LAST_OF_CHAPTER.items() for number in range(1, last + 1)} | {"T5"}
)

#: The options that a round script may give (ROUND_SCRIPT); the others are the house's alone.
OF_A_ROUND: Final = frozenset(
    {"jokers", "last_slot", "dealer_peek", "war_choice_order", "blackjack_paid_at_once", "premium_after_double"}
)


class HouseOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same, each with its clause, as the file has them."""

    decks: Option[Positive]
    jokers: Option[Jokers]
    most_seats: Option[Seats]
    bankrupt_below: Option[Positive]
    least_unit: Option[Positive]
    last_slot: Option[bool]
    war_choice_order: Option[Order]
    dealer_stands_on: Option[Positive]
    dealer_peek: Option[bool]
    blackjack_paid_at_once: Option[bool]
    premium_after_double: Option[bool]


class War(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """T3.2–T3.4."""

    win: Pays
    lose: Pays
    go_to_war: Pays
    surrender: Pays


class Blackjack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """T4.2."""

    win: Pays
    blackjack: Pays
    lose: Pays
    push: Pays


class Insurance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """T4.5."""

    win: Pays
    lose: Pays


class Premiums(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"six_seven_eight": "678"}):
    """T5.1–T5.9, in the order of the clauses."""

    pure_bj: Pays
    six_seven_eight: Pays
    flush_678: Pays
    three_7: Pays
    flush_three_7: Pays
    six_under: Pays = msgspec.field(name="6_under")
    a_to_6: Pays
    perfect_smile: Pays
    last_of_joker: Pays


class Poker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """T6.3."""

    royal_flush: Pays
    straight_flush: Pays
    five_of_a_kind: Pays
    four_of_a_kind: Pays
    full_house: Pays
    flush: Pays
    straight: Pays
    defective_house: Pays
    three_of_a_kind: Pays
    two_pair: Pays
    high_pair: Pays
    low_pair: Pays
    nothing: Pays

    @cached_property
    def by_worth(self) -> tuple[tuple[str, Pays], ...]:
        """The hands, the one that pays most first, the stronger one where two pay alike (T6.4)."""
        named = [(name, getattr(self, name)) for name in HANDS]
        return tuple(sorted(named, key=lambda hand: hand[1].multiple, reverse=True))


class Joker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """T7.1 and, in the last slot, T7.3."""

    bonus: Pays
    last_slot: Pays


class Multiples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that pays."""

    war: War
    blackjack: Blackjack
    insurance: Insurance
    premiums: Premiums
    poker: Poker
    joker: Joker
    forced_push: Pays
    forced_win: Pays
    forced_pair: Pays


class TripleHouse(HouseFile, frozen=True, forbid_unknown_fields=True):
    """A Triple house file."""

    needs: ClassVar[frozenset[str]] = CLAUSES

    options: HouseOptions
    multiples: Multiples
