"""Films that play back exactly, and a camera that comes back after every way of going."""

from __future__ import annotations

import http.server
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer_assist.faults import Fault
from hardware.camera import Camera, Capture, Image, Source, open_source, probe
from hardware.device import DeviceEvent, Lost, Opened
from hardware.film import Film, FilmWriter, Shot, digest, shot_of, write_film
from hardware.tape import TapeReader, TapeWriter

SIZE = (96, 160, 3)


def picture(number: int) -> Image:
    """A grey picture whose brightness tells its number (up to 24)."""
    image = np.full(SIZE, 10 * number + 5, np.uint8)
    cv2.putText(image, str(number), (40, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255))
    return image


def number_of(image: Image) -> int:
    return round((float(np.median(image[80:, :40])) - 5) / 10)


@pytest.fixture(params=["rendered", "recorded", "folder"])
def film_path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Twenty pictures in each form of film."""
    pictures = [picture(number) for number in range(20)]
    if request.param == "rendered":
        path = tmp_path / "film.mkv"
        assert write_film(path, iter(pictures), 10.0) == 20
    elif request.param == "recorded":
        path = tmp_path / "film.mjpeg"
        with FilmWriter(path) as film:
            for each in pictures:
                film.add(each)
    else:
        path = tmp_path / "film"
        path.mkdir()
        for number, each in enumerate(pictures):
            cv2.imwrite(str(path / f"{number:03}.png"), each)
    return path


def test_every_film_gives_its_pictures_in_order_and_at_random(film_path: Path) -> None:
    with Film(film_path) as film:
        assert film.count == 20
        in_order = [image.copy() for image in film]
        assert [number_of(image) for image in in_order] == list(range(20))
        for number in (7, 8, 3, 19, 0, 0, 12):
            assert np.array_equal(film.frame(number), in_order[number])
        with pytest.raises(ValueError, match="read-only"):
            film.frame(3)[0, 0] = 0
    with Film(film_path) as again:
        assert all(np.array_equal(again.frame(number), in_order[number]) for number in range(20))


@pytest.mark.parametrize("number", [20, 1000, -1])
def test_a_picture_that_is_not_there_is_named(film_path: Path, number: int) -> None:
    with Film(film_path) as film, pytest.raises(Fault, match=rf"(picture|frame) {number}\b") as fault:
        film.frame(number)
    assert "\n" not in str(fault.value)


def test_a_recording_gives_back_what_the_recogniser_saw(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    given: list[Image] = []
    with (
        FilmWriter(tmp_path / "film.mjpeg") as film,
        TapeWriter(tmp_path / "camera.tape", {"tape": "camera"}) as tape,
    ):
        for number in range(5):
            noisy = chance.integers(0, 256, SIZE, dtype=np.uint8)
            shot, seen = film.add(noisy)
            assert not np.array_equal(seen, noisy)
            tape.write(number, number, frame=number, offset=shot.offset, length=shot.length, crc=shot.crc)
            given.append(seen)
    shots = [shot_of(entry.content) for entry in TapeReader(tmp_path / "camera.tape")]
    with Film(tmp_path / "film.mjpeg", shots=[shot for shot in shots if shot is not None]) as film:
        assert all(np.array_equal(film.frame(number), given[number]) for number in range(5))


def test_an_entry_without_a_place_is_no_shot() -> None:
    assert shot_of({"frame": 3}) is None
    assert shot_of({"frame": 3, "offset": 1, "length": 2, "crc": 3}) == Shot(1, 2, 3)


def test_an_altered_byte_of_a_recording_is_named(tmp_path: Path) -> None:
    path = tmp_path / "film.mjpeg"
    with FilmWriter(path) as film:
        shots = [film.add(picture(number))[0] for number in range(3)]
    whole = bytearray(path.read_bytes())
    whole[shots[1].offset + 300] ^= 1
    path.write_bytes(whole)
    with Film(path, shots=shots) as damaged:
        damaged.frame(0)
        damaged.frame(2)
        with pytest.raises(Fault, match=rf"picture 1 \(byte {shots[1].offset}\) is not as it was recorded"):
            damaged.frame(1)
    path.write_bytes(whole[:-10])
    with Film(path, shots=shots) as short, pytest.raises(Fault, match="picture 2"):
        short.frame(2)


def test_a_rendered_film_is_small_and_its_damage_shows_in_its_digest(tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    chance = np.random.default_rng(2)
    felt = cv2.GaussianBlur(chance.normal(90, 20, (720, 1280, 3)), (0, 0), 1.5)
    frames = (np.clip(felt + chance.normal(0, 0.7, felt.shape), 0, 255).astype(np.uint8) for _ in range(20))
    write_film(path, frames, 5.0)
    assert path.stat().st_size < 20 * 12_000
    before = digest(path)
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)
    assert digest(path) != before


@pytest.mark.parametrize("content", [b"", b"no film", bytes(5000), b"\x1aE\xdf\xa3" + bytes(3000)])
@pytest.mark.parametrize("name", ["film.mkv", "film.mjpeg", "film.mp4"])
def test_what_is_no_film_is_one_line(
    tmp_path: Path, name: str, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(Fault, match=r"film\.\w+: .*take (it|the film) from a good copy") as fault, Film(path) as film:
        film.frame(0)
    assert "\n" not in str(fault.value)
    assert capfd.readouterr().err == ""


def test_a_rendered_film_cut_short_is_named_where_it_ends(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "film.mkv"
    chance = np.random.default_rng(3)
    write_film(path, (chance.integers(0, 256, SIZE, dtype=np.uint8) for _ in range(20)), 10.0)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with Film(path) as film, pytest.raises(Fault, match=r"frame \d+ can't be read; the film ends after frame \d+"):
        for number in range(20):
            film.frame(number)
    assert capfd.readouterr().err == ""


def test_bad_places_for_films_are_named(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="there is no such film"):
        Film(tmp_path / "none.mkv")
    with pytest.raises(Fault, match="no pictures in this folder"):
        Film(tmp_path)
    with pytest.raises(Fault, match=r"film\.webm: a rendered film is a \.mkv file"):
        write_film(tmp_path / "film.webm", [picture(0)], 5.0)
    with pytest.raises(Fault, match="at least one picture"):
        write_film(tmp_path / "film.mkv", [], 5.0)
    FilmWriter(tmp_path / "film.mjpeg").close()
    with pytest.raises(Fault, match="there is a film already"):
        FilmWriter(tmp_path / "film.mjpeg")
    assert [path.name for path in tmp_path.iterdir()] == ["film.mjpeg"]


# --- the live camera ----------------------------------------------------------------------------------------------


class Watched:
    """A camera and what it said."""

    def __init__(
        self,
        source: Source,
        *,
        stuck_after: float = 2.0,
        open_within: float = 10.0,
        opener: Callable[[Source], Capture] = open_source,
    ) -> None:
        self.events: queue.Queue[DeviceEvent] = queue.Queue()
        self.camera = Camera(
            source,
            self.events.put,
            stuck_after=stuck_after,
            open_within=open_within,
            wait=lambda attempt: 0.05,
            opener=opener,
        )
        self.camera.start()

    def next(self, kind: type[DeviceEvent]) -> DeviceEvent:
        event = self.events.get(timeout=10)
        assert isinstance(event, kind), event
        return event

    def state(self) -> str:
        return self.camera.link.state


def test_a_film_is_looked_at_as_if_it_were_live_again_and_again(film_path: Path) -> None:
    watched = Watched(str(film_path))
    try:
        watched.next(Opened)
        first = watched.camera.latest(timeout=5)
        assert first is not None
        second = watched.camera.latest(after=first.index, timeout=5)
        assert second is not None
        assert second.index > first.index
        assert second.at > first.at
        assert number_of(second.image) > number_of(first.image)
        lost = watched.next(Lost)
        assert isinstance(lost, Lost)
        assert lost.why.endswith("is over")
        watched.next(Opened)
        third = watched.camera.latest(after=second.index, timeout=5)
        assert third is not None
        assert third.index > second.index
    finally:
        watched.camera.close()


class Stream:
    """An MJPEG stream over HTTP, as network cameras give it, that can be stopped without a word."""

    def __init__(self) -> None:
        self.flowing = threading.Event()
        self.flowing.set()
        self.over = threading.Event()
        stream = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                self.end_headers()
                number = 0
                while not stream.over.is_set():
                    if stream.flowing.wait(0.05):
                        _, jpeg = cv2.imencode(".jpg", picture(number % 20))
                        part = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % jpeg.size
                        try:
                            self.wfile.write(part + jpeg.tobytes() + b"\r\n")
                        except OSError:
                            return
                        number += 1
                        time.sleep(0.03)

            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                return

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/live.mjpg"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def stream() -> Iterator[Stream]:
    made = Stream()
    yield made
    made.close()


def test_a_stream_that_stops_without_a_word_is_lost_and_comes_back(stream: Stream) -> None:
    watched = Watched(stream.url, stuck_after=0.5, open_within=8.0)
    try:
        watched.next(Opened)
        frame = watched.camera.latest(timeout=5)
        assert frame is not None
        assert watched.state() == "open"
        stream.flowing.clear()
        lost = watched.next(Lost)
        assert isinstance(lost, Lost)
        assert lost.why == "no picture came for 0.5 s"
        assert watched.state() == "lost"
        assert watched.camera.latest() is None
        stream.flowing.set()
        watched.next(Opened)
        again = watched.camera.latest(after=frame.index, timeout=5)
        assert again is not None
    finally:
        watched.camera.close()


def test_only_the_newest_picture_is_kept(stream: Stream) -> None:
    watched = Watched(stream.url)
    try:
        watched.next(Opened)
        first = watched.camera.latest(timeout=5)
        assert first is not None
        time.sleep(0.5)
        later = watched.camera.latest()
        assert later is not None
        assert later.index >= first.index + 5
        assert time.monotonic_ns() - later.at < 0.3e9
    finally:
        watched.camera.close()


class Stuck:
    """A capture that blocks in `read` until it is let go, as OpenCV does when a USB camera goes."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.released = threading.Event()

    def read(self) -> Image:
        self.let_go.wait()
        return picture(9)

    def release(self) -> None:
        self.released.set()


def test_a_stuck_capture_is_abandoned_and_its_late_picture_never_shown(film_path: Path) -> None:
    stuck = Stuck()
    opened: list[Source] = []

    def opener(source: Source) -> Capture:
        opened.append(source)
        return stuck if len(opened) == 1 else open_source(source)

    watched = Watched(str(film_path), opener=opener, open_within=0.3)
    try:
        lost = watched.next(Lost)
        assert isinstance(lost, Lost)
        assert lost.why == "no picture came for 0.3 s"
        watched.next(Opened)
        stuck.let_go.set()
        assert stuck.released.wait(5)
        frame = watched.camera.latest(timeout=5)
        assert frame is not None
        assert number_of(frame.image) < 9
    finally:
        watched.camera.close()


def test_a_camera_missing_at_the_start_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "late"
    watched = Watched(str(path))
    try:
        lost = watched.next(Lost)
        assert isinstance(lost, Lost)
        assert "there is no such film" in lost.why
        time.sleep(0.3)
        assert watched.events.empty()
        folder = tmp_path / "coming"
        folder.mkdir()
        cv2.imwrite(str(folder / "0.png"), picture(3))
        folder.rename(path)
        watched.next(Opened)
    finally:
        watched.camera.close()


def test_a_defect_in_the_listener_shows_on_the_link(film_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def listener(event: DeviceEvent) -> None:
        raise RuntimeError("the table tripped")

    camera = Camera(str(film_path), listener)
    camera.start()
    until = time.monotonic() + 5
    while camera.link.why is None and time.monotonic() < until:
        time.sleep(0.01)
    camera.close()
    assert camera.link.state == "lost"
    assert "the table tripped" in str(camera.link.why)
    assert "ended" in caplog.text


def test_probe_gives_a_picture_or_says_what_is_wrong(film_path: Path, stream: Stream) -> None:
    assert number_of(probe(str(film_path))) == 0
    assert probe(stream.url).shape == SIZE


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (97, r"camera 97: there is no /dev/video97\. (Cameras found|No camera was found)"),
        ("97", r"camera 97: there is no /dev/video97\."),
        ("/dev/v4l/by-id/none", r"there is no /dev/v4l/by-id/none"),
        ("none.mkv", r"none\.mkv: there is no such film"),
        ("http://127.0.0.1:1/x", r"camera http://127\.0\.0\.1:1/x can't be opened: check its address"),
    ],
)
def test_probe_of_a_missing_camera(source: Source, why: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Fault, match=why):
        probe(source)
    assert capfd.readouterr().err == ""


def test_probe_does_not_wait_for_ever_for_a_stream_that_gives_nothing(stream: Stream) -> None:
    stream.flowing.clear()
    with pytest.raises(Fault, match=r"gave no picture in 0\.4 s"):
        probe(stream.url, timeout=0.4)
