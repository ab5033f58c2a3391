"""What a device's thread tells the table: its link opened, what came, its link was lost.

`at` is always `time.monotonic_ns()`: nanoseconds on a clock that never jumps, with no meaning between boots.
"""

from __future__ import annotations

import random
from typing import Literal

import msgspec


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The link stands. What was said before is unknown, so whoever listens is *partial* until a sure boundary."""

    at: int


class Bytes(msgspec.Struct, frozen=True, tag="bytes"):
    """Bytes as they came, at least one; where one portion ends and the next begins means nothing."""

    at: int
    data: bytes


class Lost(msgspec.Struct, frozen=True, tag="lost"):
    """The link is down, or could not be opened at the start; `why` in words. The device goes on trying."""

    at: int
    why: str


DeviceEvent = Opened | Bytes | Lost


class Link(msgspec.Struct, frozen=True):
    """A link as the screen shows it.

    `age` is how long this state has lasted and `silent_for` how long nothing has come, both in seconds; `why` says
    what the last loss was.
    """

    state: Literal["open", "lost"]
    age: float
    silent_for: float
    why: str | None


def backoff(attempt: int) -> float:
    """Seconds to wait before attempt 0, 1, …: 0.5 doubling to just over 4, with jitter.

    So a device that is there again is open within five seconds, the opening itself included.
    """
    return min(0.5 * 2.0 ** min(attempt, 8), 4.4) * random.uniform(0.8, 0.98)
