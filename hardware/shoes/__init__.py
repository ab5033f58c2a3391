"""Shoe protocols by name. A new one is a file in this folder and one entry of `PROTOCOLS`, nothing else."""

from __future__ import annotations

import time
from typing import Final

from dealer_assist.faults import Fault
from dealer_assist.table_file import IN_SHOE
from hardware.shoes.angel_eye import AngelEyeDecoder, AngelEyeEncoder
from hardware.shoes.ascii_line import AsciiLineDecoder, AsciiLineEncoder
from hardware.shoes.cobs_crc16 import CobsCrc16Decoder, CobsCrc16Encoder
from hardware.shoes.contract import Decoder, Encoder, ShoeProtocol

PROTOCOLS: Final[dict[str, ShoeProtocol]] = {
    "angel_eye": ShoeProtocol(
        "Angel Eye II-EX (from public sources, not verified on hardware)", AngelEyeDecoder, AngelEyeEncoder, baud=4800
    ),
    "ascii_line": ShoeProtocol("lines of words, for do-it-yourself readers", AsciiLineDecoder, AsciiLineEncoder),
    "cobs_crc16": ShoeProtocol(
        "our own, for makers (docs/cobs_crc16.md)",
        CobsCrc16Decoder,
        lambda: CobsCrc16Encoder(lambda: time.monotonic_ns() // 1_000_000),
        silence=1.5,
    ),
}


def decoder(name: str) -> Decoder:
    """A fresh decoder, for one opening of the line. Raises Fault for an unknown name."""
    return protocol(name).decoder()


def encoder(name: str) -> Encoder:
    """A fresh encoder, for one power-up of a shoe. Raises Fault for an unknown name."""
    return protocol(name).encoder()


def protocol(name: str) -> ShoeProtocol:
    """What there is of a protocol. Raises Fault for an unknown name."""
    try:
        return PROTOCOLS[name]
    except KeyError:
        if name == IN_SHOE:
            raise Fault(f"shoe protocol {name!r} is a camera inside the shoe: it sends pictures, not bytes") from None
        known = ", ".join(sorted(PROTOCOLS))
        raise Fault(
            f"shoe protocol {name!r} is not known: choose one of {known}, or {IN_SHOE} for a table with one in its shoe"
        ) from None
