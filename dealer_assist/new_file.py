"""Files that are written once: a key, a root, a report. Whatever lies there already is left alone."""

from __future__ import annotations

import os
from pathlib import Path

from dealer_assist.faults import Fault

#: Who may read it: what the user's own mask lets through, or its owner alone.
ANYBODY = 0o666
OWNER = 0o600


def check(path: Path, what: str) -> None:
    """Raises `Fault` if there is a file already; `what` is its kind in one or two words."""
    if path.exists():
        raise _is_there(path, what)


def write(path: Path, content: bytes, what: str, mode: int = ANYBODY) -> None:
    """Write `content` into a new file, on the disk when this returns. Raises `Fault` if it is there or can't be."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise _is_there(path, what) from None
    except OSError as error:
        raise Fault(f"{path}: the {what} can't be written: {error.strerror}; name another place") from error


def _is_there(path: Path, what: str) -> Fault:
    return Fault(f"{path}: there is a file already; a {what} is never written over: name another")
