"""A serial port that comes back: a device path, a pseudo-terminal, `socket://host:port` or `rfc2217://host:port`.

One thread opens, reads and closes the line, for closing it from another one breaks pyserial 3.5. Bytes are passed on
as they come; nothing is framed on time.
"""

from __future__ import annotations

import errno
import logging
import socket
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

import serial

from dealer_assist.faults import Fault
from hardware.device import Bytes, DeviceEvent, Link, Lost, Opened, backoff

READ_TIMEOUT: Final = 0.1
PORTION: Final = 4096
log = logging.getLogger(__name__)


class Line(Protocol):
    """The part of `serial.Serial` that a port uses."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def close(self) -> None: ...


def open_line(url: str, baud: int) -> Line:
    """Open `url` now, 8N1. Raises OSError, or ValueError for an address that can't be."""
    if "://" in url:
        address = urlsplit(url)
        if address.scheme in ("socket", "rfc2217") and (not address.hostname or address.port is None):
            raise ValueError(f"an address is written {address.scheme}://host:port")
        line: Line = serial.serial_for_url(url, baudrate=baud, timeout=READ_TIMEOUT)
    else:
        # Exclusive against a second program that asks for the same; one that doesn't ask can still steal bytes.
        line = serial.Serial(url, baudrate=baud, timeout=READ_TIMEOUT, exclusive=True)
    return line


def found() -> list[str]:
    """The serial ports of this machine, those with a stable name (`/dev/serial/by-id/…`) first."""
    stable = sorted(Path("/dev/serial/by-id").glob("*"))
    return [
        str(path) for path in (*stable, *sorted(Path("/dev").glob("ttyUSB*")), *sorted(Path("/dev").glob("ttyACM*")))
    ]


def probe(url: str, baud: int = 115200) -> None:
    """Open and close `url` once. Raises Fault, one line that says what is wrong and which ports there are."""
    try:
        open_line(url, baud).close()
    except (OSError, ValueError) as error:
        raise Fault(f"shoe port {url} can't be opened: {_words(error)}. {_advice(url)}") from None


_KNOWN: Final = {
    errno.ENOENT: "there is no such port",
    errno.EACCES: "this user may not open it (add the user to the group dialout)",
    errno.EAGAIN: "another program has it open",
    errno.ENOTTY: "it is not a serial port",
}


def _words(error: Exception) -> str:
    """The reason of `error` in one line; pyserial wraps the system's own error, which says it best."""
    for cause in (error, error.__context__):
        match cause:
            case OSError(errno=int(number), strerror=str(words)):
                return _KNOWN.get(number, words)
            case termios.error(args=(int(number), str(words))):
                return _KNOWN.get(number, words)
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__


def _advice(url: str) -> str:
    if "://" in url:
        return "Check the address, and that no other program is connected: most converters take one"
    ports = found()
    return f"Ports found: {', '.join(ports)}" if ports else "No serial port was found: check the cable"


class Port:
    """Reads `url` on a thread of its own and gives `sink` what happens, in order, from that thread.

    `sink` must return soon. After a loss the port tries again for ever, `wait(attempt)` seconds after each failure.
    A line on which nothing came for `max_silence` seconds counts as lost, which is the only way to notice a dead
    peer on `socket://`; None for protocols without a heartbeat.
    """

    def __init__(
        self,
        url: str,
        baud: int,
        sink: Callable[[DeviceEvent], None],
        *,
        wait: Callable[[int], float] = backoff,
        max_silence: float | None = None,
    ) -> None:
        self._url = url
        self._baud = baud
        self._sink = sink
        self._wait = wait
        self._max_silence = max_silence
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"port {url}", daemon=True)
        now = time.monotonic_ns()
        self._open = False
        self._since = now
        self._heard = now
        self._why: str | None = None

    def start(self) -> None:
        """Start reading; what can't be opened is reported as Lost and tried again."""
        self._thread.start()

    def close(self) -> None:
        """Stop reading and close the line; `sink` is not called afterwards. Call it from another thread."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def link(self) -> Link:
        """How the link stands now."""
        now = time.monotonic_ns()
        state: Literal["open", "lost"] = "open" if self._open else "lost"
        return Link(state, (now - self._since) / 1e9, (now - self._heard) / 1e9, self._why)

    def _run(self) -> None:
        try:
            self._read_for_ever()
        except Exception as error:
            # The end of a device thread: a defect here or in the sink must show on the screen as a lost link.
            log.exception("the thread of port %s ended", self._url)
            self._open, self._since, self._why = False, time.monotonic_ns(), f"reading stopped by a defect: {error!r}"

    def _read_for_ever(self) -> None:
        attempt = 0
        while not self._closing.is_set():
            heard_before = self._heard
            try:
                line = open_line(self._url, self._baud)
            except (OSError, ValueError) as error:
                if self._open or self._why is None:
                    self._lose(_words(error))
            else:
                self._read_until_lost(line)
            if self._heard != heard_before:
                attempt = 0
            self._closing.wait(self._wait(attempt))
            attempt += 1

    def _read_until_lost(self, line: Line) -> None:
        opened_at = self._since = time.monotonic_ns()
        self._open = True
        why: str | None = None
        try:
            self._sink(Opened(opened_at))
            while why is None and not self._closing.is_set():
                portion, why = read_portion(line)
                if portion:
                    self._heard = time.monotonic_ns()
                    self._sink(Bytes(self._heard, portion))
                why = why or self._too_silent(opened_at)
        finally:
            self._shut(line)
        if why is not None:
            self._lose(why)

    def _shut(self, line: Line) -> None:
        # pyserial 3.5 closes the socket of a socket:// line only if it could shut it down first, and forgets it.
        end = getattr(line, "_socket", None)
        try:
            line.close()
        except OSError:
            log.debug("closing %s failed: it is gone already", self._url)
        if isinstance(end, socket.socket):
            end.close()

    def _too_silent(self, opened_at: int) -> str | None:
        silent_for = (time.monotonic_ns() - max(self._heard, opened_at)) / 1e9
        if self._max_silence is not None and silent_for > self._max_silence:
            return f"nothing was heard for {self._max_silence:g} s"
        return None

    def _lose(self, why: str) -> None:
        at = time.monotonic_ns()
        self._open, self._since, self._why = False, at, why
        if not self._closing.is_set():
            self._sink(Lost(at, why))


def read_portion(line: Line) -> tuple[bytes, str | None]:
    """What is there, after at most READ_TIMEOUT seconds for its first byte, and why the line is lost if it is."""
    portion = bytearray()
    try:
        portion += line.read(1)
        # in_waiting never says more than 1 on socket://, so go on until it says 0.
        while portion and len(portion) < PORTION and (waiting := line.in_waiting):
            portion += line.read(min(waiting, PORTION - len(portion)))
    except (OSError, ValueError, TypeError) as error:  # pyserial lets all three out when a device goes
        return bytes(portion), _words(error)
    return bytes(portion), None
