"""Omaha's pages can be read and touched: axe finds no fault in play, at showdown, at the misdeal desk, in a dialog."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kiosks import Kiosk, enter
from tests.sizes import each_size, within, without_fault
from tests.test_browser_omaha_hand import CHIPS, act, pick, to_the_showdown
from tests.test_browser_round import prompt, tap


def check(page: Page) -> None:
    """No fault that axe finds, nothing out of the page at its side at any size."""
    without_fault(page)
    for width, _ in each_size(page):
        within(page, width)


def in_play(kiosk: Kiosk) -> None:
    """A raise, a fold with a card shown, an all-in, an act out of turn; a hand in three pots goes on."""
    kiosk.press(do="step", step={"flying": 3, "act": "raise", "to": 400})
    act(kiosk, (1, "raise", 350), (2, "call"))


def shown_down(kiosk: Kiosk) -> None:
    to_the_showdown(kiosk)
    for card in ("As", "Ad", "Kd", "Ks"):
        kiosk.press(do="step", step={"card": card, "to": 2})
    act(kiosk, (2, "open"), (3, "muck"), (1, "muck"))


STAGES: dict[str, Callable[[Kiosk], None]] = {"play": in_play, "showdown": to_the_showdown, "over": shown_down}


@pytest.mark.parametrize("stage", STAGES)
def test_the_felt(tmp_path: Path, page: Page, stage: str) -> None:
    with Kiosk(tmp_path, CHIPS, (1000, 2000, 5000), game="omaha") as kiosk:
        STAGES[stage](kiosk)
        for path in ("dealer", "display"):
            enter(page, kiosk, path)
            expect(page.locator(".seat")).to_have_count(3)
            check(page)
            page.set_viewport_size({"width": 390, "height": 844})
            without_fault(page)
            page.set_viewport_size({"width": 1280, "height": 800})


def test_what_the_dealer_opens(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, CHIPS, (1000, 2000, 5000), game="omaha") as kiosk:
        enter(page, kiosk)
        act(kiosk, (1, "fold"), (2, "call"))
        page.locator("#misdeal").click()
        check(page)
        tap(page, "A wrong card was shown")
        page.locator(".seat[data-seat='1'] .head").click()
        check(page)
        pick(page, "Q♥")
        prompt(page, "Misdeal: how does it go on?")
        check(page)
        tap(page, "The player shows no other card: play on: no chips move (O9.4)")
        page.locator("#seating").click()
        page.locator("#places li", has_text="Seat 4").get_by_role("button", name="Sit down").click()
        page.locator("#seating").click()
        check(page)
        page.locator("#seats-dialog").get_by_role("button", name="Close").click()
        tap(page, "Raise to 200 – 300")
        check(page)
        tap(page, "Cancel")
        page.locator("#other").click()
        check(page)


def test_a_tournament(tmp_path: Path, page: Page) -> None:
    options = CHIPS + "options = { tournament = { each = 2, antes_from = 2 } }\n"
    with Kiosk(tmp_path, options, (1000,) * 6, game="omaha") as kiosk:
        for path in ("dealer", "display"):
            enter(page, kiosk, path)
            expect(page.locator(".standings li")).to_have_count(6)
            check(page)
