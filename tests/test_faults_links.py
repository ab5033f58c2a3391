"""A cable pulled, a server killed, a line that goes dumb, a camera stopped or covered, all in a round.

On real lines and a real stream, through the devices of a live table to a page in a browser: shown within two seconds,
back within five of the return, and no card lost or doubled. `make faults` leaves each away for thirty seconds.
"""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from dealer_assist import table_file
from dealer_assist.cards import parse
from hardware.shoes.virtual import PtyLine, TcpLine, VirtualLine, VirtualShoe
from kiosk.table_devices import Devices
from tests.faults import LONG, times, told
from tests.kiosks import JSON, Kiosk, enter
from tests.pictures import Laid, Pixels, taken
from tests.setups import LAYOUT, scene

AWAY: Final = times(2, 30)
#: Seconds. A machine that runs other tests beside this one is not held to them.
SHOWN, BACK = (2.0, 5.0) if LONG else (20.0, 30.0)


class DumbLine(TcpLine):
    """A converter that keeps its connection while nothing comes out of the shoe any more."""

    def __init__(self) -> None:
        self._dumb = False
        super().__init__()

    def plug(self) -> None:
        self._dumb = False
        super().plug()

    def unplug(self) -> None:
        self._dumb = True

    def write(self, data: bytes) -> None:
        if not self._dumb:
            super().write(data)

    def hang_up(self) -> None:
        """End the connection too."""
        super().unplug()


class Felt:
    """A camera in the network over a felt on which cards are laid, that can be stopped or covered."""

    def __init__(self) -> None:
        self.shown: Pixels = scene()
        self.flowing = threading.Event()
        self.flowing.set()
        self.covered = self.over = False
        felt = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                self.end_headers()
                number = 0
                while not felt.over:
                    if felt.flowing.wait(0.1):
                        number += 1
                        image = taken(np.full_like(felt.shown, 5) if felt.covered else felt.shown, seed=number)
                        _, jpeg = cv2.imencode(".jpg", image)
                        part = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % jpeg.size
                        try:
                            self.wfile.write(part + jpeg.tobytes() + b"\r\n")
                        except OSError:
                            return
                        time.sleep(0.1)

            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                return

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/felt.mjpg"

    def close(self) -> None:
        self.over = True
        self.flowing.set()
        self.server.shutdown()
        self.server.server_close()


def opened(kiosk: Kiosk, folder: Path) -> Devices:
    """The devices of the kiosk's table, as a live table opens them."""
    devices = Devices(table_file.load(folder / "table.toml"), folder, 0, kiosk.desk.put)
    devices.start()
    return devices


def until(kiosk: Kiosk, holds: Callable[[JSON], bool], seconds: float = 60.0) -> JSON:
    end = time.monotonic() + seconds
    while not holds(view := kiosk.view()):
        assert time.monotonic() < end, view
        kiosk.desk.wait(kiosk.desk.published.version, 0.1)
    kiosk.seen()
    return view


def since(page: Page, began: float, device: str, state: str) -> float:
    """Seconds from `began` until the page shows the device in that state; a camera may have an unread card in sight."""
    looks = ".lost" if state == "lost" else ":is(.up, .waiting)"
    page.locator(f"#links .link{looks}", has_text=device).wait_for(timeout=60_000)
    return time.monotonic() - began


@pytest.fixture(params=["pty", "tcp", "dumb"])
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualLine]:
    made: VirtualLine = PtyLine(tmp_path / "shoe") if request.param == "pty" else TcpLine()
    if request.param == "dumb":
        made.unplug()
        made = DumbLine()
    yield made
    made.unplug()
    if isinstance(made, DumbLine):
        made.hang_up()


@pytest.mark.timeout(300)
def test_a_shoe_away_in_a_round(
    line: VirtualLine, tmp_path: Path, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f'[shoe]\nport = "{line.url}"\nprotocol = "cobs_crc16"\n'
    with VirtualShoe("cobs_crc16", line, beat=1.0) as shoe, Kiosk(tmp_path, text) as kiosk:
        devices = opened(kiosk, tmp_path)
        try:
            # With its first sign of life: what comes before a line is wholly open is thrown away.
            until(kiosk, lambda view: view["links"]["shoe"] == "up")
            enter(page, kiosk)
            kiosk.deal("bet 1 30; bet 2 20")
            shoe.deal(parse("Kh"))
            until(kiosk, lambda view: len(view["cards"]) == 1)
            shoe.unplug()
            shown = since(page, time.monotonic(), "Shoe", "lost")
            shoe.deal(parse("8c"))  # into the void
            time.sleep(AWAY)
            shoe.plug()
            back = since(page, time.monotonic(), "Shoe", "up")
            until(kiosk, lambda view: view["finding"]["missed"] == 1)
            shoe.deal(parse("9d"))  # while the table is stopped: it waits
            until(kiosk, lambda view: view["finding"]["held"] == 1)
            page.locator('[data-card="8c"]').click()
            until(kiosk, lambda view: len(view["cards"]) == 2)
            page.get_by_role("button", name="Go on").click()
            view = until(kiosk, lambda view: not view["stopped"])
            assert [card["card"] for card in view["cards"]] == ["Kh", "8c", "9d"]
            shoe.deal(parse("5h"))
            view = until(kiosk, lambda view: len(view["cards"]) == 4)
            assert not view["stopped"]
        finally:
            devices.close()
    told(capsys, f"{type(line).__name__}, {AWAY} s away: shown after {shown:.2f} s, back after {back:.2f} s")
    assert shown <= SHOWN
    assert back <= BACK


@pytest.mark.timeout(300)
@pytest.mark.parametrize("how", ["stopped", "covered"])
def test_a_camera_away_in_a_round(how: str, tmp_path: Path, page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    felt = Felt()
    text = f'[camera]\nsource = "{felt.url}"\n{LAYOUT}'
    with Kiosk(tmp_path, text) as kiosk:
        devices = opened(kiosk, tmp_path)
        try:
            until(kiosk, lambda view: view["links"]["camera"] == "up")
            enter(page, kiosk)
            kiosk.deal("bet 1 30; bet 2 20")
            until(kiosk, lambda view: view["camera"]["armed"])
            felt.shown = scene(Laid("Kh", 110, 85))
            until(kiosk, lambda view: [card["card"] for card in view["cards"]] == ["Kh"])
            if how == "stopped":
                felt.flowing.clear()
            felt.covered = how == "covered"
            shown = since(page, time.monotonic(), "Camera", "lost")
            felt.shown = scene(Laid("Kh", 110, 85), Laid("9s", 400, 85))  # while nobody sees
            time.sleep(AWAY)
            felt.covered = False
            felt.flowing.set()
            back = since(page, time.monotonic(), "Camera", "up")
            expect(page.locator("#band.stop")).to_be_visible()
            page.get_by_role("button", name="Go on").click()
            view = until(kiosk, lambda view: len(view["cards"]) == 2)
            assert [(card["card"], card["to"]) for card in view["cards"]] == [("Kh", 1), ("9s", 2)]
            time.sleep(1.5)
            view = kiosk.view()
            assert len(view["cards"]) == 2
            assert not view["stopped"]
        finally:
            devices.close()
            felt.close()
    told(capsys, f"camera {how}, {AWAY} s away: shown after {shown:.2f} s, back after {back:.2f} s")
    assert shown <= SHOWN
    assert back <= BACK
