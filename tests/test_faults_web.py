"""What comes over the web and should not: two dealers on one prompt, double taps, POSTs again, rubbish, slow clients,
more streams than there are, a restart in a round. Once only, 4xx with a reason, no hidden card in any byte."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from kiosk.access import ROUTES
from kiosk.feed import OF_ONE, OF_THE_TABLE, STREAMS
from tests.faults import times, told
from tests.kiosks import Browser, Kiosk

LINE: Final = '[shoe]\nport = "none"\nprotocol = "ascii_line"\n'
#: The bodies that are not taken, and how often two dealers press at once.
BODIES = times(150, 20_000)
PAIRS = times(15, 500)

pytestmark = pytest.mark.timeout(times(180, 3600))


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """The answers of acts that begin in the same moment."""
    start, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        start.wait(10)
        answers[place] = act()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers


def status(browser: Browser, **key: Any) -> int:
    """What the table answers to a key."""
    return browser.key(**key)[0]


def records(kiosk: Kiosk, kind: str) -> list[Any]:
    return [record for record in kiosk.desk.session.journal.records() if record.kind == kind]


def test_two_dealers_on_one_prompt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both saw the same; one is taken, the other is told that something happened before."""
    with Kiosk(tmp_path) as kiosk:
        one, two = Browser(kiosk.url).open("1001"), Browser(kiosk.url).open("2001")
        answers = Counter[int]()
        for pair in range(PAIRS):
            seen, before = kiosk.settled.number, len(records(kiosk, "step"))
            step = {"bet": 1 + pair % 2, "unit": 10}
            got = at_once(
                partial(status, one, do="step", seen=seen, step=step, once=f"one-{pair:08}"),
                partial(status, two, do="step", seen=seen, step=step | {"unit": 20}, once=f"two-{pair:08}"),
            )
            answers.update(got)
            assert sorted(got)[0] == 200
            assert len(records(kiosk, "step")) == before + got.count(200)
            assert set(got) <= {200, 409}
        assert answers[409] >= 1
    told(capsys, f"web, two dealers: {PAIRS} pairs of keys at once, {dict(answers)}, never both on one prompt")


def test_double_taps_and_posts_again_are_done_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Kiosk(tmp_path) as kiosk:
        browser = Browser(kiosk.url).open("1001")
        for tap in range(PAIRS):
            before = len(records(kiosk, "step"))
            key = {"do": "step", "seen": kiosk.desk.published.number, "once": f"tap-{tap:08}"}
            key["step"] = {"bet": 1 + tap % 2, "unit": 10}
            got = at_once(*[partial(status, browser, **key)] * 4)
            assert set(got) == {200}
            assert len(records(kiosk, "step")) == before + 1
            assert browser.key(**key)[0] == 200
        assert len(records(kiosk, "step")) == PAIRS
    told(capsys, f"web, taps: {PAIRS} keys, each sent five times, {PAIRS} recorded")


def test_bodies_that_are_rubbish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Keys with bytes changed, cut, doubled, put in: 4xx with a reason, or a key that was meant; never a defect."""
    chance, answers = random.Random(3), Counter[int]()
    with Kiosk(tmp_path, LINE) as kiosk:
        browser = Browser(kiosk.url).open("1001")
        paths = ["/dealer/key", "/dealer/playback", "/dealer/terminal"]
        for number in range(BODIES):
            key = {"do": "step", "seen": kiosk.desk.published.number, "step": {"bet": 1, "unit": 10}}
            body = bytearray(json.dumps(key | {"once": f"rubbish-{number:06}"}).encode())
            for _ in range(chance.randrange(1, 6)):
                spoil(body, chance)
            code, said = browser.post(chance.choice(paths), bytes(body))
            answers[code] += 1
            assert code in {200, 400, 409, 413, 422}, (code, bytes(body))
            assert code == 200 or said["why"]
            assert "Traceback" not in str(said)
        assert kiosk.desk.published.fault is None
        assert answers[400] > BODIES // 2
    told(capsys, f"web, rubbish: {BODIES} bodies, answers {dict(answers)}, no defect")


def test_more_than_a_key_needs_breaks_no_page(tmp_path: Path) -> None:
    """Points with which nobody leaves: what waits for the next round stands on every page until then."""
    with Kiosk(tmp_path) as kiosk:
        kiosk.deal("bet 1 30; bet 2 30")
        dealer = Browser(kiosk.url).open("1001")
        change = {"do": "leave", "who": 2, "points": 5}
        assert dealer.key(do="stay", seen=kiosk.desk.published.number, change=change)[0] == 200
        with dealer.stream("/dealer/events") as stream:
            assert stream.next("view")["words"]["stay"]["waits"] == ["Seat 2 leaves: next round"]


def test_chips_that_are_a_text_are_none(tmp_path: Path) -> None:
    with Kiosk(tmp_path, game="omaha", chips=(1000, 1000, 1000)) as kiosk:
        kiosk.press(do="step", step={"act": "call", "seat": 1})
        dealer = Browser(kiosk.url).open("1001")
        change = {"do": "leave", "who": 3, "chips": "", "points": 5}
        code, said = dealer.key(do="stay", seen=kiosk.desk.published.number, change=change)
        assert (code, said["clause"]) == (422, "O2.1")


def spoil(body: bytearray, chance: random.Random) -> None:
    """One change."""
    at = chance.randrange(len(body)) if body else 0
    match chance.randrange(4):
        case 0 if body:
            body[at] = chance.randrange(256)
        case 1:
            body[at:at] = chance.randbytes(chance.randrange(1, 9))
        case 2:
            del body[at : at + chance.randrange(1, 20)]
        case _:
            body[at:at] = body[: chance.randrange(40)]


def test_more_streams_than_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Kiosk(tmp_path, beat=0.2) as kiosk:
        browser = Browser(kiosk.url).open("1001")
        streams = [browser.stream("/display/events") for _ in range(25)]
        got = Counter(stream.status for stream in streams)
        places = STREAMS - OF_THE_TABLE
        assert got == {200: places, 503: 25 - places}
        refused = next(stream for stream in streams if stream.status == 503)
        assert refused.response.headers["Retry-After"] == "5"
        began = time.monotonic()
        assert browser.key(do="step", seen=kiosk.desk.published.number, step={"bet": 1, "unit": 10})[0] == 200
        took = time.monotonic() - began
        own = [browser.stream("/dealer/events") for _ in range(OF_ONE + 1)]
        assert [stream.status for stream in own] == [200] * OF_ONE + [503], "displays leave places to the table's pages"
        number = kiosk.settled.number
        for stream in [*streams, *own]:
            if stream.status == 200:
                assert stream.until(number)["number"] >= number
            stream.close()
    told(capsys, f"web, streams: 25 asked for, {dict(got)}; a key meanwhile took {took:.2f} s, shown on all {places}")


def test_clients_that_never_finish_do_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Many lines that send a header byte by byte, and a body that never comes: more than the server listens to at
    once, so that it lets go of the oldest of them."""
    with Kiosk(tmp_path) as kiosk:
        browser = Browser(kiosk.url).open("1001")
        host, port = browser.host.split(":")
        slow = [socket.create_connection((host, int(port)), 10) for _ in range(150)]
        for number, line in enumerate(slow):
            head = f"POST /dealer/key HTTP/1.1\r\nHost: {browser.host}\r\nContent-Length: 100\r\n"
            with suppress(ConnectionError):
                line.sendall((head if number % 2 else head + "\r\n{").encode())
        slowest = 0.0
        for key in range(10):
            for line in slow:
                with suppress(ConnectionError):
                    line.sendall(b"x")
            began = time.monotonic()
            code, _ = browser.key(
                do="step", seen=kiosk.desk.published.number, step={"bet": 1, "unit": 10 + key}, once=f"key-{key:08}"
            )
            slowest = max(slowest, time.monotonic() - began)
            assert code == 200
        for line in slow:
            line.close()
    told(capsys, f"web, slow clients: 150 unfinished requests, 10 keys meanwhile, the slowest {slowest:.2f} s")


def test_a_restart_in_a_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page of before finds its table again: it has to sign in, and what it sent twice is there once."""
    key = {"do": "step", "step": {"bet": 1, "unit": 30}, "once": "before-the-restart"}
    with Kiosk(tmp_path, LINE) as kiosk:
        browser = Browser(kiosk.url).open("1001")
        kiosk.plug()
        assert browser.key(**key, seen=kiosk.desk.published.number)[0] == 200
        kiosk.shoe("Kh")
        shown = kiosk.view()
        old = browser.cookie, browser.token
    with Kiosk(tmp_path, LINE) as kiosk:
        assert kiosk.view()["state"] == shown["state"]
        assert kiosk.view()["awaits"] == shown["awaits"]
        again = Browser(kiosk.url)
        again.cookie, again.token = old
        code, said = again.key(**key, seen=shown["number"])
        assert (code, bool(said["why"])) == (401, True)
        again.open("1001")
        assert again.key(**key, seen=shown["number"])[0] == 200, "a key that was done is done"
        assert len(records(kiosk, "step")) == 2
        with again.stream("/dealer/events") as stream:
            assert stream.next("view")["state"] == shown["state"]
    told(
        capsys, "web, restart in a round: the same prompt, the old page has to sign in, a key sent twice is there once"
    )


@pytest.mark.parametrize("hole", ["Qs", "Jk"])
def test_no_byte_of_any_answer_tells_the_card_face_down(
    tmp_path: Path, hole: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every page, stream and refusal for every role while the hole card lies there, of that card and of another."""
    asked = 0
    with Kiosk(tmp_path, LINE) as kiosk:
        kiosk.plug()
        for seat in (1, 2):
            kiosk.press(do="step", step={"bet": seat, "unit": 20})
        kiosk.shoe(f"Kh 8c 9d 5h 7c {hole} {hole}")
        signs = {"Qs": ("Q♠", '"Qs"', "Qs,"), "Jk": ('"Jk"', "joker to")}[hole]
        rules = sorted({rule.rule for rule in kiosk.app.url_map.iter_rules() if "GET" in (rule.methods or ())})
        for badge in ("1001", "2001", "3001", "4001"):
            browser = Browser(kiosk.url).open(badge)
            for rule in [*rules, "/recall?round=1"]:
                if "<" in rule or rule in {"/dealer", "/pit/round"}:
                    continue  # these pages have a button for every card there is
                content = answer(browser, rule)
                asked += 1
                for sign in signs:
                    assert sign.encode() not in content, (badge, rule, sign)
    assert len(ROUTES) > 20
    told(capsys, f"web, hidden card {hole}: {asked} answers read, it is in none")


def answer(browser: Browser, path: str) -> bytes:
    """All bytes of an answer; of a stream the first event."""
    if not path.endswith("/events"):
        return browser.ask("GET", path)[2]
    with browser.stream(path) as stream:
        if stream.status == 200:
            with suppress(TimeoutError):
                next(stream.events())
        return stream.raw
