"""The devices of a live table, opened together: its shoe on its line or in a camera, and the camera over the felt."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2

from dealer_assist.faults import Fault
from dealer_assist.table_file import IN_SHOE, ShoeFile, TableFile, camera_in
from hardware import camera as cameras
from hardware import port
from hardware.camera import Image
from hardware.device import Bytes, DeviceEvent, Lost, Opened
from hardware.port import Port
from hardware.shoes import decoder, protocol
from hardware.shoes.angel_eye_commands import answer
from kiosk.rig import Heard, Item, Linked
from kiosk.shoe_camera import ShoeCamera, window_of
from kiosk.watching import Watching


def probe(file: TableFile, folder: Path) -> None:
    """A shoe or a camera that is missing at the start is said at once; one that is lost later is waited for.

    `folder` has the table's file. Raises `Fault`.
    """
    if file.shoe is not None and file.shoe.protocol == IN_SHOE:
        window_of(file, folder)
        cameras.probe(camera_in(file.shoe))
    elif file.shoe is not None:
        decoder(file.shoe.protocol)
        port.probe(file.shoe.port, file.shoe.baud)
    if file.camera is not None:
        Watching.probe(file.camera, folder)


def open_port(file: ShoeFile, put: Callable[[Item], None]) -> Port:
    """The shoe's line, not started yet. A shoe that has to give signs of life is lost when it gives none."""
    silence = protocol(file.protocol).silence
    return Port(file.port, file.baud, lambda event: put(heard(event)), max_silence=silence)


def heard(event: DeviceEvent) -> Heard | Linked:
    """What a shoe's port says, as an input of the table."""
    match event:
        case Bytes(data=data):
            return Heard(data)
        case Opened():
            return Linked("shoe", True)
        case Lost(why=why):
            return Linked("shoe", False, why)


class Devices:
    """What a table's file names. `start()` opens it, `close()` lets it go."""

    def __init__(self, file: TableFile, folder: Path, frames: int, put: Callable[[Item], None]) -> None:
        """`folder` is the session's, `frames` how many pictures its film has, `put` takes what the devices say."""
        self._file, self._folder, self._frames, self._put = file, folder, frames, put
        self.port: Port | None = None
        self._shoe: Port | ShoeCamera | None = None
        self._camera: Watching | None = None

    def start(self) -> None:
        """Open them."""
        file = self._file
        # A core is left to the table and its screens: a card that is read later is shown no later for it.
        cv2.setNumThreads(max(1, (os.cpu_count() or 2) - 1))
        if file.shoe is not None and file.shoe.protocol == IN_SHOE:
            self._shoe = ShoeCamera(file.shoe, window_of(file, self._folder), self._put)
        elif file.shoe is not None:
            self._shoe = self.port = open_port(file.shoe, self._put)
        if self._shoe is not None:
            self._shoe.start()
        if file.camera is not None:
            drawn = file.layout
            boxes, size = (None, None) if drawn is None else (drawn.boxes, drawn.size)
            self._camera = Watching(file.camera, self._folder, self._frames, self._put, boxes, size)
            self._camera.start()

    def ask(self, data: bytes) -> bytes:
        """Send a command to the shoe; what it answered. Raises `Fault` where there is no line."""
        if self.port is None:
            raise Fault("this table's shoe has no line to send a command on")
        return self.port.ask(data, lambda came: answer(came) is not None)

    def picture(self) -> Image | None:
        """The newest picture of the camera over the felt; None while none comes."""
        camera = self._camera
        return None if camera is None else camera.picture()

    def close(self) -> None:
        """Let them go."""
        for device in (self._shoe, self._camera):
            if device is not None:
                device.close()
