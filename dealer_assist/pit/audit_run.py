"""An archive audited in parallel: sessions go to workers through Dask, and what comes back is kept at once.

Every session that is done stands as one line in `done.jsonl` of the audit's folder, flushed before it counts: an audit
that was killed goes on with the others. Only so many tasks are under way that nothing piles up, here or at a worker; a
worker that dies loses its task to another one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import __version__
from dealer_assist.faults import Fault, one_line
from dealer_assist.pit.archive import Unit, tasks
from dealer_assist.pit.audit import Audited, audit

DONE: Final = "done.jsonl"
_FORMAT: Final = f"audit/1 {__version__}"
#: Tasks under way for each worker: one that it works on, and the next.
_AHEAD: Final = 3
#: Seconds until a scheduler that does not answer is taken for away.
_PATIENCE_S: Final = 10
#: A task is tried again so often when its worker dies.
_TRIES: Final = 20


class Book:
    """What is done, line by line, in the audit's folder."""

    def __init__(self, folder: Path, *, resume: bool) -> None:
        """Begin, or with `resume` go on. Raises `Fault` for a folder that holds an audit already, or another one."""
        self.path = folder / DONE
        self.keys: set[str] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and not resume:
                raise Fault(f"{folder}: there is an audit already; go on with --resume, or name another --out")
            whole = self._known() if self.path.exists() else 0
            self._file = self.path.open("ab")
            # What was cut in the middle of a line by the end of the program is done again.
            self._file.truncate(whole)
        except OSError as error:
            raise Fault(f"{folder}: can't be written: {error.strerror}; name another --out") from error
        if not whole:
            self._line(msgspec.json.encode({"format": _FORMAT}))

    def add(self, audited: Audited) -> None:
        """One more session is done."""
        self._line(msgspec.json.encode(audited))
        self.keys.add(audited.key)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _line(self, text: bytes) -> None:
        try:
            self._file.write(text + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise Fault(f"{self.path}: can't be written: {error.strerror}; make room and go on by --resume") from error

    def _known(self) -> int:
        whole = 0
        with self.path.open("rb") as lines:
            for number, line in enumerate(lines):
                if not line.endswith(b"\n"):
                    break
                if number == 0:
                    self._check(line)
                else:
                    self.keys.add(msgspec.json.decode(line, type=_Key).key)
                whole += len(line)
        return whole

    def _check(self, line: bytes) -> None:
        try:
            found = msgspec.json.decode(line, type=dict[str, str]).get("format", "")
        except msgspec.MsgspecError:
            found = ""
        if found != _FORMAT:
            named = found or "something else"
            raise Fault(f"{self.path}: this is {named}, not {_FORMAT}; begin a new audit with another --out")


class _Key(msgspec.Struct):
    key: str


class Results:
    """What was found in the sessions with these keys, one after another as often as it is asked: never all at once."""

    def __init__(self, folder: Path, keys: Collection[str]) -> None:
        self._path = folder / DONE
        self._keys = frozenset(keys)

    def __iter__(self) -> Iterator[Audited]:
        with self._path.open("rb") as lines:
            next(lines, None)
            for line in lines:
                # Of a session that has grown since an earlier audit both states stand here.
                found = msgspec.json.decode(line, type=Audited)
                if found.key in self._keys:
                    yield found


@contextmanager
def cluster(jobs: int, scheduler: str | None) -> Iterator[Any]:
    """Workers: `jobs` processes of this machine, or whoever has come to the scheduler. Raises `Fault`."""
    import dask
    import distributed

    dask.config.set({"distributed.scheduler.allowed-failures": _TRIES, "distributed.comm.timeouts.connect": "10s"})
    # These have no types of their own.
    make_client: Any = distributed.Client
    make_cluster: Any = distributed.LocalCluster
    if scheduler is not None:
        try:
            client = make_client(scheduler, timeout=_PATIENCE_S)
        except (OSError, ValueError, TimeoutError) as error:
            raise Fault(f"{scheduler}: no Dask scheduler answers there ({one_line(error)}); start one") from error
        with client:
            yield client
        return
    with (
        make_cluster(
            n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as local,
        make_client(local) as client,
    ):
        yield client


def run(client: Any, wanted: Sequence[Unit], book: Book, tick: Callable[[int], object]) -> None:
    """Audit what `book` does not have yet. `tick` is told how many sessions were done. Raises `Fault`."""
    import distributed

    coming = tasks(unit for unit in wanted if unit.key not in book.keys)
    completed: Any = distributed.as_completed
    under_way = completed()
    waiting = 0
    workers = max(1, sum(client.nthreads().values()))
    for task in coming:
        under_way.add(client.submit(audit, task, pure=False))
        waiting += 1
        if waiting < _AHEAD * workers:
            continue
        _take(next(under_way), book, tick)
        waiting -= 1
    for _ in range(waiting):
        _take(next(under_way), book, tick)


def _take(future: Any, book: Book, tick: Callable[[int], object]) -> None:
    from distributed import KilledWorker

    try:
        done: list[Audited] = future.result(timeout=_PATIENCE_S)
    except KilledWorker as error:
        raise Fault(
            f"the audit stopped: a task has ended {_TRIES} workers ({one_line(error)}); see their logs"
        ) from error
    except (ImportError, AttributeError, TypeError) as error:
        raise Fault(f"the workers can't audit ({one_line(error)}); give them this version of the program") from error
    future.release()
    for audited in done:
        book.add(audited)
    tick(len(done))
