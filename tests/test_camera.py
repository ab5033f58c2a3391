"""A camera comes back after every way of going, and never gives an old picture for a new one."""

from __future__ import annotations

import http.server
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from dealer_assist.faults import Fault
from hardware.camera import Camera, Capture, Image, Source, open_source, probe
from hardware.device import DeviceEvent, Lost, Opened
from tests.test_film import SIZE, number_of, picture


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A film of twenty pictures, as a folder."""
    path = tmp_path / "film"
    path.mkdir()
    for number in range(20):
        cv2.imwrite(str(path / f"{number:03}.png"), picture(number))
    return path


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


def test_a_film_is_looked_at_as_if_it_were_live_again_and_again(film: Path) -> None:
    watched = Watched(str(film))
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


def test_a_stuck_capture_is_abandoned_and_its_late_picture_never_shown(film: Path) -> None:
    stuck = Stuck()
    opened: list[Source] = []

    def opener(source: Source) -> Capture:
        opened.append(source)
        return stuck if len(opened) == 1 else open_source(source)

    watched = Watched(str(film), opener=opener, open_within=0.3)
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


def test_a_defect_in_the_listener_shows_on_the_link(film: Path, caplog: pytest.LogCaptureFixture) -> None:
    def listener(event: DeviceEvent) -> None:
        raise RuntimeError("the table tripped")

    camera = Camera(str(film), listener)
    camera.start()
    until = time.monotonic() + 5
    while camera.link.why is None and time.monotonic() < until:
        time.sleep(0.01)
    camera.close()
    assert camera.link.state == "lost"
    assert "the table tripped" in str(camera.link.why)
    assert "ended" in caplog.text


def test_probe_gives_a_picture_or_says_what_is_wrong(film: Path, stream: Stream) -> None:
    assert number_of(probe(str(film))) == 0
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
