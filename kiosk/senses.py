"""Between a table's devices and its desk: passes on what they say, and shows set-up what came while no round ran.

A test deal takes the devices away from the table: to it their links are lost for so long, which every screen shows and
the record holds. Nothing of a test deal reaches the table, and a round that begins ends it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from dealer_assist import fusion
from dealer_assist.link import Device
from dealer_assist.sighting import Look, Quad, Sighting
from dealer_assist.table_file import TableFile
from kiosk.rig import Glimpsed, Heard, Item, Linked, Saw, decoder_of

#: Seconds for which bytes of the shoe are kept back from set-up: by then the table has told whether a round has begun.
HELD_BACK: Final = 0.5
_MOST_BYTES: Final = 64
_MOST_TOLD: Final = 200
TESTING: Final = "A test deal is made in set-up."


class Told(msgspec.Struct, frozen=True):
    """A card of a test deal: what the shoe said, and the box in which the camera saw it last, None if in none."""

    card: str
    kind: str
    box: str | None


class TestDeal:
    """Cards that are dealt to try out shoe, camera and boxes."""

    __test__ = False  # no test of pytest's

    def __init__(self, file: TableFile, boxes: dict[str, Quad]) -> None:
        self._decoder = None if file.shoe is None else decoder_of(file.shoe)
        self._boxes = boxes
        self._said: deque[Sighting] = deque(maxlen=_MOST_TOLD)
        self._boxed: dict[str, str] = {}
        self.unsure = 0

    def hear(self, data: bytes) -> None:
        """Bytes of the shoe."""
        if self._decoder is not None:
            self._said += [said for said in self._decoder.feed(data) if said.kind != "heartbeat"]

    def see(self, look: Look) -> None:
        """A look of the camera."""
        felt = fusion.sort(look, self._boxes)
        self.unsure = sum(felt.unsure.values())
        self._boxed |= {str(card): box for box, cards in felt.named.items() for card in cards}

    def told(self) -> tuple[Told, ...]:
        """What the shoe said, in order, each with its box; then what only the camera saw."""
        said = [
            Told(str(each.card or each.why or ""), each.kind, self._boxed.get(str(each.card))) for each in self._said
        ]
        named = {each.card for each in said}
        seen = [Told(card, "seen", box) for card, box in self._boxed.items() if card not in named]
        return tuple(said + seen)


class Standing(msgspec.Struct, frozen=True):
    """How a device's link stands: `age` is how long, and `silent` how long nothing came, in seconds."""

    state: Literal["none", "waiting", "up", "lost", "blind"]
    age: float
    silent: float | None
    why: str = ""


class Senses:
    """The devices of a table as the desk and set-up have them. Safe to be used from many threads."""

    def __init__(
        self,
        file: TableFile,
        put: Callable[[Item], None],
        running: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`put` is the desk's, `running` tells whether a round runs, `clock` gives seconds."""
        self._file, self._desk, self._running, self._clock = file, put, running, clock
        self._lock = threading.Lock()
        self._bytes: deque[tuple[float, bytes]] = deque(maxlen=_MOST_BYTES)
        self._links: dict[Device, tuple[Linked | None, float]] = {"shoe": (None, clock()), "camera": (None, clock())}
        self._heard: dict[Device, float | None] = {"shoe": None, "camera": None}
        self._test: TestDeal | None = None

    def put(self, item: Item) -> None:
        """What a device says: to the table, or to the test deal that is made."""
        with self._lock:
            now = self._clock()
            if self._running():
                self._bytes.clear()
                self._end()
            elif isinstance(item, Heard):
                self._bytes.append((now, item.data))
            match item:
                case Linked(device=device):
                    self._links[device] = (item, now)
                    if self._test is not None:
                        return
                case Heard(data=data):
                    self._heard["shoe"] = now
                    if self._test is not None:
                        self._test.hear(data)
                        return
                case Saw(look=look):
                    self._heard["camera"] = now
                    if self._test is not None:
                        self._test.see(look)
                        return
                case Glimpsed() if self._test is not None:
                    return
                case _:
                    pass
            self._desk(item)

    def link(self, device: Device) -> Standing:
        """How a device's link stands, as the device itself says it."""
        there = self._file.shoe if device == "shoe" else self._file.camera
        with self._lock:
            last, since = self._links[device]
            heard, now = self._heard[device], self._clock()
        if there is None:
            return Standing("none", 0.0, None)
        silent = None if heard is None else now - heard
        if last is None:
            return Standing("waiting", now - since, silent)
        return Standing("up" if last.up else "blind" if last.blind else "lost", now - since, silent, last.why)

    def last_bytes(self, most: int = _MOST_BYTES) -> bytes:
        """The last bytes of the shoe that came while no round ran; none while one does: they may be hidden cards."""
        with self._lock:
            if self._running():
                self._bytes.clear()
            late = self._clock() - HELD_BACK
            return b"".join(data for at, data in self._bytes if at <= late)[-most:]

    # A test deal

    def begin_test(self, boxes: dict[str, Quad]) -> bool:
        """Take the devices away from the table and begin a test deal; False if a round runs."""
        with self._lock:
            if self._running():
                return False
            if self._test is None:
                for device in self._there():
                    self._desk(Linked(device, False, TESTING))
            self._test = TestDeal(self._file, boxes)
            return True

    def end_test(self) -> None:
        """Give the devices back to the table."""
        with self._lock:
            self._end()

    @property
    def test(self) -> TestDeal | None:
        """The test deal that is made now."""
        return self._test

    def _end(self) -> None:
        if self._test is None:
            return
        self._test = None
        for device in self._there():
            last, _ = self._links[device]
            if last is not None:
                self._desk(msgspec.structs.replace(last, anew=last.up))

    def _there(self) -> tuple[Device, ...]:
        """The devices that have said something of their link."""
        devices: tuple[Device, ...] = ("shoe", "camera")
        return tuple(device for device in devices if self._links[device][0] is not None)
