"""How the pages of Exchange Blackjack look, as far as it can be measured: faults of access, sizes, what moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dealer_assist.market import OrderIn
from tests.clauses.exchange import steps
from tests.kiosks import Browser as Client
from tests.kiosks import Kiosk, enter
from tests.sizes import each_size, within, without_fault

#: Large amounts, three prices a side, a hand that draws on.
BETS = (
    "Aava back player1 3.5 123456.78; Aava back player1 3.6 1; Aava back player1 3.7 1; Aava lay player1 3.4 99999.99;"
    "Aava lay player1 3.3 1; Aava lay player1 3.2 1; Bo back five_cards 1000 1234.56; Bo lay player1 3.5 23456.78"
)
CARDS = "close; deal 2h Tc Td Ts 9h 2d 9s 7s Ks; Aava lay player1 3.4 99999.99; Bo back all_unique 2.5 10"

CUT = """() => [...document.querySelectorAll(".price b, .price span, .clock b, .purse b, .market-line > *")]
    .filter((each) => each.checkVisibility() && each.textContent)
    .filter((each) => {
        const [box, home] = [each.getBoundingClientRect(), each.parentElement.getBoundingClientRect()];
        return box.right > home.right + 1 || box.left < home.left - 1;
    }).map((each) => each.textContent)"""


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, accounts={"Aava": "9999999.99", "Bo": "1000000.00"}) as opened:
        yield opened


def play(kiosk: Kiosk, text: str) -> None:
    for step in steps(text):
        if "order" in step:
            step.pop("order")
            kiosk.press(do="order", order=OrderIn(**step))
        else:
            kiosk.press(do="step", step=step)


def terminal(page: Page, kiosk: Kiosk) -> None:
    name, _, value = Client(kiosk.url).enter(kiosk, "Aava").cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": kiosk.url}])
    page.goto(f"{kiosk.url}terminal")


def check(page: Page) -> None:
    """At any size no fault that axe finds, nothing that runs out of the page, or out of its place."""
    for width, _ in each_size(page):
        without_fault(page)
        within(page, width)
        assert page.evaluate(CUT) == []


def touchable(page: Page, which: str) -> None:
    """Every one of these is at least 64 px high."""
    for each in page.locator(which).all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 64


def test_the_dealers_page(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    play(kiosk, BETS)
    expect(page.locator("#accounts li")).to_have_count(2)
    check(page)
    page.get_by_role("button", name="Accounts").click()
    check(page)
    page.locator("#accounts-list button").first.click()
    expect(page.locator("#code-dialog")).to_be_visible()
    check(page)
    page.locator("#code-dialog form button").click()
    page.locator("#acts").get_by_role("button", name="Orders").click()
    check(page)
    page.locator("#orders-dialog form button").click()
    page.locator(".market[data-selection='player1'] .price").first.click()
    page.locator("[data-add='100']").click()
    check(page)
    for _ in each_size(page):
        touchable(page, "#ticket button:visible, #ticket select:visible")
    page.locator("#ticket-cancel").click()
    play(kiosk, CARDS)
    expect(page.locator(".slot")).to_have_count(9)
    check(page)


def test_the_display(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk, "display")
    play(kiosk, BETS)
    expect(page.locator(".market[data-selection='player1'] .last")).to_have_text("Last 3.5")
    check(page)
    for width, height in each_size(page):
        if width > 760:
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            assert (
                page.evaluate("(felt => felt.scrollHeight - felt.clientHeight)(document.getElementById('felt'))") <= 0
            )
    play(kiosk, CARDS)
    expect(page.locator(".slot")).to_have_count(9)
    check(page)


def test_a_terminal(kiosk: Kiosk, page: Page) -> None:
    page.goto(f"{kiosk.url}terminal/enter")
    check(page)
    play(kiosk, BETS)
    terminal(page, kiosk)
    expect(page.locator("#own-orders li")).to_have_count(6)
    check(page)
    # What sends an order, cancels one, or begins one at a price can be touched.
    for _ in each_size(page):
        touchable(page, ".price:visible, #own-orders button:visible")
    page.locator(".price").first.click()
    check(page)
    page.locator("#ticket-cancel").click()
    play(kiosk, CARDS)
    expect(page.locator("#prompt")).to_have_text("Betting round 2 is open")
    check(page)


def test_the_fair_odds(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk, "pit/odds", "3001")
    play(kiosk, CARDS)
    expect(page.locator(".deck")).to_have_count(2)
    expect(page.locator(".deck[data-deck='shoe'] td.fair")).to_have_count(8)
    check(page)


def test_nothing_jumps_when_prices_and_results_come(kiosk: Kiosk, page: Page) -> None:
    """Prices that come, cards that land, a selection that is settled: every place stays where it was."""
    enter(page, kiosk, "display")
    places = "() => [...document.querySelectorAll('.seat, .exotic, .house')].map((each) => each.offsetTop)"
    expect(page.locator(".exotic")).to_have_count(4)
    before = page.evaluate(places)
    play(kiosk, BETS)
    expect(page.locator(".market[data-selection='player1'] .last")).to_have_text("Last 3.5")
    assert page.evaluate(places) == before
    play(kiosk, "close; deal Th 2c Td Ts 9h 6s Ac 7s Ks; close; 1 Kd; 2 Kh")
    expect(page.locator(".market[data-selection='player1'] .result")).to_have_text("Lost")
    assert page.evaluate(places) == before


def test_a_terminal_is_light(kiosk: Kiosk, page: Page) -> None:
    weights: list[int] = []
    page.on("requestfinished", lambda request: weights.append(_weight(request.url, request.sizes())))
    terminal(page, kiosk)
    expect(page.locator("#ladder li")).to_have_count(8)
    assert 20_000 < sum(weights) < 300_000


def _weight(url: str, sizes: dict[str, int]) -> int:
    return 0 if url.endswith("/events") else sizes["responseBodySize"]
