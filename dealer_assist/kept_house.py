"""The house file that a session was played by, kept beside its journal under its digest.

So the same steps give the same lines years later, whatever became of the house's file or of the one that comes with
the program: `house.<sha256>.toml` in the session's folder, the digest being the one that every record names.
"""

from __future__ import annotations

import os
from pathlib import Path

from dealer_assist import house, table_file
from dealer_assist.faults import Fault
from dealer_assist.folder import TABLE
from dealer_assist.table_file import TableFile


def keep(folder: Path, source: Path) -> Path:
    """Keep the house file `source` in the session's folder, unless it is there; where. Raises `Fault`."""
    content = source.read_bytes()
    kept = _named(folder, house.digest(source))
    if kept.exists():
        return _whole(kept)
    part = kept.with_suffix(".part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.rename(kept)
    except OSError as error:
        raise Fault(f"{kept}: the house's rules can't be kept: {error.strerror}; make room there") from error
    return kept


def kept(folder: Path, digest: str) -> Path | None:
    """The house file of that digest, if it is kept in the folder. Raises `Fault` if it was altered."""
    found = _named(folder, digest)
    return _whole(found) if found.is_file() else None


def to_go_on_with(path: Path, file: TableFile) -> Path | None:
    """The house file for the session of the table file `path`: the one that it names, else the one kept beside it, else
    the built-in one (None). An update of the program changes no session that has begun."""
    own = table_file.house_path(path, file)
    there = sorted(path.parent.glob("house.*.toml"))
    if own is not None or len(there) != 1:
        return own
    return _whole(there[0])


def to_replay_with(folder: Path, file: TableFile, digest: str) -> Path | None:
    """The house file that records with that digest were made by: kept, or the table's own as it is today.

    Where neither has the digest, today's (None for the built-in one): what differs will be told. Raises `Fault` if the
    kept one was altered.
    """
    found = kept(folder, digest)
    return table_file.house_path(folder / TABLE, file) if found is None else found


def _named(folder: Path, digest: str) -> Path:
    return folder / f"house.{digest}.toml"


def _whole(kept: Path) -> Path:
    """The kept file, if it is what its name says."""
    if house.digest(kept) != kept.name.split(".")[1]:
        raise Fault(f"{kept}: these house rules were altered since they were kept; take the file from a good copy")
    return kept
