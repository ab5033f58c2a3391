"""Floor, pause, help and languages on the dealer's page, by taps, by one thumb and by keys, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kiosks import Kiosk, enter
from tests.test_browser_round import prompt


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, chips=(1000, 500)) as opened:
        yield opened


def test_floor_and_pause_by_taps_and_what_the_players_read(kiosk: Kiosk, page: Page, chromium: Browser) -> None:
    players = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    enter(players, kiosk, "display")
    enter(page, kiosk)
    kiosk.deal("bet 1 30; bet 2 30; 1 Kh")
    prompt(page, "Seat 2: card")
    page.locator("#floor").click()
    expect(page.locator("#floor")).to_have_text("Floor has come")
    expect(players.locator("#called")).to_have_text("The floor has been called")
    prompt(players, "A card for seat 2")
    page.locator("#pause").click()
    prompt(page, "Paused")
    prompt(players, "A short break")
    expect(page.locator("#wrong")).to_be_disabled()
    page.locator("#floor").click()  # whoever was called comes while the table is paused
    expect(players.locator("#called")).to_be_hidden()
    page.get_by_role("button", name="Go on").click()
    prompt(page, "Seat 2: card")
    prompt(players, "A card for seat 2")
    players.context.close()


def test_floor_pause_and_seats_by_keys_and_the_help_names_them(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    prompt(page, "Seat 1: bet")
    page.keyboard.press("f")
    expect(page.locator("#floor")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#band[inert]")).to_have_count(0)  # until a key is answered, the next one is not taken
    page.keyboard.press("p")
    prompt(page, "Paused")
    page.keyboard.press("1")
    prompt(page, "Seat 1: bet")
    page.keyboard.press("e")
    expect(page.locator("#seats-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keys = page.locator("#help dt").all_text_contents()
    assert {"W", "M", "E", "O", "P", "F", "Esc", "?", "Enter", "*", "0", "1 – 9"} <= set(keys)
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_a_whole_round_by_keys_alone(tmp_path: Path, page: Page) -> None:
    """From the bet through War, Blackjack and Poker to the next round, in Finnish; no tap, no mouse."""
    with Kiosk(tmp_path, chips=(1000,), language="fi") as kiosk:
        enter(page, kiosk)

        def typed(keys: str, then: str) -> None:
            for key in keys.split():
                page.keyboard.press(key)
            prompt(page, then)

        typed("", "Paikka 1: panos")
        typed("3 Enter", "Paikka 1: kortti. Muuta panosta napauttamalla paikkaa")
        typed("k h", "Jakaja: kortti")
        typed("9 c", "Paikka 1: kortti")
        typed("j h", "Jakaja: kortti, kuvapuoli alas")
        typed("0", "Paikan 1 vuoro")
        typed("2", "Käännä pohjakortti")  # stand
        typed("8 c", "Paikka 1: kortti")
        for card in ("k d", "j d", "2 s"):
            typed(card, "Paikka 1: kortti")
        page.keyboard.press("3")
        page.keyboard.press("d")
        expect(page.locator("#band:not([inert]) #acts .primary")).to_have_text("Maksettu: seuraava kierros")
        assert "Maksa paikalle 1: " in page.locator("#prompt").inner_text()
        typed("Enter", "Paikka 1: panos")
        assert kiosk.view()["round"] == 2


def test_another_language_is_chosen_and_stays(kiosk: Kiosk, page: Page) -> None:
    """The whole page and its stream, and what a refusal says; another screen keeps its own."""
    enter(page, kiosk)
    prompt(page, "Seat 1: bet")
    page.locator("#help-open").click()
    page.get_by_role("link", name="日本語").click()
    prompt(page, "1番席：ベット")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#wrong")).to_have_text("カード訂正")
    enter(page, kiosk)
    prompt(page, "1番席：ベット")
    page.locator("#help-open").click()
    page.get_by_role("link", name="Suomi").click()
    prompt(page, "Paikka 1: panos")


def test_one_thumb_reaches_everything_on_a_phone(kiosk: Kiosk, chromium: Browser) -> None:
    """All that is pressed in a round lies in the lower part of the screen, large enough, without scrolling."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    enter(page, kiosk)
    kiosk.deal("bet 1 30; bet 2 30; 1 Kh; 2 8c; dealer 9d; 1 5h; 2 7c; dealer ??")
    prompt(page, "Seat 1 to act")
    buttons = page.locator("#acts button:visible, #tools button:visible").all()
    assert len(buttons) >= 7
    for button in buttons:
        box = button.bounding_box()
        assert box is not None
        assert box["y"] >= 844 * 0.45, button.inner_text()
        assert box["y"] + box["height"] <= 844, button.inner_text()
        assert min(box["width"], box["height"]) >= 44, button.inner_text()
    page.get_by_role("button", name="Stand", exact=True).tap()
    prompt(page, "Seat 2 to act")
    context.close()


def test_a_deck_of_two_colours(tmp_path: Path, page: Page) -> None:
    colours = """[...document.querySelectorAll(".slot .card")].map((card) => getComputedStyle(card).fill)"""
    for number, count in ((4, 4), (2, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Kiosk(folder, chips=(1000,) * 4, colours=number) as kiosk:
            kiosk.deal("bet 1 30; bet 2 30; bet 3 30; bet 4 30; 1 Kh; 2 9s; 3 4d; 4 5c")
            enter(page, kiosk)
            expect(page.locator(".slot")).to_have_count(4)
            assert len(set(page.evaluate(colours))) == count
