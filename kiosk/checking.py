"""`dealer-assist check`: every device of a table tried out, and for each that is not right what to mend."""

from __future__ import annotations

import queue
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.sighting import Sighting
from dealer_assist.table_file import IN_SHOE, ShoeFile, TableFile, camera_in
from hardware import camera as cameras
from hardware import devices
from hardware.camera import Image
from hardware.clearness import fault
from hardware.device import Bytes, DeviceEvent, Lost
from hardware.port import Port, probe
from hardware.shoes import decoder, protocol
from kiosk.shoe_camera import window_of
from kiosk.watching import reader

State = Literal["ok", "mend", "fault"]
#: What a run ends with: all right, something to mend, something that keeps the table from being run.
EXITS: Final[dict[State, int]] = {"ok": 0, "mend": 1, "fault": 2}


class Checked(msgspec.Struct, frozen=True):
    """One part of a table: how it stands, what was found, and what to do about it."""

    part: str
    state: State
    found: str
    mend: str = ""

    def __str__(self) -> str:
        line = f"{self.part:8} {self.state:5} {self.found}"
        return f"{line}\n{'':15}{self.mend}" if self.mend else line


def check(path: Path, listen: float) -> Iterator[Checked]:
    """Everything that the table in `path` needs, part by part; the shoe is listened to for `listen` seconds."""
    try:
        file = table_file.load(path)
    except Fault as error:
        yield Checked("table", "fault", str(error))
        return
    yield Checked("table", "ok", f"{path}: {file.name}, {file.game}")
    yield from _of_the_shoe(file, path.parent, listen)
    yield from _of_the_camera(file, path.parent)


def worst(parts: Iterable[Checked]) -> State:
    """How the table stands in all."""
    return max((part.state for part in parts), key=lambda state: EXITS[state], default="ok")


def _of_the_shoe(file: TableFile, folder: Path, listen: float) -> Iterator[Checked]:
    if file.shoe is None:
        yield Checked("shoe", "ok", "none: the dealer taps the cards")
        return
    try:
        if file.shoe.protocol == IN_SHOE:
            window_of(file, folder)
            yield _pictures("shoe", cameras.probe(camera_in(file.shoe)), None)
        else:
            yield line(file.shoe, listen)
    except Fault as error:
        yield Checked("shoe", "fault", str(error))


def _of_the_camera(file: TableFile, folder: Path) -> Iterator[Checked]:
    if file.camera is None:
        yield Checked("camera", "ok", "none")
        return
    try:
        recogniser = reader(file.camera, folder)
        image = cameras.probe(file.camera.source)
        checked = _pictures("camera", image, None if file.layout is None else file.layout.size)
        yield checked
        if checked.state == "ok":
            look = recogniser.look(image)
            read = sum(card.card is not None for card in look.cards)
            yield Checked("sight", "ok", f"{read} cards read, {len(look.cards) - read} unsure, in {look.ms:.0f} ms")
    except Fault as error:
        yield Checked("camera", "fault", str(error))


def _pictures(part: str, image: Image, size: tuple[int, int] | None) -> Checked:
    """A camera that gave `image`, whose layout was drawn on a picture of `size` (width, height)."""
    height, width = image.shape[:2]
    why = fault(image)
    if why is not None:
        return Checked(part, "mend", f"pictures of {width}×{height}: {why}", "See to its lens, its cap and its light.")
    if size is not None and size != (width, height):
        return Checked(
            part,
            "mend",
            f"pictures of {width}×{height}, but [layout] was drawn on {size[0]}×{size[1]}",
            "Set the camera to that size, or draw the boxes anew.",
        )
    return Checked(part, "ok", f"pictures of {width}×{height}")


def line(file: ShoeFile, listen: float) -> Checked:
    """The shoe's line, opened and listened to."""
    reader = decoder(file.protocol)
    probe(file.port, file.baud)
    said: list[Sighting] = []
    for portion in _portions(file, listen):
        said += reader.feed(portion)
    kinds = Counter(sighting.kind for sighting in said)
    heard = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common()) or "nothing"
    found = f"{file.port}, {file.protocol} at {file.baud} baud, heard in {listen:g} s: {heard}"
    if kinds and set(kinds) == {"garbled"}:
        usual = protocol(file.protocol).baud
        mend = f"It speaks, but not {file.protocol} at {file.baud} baud: try another protocol, or baud = {usual}."
        return Checked("shoe", "mend", found, mend)
    stable = next((named.stable for named in devices.ports() if named.node == file.port and named.stable), None)
    if stable is not None:
        return Checked("shoe", "mend", found, f'Write port = "{stable}": {file.port} may be another one tomorrow.')
    if not kinds:
        return Checked("shoe", "ok", found, "Draw a card while it is listened to (--listen 20) to be sure.")
    return Checked("shoe", "ok", found)


def _portions(file: ShoeFile, listen: float) -> Iterator[bytes]:
    """What comes from the shoe within `listen` seconds. Raises `Fault` if its line breaks."""
    events: queue.SimpleQueue[DeviceEvent] = queue.SimpleQueue()
    port = Port(file.port, file.baud, events.put)
    port.start()
    until = time.monotonic() + listen
    try:
        while (left := until - time.monotonic()) > 0:
            try:
                event = events.get(timeout=left)
            except queue.Empty:
                break
            match event:
                case Bytes(data=data):
                    yield data
                case Lost(why=why):
                    raise Fault(f"shoe port {file.port} was lost while it was listened to: {why}")
                case _:
                    pass
    finally:
        port.close()
