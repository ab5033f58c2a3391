"""From raw input to the table: the one path that a live table, a sample that plays and a replay all take."""

from __future__ import annotations

from typing import Final

import msgspec

from dealer_assist.changes import By
from dealer_assist.game import Refused
from dealer_assist.session import Session
from dealer_assist.sighting import Look
from dealer_assist.table import Device, Done, Key, MovedOn, Table
from dealer_assist.table_file import IN_SHOE, ShoeFile
from hardware.film import Shot
from hardware.shoes import decoder
from hardware.shoes.angel_eye import AngelEyeDecoder
from hardware.shoes.contract import Decoder

#: Why what is `idle` is refused.
ROUND_RUNS: Final = "A round is running. Finish it and pay it first: nothing was changed."


class Heard(msgspec.Struct, frozen=True):
    """Bytes from the shoe, in any portion."""

    data: bytes


class Linked(msgspec.Struct, frozen=True):
    """A device's link came up or was lost; `blind`: its pictures come and show nothing. `anew`: it was away for a test
    deal, and nothing that the shoe said there is missing."""

    device: Device
    up: bool
    why: str = ""
    blind: bool = False
    anew: bool = False


class Saw(msgspec.Struct, frozen=True):
    """A frame of the camera, already read; `frame` is its number in the film, `shot` its place in a recording."""

    frame: int
    look: Look
    shot: Shot | None = None


class Pressed(msgspec.Struct, frozen=True):
    """A key on a screen."""

    key: Key


class Left(msgspec.Struct, frozen=True):
    """From here on the dealer taps the cards: a recording was left, or the devices were given up."""


class Restarted(msgspec.Struct, frozen=True):
    """The program was started again on the same journal; what it knew beside the journal is gone."""


class Ticked(msgspec.Struct, frozen=True):
    """The time of the betting round that is open is over."""


class Noted(msgspec.Struct, frozen=True):
    """What people do about the table and not at it: a change of its set-up, a command to its shoe.

    `what` says which, `facts` the rest. `idle`: it is refused while a round runs. `who` and `approved_by` are badges.
    """

    what: str
    facts: dict[str, str]
    who: str
    approved_by: str = ""
    idle: bool = False


class Glimpsed(msgspec.Struct, frozen=True):
    """The picture (JPEG) in which a camera inside the shoe read the card that it says next."""

    jpeg: bytes


Item = Heard | Linked | Saw | Pressed | Left | Restarted | Ticked | Noted | Glimpsed
Outcome = Done | MovedOn | Refused


class Rig:
    """A table with the decoder of its shoe."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._decoder: Decoder | None = None
        table.look_at_time(0)

    def restart(self, n: int, at: int) -> None:
        """Take the table up again from its journal, as a start of the program does."""
        old = self.table
        session = Session(old.file, old.session.house, old.session.journal, old.session.wall, at)
        session.input = n
        self.table = Table(old.file, session)
        self.table.resume(at)
        self._decoder = None

    def take(self, n: int, at: int, item: Item) -> Outcome | None:
        """The `n`-th input, at `at` nanoseconds since the session began; only what a person does has an outcome."""
        self.table.session.input = n
        outcome = self._take(n, at, item)
        self.table.look_at_time(at)
        return outcome

    def _take(self, n: int, at: int, item: Item) -> Outcome | None:
        match item:
            case Heard(data=data):
                if self._decoder is not None:
                    for sighting in self._decoder.feed(data):
                        self.table.shoe(at, sighting)
            case Linked(device=device, up=up, why=why, blind=blind, anew=anew):
                if device == "shoe":
                    self._decoder = self._fresh_decoder() if up else None
                self.table.link(at, device, up, why, blind=blind, anew=anew)
            case Saw(look=look):
                self.table.camera(at, look)
            case Pressed(key=key):
                return self.table.key(at, key)
            case Ticked():
                self.table.tick(at)
            case Noted():
                return self._note(at, item)
            case Glimpsed():
                pass  # for whoever looks into the record; the words that follow it are what counts
            case Restarted():
                self.restart(n, at)
            case Left():
                self._decoder = None
                self.table.leave_devices(at)
        return None

    def _note(self, at: int, noted: Noted) -> Done | Refused:
        session = self.table.session
        if noted.idle and session.steps:
            return Refused(None, ROUND_RUNS)
        by = By(at, "table", noted.who, approved_by=noted.approved_by)
        session.note(noted.what, dict(noted.facts), by)
        return Done(session.number)

    def _fresh_decoder(self) -> Decoder | None:
        # A frame that was cut when the link broke must not join with what comes after it.
        shoe = self.table.file.shoe
        return None if shoe is None else decoder_of(shoe)


def decoder_of(file: ShoeFile) -> Decoder:
    """A fresh decoder for a table's shoe. Raises `Fault` for a protocol that is not known."""
    return AngelEyeDecoder(answers=True) if file.commands else decoder(protocol_of(file))


def protocol_of(file: ShoeFile) -> str:
    """The protocol of the shoe's bytes, on its line and on its tape. A camera in the shoe says them in `ascii_line`."""
    return "ascii_line" if file.protocol == IN_SHOE else file.protocol
