"""Shoe protocols by name. A new one is a file in this folder and one line in `PROTOCOLS` and `ENCODERS`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

from dealer_assist.faults import Fault
from hardware.shoes.angel_eye import AngelEyeDecoder, AngelEyeEncoder
from hardware.shoes.ascii_line import AsciiLineDecoder, AsciiLineEncoder
from hardware.shoes.cobs_crc16 import CobsCrc16Decoder, CobsCrc16Encoder
from hardware.shoes.contract import Decoder, Encoder

Made = TypeVar("Made")

PROTOCOLS: Final[dict[str, Callable[[], Decoder]]] = {
    "angel_eye": AngelEyeDecoder,
    "ascii_line": AsciiLineDecoder,
    "cobs_crc16": CobsCrc16Decoder,
}

ENCODERS: Final[dict[str, Callable[[], Encoder]]] = {
    "angel_eye": AngelEyeEncoder,
    "ascii_line": AsciiLineEncoder,
    "cobs_crc16": lambda: CobsCrc16Encoder(lambda: time.monotonic_ns() // 1_000_000),
}

#: Line speed in baud that a protocol's devices use unless their maker says otherwise; 8N1, no flow control.
BAUD: Final[dict[str, int]] = {"angel_eye": 4800, "ascii_line": 115200, "cobs_crc16": 115200}


def decoder(name: str) -> Decoder:
    """A fresh decoder, for one opening of the line. Raises Fault for an unknown name."""
    return _named(PROTOCOLS, name)()


def encoder(name: str) -> Encoder:
    """A fresh encoder, for one power-up of a shoe. Raises Fault for an unknown name."""
    return _named(ENCODERS, name)()


def _named(makers: dict[str, Made], name: str) -> Made:
    try:
        return makers[name]
    except KeyError:
        raise Fault(f"shoe protocol {name!r} is not known: choose one of {', '.join(sorted(makers))}") from None
