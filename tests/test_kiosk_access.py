"""Every route with every role and with none; signing in and out; the display's token; the second person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from kiosk import people_file, static_files
from kiosk.access import ROUTES
from kiosk.people import ROLES, People
from kiosk.visits import IDLE_S
from tests.faults import told
from tests.kiosks import CHEAP, PEOPLE, PINS, Browser, Kiosk
from tests.test_people import Clock

BADGES: Final = {"dealer": "1001", "supervisor": "2001", "auditor": "3001", "engineer": "4001"}
ASKERS: Final = (*ROLES, "display", "terminal", "nobody")

#: What each asker gets, in the order of ASKERS. POSTs are sent with the right token and a body that is refused.
EXPECTED: Final[dict[tuple[str, str], tuple[int, int, int, int, int, int, int]]] = {
    ("GET", f"{static_files.path()}/kiosk.css"): (200, 200, 200, 200, 200, 200, 200),
    ("GET", "/sign-in"): (200, 200, 200, 200, 200, 200, 200),
    ("POST", "/sign-in"): (422, 422, 422, 422, 403, 422, 403),
    ("GET", "/set-up"): (303, 303, 303, 303, 303, 303, 303),
    ("POST", "/set-up"): (422, 422, 422, 422, 403, 422, 403),
    ("POST", "/sign-out"): (303, 303, 303, 303, 401, 401, 401),
    ("GET", "/"): (200, 200, 200, 200, 303, 303, 303),
    ("GET", "/display"): (200, 200, 200, 200, 200, 401, 401),
    ("GET", "/display/events"): (200, 200, 200, 200, 200, 401, 401),
    ("GET", "/dealer"): (200, 200, 403, 403, 303, 303, 303),
    ("GET", "/dealer/events"): (200, 200, 403, 403, 401, 401, 401),
    ("POST", "/dealer/key"): (400, 400, 403, 403, 401, 401, 401),
    ("POST", "/dealer/playback"): (400, 400, 403, 403, 401, 401, 401),
    ("GET", "/display/odds/now"): (200, 200, 200, 200, 200, 401, 401),
    ("POST", "/dealer/terminal"): (400, 400, 403, 403, 401, 401, 401),
    ("GET", "/terminal"): (403, 403, 403, 403, 303, 200, 303),
    ("GET", "/terminal/events"): (403, 403, 403, 403, 401, 200, 401),
    ("POST", "/terminal/key"): (403, 403, 403, 403, 401, 400, 401),
    ("GET", "/terminal/enter"): (200, 200, 200, 200, 200, 200, 200),
    ("POST", "/terminal/enter"): (422, 422, 422, 422, 403, 422, 403),
    ("POST", "/terminal/leave"): (403, 403, 403, 403, 401, 303, 401),
    ("GET", "/pit/odds"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/odds/now"): (403, 200, 200, 403, 401, 401, 401),
    ("GET", "/pit"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/events"): (403, 200, 200, 403, 401, 401, 401),
    ("GET", "/pit/table"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/round"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/search"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/people"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/statistics"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/export"): (403, 200, 200, 403, 303, 303, 303),
    ("GET", "/pit/report"): (403, 200, 200, 403, 303, 303, 303),
    # No film of this table.
    ("GET", "/pit/frame"): (403, 404, 404, 403, 303, 303, 303),
    ("GET", "/pit/picture/now"): (403, 404, 404, 403, 401, 401, 401),
    ("POST", "/pit/key"): (403, 400, 403, 403, 401, 401, 401),
    ("POST", "/pit/agree"): (403, 400, 403, 403, 401, 401, 401),
    ("POST", "/pit/ask"): (400, 400, 403, 403, 401, 401, 401),
    # The table of this test has no file that could be set up.
    ("GET", "/setup"): (403, 200, 403, 200, 303, 303, 303),
    ("GET", "/setup/now"): (403, 409, 403, 409, 401, 401, 401),
    ("GET", "/setup/picture/now"): (403, 409, 403, 409, 401, 401, 401),
    ("GET", "/setup/reading/now"): (403, 409, 403, 409, 401, 401, 401),
    ("GET", "/setup/markers"): (403, 200, 403, 200, 303, 303, 303),
    ("POST", "/setup/shoe"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/camera"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/layout"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/deck"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/house"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/test"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/done"): (403, 400, 403, 400, 401, 401, 401),
    ("POST", "/setup/people"): (403, 400, 403, 403, 401, 401, 401),
    ("POST", "/setup/start"): (403, 409, 403, 409, 401, 401, 401),
    ("GET", "/record/root"): (403, 200, 200, 403, 303, 303, 303),
    # This table has no key to sign with.
    ("POST", "/record/root"): (403, 422, 422, 403, 401, 401, 401),
    ("POST", "/record/open"): (403, 400, 403, 403, 401, 401, 401),
    ("GET", "/recall"): (200, 200, 200, 403, 303, 303, 303),
    ("GET", "/recall/picture"): (404, 404, 404, 403, 303, 303, 303),
    ("GET", "/health"): (200, 200, 200, 200, 200, 200, 200),
    ("GET", "/metrics"): (200, 200, 200, 200, 200, 200, 200),
}
FORMS: Final = ("/sign-in", "/sign-out", "/set-up", "/terminal/enter", "/terminal/leave")


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kiosk]:
    with Kiosk(tmp_path_factory.mktemp("kiosk")) as opened:
        yield opened


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kiosk]:
    """A game of accounts, whose terminals may ask too."""
    with Kiosk(tmp_path_factory.mktemp("market"), accounts={"A": "100.00"}) as opened:
        yield opened


@pytest.fixture(autouse=True)
def patient(kiosk: Kiosk, market: Kiosk) -> None:
    """No wait that one test earned by wrong PINs or codes falls upon the next."""
    for each in (kiosk, market):
        each.people._lockout._tries.clear()
        each.terminals._lockout._tries.clear()


def browser_of(kiosk: Kiosk, asker: str) -> Browser:
    browser = Browser(kiosk.url)
    if asker == "display":
        status, headers, _ = browser.ask("GET", f"/display?token={kiosk.people.display}")
        assert status == 303
        browser.cookie = headers["Set-Cookie"].split(";")[0]
    if asker == "terminal":
        return browser.enter(kiosk, "A")
    return browser.open(BADGES[asker]) if asker in BADGES else browser


def status_of(browser: Browser, method: str, path: str) -> int:
    if path.endswith("/events"):
        with browser.stream(path) as stream:
            return stream.status
    if method == "GET":
        return browser.ask("GET", path)[0]
    return browser.form(path)[0] if path in FORMS else browser.post(path, {})[0]


@pytest.mark.parametrize("asker", ASKERS)
def test_every_route_with_every_role_and_none(market: Kiosk, asker: str, capsys: pytest.CaptureFixture[str]) -> None:
    got = {way: status_of(browser_of(market, asker), *way) for way in EXPECTED}
    assert got == {way: each[ASKERS.index(asker)] for way, each in EXPECTED.items()}
    told(capsys, f"web, {len(got)} routes asked for as {asker}: answers {dict(sorted(Counter(got.values()).items()))}")


def test_the_table_of_the_test_and_that_of_the_program_name_every_route(kiosk: Kiosk) -> None:
    rules = {
        (method, rule.rule.replace("<path:filename>", "kiosk.css")): rule.endpoint
        for rule in kiosk.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert set(rules) == set(EXPECTED)
    assert set(rules.values()) == set(ROUTES)


def test_nothing_but_these_is_open_to_nobody() -> None:
    opened = {endpoint for endpoint, who in ROUTES.items() if "nobody" in who}
    ways_in = {"sign_in.page", "sign_in.enter", "sign_in.set_up", "sign_in.first", "terminal.enter", "terminal.admit"}
    # To whoever watches over the machine, on the machine itself: no card, no name, no amount (tests/test_health.py).
    assert opened == ways_in | {"static", "health.health", "health.metrics"}
    for who, theirs in (
        ("display", {"display.page", "display.events", "display.fair"}),
        ("terminal", {"terminal.page", "terminal.events", "terminal.key", "terminal.leave"}),
    ):
        assert {endpoint for endpoint, allowed in ROUTES.items() if who in allowed} - opened == theirs


def test_a_route_that_nobody_declared_is_closed(tmp_path: Path) -> None:
    kiosk = Kiosk(tmp_path)
    kiosk.app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    with kiosk:
        for asker, status in (("nobody", 303), ("dealer", 403), ("supervisor", 403)):
            got, _, body = browser_of(kiosk, asker).ask("GET", "/forgotten")
            assert got == status
            assert b"secret" not in body


def test_a_role_that_may_not_is_told_so_in_words(kiosk: Kiosk) -> None:
    status, said = browser_of(kiosk, "auditor").post("/dealer/key", {})
    assert (status, said["why"]) == (
        403,
        "This page is not for your role (Auditor). Sign out, and let somebody sign in whose page it is.",
    )
    page = browser_of(kiosk, "engineer").ask("GET", "/dealer")[2].decode()
    assert "not for your role (Engineer)" in page
    assert "/dealer" not in browser_of(kiosk, "auditor").ask("GET", "/")[2].decode()


# Signing in and out


def test_signing_in_leads_to_the_page_that_was_asked_for(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url)
    status, headers, _ = browser.ask("GET", "/dealer")
    assert (status, headers["Location"]) == (303, "/sign-in?to=/dealer")
    browser.load("/sign-in?to=/dealer")
    status, headers, _ = browser.form("/sign-in", badge="2001", pin=PINS["2001"], to="/dealer")
    assert (status, headers["Location"]) == (303, "/dealer")
    status, _, page = browser.ask("GET", "/dealer")
    assert status == 200
    assert ">Marja</a>" in page.decode()


@pytest.mark.parametrize(
    ("badge", "to", "location"),
    [
        ("1001", "", "/dealer"),
        ("3001", "", "/"),
        ("3001", "/dealer", "/"),
        ("1001", "/display", "/display"),
        ("1001", "//evil.example/dealer", "/dealer"),
        ("1001", "https://evil.example/", "/dealer"),
        ("1001", "/\\evil.example", "/dealer"),
        ("1001", "/dealer/key", "/dealer"),
        ("1001", "/dealer/events", "/dealer"),
        ("1001", "/nowhere\r\nX: y", "/dealer"),
    ],
)
def test_signing_in_leads_nowhere_else(kiosk: Kiosk, badge: str, to: str, location: str) -> None:
    browser = Browser(kiosk.url).load("/sign-in")
    status, headers, _ = browser.form("/sign-in", badge=badge, pin=PINS[badge], to=to)
    assert (status, headers["Location"]) == (303, location)


def test_a_wrong_pin_is_said_on_the_page_and_kept_nowhere(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url).load("/sign-in")
    status, _, page = browser.form("/sign-in", badge="1001", pin="739146")
    assert status == 422
    assert "This badge and PIN do not belong together. Try again." in page
    assert "739146" not in page
    assert browser.ask("GET", "/dealer")[0] == 303


def test_too_many_wrong_pins(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url).load("/sign-in")
    for _ in range(5):
        status, headers, page = browser.form("/sign-in", badge="1001", pin="0001")
    assert (status, headers["Retry-After"]) == (429, "30")
    assert "Too many wrong tries. Wait 30 s, then try again." in page
    status, _, page = browser.form("/sign-in", badge="1001", pin=PINS["1001"])
    assert status == 429


def test_signing_in_needs_the_token_and_our_own_page(kiosk: Kiosk) -> None:
    right = {"badge": "1001", "pin": PINS["1001"]}
    browser = Browser(kiosk.url).load("/sign-in")
    for refused in (
        browser.form("/sign-in", {"Origin": "http://evil.example"}, **right),
        browser.form("/sign-in", {"Origin": "null"}, **right),
        browser.form("/sign-in", token="guess", **right),
    ):
        assert refused[0] == 403
        assert 'name="pin"' in refused[2], "the page comes again, with words and a fresh token"
    assert browser.ask("GET", "/dealer")[0] == 303


def test_signing_in_makes_another_cookie_and_another_token(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url).load("/sign-in")
    before = browser.cookie, browser.token
    browser.form("/sign-in", badge="1001", pin=PINS["1001"])
    browser.load("/")
    assert browser.cookie != before[0]
    assert browser.token != before[1]
    assert browser.ask("GET", "/dealer", Cookie=before[0])[0] == 303


def test_signing_out_ends_the_cookie_too(kiosk: Kiosk) -> None:
    browser = browser_of(kiosk, "dealer")
    cookie = browser.cookie
    assert browser.form("/sign-out", {"Origin": "http://evil.example"})[0] == 403
    assert browser.ask("GET", "/dealer", Cookie=cookie)[0] == 200
    status, headers, _ = browser.form("/sign-out")
    assert (status, headers["Location"]) == (303, "/sign-in")
    assert browser.ask("GET", "/dealer", Cookie=cookie)[0] == 303


def test_another_person_at_the_same_screen_ends_the_first_visit(kiosk: Kiosk) -> None:
    browser = browser_of(kiosk, "dealer")
    first = browser.cookie
    browser.form("/sign-in", badge="2001", pin=PINS["2001"])
    assert browser.ask("GET", "/dealer", Cookie=first)[0] == 303
    assert browser.ask("GET", "/dealer")[0] == 200


def test_pins_are_shown_on_the_samples_page_only(tmp_path: Path, kiosk: Kiosk) -> None:
    page = Browser(kiosk.url).ask("GET", "/sign-in")[2].decode()
    assert not any(pin in page for pin in PINS.values())
    assert kiosk.people.display not in page
    with Kiosk(tmp_path, sample=PEOPLE) as sample:
        page = Browser(sample.url).ask("GET", "/sign-in")[2].decode()
        assert all(f"Badge {person.badge}, PIN {pin}" in page for person, pin in PEOPLE)
        assert f"/display?token={sample.people.display}" in page


# Visits that end


def test_an_idle_visit_ends_in_words_and_does_nothing_by_halves(tmp_path: Path) -> None:
    clock = Clock()
    with Kiosk(tmp_path, clock=clock, beat=0.1) as kiosk:
        browser = browser_of(kiosk, "dealer")
        with browser.stream("/dealer/events") as stream:
            stream.next("view")
            clock.now += IDLE_S + 1
            said = stream.next("ended")
            assert said["why"].startswith("You were signed out, because nobody touched this screen for 30 minutes.")
            assert list(stream.events()) == [], "nothing more comes"
        before = kiosk.of_the_game()
        key = {"do": "step", "step": {"bet": 1, "unit": 30}, "seen": kiosk.desk.published.number}
        status, answer = browser.key(**key)
        assert (status, answer) == (401, {"clause": None, "why": said["why"]})
        assert kiosk.of_the_game() == before
        assert said["why"] in browser.ask("GET", "/sign-in?to=/dealer")[2].decode()


def test_an_open_page_keeps_the_dealer_signed_in_while_a_round_runs(tmp_path: Path) -> None:
    clock = Clock()
    with Kiosk(tmp_path, clock=clock, beat=0.05) as kiosk:
        browser = browser_of(kiosk, "dealer")
        kiosk.deal("bet 1 30")
        with browser.stream("/dealer/events") as stream:
            for _ in range(3):
                clock.now += IDLE_S - 1
                stream.next("beat")
                stream.next("beat")
        assert browser.ask("GET", "/dealer")[0] == 200


def test_whoever_is_removed_is_signed_out_at_once(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    file = people_file.PeopleFile()
    for person, pin in PEOPLE:
        file = people_file.added(file, person, pin, CHEAP)
    people_file.save(path, file)
    with Kiosk(tmp_path, people=People(path, hasher=CHEAP), beat=0.1) as kiosk:
        browser = browser_of(kiosk, "dealer")
        with browser.stream("/dealer/events") as stream:
            stream.next("view")
            people_file.save(path, people_file.removed(people_file.load(path), "1001"))
            assert "your role or PIN was changed" in stream.next("ended")["why"]
        assert browser.post("/dealer/playback", {"do": "pause"})[0] == 401


# The display


def test_the_displays_address_sets_its_cookie_and_hides_its_token(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url)
    status, headers, _ = browser.ask("GET", f"/display?token={kiosk.people.display}")
    assert (status, headers["Location"]) == (303, "/display")
    cookie = headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/display"))
    browser.cookie = cookie.split(";")[0]
    assert browser.ask("GET", "/display")[0] == 200
    assert browser.ask("GET", "/dealer")[0] == 303


@pytest.mark.parametrize("token", ["", "guess", "%00", "%ff", "\u00e9"])
def test_another_token_shows_nothing(kiosk: Kiosk, token: str) -> None:
    browser = Browser(kiosk.url)
    status, headers, body = browser.ask("GET", f"/display?token={token.replace(chr(233), '%C3%A9')}")
    assert status == 401
    assert "Set-Cookie" not in headers
    assert "This screen does not know that it is the display" in body.decode()
    with browser.stream("/display/events") as stream:
        assert stream.status == 401


# First use


def test_the_first_supervisor_is_made_with_the_code_of_the_terminal(tmp_path: Path) -> None:
    people = People(tmp_path / "people.toml", hasher=CHEAP)
    right = {"code": people.setup_code, "name": "Marja", "badge": "2001", "pin": "8024", "again": "8024"}
    with Kiosk(tmp_path, people=people) as kiosk:
        browser = Browser(kiosk.url)
        assert browser.ask("GET", "/sign-in")[1]["Location"] == "/set-up"
        browser.load("/set-up")
        for wrong, why in (
            ({"code": "1"}, "This is not the set-up code"),
            ({"again": "8025"}, "The PIN and its repetition are not the same"),
            ({"pin": "12", "again": "12"}, "PIN: 4 to 12 digits"),
            ({"badge": "M1"}, "a badge is 1 to 12 digits"),
            ({"name": " "}, "a name is 1 to 40 characters"),
        ):
            status, _, page = browser.form("/set-up", **(right | wrong))
            assert status == 422
            assert why in page
            assert people.empty
            assert "8024" not in page
        status, headers, _ = browser.form("/set-up", **right)
        assert (status, headers["Location"]) == (303, "/")
        assert browser.ask("GET", "/dealer")[0] == 200
        assert Browser(kiosk.url).ask("GET", "/set-up")[1]["Location"] == "/sign-in"
        browser.load("/")
        assert browser.form("/set-up", **(right | {"badge": "2002"}))[0] == 422
