"""Takes pictures away that a table's policy keeps no longer, and says so in the journal before they go."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from dealer_assist import __version__, evidence, table_file
from dealer_assist.evidence import Checked, Kept
from dealer_assist.faults import Fault, one_line
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.journal import Entry, Journal, Stamp, recorded
from dealer_assist.table_file import EvidenceFile


class Gone(msgspec.Struct, frozen=True):
    """What was pruned of a session: how many pictures by kind, bytes that were freed, and the record that says so."""

    folder: str
    pictures: dict[str, int]
    freed: int
    record: int | None


def kept(journal: Path) -> list[Kept]:
    """The pictures that the journal names. Raises `Fault` if it can't be read."""
    mode = "mode=ro" if journal.with_name(journal.name + "-wal").exists() else "mode=ro&immutable=1"
    query = "SELECT number, wall, kind, body FROM record WHERE kind IN (?, ?) ORDER BY number"
    try:
        with closing(sqlite3.connect(f"file:{quote(str(journal.resolve()))}?{mode}", uri=True)) as database:
            return list(evidence.pictures(database.execute(query, (evidence.KIND, evidence.PRUNED))))
    except (sqlite3.DatabaseError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise Fault(f"{journal}: its pictures can't be told: {one_line(error)}; verify the journal") from error


def check(folder: Path) -> Checked:
    """Compare the pictures of a session's folder with its journal. Raises `Fault` if that can't be read."""
    return evidence.check(folder, kept(folder / JOURNAL))


def sessions(given: Path) -> list[Path]:
    """The session's folder that was given, or those in an archive. Raises `Fault` if there is none."""
    if (given / JOURNAL).is_file():
        return [given]
    found = sorted(path.parent for path in given.glob(f"*/{JOURNAL}"))
    if not found:
        raise Fault(f"{given}: no session here; name the folder of a recorded session, or one that holds such folders")
    return found


def prune(folder: Path, now: datetime, policy: EvidenceFile | None = None) -> Gone:
    """Take away what is older than `policy` (that of the session's own table file) allows at `now`.

    The record comes first: a program that ends in between leaves pictures that are pruned already, and the next
    pruning takes these away. Raises `Fault`: a table runs there, the journal is not whole, or the disk refuses.
    """
    file = table_file.load(folder / TABLE)
    policy = policy or file.evidence
    path = folder / JOURNAL
    with recorded(path) as journal:
        broken = journal.verify()
        if broken is not None:
            raise Fault(f"{path}: {broken}; nothing is taken away beside a journal that is not whole")
        number, _ = journal.tail()
        last = next(journal.records(number - 1), None)
    if last is None:
        return Gone(str(folder), {}, 0, None)
    pictures = kept(path)
    old = [one for one in pictures if one.pruned is None and _is_old(one, now, policy)]
    record = None
    if old:
        stamp = Stamp(last.table_name, uuid.uuid4().hex, last.house, __version__)
        with Journal(path, stamp) as own:
            wall = now.isoformat(timespec="milliseconds")
            body = _body(old, policy)
            (made,) = own.append(Entry(evidence.PRUNED, body, last.round, last.shoe, last.at, wall, "", last.input))
            record = made.number
    gone = {one.record for one in old}
    staying = {one.picture.sha256 for one in pictures if one.pruned is None and one.record not in gone}
    freed = sum(_remove(folder, digest) for digest in _digests(pictures) if digest not in staying)
    counts: dict[str, int] = {}
    for one in old:
        counts[one.picture.why] = counts.get(one.picture.why, 0) + 1
    return Gone(str(folder), counts, freed, record)


def _is_old(one: Kept, now: datetime, policy: EvidenceFile) -> bool:
    days = policy.finding_days if one.picture.why == "finding" else policy.round_days
    return not one.picture.failed and datetime.fromisoformat(one.wall) < now - timedelta(days=days)


def _body(old: Sequence[Kept], policy: EvidenceFile) -> dict[str, Any]:
    """What the record says: which records' pictures went, their digests, and the policy that allowed it."""
    return {
        "records": [one.record for one in old],
        "sha256": sorted({one.picture.sha256 for one in old}),
        "policy": msgspec.to_builtins(policy),
    }


def _digests(pictures: Sequence[Kept]) -> Iterator[str]:
    yield from dict.fromkeys(one.picture.sha256 for one in pictures if one.picture.sha256)


def _remove(folder: Path, digest: str) -> int:
    """Delete the picture of that digest; how many bytes it had."""
    path = evidence.place(folder, digest)
    try:
        size = path.stat().st_size
        path.unlink()
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise Fault(
            f"{path}: can't be taken away: {error.strerror}; its record says that it is: prune again"
        ) from error
    return size


def today() -> datetime:
    """Now, UTC."""
    return datetime.now(UTC)
