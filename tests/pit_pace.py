"""How fast the pit answers over an archive: `python -m tests.pit_pace WHAT --at FOLDER`, figures as lines of JSON.

`bring --archive ARCHIVE` copies an archive into a PostgreSQL of its own in FOLDER and indexes it there, beside it a
small pit of its first sessions; `lone --archive ARCHIVE` indexes it in SQLite, as a table does that is alone. `ask`
puts the pit's questions to both, `append` adds a round to the large pit and to the small one, in turn.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from dealer_assist.folder import JOURNAL
from dealer_assist.journal import Record, recorded
from dealer_assist.pit import archive, schema
from dealer_assist.pit.archive import Unit
from dealer_assist.pit.following import Still, meet, send
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Asked, Questions
from dealer_assist.pit.records import Shared, Store
from dealer_assist.pit.schema import HOUR_MS, open_index
from dealer_assist.pit.statistics import Span, Statistics
from dealer_assist.pit.sync import Feeding
from tests.journals import hashed
from tests.postgres import Postgres

#: Rounds of the small pit.
FEW: Final = 1000
_CARDS: Final = (*(rank + suit for rank in "23456789TJQKA" for suit in "shdc"), "Jk")
_GAMES: Final = ("triple", "omaha", "exchange_blackjack")
#: Kinds of questions.
_KINDS: Final = 20
_SIZES: Final = (
    "SELECT relname, pg_total_relation_size(oid) FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
)


def say(**told: Any) -> None:
    """One figure."""
    print(json.dumps(told), flush=True)


def address(server: Postgres, name: str) -> str:
    """A place in the server that is there again at the next time."""
    server.sql(f"CREATE SCHEMA IF NOT EXISTS {name}")
    return f"{server.url()}&options=-csearch_path%3D{name}"


def bring(source: Path, at: Path) -> None:
    """Copy and index; says how fast, and what a round weighs."""
    units = archive.units([str(source)])
    with Postgres(kept=at / "pg") as server:
        _bring("few", address(server, "few"), units[: max(1, FEW // 100)])
        _bring("whole", address(server, "whole"), units)


def lone(source: Path, at: Path) -> None:
    """Index in SQLite; says how fast, and how large it is."""
    at.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    index = Index(open_index(f"sqlite:///{at / 'pit.sqlite'}"))
    for unit in archive.units([str(source)]):
        with recorded(Path(unit.where) / JOURNAL) as journal:
            first = next(journal.records())
            index.catch_up(first.table_name, unit.name, journal.records)
    index.close()
    size = (at / "pit.sqlite").stat().st_size
    say(what="indexed in SQLite", seconds=round(time.perf_counter() - began, 1), megabytes=size // 1_000_000)


def _bring(which: str, url: str, units: list[Unit]) -> None:
    with Store(url) as store:
        began = time.perf_counter()
        for unit in units:
            with recorded(Path(unit.where) / JOURNAL) as journal:
                still = Still(journal)
                send(still, store, meet(still, store))
        brought = time.perf_counter() - began
        records = sum(shared.last for shared in store.sessions())
        index = Index(open_index(url))
        began = time.perf_counter()
        Feeding(store, index).look()
        indexed = time.perf_counter() - began
        index.close()
        with store.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")
            sizes = {str(name): int(size) for name, size in connection.exec_driver_sql(_SIZES)}
            rounds = connection.exec_driver_sql("SELECT count(*) FROM pit_round").scalar_one()
    say(
        what="brought",
        which=which,
        rounds=rounds,
        records=records,
        brought_s=round(brought, 1),
        indexed_s=round(indexed, 1),
        records_a_round=round(records / rounds, 1),
        table_bytes_a_round=sum(unit.size for unit in units) // rounds,
        pit_bytes_a_round=sum(size for name, size in sizes.items() if name.startswith("journal_")) // rounds,
        index_bytes_a_round=sum(size for name, size in sizes.items() if name.startswith("pit_")) // rounds,
    )


def ask(at: Path, times: int) -> None:
    """The questions, to both."""
    with Postgres(kept=at / "pg") as server:
        for engine in (open_index(address(server, "whole")), open_index(f"sqlite:///{at / 'pit.sqlite'}")):
            asks = Questions(engine)
            with asks.reading() as connection:
                rounds = connection.execute(sa.select(sa.func.count()).select_from(schema.rounds)).scalar_one()
            say(what="asked", of=engine.dialect.name, rounds=rounds)
            _ask(asks, times)
            engine.dispose()


def _ask(asks: Questions, times: int) -> None:
    took: dict[str, list[float]] = {}
    for name, question in itertools.islice(questions(asks, random.Random(1)), times * _KINDS):
        began = time.perf_counter()
        question()
        took.setdefault(name, []).append((time.perf_counter() - began) * 1000)
    for name, each in took.items():
        _told(name, each)
    _told("all of them", list(itertools.chain.from_iterable(took.values())))


def questions(asks: Questions, rng: random.Random) -> Iterator[tuple[str, Callable[[], object]]]:
    """Questions as people ask them, each by its kind, over and over; some meet nothing."""
    tables, clauses = asks.tables(), (*asks.clauses(), "nothing")
    people = (*(person for person, _, _ in asks.people()), "1999")
    began, last = _ends(asks)
    span, deep = Span(began, last + HOUR_MS), _Deep(asks)
    while True:
        table, seat, card = rng.choice(tables), str(rng.randint(1, 7)), rng.choice(_CARDS)
        clause, amount = rng.choice(clauses), rng.choice((100, 5_000, 100_000, 1_000_000, 99_999_900))
        since = rng.randrange(began, last)
        kinds = {
            "a table": Asked(table=table),
            "a game": Asked(game=rng.choice(_GAMES)),
            "a card": Asked(card=card),
            "a card at a seat": Asked(card=card, seat=seat),
            "a clause": Asked(clause=clause),
            "a clause at a seat, so much at least": Asked(clause=clause, seat=seat, at_least=amount),
            "so much at least": Asked(at_least=amount),
            "just so much": Asked(at_least=amount, at_most=amount),
            "a person": Asked(person=rng.choice(people)),
            "an hour": Asked(since=since, until=since + HOUR_MS),
            "a day at a table": Asked(table=table, since=since, until=since + 24 * HOUR_MS),
            "game, card and clause": Asked(game=rng.choice(_GAMES), card=card, clause=clause),
            "table, card, seat and time": Asked(table=table, card=card, seat=seat, since=since),
        }
        yield from ((name, partial(_pages, asks, asked)) for name, asked in kinds.items())
        yield "page after page", deep
        yield "what a person did", partial(asks.did, rng.choice(people))
        yield "everybody", asks.people
        yield "the lists of the search", partial(_lists, asks)
        yield "open findings", asks.open_findings
        yield "a tile", partial(_tile, asks, table, last)
        yield "statistics of all time", partial(_statistics, Statistics(asks), span)


class _Deep:
    """Page after page of everything, one further with each call."""

    def __init__(self, asks: Questions) -> None:
        self._asks = asks
        self._after: str | None = None

    def __call__(self) -> object:
        page = self._asks.find(Asked(), self._after)
        self._after = page.after
        return page


def _pages(asks: Questions, asked: Asked) -> object:
    """The first page, and in the same time the next one."""
    page = asks.find(asked)
    return page if page.after is None else asks.find(asked, page.after)


def _lists(asks: Questions) -> object:
    return (asks.tables(), asks.clauses())


def _tile(asks: Questions, table: str, now: int) -> object:
    return (asks.last_rounds(table), asks.rounds_an_hour(table, now), asks.hold(table, now - 24 * HOUR_MS))


def _statistics(sums: Statistics, span: Span) -> object:
    return (sums.hold(span), sums.payouts(span), sums.findings(span), sums.readings(span), sums.paces(span))


def _ends(asks: Questions) -> tuple[int, int]:
    began = schema.rounds.c.began
    with asks.reading() as connection:
        first, last = connection.execute(sa.select(sa.func.min(began), sa.func.max(began))).one()
    return int(first), int(last)


def _told(name: str, each: Iterable[float]) -> None:
    some = sorted(each)
    p95 = some[len(some) * 95 // 100]
    say(kind=name, asked=len(some), p50_ms=_ms(some[len(some) // 2]), p95_ms=_ms(p95), worst_ms=_ms(some[-1]))


def _ms(milliseconds: float) -> float:
    return round(milliseconds, 1)


def append(at: Path, times: int) -> None:
    """A round's records added to the small pit and to the large one, in turn, so that both find the machine alike."""
    took: dict[str, list[float]] = {"few": [], "whole": []}
    with Postgres(kept=at / "pg", durable=True) as server:
        stores = {name: Store(address(server, name)) for name in took}
        begins = stores["few"].sessions()[-1].begins
        for _ in range(times):
            for name, store in stores.items():
                shared = store.find(begins)
                assert shared is not None
                new = _next_round(store, shared)
                began = time.perf_counter()
                store.add(shared, new)
                took[name].append(time.perf_counter() - began)
        for store in stores.values():
            store.close()
    few, whole = (statistics.median(each) * 1000 for each in took.values())
    say(what="a round added", times=times, few_ms=_ms(few), whole_ms=_ms(whole), ratio=round(whole / few, 3))


def _next_round(store: Store, shared: Shared) -> list[Record]:
    """The session's last records once more, behind themselves."""
    made: list[Record] = []
    number, previous = shared.last, shared.last_hash
    for record in store.records(shared, shared.last - 22):
        number += 1
        made.append(hashed(msgspec.structs.replace(record, number=number), previous))
        previous = made[-1].hash
    return made


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("bring", "lone", "ask", "append"))
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--at", type=Path, required=True)
    parser.add_argument("--times", type=int, default=100)
    words = parser.parse_args()
    match words.what:
        case "bring":
            bring(words.archive, words.at)
        case "lone":
            lone(words.archive, words.at)
        case "ask":
            ask(words.at, words.times)
        case "append":
            append(words.at, words.times)


if __name__ == "__main__":
    main()
