"""The exotics of a table, exactly (X2.2, X3.5, X3.6): what is not worth its time is left out, `simulation` has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, Literal

import msgspec

from dealer_assist.games.exchange_blackjack.logic import FIVE_CARDS
from dealer_assist.odds import infinite, shoe, urn
from dealer_assist.odds.hands import End, Players
from dealer_assist.odds.infinite import Together
from dealer_assist.odds.table import Table

Counted = Literal["all", "players"]

DEALER_WINS: Final = "dealer_wins_or_ties_all"
FIVE: Final = "five_cards"
UNIQUE: Final = "all_unique"
ONE_21: Final = "only_one_21"
EXOTICS: Final = (DEALER_WINS, FIVE, UNIQUE, ONE_21)

#: Draws of all players together that are still weighed one by one: a part of the time that the odds may take.
MOST_INFINITE: Final = 250
MOST_SHOE: Final = 1500


class Rules(msgspec.Struct, frozen=True):
    """What of a house the odds depend on: the players' logic and what two exotics count (X2.2)."""

    play: Players
    five_cards_counts: Counted = "all"
    only_one_21_counts: Counted = "all"

    def won(self, selection: str) -> Callable[[Together, End], bool]:
        """What wins an exotic that depends on the hands only."""
        everyone = self.five_cards_counts if selection == FIVE else self.only_one_21_counts
        with_dealer = everyone == "all"
        won: dict[str, Callable[[Together, End], bool]] = {
            DEALER_WINS: lambda together, end: not end.beaten,
            FIVE: lambda together, end: bool(together.mask >> FIVE_CARDS & 1) or (with_dealer and end.five_cards),
            ONE_21: lambda together, end: together.of_21 + (with_dealer and end.is_21) == 1,
        }
        return won[selection]


Games = Mapping[tuple[Together, End], Fraction]


def exact(table: Table, rules: Rules) -> dict[str, Fraction]:
    """The probability that an exotic wins, of each that can be had exactly in the time."""
    most = MOST_INFINITE if table.left is None else MOST_SHOE
    drawn = None if table.is_empty else shoe.all_players_draw(rules.play, table.hands, table.up, most)
    found: dict[str, Fraction] = {}
    games = _games(table, rules, drawn)
    if games is not None:
        for selection in (DEALER_WINS, FIVE, ONE_21):
            won = rules.won(selection)
            found[selection] = sum((much for what, much in games.items() if won(*what)), Fraction(0))
    unique = _unique(table, drawn)
    if unique is not None:
        found[UNIQUE] = unique
    return {selection: found[selection] for selection in EXOTICS if selection in found}


def _games(table: Table, rules: Rules, drawn: shoe.Drawn | None) -> Games | None:
    if table.left is None:
        return infinite.games(rules.play, table.hands, table.held, table.up)
    if drawn is None:
        return None
    games = shoe.games(drawn, table.held, urn.shoe(table.left))
    # A shoe that may run out leaves games without an end.
    return games if sum(games.values()) == 1 else None


def _unique(table: Table, drawn: shoe.Drawn | None) -> Fraction | None:
    if len(set(table.cards)) < len(table.cards):
        return Fraction(0)
    if drawn is None:
        return None
    fresh = urn.unlike_infinite(table.cards) if table.left is None else urn.unlike(table.left, table.cards)
    return shoe.all_games(drawn, table.held, fresh)
