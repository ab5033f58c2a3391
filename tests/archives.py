"""Archives for tests: sessions of all three games as real tables write them, dealt by players who know no game.

The rounds go through the real session into a real journal; only the disk is asked once for many records, and the clock
is made up. `python -m tests.archives --rounds 100000 --out FOLDER --jobs 2 --alter` makes a large one in which one
payment was altered; `--part 1/2` and `--part 2/2` make it in two goes, and whoever was stopped goes on.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from dealer_assist import __version__, house, kept_house, proposals, table_file
from dealer_assist.changes import By
from dealer_assist.game import Change, Refused
from dealer_assist.journal import Entry, Journal, Record, Stamp, canonical, recorded
from dealer_assist.mark import Mark, write_mark
from dealer_assist.record import RECORDS, row_of
from dealer_assist.session import Session
from tests.journals import chained, changed, read, tamper
from tests.random_rounds import GAMES

JSON = dict[str, Any]
DEALERS: Final = ("1001", "1002", "1003", "1004", "1005")
#: Records that are put on the disk at once.
_AT_ONCE: Final = 4000
_TABLES: Final = {
    "triple": "seats = [{ seat = 1, chips = 100000 }, { seat = 2, chips = 100000 }, { seat = 5, chips = 100000 }]\n",
    "omaha": (
        "seats = [{ seat = 1, chips = 100000 }, { seat = 3, chips = 100000 }, { seat = 6, chips = 100000 }]\n"
        'options = { rule = "loj", betting = "pot_limit", button = 1, small_blind = 25, big_blind = 50, rake = true }\n'
    ),
    "exchange_blackjack": (
        'accounts = [{ account = "A", chips = "100000.00" }, { account = "B", chips = "100000.00" }]\n'
        'options = { decks = "infinite" }\n'
    ),
}


class QuickJournal(Journal):
    """A journal whose records are the real ones, and reach the disk many at a time: for rounds that nobody plays."""

    def __init__(self, path: Path, stamp: Stamp) -> None:
        super().__init__(path, stamp)
        self._waiting: list[Record] = []

    def append(self, *entries: Entry) -> tuple[Record, ...]:
        made: list[Record] = []
        for entry in entries:
            made.append(self._record(self.last + 1, self._hash, entry))
            self._made(made[-1:])
        self._waiting += made
        if len(self._waiting) >= _AT_ONCE:
            self.flush()
        return tuple(made)

    def flush(self) -> None:
        """Put what waits on the disk."""
        if self._waiting:
            with self._engine.begin() as connection:
                connection.execute(RECORDS.insert(), [row_of(record) for record in self._waiting])
            self._mark.set(self.last, self._hash)
            self._waiting.clear()

    def close(self) -> None:
        self.flush()
        super().close()


class Clock:
    """The made-up time of a session: it moves on with every look at it."""

    def __init__(self, begins: datetime, random: Random) -> None:
        self._begins = begins
        self._random = random
        self.at = 0

    def on(self) -> int:
        """A moment later, in nanoseconds since the session began."""
        self.at += self._random.randrange(400_000_000, 2_600_000_000)
        return self.at

    def wall(self) -> str:
        """The same as a record has it."""
        return (self._begins + timedelta(microseconds=self.at // 1000)).isoformat(timespec="milliseconds")


def prepared(folder: Path, game: str, name: str) -> tuple[table_file.TableFile, Stamp]:
    """A session's folder with its table and the house rules, and what its records say of their origin."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "table.toml"
    path.write_text(f'name = "{name}"\ngame = "{game}"\n{_TABLES[game]}')
    source = house.built_in(game)
    kept_house.keep(folder, source)
    return table_file.load(path), Stamp(name, f"boot of {folder.name}", house.digest(source), __version__)


def session(folder: Path, game: str, name: str, rounds: int, seed: int, begins: datetime) -> int:
    """One recorded session of `rounds` rounds, if it is not there yet; how many records it has."""
    if folder.exists():
        with recorded(folder / "journal.sqlite") as there:
            return there.tail()[0]
    random = Random(seed)
    # Half a session lies elsewhere: who was stopped makes it anew.
    half = _half(folder)
    shutil.rmtree(half, ignore_errors=True)
    records = _played(half, game, name, rounds, random, begins)
    folder.parent.mkdir(parents=True, exist_ok=True)
    half.rename(folder)
    return records


def _half(folder: Path) -> Path:
    return folder.parent.parent / ".half" / folder.name


def _played(folder: Path, game: str, name: str, rounds: int, random: Random, begins: datetime) -> int:
    file, stamp = prepared(folder, game, name)
    clock = Clock(begins, random)
    with QuickJournal(folder / "journal.sqlite", stamp) as journal:
        playing = Session(file, None, journal, clock.wall)
        dealer = random.choice(DEALERS)
        for _ in range(rounds):
            for _ in steps(playing, random, clock, dealer):
                pass
            closed(playing, clock, dealer)
            if random.random() < 0.02:
                dealer = random.choice(DEALERS)
        return journal.last


def steps(playing: Session, random: Random, clock: Clock, dealer: str) -> Iterator[None]:
    """The steps of the running round until it is over, one at a time."""
    taught = GAMES[playing.game.name]
    for tries in range(400):
        step = taught.awaited_step(playing.game, playing.point, random)
        if step is None:
            return
        if tries > 150 and "order" in step:
            step = {"close": "betting"}
        by = By(clock.on(), "shoe" if "card" in step else "dealer", "" if "card" in step else dealer)
        if not isinstance(playing.take(step, by), Refused):
            yield
        if random.random() < 0.002:
            found = playing.find(proposals.lost("shoe", "the cable"), By(clock.on(), "shoe"))
            if random.random() < 0.9:
                playing.answer(found, found.finding.remedies[0], By(clock.on(), "dealer", dealer))


def closed(playing: Session, clock: Clock, dealer: str) -> None:
    """Everybody is paid, whoever has too little buys in, and the next round begins."""
    parties = "accounts" if playing.game.parties == "accounts" else "seats"
    settled: Any = playing.game.settlement(playing.point.state)[parties]
    for party in settled:
        chips = party["chips"]
        if float(chips) < 20_000:
            who = party.get("account", party.get("seat"))
            much: int | str = "100000.00" if parties == "accounts" else 100_000
            playing.change(Change("buy_in", who, much), By(clock.on(), "dealer", dealer))
    refused = playing.next_round(By(clock.on(), "dealer", dealer))
    if refused is not None:
        raise AssertionError(f"{playing.table.name}, round {playing.round}: {refused.why}")


def plan(out: Path, rounds: int, each: int, begins: datetime) -> list[tuple[Path, str, str, int, int, datetime]]:
    """The sessions of an archive of `rounds` rounds, `each` in one session, the games in turn."""
    games = sorted(GAMES)
    made = []
    for number in range((rounds + each - 1) // each):
        game = games[number % 3]
        count = min(each, rounds - number * each)
        table = f"{game} {number // 3 % 7 + 1}"
        day = begins + timedelta(days=number // 21, hours=number % 21)
        folder = out / table.replace(" ", "-") / f"{day:%Y-%m-%dT%H-%M-%S}-{number:05}"
        made.append((folder, game, table, count, number, day))
    return made


def archive(out: Path, rounds: int, each: int = 100, jobs: int = 1, part: tuple[int, int] = (1, 1)) -> int:
    """Make an archive, or one of its parts (`(1, 2)`: the first of two); how many records it has."""
    sessions = plan(out, rounds, each, datetime(2026, 1, 1, 12, tzinfo=UTC))[part[0] - 1 :: part[1]]
    if jobs == 1:
        return sum(session(*one) for one in sessions)
    records = 0
    with ProcessPoolExecutor(jobs) as pool:
        for number, done in enumerate(as_completed([pool.submit(session, *one) for one in sessions]), 1):
            records += done.result()
            if number % 50 == 0:
                print(f"{number} of {len(sessions)} sessions, {records} records", file=sys.stderr, flush=True)
    return records


def alter(out: Path) -> tuple[str, int, int]:
    """Alter a payment of an archive as somebody would who knows the chain: all that follows is made anew, and the mark.
    Its session, round and record."""
    path = sorted(out.glob("triple-*/*/journal.sqlite"))[-1]
    record = next(record for record in read(path) if record.kind == "paid" and record.round == 3)
    body = record.content() | {"house": record.content()["house"] + 50}
    altered = changed(record, body=canonical(body))
    tamper(path, lambda all_: chained([altered if one.number == record.number else one for one in all_]))
    last = read(path)[-1]
    write_mark(path, Mark(last.number, last.hash))
    return path.parent.name, record.round, record.number


def main() -> None:
    """Make an archive and say what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--each", type=int, default=100, help="rounds of a session")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--alter", action="store_true", help="alter one payment at the end")
    words = parser.parse_args()
    began = time.perf_counter()
    part, parts = map(int, words.part.split("/"))
    records = archive(words.out, words.rounds, words.each, words.jobs, (part, parts))
    took = time.perf_counter() - began
    size = sum(file.stat().st_size for file in words.out.rglob("journal.sqlite"))
    told = {
        "rounds": words.rounds // parts,
        "records": records,
        "seconds": round(took, 1),
        "rounds_a_second": round(words.rounds / parts / took),
        "bytes_a_round": round(size / words.rounds),
        "records_a_round": round(records * parts / words.rounds, 1),
        "altered": alter(words.out) if words.alter else None,
    }
    print(msgspec.json.encode(told).decode())


if __name__ == "__main__":
    main()
