"""Three tables, one of each game, and a server that goes away in the middle of their rounds.

Short here; with `FAULTS=long` the server is away for half a minute.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealer_assist.journal import Record
from dealer_assist.pit import archive
from dealer_assist.pit.audit import audit
from dealer_assist.pit.records import Store
from dealer_assist.verify import verify
from tests.faults import LONG, times, told
from tests.journals import read
from tests.postgres import Postgres

#: Seconds that the server is away.
AWAY = times(2, 30)


class Dealing:
    """The program of `tests.pit_tables` on a folder."""

    def __init__(self, url: str, folder: Path, tables: int, pace: float, seconds: float) -> None:
        words = ["--url", url, "--folder", str(folder), "--tables", str(tables)]
        words += ["--pace", str(pace), "--seconds", str(seconds)]
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.pit_tables", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._program.stdout is not None
        assert self._program.stdout.readline() == b"dealing\n"

    def kill(self) -> None:
        """As if the power went."""
        self._program.kill()
        self._program.wait(timeout=30)
        assert self._program.stdout is not None
        self._program.stdout.close()

    def end(self, *, now: bool = True) -> dict[str, Any]:
        """What it says at its end."""
        if now:
            self._program.terminate()
        out, _ = self._program.communicate(timeout=300)
        said: dict[str, Any] = json.loads(out)
        return said


def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until it is true."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.05)


def journals(folder: Path) -> dict[str, list[Record]]:
    """The tables' own records, by table."""
    found = []
    for path in sorted(folder.glob(f"*/{archive.JOURNAL}")):
        with contextlib.suppress(sqlite3.OperationalError):  # it is being made
            found.append(read(path))
    return {records[0].table_name: records for records in found if records}


def in_pit(url: str) -> dict[str, list[Record]]:
    """The pit's records, by table; every chain is whole."""
    with Store(url) as store:
        shared = store.sessions()
        assert [store.verify(one) for one in shared] == [None] * len(shared)
        assert len({one.table_name for one in shared}) == len(shared)
        return {one.table_name: list(store.records(one)) for one in shared}


def in_mid_round(folder: Path, after: int) -> bool:
    """Whether every table has dealt at least `after` records and stands in the middle of a round now."""
    found = journals(folder)
    return len(found) == 3 and all(len(each) > after and each[-1].kind == "step" for each in found.values())


@pytest.mark.timeout(600)
def test_an_outage_in_mid_round_and_a_kill_while_cut_off_lose_and_double_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "tables"
    with Postgres(durable=LONG) as server:
        url = server.new()
        dealing = Dealing(url, folder, 3, 15.0, 600.0)
        request.addfinalizer(dealing.kill)
        until(lambda: in_mid_round(folder, 40))
        server.stop()
        cut = {name: len(records) for name, records in journals(folder).items()}
        time.sleep(AWAY)
        # Each table has worked on by itself.
        until(lambda: all(len(records) > cut[name] for name, records in journals(folder).items()))
        server.start()
        until(lambda: all(len(records) > cut[name] for name, records in in_pit(url).items()))

        # Again, and this time the tables' program is killed while the server is away.
        until(lambda: in_mid_round(folder, 100))
        server.stop()
        time.sleep(AWAY)
        dealing.kill()
        killed = {name: len(records) for name, records in journals(folder).items()}
        server.start()
        dealing = Dealing(url, folder, 3, 15.0, 600.0)
        request.addfinalizer(dealing.kill)
        until(lambda: all(len(records) > killed[name] + 20 for name, records in journals(folder).items()))
        assert dealing.end()["broken"] == []

        ours, theirs = journals(folder), in_pit(url)
        assert ours == theirs
        assert [verify(path).fault for path in folder.glob(f"*/{archive.JOURNAL}")] == [None] * 3
        for records in ours.values():
            paid = Counter(record.round for record in records if record.kind == "paid")
            assert set(paid.values()) <= {1}
            assert sorted(paid) == list(range(1, max(paid) + 1))
        found = audit(archive.units([str(folder), url]))
        assert [one.differences for one in found] == [0] * 6, found
        rounds = sum(one.rounds for one in found) // 2
        count = sum(map(len, ours.values()))
        told(capsys, f"server away twice for {AWAY} s, once with a kill: {count} records, {rounds} rounds, all equal")


@pytest.mark.timeout(300)
def test_a_few_busy_tables_are_in_the_pit_a_moment_later(
    tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Dealing(postgres.new(), tmp_path / "tables", 6, 10.0, 5.0).end(now=False)
    told(capsys, f"six tables at ten records a second: {said}")
    assert (said["broken"], said["standing"]) == ([], ["following"])
    assert said["records"] > 100
    assert said["behind_most_s"] < 5  # 2 s on a machine of its own
