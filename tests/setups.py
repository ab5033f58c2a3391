"""A table that can be set up, for tests: its file, a film as its camera, a virtual shoe, and the pages of set-up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Self

import cv2

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.journal import Journal, Stamp
from dealer_assist.session import Session
from dealer_assist.table import Table
from hardware.port import Port
from hardware.shoes.virtual import PtyLine, VirtualShoe
from kiosk.app import create_app
from kiosk.desk import Desk
from kiosk.people import People
from kiosk.senses import Senses
from kiosk.server import Server
from kiosk.setup_table import SetUp
from kiosk.table_devices import heard
from kiosk.terminals import Terminals
from kiosk.visits import Visits
from tests.kiosks import CHEAP, PEOPLE, Kiosk
from tests.pictures import Laid, Pixels, felt, lay, taken

SIZE: Final = (640, 360)
HEAD: Final = """# written by hand
name = "Table 9"
game = "triple"
seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 500 }]
"""
LAYOUT: Final = """
[layout]
size = [640, 360]
[layout.boxes]
seat1 = [[20, 20], [200, 20], [200, 150], [20, 150]]
seat2 = [[300, 20], [500, 20], [500, 150], [300, 150]]
dealer = [[150, 200], [500, 200], [500, 340], [150, 340]]
"""


def pictures(folder: Path, image: Pixels, count: int = 400) -> Path:
    """A folder of pictures as a camera: the same scene with another grain in each, ten a second."""
    folder.mkdir(exist_ok=True)
    for number in range(8):
        path = folder / f"{number:03}.jpg"
        cv2.imwrite(str(path), taken(image, seed=number))
    for number in range(8, count):
        (folder / f"{number:03}.jpg").hardlink_to(folder / f"{number % 8:03}.jpg")
    return folder


def scene(*laid: Laid) -> Pixels:
    """A felt with cards on it."""
    return lay(felt(SIZE[1], SIZE[0]), laid, 26)


class Fitted(Kiosk):
    """A kiosk whose table has a file and, if wanted, a shoe on a pseudo-terminal; its camera is begun in set-up."""

    def __init__(self, folder: Path, text: str = HEAD, *, shoe: bool = False, people: People | None = None) -> None:
        self.folder = folder
        self.path = folder / "table.toml"
        self.virtual = VirtualShoe("cobs_crc16", PtyLine(folder / "shoe"), beat=0.2) if shoe else None
        if self.virtual is not None:
            text += f'\n[shoe]\nport = "{self.virtual.url}"\nprotocol = "cobs_crc16"\n'
        self.path.write_text(text)
        file = table_file.load(self.path)
        journal = Journal(folder / "journal.sqlite", Stamp(file.name, "boot", "house", "0"))
        self.session = Session(
            file, table_file.house_path(self.path, file), journal, lambda: "2026-01-01T00:00:00+00:00"
        )
        self.desk = Desk(Table(file, self.session))
        self.senses = Senses(file, self.desk.put, lambda: self.desk.published.running)
        self.started_anew = 0
        self.table = SetUp(self.desk, self.path, self.senses, again=self._again, ask=self._ask)
        self.people = people or People.of(PEOPLE, CHEAP)
        self.visits = Visits(self.people)
        self.terminals = Terminals()
        self.app = create_app(
            self.desk,
            chips=file.chips,
            controls=None,
            people=self.people,
            visits=self.visits,
            terminals=self.terminals,
            table=self.table,
        )
        self.server = Server(self.app)
        self.url = self.server.url
        self.recorder = None
        self._once = iter(range(1, 10**6))
        self._port: Port | None = None

    def _again(self) -> None:
        self.started_anew += 1

    def _ask(self, data: bytes) -> bytes:
        raise Fault("no line")

    def __enter__(self) -> Self:
        super().__enter__()
        if self.virtual is not None:
            self._port = Port(self.virtual.url, 115200, lambda event: self.senses.put(heard(event)))
            self._port.start()
            assert self.virtual.wait_for_listener(10)
        return self

    def __exit__(self, *exc: Any) -> None:
        if self._port is not None:
            self._port.close()
        if self.virtual is not None:
            self.virtual.close()
        self.table.close()
        super().__exit__(*exc)

    def records(self, kind: str) -> list[dict[str, Any]]:
        """The bodies of the records of a kind."""
        return [record.content() for record in self.session.journal.records() if record.kind == kind]
