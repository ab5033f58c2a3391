"""An Exchange Blackjack house: the options and the logic table of `houses/exchange_blackjack.toml`, typed (X1–X6)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from dealer_assist.games.exchange_blackjack.logic import Logic, Row, ready
from dealer_assist.house import HouseFile

Positive = Annotated[int, msgspec.Meta(ge=1)]
#: Chips as people write them: `"10.00"`.
Amount = Annotated[str, msgspec.Meta(pattern=r"^(0|[1-9][0-9]{0,12})\.[0-9]{2}\Z")]
#: Per cent, in its shortest form, up to 100.
PerCent = Annotated[str, msgspec.Meta(pattern=r"^(100|(0|[1-9][0-9]?)(\.[0-9]{0,5}[1-9])?)\Z")]
Counted = Literal["all", "players"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values that one game is played with; what each means stands beside it in the house file."""

    decks: Positive | Literal["infinite"]

    five_cards_counts: Counted
    only_one_21_counts: Counted

    round_seconds: Positive
    early_close: bool
    nine_cards: Literal["dealer_between", "dealer_last"]
    foreseen: Literal["dealer", "all"]

    least_stake: Amount
    trade_at: Literal["resting", "incoming"]
    rest_of_partial: Literal["stands", "lapses"]
    own_orders: Literal["passed_over", "matched"]
    netting: bool
    gains_staked_at_once: bool
    commission: PerCent
    commission_rounding: Literal["down", "up"]
    half_cent_to: Literal["backer", "layer"]
    void_returns: Literal["unsettled", "all"]

    odds_for_players: bool


_LAST_OF_CHAPTER: Final = {1: 4, 2: 3, 3: 6, 4: 8, 5: 2, 6: 2}
#: Every clause of the rules of Exchange Blackjack, X1.1 to X6.2.
CLAUSES: Final = frozenset(
    f"X{chapter}.{number}" for chapter, last in _LAST_OF_CHAPTER.items() for number in range(1, last + 1)
)

#: The options that a round script may give (ROUND_SCRIPT); the others are the house's alone.
OF_A_ROUND: Final = frozenset({"decks", "commission", "five_cards_counts", "only_one_21_counts"})


class ExchangeHouse(HouseFile, frozen=True, forbid_unknown_fields=True):
    """An Exchange Blackjack house file."""

    needs: ClassVar[frozenset[str]] = CLAUSES
    plays_with: ClassVar[type[msgspec.Struct]] = Options

    logic: dict[str, Row]

    def __post_init__(self) -> None:
        """Refuses a logic table with a row too many or too few."""
        _ = self.play

    @cached_property
    def play(self) -> Logic:
        """The logic table, ready to be asked."""
        return ready(self.logic)
