"""A shoe that is not there: deals cards as bytes on a pseudo-terminal or a TCP port, and fails like a real one.

What is dealt while nobody listens or the cable is out is lost, and the sequence number goes on, as in life.
"""

from __future__ import annotations

import os
import random
import select
import socket
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec

from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from hardware.shoes import encoder


class VirtualLine(Protocol):
    """The cable between a virtual shoe and the table."""

    @property
    def url(self) -> str:
        """What `hardware.port.Port` opens; the same after unplugging and plugging in."""

    def plug(self) -> None:
        """Put the cable in; nothing happens if it is. Raises `Fault` if the line can't be made."""

    def unplug(self) -> None:
        """Pull the cable; nothing happens if it is out."""

    def heard(self) -> bool:
        """True while somebody has the line open."""

    def write(self, data: bytes) -> None:
        """Send `data`, or lose it. Never waits and never raises."""


class PtyLine:
    """A pseudo-terminal behind a link at `path`, which stays the same while the terminals behind it change."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._master: int | None = None
        self.plug()

    @property
    def url(self) -> str:
        """The link's path."""
        return str(self._path)

    def plug(self) -> None:
        """Make a terminal and point the link at it. Raises `Fault` if the path is a file or its folder is missing."""
        if self._master is not None:
            return
        if self._path.exists() and not self._path.is_symlink():
            raise Fault(f"{self._path} is a file already: choose another path for the virtual shoe")
        if not self._path.parent.is_dir():
            raise Fault(f"{self._path}: there is no folder {self._path.parent}: choose another path")
        self._master, slave = os.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(slave)
        new = self._path.with_name(f".{self._path.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(os.ttyname(slave))
        new.replace(self._path)
        os.close(slave)  # so that only a listener keeps the other end open

    def unplug(self) -> None:
        """Take the link away and close the terminal."""
        if self._master is None:
            return
        self._path.unlink(missing_ok=True)  # first, for the terminal's number may be given away at once
        os.close(self._master)
        self._master = None

    def heard(self) -> bool:
        """True while somebody has the link's terminal open."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLOUT)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def write(self, data: bytes) -> None:
        """Send `data`; what does not fit is lost."""
        if self._master is None or not self.heard():
            return
        try:
            os.write(self._master, data)
        except OSError:
            return  # full, or the listener has just gone


class TcpLine:
    """A TCP port on this machine, one client at a time, like a serial-to-TCP converter. Port 0 takes a free one."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._listener: socket.socket | None = None
        self._client: socket.socket | None = None
        self.plug()

    @property
    def url(self) -> str:
        """The port's address, on this machine only."""
        return f"socket://127.0.0.1:{self._port}"

    def plug(self) -> None:
        """Listen. Raises `Fault` if another program has the port."""
        if self._listener is not None:
            return
        try:
            self._listener = socket.create_server(("127.0.0.1", self._port), backlog=1)
        except OSError as error:
            raise Fault(f"TCP port {self._port} can't be opened: {error.strerror}. Choose another one") from None
        self._listener.setblocking(False)
        self._port = self._listener.getsockname()[1]

    def unplug(self) -> None:
        """Hang up, and listen no more."""
        for end in (self._client, self._listener):
            if end is not None:
                end.close()
        self._client = self._listener = None

    def heard(self) -> bool:
        """True while a client is there; one that waits is let in."""
        if self._client is not None:
            try:
                if self._client.recv(4096) == b"":
                    self._drop()
            except BlockingIOError:
                pass
            except OSError:
                self._drop()
        if self._client is None and self._listener is not None:
            try:
                self._client, _ = self._listener.accept()
                self._client.setblocking(False)
                self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except BlockingIOError:
                pass
        return self._client is not None

    def write(self, data: bytes) -> None:
        """Send `data`; what the client is too slow to read is lost."""
        if not self.heard() or self._client is None:
            return
        try:
            self._client.send(data)
        except BlockingIOError:
            return  # the listener reads nothing, so its buffer is full
        except OSError:
            self._drop()

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


class Trouble(msgspec.Struct, frozen=True):
    """What goes wrong on the line, the same with the same `seed`.

    `drop` and `noise` are chances (0–1) that a frame is lost, or preceded by up to eight random bytes. `portion`
    cuts what is sent into pieces of so many bytes with `delay` seconds before each.
    """

    seed: int = 0
    drop: float = 0.0
    noise: float = 0.0
    portion: int | None = None
    delay: float = 0.0


class VirtualShoe:
    """A shoe of `decks` decks speaking `protocol` on `line`.

    With `beat`, a thread of its own sends a heartbeat so often (seconds).
    """

    def __init__(
        self,
        protocol: str,
        line: VirtualLine,
        *,
        trouble: Trouble | None = None,
        beat: float | None = None,
        decks: int = 6,
    ) -> None:
        self.line = line
        self.decks = decks
        self._encoder = encoder(protocol)
        self._trouble = trouble or Trouble()
        self._chance = random.Random(self._trouble.seed)
        self._sending = threading.Lock()
        self._closing = threading.Event()
        self._beat = beat
        self._heart = threading.Thread(target=self._beat_for_ever, name="virtual shoe", daemon=True)
        if beat is not None:
            self._heart.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def url(self) -> str:
        """What `hardware.port.Port` opens."""
        return self.line.url

    def hello(self) -> None:
        """Say model, serial and decks."""
        self._send(lambda: self._encoder.hello("virtual", "1", self.decks))

    def deal(self, card: Card) -> None:
        """A card leaves the shoe."""
        self._send(lambda: self._encoder.card(card))

    def burn(self, card: Card | None) -> None:
        """A card is burned; None if it was not read."""
        self._send(lambda: self._encoder.burn(card))

    def cut(self) -> None:
        """The cut card comes out."""
        self._send(self._encoder.cut)

    def error(self, code: int) -> None:
        """Report a fault, 0–255."""
        self._send(lambda: self._encoder.error(code))

    def heartbeat(self) -> None:
        """Say that the shoe is there."""
        self._send(self._encoder.heartbeat)

    def unplug(self) -> None:
        """Pull the cable."""
        with self._sending:
            self.line.unplug()

    def plug(self) -> None:
        """Put the cable back."""
        with self._sending:
            self.line.plug()

    def wait_for_listener(self, timeout: float | None = None) -> bool:
        """Wait until somebody has opened the line and had time to set it up; False after `timeout` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._sending:
                heard = self.line.heard()
            if heard:
                break
            if until is not None and time.monotonic() > until:
                return False
            time.sleep(0.02)
        time.sleep(0.2)  # opening a serial port throws away what came before the opening was done
        return True

    def close(self) -> None:
        """Stop the heart and pull the cable for good."""
        self._closing.set()
        if self._heart.is_alive():
            self._heart.join()
        self.unplug()

    def _beat_for_ever(self) -> None:
        while not self._closing.wait(self._beat):
            self.heartbeat()

    def _send(self, words: Callable[[], bytes]) -> None:
        with self._sending:
            frame = words()
            if not frame or self._chance.random() < self._trouble.drop:
                return
            if self._chance.random() < self._trouble.noise:
                frame = self._chance.randbytes(self._chance.randrange(1, 9)) + frame
            size = self._trouble.portion or len(frame)
            for at in range(0, len(frame), size):
                if self._trouble.delay:
                    time.sleep(self._trouble.delay)
                self.line.write(frame[at : at + size])
