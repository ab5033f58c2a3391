"""A Triple house: the options and multiples of `houses/triple.toml`, typed (T0–T9)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from dealer_assist.house import HouseFile, Pays
from dealer_assist.money import Rounding
from dealer_assist.poker_hands import HANDS

Jokers = Annotated[int, msgspec.Meta(ge=0, le=12)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Seats = Annotated[int, msgspec.Meta(ge=1, le=7)]
#: Cards of a blackjack hand: two to begin with, six at most (T4.7).
HandCards = Annotated[int, msgspec.Meta(ge=2, le=6)]
Total = Annotated[int, msgspec.Meta(ge=2, le=21)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values that one round is played with; what each means stands beside it in `houses/triple.toml`."""

    rounding: Rounding

    decks: Positive
    jokers: Jokers
    most_seats: Seats

    plain_third_is_all_in: bool
    bankrupt_below: Positive
    least_unit: Positive

    war_for_less: bool
    returned_stake_pays_for_war: bool
    war_choice_order: Literal["left", "right"]

    dealer_stands_on: Positive
    dealer_hits_soft: bool
    dealer_peek: bool
    blackjack_paid_at_once: bool
    both_blackjack_push: bool
    dealer_blackjack_beats_21: bool
    original_stake_only: bool
    player_21_stands: bool
    bust_loses_at_once: bool
    double_most_cards: HandCards
    double_from: Total
    double_to: Total
    double_for_less: bool
    split_21_is_blackjack: bool
    split_hand_premium: bool
    insurance_under: Literal["ace", "ace_or_ten"]
    insurance_rounding: Rounding
    insurance_all_in: bool
    insurance_of_blackjack: bool
    hole_always_turned: bool
    dealer_always_draws: bool
    complete_at: HandCards

    premium_after_double: bool
    premium_after_war: bool
    soft_16_counts: bool
    joker_16_counts: bool

    insured_loss_fills: Literal["always", "not_bust", "never"]
    low_ace_straight: bool
    joker_in_defective_house: bool
    short_hand_pays: bool
    poker_hand_counts: Literal["pays_most", "ranks_highest"]
    poker_after_split: Literal["all_cards", "first_hand"]
    split_fills_if: Literal["either", "both"]
    poker_deal: Literal["one_each", "seat_by_seat"]
    poker_settled: Literal["when_complete", "at_the_end"]

    joker_bonus_stake: Literal["as_it_stands", "unit"]
    joker_bonus_on_split: Literal["hand", "both_hands"]
    every_joker_pays: bool
    bonus_pays_for_stakes: bool
    joker_beats_ace: bool
    joker_makes_blackjack: bool
    joker_counts_for_premiums: bool
    last_slot: bool
    buy_in_raises_seated_with: bool
    restore_after_settlements: bool

    joker_pushes_insurance: bool
    made_hand: Literal["pays", "six_cards"]
    made_hand_of: Literal["every_seat", "filled_seats"]

    game_begins: Literal["settled", "first_card"]
    void_replaces_war: bool
    misdeal_pushes_insurance: bool
    wrong_cards_replace: bool


_LAST_OF_CHAPTER: Final = {0: 1, 1: 4, 2: 3, 3: 6, 4: 7, 5: 9, 6: 6, 7: 3, 8: 4, 9: 4}
#: Every clause of the rules of Triple, T0.1 to T9.4, and T5 for what all premiums have in common.
CLAUSES: Final = frozenset(
    {f"T{chapter}.{number}" for chapter, last in _LAST_OF_CHAPTER.items() for number in range(1, last + 1)} | {"T5"}
)

#: The options that a round script may give (ROUND_SCRIPT); the others are the house's alone.
OF_A_ROUND: Final = frozenset(
    {"jokers", "last_slot", "dealer_peek", "war_choice_order", "blackjack_paid_at_once", "premium_after_double"}
)


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
        return tuple(sorted(self.by_rank, key=lambda hand: hand[1].multiple, reverse=True))

    @cached_property
    def by_rank(self) -> tuple[tuple[str, Pays], ...]:
        """The hands, the strongest first."""
        return tuple([(name, getattr(self, name)) for name in HANDS])


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
    plays_with: ClassVar[type[msgspec.Struct]] = Options

    multiples: Multiples
