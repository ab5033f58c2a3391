"""A table's devices and how their links stand."""

from __future__ import annotations

from typing import Literal

import msgspec

Device = Literal["shoe", "camera"]


class Link(msgspec.Struct, frozen=True):
    """A device's link as the screens show it: `since` in nanoseconds since the session began. `blind` is a camera whose
    pictures come and show nothing."""

    state: Literal["none", "waiting", "up", "lost", "blind"]
    since: int = 0
    why: str = ""
