"""The figures of docs/scale.md, measured again: `python -m tests.pit_scale WHAT` prints each as a line of JSON.

`tables`: 50 tables in two programs against a durable server. `searches`: the pit's questions over an archive that was
brought in, and what a round weighs. `append`: what the 100,000th record of a journal costs beside the 1,000th. `work`:
what an audit costs in the processor's time. `audit`: rounds a second by workers, and memory.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from dealer_assist.journal import Journal, recorded
from dealer_assist.pit import archive
from dealer_assist.pit.audit import audit as auditing
from dealer_assist.pit.following import Still, meet, send
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Asked, Questions
from dealer_assist.pit.records import Store
from dealer_assist.pit.schema import open_index
from dealer_assist.pit.sync import Feeding
from tests.journals import STAMP, entry
from tests.postgres import Postgres

JSON = dict[str, Any]


def say(**told: Any) -> None:
    """One figure."""
    print(json.dumps(told), flush=True)


def tables(count: int, pace: float, seconds: float) -> None:
    """Many tables in two programs, while their records are indexed as a pit does it."""
    with Postgres(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        url = server.new()
        with Store(url) as store:
            feeding = Feeding(store, Index(open_index(url)))
            feeding.start()
            programs = [
                subprocess.Popen(
                    [sys.executable, "-m", "tests.pit_tables", "--url", url, "--folder", f"{folder}/{half}"]
                    + ["--tables", str(count // 2), "--pace", str(pace), "--seconds", str(seconds)],
                    stdout=subprocess.PIPE,
                    text=True,
                )
                for half in range(2)
            ]
            for program in programs:
                out, _ = program.communicate(timeout=seconds + 240)
                say(what="tables", **json.loads(out.splitlines()[-1]))
            feeding.close()
            whole = [store.verify(shared) for shared in store.sessions()]
            say(what="tables in the pit", sessions=len(whole), broken=[fault for fault in whole if fault])


def append(records: int) -> None:
    """The time for a record at the beginning of a journal and at its end, taken in turn so that both find the machine
    alike."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{length}.sqlite" for length in (1000, records)]
        with Journal(paths[0], STAMP) as short, Journal(paths[1], STAMP) as long:
            for journal, length in ((short, 1000), (long, records)):
                while journal.last < length:
                    journal.append(*(entry(shoe=journal.last // 2000) for _ in range(min(1000, length - journal.last))))
            worked: dict[int, list[float]] = {0: [], 1: []}
            took: dict[int, list[float]] = {0: [], 1: []}
            for turn in range(1000):
                for which, journal in enumerate((short, long)):
                    began, before = time.perf_counter(), time.process_time()
                    journal.append(entry(turn))
                    worked[which].append(time.process_time() - before)
                    took[which].append(time.perf_counter() - began)
        first, last = (statistics.median(worked[which]) for which in range(2))
        first_s, last_s = (statistics.median(took[which]) for which in range(2))
        say(
            what="append",
            records=records,
            thousandth_us=round(first * 1e6, 1),
            last_us=round(last * 1e6, 1),
            ratio_processor=round(last / first, 3),
            ratio_clock=round(last_s / first_s, 3),
        )


def searches(source: Path, most: int) -> None:
    """An archive brought into a pit and indexed, then the pit's questions, each many times."""
    with Postgres() as server:
        url = server.new()
        with Store(url) as store:
            units = archive.units([str(source)])
            began, rounds_bytes = time.perf_counter(), 0
            for unit in units:
                with recorded(Path(unit.where) / archive.JOURNAL) as journal:
                    still = Still(journal)
                    if still.last == 0:
                        continue
                    send(still, store, meet(still, store))
                rounds_bytes += unit.size
            brought = time.perf_counter() - began
            records = sum(shared.last for shared in store.sessions())
            index = Index(open_index(url))
            began = time.perf_counter()
            Feeding(store, index).look()
            indexed = time.perf_counter() - began
            with store.engine.connect() as connection:
                connection.exec_driver_sql("COMMIT")
                connection.exec_driver_sql("ANALYZE")
                found = connection.exec_driver_sql(
                    "SELECT relname, pg_total_relation_size(oid) FROM pg_class "
                    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
                )
                sizes = {str(name): int(size) for name, size in found}
                rounds = connection.exec_driver_sql("SELECT count(*) FROM pit_round").scalar_one()
            say(
                what="brought",
                rounds=rounds,
                records=records,
                brought_s=round(brought, 1),
                indexed_s=round(indexed, 1),
                records_a_second=round(records / brought),
                indexed_a_second=round(records / indexed),
                table_bytes_a_round=round(rounds_bytes / rounds),
                pit_bytes_a_round=round(sum(s for name, s in sizes.items() if name.startswith("journal_")) / rounds),
                index_bytes_a_round=round(sum(s for name, s in sizes.items() if name.startswith("pit_")) / rounds),
                records_a_round=round(records / rounds, 1),
            )
            _ask(Questions(index.engine), most)
            index.close()


def _ask(questions: Questions, most: int) -> None:
    random = Random(1)
    names, clauses = questions.tables(), questions.clauses()
    people = [person for person, _, _ in questions.people()]

    day = int(datetime(2026, 1, 5, tzinfo=UTC).timestamp()) * 1000

    def pages(asked: Asked) -> Callable[[], object]:
        def both() -> object:
            page = questions.find(asked)
            return page if page.after is None else questions.find(asked, page.after)

        return both

    def kinds() -> Iterator[tuple[str, Callable[[], object]]]:
        yield "a table's rounds", pages(Asked(table=random.choice(names)))
        yield "a game's", pages(Asked(game=random.choice(("triple", "omaha", "exchange_blackjack"))))
        yield "a clause's", pages(Asked(clause=random.choice(clauses)))
        yield "a person's", pages(Asked(person=random.choice(people)))
        yield "a card at a seat", pages(Asked(card=random.choice(("As", "7h", "Kd")), seat="1"))
        yield "large payments", pages(Asked(at_least=random.choice((10_000, 100_000, 1_000_000))))
        yield "a day at a table", pages(Asked(table=random.choice(names), since=day, until=day + 24 * 3_600_000))
        yield "last rounds", lambda: questions.last_rounds(random.choice(names))
        yield "open findings", questions.open_findings
        yield "what a person did", lambda: questions.did(random.choice(people))

    took: dict[str, list[float]] = {}
    for _ in range(most):
        for name, ask in kinds():
            began = time.perf_counter()
            ask()
            took.setdefault(name, []).append((time.perf_counter() - began) * 1000)
    for name, each in took.items():
        each.sort()
        say(what="search", kind=name, asked=len(each), p50_ms=round(each[len(each) // 2], 1), p95_ms=_p95(each))
    every = sorted(one for each in took.values() for one in each)
    say(what="search", kind="all", asked=len(every), p50_ms=round(every[len(every) // 2], 1), p95_ms=_p95(every))


def _p95(each: list[float]) -> float:
    return round(each[len(each) * 95 // 100], 1)


def work(source: Path) -> None:
    """What an audit costs in this process, by game: rounds a second of the processor's time, over a few sessions."""
    units = archive.units([str(source)])
    for unit in units[:: max(1, len(units) // 9)]:
        began = time.process_time()
        (found,) = auditing([unit])
        took = time.process_time() - began
        say(
            what="work",
            game=found.game,
            rounds=found.rounds,
            records=found.records,
            a_second=round(found.rounds / took),
        )


def audit(source: Path, jobs: int, out: Path, *more: str) -> None:
    """The command on an archive, with the memory of its processes looked at once a second."""
    words = ["-m", "dealer_assist", "audit", str(source), "--out", str(out), "--jobs", str(jobs), *more]
    began = time.perf_counter()
    seen: list[tuple[float, int, int]] = []
    first: list[tuple[float, int]] = []
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        while program.poll() is None:
            done = _lines(out / "done.jsonl")
            if done and not first:
                first.append((time.perf_counter(), done))
            seen.append((time.perf_counter() - began, done, _memory(program.pid)))
            time.sleep(1)
    took = time.perf_counter() - began
    from dealer_assist.pit.audit_run import Results

    keys = [json.loads(line)["key"] for line in (out / "done.jsonl").read_text().splitlines()[1:]]
    results = Results(out, keys)
    rounds, differences = sum(one.rounds for one in results), sum(one.differences for one in results)
    # From the first result to the last: the start of the workers is no work.
    steady = [(at, done) for at, done, _ in seen if done]
    part = rounds * (steady[-1][1] - steady[0][1]) / len(keys) / max(0.001, steady[-1][0] - steady[0][0])
    at = {share: next((kb for _, done, kb in seen if done >= len(keys) * share / 100), 0) for share in (10, 50, 90)}
    say(
        what="audit",
        jobs=jobs,
        rounds=rounds,
        seconds=round(took, 1),
        rounds_a_second=round(rounds / took),
        rounds_a_second_steady=round(part),
        differences=differences,
        megabytes_at_10_50_90=[round(kb / 1024) for kb in at.values()],
        exit_code=program.returncode,
    )


def _lines(path: Path) -> int:
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


def _memory(process: int) -> int:
    """Kilobytes held by a process and all below it."""
    children: dict[int, list[int]] = {}
    held: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                status = (folder / "status").read_text()
            except OSError:
                continue
            fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            children.setdefault(int(fields["PPid"]), []).append(int(folder.name))
            held[int(folder.name)] = int(fields.get("VmRSS", "0 kB").split()[0])
    total, left = 0, [process]
    while left:
        one = left.pop()
        total += held.get(one, 0)
        left += children.get(one, [])
    return total


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("tables", "append", "searches", "work", "audit"))
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--pace", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=40)
    words = parser.parse_args()
    say(what="machine", cores=os.cpu_count(), load=os.getloadavg()[0], threads=threading.active_count())
    match words.what:
        case "tables":
            tables(words.tables, words.pace, words.seconds)
        case "append":
            append(words.records)
        case "searches":
            searches(words.archive, words.times)
        case "work":
            work(words.archive)
        case "audit":
            audit(words.archive, words.jobs, words.out)


if __name__ == "__main__":
    main()
