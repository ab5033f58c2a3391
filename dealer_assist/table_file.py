"""`table.toml`: one table described: its game and house, its shoe, its camera, where its boxes lie.

Read strictly: an unknown key, a missing one or a value of the wrong type refuses the file by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.game import Game, Garbled
from dealer_assist.games import catalogue
from dealer_assist.layout_faults import LayoutFault, layout_faults
from dealer_assist.sighting import Quad

Baud = Annotated[int, msgspec.Meta(ge=300, le=4_000_000)]
#: The protocol whose shoes take commands, and the one of a shoe that a camera inside it reads.
COMMANDED: Final = "angel_eye"
IN_SHOE: Final = "camera"
#: Scheme and host, and a port if it is not the usual one; no path.
_ADDRESS: Final = r"^https?://[A-Za-z0-9.\-\[\]:]+$"


class SeatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat taken when the table opens, and its chips."""

    seat: int
    chips: Annotated[int, msgspec.Meta(ge=0)]


class AccountFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account that is open when the table opens, and its chips as `1000` or `"1000.50"`."""

    account: str
    chips: str | Annotated[int, msgspec.Meta(ge=0)]


class ShoeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shoe's line: a device path, a PTY, `socket://host:port` or `rfc2217://host:port`.

    Protocol `camera`: a camera inside the shoe reads its cards; the port is `camera:` and its device, as
    `camera:/dev/video2`, and `deck` the file of an enrolled deck, if it is not the one that the camera over the felt
    reads with. `shoe = "camera"` in place of the table says the same of the machine's first camera,
    `shoe = "camera:/dev/video2"` of that one. With `commands` two people may lock an `angel_eye` shoe, or cancel its
    error, at a screen.
    """

    port: str
    protocol: str
    baud: Baud = 115200
    commands: bool = False
    deck: str | None = None


class CameraFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The camera: a number, a device path, a stream's address, a film or a folder of pictures.

    `steady` is how many looks must agree before a card is believed; `patience`, how many looks without a hand over it
    a card of the shoe may stay unseen. `deck` is the file of an enrolled deck, beside the table's own.
    """

    source: str
    recogniser: str = "steady"
    deck: str | None = None
    steady: Annotated[int, msgspec.Meta(ge=1, le=30)] = 2
    patience: Annotated[int, msgspec.Meta(ge=2, le=600)] = 12


class LayoutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the boxes lie in a picture of `size` (width, height): four corners each, in pixels."""

    size: tuple[int, int]
    boxes: dict[str, Quad]


class EvidenceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how many days pictures are kept: of a finding, and the last still of a round."""

    finding_days: Annotated[int, msgspec.Meta(ge=1, le=36_500)] = 365
    round_days: Annotated[int, msgspec.Meta(ge=1, le=36_500)] = 30


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table. Without `shoe` and `camera` the dealer taps the cards.

    A game of seats has `seats`, one of accounts has `accounts`; never both. `address` is how others reach the screens,
    as `http://table7.lan:8321`: what the code for an account's terminal leads to. `language` is the one of its screens
    until somebody chooses another there; empty: as each browser asks. `colours` is how many the suits have on them.
    `pit` is the address of the database that its journal is followed into.
    """

    name: str
    game: str
    seats: tuple[SeatFile, ...] = ()
    accounts: tuple[AccountFile, ...] = ()
    house: str | None = None
    address: Annotated[str, msgspec.Meta(pattern=_ADDRESS)] | None = None
    options: dict[str, Any] = {}
    chips: tuple[int, ...] = (500, 100, 25, 10, 5, 1)
    shoe: ShoeFile | None = None
    camera: CameraFile | None = None
    layout: LayoutFile | None = None
    language: Literal["", "en", "ja", "fi"] = ""
    colours: Literal[2, 4] = 4
    evidence: EvidenceFile = EvidenceFile()
    pit: str | None = None

    @property
    def decks(self) -> tuple[str, ...]:
        """The files of enrolled decks that the table reads with."""
        named = (part.deck for part in (self.camera, self.shoe) if part is not None)
        return tuple(dict.fromkeys(deck for deck in named if deck is not None))

    @property
    def shoe_deck(self) -> str | None:
        """The deck that a camera in the shoe reads with: its own, else that of the camera over the felt."""
        own = None if self.shoe is None else self.shoe.deck
        return own or (None if self.camera is None else self.camera.deck)


def load(path: Path) -> TableFile:
    """The table that `path` describes, checked as far as can be without its devices. Raises `Fault`."""
    try:
        table = _read(path)
    except OSError as error:
        raise Fault(f"{path}: table file can't be read: {error.strerror}") from error
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault(f"{path}: table file refused: {error}") from error
    for what, name in (("house", table.house), *(("deck", deck) for deck in table.decks)):
        if name is not None and Path(name).name != name:
            raise Fault(f"{path}: table file refused: {what} {name!r}: put the {what} file beside the table file")
    if table.shoe is not None and table.shoe.commands and table.shoe.protocol != COMMANDED:
        raise Fault(f"{path}: table file refused: [shoe] commands: only a shoe of protocol {COMMANDED} takes any")
    if table.shoe is not None and table.shoe.deck is not None and table.shoe.protocol != IN_SHOE:
        raise Fault(f"{path}: table file refused: [shoe] deck: only a shoe of protocol {IN_SHOE} reads with one")
    if table.shoe is not None and table.shoe.protocol == IN_SHOE and table.camera is not None:
        _check_cameras(path, camera_in(table.shoe), table.camera.source)
    try:
        game = catalogue.open_round(opening(table), house_path(path, table))
    except Garbled as error:
        raise Fault(f"{path}: table file refused: {error}") from error
    _check_layout(path, table, game)
    return table


def _read(path: Path) -> TableFile:
    text = path.read_bytes()
    written = msgspec.toml.decode(text)
    shoe = written.get("shoe")
    if not isinstance(shoe, str):
        return msgspec.toml.decode(text, type=TableFile)
    if shoe.partition(":")[0] != IN_SHOE:
        raise Fault(
            f'{path}: table file refused: shoe = "{shoe}" is not known: write "{IN_SHOE}", or "{IN_SHOE}:/dev/video2", '
            "for a camera inside the shoe; any other shoe is a table [shoe] with its port and its protocol"
        )
    in_shoe = {"port": f"{IN_SHOE}:0" if shoe == IN_SHOE else shoe, "protocol": IN_SHOE}
    return msgspec.convert({**written, "shoe": in_shoe}, TableFile, str_keys=True)


def camera_in(shoe: ShoeFile) -> str:
    """The source of the camera inside a shoe: `/dev/video2` for the port `camera:/dev/video2`, or for just that."""
    return shoe.port.removeprefix(f"{IN_SHOE}:")


def _check_cameras(path: Path, in_shoe: str, over_felt: str) -> None:
    one, other = (f"/dev/video{source}" if source.isdecimal() else source for source in (in_shoe, over_felt))
    if one == other:
        raise Fault(
            f"{path}: table file refused: the camera inside the shoe and the one over the felt are both {over_felt}: "
            f'name another, as [shoe] port = "{IN_SHOE}:/dev/video2"'
        )


def house_path(path: Path, table: TableFile) -> Path | None:
    """The house file that the table names, relative to the table's own file; None = the built-in one."""
    return None if table.house is None else path.parent / table.house


def opening(table: TableFile) -> dict[str, Any]:
    """What the first round begins with: game, options, and the seats or accounts as a round script has them."""
    begins: dict[str, Any] = {"game": table.game, "options": table.options}
    if table.seats:
        begins["seats"] = [msgspec.to_builtins(seat) for seat in table.seats]
    if table.accounts:
        begins["accounts"] = [{"account": each.account, "chips": _decimal(each.chips)} for each in table.accounts]
    return begins


def _decimal(chips: str | int) -> str:
    return f"{chips}.00" if isinstance(chips, int) else chips


def _check_layout(path: Path, table: TableFile, game: Game[Any]) -> None:
    if table.camera is not None and table.layout is None:
        raise Fault(f"{path}: table file refused: a camera needs [layout] with the size of its picture and the boxes")
    if table.layout is None:
        return
    for fault in layout_faults(table.layout.size, table.layout.boxes, game.boxes):
        raise Fault(f"{path}: table file refused: {_words(fault, table.layout.size)}")


def _words(fault: LayoutFault, size: tuple[int, int]) -> str:
    match fault.kind:
        case "outside":
            return f"box {fault.boxes[0]} lies outside the picture of {size[0]}×{size[1]}"
        case "twisted":
            return f"box {fault.boxes[0]}: its corners go round no convex four-cornered box"
        case "overlap":
            return f"boxes {fault.boxes[0]} and {fault.boxes[1]} overlap: a card there would be in both"
        case "missing":
            return f"[layout.boxes] has no box {fault.boxes[0]}"
