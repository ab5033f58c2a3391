"""Exotics by playing the game on, many times, from what is left: for those that are too long to be summed (X6.1).

`all_unique` is not counted but weighed: only cards not yet seen are drawn, and each game counts with the
probability that its cards were such. That leaves a fraction of the error that counting has.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Generic, TypeVar

import msgspec

from dealer_assist.cards import DECK, Suited
from dealer_assist.odds.exotics import UNIQUE, Rules
from dealer_assist.odds.hands import EMPTY, VALUES, End, Final21, Hand, Mask, Players, end, final, mask_of
from dealer_assist.odds.infinite import Together
from dealer_assist.odds.table import Table
from dealer_assist.odds.urn import value_of

#: Games of each simulation unless told otherwise, as the time allows.
GAMES_INFINITE: Final = 1000
GAMES_SHOE: Final = 4000
#: Three more for each player and four for the dealer.
MOST_CARDS_DRAWN: Final = 16

Last = TypeVar("Last")
#: Gives the value of the next card.
Draw = Callable[[], int]


class Simulated(msgspec.Struct, frozen=True):
    """The probability that an exotic wins, as found in so many games, and its standard error."""

    win: float
    error: float
    games: int


class Node(Generic[Last]):
    """A hand of a game that is played: what it finally is, or where each value of a card leads."""

    __slots__ = ("after", "last")

    def __init__(self, last: Last | None, after: Sequence[Node[Last]]) -> None:
        self.last = last
        self.after = after


@lru_cache(maxsize=60_000)
def _player_node(players: Players, hand: Hand, up: int) -> Node[Final21]:
    if not players.draws(hand, up):
        return Node(final(hand), ())
    return Node(None, [_player_node(players, hand.take(value), up) for value in VALUES])


@lru_cache(maxsize=60_000)
def _game_node(dealer: Hand, mask: Mask) -> Node[End]:
    over = end(dealer, mask)
    return Node(over, () if over is not None else [_game_node(dealer.take(value), mask) for value in VALUES])


def play_on(table: Table, players: Players, draw: Draw) -> tuple[Together, End]:
    """One game from `table` to its end; from an empty table the dealer's card is drawn first (X1.1 to X3.6)."""
    held, up = (table.held, table.up) if table.dealer else _first(draw())
    mask, of_21 = 0, 0
    for hand in table.hands:
        node = _player_node(players, hand, up)
        while node.last is None:
            node = node.after[draw() - 1]
        mask |= mask_of(node.last.rank)
        of_21 += node.last.is_21
    at = _game_node(held, mask)
    while at.last is None:
        at = at.after[draw() - 1]
    return Together(mask, min(2, of_21)), at.last


def _first(value: int) -> tuple[Hand, int]:
    return EMPTY.take(value), value


class Shuffled:
    """Cards from the infinite deck, or from a shoe without return."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self._values = [value_of(card) for card, number in _left(table).items() for _ in range(number)]
        self._returns = table.left is None
        self._random = chance.random
        self._taken: set[int] = set()

    def again(self) -> None:
        """Another game begins: what the last one drew is back."""
        self._taken.clear()

    def draw(self) -> int:
        """The value of the next card."""
        at = int(self._random() * len(self._values))
        if self._returns:
            return self._values[at]
        while at in self._taken:
            at = int(self._random() * len(self._values))
        self._taken.add(at)
        return self._values[at]


class Fresh:
    """Cards like none seen, and `weight`, the probability that a deal so far has only such."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        left = _left(table)
        # Cards are numbers here: they are looked for in what was drawn at every draw.
        fresh = [at for at, card in enumerate(DECK) if card not in table.cards and left[card]]
        self._copies = [left[card] for card in DECK]
        self._values = [value_of(card) for card in DECK]
        self._cards = [at for at in fresh for _ in range(self._copies[at])]
        self._returns = table.left is None
        self._whole = sum(left.values())
        self._random = chance.random
        self.again()

    def again(self) -> None:
        """Another game begins: what the last one drew is back."""
        self.weight = 1.0
        self._drawn: list[int] = []
        self._fresh = len(self._cards)

    def draw(self) -> int:
        """The value of the next card; with the weight 0 that of any card where no fresh one is left."""
        drawn = self._drawn
        self.weight *= self._fresh / (self._whole if self._returns else self._whole - len(drawn))
        if not self._fresh:
            return VALUES[-1]
        cards, number = self._cards, len(self._cards)
        at = cards[int(self._random() * number)]
        while at in drawn:
            at = cards[int(self._random() * number)]
        drawn.append(at)
        self._fresh -= self._copies[at]
        return self._values[at]


def _left(table: Table) -> Mapping[Suited, int]:
    return dict.fromkeys(DECK, 1) if table.left is None else table.left


def simulate(
    table: Table, rules: Rules, selections: Iterable[str], games: int | None = None, seed: int | str = 1
) -> dict[str, Simulated]:
    """The exotics of `selections`, from `games` games (2 or more) for those of the hands and as many for `all_unique`.

    The same seed gives the same figures. Nothing is found where the shoe may run out.
    """
    wanted = list(selections)
    if table.left is not None and sum(table.left.values()) < MOST_CARDS_DRAWN:
        return {}
    games = games or (GAMES_INFINITE if table.left is None else GAMES_SHOE)
    chance = random.Random(seed)
    found = _count(table, rules, [name for name in wanted if name != UNIQUE], games, chance)
    if UNIQUE in wanted:
        found[UNIQUE] = _weigh(table, rules.play, games, chance)
    return {name: found[name] for name in wanted}


def _count(table: Table, rules: Rules, names: Sequence[str], games: int, chance: random.Random) -> dict[str, Simulated]:
    if not names:
        return {}
    source = Shuffled(table, chance)
    ends: Counter[tuple[Together, End]] = Counter()
    for _ in range(games):
        source.again()
        ends[play_on(table, rules.play, source.draw)] += 1
    found = {}
    for name in names:
        won = rules.won(name)
        times = sum(number for what, number in ends.items() if won(*what))
        found[name] = _estimate(times, times, games)
    return found


def _weigh(table: Table, players: Players, games: int, chance: random.Random) -> Simulated:
    source = Fresh(table, chance)
    total = squares = 0.0
    for _ in range(games):
        source.again()
        play_on(table, players, source.draw)
        total += source.weight
        squares += source.weight * source.weight
    return _estimate(total, squares, games)


def _estimate(total: float, squares: float, games: int) -> Simulated:
    mean = total / games
    spread = max(0.0, squares / games - mean * mean) * games / (games - 1)
    return Simulated(mean, math.sqrt(spread / games), games)
