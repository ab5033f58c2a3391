"""What the set-up page writes: parts of a table's own file, and beside it what is not finished yet.

A part of `table.toml` is replaced as text, so that its comments stay; the result is read strictly and compared before
it takes the file's place. The file that was there is kept beside it.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.sighting import Quad
from dealer_assist.table_file import CameraFile, LayoutFile, ShoeFile, TableFile

_HEADING: Final = re.compile(r"\s*\[+\s*([A-Za-z0-9_\-\".]+)\s*\]+\s*(#.*)?")
#: Bytes of what is not finished, at most.
_MOST_DRAFT: Final = 65_536


class Mark(msgspec.Struct, frozen=True):
    """Who has said that a step of the path is done, and when (UTC, ISO 8601)."""

    who: str
    at: str


class Draft(msgspec.Struct, frozen=True):
    """What of a table's set-up is begun: a camera and boxes that its file does not have yet, and the steps done.

    `size` is that of the picture on which `boxes` and the felt's `corners` were drawn.
    """

    camera: str | None = None
    size: tuple[int, int] | None = None
    boxes: dict[str, Quad] = {}
    corners: Quad | None = None
    done: dict[str, Mark] = {}


def draft_path(table: Path) -> Path:
    """Where the draft of the table file at `table` is kept."""
    return table.with_name(f"{table.name}.setup.json")


def read_draft(table: Path) -> Draft:
    """The draft of a table; an empty one where there is none, or one that can't be read: nothing of it was in force."""
    try:
        text = draft_path(table).read_bytes()[:_MOST_DRAFT]
        return msgspec.json.decode(text, type=Draft)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Draft()


def write_draft(table: Path, draft: Draft) -> None:
    """Keep `draft`, whole or not at all. Raises `Fault`."""
    path = draft_path(table)
    made = _written(path, msgspec.json.encode(draft))
    try:
        made.replace(path)
    except OSError as error:
        made.unlink(missing_ok=True)
        raise Fault(f"{path}: can't be written: {error.strerror}") from error


def save(path: Path, **parts: ShoeFile | CameraFile | LayoutFile | str | None) -> Path:
    """Put `shoe`, `camera`, `layout` or `house` in place of what the table file at `path` has; where the old file is.

    Raises `Fault`, and changes nothing, if the table would be refused.
    """
    text = _read(path)
    before = table_file.load(path)
    for name, part in parts.items():
        text = _with_key(text, name, part) if isinstance(part, str | None) else _with_table(text, name, part)
    made = _written(path, text.encode())
    try:
        wanted = msgspec.structs.replace(before, **parts)
        _check(made, path, wanted)
        old = path.with_name(f"{path.name}.{datetime.now(UTC):%Y%m%dT%H%M%S%f}.old")
        os.link(path, old)
        made.replace(path)
    except OSError as error:
        raise Fault(f"{path}: can't be written: {error.strerror}. Nothing was changed") from error
    finally:
        made.unlink(missing_ok=True)
    return old


def _check(made: Path, path: Path, wanted: TableFile) -> None:
    try:
        found = table_file.load(made)
    except Fault as fault:
        raise Fault(str(fault).replace(str(made), str(path))) from fault
    if found != wanted:
        raise Fault(
            f"{path}: its parts are written in a way that can't be changed here: use [shoe], [camera], [layout]"
        )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(f"{path}: table file can't be read: {error}") from error


def _written(path: Path, content: bytes) -> Path:
    """`content` on the disk beside `path`, to be put in its place. Raises `Fault`."""
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        made = Path(name)
        with os.fdopen(number, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if path.exists():
            made.chmod(path.stat().st_mode & 0o777)
    except OSError as error:
        raise Fault(f"{path}: can't be written: {error.strerror}") from error
    return made


def _with_table(text: str, name: str, part: msgspec.Struct) -> str:
    """`text` with the table `[name]`, and those under it, or the line `name = …` at its top, replaced by `part`."""
    kept: list[str] = []
    is_top, inside = True, False
    for line in text.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            is_top, inside = False, heading[1].split(".")[0] == name
        if not inside and not (is_top and _is_key(line, name)):
            kept.append(line)
    while kept and not kept[-1].strip():
        kept.pop()
    return "\n".join([*kept, "", *_table(name, msgspec.structs.asdict(part))]) + "\n"


def _is_key(line: str, name: str) -> bool:
    return re.match(rf"\s*{name}\s*=", line) is not None


def _with_key(text: str, name: str, value: str | None) -> str:
    """`text` with the key `name` at its top replaced, or taken away for None."""
    lines = text.splitlines()
    top = next((at for at, line in enumerate(lines) if _HEADING.fullmatch(line)), len(lines))
    kept = [line for line in lines[:top] if not _is_key(line, name)]
    while kept and not kept[-1].strip():
        kept.pop()
    added = [] if value is None else [f"{name} = {_value(value)}"]
    return "\n".join([*kept, *added, *(["", *lines[top:]] if lines[top:] else [])]) + "\n"


def _table(name: str, fields: Mapping[str, Any]) -> list[str]:
    plain = {key: value for key, value in fields.items() if value is not None and not isinstance(value, dict)}
    lines = [f"[{name}]", *(f"{key} = {_value(value)}" for key, value in plain.items())]
    for key, value in fields.items():
        if isinstance(value, dict):
            lines += ["", f"[{name}.{key}]", *(f"{inner} = {_value(held)}" for inner, held in value.items())]
    return lines


def _value(value: object) -> str:
    """A value of TOML: text as JSON writes it, numbers, and arrays of them."""
    return msgspec.json.encode(value).decode()
