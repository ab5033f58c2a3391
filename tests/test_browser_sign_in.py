"""Signing in at a real browser: by taps, by keys, without a script; what the page says when a sign-in ends."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from kiosk.people import People
from kiosk.visits import IDLE_S
from tests.kiosks import CHEAP, PEOPLE, PINS, Kiosk, enter
from tests.sizes import each_size, within, without_fault
from tests.test_browser_round import prompt, tap
from tests.test_people import Clock


def type_by_touch(page: Page, field: str, digits: str) -> None:
    page.locator(field).click()
    for digit in digits:
        page.locator("#digits").get_by_role("button", name=digit, exact=True).click()


def test_by_touch_alone(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        page.goto(f"{kiosk.url}dealer")
        expect(page).to_have_url(f"{kiosk.url}sign-in?to=/dealer")
        type_by_touch(page, "#badge", "1009")
        page.get_by_role("button", name="Delete the last digit").click()
        type_by_touch(page, "#badge", "1")
        type_by_touch(page, "#pin", "9999")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_have_text("This badge and PIN do not belong together. Try again.")
        expect(page.locator("#badge")).to_have_value("1001")
        expect(page.locator("#pin")).to_have_value("")
        for digit in "1357":  # the PIN is what is awaited now
            page.locator("#digits").get_by_role("button", name=digit, exact=True).click()
        page.get_by_role("button", name="Sign in").click()
        prompt(page, "Seat 1: bet")
        expect(page.locator(".who")).to_have_text("Aino")
        page.locator(".who").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page).to_have_url(f"{kiosk.url}sign-in")
        page.goto(f"{kiosk.url}dealer")
        expect(page).to_have_url(f"{kiosk.url}sign-in?to=/dealer")


def test_by_keys_alone(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        page.goto(f"{kiosk.url}dealer")
        expect(page.locator("#badge")).to_be_focused()
        page.keyboard.type("2001")
        page.keyboard.press("Tab")
        page.keyboard.type(PINS["2001"])
        page.keyboard.press("Enter")
        prompt(page, "Seat 1: bet")
        expect(page.locator(".who")).to_have_text("Marja")


def test_without_a_script(tmp_path: Path, chromium: Browser) -> None:
    with Kiosk(tmp_path) as kiosk:
        context = chromium.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(kiosk.url)
        expect(page.locator("#digits")).to_be_hidden()
        page.fill("#badge", "3001")
        page.fill("#pin", PINS["3001"])
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("Signed in: Haruka, Auditor")).to_be_visible()
        page.get_by_role("button", name="Sign out").click()
        expect(page.locator("h1")).to_have_text("Sign in")
        context.close()


def test_the_sample_takes_one_tap(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, sample=PEOPLE) as kiosk:
        page.goto(kiosk.url)
        expect(page.locator(".samples")).to_contain_text("Badge 1002, PIN 2468")
        page.get_by_role("button", name="Kenji, Dealer").click()
        page.get_by_role("link", name="Dealer", exact=False).first.click()
        expect(page.locator(".who")).to_have_text("Kenji")
        prompt(page, "Seat 1: bet")


def test_a_sign_in_that_ends_is_said_with_the_way_back(tmp_path: Path, page: Page) -> None:
    clock = Clock()
    with Kiosk(tmp_path, clock=clock) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        clock.now += IDLE_S + 1
        banner = page.locator("#banner")
        expect(banner).to_contain_text("You were signed out, because nobody touched this screen for 30 minutes.")
        before = kiosk.of_the_game()
        tap(page, "+10", "Bet 10 on each of three games: 30")
        expect(page.locator("#answer")).to_contain_text("You were signed out")
        assert kiosk.of_the_game() == before
        banner.get_by_role("link", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("You were signed out")
        page.fill("#badge", "1001")
        page.fill("#pin", PINS["1001"])
        page.get_by_role("button", name="Sign in").click()
        prompt(page, "Seat 1: bet")


def test_a_page_that_comes_back_too_late_does_not_ask_again_and_again(tmp_path: Path, page: Page) -> None:
    clock = Clock()
    with Kiosk(tmp_path, clock=clock, beat=60) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        clock.now += IDLE_S + 1
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "events" in request.url else None)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(page.locator("#banner a")).to_be_visible()
        page.wait_for_timeout(3500)
        assert len(asked) == 2, "the stream, and why it was refused"


def test_the_display_opens_by_its_address_and_stays_open(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        page.goto(f"{kiosk.url}display?token={kiosk.people.display}")
        prompt(page, "Place your bets")
        expect(page).to_have_url(f"{kiosk.url}display")
        page.reload()
        prompt(page, "Place your bets")


def test_pages_for_coming_and_going_can_be_touched_and_read(tmp_path: Path, page: Page) -> None:
    """No fault that axe finds, nothing less than 64 px high to be touched, nothing out of the page."""

    def check() -> None:
        for width, _ in each_size(page):
            without_fault(page)
            within(page, width)
            touched = page.locator("main button:visible, main a:visible, main input:visible").all()
            assert touched
            for each in touched:
                box = each.bounding_box()
                assert box is not None
                assert min(box["height"], box["width"]) >= 64, each.inner_html()

    with Kiosk(tmp_path, sample=PEOPLE) as kiosk:
        page.goto(kiosk.url)
        check()
        for width, height in each_size(page):
            if width > 760:
                assert page.evaluate("document.documentElement.scrollHeight") <= height
        page.fill("#badge", "1001")
        page.fill("#pin", "0001")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_be_visible()
        check()
        page.context.clear_cookies()
        enter(page, kiosk, "")
        check()
        page.context.clear_cookies()
        enter(page, kiosk, "dealer", "3001")
        expect(page.locator("h1")).to_contain_text("This page is not for your role")
        check()
    folder = tmp_path / "new"
    folder.mkdir()
    with Kiosk(folder, people=People(folder / "people.toml", hasher=CHEAP)) as kiosk:
        page.context.clear_cookies()
        page.goto(kiosk.url)
        expect(page.locator("h1")).to_have_text("First set-up")
        check()
