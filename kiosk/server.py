"""The web server of the kiosk: waitress in one process, with a thread for every open screen.

An event stream holds its thread for as long as its page is open, hence the many threads; the feed leaves
some of them free (`feed.STREAMS`), so that keys are still answered when every stream is taken.
"""

from __future__ import annotations

import socket
import threading
from collections import Counter
from typing import Any, Final, Self

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server
from waitress.task import WSGITask

from dealer_assist.faults import Fault

THREADS: Final = 24
#: A request's line and headers, and its body, in bytes: our own pages send a few hundred.
_MOST_HEADERS: Final = 16_384
_MOST_BODY: Final = 16_384
#: Connections at once: a page has a stream and a few that rest. At some more the server would listen no longer.
_MOST_CONNECTIONS: Final = 80


class _Task(WSGITask):
    def get_environment(self) -> dict[str, Any]:
        """The request's environment, with `kiosk.backlog`: the bytes that its client has not yet taken."""
        environ = super().get_environment()
        environ["kiosk.backlog"] = lambda: self.channel.total_outbufs_len
        return environ


class _Channel(HTTPChannel):
    task_class = _Task

    def __init__(self, server: Any, *args: Any, **more: Any) -> None:
        super().__init__(server, *args, **more)
        _make_room(server)


def _make_room(server: Any) -> None:
    """Let go of a connection that asks nothing when there are many, or those would keep everybody else out: the oldest
    of the address that has the most of them. The server's own loop calls this."""
    if len(server.active_channels) <= _MOST_CONNECTIONS:
        return
    silent = [channel for channel in server.active_channels.values() if not channel.requests]
    by_address = Counter(channel.addr[0] for channel in silent)
    if silent:
        max(silent, key=lambda channel: (by_address[channel.addr[0]], -channel.creation_time)).handle_close()


class Server:
    """A server that listens; `start()` answers in threads of its own, `close()` ends it with all its streams."""

    def __init__(self, app: Flask, host: str = "127.0.0.1", port: int = 0) -> None:
        """Take the address. Raises `Fault` if it can't be had. Port 0 takes any that is free."""
        self._listener = listener = _listen(host, port)
        self._map: dict[int, Any] = {}
        server = create_server(
            app,
            map=self._map,
            sockets=[listener],
            threads=THREADS,
            ident="",
            # Reading on while a stream is open shows at once that its screen has gone, not at the second failed beat.
            channel_request_lookahead=1,
            max_request_header_size=_MOST_HEADERS,
            max_request_body_size=_MOST_BODY,
            clear_untrusted_proxy_headers=True,
            connection_limit=_MOST_CONNECTIONS + THREADS,
        )
        if not isinstance(server, TcpWSGIServer):
            raise TypeError(f"one socket gives one server, not {type(server).__name__}")
        server.channel_class = _Channel
        self._server = server
        self._thread = threading.Thread(target=server.run, name="web", daemon=True)
        self.port: int = listener.getsockname()[1]
        self.url = f"http://{_shown(host)}:{self.port}/"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def close(self) -> None:
        """Stop answering and drop every connection."""
        # The loop owns the sockets: it is told to close them itself. Its trigger stays open for as long as a thread
        # may pull it, for that is a write to a file number that could by then be the journal's.
        trigger: Any = self._server.trigger
        trigger.pull_trigger(self._drop_all)
        # A stream that waits for the next view finds its line cut when it wakes, with the next beat.
        ended = self._server.task_dispatcher.shutdown(timeout=5) and not self._server.task_dispatcher.threads
        trigger.pull_trigger(self._map.clear)
        self._thread.join(timeout=10)
        if self._thread.is_alive():
            return
        if ended:
            trigger.close()
        else:
            # The pipe itself stays, for the threads that are left; only the loop's copy of its reading end goes.
            trigger.socket.close()

    def _drop_all(self) -> None:
        for dispatcher in list(self._map.values()):
            if isinstance(dispatcher, HTTPChannel):
                dispatcher.handle_close()
            elif dispatcher is self._server:
                # Its own close() would close the trigger with it.
                dispatcher.del_channel()
                self._listener.close()


def serve(app: Flask, host: str = "127.0.0.1", port: int = 0) -> str:
    """Answer at `host`:`port` from threads of the background, until the program ends; gives the address."""
    server = Server(app, host, port)
    server.start()
    return server.url


def check_address(host: str, port: int) -> None:
    """Raises `Fault` if nobody could listen there now."""
    _listen(host, port).close()


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise Fault(f"{host}:{port}: a port is a number from 0 to 65535; give another with --port")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Fault(f"{host}:{port}: no such address to listen on ({error}); give another with --host") from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # For every connection: what a screen does not read soon waits with us, where the feed sees it.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise Fault(
            f"{host}:{port}: can't listen there ({error.strerror}); stop what uses it or give another --port"
        ) from error
    return listener


def _shown(host: str) -> str:
    """The host as an address for a browser on this machine."""
    if host in {"", "0.0.0.0", "::"}:
        return "127.0.0.1" if host != "::" else "[::1]"
    return f"[{host}]" if ":" in host else host
