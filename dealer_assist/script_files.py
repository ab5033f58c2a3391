"""Files of scripts and queries: one as JSON, or `.jsonl` with one a line; `-` is standard input, either way."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from dealer_assist import script
from dealer_assist.faults import Fault


def texts(file: Path) -> list[bytes]:
    """The scripts of a file: one a line for `.jsonl`, and for standard input that holds one on some line.

    Raises `Fault` for a file that can't be read.
    """
    if str(file) == "-":
        text = _standard_input().read()
        one_a_line = script.is_one_a_line(text)
    else:
        try:
            text = file.read_bytes()
        except OSError as error:
            raise Fault(f"{file}: can't be read: {error.strerror}") from error
        one_a_line = file.suffix == ".jsonl"
    return [line for line in text.splitlines() if line.strip()] if one_a_line else [text]


def _standard_input() -> BinaryIO:
    return sys.stdin.buffer
