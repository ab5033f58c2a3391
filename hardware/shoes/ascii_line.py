r"""`ascii_line`: one line of words a sighting, the simplest that a do-it-yourself reader can send.

    CARD As      a card came out         CUT          the cut card came out
    JOKER        a joker came out        ERR 1        the reader is in error 1 (0 to 255)
    BURN As      a card was burnt        HELLO words  the reader says what it is
    BURN         … and was not read      HEARTBEAT    the line lives

Lines end with CR, LF or both, at 9600 or 115200 baud, 8N1. A line may end with `*hh`, the XOR of all bytes before
the star in two hexadecimal digits, as in NMEA. Use it: without it one flipped bit turns `CARD 2s` into `CARD 3s`
and nobody can tell; with it no single flipped bit makes a card that was not sent. Lines carry no sequence number,
so a lost line goes unnoticed here and a line sent twice is two cards.
From public practice, not verified on hardware.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor
from typing import Final

from dealer_assist import cards
from dealer_assist.cards import Card, Joker
from dealer_assist.sighting import Sighting
from hardware.shoes.contract import garbled, shown
from hardware.shoes.delimited import DelimitedDecoder

LIMIT: Final = 128
_CODE: Final = re.compile(r"[0-9]{1,3}")
_CHECK: Final = re.compile(r"[0-9A-Fa-f]{2}")


def check(text: bytes) -> int:
    """The XOR of all bytes of `text`."""
    return reduce(xor, text, 0)


class AsciiLineDecoder(DelimitedDecoder):
    """Reads `ascii_line`."""

    def __init__(self) -> None:
        super().__init__(b"\r\n", LIMIT)

    def read(self, byte: int, frame: bytes) -> Sighting | None:
        """What one line says."""
        if not frame.isascii() or not frame.decode("ascii").isprintable():
            return garbled(byte, f"not a line of text: {shown(frame)}")
        line, star, digits = frame.decode("ascii").rpartition("*")
        if not star:
            return _said(byte, digits)
        if not _CHECK.fullmatch(digits):
            return garbled(byte, f"two hexadecimal digits must follow the star: {shown(frame)}")
        if int(digits, 16) != check(line.encode("ascii")):
            return garbled(byte, f"checksum is wrong: {shown(frame)}")
        return _said(byte, line)


def _said(byte: int, line: str) -> Sighting:
    word, space, rest = line.partition(" ")
    try:
        match word:
            case "CARD":
                return Sighting(byte=byte, kind="card", card=cards.parse(rest))
            case "BURN" if space:
                return Sighting(byte=byte, kind="burn", card=cards.parse(rest))
            case "HELLO":
                return Sighting(byte=byte, kind="hello", text=rest or None)
            case "ERR" if _CODE.fullmatch(rest) and int(rest) <= 255:
                return Sighting(byte=byte, kind="error", code=int(rest))
    except cards.NotACard:
        return garbled(byte, f"{rest[:24]!r} is no card")
    match line:
        case "JOKER":
            return Sighting(byte=byte, kind="card", card=cards.JOKER)
        case "BURN":
            return Sighting(byte=byte, kind="burn")
        case "CUT":
            return Sighting(byte=byte, kind="cut")
        case "HEARTBEAT":
            return Sighting(byte=byte, kind="heartbeat")
        case _:
            return garbled(byte, f"unknown words: {shown(line.encode('ascii'))}")


class AsciiLineEncoder:
    """Writes `ascii_line`, with the checksum unless `checked` is False."""

    def __init__(self, checked: bool = True) -> None:
        self._checked = checked

    def _line(self, text: str) -> bytes:
        line = text.encode("ascii")
        return line + (b"*%02X\r\n" % check(line) if self._checked else b"\r\n")

    def hello(self, model: str, serial: str, decks: int) -> bytes:
        """`HELLO model serial decks=n`."""
        return self._line(f"HELLO {model} {serial} decks={decks}")

    def card(self, card: Card) -> bytes:
        """`CARD 8s`, or `JOKER`."""
        return self._line("JOKER" if isinstance(card, Joker) else f"CARD {card}")

    def burn(self, card: Card | None) -> bytes:
        """`BURN`, with the card if it is known."""
        return self._line("BURN" if card is None else f"BURN {card}")

    def cut(self) -> bytes:
        """`CUT`."""
        return self._line("CUT")

    def error(self, code: int) -> bytes:
        """`ERR code`, 0–255."""
        return self._line(f"ERR {code}")

    def heartbeat(self) -> bytes:
        """`HEARTBEAT`."""
        return self._line("HEARTBEAT")
