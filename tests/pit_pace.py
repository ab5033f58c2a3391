"""How fast the pit's questions are answered over many rounds: `python -m tests.pit_pace 100000 [URL]`.

Rounds are the golden ones of all three games, dealt again and again at fifty tables with one card changed, so that no
two tables are the same; the questions are those of the search page, singly and together.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

from dealer_assist.journal import Record
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Asked, Questions
from dealer_assist.pit.schema import HOUR_MS, open_index
from dealer_assist.pit.statistics import Span, Statistics
from tests.pits import BEGAN, BEGAN_MS, Journalist, played, scripts

TABLES = 50
GAMES = ("triple", "omaha", "exchange_blackjack")


def sessions(rounds: int) -> Iterator[tuple[str, list[Record]]]:
    """The tables' sessions, with `rounds` rounds in all."""
    bodies = {game: [made for script in scripts(game, 60) if (made := played(script)) is not None] for game in GAMES}
    each = rounds // TABLES
    for number in range(TABLES):
        game = GAMES[number % 3]
        table = f"Table {number + 1}"
        writes = Journalist(table, game, str(1001 + number % 20), BEGAN + timedelta(hours=number % 7))
        cycle = itertools.islice(itertools.cycle(bodies[game][number:] + bodies[game][:number]), each)
        yield table, [writes.begin(), *writes.rounds(cycle)]


def questions(rng: random.Random, tables: int) -> Iterator[Asked]:
    """Questions as people ask them; some meet nothing."""
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"] + ["Jk"]
    clauses = ("T3.2", "T4.2", "T6.3", "T7.1", "T9.2", "O6.4", "O9.3", "X4.5", "T4.5", "nothing")
    while True:
        since = BEGAN_MS + rng.randrange(0, 60) * HOUR_MS
        seat, table = str(rng.randint(1, 7)), f"Table {rng.randint(1, tables)}"
        amount = rng.choice((100, 5_000, 100_000, 99_999_900))
        yield from (
            Asked(table=table),
            Asked(card=rng.choice(cards)),
            Asked(card=rng.choice(cards), seat=seat),
            Asked(clause=rng.choice(clauses)),
            Asked(clause=rng.choice(clauses), seat=seat, at_least=amount),
            Asked(at_least=amount, at_most=amount),
            Asked(person=str(rng.randint(1001, 1025))),
            Asked(since=since, until=since + HOUR_MS),
            Asked(game=rng.choice(GAMES), card=rng.choice(cards), clause=rng.choice(clauses)),
            Asked(table=table, card=rng.choice(cards), seat=seat, since=since),
        )


def following(records: list[Record], after: int) -> list[Record]:
    """The records after a number."""
    return records[after:]


def measured(ask: Callable[[], object]) -> float:
    """Milliseconds of one question by the clock."""
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000


def main(rounds: int, url: str) -> None:
    """Index, then ask; prints what it took."""
    index = Index(open_index(url))
    began, cpu, records = time.perf_counter(), time.process_time(), 0
    for table, made in sessions(rounds):
        index.catch_up(table, "one", partial(following, made))
        records += len(made)
    took = time.perf_counter() - began
    print(f"{rounds} rounds, {records} records indexed in {took:.0f} s ({time.process_time() - cpu:.0f} s of CPU)")
    asks = Questions(index.engine)
    rng = random.Random(1)
    cpu = time.process_time()
    times = [measured(partial(asks.find, one)) for one in itertools.islice(questions(rng, TABLES), 600)]
    print(f"600 searches took {(time.process_time() - cpu) / 0.6:.1f} ms of this program's CPU each in the mean")
    pages = []
    after = None
    for _ in range(200):
        began = time.perf_counter()
        after = asks.find(Asked(), after).after
        pages.append((time.perf_counter() - began) * 1000)
        if after is None:
            break
    sums = Statistics(asks)
    span = Span(BEGAN_MS, BEGAN_MS + 400 * 24 * HOUR_MS)
    stats = [
        measured(lambda: (sums.hold(span), sums.payouts(span), sums.readings(span), sums.paces(span)))
        for _ in range(20)
    ]
    tiles = [
        measured(lambda: (asks.last_rounds("Table 9"), asks.open_findings(), asks.rounds_an_hour("Table 9", BEGAN_MS)))
        for _ in range(50)
    ]
    for name, some in (("search", times), ("page after page", pages), ("statistics", stats), ("tile", tiles)):
        ordered = sorted(some)
        print(
            f"{name}: median {ordered[len(ordered) // 2]:.1f} ms, p95 {ordered[len(ordered) * 95 // 100]:.1f} ms, "
            f"worst {ordered[-1]:.1f} ms"
        )
    index.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        place = sys.argv[2] if len(sys.argv) > 2 else f"sqlite:///{Path(folder) / 'pit.sqlite'}"
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, place)
