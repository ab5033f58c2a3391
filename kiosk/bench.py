"""`make bench`: the figures that README and docs quote, measured now, on this machine, on the sample session."""

from __future__ import annotations

import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from dealer_assist import orders_pace, rules_pace, script, verify_pace
from dealer_assist.journal import Entry, Journal, Stamp
from dealer_assist.odds import bench as odds_bench
from dealer_assist.sealing import SEAL, Seals
from dealer_assist.sealing_key import throwaway
from hardware.shoes import decoder
from hardware.tape import TapeReader
from kiosk.recording import Recording
from models.recogniser import load


class Row(msgspec.Struct, frozen=True):
    """One figure: what, how much, in which unit."""

    what: str
    figure: float
    unit: str


def machine() -> str:
    """The machine in one line."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"


def rows(sample: Path) -> Iterator[Row]:
    """Each figure as soon as it is measured."""
    yield _settle(sample / "rounds.jsonl")
    yield _refold()
    yield Row("orders matched, 1,000 others standing, of processor time", orders_pace.matched(), "orders/s")
    for deck, took in odds_bench.measure().items():
        yield Row(f"fair odds of all eight selections after nine cards, {deck}, of processor time", took * 1000, "ms")
    yield _decode(sample / "shoe.tape")
    yield _append("journal append with flush, median", None)
    seals = Seals(throwaway("bench"))
    seals.follow(SEAL, seals.begin())
    yield _append("the same of a card that lies face down, sealed", seals)
    yield Row("journal records verified, of processor time", verify_pace.verified(), "records/s")
    yield from _look(sample)


def _settle(rounds: Path) -> Row:
    texts = [line for line in rounds.read_bytes().splitlines() if line.strip()] * 30
    took = _time(lambda: [script.settle(text) for text in texts])
    return Row("Triple rounds settled, one process", len(texts) / took, "rounds/s")


def _refold() -> Row:
    each = sorted(rules_pace.refolds())
    return Row(
        "seven-seat round refolded for one step, 99th percentile of processor time",
        each[len(each) * 99 // 100] * 1000,
        "ms",
    )


def _decode(tape: Path) -> Row:
    data = b"".join(entry.data for entry in TapeReader(tape) if "bytes" in entry.content) * 20
    reader = decoder("cobs_crc16")
    took = _time(lambda: reader.feed(data))
    return Row("shoe bytes decoded (cobs_crc16)", len(data) / took / 1000, "kB/s")


def _append(what: str, seals: Seals | None) -> Row:
    body = {"step": {"card": "As", "to": 1}}
    hidden = () if seals is None else (("step", "card"),)
    entry = Entry("step", body, 1, 1, 0, "2026-01-01T00:00:00+00:00", "dealer", hidden=hidden)
    stamp = Stamp("bench", "boot", "house", "0")
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite", stamp, seals) as journal:
        each = [_time(lambda: journal.append(entry)) for _ in range(200)]
    return Row(what, statistics.median(each) * 1000, "ms")


def _look(sample: Path) -> Iterator[Row]:
    film = Recording(sample, None).film
    if film is None:
        return
    frames = [film.frame(number) for number in range(0, film.count or 0, max(1, (film.count or 0) // 40))]
    for threads in (1, 2):
        for name in ("default", "steady"):
            look = load(name, threads).look
            look(frames[0])
            each = _each(look, frames if name == "default" else [frame for frame in frames for _ in range(2)])
            kept = "" if name == "default" else ", every second frame unchanged"
            yield Row(
                f"frame of 1280×720 read, {threads} thread(s), median{kept}", statistics.median(each) * 1000, "ms"
            )


def _each(look: Callable[..., object], frames: Iterable[object]) -> list[float]:
    return [_time(partial(look, frame)) for frame in frames]


def _time(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
