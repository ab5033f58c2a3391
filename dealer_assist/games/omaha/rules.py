"""An Omaha house: the options, levels and bonuses of `houses/omaha.toml`, typed (O1–O9)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

import msgspec

from dealer_assist.betting import Limit, Stakes
from dealer_assist.games.omaha.schedule import Freezeout
from dealer_assist.house import HouseFile, Option
from dealer_assist.money import Rounding

#: Far above any table's chips; keeps every payout within what a journal and JSON can hold (64 bits).
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Blind = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Post = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Seats = Annotated[int, msgspec.Meta(ge=2, le=10)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=10)]
#: A seat's number, 0 for "as the rules say", -1 for nobody.
SeatOrNot = Annotated[int, msgspec.Meta(ge=-1, le=10)]
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
PerMille = Annotated[int, msgspec.Meta(ge=0, le=1000)]
#: "rule": as the house rule or the world rule has it.
Rule = Literal["loj", "world"]


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hand before: seats of its button and blinds (0 where there was none), who was dealt in, who went `bust` and
    whom the big blind has passed since (`missed`)."""

    button: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    small_blind: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    big_blind: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    seats: tuple[SeatNumber, ...] = ()
    bust: tuple[SeatNumber, ...] = ()
    missed: tuple[SeatNumber, ...] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values that one hand is played with; what each means stands beside it in `houses/omaha.toml`."""

    most_seats: Seats
    rule: Rule
    betting: Limit
    fixed_raises: Few
    fixed_late_bet: Few
    level: Annotated[int, msgspec.Meta(ge=0)]
    with_ante: bool
    tournament: Freezeout

    chips_a_point: Few
    most_buy_in: Chips
    cash_out_rounding: Rounding
    equal_value: bool
    bonus_for: Literal["shown", "winning"]

    rake: bool
    rake_per_mille: PerMille
    rake_threshold: Chips
    rake_most: Chips
    rake_rounding: Rounding
    rake_sharing: Literal["largest_remainder", "main_pot_first"]
    rake_without_flop: Literal["rule", "always", "never"]

    button: SeatNumber
    after: After
    button_moves: Literal["to_next", "dead"]
    ante: Post
    small_blind: Post
    big_blind: Blind
    heads_up_button: Literal["small", "big"]
    short_big_blind: Literal["full", "as_posted"]
    late_posts: Literal["rule", "always", "never"]
    missed_blinds: Literal["posted", "forgiven"]
    extra_posts: dict[str, Post]
    dead_posts: dict[str, Post]
    small_blind_seat: SeatOrNot
    big_blind_seat: SeatOrNot
    burn: bool

    least_raise: Literal["increment", "big_blind"]
    short_all_ins: Literal["add_up", "never"]
    short_sets_increment: bool
    raise_against_all_in: bool
    unmatched_joins: Literal["pot_below", "main_pot"]

    show_first: Literal["rule", "button_left", "aggressor"]
    aggressor_of: Literal["last_round", "hand"]
    first_may_muck: bool
    odd_chips: Literal["rule", "house", "one_each", "first"]

    flying_all_in: Literal["declared", "any"]
    flying_half_rounding: Rounding
    flying_chips: Literal["bet", "dead"]
    flying_check_blinds: Few
    flying_most: Few

    disclosed_penalty: Chips
    interfered_penalty: Chips
    penalty_from: Literal["chips", "bank"]

    no_game_pays: Literal["in_full", "in_parts"]
    inactive_percent: Percent
    inactive_most: Chips
    exposed_rounding: Rounding


_LAST_OF_CHAPTER: Final = {1: 5, 2: 5, 3: 2, 4: 7, 5: 7, 6: 5, 7: 3, 8: 3, 9: 5}
#: Every clause of the rules of Omaha, O1.1 to O9.5.
CLAUSES: Final = frozenset(
    f"O{chapter}.{number}" for chapter, last in _LAST_OF_CHAPTER.items() for number in range(1, last + 1)
)

#: The options that a round script may give (ROUND_SCRIPT), and what the stay at the table adds; others are the house's.
OF_A_ROUND: Final = frozenset(
    {
        "rule",
        "betting",
        "small_blind",
        "big_blind",
        "ante",
        "level",
        "with_ante",
        "tournament",
        "equal_value",
        "most_buy_in",
        "button",
        "after",
        "rake",
        "extra_posts",
        "dead_posts",
        "small_blind_seat",
        "big_blind_seat",
    }
)


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The blinds of a level, and its ante where antes are played (O1.5)."""

    small_blind: Post
    big_blind: Blind
    ante: Post


class OmahaHouse(HouseFile, frozen=True, forbid_unknown_fields=True):
    """An Omaha house file. `bonuses` are points by hand, as `four_of_a_kind` (O2.5)."""

    needs: ClassVar[frozenset[str]] = CLAUSES
    plays_with: ClassVar[type[msgspec.Struct]] = Options

    levels: tuple[Level, ...]
    bonuses: dict[str, Option]


def stakes_of(options: Options, big_blind: int) -> Stakes:
    """What the house's betting allows, at this big blind (O1.4, O5)."""
    return Stakes(
        options.betting,
        big_blind,
        options.fixed_raises,
        options.fixed_late_bet,
        options.short_all_ins,
        options.short_sets_increment,
        options.raise_against_all_in,
        options.least_raise,
        options.aggressor_of == "hand",
    )
