"""A root of a journal: the latest that is in it, or one on demand where no table runs."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from dealer_assist import __version__, witness
from dealer_assist.faults import Fault
from dealer_assist.journal import Journal, Stamp, recorded
from dealer_assist.keys import Key
from dealer_assist.verify import verify
from dealer_assist.witness import Root


def on_demand(path: Path, key_file: Path, key: Key, tick: Callable[[int], object] = lambda done: None) -> Root:
    """Verify the journal at `path`, then sign and record its present shoe.

    Raises `Fault` for a journal that is not whole, that a table runs on, or whose folder holds the key.
    """
    if key_file.resolve().parent == path.resolve().parent:
        raise Fault(f"{key_file}: the key lies in the journal's folder, where any copy takes it along: move it away")
    with recorded(path) as journal:
        number, _ = journal.tail()
        last = next(journal.records(number - 1), None)
    if last is None:
        raise Fault(f"{path}: nothing is recorded yet: there is nothing to sign")
    stamp = Stamp(last.table_name, uuid.uuid4().hex, last.house, __version__)
    with Journal(path, stamp) as own:
        fault = verify(path, tick=tick).fault
        if fault is not None:
            raise Fault(f"{path}: {fault}; a journal that is not whole is not signed")
        wall = datetime.now(UTC).isoformat(timespec="milliseconds")
        return witness.put(own, key, at=last.at, wall=wall, at_input=last.input)


def latest(path: Path) -> Root:
    """The root that was made last in the journal at `path`, which a table may be writing.

    Raises `Fault` where there is none yet, and for one that is not what its key signed.
    """
    with recorded(path) as journal:
        record = journal.last_of(witness.KIND)
    if record is None:
        raise Fault(
            f"{path}: there is no root in it yet; sign one with --key FILE, or ask for one at the table's screens"
        )
    try:
        root = witness.parse(record.body)
    except msgspec.MsgspecError as error:
        raise Fault(
            f"{path}: record {record.number} is a root that can't be read: {error}; verify the journal"
        ) from error
    if not root.signed:
        raise Fault(f"{path}: record {record.number} is a root whose signature is false; verify the journal")
    return root
