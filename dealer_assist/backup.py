"""A copy of a journal while its table runs: SQLite's online backup, verified before it takes its name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from dealer_assist.faults import Fault, one_line
from dealer_assist.mark import Mark, mark_of, read_mark, write_mark
from dealer_assist.verify import Verdict, verify

#: Pages copied at once; between two lots the table may write.
_PAGES = 256


def backup(journal: Path, to: Path, tick: Callable[[int], object] = lambda done: None) -> Verdict:
    """Copy the journal to the new file `to`, with its mark beside it, and verify the copy.

    What had been acknowledged when this began is in the copy. Raises `Fault` if it can't be made, or is not whole;
    then there is nothing at `to`.
    """
    if not journal.is_file():
        raise Fault(f"{journal}: there is no journal here; name the folder of a recorded session")
    mark = read_mark(journal)
    if mark is None:
        raise Fault(f"{journal}: its mark is missing or damaged, so nobody can say how far it went; verify it first")
    if to.exists() or mark_of(to).exists():
        raise Fault(f"{to}: there is a file already; a backup is never written over: name another")
    part = to.with_name(to.name + ".part")
    try:
        verdict = _whole(journal, part, mark, tick)
        _flush(part)
        mark_of(part).rename(mark_of(to))
        part.rename(to)
        _flush(to.parent)
    except OSError as error:
        raise Fault(f"{to}: the backup can't be written: {error.strerror}; name another place") from error
    finally:
        for left in (part, mark_of(part)):
            left.unlink(missing_ok=True)
    return verdict


def _whole(journal: Path, part: Path, mark: Mark, tick: Callable[[int], object]) -> Verdict:
    """Copy and verify; what had been acknowledged must be in it."""
    write_mark(part, _copied(journal, part))
    verdict = verify(part, tick=tick)
    fault = verdict.fault
    if fault is None and verdict.records < mark.number:
        fault = f"records lost after {verdict.records}: {mark.number} had been acknowledged"
    if fault is not None:
        raise Fault(f"{journal}: {fault}; no backup was made of what is not whole: keep the last good one")
    return verdict


def _copied(journal: Path, part: Path) -> Mark:
    """Copy the pages; the mark of what came with them."""
    # A journal that was closed is read without SQLite's shared file, which would stay beside it.
    mode = "mode=ro" if journal.with_name(journal.name + "-wal").exists() else "mode=ro&immutable=1"
    try:
        with (
            closing(sqlite3.connect(f"file:{quote(str(journal.resolve()))}?{mode}", uri=True)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy, pages=_PAGES)
            row = copy.execute("SELECT number, hash FROM record ORDER BY number DESC LIMIT 1").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise Fault(f"{journal}: can't be copied to {part.parent}: {one_line(error)}") from error
    if row is None:
        raise Fault(f"{journal}: nothing is recorded yet: there is nothing to keep")
    return Mark(*row)


def _flush(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
