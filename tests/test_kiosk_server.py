"""The kiosk's server: its address, its end, and what it makes of rubbish."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_assist.faults import Fault
from kiosk.app import create_app
from kiosk.server import Server
from tests.kiosks import Browser, Kiosk


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kiosk]:
    with Kiosk(tmp_path_factory.mktemp("kiosk")) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(kiosk: Kiosk) -> Browser:
    return Browser(kiosk.url).open()


def test_a_port_in_use(kiosk: Kiosk) -> None:
    with pytest.raises(Fault, match=rf"127.0.0.1:{kiosk.server.port}: can't listen there"):
        Server(kiosk.app, port=kiosk.server.port)


@pytest.mark.parametrize(("host", "port"), [("no.such.host.invalid", 0), ("192.0.2.1", 0), ("127.0.0.1", 70000)])
def test_an_address_that_can_not_be_had(kiosk: Kiosk, host: str, port: int) -> None:
    with pytest.raises(Fault, match=f"{host}:{port}"):
        Server(kiosk.app, host, port)


def test_closing_ends_open_streams(tmp_path: Path) -> None:
    with Kiosk(tmp_path, beat=60) as kiosk:
        stream = Browser(kiosk.url).open().stream("/display/events")
        stream.next("beat")
    # Were the line still open, this would wait for a beat that does not come, and time out.
    with contextlib.suppress(http.client.IncompleteRead, ConnectionResetError):
        assert list(stream.events()) == []
    stream.close()
    with pytest.raises(ConnectionRefusedError):
        Browser(kiosk.url).ask("GET", "/")


def test_pipelined_rubbish_is_no_request(browser: Browser) -> None:
    host, port = browser.host.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(b"\x00\xff\r\n\r\n")
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.0 400")
    assert b"Traceback" not in answer


def test_clauses_may_be_those_of_another_house(tmp_path: Path) -> None:
    kiosk = Kiosk(tmp_path, clauses={"T3.2": "Our own words."})
    with kiosk:
        kiosk.deal("bet 1 30; 1 Kh; dealer 9c")
        with Browser(kiosk.url).open().stream("/display/events") as stream:
            view = stream.next("view")
    assert view["words"]["fresh"][0]["why"] == "Our own words."


def test_an_app_needs_no_server(tmp_path: Path) -> None:
    """The factory stands by itself: a test client can ask it."""
    kiosk = Kiosk(tmp_path)
    app = create_app(kiosk.desk, chips=(5, 1), controls=None, people=kiosk.people)
    assert app.test_client().get("/sign-in").status_code == 200
    kiosk.server.start()
    kiosk.server.close()
    kiosk.desk.start()
    kiosk.desk.close()


def test_json_answers_are_json(browser: Browser) -> None:
    connection = http.client.HTTPConnection(browser.host, timeout=10)
    connection.request("POST", "/nowhere")
    response = connection.getresponse()
    assert response.headers.get_content_type() == "application/json"
    assert json.loads(response.read())["why"] == "There is no such page."
    connection.close()
