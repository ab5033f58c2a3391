"""The serial ports and cameras of this machine, each by the name that stays when others are plugged in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec


class Named(msgspec.Struct, frozen=True):
    """A device: its stable name, None if it has none, and the node that it is now."""

    stable: str | None
    node: str

    @property
    def best(self) -> str:
        """What to write into a table's file."""
        return self.stable or self.node


def ports(dev: Path = Path("/dev")) -> list[Named]:
    """Serial ports."""
    return _named(dev / "serial", [*dev.glob("ttyUSB*"), *dev.glob("ttyACM*")])


def cameras(dev: Path = Path("/dev")) -> list[Named]:
    """Cameras. Many give a second node beside the one with the pictures, its number one higher."""
    return _named(dev / "v4l", list(dev.glob("video*")))


def _named(links: Path, nodes: Sequence[Path]) -> list[Named]:
    """`by-id` tells the device, `by-path` at least the socket that it is plugged into."""
    stable: dict[Path, str] = {}
    for kind in ("by-id", "by-path"):
        for link in sorted((links / kind).glob("*")):
            stable.setdefault(link.resolve(), str(link))
    there = sorted({*(node.resolve() for node in nodes), *stable})
    return [Named(stable.get(node), str(node)) for node in there if node.exists()]
