"""Pictures kept as evidence: one of every finding, and the last still of every round.

A picture lies in the session's folder as `evidence/<sha256>.jpg`, and the journal holds its digest in a record of its
own (`evidence`), never the picture. Policy (`[evidence]` in table.toml) says for how many days each kind is kept; what
was pruned is named by a record too (`pruned`), so that what is gone by right is told from what was taken away.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from dealer_assist.faults import Fault

#: What a picture is kept of.
Why = Literal["finding", "round"]

KIND: Final = "evidence"
PRUNED: Final = "pruned"
FOLDER: Final = "evidence"
_ENDING: Final = ".jpg"


class Picture(msgspec.Struct, frozen=True):
    """The body of a record `evidence`: the record that the picture is of, why it was kept, the frame of the film and
    when it was looked at (nanoseconds since the session began), digest and bytes. `failed` is why there is none."""

    of: int
    why: Why
    frame: int
    seen_at: int
    sha256: str = ""
    size: int = 0
    failed: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A picture by its record: number, time (UTC, ISO 8601), and what it says; `pruned` is when and by which record it
    was taken away by policy."""

    record: int
    wall: str
    picture: Picture
    pruned: tuple[str, int] | None = None


class Checked(msgspec.Struct, frozen=True):
    """What became of the pictures: how many are whole, how many were pruned and when last, what is wrong in words."""

    whole: int
    pruned: int
    last_pruned: str
    faults: tuple[str, ...]


def place(folder: Path, sha256: str) -> Path:
    """Where the picture of that digest lies."""
    return folder / FOLDER / f"{sha256}{_ENDING}"


def keep(folder: Path, content: bytes) -> str:
    """Keep a picture, flushed to the disk; its digest. Raises `OSError`."""
    digest = hashlib.sha256(content).hexdigest()
    path = place(folder, digest)
    if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
        return digest
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
    return digest


def load(folder: Path, sha256: str) -> bytes:
    """The picture of that digest. Raises `Fault` if it is gone or altered."""
    path = place(folder, sha256)
    try:
        content = path.read_bytes()
    except OSError:
        raise Fault(f"{path}: the picture is not there; verify the session to learn whether it was pruned") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise Fault(f"{path}: the picture was altered; take it from a good copy")
    return content


def pictures(rows: Iterable[tuple[int, str, str, str]]) -> Iterator[Kept]:
    """The pictures that the records name: `rows` are number, wall, kind and body of both kinds, in order."""
    kept: dict[int, Kept] = {}
    for number, wall, kind, body in rows:
        if kind == KIND:
            kept[number] = Kept(number, wall, msgspec.json.decode(body, type=Picture))
        elif kind == PRUNED:
            for gone in msgspec.json.decode(body)["records"]:
                if gone in kept:
                    kept[gone] = msgspec.structs.replace(kept[gone], pruned=(wall, number))
    yield from kept.values()


def check(folder: Path, kept: Iterable[Kept]) -> Checked:
    """Compare every picture with its digest. A picture that another record keeps still is there by right."""
    whole = pruned = 0
    last = ""
    faults: list[str] = []
    for one in kept:
        picture = one.picture
        if picture.failed:
            continue
        if one.pruned is not None:
            pruned, last = pruned + 1, max(last, one.pruned[0])
            continue
        path, named = place(folder, picture.sha256), f"the picture of record {picture.of} ({picture.why})"
        if not path.is_file():
            faults.append(f"{named}, kept by record {one.record}, is missing: {path.name}")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != picture.sha256:
            faults.append(f"{named}, kept by record {one.record}, was altered: {path.name}")
        else:
            whole += 1
    return Checked(whole, pruned, last, tuple(faults))


def gone_words(one: Kept) -> str:
    """Why a picture is not there any more, for a report."""
    if one.picture.failed:
        return f"no picture could be kept: {one.picture.failed}"
    if one.pruned is None:
        return "missing"
    return f"pruned on {one.pruned[0][:10]} (record {one.pruned[1]})"


def body(picture: Picture) -> dict[str, Any]:
    """The picture as a record's body."""
    made: dict[str, Any] = msgspec.to_builtins(picture)
    return made
