"""Replay of several sessions at once, or of the rounds of one: in processes of their own, put together in order."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.replay import Difference
from dealer_assist.sealing_key import SealKey
from kiosk import replay
from kiosk.recording import Recording
from kiosk.replay import Depth, Result

#: Rounds that one process folds in one go.
_ROUNDS: Final = 200

Tick = Callable[[int], object]


class Job(msgspec.Struct, frozen=True):
    """A part of the work: a session, or the rounds `first` to before `end` of it (0: all). `key` opens what is sealed
    of a round that is not over."""

    folder: Path
    depth: Depth
    first: int = 0
    end: int = 0
    size: int = 1
    key: SealKey | None = None


class Played(msgspec.Struct, frozen=True):
    """A session as it was played again. `refused` is why it could not be."""

    folder: str
    depth: Depth
    records: int = 0
    faults: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    refused: str = ""

    @property
    def identical(self) -> bool:
        """Whether it was played, and everything is as it was recorded."""
        return not self.faults and not self.refused


def sessions(given: Sequence[Path]) -> list[Path]:
    """The folders of sessions: those given, and those that lie in a given folder that is none. Raises `Fault`."""
    found: list[Path] = []
    for folder in given:
        inside = [] if (folder / JOURNAL).exists() else sorted(path.parent for path in folder.glob(f"*/{JOURNAL}"))
        found += inside or [folder]
    return found


def plan(folders: Sequence[Path], depth: Depth, jobs: int, key: SealKey | None = None) -> list[Job]:
    """The parts of the work, each with its size in ticks. One of several sessions that can't be read is a part that
    will say why. Raises `Fault` where it is the only one."""
    made: list[Job] = []
    for folder in folders:
        try:
            made += [msgspec.structs.replace(part, key=key) for part in _parts(folder, depth, jobs, key)]
        except Fault:
            if len(folders) == 1:
                raise
            made.append(Job(folder, depth, key=key))
    return made


def _parts(folder: Path, depth: Depth, jobs: int, key: SealKey | None) -> Iterator[Job]:
    if depth != "lines":
        tapes = Recording(folder, None, strict=False, sightings=True, key=key)
        yield Job(folder, depth, size=sum(1 for _ in tapes.entries()))
        return
    rounds = replay.rounds(folder)
    for first in range(rounds.start, rounds.stop, _ROUNDS if jobs > 1 else max(1, len(rounds))):
        end = min(first + _ROUNDS, rounds.stop) if jobs > 1 else rounds.stop
        yield Job(folder, depth, first, end, end - first)
    if not rounds:
        yield Job(folder, depth)


def run(work: Sequence[Job], jobs: int, tick: Tick = lambda done: None) -> list[Played]:
    """Do the work with so many processes; a result for each session, in their order. `tick` is told what is done."""
    if jobs <= 1 or len(work) <= 1:
        return _together(work, [_one(job, lambda: tick(1)) for job in work])
    found: dict[int, Played] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(work)), mp_context=context) as pool:
        asked = {pool.submit(_one, job): place for place, job in enumerate(work)}
        for done in as_completed(asked):
            place = asked[done]
            found[place] = done.result()
            tick(work[place].size)
    return _together(work, [found[place] for place in range(len(work))])


def _one(job: Job, tick: Callable[[], object] = lambda: None) -> Played:
    """One part; what can't be played is told, so that the others go on."""
    try:
        result = _play(job, tick)
    except Fault as fault:
        return Played(str(job.folder), job.depth, refused=str(fault))
    return Played(str(job.folder), job.depth, result.records, result.faults, result.differences)


def _play(job: Job, tick: Callable[[], object]) -> Result:
    match job.depth:
        case "lines":
            return replay.lines(job.folder, range(job.first, job.end) if job.end else None, tick, key=job.key)
        case "sightings":
            return replay.sightings(job.folder, tick, key=job.key)
        case "raw":
            from kiosk.watching import reader

            file = Recording(job.folder, None, strict=False, sightings=True).file
            recogniser = reader(file.camera, job.folder) if file.camera else None
            return replay.whole(job.folder, recogniser, tick, key=job.key)


def _together(work: Sequence[Job], parts: Sequence[Played]) -> list[Played]:
    """The parts of each session as one."""
    made: dict[Path, Played] = {}
    for job, part in zip(work, parts, strict=True):
        before = made.get(job.folder, Played(part.folder, part.depth))
        made[job.folder] = Played(
            part.folder,
            part.depth,
            before.records + part.records,
            before.faults + part.faults,
            before.differences + part.differences,
            before.refused or part.refused,
        )
    return list(made.values())
