"""`angel_eye`: the Angel Eye II-EX baccarat shoe, RS-232C at 4800 baud (some sites 9600), 8N1, no flow control.

From public sources, not verified on hardware.

A message is ENQ, a sequence character, an event letter, data bytes with bit 7 set, ETX, and the XOR of everything
between as two upper-case hexadecimal digits. The shoe sends each message three times. Its checksum is weak: two
damaged bytes pass in 0.39 % of cases, two swapped bytes always; draw number, rank and suit are checked here, the
shoe's composition above. It is built for baccarat: whom a card is for is ignored, except for the burn. It has no
code for a joker: a card frame that names no card is `garbled` with its draw number, and a person or the camera
must say what came out.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Final

from dealer_assist.cards import ACE, Card, Suited
from dealer_assist.sighting import Kind, Sighting
from hardware.shoes.contract import Repeats, garbled, shown

ENQ: Final = 0x05
ETX: Final = 0x03
ACK: Final = 0x06
NAK: Final = 0x15
LIMIT: Final = 32
_HEX: Final = b"0123456789ABCDEF"
_SUITS: Final = {1: "d", 2: "c", 3: "s", 4: "h"}
_BURN_TARGETS: Final = frozenset({2, 4, 5})  # burn, first card for the burn count, burn count
_TARGETS: Final = {"D": frozenset({0, 1, 2, 4, 5}), "d": frozenset({0, 1, 2}), "R": frozenset(range(6))}
_BARE: Final[dict[str, Kind]] = {"S": "started", "P": "standby", "C": "cut"}


def check(body: bytes) -> bytes:
    """The two digits for `body`, which runs from the sequence character through ETX."""
    return b"%02X" % reduce(xor, body, 0)


class AngelEyeDecoder:
    """Reads `angel_eye`. With `answers`, what a shoe answers to a command says nothing of its cards and is passed over:
    ACK, or NAK and two digits, between its messages."""

    def __init__(self, *, answers: bool = False) -> None:
        self._answers = answers
        self._held = bytearray()  # empty, or a frame so far, its ENQ first
        self._start = 0
        self._in_noise = False
        self._repeats = Repeats()

    def feed(self, data: bytes) -> list[Sighting]:
        """The sightings that `data` completes, in the order of the bytes. Never raises."""
        said: list[Sighting] = []
        for at in range(0, len(data), 4096):
            self._held += data[at : at + 4096]
            while self._held and self._step(said):
                pass
        return said

    def end(self) -> list[Sighting]:
        """What the end of the stream leaves unfinished, as at most one `garbled` sighting."""
        unfinished = bool(self._held)
        self._held.clear()
        return [garbled(self._start, "the stream ends inside a frame")] if unfinished else []

    def _step(self, said: list[Sighting]) -> bool:
        """Take one frame or one stretch of noise; False if more bytes are needed."""
        if self._held[0] != ENQ:
            return self._outside(said)
        for at in range(1, len(self._held)):
            byte = self._held[at]
            if byte == ETX and at > 2:
                return self._close(at + 1, said)
            legal = 0x20 <= byte <= 0x7E if at <= 2 else byte >= 0x80
            if not legal or at > LIMIT:
                self._noise(at, "a frame that breaks off", said)
                return True
        return False

    def _outside(self, said: list[Sighting]) -> bool:
        """Take what stands between the frames."""
        if self._answers and self._held[0] == ACK:
            self._drop(1)
        elif self._answers and self._held[0] == NAK and bytes(self._held[1:3]).isdigit():
            if len(self._held) < 3:
                return False
            self._drop(3)
        elif self._answers and self._held == bytes([NAK]):
            return False
        else:
            self._noise(1, "bytes outside a frame", said)
        return True

    def _close(self, end: int, said: list[Sighting]) -> bool:
        """Take the frame whose ETX is before offset `end`; its two check digits may not be here yet."""
        digits = bytes(self._held[end : end + 2])
        wrong = next((at for at, digit in enumerate(digits) if digit not in _HEX), None)
        if wrong is not None:
            self._noise(end + wrong, "no check digits after a frame", said)
            return True
        if len(digits) < 2:
            return False
        frame = bytes(self._held[: end + 2])
        if check(frame[1:end]) != digits:
            said.append(garbled(self._start, f"checksum is wrong: {shown(frame)}"))
        elif not self._repeats.again(frame):
            said.append(_said(self._start, chr(frame[2]), frame[3 : end - 1]))
        self._in_noise = False
        self._drop(len(frame))
        return True

    def _noise(self, least: int, why: str, said: list[Sighting]) -> None:
        """Drop at least `least` bytes, up to the next ENQ; a stretch of noise is said once."""
        if not self._in_noise or self._held[0] == ENQ:
            said.append(garbled(self._start, why))
        self._in_noise = True
        following = self._held.find(ENQ, least)
        self._drop(len(self._held) if following < 0 else following)

    def _drop(self, count: int) -> None:
        del self._held[:count]
        self._start += count


def _said(byte: int, event: str, content: bytes) -> Sighting:
    if event in _TARGETS and len(content) == 2:
        return _card(byte, event, content)
    if event in _BARE and not content:
        return Sighting(byte=byte, kind=_BARE[event])
    if event == "M":
        return Sighting(byte=byte, kind="preset")
    if len(content) == 1:
        value = content[0] & 0x7F
        match event:
            case "G":
                return Sighting(byte=byte, kind="result")
            case "E":
                return Sighting(byte=byte, kind="error", code=value & 0x3F)
            case "e":
                return Sighting(byte=byte, kind="error_cleared", code=value & 0x3F)
            case "L" if value <= 1:
                return Sighting(byte=byte, kind="locked" if value else "unlocked")
    return garbled(byte, f"event {event!r} with data {content.hex() or 'of no bytes'} is not known")


def _card(byte: int, event: str, content: bytes) -> Sighting:
    target, draw = content[0] >> 4 & 7, content[0] & 15
    if target not in _TARGETS[event] or draw > 10:
        return garbled(byte, f"event {event!r} for target {target}, draw {draw} can't be")
    suit, rank = content[1] >> 4 & 7, content[1] & 15
    burnt = event == "D" and target in _BURN_TARGETS
    if suit == 0 and rank == 0:
        if burnt:
            return Sighting(byte=byte, kind="burn")
        return Sighting(byte=byte, kind="garbled", draw=draw, why="a card that the shoe could not name")
    if suit not in _SUITS or not 1 <= rank <= 13:
        return garbled(byte, f"suit {suit}, rank {rank} is no card")
    card = Suited(ACE if rank == 1 else rank, _SUITS[suit])
    if burnt:
        return Sighting(byte=byte, kind="burn", card=card)
    if event == "d":
        return Sighting(byte=byte, kind="card_outside", card=card)
    return Sighting(byte=byte, kind="repeat" if event == "R" else "card", card=card, draw=draw)


class AngelEyeEncoder:
    """Writes what the shoe would send, each message three times. It has no words for a hello's text or a heartbeat."""

    def __init__(self) -> None:
        self._sequence = 0
        self._draw = 0

    def _message(self, event: str, content: bytes = b"") -> bytes:
        self._sequence = self._sequence % 9 + 1
        body = b"%d" % self._sequence + event.encode("ascii") + bytes(0x80 | byte for byte in content) + bytes([ETX])
        return (bytes([ENQ]) + body + check(body)) * 3

    def hello(self, model: str, serial: str, decks: int) -> bytes:
        """Event `S`, a start: the protocol has no place for the words."""
        return self._message("S")

    def card(self, card: Card) -> bytes:
        """Event `D` for target 0 with the draw number, 1–10 in turn."""
        self._draw = self._draw % 10 + 1
        return self._message("D", bytes([self._draw, _code(card)]))

    def burn(self, card: Card | None) -> bytes:
        """Event `D` for target 2; suit and rank 0 for a card that is not known."""
        return self._message("D", bytes([0x20, _code(card)]))

    def cut(self) -> bytes:
        """Event `C`."""
        return self._message("C")

    def error(self, code: int) -> bytes:
        """Event `E` with the code's lower six bits."""
        return self._message("E", bytes([0x40 | code & 0x3F]))

    def heartbeat(self) -> bytes:
        """Nothing: the protocol has no such message."""
        return b""


def _code(card: Card | None) -> int:
    """Suit and rank in one byte; 0 for a card that the shoe can't name, a joker included."""
    if not isinstance(card, Suited):
        return 0
    suit = next(number for number, letter in _SUITS.items() if letter == card.suit)
    return suit << 4 | (1 if card.rank == ACE else card.rank)
