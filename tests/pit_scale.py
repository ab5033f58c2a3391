"""The figures of docs/scale.md, measured again: `python -m tests.pit_scale WHAT` prints each as a line of JSON.

`tables`: 50 tables in two programs against a durable server. `append`: what the 100,000th round of a journal costs
beside the 1,000th. `work`: what an audit costs in the processor's time. `audit`: rounds a second by workers, and
memory; with `--stop 50` it is killed when half is done and goes on with what is left. `cluster`: the same at a
scheduler in another process, of whose workers one is killed in the middle. What a pit answers over an archive:
`tests.pit_pace`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from dealer_assist.journal import Entry, Journal
from dealer_assist.pit import archive
from dealer_assist.pit.audit import audit as auditing
from dealer_assist.pit.audit_run import DONE, Results
from dealer_assist.pit.index import Index
from dealer_assist.pit.records import Store
from dealer_assist.pit.schema import open_index
from dealer_assist.pit.sync import Feeding
from tests.journals import STAMP, WALL
from tests.postgres import Postgres

_ROUNDS: Final = re.compile(rb'"rounds":(\d+),"differences"')
JSON = dict[str, Any]


def say(**told: Any) -> None:
    """One figure."""
    print(json.dumps(told), flush=True)


def tables(count: int, pace: float, every: float, seconds: float) -> None:
    """Many tables in two programs, while their records are indexed as a pit does it. A real table records up to one act
    a second while it deals, and deals 60 rounds an hour; here it is ten times that."""
    with Postgres(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        url = server.new()
        with Store(url) as store:
            feeding = Feeding(store, Index(open_index(url)))
            feeding.start()
            programs = [
                subprocess.Popen(
                    [sys.executable, "-m", "tests.pit_tables", "--url", url, "--folder", f"{folder}/{half}"]
                    + ["--tables", str(count // 2), "--pace", str(pace), "--every", str(every)]
                    + ["--seconds", str(seconds)],
                    stdout=subprocess.PIPE,
                    text=True,
                )
                for half in range(2)
            ]
            try:
                for program in programs:
                    out, _ = program.communicate(timeout=seconds + 240)
                    say(what="tables", **json.loads(out.splitlines()[-1]))
            finally:
                for program in programs:
                    program.kill()
            feeding.close()
            whole = [store.verify(shared) for shared in store.sessions()]
            say(what="tables in the pit", sessions=len(whole), broken=[fault for fault in whole if fault])


def append(rounds: int) -> None:
    """The time for a round's records behind the 1,000th round of a journal and behind the last, taken in turn so that
    both find the machine alike."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{length}.sqlite" for length in (1000, rounds)]
        with Journal(paths[0], STAMP) as short, Journal(paths[1], STAMP) as long:
            for journal, length in ((short, 1000), (long, rounds)):
                for first in range(1, length + 1, 50):
                    journal.append(*(one for number in range(first, first + 50) for one in _round(number)))
            worked: dict[int, list[float]] = {0: [], 1: []}
            took: dict[int, list[float]] = {0: [], 1: []}
            for turn in range(1, 101):
                for which, (journal, length) in enumerate(((short, 1000), (long, rounds))):
                    began, before = time.perf_counter(), time.process_time()
                    for one in _round(length + turn):
                        journal.append(one)
                    worked[which].append(time.process_time() - before)
                    took[which].append(time.perf_counter() - began)
            records = long.last
        worked_first, worked_last = (statistics.median(worked[which]) for which in range(2))
        first_s, last_s = (statistics.median(took[which]) for which in range(2))
        say(
            what="append",
            rounds=rounds,
            records=records,
            thousandth_ms=round(first_s * 1e3, 2),
            last_ms=round(last_s * 1e3, 2),
            ratio=round(last_s / first_s, 3),
            ratio_processor=round(worked_last / worked_first, 3),
        )


def _round(number: int) -> list[Entry]:
    """As many records as a round has, of about their size."""
    body = {"number": number, "words": "x" * 250}
    return [Entry("step", body, number, number // 100, number, WALL, "1001") for _ in range(22)]


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


def audit(source: Path, jobs: int, out: Path, stop: int) -> None:
    """The command on an archive, with the memory of its processes looked at once a second; killed when `stop` percent
    are done, if that is not 0, and started again to do the others."""
    total = len(archive.units([str(source)]))
    words = ["-m", "dealer_assist", "audit", str(source), "--out", str(out), "--jobs", str(jobs)]
    if stop:
        before = _ran(words, out, until=total * stop // 100)
        kept = _keys(out)
        say(what="killed", done=len(kept), of=total, **before)
        words.append("--resume")
    told = _ran(words, out, until=total + 1)
    keys = _keys(out)
    assert len(keys) == len(set(keys)) == total, "something was done twice, or not at all"
    assert not stop or keys[: len(kept)] == kept
    results = list(Results(out, keys))
    different = [(one.session, each.round, each.record, each.words) for one in results for each in one.different]
    rounds = sum(one.rounds for one in results)
    say(what="audit", jobs=jobs, rounds=rounds, records=sum(one.records for one in results), **told)
    say(what="differences", count=sum(one.differences for one in results), first=different[:3])


def _ran(words: list[str], out: Path, until: int) -> JSON:
    """Run the command until it ends, or kill it once so many sessions are done; its pace and its memory."""
    began, done = time.perf_counter(), _Done(out)
    seen: list[tuple[float, int, int, int]] = []
    with subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as program:
        while program.poll() is None:
            done.look()
            seen.append((time.perf_counter() - began, done.sessions, done.rounds, _memory(program.pid)))
            if done.sessions >= until:
                os.killpg(program.pid, signal.SIGKILL)
            time.sleep(0.5)
    took = time.perf_counter() - began
    # From the first result to the last: the start of the workers and the report at the end are no work on rounds.
    first = next(one for one in seen if one[1] > seen[0][1])
    last = next(one for one in seen if one[1] == seen[-1][1])
    began_with = seen[0][1]
    at = {
        share: next(one[3] for one in seen if one[1] - began_with >= (last[1] - began_with) * share / 100)
        for share in (10, 50, 90)
    }
    return {
        "seconds": round(took, 1),
        "rounds_a_second": round((last[2] - first[2]) / max(0.001, last[0] - first[0])),
        "megabytes_at_10_50_90": [round(kb / 1024) for kb in at.values()],
        "exit_code": program.returncode,
    }


def cluster(source: Path, out: Path, like: Path) -> None:
    """The command at a scheduler in another process with two workers, of which one is killed when a third is done; its
    result beside that of the audit in `like`."""
    total = len(archive.units([str(source)]))
    with contextlib.ExitStack() as programs:

        def start(*words: str, says: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
            program = subprocess.Popen(
                [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=says, text=True
            )
            programs.callback(program.wait)
            programs.callback(program.kill)
            return program

        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        scheduler = start("distributed.cli.dask_scheduler", *words, says=subprocess.PIPE)
        assert scheduler.stderr is not None
        address = next(m[1] for line in scheduler.stderr if (m := re.search(r"Scheduler at:\s+(tcp://\S+)", line)))
        worker = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        first, _ = start(*worker), start(*worker)
        began, done = time.perf_counter(), _Done(out)
        running = start("dealer_assist", "audit", str(source), "--out", str(out), "--scheduler", address)
        while done.look() < total // 3:
            assert running.poll() is None, "it ended too soon"
            time.sleep(0.2)
        first.kill()
        killed = done.look()
        code = running.wait()
        took = time.perf_counter() - began
    found, wanted = (sorted(Results(each, _keys(each)), key=lambda one: one.key) for each in (out, like))
    say(
        what="cluster", sessions=len(found), killed_at=killed, seconds=round(took), exit_code=code, same=found == wanted
    )


def _keys(out: Path) -> list[str]:
    """The sessions that are done, in the order in which they were."""
    text = (out / DONE).read_bytes()
    return [json.loads(line)["key"] for line in text.splitlines(keepends=True)[1:] if line.endswith(b"\n")]


class _Done:
    """How many sessions and rounds an audit has done; what was read once is not read again."""

    def __init__(self, out: Path) -> None:
        self._path = out / DONE
        self._read = self.sessions = self.rounds = 0

    def look(self) -> int:
        """How many sessions are done by now."""
        if self._path.exists():
            with self._path.open("rb") as file:
                file.seek(self._read)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._read += len(line)
                    if (found := _ROUNDS.search(line)) is not None:
                        self.sessions, self.rounds = self.sessions + 1, self.rounds + int(found[1])
        return self.sessions


def _memory(process: int) -> int:
    """Kilobytes held by a process and all below it."""
    total, left = 0, [process]
    while left:
        folder = Path(f"/proc/{left.pop()}")
        with contextlib.suppress(OSError):  # it has just ended
            fields = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
            total += int(fields.get("VmRSS", "0 kB").split()[0])
            left += [int(one) for path in folder.glob("task/*/children") for one in path.read_text().split()]
    return total


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("tables", "append", "work", "audit", "cluster"))
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--pace", type=float, default=10.0, help="records a second while a table deals")
    parser.add_argument("--every", type=float, default=6.0, help="seconds from one round of a table to the next")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--stop", type=int, default=0, help="percent of an audit after which it is killed")
    parser.add_argument("--like", type=Path, help="the folder of an audit of the same archive")
    words = parser.parse_args()
    say(what="machine", cores=os.cpu_count(), load=os.getloadavg()[0], threads=threading.active_count())
    match words.what:
        case "tables":
            tables(words.tables, words.pace, words.every, words.seconds)
        case "append":
            append(words.rounds)
        case "work":
            work(words.archive)
        case "audit":
            audit(words.archive, words.jobs, words.out, words.stop)
        case "cluster":
            cluster(words.archive, words.out, words.like)


if __name__ == "__main__":
    main()
