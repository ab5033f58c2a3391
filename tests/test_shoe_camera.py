"""A camera in the shoe as a table's shoe: pictures rendered here, through capture, reader, words and the table."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from dealer_assist import sealing_key, table_file
from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.table_file import ShoeFile, TableFile, camera_in
from hardware.camera import Capture, Image, Source
from hardware.shoes.ascii_line import AsciiLineDecoder
from hardware.tape import TapeReader
from kiosk.recording import Recorder, Recording, open_table
from kiosk.rig import Glimpsed, Heard, Linked, Rig
from kiosk.shoe_camera import UNREAD, ShoeCamera, window_of
from models.deck_file import FORMAT, Deck, Facts, write_deck
from models.enrolled import readers, weights_digest
from models.reading import Cuts
from models.recogniser import WEIGHTS, load
from models.shoe_window import ShoeWindow, Told
from models.views import VIEWS
from tests.rigs import CAMERA, Bench
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
def watched() -> Iterator[list[Heard | Linked | Glimpsed]]:
    """What a camera in the shoe told of a seven, nothing, and a ten."""
    told: list[Heard | Linked | Glimpsed] = []
    passing = Passing(picture_of("7h", None, "Td"))

    def opened(source: Source) -> Capture:
        assert source == "/dev/video9"
        return passing

    camera = ShoeCamera(FILE, Paced(passing), told.append, opener=opened)
    camera.start()
    assert passing.over.wait(60)
    camera.close()
    yield told


def test_each_card_that_passes_is_said_once_and_nothing_else(watched: list[Heard | Linked | Glimpsed]) -> None:
    data = b"".join(item.data for item in watched if isinstance(item, Heard))
    said = AsciiLineDecoder().feed(data)
    assert [(sighting.kind, str(sighting.card)) for sighting in said] == [("card", "7h"), ("card", "Td")]
    assert isinstance(watched[0], Linked)
    assert watched[0].up


def test_the_table_deals_what_the_camera_in_the_shoe_saw(
    watched: list[Heard | Linked | Glimpsed], tmp_path: Path
) -> None:
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


def test_it_reads_with_the_deck_of_its_table(tmp_path: Path) -> None:
    """The shoe's own deck, else that of the camera over the felt; a deck that is not there is named."""
    tight, wide = (inner.weights for inner in readers())
    cuts = msgspec.json.decode((WEIGHTS / "cuts.json").read_bytes(), type=Cuts)
    facts = Facts(FORMAT, "night", weights_digest(), "light turned", cuts, None, None, ("7h",))
    write_deck(tmp_path / "night.deck", Deck(facts, tight, wide))
    night = VIEWS["light turned"](shoe_picture("7h"))
    over_the_felt = '[camera]\nsource = "none"\ndeck = "night.deck"\n' + CAMERA.split('"none"')[1]

    def file(text: str) -> TableFile:
        path = tmp_path / "table.toml"
        path.write_text(f'name = "Bench"\ngame = "triple"\nseats = [{{ seat = 1, chips = 9 }}]\n{text}')
        return table_file.load(path)

    for text in (f'{TOML}deck = "night.deck"\n', f"{TOML}{over_the_felt}"):
        assert window_of(file(text), tmp_path).look(night) == parse("7h")
    assert window_of(file(TOML), tmp_path).look(shoe_picture("7h")) == parse("7h")
    other = file(f'{TOML}deck = "other.deck"\n{over_the_felt}')
    assert other.decks == ("night.deck", "other.deck")
    with pytest.raises(Fault, match=r"other\.deck"):
        window_of(other, tmp_path)
    with pytest.raises(Fault, match="only a shoe of protocol camera reads with one"):
        file('[shoe]\nport = "none"\nprotocol = "ascii_line"\ndeck = "night.deck"\n')


@pytest.mark.parametrize("port", ["camera:/dev/video2", "/dev/video2"])
def test_the_port_of_a_camera(port: str) -> None:
    assert camera_in(ShoeFile(port, "camera")) == "/dev/video2"


def test_the_picture_of_each_card_is_on_the_tape_before_its_words(
    watched: list[Heard | Linked | Glimpsed], tmp_path: Path
) -> None:
    bench = Bench(tmp_path, TOML)
    recorder = Recorder(tmp_path, bench.file)
    for n, item in enumerate(watched, 1):
        recorder.keep(n, n, item)
    recorder.close()
    kinds = [next(iter(entry.content)) for entry in TapeReader(tmp_path / "shoe.tape")]
    assert kinds[:5] == ["link", "picture", "bytes", "picture", "bytes"]
    recording = Recording(tmp_path, None)
    taken = [recording.item(channel, entry) for channel, entry in recording.entries()]
    assert taken[: len(watched)] == watched
    shown = [item.jpeg for item in taken if isinstance(item, Glimpsed)]
    images = [cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) for jpeg in shown]
    assert [None if image is None else image.shape for image in images] == [(320, 320, 3), (320, 320, 3)]


def test_the_pictures_of_a_running_round_are_sealed(watched: list[Heard | Linked | Glimpsed], tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(
        f'name = "Bench"\ngame = "triple"\nseats = [{{ seat = 1, chips = 9 }}]\n{TOML}'
    )
    key = sealing_key.make(tmp_path / "table.seal", "Bench")
    table = open_table(tmp_path / "table.toml", tmp_path / "journal.sqlite", key)
    recorder = Recorder(tmp_path, table.file, table.session.journal.seals)
    for n, item in enumerate(watched, 1):
        recorder.keep(n, n, item)
    recorder.close()
    table.session.journal.close()
    tape = (tmp_path / "shoe.tape").read_bytes()
    assert b'"picture"' not in tape
    assert b"/9j/" not in tape  # as a JPEG begins
    with pytest.raises(Fault, match="sealed"):
        list(Recording(tmp_path, None).entries())
    with_key = Recording(tmp_path, None, key=key)
    taken = [with_key.item(channel, entry) for channel, entry in with_key.entries()]
    assert sum(isinstance(item, Glimpsed) for item in taken) == 2
