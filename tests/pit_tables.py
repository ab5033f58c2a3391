"""Tables that deal by themselves and follow into a pit: many in one process, each with its own journal on the disk.

`python -m tests.pit_tables --url URL --folder FOLDER --tables 25 --pace 10 --seconds 120` deals at ten records a second
at each table, with `--every 6` one round in six seconds, and prints, as one line of JSON, how many records there were
and how far the pit was behind at most. Run again on the same folder, every table goes on where it was. SIGTERM ends it
in order.
"""

from __future__ import annotations

import argparse
import itertools
import signal
import threading
import time
from collections import deque
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from dealer_assist import kept_house, table_file
from dealer_assist.journal import Journal, Record
from dealer_assist.pit import asking
from dealer_assist.pit.following import Follower
from dealer_assist.pit.records import Shared, Store
from dealer_assist.record import Entry
from dealer_assist.session import Session
from tests.archives import Clock, closed, prepared, steps
from tests.random_rounds import GAMES

JSON = dict[str, Any]
#: About what a table shows to its pit, in bytes, and how often at most, in seconds.
_VIEW: Final = msgspec.json.encode({"view": "x" * 3000})
_SHOW_S: Final = 0.5


class LiveClock(Clock):
    """The time as it is."""

    def __init__(self) -> None:
        super().__init__(datetime.now(UTC), Random())
        self._began = time.monotonic_ns()

    def on(self) -> int:
        """Nanoseconds since the table was started."""
        self.at = time.monotonic_ns() - self._began
        return self.at

    def wall(self) -> str:
        """Now."""
        return datetime.now(UTC).isoformat(timespec="milliseconds")


class TimedJournal(Journal):
    """A journal that remembers when each record was acknowledged, until the pit has it."""

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.times: deque[tuple[int, float]] = deque()

    def append(self, *entries: Entry) -> tuple[Record, ...]:
        made = super().append(*entries)
        self.times.append((made[-1].number, time.monotonic()))
        return made

    def behind(self, sent: int) -> float:
        """Seconds since the oldest record that the pit does not have yet."""
        while self.times and self.times[0][0] <= sent:
            self.times.popleft()
        return time.monotonic() - self.times[0][1] if self.times else 0.0


class DealingTable:
    """One table in a thread of its own, with its follower."""

    def __init__(
        self, folder: Path, game: str, name: str, url: str, pace: float, every: float, ended: threading.Event
    ) -> None:
        self.name = name
        self._pace = pace
        self._every = every
        self.rounds = 0
        self._ended = ended
        path = folder / "table.toml"
        file, stamp = prepared(folder, game, name)
        self._random = Random(f"{name} {(folder / 'journal.sqlite').exists()}")
        self.journal = TimedJournal(folder / "journal.sqlite", stamp)
        self._clock = LiveClock()
        self._session = Session(file, kept_house.to_go_on_with(path, file), self.journal, self._clock.wall)
        assert table_file.load(path) == file
        self.first = self.journal.last
        self._shown = 0.0
        self.follower = Follower(self.journal, url, [self._show])
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        #: Whether it dealt until it was told to end.
        self.stopped = False

    def start(self) -> None:
        """Begin to deal."""
        self._thread.start()

    def close(self) -> None:
        """Stop, and send what is there."""
        self._thread.join(timeout=30)
        self.follower.close(patience_s=20)
        self.journal.close()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._round()
        self.stopped = True

    def _round(self) -> None:
        began = due = time.monotonic()
        for _ in steps(self._session, self._random, self._clock, "1001"):
            due = max(due + 1 / self._pace, time.monotonic() - 0.5)
            if self._ended.wait(max(0.0, due - time.monotonic())):
                return
        closed(self._session, self._clock, "1001")
        self.rounds += 1
        self._ended.wait(max(0.0, began + self._every - time.monotonic()))

    def _show(self, store: Store, shared: Shared) -> None:
        if time.monotonic() - self._shown >= _SHOW_S and self.journal.last:
            asking.show(store, shared, self.journal.last, _VIEW)
            self._shown = time.monotonic()


def run(url: str, folder: Path, tables: int, pace: float, every: float, seconds: float, ended: threading.Event) -> JSON:
    """Deal for so long, or until `ended`; what came of it."""
    games = itertools.cycle(sorted(GAMES))
    made = [
        DealingTable(folder / f"table-{number}", game, f"{folder.name} {number}", url, pace, every, ended)
        for number, game in zip(range(1, tables + 1), games, strict=False)
    ]
    for table in made:
        table.follower.start()
    while any(table.follower.standing.state != "following" for table in made) and not ended.wait(0.05):
        pass
    began = time.monotonic()
    for number, table in enumerate(made):
        table.start()
        # Not all in step.
        ended.wait(max(1 / pace, every) / tables if number else 0)
    most = 0.0
    worst: list[float] = []
    while time.monotonic() - began < seconds and not ended.wait(0.05):
        now = max(table.journal.behind(table.follower.standing.sent) for table in made)
        worst.append(now)
        most = max(most, now)
    took = time.monotonic() - began
    records = sum(table.journal.last - table.first for table in made)
    ended.set()
    for table in made:
        table.close()
    worst.sort()
    return {
        "tables": tables,
        "seconds": round(took, 1),
        "rounds": sum(table.rounds for table in made),
        "records": records,
        "records_a_second": round(records / took, 1),
        "behind_most_s": round(most, 3),
        "behind_p95_s": round(worst[len(worst) * 95 // 100], 3) if worst else 0.0,
        "processor_s": round(time.process_time(), 1),
        "broken": [table.name for table in made if not table.stopped],
        "standing": sorted({table.follower.standing.state for table in made}),
    }


def main() -> None:
    """Deal and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--pace", type=float, default=10.0, help="records a second at each table")
    parser.add_argument("--every", type=float, default=0.0, help="seconds from one round to the next")
    parser.add_argument("--seconds", type=float, default=60.0)
    words = parser.parse_args()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    print("dealing", flush=True)
    told = run(words.url, words.folder, words.tables, words.pace, words.every, words.seconds, ended)
    print(msgspec.json.encode(told).decode(), flush=True)


if __name__ == "__main__":
    main()
