"""The port on real pseudo-terminals and sockets: what it says when the cable is pulled and put back."""

from __future__ import annotations

import os
import queue
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial.rfc2217

from dealer_assist.faults import Fault
from hardware.device import Bytes, DeviceEvent, Lost, Opened, backoff
from hardware.port import Port, probe
from hardware.shoes.virtual import PtyLine, TcpLine, VirtualLine


class Heard:
    """A port and what it said."""

    def __init__(self, url: str, **options: float) -> None:
        self.events: queue.Queue[DeviceEvent] = queue.Queue()
        self.port = Port(url, 115200, self.events.put, wait=lambda attempt: 0.05, **options)
        self.port.start()

    def next(self, kind: type[DeviceEvent]) -> DeviceEvent:
        event = self.events.get(timeout=5)
        assert isinstance(event, kind), event
        return event

    def state(self) -> str:
        return self.port.link.state

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            event = self.next(Bytes)
            assert isinstance(event, Bytes)
            data += event.data
        return data


@pytest.fixture(params=["pty", "tcp"])
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualLine]:
    made: VirtualLine = PtyLine(tmp_path / "shoe") if request.param == "pty" else TcpLine()
    yield made
    made.unplug()


def wait_for_listener(line: VirtualLine) -> None:
    until = time.monotonic() + 5
    while not line.heard():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_bytes_arrive_whole_and_the_cable_may_go_and_come(line: VirtualLine) -> None:
    heard = Heard(line.url)
    try:
        for round_ in range(3):
            opened = heard.next(Opened)
            wait_for_listener(line)
            sent = bytes(range(256)) + b"round %d" % round_
            line.write(sent)
            assert heard.read(len(sent)) == sent
            assert heard.state() == "open"
            assert heard.port.link.silent_for < 1
            line.unplug()
            lost = heard.next(Lost)
            assert isinstance(lost, Lost)
            assert lost.why
            assert lost.at > opened.at
            assert heard.state() == "lost"
            line.plug()
    finally:
        heard.port.close()
    assert not any(isinstance(event, Bytes) for event in heard.events.queue)


def test_what_came_just_before_the_cable_went_is_not_lost(tmp_path: Path) -> None:
    line = TcpLine()
    heard = Heard(line.url)
    try:
        heard.next(Opened)
        wait_for_listener(line)
        line.write(b"CARD As\r\n")
        line.unplug()
        assert heard.read(9) == b"CARD As\r\n"
        heard.next(Lost)
    finally:
        heard.port.close()
        line.unplug()


def test_a_port_missing_at_the_start_is_reported_once_and_opened_when_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "shoe"
    heard = Heard(str(path))
    try:
        lost = heard.next(Lost)
        assert isinstance(lost, Lost)
        assert lost.why == "there is no such port"
        time.sleep(0.3)
        assert heard.events.empty()
        line = PtyLine(path)
        heard.next(Opened)
        line.unplug()
    finally:
        heard.port.close()


def test_a_dead_peer_is_noticed_by_its_silence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard = Heard(f"socket://127.0.0.1:{server.getsockname()[1]}", max_silence=2.0)
        try:
            peer, _ = server.accept()
            time.sleep(0.5)  # what comes before a line is wholly open is thrown away
            peer.sendall(b"x")
            heard.next(Opened)
            heard.next(Bytes)
            lost = heard.next(Lost)
            assert isinstance(lost, Lost)
            assert lost.why == "nothing was heard for 2 s"
            # It takes connections and says nothing: that is no link, and is not told as one again and again.
            still, _ = server.accept()
            again, _ = server.accept()
            assert heard.events.empty()
            time.sleep(0.5)
            again.sendall(b"y")
            heard.next(Opened)
            heard.next(Bytes)
            still.close()
            again.close()
            peer.close()
        finally:
            heard.port.close()


def test_a_flood_on_a_socket_comes_in_large_portions() -> None:
    """`in_waiting` says at most 1 there; a tape line for every two bytes would be a waste."""
    sent = os.urandom(20_000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard = Heard(f"socket://127.0.0.1:{server.getsockname()[1]}")
        try:
            peer, _ = server.accept()
            heard.next(Opened)
            peer.sendall(sent)
            data, portions = b"", 0
            while len(data) < len(sent):
                event = heard.next(Bytes)
                assert isinstance(event, Bytes)
                data, portions = data + event.data, portions + 1
            assert data == sent
            assert portions < 100
            peer.close()
        finally:
            heard.port.close()


def test_closing_is_quick_and_says_nothing_more(line: VirtualLine) -> None:
    heard = Heard(line.url)
    heard.next(Opened)
    before = time.monotonic()
    heard.port.close()
    assert time.monotonic() - before < 1
    assert heard.events.empty()


def test_closing_does_not_wait_for_the_next_attempt(tmp_path: Path) -> None:
    port = Port(str(tmp_path / "none"), 9600, lambda event: None, wait=lambda attempt: 60)
    port.start()
    time.sleep(0.1)
    before = time.monotonic()
    port.close()
    assert time.monotonic() - before < 1


def test_a_defect_in_the_listener_shows_on_the_link(line: VirtualLine, caplog: pytest.LogCaptureFixture) -> None:
    def listener(event: DeviceEvent) -> None:
        raise RuntimeError("the table tripped")

    port = Port(line.url, 9600, listener)
    port.start()
    until = time.monotonic() + 5
    while port.link.why is None and time.monotonic() < until:
        time.sleep(0.01)
    assert port.link.state == "lost"
    assert "the table tripped" in str(port.link.why)
    assert "ended" in caplog.text
    port.close()


def test_backoff_starts_at_half_a_second_and_leaves_time_to_open_within_five() -> None:
    waits = [[backoff(attempt) for _ in range(50)] for attempt in range(2000)]
    assert 0.4 <= min(waits[0]) <= max(waits[0]) <= 0.5
    assert max(max(row) for row in waits) < 4.4
    assert min(waits[-1]) >= 3.5
    assert len(set(waits[-1])) > 1


class Rfc2217Server(threading.Thread):
    """A converter that speaks RFC 2217 to one client, over a serial port that loops back."""

    def __init__(self, server: socket.socket) -> None:
        super().__init__(daemon=True)
        self._server = server
        self.device = serial.serial_for_url("loop://", timeout=0)
        self.connected = threading.Event()
        self.hang_up = threading.Event()

    def write(self, data: bytes) -> None:
        self._client.sendall(data)

    def run(self) -> None:
        self._client, _ = self._server.accept()
        self._client.settimeout(0.05)
        manager = serial.rfc2217.PortManager(self.device, self)
        self.connected.set()
        while not self.hang_up.is_set():
            try:
                for part in manager.filter(self._client.recv(1024)):
                    self.device.write(part)
            except TimeoutError:
                pass
            except OSError:
                break
            if waiting := self.device.in_waiting:
                self._client.sendall(b"".join(manager.escape(self.device.read(waiting))))
        self._client.close()
        self.device.close()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own
def test_rfc2217_is_read_and_its_loss_noticed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        converter = Rfc2217Server(server)
        converter.start()
        heard = Heard(f"rfc2217://127.0.0.1:{server.getsockname()[1]}")
        try:
            heard.next(Opened)
            converter.device.write(b"CARD As\r\n\xff")
            assert heard.read(10) == b"CARD As\r\n\xff"
            converter.hang_up.set()
            heard.next(Lost)
        finally:
            heard.port.close()
            converter.hang_up.set()
            converter.join(5)


# --- probe --------------------------------------------------------------------------------------------------------


def test_probe_of_a_good_line_says_nothing(line: VirtualLine) -> None:
    probe(line.url)


def test_probe_of_a_missing_port_says_which_ports_there_are(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"shoe port .*/none can't be opened: there is no such port\. .*port.* found"):
        probe(str(tmp_path / "none"))


def test_probe_of_a_file_that_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Fault, match="not a serial port"):
        probe(str(tmp_path / "file"))


def test_probe_of_a_port_that_another_program_has_open(tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "shoe")
    with serial.Serial(line.url, exclusive=True), pytest.raises(Fault, match="another program has it open"):
        probe(line.url)
    line.unplug()


@pytest.mark.parametrize("url", ["socket://127.0.0.1:1", "socket://nowhere", "gopher://x:1"])
def test_probe_of_an_address_where_nothing_listens(url: str) -> None:
    with pytest.raises(Fault, match=r"can't be opened: .+ Check the address") as fault:
        probe(url)
    assert "\n" not in str(fault.value)
    print(fault.value)
