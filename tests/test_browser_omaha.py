"""An Omaha hand from a shoe of one deck on a real line to the next hand, by taps: three all-ins of different size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from dealer_assist.cards import parse
from hardware.port import Port
from hardware.shoes.virtual import PtyLine, TcpLine, VirtualLine, VirtualShoe
from kiosk import replay
from kiosk.table_devices import heard
from tests import kiosks
from tests.kiosks import JSON, Kiosk, Listener, enter
from tests.test_browser_round import prompt, tap

SHOE = 'chips = [1000, 500, 100, 50, 10, 1]\n[shoe]\nport = "virtual"\nprotocol = "cobs_crc16"\n'
CHIPS = (600, 1500, 2500, 5000)
#: By seat. With the board seat 1 has a straight, seat 2 three kings, seat 3 three nines, seat 4 nothing.
HANDS = {
    1: ("Qh", "Jh", "Qd", "Jd"),
    2: ("As", "Ad", "Kd", "Ks"),
    3: ("9s", "9c", "Ah", "3c"),
    4: ("5h", "5d", "6c", "7c"),
}
BURNED = ("8h", "8c", "8d")


class Dealt:
    """A kiosk whose shoe is a virtual one on a real line, and what is sent to a dealer and to a display."""

    def __init__(self, kiosk: Kiosk, shoe: VirtualShoe) -> None:
        self.kiosk = kiosk
        self.shoe = shoe
        browser = kiosks.Browser(kiosk.url).open()
        self.listeners = [Listener(browser.stream(f"/{who}/events")) for who in ("dealer", "display")]
        self.answers = b""

    def deal(self, *cards: str) -> None:
        """Cards out of the shoe."""
        for card in cards:
            self.shoe.deal(parse(card))

    def until(self, holds: Callable[[JSON], bool], seconds: float = 15.0) -> None:
        """Wait until `holds` is true of the dealer's view."""
        end = time.monotonic() + seconds
        while not holds(view := self.kiosk.view()):
            assert time.monotonic() < end, f"not within {seconds} s: {view}"
            self.kiosk.desk.wait(self.kiosk.desk.published.version, 0.1)

    def sent(self) -> bytes:
        """Every byte that went to the screens so far, pages aside: the picker on them has all 52 cards."""
        for listener in self.listeners:
            listener.until(self.kiosk.desk.published.number)
        return self.answers + b"".join(listener.stream.raw for listener in self.listeners)


def names(cards: tuple[str, ...]) -> list[bytes]:
    """Cards as the record writes them and as people read them."""
    glyphs = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    written = [f'"{card}"' for card in cards]
    return [name.encode() for name in (*written, *(card[0] + glyphs[card[1]] for card in cards))]


@contextmanager
def table(line: VirtualLine, folder: Path) -> Iterator[Dealt]:
    """A table of four with its shoe connected, recorded into `folder`."""
    with (
        VirtualShoe("cobs_crc16", line, beat=0.3, decks=1) as shoe,
        Kiosk(folder, SHOE, CHIPS, game="omaha", tapes=True) as kiosk,
    ):
        port = Port(shoe.url, 115200, lambda event: kiosk.desk.put(heard(event)), wait=lambda _: 0.2)
        port.start()
        assert shoe.wait_for_listener(5)
        try:
            yield Dealt(kiosk, shoe)
        finally:
            port.close()


def seat(page: Page, number: int, part: str) -> str:
    return page.locator(f".seat[data-seat='{number}'] {part}").inner_text()


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_three_all_ins_from_the_shoe_to_the_next_hand(kind: str, page: Page, chromium: Browser, tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "shoe") if kind == "pty" else TcpLine()
    with table(line, tmp_path) as dealt:
        a_hand(dealt, page, chromium)
    # 10. The recorded session gives the same records once more.
    found = replay.whole(tmp_path, None)
    assert found.faults == ()
    assert found.records > 30


def a_hand(dealt: Dealt, page: Page, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    display = context.new_page()
    enter(page, dealt.kiosk)
    enter(display, dealt.kiosk, "display")
    page.on("response", lambda got: kept(dealt, got.url, got.body) if "/dealer/key" in got.url else None)

    # 1. The shoe deals four cards each, face down, from the button's left.
    prompt(page, "Seat 2: card, face down")
    dealt.deal(*(HANDS[number][card] for card in range(4) for number in (2, 3, 4, 1)))
    prompt(page, "Seat 4 to act: call 100, raise to between 200 and 350 (pot)")
    for screen in (page, display):
        expect(screen.locator(".seat .slot[data-card='??']")).to_have_count(16)
        expect(screen.locator(".seat .slot:not([data-card='??'])")).to_have_count(0)

    # 2. A raise by the amount pad: what is out of range can't be sent.
    tap(page, "Raise to 200 – 350")
    prompt(page, "Seat 4 raises: to between 200 and 350")
    page.keyboard.type("351")
    expect(page.locator("#acts").get_by_role("button", name="Raise to 351")).to_be_disabled()
    tap(page, "Pot: 350", "Raise to 350")

    # 3. Three all-ins of different size.
    prompt(page, "Seat 1 to act: call 350, raise to 600 (all-in)")
    tap(page, "All-in 600")
    prompt(page, "Seat 2 to act: call 550, raise to between 850 and 1500 (all-in)")
    tap(page, "Raise to 850 – 1500", "All-in: 1500", "Raise to 1500")
    prompt(page, "Seat 3 to act: call 1400, raise to between 2400 and 2500 (all-in)")
    tap(page, "All-in 2400")
    prompt(page, "Seat 4 to act: call 2150 or fold")
    tap(page, "Call 2150")

    # 4. The pots, who can win them, and the rake as it will be taken.
    prompt(page, "Burn a card")
    assert [pot.inner_text().replace("\n", " ") for pot in page.locator(".pot").all()] == [
        "Pot 2400 seats 1 · 2 · 3 · 4",
        "Side pot 1 2700 seats 2 · 3 · 4",
        "Side pot 2 2000 seats 3 · 4",
    ]
    expect(page.locator(".sums")).to_contain_text("Rake now: 142")
    assert [seat(page, number, ".tag") for number in (1, 2, 3)] == ["all-in"] * 3
    expect(page.locator(".seat[data-seat='4'] .tag")).to_have_count(0)

    # 5. Burned cards and the board come from the shoe too.
    dealt.deal(BURNED[0], "2s", "9d", "Th")
    prompt(page, "Burn a card")
    expect(page.locator(".board .slot")).to_have_count(3)
    dealt.deal(BURNED[1], "4s", BURNED[2], "Kc")

    showdown(dealt, page, display)
    context.close()


def showdown(dealt: Dealt, page: Page, display: Page) -> None:
    """From the last card of the board to the next hand."""
    # 6. Not one byte has told a hole card or a burned one.
    prompt(page, "Seat 3 has to open")
    sent = dealt.sent()
    hidden = [name for hand in (*HANDS.values(), BURNED) for name in names(hand)]
    assert [name for name in hidden if name in sent] == []
    assert b'"??"' in sent
    assert b'"Kc"' in sent

    # 7. The showdown: the last side pot first, the all-in players open, the other mucks.
    tap(page, "Open")
    expect(page.locator(".seat[data-seat='3'] .slot[data-card='9s']")).to_be_visible()
    prompt(page, "Seat 4: open or muck")
    tap(page, "Muck")
    prompt(page, "Seat 2 has to open")
    tap(page, "Open")
    prompt(page, "Seat 1 has to open")
    tap(page, "Open")

    # 8. Each pot goes to its winner, with the five cards that count marked among the nine.
    prompt(page, "Push the pots, take the rake of 142, then close the hand")
    shown = [[part.inner_text() for part in pot.locator(".pay, .hand").all()] for pot in page.locator(".pot").all()]
    assert shown == [
        ["Seat 1: 2352", "Straight"],
        ["Seat 2: 2646", "Three of a kind"],
        ["Seat 3: 1960", "Three of a kind"],
    ]
    fives = [five.get_attribute("aria-label") for five in page.locator(".five").all()]
    assert fives == ["Q♥ J♥ 9♦ 10♥ K♣", "K♦ K♠ 9♦ 10♥ K♣", "9♠ 9♣ 9♦ 10♥ K♣"]
    assert seat(page, 1, ".end").replace("\n", " ") == "Pay 2352 2 × 1000 + 3 × 100 + 1 × 50 + 2 × 1"
    best = [slot.get_attribute("data-card") for slot in page.locator(".seat[data-seat='2'] .best").all()]
    assert best == ["Kd", "Ks"]
    assert [dealt.kiosk.chips(number) for number in (1, 2, 3, 4)] == [2352, 2646, 1960, 2500]
    expect(display.locator(".seat[data-seat='2'] .end")).to_have_text("Won2646")
    assert display.locator("button").count() == 0
    # Seat 4 mucked: its cards were never shown to anybody.
    assert [name for name in (*names(HANDS[4]), *names(BURNED)) if name in dealt.sent()] == []

    # 9. Paid: the next hand, with the button moved to seat 2.
    tap(page, "Paid: next round")
    expect(page.locator("#round")).to_have_text("Round 2")
    prompt(page, "Seat 3: card, face down")
    expect(page.locator(".seat[data-seat='2'] .mark.button")).to_have_count(1)
    assert dealt.kiosk.view()["state"]["button"] == 2


def kept(dealt: Dealt, url: str, body: Callable[[], bytes]) -> None:
    """Keep what a key was answered."""
    del url
    dealt.answers += body()
