"""`cobs_crc16`: our own open protocol, for makers of shoes and for the virtual shoe (docs/cobs_crc16.md).

A frame is version, kind, 16-bit sequence, milliseconds, payload, CRC-16/CCITT-FALSE, all big-endian, stuffed by
COBS so that no zero byte is inside, and ended with a zero byte. 115200 baud, 8N1.
Tested with the virtual shoe and the document's vectors, not verified on hardware.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Callable
from typing import Final

import msgspec

from dealer_assist import cards
from dealer_assist.cards import Card, Suited
from dealer_assist.sighting import Kind, Sighting
from hardware.shoes.contract import Repeats, garbled
from hardware.shoes.delimited import DelimitedDecoder

VERSION: Final = 1
HELLO, CARD, BURN, CUT, GATE, ERROR, ERROR_CLEARED, HEARTBEAT, ACK = range(1, 10)
HEAD: Final = struct.Struct(">BBHL")
PAYLOAD_LIMIT: Final = 64
LIMIT: Final = HEAD.size + PAYLOAD_LIMIT + 2 + 1  # one byte of COBS overhead up to 254 bytes
_JOKER: Final = b"\x00j"


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected; `crc16(b"123456789") == 0x29B1`."""
    return binascii.crc_hqx(data, 0xFFFF)


def stuff(data: bytes) -> bytes:
    """`data` (at most 253 bytes) in COBS: no zero inside, one byte longer."""
    return b"".join(bytes([len(block) + 1]) + block for block in data.split(b"\0"))


def unstuff(frame: bytes) -> bytes | None:
    """The bytes that COBS frame `frame` (no zero inside, at most 254 bytes) holds; None if it is no such frame."""
    blocks: list[bytes] = []
    at = 0
    while at < len(frame) and frame[at]:
        blocks.append(frame[at + 1 : at + frame[at]])
        at += frame[at]
    return b"\0".join(blocks) if at == len(frame) else None


class Frame(msgspec.Struct, frozen=True):
    """One frame: `sequence` counts events (0–65535), `ms` is the shoe's own clock (32 bits)."""

    kind: int
    sequence: int
    ms: int
    payload: bytes = b""

    def encode(self) -> bytes:
        """The frame as it goes over the line, the ending zero included."""
        head = HEAD.pack(VERSION, self.kind, self.sequence & 0xFFFF, self.ms & 0xFFFFFFFF) + self.payload
        return stuff(head + struct.pack(">H", crc16(head))) + b"\0"


class CobsCrc16Decoder(DelimitedDecoder):
    """Reads `cobs_crc16`. An `ack` (host to shoe) says nothing and is passed over."""

    def __init__(self) -> None:
        super().__init__(b"\0", LIMIT)
        self._repeats = Repeats()

    def read(self, byte: int, frame: bytes) -> Sighting | None:
        """What one stuffed frame says."""
        plain = unstuff(frame)
        if plain is None:
            return garbled(byte, "not a COBS frame")
        if len(plain) < HEAD.size + 2:
            return garbled(byte, f"a frame of {len(plain)} bytes is too short")
        if crc16(plain) != 0:  # over a frame with its own CRC behind it
            return garbled(byte, "CRC is wrong")
        version, kind, sequence, _ = HEAD.unpack_from(plain)
        if version != VERSION:
            return garbled(byte, f"version {version} is not known, only {VERSION}")
        sighting = _said(byte, kind, sequence, plain[HEAD.size : -2])
        if self._repeats.again(plain):
            return None
        return sighting


def _said(byte: int, kind: int, sequence: int, payload: bytes) -> Sighting | None:
    if kind == ACK:
        return None
    reader = _READERS.get(kind)
    if reader is None:
        return garbled(byte, f"kind {kind} is not known")
    sighting = reader(byte, sequence, payload)
    return sighting or garbled(byte, f"kind {kind} can't hold the payload {payload.hex() or 'of no bytes'}")


def _card(byte: int, sequence: int, payload: bytes) -> Sighting | None:
    card = _named(payload)
    return None if card is None else Sighting(byte=byte, kind="card", card=card, sequence=sequence)


def _burn(byte: int, sequence: int, payload: bytes) -> Sighting | None:
    card = _named(payload)
    if payload and card is None:
        return None
    return Sighting(byte=byte, kind="burn", card=card, sequence=sequence)


def _hello(byte: int, sequence: int, payload: bytes) -> Sighting | None:
    try:
        model, serial = (part.decode("ascii") for part in payload[1:].split(b"\0"))
    except ValueError:  # UnicodeDecodeError, or not two texts
        return None
    words = f"{model} {serial} decks={payload[0]}"
    return Sighting(byte=byte, kind="hello", sequence=sequence, text=words) if words.isprintable() else None


def _gate(byte: int, sequence: int, payload: bytes) -> Sighting | None:
    if payload not in (b"\0", b"\1"):
        return None
    return Sighting(byte=byte, kind="locked" if payload[0] else "unlocked", sequence=sequence)


def _bare(kind: Kind) -> Callable[[int, int, bytes], Sighting | None]:
    return lambda byte, sequence, payload: None if payload else Sighting(byte=byte, kind=kind, sequence=sequence)


def _coded(kind: Kind) -> Callable[[int, int, bytes], Sighting | None]:
    def said(byte: int, sequence: int, payload: bytes) -> Sighting | None:
        return Sighting(byte=byte, kind=kind, sequence=sequence, code=payload[0]) if len(payload) == 1 else None

    return said


_READERS: Final[dict[int, Callable[[int, int, bytes], Sighting | None]]] = {
    HELLO: _hello,
    CARD: _card,
    BURN: _burn,
    CUT: _bare("cut"),
    GATE: _gate,
    ERROR: _coded("error"),
    ERROR_CLEARED: _coded("error_cleared"),
    HEARTBEAT: _bare("heartbeat"),
}


def _named(payload: bytes) -> Card | None:
    """The card of a two-byte payload: rank 2–14 and the suit's letter, or the joker's 0 and `j`."""
    if payload == _JOKER:
        return cards.JOKER
    if len(payload) == 2 and 2 <= payload[0] <= cards.ACE and chr(payload[1]) in cards.SUITS:
        return Suited(payload[0], chr(payload[1]))
    return None


def _payload(card: Card) -> bytes:
    return bytes([card.rank]) + card.suit.encode("ascii") if isinstance(card, Suited) else _JOKER


class CobsCrc16Encoder:
    """Writes `cobs_crc16`. `clock` gives the shoe's milliseconds.

    Cards, burns, cuts, the gate and errors raise the sequence by one; hello and heartbeat repeat the last number,
    so the host sees within a second that an event was lost.
    """

    def __init__(self, clock: Callable[[], int] = lambda: 0) -> None:
        self._clock = clock
        self._sequence = 0

    def _event(self, kind: int, payload: bytes = b"") -> bytes:
        self._sequence = (self._sequence + 1) & 0xFFFF
        return self._frame(kind, payload)

    def _frame(self, kind: int, payload: bytes = b"") -> bytes:
        return Frame(kind, self._sequence, self._clock(), payload).encode()

    def hello(self, model: str, serial: str, decks: int) -> bytes:
        """Number of decks in one byte, then model and serial as text, a zero between them."""
        # The zero before it ends whatever noise the power-up made.
        return b"\0" + self._frame(HELLO, bytes([decks]) + model.encode("ascii") + b"\0" + serial.encode("ascii"))

    def card(self, card: Card) -> bytes:
        """Rank 2–14 and the suit's letter; a joker is 0 and `j`."""
        return self._event(CARD, _payload(card))

    def burn(self, card: Card | None) -> bytes:
        """Like a card; no payload for one that is not known."""
        return self._event(BURN, b"" if card is None else _payload(card))

    def cut(self) -> bytes:
        """No payload."""
        return self._event(CUT)

    def gate(self, locked: bool) -> bytes:
        """One byte: 1 for a gate that is locked, 0 for one that is open."""
        return self._event(GATE, bytes([locked]))

    def error(self, code: int) -> bytes:
        """One byte: the code, 0–255."""
        return self._event(ERROR, bytes([code]))

    def error_cleared(self, code: int) -> bytes:
        """One byte: the code that is over."""
        return self._event(ERROR_CLEARED, bytes([code]))

    def heartbeat(self) -> bytes:
        """No payload; the last sequence number again."""
        return self._frame(HEARTBEAT)
