"""The live feed: order, signs of life, how many may listen, and that no stream ever holds a hidden card."""

from __future__ import annotations

import re
import socket
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kiosk import feed
from kiosk.desk import Playing
from tests.kiosks import JSON, SHOE, Browser, Kiosk, Listener


def test_a_page_gets_the_view_at_once_then_every_newer_one(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk, Browser(kiosk.url).open().stream("/dealer/events") as stream:
        assert stream.status == 200
        assert stream.response.headers.get_content_type() == "text/event-stream"
        events = stream.events()
        kinds = [next(events)[0] for _ in range(3)]
        assert kinds == ["hello", "view", "beat"]
        assert stream.raw.startswith(b"retry: 1000\n\n")
        kiosk.deal("bet 1 30; bet 2 30")
        number = kiosk.settled.number
        kind, view, identity = next(event for event in events if event[0] == "view" and event[1]["number"] == number)
        assert (kind, identity) == ("view", str(number))
        assert view["words"]["prompt"] == "Seat 1: card. To change a bet, tap its seat"


def test_a_beat_comes_while_nothing_happens(tmp_path: Path) -> None:
    with Kiosk(tmp_path, beat=0.1) as kiosk:
        browser, began = Browser(kiosk.url).open(), time.monotonic()
        with browser.stream("/display/events") as stream:
            for _ in range(4):
                assert stream.next("beat") is None
            assert 0.25 < time.monotonic() - began < 3
    assert feed.BEAT <= 3, "a page calls itself stale after three seconds"


def test_a_page_that_comes_back_gets_what_it_missed(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        browser = Browser(kiosk.url).open()
        with browser.stream("/dealer/events") as stream:
            stream.next("view")
        kiosk.deal("bet 1 30; 1 Kh; dealer 9c; 1 8s")
        with browser.stream("/dealer/events") as stream:
            view = stream.next("view")
        assert view["number"] == kiosk.desk.published.number
        assert view["state"]["seats"][0]["hands"][0]["cards"] == ["Kh", "8s"]


def test_a_recording_shows_where_it_is(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        kiosk.desk.playing = lambda: Playing(True, 2.0, 3.0, 60.0)
        with Browser(kiosk.url).open().stream("/dealer/events") as stream:
            assert stream.next("beat") == {"paused": True, "speed": 2.0, "position": 3.0, "length": 60.0}
        with Browser(kiosk.url).open().stream("/display/events") as stream:
            assert stream.next("beat") is None


def test_one_stream_too_many(tmp_path: Path) -> None:
    with Kiosk(tmp_path, beat=0.1) as kiosk:
        browser = Browser(kiosk.url).open()
        displays = feed.STREAMS - feed.OF_THE_TABLE
        pages = ["dealer"] * feed.OF_ONE + ["display"] * displays
        streams = [browser.stream(f"/{who}/events") for who in pages]
        assert [stream.status for stream in streams] == [200] * feed.STREAMS
        refused = Browser(kiosk.url).open("2001").stream("/dealer/events")
        assert refused.status == 503
        assert refused.response.headers["Retry-After"] == "5"
        assert b"Too many screens are open" in refused.response.read()
        refused.close()
        assert browser.key(seen=kiosk.desk.published.number, do="step", step={"bet": 1, "unit": 30})[0] == 200
        streams.pop().close()
        assert opens_again(browser)
        for stream in streams:
            stream.close()


def opens_again(browser: Browser, tries: int = 50) -> bool:
    """Whether a stream is to be had within a few beats."""
    for _ in range(tries):
        with browser.stream("/display/events") as stream:
            if stream.status == 200:
                return True
        time.sleep(0.1)
    return False


def test_a_question_for_the_head_takes_no_stream(tmp_path: Path) -> None:
    with Kiosk(tmp_path, streams=1, beat=0.1) as kiosk:
        browser = Browser(kiosk.url).open()
        for _ in range(3):
            assert browser.ask("HEAD", "/dealer/events")[0] == 200
        with browser.stream("/dealer/events") as stream:
            assert stream.status == 200


def test_a_page_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    long = {"T3.2": "why " * 20_000}
    with Kiosk(tmp_path, streams=1, beat=0.1, clauses=long) as kiosk:
        kiosk.deal("bet 1 30; 1 Kh; dealer 9c; 1 2s; dealer ??")
        browser = Browser(kiosk.url).open()
        host, port = browser.host.split(":")
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect((host, int(port)))
            head = f"GET /dealer/events HTTP/1.1\r\nHost: {host}\r\nCookie: {browser.cookie}\r\n\r\n"
            deaf.sendall(head.encode())
            assert not opens_again(browser, tries=3), "its stream is open"
            kiosk.deal("1 hit; 1 3s; 1 hit; 1 2h; 1 stand; turn 9h; 1 Td; 1 Ts; paid")
            assert opens_again(browser)


class Shown(msgspec.Struct, frozen=True):
    """What the screens of a round were shown before the hole card was turned."""

    views: list[list[JSON]]
    raw: bytes
    pages: bytes


HOLE = ("5h", "Jk")


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> list[Shown]:
    """The same round with two hole cards."""
    return [listened(tmp_path_factory.mktemp(hole), hole) for hole in HOLE]


def listened(folder: Path, hole: str) -> Shown:
    with Kiosk(folder, SHOE) as kiosk:
        browser = Browser(kiosk.url).open()
        streams = [browser.stream(f"/{who}/events") for who in ("dealer", "display")]
        listeners = [Listener(stream) for stream in streams]
        raw = b""
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 30")
        kiosk.shoe(f"Kd 9s Ac 8s 7s {hole}")
        for seat in (1, 2):
            raw += answer(browser, kiosk, do="step", step={"act": "no_insurance", "seat": seat})
        kiosk.shoe("2c")  # while seat 1 is still to choose
        finding = kiosk.view()["finding"]["number"]
        raw += answer(browser, kiosk, do="step", step={"card": "9h", "to": 1})
        raw += answer(browser, kiosk, do="correct", at_step=7, card="9h")
        raw += answer(browser, kiosk, do="answer", finding=finding, remedy="hit")
        raw += answer(browser, kiosk, do="step", step={"turn": "9h"})
        pages = b"".join(browser.ask("GET", path)[2] for path in ("/", "/display", "/dealer", "/nowhere"))
        for listener in listeners:
            listener.until(kiosk.desk.published.number)
        raw += b"".join(stream.raw for stream in streams)
        pages = re.sub(rb'(data-boot|data-token|value|href)="[^"]*"', b"", pages)
        return Shown([listener.views for listener in listeners], raw, pages)


def answer(browser: Browser, kiosk: Kiosk, **key: Any) -> bytes:
    number = kiosk.settled.number
    status, said = browser.key(seen=number, once=f"hole-{number:08}", **key)
    return f"{status} {said}".encode()


def test_no_byte_names_the_hole_card(rounds: list[Shown]) -> None:
    for hole, shown in zip(HOLE, rounds, strict=True):
        assert hole.encode() not in shown.raw
        assert b'"??"' in shown.raw, "a card lies face down"


def test_the_hole_card_makes_no_difference_to_any_screen(rounds: list[Shown]) -> None:
    first, second = rounds
    assert first.pages == second.pages
    for one, other in zip(first.views, second.views, strict=True):
        # A slow machine may skip views, never change one.
        shown = {view["number"]: view for view in other}
        common = [view for view in one if view["number"] in shown]
        assert len(common) > 3
        assert common[-1]["awaits"]["kind"] == "choice"
        for view in common:
            assert view == shown[view["number"]]


def test_the_hole_card_is_shown_once_it_is_turned(tmp_path: Path) -> None:
    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        kiosk.deal("bet 1 30")
        kiosk.shoe("Kd 9s 8s 5h")
        kiosk.deal("1 stand")
        with Browser(kiosk.url).open().stream("/display/events") as stream:
            assert stream.next("view")["state"]["dealer"]["cards"] == ["9s", "5h"]
