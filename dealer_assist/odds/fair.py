"""The exact odds of every selection of a table (X6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from dealer_assist import house as houses
from dealer_assist.cards import Card
from dealer_assist.exposure import Outcome
from dealer_assist.games.exchange_blackjack.logic import outcome
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse, Options
from dealer_assist.odds import urn
from dealer_assist.odds.exotics import EXOTICS, Rules, exact
from dealer_assist.odds.hands import Hand, players_of
from dealer_assist.odds.infinite import dealer_ends, player_ends, up_cards
from dealer_assist.odds.shoe import DealerAfter, player_outcomes
from dealer_assist.odds.simulation import Simulated, simulate
from dealer_assist.odds.table import PLAYERS, Deck, NoOdds, Table, lay


class Odds(msgspec.Struct, frozen=True):
    """Exact probabilities of a selection, together 1; `tie` is a dead heat, which an exotic has not."""

    win: Fraction
    tie: Fraction
    lose: Fraction

    @property
    def fair(self) -> Fraction | None:
        """Decimal odds at which neither side gains, a dead heat paying half (X4.5); None if it can't win or tie."""
        worth = self.win + self.tie / 2
        return 1 / worth if worth else None


def fair_odds(
    players: Sequence[Sequence[Card]], dealer: Sequence[Card], deck: Deck, rules: Rules | None = None
) -> dict[str, Odds]:
    """The odds of `player1` to `player4`, and of every exotic that can be had exactly in the time.

    `players` are four hands and `dealer` one, as dealt so far. `deck` is `INFINITE` or a `StandingShoe`; `rules`
    those of the house that comes with the program unless given. Exotics that are missing: ask `all_odds`.
    Raises `NoOdds` for a table that no game can reach, and before the nine cards are complete.
    """
    rules = rules or built_in_rules()
    return odds_of(lay(players, dealer, deck, rules.play), rules)


class AllOdds(msgspec.Struct, frozen=True):
    """All eight selections: those that can be had exactly in the time, and the others by simulation."""

    exact: dict[str, Odds]
    simulated: dict[str, Simulated]


def all_odds(
    players: Sequence[Sequence[Card]],
    dealer: Sequence[Card],
    deck: Deck,
    rules: Rules | None = None,
    games: int | None = None,
) -> AllOdds:
    """As `fair_odds`, the missing exotics by `games` simulated games: none for 0, for None as the time allows.

    Where a shoe may run out before the game ends, an exotic may be in neither. Raises `NoOdds`.
    """
    rules = rules or built_in_rules()
    table = lay(players, dealer, deck, rules.play)
    odds = odds_of(table, rules)
    missing = [selection for selection in EXOTICS if selection not in odds]
    return AllOdds(odds, simulate(table, rules, missing, games) if games != 0 and missing else {})


def odds_of(table: Table, rules: Rules) -> dict[str, Odds]:
    """As `fair_odds`, of a table that was looked at. Raises `NoOdds` where the shoe may run out."""
    if table.left is None:
        found = [_infinite(table, hand, rules) for hand in table.hands]
    else:
        found = list(_shoe(table, rules, urn.shoe(table.left)))
    odds = dict(zip(PLAYERS, found, strict=True))
    for selection, win in exact(table, rules).items():
        odds[selection] = Odds(win, Fraction(0), 1 - win)
    return odds


def _infinite(table: Table, hand: Hand, rules: Rules) -> Odds:
    weights: dict[Outcome, int] = {"win": 0, "dead_heat": 0, "lose": 0}
    for held, up, weight in up_cards(table.held, table.up):
        dealers = dealer_ends(held)
        for last, much in player_ends(rules.play, hand, up).items():
            for rank, many in dealers.items():
                weights[outcome(last.rank, rank)] += weight * much * many
    return _odds(weights)


def _odds(weights: Mapping[Outcome, int | Fraction]) -> Odds:
    whole = sum(weights.values())
    return Odds(*(Fraction(weights[what]) / whole for what in ("win", "dead_heat", "lose")))


def _shoe(table: Table, rules: Rules, left: urn.Urn) -> Iterator[Odds]:
    after = DealerAfter(left, table.held)
    for name, hand in zip(PLAYERS, table.hands, strict=True):
        found = player_outcomes(rules.play, hand, table.up, after)
        if sum(found.values()) != 1:
            number = left.whole.index(0) - 1 if 0 in left.whole else 0
            raise NoOdds("X6.1", f"{number} cards are left in the shoe: {name} and the dealer may need more")
        yield _odds(found)


@lru_cache(maxsize=1)
def built_in_rules() -> Rules:
    """The rules of the house that comes with the program."""
    house = houses.load(houses.built_in("exchange_blackjack"), ExchangeHouse)
    return rules_of(house, house.played)


def rules_of(house: ExchangeHouse, options: Options) -> Rules:
    """What the odds need to know of a house and of a game's options."""
    return Rules(players_of(house.play), options.five_cards_counts, options.only_one_21_counts)
