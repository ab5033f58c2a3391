"""What every shoe protocol gives: a decoder from bytes to sightings, and an encoder for the virtual shoe.

The contract of a decoder, tested for all of them by `tests/test_decoders.py`:

- bytes come in any portion, and the portions change nothing in what is said;
- it never raises, whatever the bytes are; what is no frame is a `garbled` sighting, never silence;
- it holds a bounded number of bytes and finds the next good frame after noise;
- `Sighting.byte` is the offset of the frame's first byte since the decoder was made.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Protocol

import msgspec

from dealer_assist.cards import Card
from dealer_assist.sighting import Sighting


class Decoder(Protocol):
    """From a shoe's bytes to what they say."""

    def feed(self, data: bytes) -> list[Sighting]:
        """The sightings that `data` completes, in the order of the bytes. Never raises."""

    def end(self) -> list[Sighting]:
        """What the end of the stream leaves unfinished, as at most one `garbled` sighting."""


class Encoder(Protocol):
    """From what a shoe has to say to its bytes. What a protocol has no frame for is `b""`.

    A card that it has no code for, as a joker, is a frame that its decoder calls `garbled`: no card leaves the shoe
    in silence.
    """

    def hello(self, model: str, serial: str, decks: int) -> bytes:
        """Said once when the shoe wakes up: who made it, which one it is, how many decks it holds."""

    def card(self, card: Card) -> bytes:
        """A card has left the shoe."""

    def burn(self, card: Card | None) -> bytes:
        """A card was burned; None if the shoe did not read it."""

    def cut(self) -> bytes:
        """The cut card came out."""

    def error(self, code: int) -> bytes:
        """The shoe reports a fault of its own: a code, 0–255."""

    def heartbeat(self) -> bytes:
        """The shoe is there and has nothing to say."""


class ShoeProtocol(msgspec.Struct, frozen=True):
    """All that the program has to know of a protocol: one entry of `hardware.shoes.PROTOCOLS`.

    `about` is what `dealer-assist shoe --help` says of it; `decoder` and `encoder` make fresh ones. `baud` is the
    line's usual speed; 8N1, no flow control. After `silence` seconds without a byte a shoe is lost; None where shoes
    of this protocol give no sign of life by themselves.
    """

    about: str
    decoder: Callable[[], Decoder]
    encoder: Callable[[], Encoder]
    baud: int = 115200
    silence: float | None = None


class Repeats:
    """Tells a frame that was sent again from a new one: the same bytes within the next three good frames."""

    WINDOW = 3

    def __init__(self) -> None:
        self._frames = 0
        self._said: dict[bytes, int] = {}

    def again(self, frame: bytes) -> bool:
        """Count `frame`; True if it repeats one that was said at most three good frames ago."""
        self._frames += 1
        self._said = {known: at for known, at in self._said.items() if self._frames - at <= self.WINDOW}
        if frame in self._said:
            return True
        self._said[frame] = self._frames
        return False


def shown(data: bytes, limit: int = 24) -> str:
    """`data` for a person to read, cut at `limit` bytes, in printable ASCII only."""
    text = ascii(bytes(data[:limit]))[1:]
    return text + "…" if len(data) > limit else text


def garbled(byte: int, why: str) -> Sighting:
    """Bytes from offset `byte` on that say nothing."""
    return Sighting(byte=byte, kind="garbled", why=why)


def line(sighting: Sighting) -> str:
    """One sighting as a JSON line: `{"byte": 120, "kind": "card", "card": "8s", "draw": 1}`, without what is None."""
    fields = ("byte", "kind", "card", "draw", "sequence", "code", "text", "why")
    values = {name: getattr(sighting, name) for name in fields}
    if sighting.card is not None:
        values["card"] = str(sighting.card)
    return json.dumps({name: value for name, value in values.items() if value is not None})
