"""What a Triple house costs, by playing it: rounds from shuffled shoes through the same rules as the table.

A round is a table round (T1.4) with every seat betting. Each is dealt from a full, freshly shuffled shoe, so
rounds owe each other nothing and the error of a figure is that of a ratio of two sums over rounds. The
rounds are cut into batches of fixed size, each with a seed of its own: a figure depends on the seed and not on
how many processes worked. Sums are whole numbers; only the final division is not.
"""

from __future__ import annotations

import math
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations_with_replacement
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import fold
from dealer_assist.cards import CARDS, Card
from dealer_assist.fold import Point
from dealer_assist.game import Bet, Bets, Choice, Deal, Dealt, Event, Line, Over, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.triple import Triple
from dealer_assist.house_play import Play

#: The three games, as a line names them.
GAMES: Final = ("war", "blackjack", "poker")
#: Points: no multiple with two decimals is rounded at this unit, so the figures are the pay table's own.
UNIT: Final = 100
#: Points: no play ever lacks them.
CHIPS: Final = 10**9
#: Rounds: small enough to share out among processes, large enough that starting one costs nothing.
BATCH: Final = 1000


class Plan(msgspec.Struct, frozen=True):
    """What is to be played: `rounds` table rounds with `seats` players each, all of them by `play`.

    `house` is a house file in place of the built-in one; each process reads it for itself.
    """

    play: Play
    rounds: int
    house: Path | None = None
    seats: int = 1
    seed: int = 1
    options: dict[str, Any] = {}

    def game(self) -> Triple:
        """The game that is played. Raises `Fault` for its house, `Garbled` for an option or a number of seats."""
        seats = [{"seat": number + 1, "chips": CHIPS} for number in range(self.seats)]
        return Triple(catalogue.load_house(Triple.name, self.house), self.options, seats)

    @property
    def batches(self) -> int:
        """How many batches the rounds make, the last one perhaps short."""
        return -(-self.rounds // BATCH)


class Estimate(msgspec.Struct, frozen=True):
    """A figure and its standard error; None where nothing was seen that could tell it."""

    value: float
    error: float | None


class Tally(msgspec.Struct):
    """Sums over rounds of quantities and of their products two by two: enough for any ratio and its error.

    A quantity is named `war.staked`, `war.paid`, `poker flush.paid`, `poker flush.times`; see `quantities`.
    """

    rounds: int = 0
    sums: Counter[str] = msgspec.field(default_factory=Counter)
    products: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)

    def add(self, found: Counter[str], rounds: int = 1) -> None:
        """So many more rounds that were all alike."""
        self.rounds += rounds
        for name, much in found.items():
            self.sums[name] += rounds * much
        for (one, much), (other, many) in combinations_with_replacement(sorted((+found).items()), 2):
            self.products[one, other] += rounds * much * many

    def merge(self, other: Tally) -> None:
        """All rounds of `other` too."""
        self.rounds += other.rounds
        self.sums.update(other.sums)
        self.products.update(other.products)

    def ratio(self, above: str, below: str) -> Estimate:
        """The sum of `above` over the sum of `below`, which must not be 0.

        Its error by the usual linear approximation: the residuals `above − ratio × below` of the rounds, squared,
        over the sum below.
        """
        value = self.sums[above] / self.sums[below]
        if self.rounds < 2 or not self.sums[above]:
            return Estimate(value, None)
        squares = self._product(above, above) - 2 * value * self._product(above, below)
        squares += value * value * self._product(below, below)
        unbiased = max(0.0, squares) * self.rounds / (self.rounds - 1)
        return Estimate(value, math.sqrt(unbiased) / self.sums[below])

    def _product(self, one: str, other: str) -> int:
        return self.products[min(one, other), max(one, other)]


#: What counts of a line here: `on`, `outcome`, `stake`, `paid`.
Paid = tuple[str, str, int, int]


def quantities(lines: Iterable[Paid], seats: int) -> Counter[str]:
    """What a round's lines add up to.

    `seats`, and by game `.staked` and `.paid` (jokers apart); by outcome of a game `.times` and `.paid`;
    `games.staked` on them together, `joker.paid` as bonuses, `all.paid` with both.
    """
    found: Counter[str] = Counter(seats=seats)
    for on, outcome, stake, paid in lines:
        found["all.paid"] += paid
        if on == "joker":
            found["joker.paid"] += paid
            continue
        game = on.partition(".")[0]
        found[f"{game}.staked"] += stake
        found[f"{game}.paid"] += paid
        found[f"{game} {outcome}.times"] += 1
        found[f"{game} {outcome}.paid"] += paid
        found["games.staked"] += stake
    return found


def simulate(plan: Plan, jobs: int, progress: Callable[[int], object]) -> Tally:
    """Play all rounds of `plan` in `jobs` processes; `progress` is told how many rounds are done.

    Raises `Fault` or `Garbled` for a plan that can't be played, before any process is started.
    """
    plan.game()
    whole = Tally()
    for part in _parts(plan, min(jobs, plan.batches)):
        whole.merge(part)
        progress(whole.rounds)
    return whole


def _parts(plan: Plan, jobs: int) -> Iterator[Tally]:
    numbers = range(plan.batches)
    if jobs == 1:
        yield from (play_batch(plan, number) for number in numbers)
        return
    # A fresh interpreter for each: nothing of this process is shared, on any system.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupt_to_parent) as pool:
        yield from pool.map(play_batch, [plan] * plan.batches, numbers)


def _leave_interrupt_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_batch(plan: Plan, number: int) -> Tally:
    """Play batch `number`; always the same rounds for the same plan."""
    game = plan.game()
    chance = random.Random(f"{plan.seed} {number}")
    shoe = [card for card in CARDS for _ in range(game.shoe.holds(card))]
    # Many rounds end alike; each kind is added up once.
    alike: Counter[tuple[Paid, ...]] = Counter()
    for _ in range(min(BATCH, plan.rounds - number * BATCH)):
        lines = play_round(game, plan.play, shuffled(shoe, chance))
        alike[tuple((line.on, line.outcome, line.stake, line.paid) for line in lines)] += 1
    tally = Tally()
    for lines_paid, rounds in alike.items():
        tally.add(quantities(lines_paid, plan.seats), rounds)
    return tally


def shuffled(shoe: list[Card], chance: random.Random) -> Iterator[Card]:
    """Cards drawn from the whole shoe without return, shuffled only as far as they are drawn (Fisher–Yates)."""
    for drawn in range(len(shoe)):
        at = chance.randrange(drawn, len(shoe))
        shoe[drawn], shoe[at] = shoe[at], shoe[drawn]
        yield shoe[drawn]


def play_round(game: Triple, play: Play, cards: Iterator[Card]) -> Sequence[Line]:
    """The lines of one round, folded step by step as at the table."""
    point = fold.begin(game)
    for seat in point.state.seats:
        point = _take(game, point, Bet(seat.number, UNIT))
    while not isinstance(awaited := game.awaits(point.state), Over):
        match awaited:
            case Bets(first=Deal() as place) | (Deal() as place):
                event: Event = Dealt(next(cards), place.to, place.hand)
            case Choice():
                event = play.answer(point.state, awaited)
            case _:
                raise ValueError(f"nothing to do where the round awaits {awaited}")
        point = _take(game, point, event)
    return game.lines(point.state)


def _take(game: Triple, point: Point, event: Event) -> Point:
    match fold.take_event(game, point, event):
        case fold.Taken(point=after):
            return after
        case Refused(why=why):
            raise ValueError(f"{event} was refused: {why}")
