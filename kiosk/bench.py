"""What `dealer-assist bench` measures: the program alone, on this machine, on its own sample session.

Where it says *processor*, time of the processor is meant, which other programs do not lengthen; else it is the clock's.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from dealer_assist import house_math, orders_pace, rules_pace, script, verify_pace
from dealer_assist.folder import JOURNAL
from dealer_assist.house_play import PLAYS
from dealer_assist.journal import Entry, Journal, Stamp
from dealer_assist.odds import bench as odds_bench
from dealer_assist.sealing import SEAL, Seals
from dealer_assist.sealing_key import throwaway
from hardware.shoes import decoder
from hardware.tape import TapeReader
from kiosk import replay
from kiosk.commands import sample_folder
from kiosk.figures import Aim, Measures, Row, peak_mb
from kiosk.recording import Recording
from models import speed
from models.recogniser import load

#: Records of the journal that is verified.
RECORDS: Final = 1_000_000
#: Frames that are looked at, after two to warm up.
LOOKS: Final = 16
#: Passes over the rounds that are settled, of which the quickest counts.
PASSES: Final = 6
#: Seconds that the sample table runs before its memory is read.
RUN_S: Final = 10.0
#: Tables of which fair odds are worked out, by deck.
ODDS: Final = 20
#: Rounds in three minutes on two cores.
_SIMULATED: Final = Aim(200_000 / 180)


def settled() -> Iterator[Row]:
    """The sample's rounds, settled again and again."""
    rounds = (sample_folder() / "rounds.jsonl").read_bytes().splitlines()
    yield paced("Triple rounds settled a second, those of the sample (processor)", rounds * 20, Aim(1500))


def paced(what: str, texts: list[bytes], aim: Aim | None = None) -> Row:
    """So many rounds settled a second, one by one, from JSON to what each seat is paid: the quickest of some passes.

    A pass beside other programs takes more of the processor for the same work, since they share its caches.
    """
    quickest = min(_pass(texts) for _ in range(PASSES))
    return Row(what, len(texts) / quickest, "rounds/s", aim=aim)


def _pass(texts: list[bytes]) -> float:
    began = time.process_time()
    for text in texts:
        script.settle(text)
    return time.process_time() - began


def refolded() -> Iterator[Row]:
    """One step of a full table, folded from its round's beginning."""
    each = sorted(rules_pace.refolds())
    what = "a step at a seven-seat Triple table refolded, 99th percentile (processor)"
    yield Row(what, each[len(each) * 99 // 100] * 1000, "ms", aim=Aim(5))


def simulated() -> Iterator[Row]:
    """The house's mathematics, on all cores."""
    plan, jobs = house_math.Plan(PLAYS["simple"], 20_000), os.cpu_count() or 1
    took = seconds(lambda: house_math.simulate(plan, jobs, lambda done: None))
    what = f"Triple rounds simulated a second, {jobs} processes (`house triple`)"
    yield Row(what, plan.rounds / took, "rounds/s", aim=_SIMULATED)


def matched() -> Iterator[Row]:
    """The order book alone, then the whole game around it."""
    what = "orders matched a second, 1,000 others standing (processor)"
    yield Row(what, orders_pace.matched(), "orders/s", aim=Aim(20_000))
    yield Row("orders a second through all rules of the game (processor)", orders_pace.played(), "orders/s")


def fair() -> Iterator[Row]:
    """Fair odds of tables that were not met before."""
    for deck, took in odds_bench.measure(ODDS).items():
        aim = Aim(odds_bench.ALLOWED[deck.removesuffix(" worst")] * 1000)
        yield Row(f"fair odds of all eight selections, {deck} (processor)", took * 1000, "ms", aim=aim)


def decoded() -> Iterator[Row]:
    """The sample's shoe bytes."""
    tape = TapeReader(sample_folder() / "shoe.tape")
    data = b"".join(entry.data for entry in tape if "bytes" in entry.content) * 20
    took = seconds(partial(decoder("cobs_crc16").feed, data))
    yield Row("shoe bytes decoded a second (cobs_crc16)", len(data) / took / 1000, "kB/s")


def looked() -> Iterator[Row]:
    """Frames of a table with eight separate cards, drawn; and of the sample's film."""
    fresh = [speed.frame(seed, moved=3.0 * seed) for seed in range(LOOKS + 2)]
    for name, threads, what, limit in (
        ("default", 1, "every frame anew, one thread", 50),
        ("default", 2, "every frame anew, two threads", 28),
        ("steady", 1, "one card moves, the others are kept, one thread", 40),
    ):
        took, _ = speed.median_ms(load(name, threads), fresh)
        yield Row(f"frame read, 1280×720, sixteen corners, {what}, median", took, "ms", aim=Aim(limit))
    film = Recording(sample_folder(), None).film
    if film is not None and film.count:
        look = load("steady", 1).look
        each = [look(film.frame(at)).ms for at in range(film.count // 2, min(film.count, film.count // 2 + 40))]
        yield Row("frame of the sample's film read, one thread, median", statistics.median(each), "ms")


def appended() -> Iterator[Row]:
    """Records flushed to this disk, one by one."""
    yield _append("journal record appended and flushed, median", None)
    seals = Seals(throwaway("bench"))
    seals.follow(SEAL, seals.begin())
    yield _append("the same of a card that lies face down, sealed", seals)


def _append(what: str, seals: Seals | None) -> Row:
    body = {"step": {"card": "As", "to": 1}}
    hidden = () if seals is None else (("step", "card"),)
    entry = Entry("step", body, 1, 1, 0, "2026-01-01T00:00:00+00:00", "dealer", hidden=hidden)
    stamp = Stamp("bench", "boot", "house", "0")
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / JOURNAL, stamp, seals) as journal:
        each = [seconds(partial(journal.append, entry)) for _ in range(200)]
    return Row(what, statistics.median(each) * 1000, "ms", aim=Aim(3))


def verified() -> Iterator[Row]:
    """A generated journal, its chain and its mark."""
    what = f"journal records verified a second, of {RECORDS:,} (processor)"
    yield Row(what, verify_pace.verified(RECORDS), "records/s", aim=Aim(50_000))


def replayed() -> Iterator[Row]:
    """The sample played again at three depths; it has to come out the same."""
    folder = sample_folder()
    for depth, play in (("lines", replay.lines), ("sightings", replay.sightings)):
        result, took = _played(partial(play, folder))
        yield Row(f"records replayed a second, {depth}", result.records / took, "records/s")
    _, took = _played(partial(replay.whole, folder, load("steady")))
    yield Row("bytes and film replayed, against how long they were recorded", lasted(folder) / took, "× real time")


def _played(work: Callable[[], replay.Result]) -> tuple[replay.Result, float]:
    began = time.perf_counter()
    result = work()
    if not result.identical:
        raise AssertionError(f"the sample session replays otherwise: {result.faults}")
    return result, time.perf_counter() - began


def lasted(folder: Path) -> float:
    """Seconds from a session's first input to its last."""
    times = [entry.at for _, entry in Recording(folder, None, sightings=True).entries()]
    return (times[-1] - times[0]) / 1e9


def remembered() -> Iterator[Row]:
    """The most memory that a recogniser at work takes, and a whole table that runs."""
    alone = [sys.executable, "-c", "from kiosk.bench import reading_mb; print(reading_mb())"]
    held = float(subprocess.run(alone, stdout=subprocess.PIPE, check=True, text=True).stdout)
    yield Row("memory at most, reading frames", held, "MB", aim=Aim(400))
    run = [sys.executable, "-m", "dealer_assist", "run", "--sample", "--port", "0"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(run, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as table,
    ):
        time.sleep(RUN_S)
        held = peak_mb(table.pid)
        table.terminate()
        table.wait(30)
    yield Row(f"memory at most, the sample table with its screens, after {RUN_S:.0f} s", held, "MB")


def reading_mb() -> float:
    """Megabytes that this program has held at most once it has read a few frames."""
    for name in ("default", "steady"):
        speed.median_ms(load(name), [speed.frame(seed) for seed in range(6)])
    return peak_mb()


#: All of them, in the order of the table.
MEASURES: Final[Measures] = {
    "settle": settled,
    "refold": refolded,
    "house": simulated,
    "orders": matched,
    "odds": fair,
    "shoe": decoded,
    "sight": looked,
    "append": appended,
    "verify": verified,
    "replay": replayed,
    "memory": remembered,
}


def seconds(work: Callable[[], object]) -> float:
    """By the clock."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
