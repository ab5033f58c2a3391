"""The two keys of a table: the one that seals its face-down cards, and the one that signs its roots.

Each is a file of its own outside the session's folder, made at the table's first start, for its owner only.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from dealer_assist import keys, sealing_key
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.journal import recorded
from dealer_assist.keys import Key
from dealer_assist.sealing_key import SealKey


class TableKeys(msgspec.Struct, frozen=True):
    """`seal` is None for a session that began before cards were sealed."""

    seal: SealKey | None
    sign: Key


def file_name(table: str) -> str:
    """The table's name as that of a file: `Table 7` becomes `table-7`, what has no Latin letters a few digits."""
    plain = re.sub(r"[^a-z0-9]+", "-", table.lower()).strip("-")
    return plain or f"table-{hashlib.sha256(table.encode()).hexdigest()[:8]}"


def open_keys(
    table: str,
    people: Path,
    session: Path | None,
    *,
    seal: Path | None = None,
    sign: Path | None = None,
    say: Callable[[str], object] = lambda words: None,
) -> TableKeys:
    """The keys of `table`, made where they are not there yet: `seal` and `sign`, or files beside the people's file.

    `session` is the folder of a session that goes on; what it is sealed with must be there. Raises `Fault`.
    """
    named = file_name(table)
    seal_file = seal or people.parent / f"{named}.seal"
    sign_file = sign or people.parent / f"{named}.pem"
    sealed_by, going_on = None, session is not None and (session / JOURNAL).is_file()
    if session is not None and going_on:
        _check_apart(session, seal_file, sign_file)
        with recorded(session / JOURNAL) as journal:
            sealed_by = journal.sealed_by
    sealing: SealKey | None = None
    if sealed_by is not None:
        sealing = _of_session(seal_file, table, sealed_by)
    elif not going_on:
        sealing = sealing_key.load(seal_file, table) if seal_file.exists() else _made(seal_file, table, say)
    if sign_file.exists():
        return TableKeys(sealing, keys.load(sign_file))
    made = keys.make(sign_file)
    say(f"{sign_file}: a new key that signs this table's roots; keep its public half elsewhere: {made.public}")
    return TableKeys(sealing, made)


def _made(path: Path, table: str, say: Callable[[str], object]) -> SealKey:
    made = sealing_key.make(path, table)
    say(f"{path}: a new key that seals this table's face-down cards; keep a copy elsewhere, not with the sessions")
    return made


def _of_session(path: Path, table: str, sealed_by: str) -> SealKey:
    """The key that a session is sealed with: never made anew, for a round could then never be gone on with."""
    key = sealing_key.load(path, table)
    if key.id != sealed_by:
        why = f"the session is sealed with the key {sealed_by}, and this one is {key.id}"
        raise Fault(f"{path}: {why}; name the right one with --seal-key FILE")
    return key


def _check_apart(session: Path, *files: Path) -> None:
    for file in files:
        if file.resolve().parent == session.resolve():
            raise Fault(f"{file}: the key lies in the session's folder, where any copy takes it along: move it away")
