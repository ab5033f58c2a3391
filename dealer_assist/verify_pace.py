"""How fast a journal is verified: a generated one, measured by processor time."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist.folder import JOURNAL
from dealer_assist.journal import Entry, Journal, Record, Stamp, canonical
from dealer_assist.mark import Mark, write_mark
from dealer_assist.verify import verify

_BODY = {"by": "shoe", "lines": [], "reversed": [], "step": {"card": "As", "to": 1}}
_ENCODER = msgspec.json.Encoder()
_STAMP = Stamp("Table 1", "0123456789abcdef0123456789abcdef", "f" * 64, "0")


def verified(records: int = 100_000) -> float:
    """Records a second of processor time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / JOURNAL
        generate(path, records)
        began = time.process_time()
        verdict = verify(path)
        took = time.process_time() - began
    if verdict.fault is not None or verdict.records != records:
        raise AssertionError(f"a generated journal is whole: {verdict}")
    return records / took


def generate(path: Path, records: int) -> None:
    """Write a whole journal of so many records at `path`, with its mark, without flushing each."""
    with Journal(path, _STAMP) as journal:
        journal.append(Entry("step", _BODY, 1, 1, 1, "2026-01-01T00:00:00.000+00:00", "Aino", once="k1"))
        (first,) = journal.records()
    with closing(sqlite3.connect(path)) as database, database:
        marks = ", ".join("?" * len(Record.__struct_fields__))
        database.executemany(f"INSERT INTO record VALUES ({marks})", _rows(first, records))
        (hashed,) = database.execute("SELECT hash FROM record ORDER BY number DESC LIMIT 1").fetchone()
    write_mark(path, Mark(records, hashed))


def _rows(first: Record, records: int) -> Iterator[tuple[Any, ...]]:
    previous = first.hash
    row = list(msgspec.structs.astuple(msgspec.structs.replace(first, body=canonical(_BODY))))[:-1]
    number_at, round_at, at_at, once_at, previous_at = (
        Record.__struct_fields__.index(field) for field in ("number", "round", "at", "once", "previous")
    )
    for number in range(2, records + 1):
        row[number_at], row[round_at], row[at_at] = number, number // 40 + 1, number * 10**9
        row[once_at], row[previous_at] = f"k{number}", previous
        previous = sha256(_ENCODER.encode(row)).hexdigest()
        yield (*row, previous)
