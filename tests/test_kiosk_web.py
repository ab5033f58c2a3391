"""The kiosk's pages and keys over HTTP: who may ask, what is refused, and that no answer says too much."""

from __future__ import annotations

import contextlib
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_assist.faults import Fault
from kiosk import access, static_files
from kiosk.desk import Playing
from tests.kiosks import Browser, Kiosk

BET = {"do": "step", "step": {"bet": 1, "unit": 30}}


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kiosk]:
    with Kiosk(tmp_path_factory.mktemp("kiosk")) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(kiosk: Kiosk) -> Browser:
    return Browser(kiosk.url).open()


def now(kiosk: Kiosk, once: str, **key: Any) -> dict[str, Any]:
    return {"seen": kiosk.desk.published.number, "once": f"{once:0>8}", **key}


# Pages


STATIC = static_files.path()


@pytest.mark.parametrize("path", ["/", "/sign-in", "/display", "/dealer", f"{STATIC}/kiosk.css", f"{STATIC}/dealer.js"])
def test_a_page_and_its_headers(browser: Browser, path: str) -> None:
    status, headers, body = browser.ask("GET", path)
    assert (status, bool(body)) == (200, True)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == (static_files.KEPT if path.startswith(STATIC) else "no-store")
    assert "Server" not in headers


def test_no_inline_script_or_style_and_no_other_host(browser: Browser) -> None:
    for path in ("/", "/sign-in", "/display", "/dealer"):
        page = browser.ask("GET", path)[2].decode()
        assert "<style" not in page
        assert "style=" not in page
        assert " on" + "click" not in page
        assert "://" not in page
        assert all(part.startswith(f' type="module" src="{STATIC}/') for part in page.split("<script")[1:])


def test_the_session_cookie_is_for_this_site_and_no_script(browser: Browser) -> None:
    cookie = browser.ask("GET", "/sign-in", Cookie="")[1]["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_the_display_names_its_table_before_its_stream_says_anything(kiosk: Kiosk, browser: Browser) -> None:
    _, _, page = browser.ask("GET", "/display")
    assert f'<span id="table">{kiosk.view("display")["table"]}</span>'.encode() in page


def test_the_display_needs_and_gets_no_token(browser: Browser) -> None:
    _, headers, page = browser.ask("GET", "/display")
    assert "Set-Cookie" not in headers
    assert b"data-token" not in page
    assert b"<button" not in page


def test_pages_are_light(kiosk: Kiosk, browser: Browser) -> None:
    static = Path(kiosk.app.static_folder or "")
    files = [f"{STATIC}/{path.relative_to(static)}" for path in static.rglob("*.*")]
    assert f"{STATIC}/kiosk.css" in files
    assert sum(len(browser.ask("GET", path)[2]) for path in ["/dealer", *files]) < 300_000


def test_a_changed_file_changes_the_path_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "static"
    shutil.copytree(static_files.FOLDER, copy)
    monkeypatch.setattr(static_files, "FOLDER", copy)
    path = static_files.path.__wrapped__
    assert path() == STATIC
    script = copy / "feed.js"
    script.write_text(script.read_text().replace("dataset", "datasat", 1))
    changed = path()
    assert changed != STATIC
    script.rename(copy / "fees.js")
    assert path() not in {STATIC, changed}


# Routes, with and without a token


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/dealer", 200),
        ("GET", "/display", 200),
        ("GET", "/dealer", 200),
        ("GET", "/dealer/key", 405),
        ("PUT", "/dealer/key", 405),
        ("POST", "/dealer/key", 403),
        ("POST", "/dealer/playback", 403),
        ("POST", "/dealer", 405),
        ("POST", "/display", 405),
        ("POST", "/display/events", 405),
        ("DELETE", "/", 405),
        ("GET", "/dealer/", 404),
        ("GET", f"{STATIC}/../app.py", 404),
        ("GET", f"{STATIC}/%2e%2e/app.py", 404),
        ("GET", "/static/kiosk.css", 404),
        ("GET", f"{STATIC}/nothing.js", 404),
        ("GET", "/journal.sqlite", 404),
        ("GET", "/%00", 404),
    ],
)
def test_every_route_without_a_token(browser: Browser, method: str, path: str, status: int) -> None:
    got, headers, body = browser.ask(method, path)
    assert got == status
    assert "Content-Security-Policy" in headers
    assert b"Traceback" not in body
    assert b"werkzeug" not in body.lower()
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/dealer/key", "/dealer/playback"])
@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"X_Kiosk_Token": ""}, "older than the server"),
        ({"X_Kiosk_Token": "guess"}, "older than the server"),
        ({"X_Kiosk_Token": "gu\u00e9ss"}, "older than the server"),
        ({"Cookie": ""}, "Sign in first"),
        ({"Cookie": "", "X_Kiosk_Token": ""}, "Sign in first"),
        ({"Cookie": "kiosk=forged"}, "Sign in first"),
        ({"Origin": "http://elsewhere.example"}, "own page only"),
        ({"Origin": "null"}, "own page only"),
        ({"Origin": ""}, "own page only"),
        ({"Origin": "http://[not"}, "own page only"),
        ({"Host": "table.example:80"}, "not this table's"),
    ],
)
def test_a_key_from_elsewhere_is_refused(
    kiosk: Kiosk, browser: Browser, path: str, headers: dict[str, str], why: str
) -> None:
    before = kiosk.settled.version
    status, said = browser.post(path, now(kiosk, "elsewhere", **BET), **headers)
    assert status == (401 if "Cookie" in headers else 403)
    assert why in said["why"]
    assert kiosk.settled.version == before


def test_a_token_of_another_browser_is_refused(kiosk: Kiosk, browser: Browser) -> None:
    other = Browser(kiosk.url).open()
    status, _ = browser.post("/dealer/key", now(kiosk, "other", **BET), X_Kiosk_Token=other.token)
    assert status == 403


@pytest.mark.parametrize("host", ["table.example", "127.0.0.1.example:80", "evil.local:1", "", "[::1", "a b"])
def test_no_page_for_a_foreign_name(browser: Browser, host: str) -> None:
    """A name elsewhere can be made to point here: its pages could then read ours."""
    for path in ("/dealer", "/dealer/events", "/display/events"):
        status, _, body = browser.ask("GET", path, Host=host)
        assert status in {400, 403}
        assert b"data-token" not in body
        assert b'"cards"' not in body


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "192.168.7.9:8321", "[::1]:8321", socket.gethostname()])
def test_addresses_and_our_own_names_are_answered(browser: Browser, host: str) -> None:
    assert browser.ask("GET", "/dealer", Host=host)[0] == 200


# Keys


def test_a_key_is_taken_once_and_only_on_what_was_seen(kiosk: Kiosk, browser: Browser) -> None:
    key = now(kiosk, "once", **BET)
    assert browser.key(**key) == (200, {"number": key["seen"] + 1})
    assert browser.key(**key) == (200, {"number": key["seen"] + 1}), "the same tap again is answered the same"
    assert kiosk.settled.number == key["seen"] + 1

    status, said = browser.key(**{**key, "once": "another-one"})
    assert status == 409
    assert said == {
        "number": key["seen"] + 1,
        "why": "Something happened before your tap. Nothing was done: look at the prompt and tap again.",
    }


def test_what_the_rules_refuse_names_its_clause(kiosk: Kiosk, browser: Browser) -> None:
    status, said = browser.key(**now(kiosk, "rules", do="step", step={"bet": 1, "unit": 5}))
    assert (status, said["clause"]) == (422, "T2.3")
    assert "least unit is 10" in said["why"]
    status, said = browser.key(**now(kiosk, "lacks", do="step"))
    assert (status, said["clause"]) == (422, None)


def test_who_pressed_is_not_what_the_page_says(kiosk: Kiosk, browser: Browser, tmp_path: Path) -> None:
    status, _ = browser.key(**now(kiosk, "who", do="step", step={"bet": 1, "unit": 40}, who="2001", approved_by="2001"))
    assert status == 200
    journal = kiosk.desk._rig.table.session.journal
    assert {record.who for record in journal.records()} <= {"", "1001"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"step"',
        b"\xff\xfe",
        b'{"do":"step","seen":1}',
        b'{"do":"dance","seen":1,"once":"12345678"}',
        b'{"do":"paid","seen":"1","once":"12345678"}',
        b'{"do":"paid","seen":true,"once":"12345678"}',
        b'{"do":"paid","seen":1.5,"once":"12345678"}',
        b'{"do":"paid","seen":1,"once":"12345678","extra":1}',
        b'{"do":"paid","seen":1,"once":"short"}',
        b'{"do":"paid","seen":1,"once":"12345678; DROP"}',
        b'{"do":"paid","seen":1,"once":"%s"}' % (b"x" * 65),
        b'{"do":"paid","seen":1,"once":"12345678\\u0000"}',
        b'{"do":"step","seen":1,"once":"12345678","step":[1]}',
        b'{"a":' * 500 + b"1" + b"}" * 500,
    ],
)
def test_a_body_that_is_no_key(kiosk: Kiosk, browser: Browser, body: bytes) -> None:
    before = kiosk.settled.version
    status, said = browser.post("/dealer/key", body)
    assert status == 400
    assert said == {"clause": None, "why": "The page sent what the table can't read. Load the page again."}
    assert kiosk.settled.version == before


def test_a_body_of_another_kind_or_size(browser: Browser) -> None:
    assert browser.post("/dealer/key", b"do=paid", Content_Type="application/x-www-form-urlencoded")[0] == 415
    assert browser.post("/dealer/key", b" " * 5000)[0] == 413
    assert browser.ask("POST", "/dealer/key", b" " * 100_000)[0] == 413


NAMES = ["bet", "unit", "all_in", "card", "to", "hand", "act", "seat", "turn", "misdeal", "back_to"]


def named(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), inner, max_size=4)


words = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.text(max_size=8), st.sampled_from(["As", "??", "dealer"])
)
things = st.recursive(words, lambda inner: st.lists(inner, max_size=3) | named(inner), max_leaves=5)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    do=st.sampled_from(["step", "answer", "paid", "correct"]),
    step=st.none() | named(things),
    finding=st.none() | st.integers(-(2**70), 2**70),
    remedy=st.none() | st.text(max_size=8),
    at_step=st.none() | st.integers(-(2**70), 2**70),
    card=st.none() | st.text(max_size=4),
    number=st.integers(0),
)
def test_no_key_brings_the_table_down(kiosk: Kiosk, browser: Browser, number: int, **key: Any) -> None:
    given_ = {name: value for name, value in key.items() if value is not None}
    body = msgspec.json.encode(given_ | {"seen": kiosk.desk.published.number, "once": f"{number % 10**60:0>8}"})
    status, _ = browser.post("/dealer/key", body)
    assert status in {200, 400, 409, 413, 422}
    assert kiosk.desk._thread.is_alive()


# Errors


def test_an_error_of_ours_says_nothing_of_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kiosk = Kiosk(tmp_path)
    monkeypatch.setitem(access.ROUTES, "broken", frozenset({"nobody"}))

    @kiosk.app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(kiosk.app.logger, "disabled", True)
    with kiosk:
        status, headers, body = Browser(kiosk.url).ask("GET", "/broken")
    assert status == 500
    assert b"secret" not in body
    assert b"Something went wrong here" in body
    assert "Content-Security-Policy" in headers


def test_a_table_that_can_not_write_says_so(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        browser = Browser(kiosk.url).open()
        kiosk.deal("bet 1 30")
        with contextlib.closing(sqlite3.connect(tmp_path / "journal.sqlite")) as other:
            other.execute("CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        status, said = browser.key(**now(kiosk, "lost", **BET))
        assert status == 422
        assert "journal" in said["why"]
        with browser.stream("/display/events") as stream:
            shown = stream.next("view")
        assert shown["words"]["prompt"] == "This table is closed"
        assert str(tmp_path).encode() not in stream.raw


# A recording that plays


class Recorded:
    """Controls that remember what was asked of them."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def pause(self) -> None:
        self.asked.append("pause")

    def play(self) -> None:
        self.asked.append("play")

    def step(self) -> None:
        self.asked.append("step")

    def speed(self, factor: float) -> None:
        if factor > 16:
            raise Fault("speed: at most 16 times")
        self.asked.append(factor)

    def leave(self) -> None:
        self.asked.append("leave")


def test_the_controls_of_a_recording(tmp_path: Path) -> None:
    controls = Recorded()
    with Kiosk(tmp_path, controls=controls) as kiosk:
        browser = Browser(kiosk.url).open()
        status, said = browser.post("/dealer/playback", {"do": "pause"})
        assert (status, said["why"]) == (422, "No recording is playing.")
        kiosk.desk.playing = lambda: Playing(False, 2.0, 3.0, 60.0)
        for do in ("pause", "play", "step", "leave"):
            assert browser.post("/dealer/playback", {"do": do})[0] == 200
        status, said = browser.post("/dealer/playback", {"do": "speed", "factor": 4})
        assert (status, said["playing"]) == (200, {"paused": False, "speed": 2.0, "position": 3.0, "length": 60.0})
        assert controls.asked == ["pause", "play", "step", "leave", 4.0]
        assert browser.post("/dealer/playback", {"do": "speed", "factor": 32})[0] == 422
        for wrong in ({"do": "speed", "factor": 1000}, {"do": "speed", "factor": "2"}, {"do": "rewind"}, {}):
            assert browser.post("/dealer/playback", wrong)[0] == 400
        status, said = browser.key(**now(kiosk, "playing", **BET))
        assert status == 422
        assert "recording" in said["why"]


def test_a_table_without_a_recording_has_no_controls(kiosk: Kiosk, browser: Browser) -> None:
    assert browser.post("/dealer/playback", {"do": "leave"})[0] == 422
