"""What the dealer's page does when something is in the way: two screens, a double tap, a silent line, a finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from kiosk.desk import Playing
from tests.kiosks import SHOE, Kiosk, enter
from tests.test_browser_round import prompt, tap


def test_two_screens_on_one_prompt(tmp_path: Path, page: Page, chromium: Browser) -> None:
    with Kiosk(tmp_path) as kiosk:
        other = chromium.new_context().new_page()
        kiosk.deal("bet 1 30; bet 2 30; 1 Kh; 2 9s; dealer 9c")
        for screen in (page, other):
            enter(screen, kiosk)
            prompt(screen, "Seat 2 to choose: war or surrender")
        before = kiosk.settled.number

        def first_the_other(route: Route) -> None:
            tap(other, "Surrender")
            prompt(other, "Seat 1: card")
            route.continue_()

        page.route("**/dealer/key", first_the_other)
        tap(page, "Go to war +60")
        expect(page.locator("#answer")).to_have_text(
            "Something happened before your tap. Nothing was done: look at the prompt and tap again."
        )
        prompt(page, "Seat 1: card")
        assert kiosk.settled.number == before + 1
        assert kiosk.view()["state"]["seats"][1]["lines"][0]["outcome"] == "surrender"
        other.context.close()


def test_a_double_tap_pays_once(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        kiosk.deal("bet 1 30; 1 Kh; dealer Jk")
        enter(page, kiosk)
        prompt(page, "Nothing to pay, nothing to take")
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        page.locator("#acts").get_by_role("button", name="Paid: next round").dblclick()
        expect(page.locator("#round")).to_have_text("Round 2")
        prompt(page, "Seat 1: bet")
        assert len(sent) == 1
        assert kiosk.view()["round"] == 2


def test_a_tap_whose_answer_was_lost_is_sent_again_and_done_once(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        enter(page, kiosk)
        before = kiosk.settled.number
        bodies: list[str] = []

        def lose_the_first_answer(route: Route) -> None:
            bodies.append(route.request.post_data or "")
            if len(bodies) == 1:
                route.fetch()
                route.abort()
            else:
                route.continue_()

        page.route("**/dealer/key", lose_the_first_answer)
        tap(page, "+10", "Bet 10 on each of three games: 30")
        prompt(page, "Seat 2: bet")
        expect(page.locator("#band")).not_to_have_attribute("inert", "")
        assert len(bodies) == 2
        assert bodies[0] == bodies[1]
        assert kiosk.settled.number == before + 1


def test_a_silent_line_is_stale(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, beat=60) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        expect(page.locator("#banner")).to_be_hidden()
        expect(page.locator("#banner")).to_have_text("No sign of life for 3 seconds. What you see may be old.")
        kiosk.deal("bet 1 30")
        expect(page.locator("#banner")).to_be_hidden()


def test_a_beating_line_is_not_stale(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, beat=2.0) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        page.wait_for_timeout(4000)
        expect(page.locator("#banner")).to_be_hidden()


def test_a_lost_line_is_said_and_comes_back(tmp_path: Path, chromium: Browser) -> None:
    context = chromium.new_context()
    page = context.new_page()
    with Kiosk(tmp_path) as kiosk:
        enter(page, kiosk, "display")
        prompt(page, "Place your bets")
        context.set_offline(True)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(page.locator("#banner")).to_have_text("Connection lost. Trying again.")
        kiosk.deal("bet 1 30; 1 Kh")
        context.set_offline(False)
        prompt(page, "A card for the dealer")
        expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator("#banner")).to_have_text("Connection lost. Trying again.")
    context.close()


def test_a_page_beyond_the_limit_is_told_so(tmp_path: Path, page: Page, chromium: Browser) -> None:
    with Kiosk(tmp_path, streams=1) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        other = chromium.new_context().new_page()
        enter(other, kiosk, "display")
        expect(other.locator("#banner")).to_have_text(
            "Too many screens are open. Close one, then load this page again."
        )
        enter(page, kiosk, "")
        prompt(other, "Place your bets")
        other.context.close()


def test_a_page_of_an_earlier_start_loads_itself_again(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        page.evaluate("document.body.dataset.marked = 'old'")
        page.route(
            "**/dealer/events",
            lambda route: route.fulfill(body='event: hello\ndata: "other"\n\n', content_type="text/event-stream"),
            times=1,
        )
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(page.locator("body")).not_to_have_attribute("data-marked", "old")
        prompt(page, "Seat 1: bet")


def test_a_finding_stops_everything_but_its_remedies(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 30")
        kiosk.shoe("Kd 9s 8c 7d 5h 6s")
        enter(page, kiosk)
        prompt(page, "Seat 1 to act")
        kiosk.shoe("2c")
        prompt(page, "A card came too early")
        expect(page.locator("#band")).to_have_class("band stop")
        expect(page.locator("#sentence")).to_have_text("A card left the shoe while seat 1 was still to choose.")
        labels = page.locator("#acts button").all_inner_texts()
        assert labels == ["It was a hit", "It was a double +30", "The card is burned"]
        expect(page.locator("#wrong")).to_be_disabled()
        expect(page.locator("#picker")).to_be_hidden()
        tap(page, "It was a hit")
        expect(page.locator(".slot[data-card='2c']")).to_have_count(1)
        prompt(page, "Seat 1 to act")
        expect(page.locator("#band")).to_have_class("band")


def test_a_finding_while_bets_are_open(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        enter(page, kiosk)
        kiosk.deal("bet 1 30")
        prompt(page, "Seat 2: bet")
        kiosk.plug(up=False)
        prompt(page, "Shoe lost")
        assert page.locator("#acts button").all_inner_texts() == ["Go on"]
        tap(page, "Go on")
        prompt(page, "Seat 2: bet")


def test_cards_that_the_shoe_missed_are_tapped(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 30")
        kiosk.shoe("Kd")
        enter(page, kiosk)
        prompt(page, "Seat 2: card")
        expect(page.locator("#picker")).to_be_hidden()
        expect(page.locator("#acts")).to_have_text("The shoe reads the next card.")
        kiosk.plug(up=False)
        prompt(page, "Shoe lost")
        expect(page.locator("#sentence b")).to_have_text("Seat 2: card")
        page.locator("#picker").get_by_role("button", name="9♠", exact=True).click()
        expect(page.locator("#sentence b")).to_have_text("Dealer: card")
        kiosk.plug()
        tap(page, "Go on")
        prompt(page, "Dealer: card")
        expect(page.locator(".link.up")).to_contain_text("Shoe")
        kiosk.shoe("8c")
        prompt(page, "Seat 1: card")
        assert [seat["hands"][0]["cards"] for seat in kiosk.view()["state"]["seats"]] == [["Kd"], ["9s"]]


def test_a_card_that_can_not_be_is_named_by_the_dealer(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, SHOE, chips=(1000,) * 7) as kiosk:
        kiosk.plug()
        kiosk.deal(";".join(f"bet {seat} 30" for seat in range(1, 8)))
        kiosk.shoe("8s 8s 8s 8s 8s 8s 8s")
        enter(page, kiosk)
        prompt(page, "That card can't be")
        expect(page.locator("#sentence")).to_contain_text("8♠ was read, but every card of that kind has come.")
        tap(page, "Name the card")
        prompt(page, "Which card is it?")
        page.locator("#picker").get_by_role("button", name="3♠", exact=True).click()
        prompt(page, "Dealer: card")
        assert kiosk.view()["state"]["seats"][6]["hands"][0]["cards"] == ["3s"]


class Controls:
    """A recording that can be left and paused, and nothing else."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk = kiosk
        self.paused = False
        self.factor = 1.0
        kiosk.desk.playing = self.state

    def state(self) -> Playing:
        return Playing(self.paused, self.factor, 30.0, 60.0)

    def pause(self) -> None:
        self.paused = True

    def play(self) -> None:
        self.paused = False

    def step(self) -> None:
        raise AssertionError("nobody asked for a step")

    def speed(self, factor: float) -> None:
        self.factor = factor

    def leave(self) -> None:
        self.kiosk.desk.playing = lambda: None


class Later:
    """Controls that are known only once their kiosk is there."""

    made: Controls

    def __getattr__(self, name: str) -> object:
        return getattr(self.made, name)


def test_a_recording_is_paused_hastened_and_left(tmp_path: Path, page: Page) -> None:
    later = Later()
    with Kiosk(tmp_path, controls=later) as kiosk:  # type: ignore[arg-type]  # it hands every call on
        later.made = Controls(kiosk)
        enter(page, kiosk)
        bar = page.locator("#playback")
        expect(bar).to_be_visible()
        expect(page.locator("#acts")).to_have_text("A recording plays: leave it to deal by hand.")
        bar.get_by_role("button", name="Pause").click()
        expect(bar.get_by_role("button", name="Play", exact=True)).to_be_visible()
        bar.get_by_role("button", name="4×").click()
        expect(bar.get_by_role("button", name="4×")).to_have_attribute("aria-pressed", "true")
        expect(bar.locator("progress")).to_have_js_property("value", 30)
        bar.get_by_role("button", name="Leave and deal by hand").click()
        expect(bar).to_be_hidden()
        tap(page, "+10", "Bet 10 on each of three games: 30")
        prompt(page, "Seat 2: bet")
        assert (later.made.paused, later.made.factor) == (True, 4.0)


def test_without_javascript_the_page_says_what_to_do(tmp_path: Path, chromium: Browser) -> None:
    with Kiosk(tmp_path) as kiosk:
        context = chromium.new_context(java_script_enabled=False)
        for path in ("dealer", "display"):
            page = context.new_page()
            enter(page, kiosk, path)
            said = page.locator("noscript p")
            expect(said).to_be_visible()
            assert "This page needs JavaScript: turn it on" in (said.text_content() or "")
        context.close()


@pytest.mark.parametrize("name", ["<b>Table</b>", "</script><img src=x onerror=alert(1)>"])
def test_a_name_is_text(tmp_path: Path, page: Page, name: str) -> None:
    with Kiosk(tmp_path, name=name) as kiosk:
        for path in ("dealer", "display"):
            enter(page, kiosk, path)
            expect(page.locator("#table")).to_have_text(name)
            assert page.locator("#table *").count() == 0
