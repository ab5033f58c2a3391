"""What a house's own logic table leads to over all games, against the figures that are published (X6.2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from dealer_assist.odds import infinite
from dealer_assist.odds.exotics import FIVE, ONE_21, UNIQUE, Rules
from dealer_assist.odds.fair import Odds, odds_of
from dealer_assist.odds.simulation import Simulated, simulate
from dealer_assist.odds.table import INFINITE, Table, lay

#: Published, of the infinite deck before any card: per cent of games, and decimal odds.
PUBLISHED_EDGE: Final = "3.896031"
PUBLISHED_OUTCOMES: Final = {"win": "44.0", "tie": "8.1", "lose": "47.9"}
PUBLISHED_ROUNDS: Final = {2: "0.4", 3: "34.8", 4: "43.7", 5: "17.4", 6: "3.7"}
PUBLISHED_EXOTICS: Final = {"dealer_wins_or_ties_all": "3.76", FIVE: "7.46", UNIQUE: "6.00", ONE_21: "2.96"}

#: Exotics that are published as simulated.
SIMULATED: Final = (FIVE, UNIQUE, ONE_21)
#: Games at a time, each time with a seed of its own.
BATCH: Final = 10_000


class Facts(msgspec.Struct, frozen=True):
    """Over all games: a player's odds, how many betting rounds, the exotics exactly and as simulated."""

    player: Odds
    rounds: Mapping[int, Fraction]
    exotics: Mapping[str, Odds]
    simulated: Mapping[str, Simulated]

    @property
    def edge(self) -> Fraction:
        """What a player loses on the average, in points a point staked."""
        return self.player.lose - self.player.win


def facts(rules: Rules, games: int, seed: int, progress: Callable[[int], object]) -> Facts:
    """The facts of a house; `games` are simulated, whole batches of them, and `progress` is told how many are done."""
    table = lay(((),) * 4, (), INFINITE, rules.play)
    odds = odds_of(table, rules)
    player = odds.pop("player1")
    exotics = {name: odds[name] for name in PUBLISHED_EXOTICS if name in odds}
    return Facts(player, _rounds(table, rules), exotics, _simulated(table, rules, games, seed, progress))


def _rounds(table: Table, rules: Rules) -> Mapping[int, Fraction]:
    """Two with the dealer's one card, and one before each of the dealer's further cards (X3.2 to X3.4)."""
    found = dict.fromkeys(PUBLISHED_ROUNDS, Fraction(0))
    for (_, end), much in infinite.games(rules.play, table.hands, table.held, table.up).items():
        found[1 + end.cards] += much
    return found


def _simulated(
    table: Table, rules: Rules, games: int, seed: int, progress: Callable[[int], object]
) -> Mapping[str, Simulated]:
    batches = []
    for number in range(math.ceil(games / BATCH)):
        batches.append(simulate(table, rules, SIMULATED, BATCH, f"{seed} {number}"))
        progress(min(games, BATCH * len(batches)))
    return {name: _mean([batch[name] for batch in batches]) for name in SIMULATED} if batches else {}


def _mean(batches: list[Simulated]) -> Simulated:
    number = len(batches)
    error = math.sqrt(sum(one.error**2 for one in batches)) / number
    return Simulated(sum(one.win for one in batches) / number, error, sum(one.games for one in batches))
