"""Cards that come in an order: a shoe that nobody shuffled shows it within its first cards.

Three kinds of order are watched for: neighbours of one suit one after another, up or down, as in new decks; cards
of one rank one after another, as in sorted ones; and a run of cards that an earlier shoe of the session had too, in
either direction. How many are too many follows from the shoe's composition, so that a well shuffled shoe raises the
alarm less than once in 10,000 (`limits`).

    python -m dealer_assist.order_alarm --shoes 20000

prints these limits, what they may cost at most, and how often they did in shuffled shoes; then how soon shoes that
nobody shuffled are known.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, Literal

import click
import msgspec

from dealer_assist.cards import Card, Joker, Suited
from dealer_assist.shoe import Shoe

#: Pairs of cards that follow each other, in which order is looked for: of the last 25 cards.
WINDOW: Final = 24
#: Cards in a row that an earlier shoe had in a row too.
RUN: Final = 8
#: What the three kinds together may cost: the chance that a well shuffled shoe raises the alarm.
ALLOWED: Final = 1e-4
#: Runs of earlier shoes that are kept: some three hundred shoes of six decks.
KEPT: Final = 200_000

Order = Literal["suit", "rank", "again"]


class Limits(msgspec.Struct, frozen=True):
    """Of the last `WINDOW` pairs, how many neighbours of one suit and how many of one rank are too many."""

    suit: int
    rank: int


class Ran(msgspec.Struct, frozen=True):
    """Cards that came in an order, in the order in which they came."""

    order: Order
    cards: tuple[Card, ...]


def neighbours(one: Card, other: Card) -> bool:
    """Whether two cards of one suit follow each other, up or down; the ace stands beside the king and the two."""
    if isinstance(one, Joker) or isinstance(other, Joker) or one.suit != other.suit:
        return False
    return (one.rank - other.rank) % 13 in {1, 12}


def of_one_rank(one: Card, other: Card) -> bool:
    """Whether two cards are of one rank; jokers are."""
    if isinstance(one, Suited) and isinstance(other, Suited):
        return one.rank == other.rank
    return one == other


def at_least(hits: int, chances: Sequence[float]) -> float:
    """The chance of `hits` or more of independent events with these chances."""
    exactly = [1.0]
    for chance in chances:
        missed = [share * (1 - chance) for share in exactly] + [0.0]
        hit = [0.0] + [share * chance for share in exactly]
        exactly = [one + other for one, other in zip(missed, hit, strict=True)]
    return sum(exactly[hits:])


def most_false(shoe: Shoe, favourable: int, limit: int) -> float:
    """At most this often a well shuffled shoe has `limit` pairs of a kind among `WINDOW` that follow each other.

    `favourable` cards of the shoe at most make a pair of that kind with a given card. Whatever came before, the card
    at place j of any 25 is then one of them with a chance of at most favourable / (size − j): all stretches of a
    shuffled shoe are alike, so any may be taken for its first. The alarm comes at a pair that is one more of its kind
    after `limit` − 1 among the 23 before it, at one of the shoe's pairs: the sum over all of them is the bound.
    """
    chances = [min(1.0, favourable / max(1, shoe.size - place)) for place in range(1, WINDOW + 1)]
    return min(1.0, (shoe.size - 1) * chances[-1] * at_least(limit - 1, chances[:-1]))


def most_again(shoe: Shoe, runs: int) -> float:
    """At most this often a well shuffled shoe has one of `runs` given runs of `RUN` cards somewhere."""
    chance = 1.0
    for place in range(RUN):
        chance *= min(1.0, max(shoe.decks, shoe.jokers) / max(1, shoe.size - place))
    return min(1.0, (shoe.size - RUN + 1) * runs * chance)


def favourable_to(shoe: Shoe) -> tuple[int, int]:
    """How many cards at most are neighbours of a card in its suit, and how many are of its rank."""
    return 2 * shoe.decks, max(4 * shoe.decks, shoe.jokers) - 1


@lru_cache
def limits(shoe: Shoe) -> Limits:
    """The lowest limits of which each costs a third of `ALLOWED` at most."""
    suit, rank = (_limit(shoe, favourable) for favourable in favourable_to(shoe))
    return Limits(suit, rank)


def _limit(shoe: Shoe, favourable: int) -> int:
    return next(
        (limit for limit in range(1, WINDOW + 1) if most_false(shoe, favourable, limit) <= ALLOWED / 3), WINDOW + 1
    )


class OrderAlarm:
    """Watches the cards of one shoe after another. It is raised once a shoe: whoever goes on has been told."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.limits = limits(shoe)
        self._earlier: dict[tuple[Card, ...], None] = {}
        self._came: list[Card | None] = []
        self._begin()

    def _begin(self) -> None:
        self._last: Card | None = None
        self._kinds: deque[tuple[bool, bool]] = deque(maxlen=WINDOW)
        self._hits = [0, 0]
        self._run: deque[Card] = deque(maxlen=RUN)
        self._raised = False

    def silence(self) -> None:
        """Whoever was told goes on with this shoe."""
        self._raised = True

    def shuffled(self) -> None:
        """What is in the shoe was shuffled again: what came before it says nothing of what comes."""
        self._begin()

    def new_shoe(self, of_it: int = 0) -> None:
        """Another shoe: the runs of the one before it are kept, without the last `of_it` cards, which are of this one.

        Those are to be seen again.
        """
        for run in _runs(self._came[: len(self._came) - of_it]):
            self._earlier[run] = self._earlier[run[::-1]] = None
        for run in list(islice(self._earlier, max(0, len(self._earlier) - KEPT))):
            del self._earlier[run]
        self._came = []
        self._begin()

    def see(self, card: Card | None) -> Ran | None:
        """The next card that left the shoe (None: not read), and the order that it completes, if it does."""
        self._came.append(card)
        self._pair(card)
        self._last = card
        if card is None:
            self._run.clear()
            return None
        self._run.append(card)
        found = None if self._raised else self._found()
        self._raised = self._raised or found is not None
        return found

    def _pair(self, card: Card | None) -> None:
        last = self._last
        kinds = (neighbours(last, card), of_one_rank(last, card)) if card and last else (False, False)
        gone = self._kinds[0] if len(self._kinds) == WINDOW else (False, False)
        self._kinds.append(kinds)
        for kind in (0, 1):
            self._hits[kind] += kinds[kind] - gone[kind]

    def _found(self) -> Ran | None:
        if tuple(self._run) in self._earlier:
            return Ran("again", tuple(self._run))
        if self._hits[0] >= self.limits.suit:
            return Ran("suit", self._evidence(0))
        if self._hits[1] >= self.limits.rank:
            return Ran("rank", self._evidence(1))
        return None

    def _evidence(self, kind: int) -> tuple[Card, ...]:
        """The last cards, from the first pair of that kind on."""
        pairs = list(self._kinds)
        first = next(place for place, kinds in enumerate(pairs) if kinds[kind])
        return tuple(card for card in self._came[first - len(pairs) - 1 :] if card is not None)


def _runs(came: Iterable[Card | None]) -> Iterator[tuple[Card, ...]]:
    """Every `RUN` cards in a row that were all read."""
    run: deque[Card] = deque(maxlen=RUN)
    for card in came:
        if card is None:
            run.clear()
            continue
        run.append(card)
        if len(run) == RUN:
            yield tuple(run)


# The simulation


def full(shoe: Shoe) -> list[Card]:
    """Every card of a full shoe, sorted."""
    return [card for card, number in shoe.left(()).items() for _ in range(number)]


def new_decks(shoe: Shoe) -> list[Card]:
    """A shoe of decks as they come from the maker: ace to king of two suits, king to ace of two, jokers last."""
    ranks = [14, *range(2, 14)]
    deck: list[Card] = [
        Suited(rank, suit) for suit in "sdch" for rank in (ranks if suit in {"s", "d"} else ranks[::-1])
    ]
    return deck * shoe.decks + [Joker()] * shoe.jokers


def by_rank(shoe: Shoe) -> list[Card]:
    """A shoe whose cards were sorted by rank."""
    return sorted(full(shoe), key=lambda card: 0 if isinstance(card, Joker) else card.rank)


def raised_at(alarm: OrderAlarm, cards: Iterable[Card]) -> tuple[int, Ran] | None:
    """How many of `cards` had come when the alarm was raised, and why; None if it never was."""
    for number, card in enumerate(cards, 1):
        ran = alarm.see(card)
        if ran is not None:
            return number, ran
    return None


def _none_raised() -> dict[Order, int]:
    return {"suit": 0, "rank": 0, "again": 0}


def false_alarms(shoe: Shoe, shoes: int, chance: random.Random) -> dict[Order, int]:
    """How many of `shoes` shuffled shoes raise the alarm, by kind; each comes after the one before it at one table."""
    alarm, raised = OrderAlarm(shoe), _none_raised()
    cards = full(shoe)
    for _ in range(shoes):
        chance.shuffle(cards)
        found = raised_at(alarm, cards)
        if found is not None:
            raised[found[1].order] += 1
        alarm.new_shoe()
    return raised


def cut_at(cards: Sequence[Card], place: int) -> list[Card]:
    """The same cards cut before `place`."""
    return [*cards[place:], *cards[:place]]


def detections(shoe: Shoe, cards: Sequence[Card], earlier: Sequence[Card] = ()) -> list[int | None]:
    """After how many cards an order is known, for every place where the shoe may be cut; `earlier` is a shoe before."""
    alarm = OrderAlarm(shoe)
    raised_at(alarm, earlier)
    alarm.new_shoe()
    found: list[int | None] = []
    for place in range(len(cards)):
        raised = raised_at(alarm, cut_at(cards, place))
        found.append(None if raised is None else raised[0])
        alarm.shuffled()
    return found


def table(decks: int, jokers: int, shoes: int, seed: int) -> Iterator[str]:
    """The figures of one composition, line by line."""
    shoe, chance = Shoe(decks, jokers), random.Random(seed)
    most, runs = limits(shoe), 2 * (shoe.size - RUN + 1)
    suit, rank = favourable_to(shoe)
    bounds = most_false(shoe, suit, most.suit), most_false(shoe, rank, most.rank), most_again(shoe, runs)
    raised = false_alarms(shoe, shoes, chance)
    yield f"{decks} decks, {jokers} jokers; {shoes} shuffled shoes, seed {seed}"
    yield f"  of {WINDOW} pairs, neighbours of one suit: {most.suit} or more    raised {raised['suit']}"
    yield f"  of {WINDOW} pairs, of one rank: {most.rank} or more               raised {raised['rank']}"
    yield f"  {RUN} cards in a row as in an earlier shoe               raised {raised['again']}"
    yield f"  bound for one shuffled shoe: {bounds[0]:.1e} + {bounds[1]:.1e} + {bounds[2]:.1e} an earlier shoe"
    before = full(shoe)
    chance.shuffle(before)
    orders = {
        "new decks": detections(shoe, new_decks(shoe)),
        "new decks, turned over": detections(shoe, new_decks(shoe)[::-1]),
        "sorted by rank": detections(shoe, by_rank(shoe)),
        "the shoe before": detections(shoe, before, before),
        "the shoe before, turned over": detections(shoe, before[::-1], before),
    }
    for name, found in orders.items():
        known = [cards for cards in found if cards is not None]
        yield f"  {name}: known in {len(known)} of {len(found)} cuts, after {max(known, default=0)} cards at most"


@click.command()
@click.option("--shoes", default=20_000, show_default=True, type=click.IntRange(1), help="Shuffled shoes to simulate.")
@click.option("--seed", default=1, show_default=True)
def main(shoes: int, seed: int) -> None:
    """Print what the order alarm costs in shuffled shoes and how soon it knows shoes that nobody shuffled."""
    for decks, jokers in ((6, 0), (6, 6), (1, 0)):
        for line in table(decks, jokers, shoes, seed):
            click.echo(line)


if __name__ == "__main__":
    main()
