"""A Triple round dealt by hand to its end by taps in a real browser, with the money of every seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kiosks import Kiosk, enter

BETS_IN = "Seat 1: card. To change a bet, tap its seat"


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, chips=(1000, 500)) as opened:
        yield opened


def tap(page: Page, *labels: str) -> None:
    """Tap buttons of the lower band one after another, each once it may be pressed."""
    for label in labels:
        page.locator("#acts").get_by_role("button", name=label, exact=True).click()


def deal(page: Page, *cards: str) -> None:
    """Tap cards, waiting after each until the page shows it."""
    for card in cards:
        before = page.locator(".slot").count()
        page.locator("#picker").get_by_role("button", name=card, exact=True).click()
        expect(page.locator(".slot")).to_have_count(before + 1)


def prompt(page: Page, text: str) -> None:
    """The page asks for this, and the last key is answered: until then it takes no other."""
    expect(page.locator("#prompt")).to_have_text(text)
    expect(page.locator("#band[inert]")).to_have_count(0)


def seat(page: Page, number: int) -> list[str]:
    """A seat's chips and lines, as they stand on the page."""
    place = page.locator(f".seat[data-seat='{number}']")
    chips = place.locator(".chips").inner_text()
    lines = place.locator(".lines li").all()
    return [chips, *(" ".join(part.inner_text() for part in line.locator("> *").all()) for line in lines)]


def test_a_round_by_taps(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    prompt(page, "Seat 1: bet")
    tap(page, "+25", "+5", "Bet 30 on each of three games: 90")
    prompt(page, "Seat 2: bet")
    tap(page, "+100", "Clear", "+10", "+10", "Bet 20 on each of three games: 60")
    prompt(page, BETS_IN)

    deal(page, "K♥", "9♠", "9♣")
    prompt(page, "Seat 2 to choose: war or surrender")
    assert seat(page, 1) == ["970", "War won +30 T3.2", "Blackjack 30", "Poker 30"]
    tap(page, "Go to war +40")
    prompt(page, "Seat 1: card")
    assert seat(page, 2) == ["420", "Tie, goes to war 0 T3.3", "Blackjack 40", "Poker 40"]

    deal(page, "5♥", "A♦")
    prompt(page, "Dealer: card, face down")
    deal(page, "Face down")
    expect(page.locator("#house .back")).to_have_count(1)
    prompt(page, "Seat 1 to act")
    tap(page, "Stand")
    prompt(page, "Seat 2 to act")
    page.locator("#misdeal").click()
    tap(page, "Only the key was wrong: seat 1, Stand")
    prompt(page, "Seat 1: what did it do?")
    tap(page, "Double +30")
    prompt(page, "Seat 1: card")
    deal(page, "6♣")
    prompt(page, "Seat 2 to act")
    tap(page, "Stand")
    prompt(page, "Turn the hole card")
    page.locator("#picker").get_by_role("button", name="7♥", exact=True).click()
    prompt(page, "Dealer: card")
    deal(page, "10♦")
    prompt(page, "Seat 1: card")
    assert seat(page, 1)[:3] == ["1060", "War won +30 T3.2", "Blackjack won +60 T4.2"]
    assert seat(page, 2)[:3] == ["500", "Tie, goes to war 0 T3.3", "Blackjack won +40 T4.2"]

    deal(page, "Q♠", "9♥", "5♠", "A♣", "2♣", "3♦", "4♦")
    prompt(page, "Pay and take, then close the round")
    assert seat(page, 1)[0] == "1060"
    assert seat(page, 1)[-1] == "Low pair −30 T6.3"
    assert seat(page, 2)[0] == "620"
    assert seat(page, 2)[-1] == "Two pair +80 T6.3"
    expect(page.locator(".seat[data-seat='1'] .end")).to_have_text("Pay602 × 25 + 1 × 10")
    expect(page.locator(".seat[data-seat='2'] .end")).to_have_text("Pay1201 × 100 + 2 × 10")

    page.locator(".seat[data-seat='2'] .head").click()
    expect(page.locator("#reasons")).to_contain_text("40 × 3 = 120")
    expect(page.locator("#reasons")).to_contain_text("T6.3 · Poker pays by the hand")
    page.keyboard.press("Escape")

    tap(page, "Paid: next round")
    expect(page.locator("#round")).to_have_text("Round 2")
    prompt(page, "Seat 1: bet")
    assert (kiosk.chips(1), kiosk.chips(2)) == (1060, 620)
    _the_next_bets(kiosk, page)


def _the_next_bets(kiosk: Kiosk, page: Page) -> None:
    """As last time by one tap, and all that is there by another."""
    tap(page, "Same: 30")
    prompt(page, "Seat 2: bet")
    tap(page, "All-in: 206")
    expect(page.locator(".seat[data-seat='2'] .tag")).to_have_text("all-in")
    assert (kiosk.chips(1), kiosk.chips(2)) == (970, 2)


def test_a_round_by_keys_alone(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    prompt(page, "Seat 1: bet")
    page.keyboard.press("3")  # +10
    page.keyboard.press("Enter")
    prompt(page, "Seat 2: bet")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    prompt(page, BETS_IN)
    for count, keys in enumerate(("kh", "9s", "9c"), 1):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(".slot")).to_have_count(count)
    prompt(page, "Seat 2 to choose: war or surrender")
    page.keyboard.press("2")
    prompt(page, "Seat 1: card")
    assert seat(page, 2)[:2] == ["475", "Tie, surrenders −5 T3.4"]
    for count, keys in enumerate(("Jh", "*", "0"), 4):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(".slot")).to_have_count(count)
    prompt(page, "Seat 1 to act")
    page.keyboard.press("Enter")  # hit, the first act
    prompt(page, "Seat 1: card")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("s")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    prompt(page, "Seat 1: card")


def test_a_wrong_card_is_put_right(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    expect(page.locator("#wrong")).to_be_disabled()
    kiosk.deal("bet 1 30; bet 2 30; 1 8h; 2 Kd; dealer 7c")
    expect(page.locator(".slot")).to_have_count(3)
    page.locator("#wrong").click()
    prompt(page, "Tap the card that is wrong")
    page.locator(".slot[data-card='8h']").click()
    prompt(page, "Which card is it?")
    likely = page.locator(".pick.likely")
    assert {cell.get_attribute("data-card") for cell in likely.all()} == {"3h", "6h", "9h", "8d"}
    page.locator("#picker").get_by_role("button", name="3♥", exact=True).click()
    expect(page.locator(".slot[data-card='3h']")).to_have_count(1)
    assert seat(page, 1)[:2] == ["910", "War lost −30 T3.2"]
    prompt(page, "Seat 1: card")
    assert kiosk.chips(1) == 910

    page.locator("#wrong").click()
    page.keyboard.press("Escape")
    prompt(page, "Seat 1: card")


def test_a_wrong_card_is_put_right_by_keys_alone(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    kiosk.deal("bet 1 30; bet 2 30; 1 8h; 2 Kd; dealer 7c")
    expect(page.locator(".slot")).to_have_count(3)
    page.keyboard.press("w")
    prompt(page, "Tap the card that is wrong")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.locator(".slot[data-card='8h']:focus").count():
            break
    page.keyboard.press("Enter")
    prompt(page, "Which card is it?")
    page.keyboard.press("3")
    page.keyboard.press("h")
    expect(page.locator(".slot[data-card='3h']")).to_have_count(1)
    assert kiosk.chips(1) == 910


def test_a_card_corrected_too_late_offers_the_misdeals(kiosk: Kiosk, page: Page) -> None:
    """With an eight seat 1 would have tied: its choice was never asked. Three taps, and the deal goes back (T9.1)."""
    enter(page, kiosk)
    kiosk.deal("bet 1 30; bet 2 30; 1 Kh; 2 9s; dealer 8c; 1 7d; 2 Td")
    page.locator("#wrong").click()
    page.locator(".slot[data-card='Kh']").click(position={"x": 8, "y": 20})
    page.locator("#picker").get_by_role("button", name="8♥", exact=True).click()
    expect(page.locator("#sentence")).to_contain_text("With 8♥ in place of K♥ the round could not have gone as it went")
    page.locator("#acts").get_by_role("button", name="Misdeal: back to this card: takes back 120 (T9.1)").click()
    prompt(page, BETS_IN)
    assert [kiosk.chips(number) for number in (1, 2)] == [910, 410]


def test_a_refusal_is_said_with_its_clause(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    tap(page, "+5", "Bet 5 on each of three games: 15")
    expect(page.locator("#answer")).to_have_text("T2.3 · seat 1 bets 5; the least unit is 10")
    tap(page, "+5", "Bet 10 on each of three games: 30")
    expect(page.locator("#answer")).to_have_text("")
    prompt(page, "Seat 2: bet")


def test_the_display_shows_it_from_the_other_side(kiosk: Kiosk, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    enter(page, kiosk, "display")
    kiosk.deal("bet 1 30; bet 2 all; 1 Kh; 2 9s; dealer 9c; 2 surrender; 1 8s; 2 7s; dealer ??; 1 stand")
    prompt(page, "Seat 2 to choose")
    assert [place.get_attribute("data-seat") for place in page.locator(".seat").all()] == ["2", "1"]
    assert page.locator("button").count() == 0
    expect(page.locator("#house .back")).to_have_count(1)
    kiosk.deal("2 stand; turn 9h; 1 2c; 1 3c; 1 5d; 1 Kc")
    prompt(page, "Payouts")
    expect(page.locator(".seat[data-seat='1'] .end")).to_have_text("Won60")
    expect(page.locator(".seat[data-seat='2'] .end")).to_have_text("Lost415")
    expect(page.locator("#fresh")).to_contain_text("Poker pays by the hand")
    context.close()
