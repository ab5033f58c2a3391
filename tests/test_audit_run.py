"""An audit in many processes: stopped and gone on with, at a scheduler of its own, with a worker that dies."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_assist.faults import Fault
from dealer_assist.pit import archive
from dealer_assist.pit.audit import Audited, audit
from dealer_assist.pit.audit_run import DONE, Book, Results
from tests import archives

#: Sessions and rounds: as many tasks as it takes to be stopped in between.
SESSIONS, EACH = 60, 4


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive in which one payment was altered, with its chain made anew."""
    folder: Path = tmp_path_factory.mktemp("archive")
    archives.archive(folder, rounds=SESSIONS * EACH, each=EACH)
    archives.alter(folder)
    return folder


@contextlib.contextmanager
def program(*words: str, **kept: object) -> Iterator[subprocess.Popen[str]]:
    """A program in a process group of its own, which is ended at the end."""
    with subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        try:
            yield running
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.communicate(timeout=30)


def until(true: Callable[[], object], seconds: float = 90.0) -> None:
    """Wait until it is true."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.02)


def lines(out: Path) -> list[str]:
    """What is done, by its keys, in the order in which it was."""
    text = (out / DONE).read_text() if (out / DONE).exists() else ""
    return [json.loads(line)["key"] for line in text.splitlines(keepends=True)[1:] if line.endswith("\n")]


def found(out: Path) -> list[Audited]:
    """All that was found, by session."""
    return sorted(Results(out, lines(out)), key=lambda one: one.key)


def here(folder: Path) -> list[Audited]:
    """The same, found in this process."""
    return sorted(audit(archive.units([str(folder)])), key=lambda one: one.key)


def audited(folder: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """The command to its end."""
    words = ["-m", "dealer_assist", "audit", str(folder), "--out", str(out), *more]
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=170, check=False)


@pytest.mark.timeout(300)
def test_an_audit_that_was_killed_goes_on_and_does_nothing_twice(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with program("-m", "dealer_assist", "audit", str(made), "--out", str(out), "--jobs", "1"):
        until(lambda: lines(out))
    before = lines(out)
    assert 0 < len(before) < SESSIONS
    with (out / DONE).open("ab") as file:
        file.write(b'{"key":"cut in the mid')  # as a full disk would leave it
    refused = audited(made, out)
    assert (refused.returncode, "go on with --resume" in refused.stderr) == (2, True)
    done = audited(made, out, "--resume", "--jobs", "1")
    assert f"{len(before)} of {SESSIONS} sessions are done already" in done.stderr
    assert done.returncode == 1
    after = lines(out)
    assert after[: len(before)] == before
    assert (len(after), len(set(after))) == (SESSIONS, SESSIONS)
    assert found(out) == here(made)
    session = next(one for one in found(out) if one.differences)
    (different,) = session.different
    assert f"{session.table}, session {session.session}, round 3, record {different.record}: " in done.stdout
    assert "1 differences" in done.stdout
    assert {"summary.html", "money.parquet", "differences.csv"} <= {path.name for path in out.iterdir()}


@pytest.mark.timeout(300)
def test_a_scheduler_elsewhere_and_a_worker_that_dies_give_the_same(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with program("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard") as s:
        assert s.stderr is not None
        address = next(m[1] for line in s.stderr if (m := re.search(r"Scheduler at:\s+(tcp://\S+)", line)))
        worker = ("-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        with program(*worker) as first, program(*worker):
            command = ["-m", "dealer_assist", "audit", str(made), "--out", str(out), "--scheduler", address]
            with program(*command) as running:
                until(lambda: lines(out))
                os.kill(first.pid, signal.SIGKILL)
                at = len(lines(out))
                assert running.wait(timeout=150) == 1
    assert at < SESSIONS, "the worker died too late to matter"
    assert (len(lines(out)), len(set(lines(out)))) == (SESSIONS, SESSIONS)
    assert found(out) == here(made)


def test_no_scheduler_there_is_one_line(made: Path, tmp_path: Path) -> None:
    done = audited(made, tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 2
    assert "tcp://127.0.0.1:9: no Dask scheduler answers there" in done.stderr.splitlines()[-1]


def test_another_thing_in_the_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / DONE).write_text("my notes\n")
    with pytest.raises(Fault, match="this is something else"):
        Book(tmp_path, resume=True)
    assert (tmp_path / DONE).read_text() == "my notes\n"
    with pytest.raises(Fault, match="there is an audit already"):
        Book(tmp_path, resume=False)
