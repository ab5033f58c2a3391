"""How fast the pit's questions are answered over many rounds: `python -m tests.pit_pace 5000 20 [URL]`.

Rounds are the golden ones of all three games, dealt again and again at fifty tables and indexed: 5,000 of them, here.
They are then copied within the database 20 times over, each copy a fortnight later, to 100,000 in all. The questions
are those of the search page, singly and together.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from dealer_assist.journal import Record
from dealer_assist.pit import schema
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Asked, Questions
from dealer_assist.pit.schema import HOUR_MS, open_index
from dealer_assist.pit.statistics import Span, Statistics
from tests.pits import BEGAN, BEGAN_MS, Journalist, played, scripts

TABLES = 50
FORTNIGHT_MS = 14 * 24 * HOUR_MS
#: What is below these has not been copied: by id, or by hour.
FIRST = {"id": 1 << 48, "round_id": 1 << 48, "hour": BEGAN_MS + FORTNIGHT_MS}
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


def copied(engine: sa.Engine, copies: int) -> None:
    """As many rounds again and again, a fortnight later each time."""
    with engine.begin() as connection:
        for copy in range(1, copies):
            for table in (schema.rounds, schema.lines, schema.cards, schema.acts, schema.hours, schema.clauses):
                key, first = next((table.c[name], first) for name, first in FIRST.items() if name in table.c)
                rows = sa.select(*(shifted(column, copy) for column in table.c)).where(key < first)
                connection.execute(table.insert().from_select([column.name for column in table.c], rows))
    with engine.begin() as connection:
        connection.exec_driver_sql("ANALYZE")


def shifted(column: sa.Column[Any], copy: int) -> sa.ColumnElement[Any]:
    """A column in the copy: ids of their own, times later."""
    if column.name in {"id", "round_id"}:
        return column + (copy << 48)
    return column + copy * FORTNIGHT_MS if column.name in {"began", "ended", "hour"} else column


def questions(rng: random.Random, tables: int) -> Iterator[Asked]:
    """Questions as people ask them; some meet nothing."""
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"] + ["Jk"]
    clauses = ("T3.2", "T4.2", "T6.3", "T7.1", "T9.2", "O6.4", "O9.3", "X4.5", "T4.5", "nothing")
    while True:
        since = BEGAN_MS + rng.randrange(0, 20) * FORTNIGHT_MS + rng.randrange(0, 6) * HOUR_MS
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


def measured(name: str, asked: Iterable[Callable[[], object]]) -> None:
    """Ask, and print how long it took by the clock and in this program's CPU (with SQLite, that is all of it)."""
    walls, cpus = [], []
    for ask in asked:
        wall, cpu = time.perf_counter(), time.process_time()
        ask()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    for what, some in (("clock", sorted(walls)), ("CPU", sorted(cpus))):
        median, late = some[len(some) // 2], some[len(some) * 95 // 100]
        print(f"{name}, {what}: median {median:.1f} ms, p95 {late:.1f} ms, worst {some[-1]:.1f} ms")


def main(rounds: int, copies: int, url: str) -> None:
    """Index, then ask; prints what it took."""
    index = Index(open_index(url))
    began, cpu, records = time.perf_counter(), time.process_time(), 0
    for table, made in sessions(rounds):
        index.catch_up(table, "one", partial(following, made))
        records += len(made)
    took = time.perf_counter() - began
    print(f"{rounds} rounds, {records} records indexed in {took:.0f} s ({time.process_time() - cpu:.0f} s of CPU)")
    copied(index.engine, copies)
    asks = Questions(index.engine)
    with index.engine.connect() as connection:
        counts = {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in (schema.rounds, schema.lines, schema.cards, schema.acts)
        }
    print(f"copied to {counts}")
    measured("search", (partial(asks.find, one) for one in itertools.islice(questions(random.Random(1), TABLES), 600)))
    after: list[str | None] = [None]

    def turn() -> None:
        after[0] = asks.find(Asked(), after[0]).after

    measured("page after page", (turn for _ in range(200)))
    sums, span = Statistics(asks), Span(BEGAN_MS, BEGAN_MS + copies * FORTNIGHT_MS)
    measured(
        "statistics",
        ((lambda: (sums.hold(span), sums.payouts(span), sums.readings(span), sums.paces(span))) for _ in range(20)),
    )
    measured(
        "tile",
        (
            (lambda: (asks.last_rounds("Table 9"), asks.open_findings("Table 9"), asks.rounds_an_hour("Table 9", 0)))
            for _ in range(50)
        ),
    )
    index.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        place = sys.argv[3] if len(sys.argv) > 3 else f"sqlite:///{Path(folder) / 'pit.sqlite'}"
        main(int(sys.argv[1]), int(sys.argv[2]), place)
