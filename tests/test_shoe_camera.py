"""A camera in the shoe as a table's shoe: pictures rendered here, through capture, reader, words and the table."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_assist.faults import Fault
from dealer_assist.table_file import ShoeFile
from hardware.camera import Capture, Image, Source
from hardware.shoes.ascii_line import AsciiLineDecoder
from kiosk.rig import Heard, Linked, Rig
from kiosk.shoe_camera import UNREAD, ShoeCamera, source_of
from models.recogniser import load
from models.shoe_window import ShoeWindow, Told
from tests.rigs import Bench
from tests.test_shoe_window import shoe_picture

FILE = ShoeFile("camera:/dev/video9", "camera")
TOML = '[shoe]\nport = "camera:/dev/video9"\nprotocol = "camera"\n'


class Passing:
    """A capture that gives its pictures one by one, each once the one before it was read, and is then gone."""

    def __init__(self, pictures: list[Image]) -> None:
        self.pictures = pictures
        self.read_next = threading.Semaphore(1)
        self.over = threading.Event()

    def read(self) -> Image:
        self.read_next.acquire(timeout=20)
        if not self.pictures:
            self.over.set()
            raise Fault("the cable is out")
        return self.pictures.pop(0)

    def release(self) -> None:
        return


class Paced(ShoeWindow):
    """The reader that ships, which lets the next picture come when it has read one."""

    def __init__(self, passing: Passing) -> None:
        super().__init__(load())
        self._passing = passing

    def look(self, image: Image) -> Told:
        """What the reader tells; the next picture may come."""
        said = super().look(image)
        self._passing.read_next.release()
        return said


def picture_of(*passing: str | None) -> list[Image]:
    """Pictures of cards that come in, rest and leave one after another; None is a while with nothing there."""
    pictures = [shoe_picture(None)]
    for card in passing:
        if card is not None:
            pictures += [shoe_picture(card, slide, seed=int(slide)) for slide in (180, 60, 4, 0, 0, 0, 40, 160)]
        pictures += [shoe_picture(None, seed=at) for at in range(3)]
    return pictures


@pytest.fixture
def watched() -> Iterator[list[Heard | Linked]]:
    """What a camera in the shoe told of a seven, nothing, and a ten."""
    told: list[Heard | Linked] = []
    passing = Passing(picture_of("7h", None, "Td"))

    def opened(source: Source) -> Capture:
        assert source == "/dev/video9"
        return passing

    camera = ShoeCamera(FILE, Paced(passing), told.append, opener=opened)
    camera.start()
    assert passing.over.wait(60)
    camera.close()
    yield told


def test_each_card_that_passes_is_said_once_and_nothing_else(watched: list[Heard | Linked]) -> None:
    data = b"".join(item.data for item in watched if isinstance(item, Heard))
    said = AsciiLineDecoder().feed(data)
    assert [(sighting.kind, str(sighting.card)) for sighting in said] == [("card", "7h"), ("card", "Td")]
    assert isinstance(watched[0], Linked)
    assert watched[0].up


def test_the_table_deals_what_the_camera_in_the_shoe_saw(watched: list[Heard | Linked], tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOML)
    rig = Rig(bench.table)
    rig.take(1, 1, Linked("shoe", True))
    bench.bets(30, 20)
    for n, item in enumerate((item for item in watched if isinstance(item, Heard)), 2):
        rig.take(n, n, item)
    assert [card["card"] for card in bench.session.cards()] == ["7h", "Td"]
    assert not bench.view["stopped"]


def test_a_card_that_it_cant_read_is_left_to_a_person(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOML)
    rig = Rig(bench.table)
    rig.take(1, 1, Linked("shoe", True))
    bench.bets(30, 20)
    rig.take(2, 2, Heard(UNREAD))
    assert bench.finding["kind"] == "unreadable"
    bench.step(card="Kh", to=1)
    bench.answer("go_on")
    assert [card["card"] for card in bench.session.cards()] == ["Kh"]


@pytest.mark.parametrize("port", ["camera:/dev/video2", "/dev/video2"])
def test_the_port_of_a_camera(port: str) -> None:
    assert source_of(ShoeFile(port, "camera")) == "/dev/video2"
