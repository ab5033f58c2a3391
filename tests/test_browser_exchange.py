"""A game of Exchange Blackjack by taps: two terminals and a dealer, a dead heat, an early settlement, the time bar."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from dealer_assist.beside import Aside
from kiosk import replay
from kiosk.player import Player
from kiosk.rig import Restarted
from models.recogniser import load
from tests.clauses.exchange import house_of
from tests.kiosks import Browser as Client
from tests.kiosks import Kiosk, enter

ACCOUNTS = {"Aava": "1000.00", "Bo": "500.00"}
#: Long enough for a busy machine to do in it what the test does, short enough to be waited for.
SECONDS = 20


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    """A table whose clock is the real one, everything recorded."""
    file = house_of(tmp_path, round_seconds=SECONDS)
    with Kiosk(tmp_path, accounts=ACCOUNTS, house=file, now=time.monotonic_ns, tapes=True) as opened:
        yield opened


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[[int, int], Page]]:
    """Pages of their own browsers, whose scripts may raise nothing."""
    opened, trouble = [], []

    def make(width: int, height: int) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        opened.append(context)
        return page

    yield make
    for context in opened:
        context.close()
    assert trouble == []


def tap(page: Page, *labels: str) -> None:
    for label in labels:
        page.locator("#acts").get_by_role("button", name=label, exact=True).click()


def prompt(page: Page, text: str) -> None:
    expect(page.locator("#prompt")).to_have_text(text)


def deal(page: Page, cards: str) -> None:
    """Tap cards, waiting after each until the page shows it."""
    for card in cards.split():
        before = page.locator(".slot").count()
        page.locator(f".pick[data-card='{card}']").click()
        expect(page.locator(".slot")).to_have_count(before + 1)


def price(page: Page, selection: str, side: str) -> None:
    """Touch the best price of a selection: a ticket opens for it."""
    page.locator(f".market[data-selection='{selection}'] .side.{side} .price").first.click()
    expect(page.locator("#ticket")).to_be_visible()


def fill(page: Page, odds: str, stake: str) -> None:
    """Odds and stake, and send."""
    page.locator("#ticket-odds").fill(odds)
    page.locator("#ticket-stake").fill(stake)
    page.locator("#ticket-send").click()


def place(page: Page, side: str, selection: str, odds: str, stake: str) -> None:
    """Place an order that must be taken."""
    price(page, selection, side)
    fill(page, odds, stake)
    expect(page.locator("#ticket")).to_be_hidden()


def terminal(kiosk: Kiosk, dealer: Page, page: Page, account: str) -> Page:
    """The dealer gives the account a code; the player opens the link."""
    dealer.locator("#seating").click()
    row = dealer.locator("#accounts-list li").filter(has_text=account)
    row.get_by_role("button", name="Terminal").click()
    expect(dealer.locator("#code-dialog")).to_be_visible()
    link = dealer.locator("#code-link").get_attribute("href")
    assert link is not None
    dealer.locator("#code-dialog").get_by_role("button", name="Close").click()
    page.goto(link)
    page.get_by_role("button", name="Open my terminal").click()
    expect(page.locator("h1")).to_have_text(account)
    return page


def bar(page: Page) -> float:
    return float(page.locator("#clock progress").evaluate("bar => bar.value / bar.max"))


def test_two_terminals_and_a_dealer_play_a_game(kiosk: Kiosk, open_page: Callable[[int, int], Page]) -> None:
    dealer, display = open_page(1280, 800), open_page(1920, 1080)
    enter(dealer, kiosk)
    enter(display, kiosk, "display")
    prompt(dealer, "Betting round 1: let the time run")
    aava = terminal(kiosk, dealer, open_page(390, 844), "Aava")
    bo = terminal(kiosk, dealer, open_page(820, 1180), "Bo")

    orders_before_the_time_runs(aava, bo)

    # The time runs on every page, and closes the round by itself; what waits lapses.
    tap(dealer, "Let the time run")
    expect(dealer.locator("#prompt")).to_have_text(re.compile(r"Betting round 1: 1\d s, close early\?"))
    for page in (dealer, display, aava, bo):
        assert 0 < bar(page) < 1
    before = bar(display)
    expect(display.locator("#clock b")).to_have_text(re.compile(r"^(1[0-4]|\d) s$"))
    assert bar(display) < before
    prompt(dealer, "Player 1: card")
    expect(aava.locator("#own-orders .lapsed")).to_have_text("7.77 lapsed")
    assert kiosk.view()["awaits"]["kind"] == "deal"

    # Player 1 is to draw on 16 against the dealer's seven; Player 2 stands on 17, the others on 19.
    deal(dealer, "6h Tc Td 9h 7h Ts 7s 9c Ks")
    tap(dealer, "Hold the time")
    prompt(dealer, "Betting round 2: let the time run")
    dealer.locator("#acts").get_by_role("button", name="Place an order").click()
    dealer.locator("#ticket-account").select_option("Bo")
    dealer.locator("#ticket-selection").select_option("player3")
    dealer.locator("#ticket-lay").click()
    fill(dealer, "1.5", "20")
    expect(aava.locator(".market[data-selection='player3'] .side.back .price").first).to_contain_text("1.5")
    dealer.locator("#acts").get_by_role("button", name="Orders (1)").click()
    dealer.locator("#orders").get_by_role("button", name="Cancel the order").click()
    expect(dealer.locator("#orders")).to_have_text("No order waits.")
    dealer.locator("#orders-dialog").get_by_role("button", name="Close").click()
    # Who bet last bets next, and the stake of that order is one touch.
    dealer.locator("#acts").get_by_role("button", name="Place an order").click()
    expect(dealer.locator("#ticket-account")).to_have_value("Bo")
    dealer.get_by_role("button", name="The last stake: 20.00").click()
    expect(dealer.locator("#ticket-stake")).to_have_value("20.00")
    expect(dealer.locator("#ticket-clear")).to_be_visible()
    expect(dealer.locator("#ticket-send")).to_contain_text("Bo · ")
    dealer.locator("#ticket-account").select_option("Aava")
    expect(dealer.locator("#ticket-send")).to_contain_text("Aava · ")
    dealer.locator("#ticket-clear").click()
    expect(dealer.locator("#ticket-again")).to_be_hidden()
    dealer.locator("#ticket-cancel").click()
    tap(dealer, "Let the time run", "Close betting")

    early_settlement_and_dead_heat(kiosk, dealer, display, aava, bo)


def orders_before_the_time_runs(aava: Page, bo: Page) -> None:
    """Orders that wait, one that is matched by the other terminal's touch of its price, and what is refused."""
    place(aava, "back", "player1", "3.5", "10")
    price(bo, "player1", "lay")
    expect(bo.locator("#ticket-odds")).to_have_value("3.5")
    bo.locator("[data-step='1']").click(delay=700)  # held down, it goes on
    assert float(bo.locator("#ticket-odds").input_value()) > 3.6
    bo.locator("#ticket-odds").fill("3,50")  # the ladder writes 3.5
    bo.locator("[data-add='10']").click()
    expect(bo.locator("#ticket-liability")).to_have_text("The most that this order can lose: 25.00")
    bo.locator("#ticket-send").click()
    expect(bo.locator("#ticket")).to_be_hidden()
    expect(aava.locator("#own-orders .matched")).to_have_text("10.00 matched")
    place(aava, "back", "player2", "3.5", "10.31")
    place(bo, "lay", "player2", "3.5", "10.31")
    place(aava, "lay", "five_cards", "10", "7.77")
    expect(bo.locator("#exposure li").first).to_contain_text("if it wins−25.00")

    # What can't be is refused with its clause, and nothing is reserved.
    expect(aava.locator("#free")).to_have_text("909.76 free")
    price(aava, "player1", "back")
    fill(aava, "3.51", "10")
    expect(aava.locator("#ticket-answer")).to_contain_text("X4.2 · odds 3.51 are not on the ladder")
    aava.locator("[data-step='1']").click()
    expect(aava.locator("#ticket-odds")).to_have_value("3.55")
    fill(aava, "3.55", "5000")
    expect(aava.locator("#ticket-answer")).to_contain_text("X4.4 · Aava has 909.76 free")
    aava.locator("#ticket-cancel").click()
    expect(aava.locator("#free")).to_have_text("909.76 free")


def early_settlement_and_dead_heat(kiosk: Kiosk, dealer: Page, display: Page, aava: Page, bo: Page) -> None:
    """From the card that decides Player 1 to the next game."""
    # Player 1 is bust: settled at once, long before the end (X3.5).
    prompt(dealer, "Player 1: draw")
    deal(dealer, "Kd")
    tap(dealer, "Hold the time")
    prompt(dealer, "Betting round 3: let the time run")
    player1 = display.locator(".market[data-selection='player1']")
    expect(player1.locator(".result")).to_have_text("Lost")
    expect(player1.locator(".clause")).to_have_text("X3.5")
    expect(aava.locator("#settled")).to_have_text("−10.00")
    expect(bo.locator("#settled")).to_have_text("+10.00")
    expect(aava.locator(".market[data-selection='player1'] .price").first).to_be_hidden()
    tap(dealer, "Close betting")

    # The dealer makes 17 too: a dead heat at half the odds, 10.31 × (1.75 − 1) = 7.73 (7.7325 rounded).
    prompt(dealer, "Dealer: card")
    deal(dealer, "Th")
    prompt(dealer, "Game over: read out the results")
    expect(display.locator(".market[data-selection='player2'] .result")).to_have_text("Dead heat")
    expect(aava.locator("#own-lines")).to_contain_text("Player 2 backed, dead heat+7.73X4.5")
    expect(aava.locator("#settled")).to_have_text("−2.27")
    expect(bo.locator("#settled")).to_have_text("+2.27")
    expect(aava.locator("#free")).to_have_text("997.73 free")
    expect(bo.locator("#free")).to_have_text("502.27 free")
    expect(dealer.locator("#accounts li").nth(0)).to_have_text("Aava−2.27997.73")
    expect(dealer.locator("#accounts li").nth(1)).to_have_text("Bo+2.27502.27")
    assert "Aava" not in display.locator("body").inner_text()

    tap(dealer, "Next game")
    expect(dealer.locator("#round")).to_have_text("Game 2")
    expect(aava.locator("#free")).to_have_text("997.73 free")
    expect(aava.locator("#own-orders")).to_have_text("Nothing yet.")
    assert kiosk.view()["settlement"]["accounts"][1]["chips"] == "502.27"


def record(folder: Path) -> None:
    """A game with orders of terminals, betting that closes by its time, a restart, and a void that is agreed."""
    file = house_of(folder, round_seconds=1)
    with Kiosk(folder, accounts=ACCOUNTS, house=file, now=time.monotonic_ns, tapes=True) as kiosk:
        for name, side in (("Aava", "back"), ("Bo", "lay")):
            player = Client(kiosk.url).enter(kiosk, name)
            order = {"selection": "player1", "side": side, "odds": "3.5", "stake": "10.00"}
            sent = {"seen": kiosk.desk.published.number, "once": "abcdefgh", "order": order}
            assert player.post("/terminal/key", sent)[0] == 200
        kiosk.press(do="time", runs=True)
        until(kiosk, "deal")
        cards = zip(
            ("player1", "player2", "player3", "player4", "dealer", "player1", "player2", "player3", "player4"),
            ["Th", "Tc", "Td", "Ts", "9h", "9s", "8s", "7s", "Ks"],
            strict=True,
        )
        for place, card in cards:
            kiosk.press(do="step", step={"card": card, "to": place})
        kiosk.desk.ask(Restarted())
        kiosk.press(do="answer", finding=kiosk.view()["finding"]["number"], remedy="go_on")
        assert kiosk.view()["time"]["held"]
        kiosk.press(do="time", runs=True)
        until(kiosk, "deal")
        kiosk.press(do="misdeal", what="lost")
        found = kiosk.view()["finding"]["number"]
        kiosk.press(do="answer", finding=found, remedy="void_exposed_early", approved_by="2001")
        kiosk.press(do="paid")


def test_the_recorded_game_replays_identically(tmp_path: Path) -> None:
    """Step by step from the tapes, the closing of betting by its time too; and its journal by itself."""
    record(tmp_path)
    assert replay.journal_only(tmp_path).identical
    result = replay.whole(tmp_path, None)
    assert result.identical, result.faults
    assert result.records > 15
    assert (tmp_path / "keys.tape").read_bytes().count(b'"ticked":true') >= 3


def test_the_recorded_game_plays_as_a_live_table(tmp_path: Path) -> None:
    """At sixteen times its speed: betting closes where it closed, not when the clock of this table would. Who signed in
    then, or does while it plays, makes no key of it come too late."""
    record(tmp_path)
    player = Player(tmp_path, lambda: load("steady"))
    player.speed(16)
    player.start()
    player.desk.put(Aside("sign_in", {"role": "dealer"}, "1001"))
    published = player.desk.published
    give_up = time.monotonic() + 60
    while json.loads(published.views["display"])["round"] == 1:
        assert time.monotonic() < give_up
        published = player.desk.wait(published.version, 5)
    assert json.loads(published.views["dealer"])["settlement"]["accounts"][0]["chips"] == "1000.00"
    assert published.fault is None
    player.close()


def until(kiosk: Kiosk, kind: str) -> None:
    """Wait for the table itself: betting closes by its time."""
    published = kiosk.desk.published
    give_up = time.monotonic() + 60
    while kiosk.view()["awaits"]["kind"] != kind:
        assert time.monotonic() < give_up
        published = kiosk.desk.wait(published.version, 5)


def test_a_void_game_is_agreed_by_taps(kiosk: Kiosk, open_page: Callable[[int, int], Page]) -> None:
    dealer = open_page(1280, 800)
    enter(dealer, kiosk)
    dealer.locator("#misdeal").click()
    tap(dealer, "Void the game")
    remedy = dealer.locator("#acts").get_by_role("button", name="Void: a card seen too early (X4.8)")
    expect(remedy).to_contain_text("A supervisor has to agree.")
    remedy.click()
    dealer.locator("#agree-badge").fill("2001")
    dealer.locator("#agree-pin").fill("802468")
    dealer.locator("#agree-go").click()
    prompt(dealer, "The game is void: open bets go back")
    tap(dealer, "Next game")
    expect(dealer.locator("#round")).to_have_text("Game 2")


def test_a_ticket_of_a_round_that_closes_is_not_placed(kiosk: Kiosk, open_page: Callable[[int, int], Page]) -> None:
    player = open_page(390, 844)
    name, _, value = Client(kiosk.url).enter(kiosk, "Aava").cookie.partition("=")
    player.context.add_cookies([{"name": name, "value": value, "url": kiosk.url}])
    player.goto(kiosk.url + "terminal")
    price(player, "player1", "back")
    player.locator("#ticket-stake").fill("5")
    kiosk.press(do="step", step={"close": "betting"})
    expect(player.locator("#ticket")).to_be_hidden()
    expect(player.locator("#own-answer")).to_have_text("Betting has closed: the order was not placed.")
    assert player.locator(".market button:enabled").count() == 0


def test_accounts_are_opened_and_leave_by_taps(kiosk: Kiosk, open_page: Callable[[int, int], Page]) -> None:
    dealer = open_page(1280, 800)
    enter(dealer, kiosk)
    dealer.locator("#seating").click()
    dealer.locator("#accounts-bring").fill("77,7")
    dealer.locator("#account-name").fill("Tuuli")
    dealer.locator("#account-open button").click()
    expect(dealer.locator("#accounts-list")).to_contain_text("Tuuli77.70 free")
    row = dealer.locator("#accounts-list li").filter(has_text="Aava")
    row.get_by_role("button", name="Leave").click()
    expect(dealer.locator("#accounts-list li")).to_have_count(2)
    dealer.locator("#account-name").fill("Tuuli")
    dealer.locator("#account-open button").click()
    expect(dealer.locator("#accounts-answer")).to_contain_text("there is an account 'Tuuli' already")
