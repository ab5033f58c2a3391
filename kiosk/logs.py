"""Structured logs: one JSON object a line, for journald or a file. No card, no PIN, no raw bytes.

What is logged comes from many places, and an error's own words may repeat what it choked on. So every text is passed
through a sieve that blots out whatever could be a card, a PIN or a shoe's bytes, and of an error only its type and the
places in the program are told.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

#: Cards as text and with the suits' signs, and words that begin like one are spared: `As` is a card, `Asks` is not.
_CARD: Final = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKA])[shdc♠♥♦♣]|Jk|[Jj]oker)(?![0-9A-Za-z])")
#: Digits that could be a PIN, and digits that could be bytes.
_DIGITS: Final = re.compile(r"(?<![0-9A-Fa-f.])[0-9]{4,12}(?![0-9A-Fa-f.])")
_BYTES: Final = re.compile(r"(?:\\x[0-9a-f]{2}|(?<![0-9A-Za-z])(?:[0-9a-f]{2}){4,}(?![0-9A-Za-z]))+")
#: What a log may say beside its words, each a number or one of a few words.
FIELDS: Final = ("table", "record", "round", "device", "input", "port")


def sieved(text: str) -> str:
    """`text` without what could be a card, a PIN or bytes."""
    return _DIGITS.sub("#", _BYTES.sub("#", _CARD.sub("??", text)))


class JsonLines(logging.Formatter):
    """A log record as one line of JSON: time (UTC), level, logger, words, fields, and an error's type and places."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "said": sieved(record.getMessage()),
        }
        for name in FIELDS:
            if name in record.__dict__:
                value = record.__dict__[name]
                line[name] = value if isinstance(value, int) else sieved(str(value))
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["places"] = [
                f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def install(stream: TextIO, level: int = logging.INFO) -> logging.Handler:
    """Log to `stream` from now on, in place of what logged before; the one that logs, to take it away again."""
    lines = logging.StreamHandler(stream)
    lines.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [lines]
    root.setLevel(level)
    return lines
