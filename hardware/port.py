"""A serial port that comes back: a device path, a pseudo-terminal, `socket://host:port` or `rfc2217://host:port`.

One thread opens, reads and closes the line, for closing it from another one breaks pyserial 3.5. Bytes are passed on
as they come; nothing is framed on time.
"""

from __future__ import annotations

import errno
import logging
import queue
import socket
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

import serial

from dealer_assist.faults import Fault
from hardware.device import Bytes, DeviceEvent, backoff
from hardware.returning import Returning

READ_TIMEOUT: Final = 0.1
PORTION: Final = 4096
log = logging.getLogger(__name__)


class Line(Protocol):
    """The part of `serial.Serial` that a port uses."""

    @property
    def in_waiting(self) -> int:
        """Bytes that have come and were not read."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, those that come before the timeout. Raises `OSError` when the line is lost."""

    def write(self, data: bytes, /) -> object:
        """Send `data`. Raises `OSError` when the line is lost."""

    def close(self) -> None:
        """Close it; only the thread that opened it may."""


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
        why = _words(error)
        advice = "Close that program" if why == _TAKEN else _advice(url)
        raise Fault(f"shoe port {url} can't be opened: {why}. {advice}") from None


_TAKEN: Final = "another program has it open"
_KNOWN: Final = {
    errno.ENOENT: "there is no such port",
    errno.EACCES: "this user may not open it (add the user to the group dialout)",
    errno.EAGAIN: _TAKEN,
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


class Port(Returning):
    """Reads `url` on a thread of its own and gives `sink` what happens, in order, from that thread.

    A line on which nothing came for `max_silence` seconds counts as lost, which is the only way to notice a dead
    peer on `socket://`, and it stands again with the first byte only; None for protocols without a heartbeat.
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
        super().__init__(f"port {url}", sink, wait)
        self._url, self._baud = url, baud
        self._max_silence = max_silence
        self._line: Line | None = None
        self._asking = threading.Lock()
        self._answered: queue.SimpleQueue[bytes] | None = None

    def ask(self, data: bytes, is_whole: Callable[[bytes], bool], timeout: float = 1.0) -> bytes:
        """Send `data`, and what came back until it `is_whole`, or in `timeout` seconds. `sink` is given it as well.

        Raises `Fault` if the line is not open or does not take it.
        """
        with self._asking:
            answered = self._answered = queue.SimpleQueue()
            try:
                self._send(data)
                came, until = b"", time.monotonic() + timeout
                while not is_whole(came) and (left := until - time.monotonic()) > 0:
                    try:
                        came += answered.get(timeout=left)
                    except queue.Empty:
                        break
                return came
            finally:
                self._answered = None

    def _send(self, data: bytes) -> None:
        line = self._line
        if line is None:
            raise Fault(f"shoe port {self._url} is not open: nothing was sent. See to its cable")
        try:
            line.write(data)
        except (OSError, ValueError, TypeError) as error:
            raise Fault(f"shoe port {self._url} took nothing: {_words(error)}") from None

    def _once(self) -> None:
        try:
            line = open_line(self._url, self._baud)
        except (OSError, ValueError) as error:
            self._lose(_words(error))
            return
        why: str | None = None
        opened_at = time.monotonic_ns()
        try:
            self._line = line
            if self._max_silence is None:
                self._opened()
            while why is None and not self._closing.is_set():
                portion, why = read_portion(line)
                if portion:
                    self._take(portion)
                why = why or self._too_silent(opened_at)
            # Told before the line is shut: on socket:// pyserial 3.5 takes 0.3 s for that.
            if why is not None:
                self._lose(why)
        finally:
            self._line = None
            self._shut(line)

    def _take(self, portion: bytes) -> None:
        self._heard = time.monotonic_ns()
        if not self._open:
            self._opened()
        answered = self._answered
        if answered is not None:
            answered.put(portion)
        self._sink(Bytes(self._heard, portion))

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
