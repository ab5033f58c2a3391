"""Commands to an `angel_eye` shoe: lock its gate, cancel its error, confirm. Off unless a table asks for them.

From public sources, not verified on hardware. A command is STX, `OP`, two letters, two digits, ETX and the XOR of what
stands before as two hexadecimal digits. The sources disagree whether that XOR begins with STX or after it: a shoe that
answers NAK 02 wants the other one, which is then tried once and kept.

Who may send one is decided above, by the person's role; `Commander` writes each into the record before it is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from hardware.shoes.angel_eye import ACK, ETX, NAK, check

STX: Final = 0x02
Command = Literal["lock", "unlock", "cancel_error", "confirm"]

#: Type and number of each command. The sources number only the lock; 01 is assumed for the other two.
_CODES: Final[dict[Command, bytes]] = {
    "lock": b"LK02",
    "unlock": b"LK01",
    "cancel_error": b"EC01",
    "confirm": b"GP01",
}
WRONG_CHECK: Final = 2
#: What a shoe's NAK says, by its code.
REFUSALS: Final[dict[int, str]] = {
    1: "a fault on the line",
    WRONG_CHECK: "the check digits are wrong",
    3: "the end of the command is missing",
    11: "the length is wrong",
    12: "the address is wrong",
    13: "there is no such command",
    14: "there is no such type",
    21: "the shoe is busy",
    22: "the shoe is writing",
}


class Answer(msgspec.Struct, frozen=True):
    """What the shoe answered: nothing more if it obeyed, else the code of its refusal."""

    refused: int | None = None

    @property
    def why(self) -> str:
        """The refusal in words; empty if the shoe obeyed."""
        return "" if self.refused is None else REFUSALS.get(self.refused, f"code {self.refused}")


def encode(command: Command, *, from_stx: bool) -> bytes:
    """`command` as it goes over the line; `from_stx`: the check begins with STX."""
    body = b"OP" + _CODES[command] + bytes([ETX])
    return bytes([STX]) + body + check(bytes([STX]) + body if from_stx else body)


def answer(data: bytes) -> Answer | None:
    """The first answer in `data`, None while there is none. A NAK is followed by its code, two digits."""
    for at, byte in enumerate(data):
        if byte == ACK:
            return Answer()
        if byte == NAK:
            code = data[at + 1 : at + 3]
            return Answer(int(code)) if len(code) == 2 and code.isdigit() else None
    return None


class Commander:
    """Sends commands over `ask`, which writes bytes and gives what came back, after `note` has recorded each."""

    def __init__(self, ask: Callable[[bytes], bytes], note: Callable[[Command, bytes], None]) -> None:
        self._ask = ask
        self._note = note
        self._from_stx = True

    def send(self, command: Command) -> Answer | None:
        """Send `command`; None if the shoe answered nothing. One refused for its check is tried the other way once."""
        said = self._send(command)
        if said is not None and said.refused == WRONG_CHECK:
            self._from_stx = not self._from_stx
            said = self._send(command)
        return said

    def _send(self, command: Command) -> Answer | None:
        data = encode(command, from_stx=self._from_stx)
        self._note(command, data)
        return answer(self._ask(data))
