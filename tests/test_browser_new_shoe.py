"""A new shoe at Triple by touch: offered before anybody has bet, in two steps, and not after."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.kiosks import Kiosk, enter


def test_a_new_shoe_between_two_rounds(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        enter(page, kiosk)
        acts = page.locator("#acts")
        acts.get_by_role("button", name="New shoe").click()
        expect(page.locator("#prompt")).to_have_text("Are fresh cards in the shoe?")
        page.keyboard.press("Escape")
        expect(page.locator("#prompt")).to_have_text("Seat 1: bet")
        before = kiosk.view()["shoe"]["number"]
        acts.get_by_role("button", name="New shoe").click()
        acts.get_by_role("button", name="A new shoe is in").click()
        expect(page.locator("#prompt")).to_have_text("Seat 1: bet")
        assert kiosk.view()["shoe"]["number"] == before + 1
        acts.get_by_role("button", name="+25").click()
        expect(acts.get_by_role("button", name="New shoe")).to_have_count(0)
        acts.get_by_role("button", name="Bet 25 on each").click()
        expect(page.locator("#prompt")).to_have_text("Seat 2: bet")
        expect(acts.get_by_role("button", name="New shoe")).to_have_count(0)
