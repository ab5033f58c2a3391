"""The whole path on a real serial line: virtual shoe → PTY or TCP → port → table → dealer's page, the cable pulled.

Nothing is lost or doubled in silence: what came while the cable was out is asked of the dealer, who taps it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dealer_assist.cards import parse
from hardware.port import Port
from hardware.shoes.virtual import PtyLine, TcpLine, VirtualShoe
from kiosk.table_devices import heard
from tests.kiosks import JSON, Kiosk, enter

SHOE = '[shoe]\nport = "virtual"\nprotocol = "cobs_crc16"\n'


class Dealt:
    """A kiosk whose shoe is a virtual one on a real line."""

    def __init__(self, kiosk: Kiosk, shoe: VirtualShoe) -> None:
        self.kiosk = kiosk
        self.shoe = shoe

    def deal(self, *cards: str) -> None:
        """Cards out of the shoe."""
        for card in cards:
            self.shoe.deal(parse(card))

    def until(self, holds: Callable[[JSON], bool], seconds: float = 8.0) -> JSON:
        """The dealer's view once `holds` is true of it."""
        end = time.monotonic() + seconds
        while not holds(view := self.kiosk.view()):
            assert time.monotonic() < end, f"not within {seconds} s: {view}"
            self.kiosk.desk.wait(self.kiosk.desk.published.version, 0.1)
        return view

    def cards(self) -> list[str]:
        """The cards of the round in the order in which they are in the record."""
        return [card["card"] for card in self.kiosk.view()["cards"]]


@pytest.fixture(params=["pty", "tcp"])
def dealt(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Dealt]:
    """A table of two seats with bets of 30 and 20, its shoe connected."""
    line = PtyLine(tmp_path / "shoe") if request.param == "pty" else TcpLine()
    with VirtualShoe("cobs_crc16", line, beat=0.3) as shoe, Kiosk(tmp_path, SHOE, chips=(1000, 500)) as kiosk:
        port = Port(shoe.url, 115200, lambda event: kiosk.desk.put(heard(event)), wait=lambda _: 0.2)
        port.start()
        assert shoe.wait_for_listener(5)
        kiosk.deal("bet 1 30; bet 2 20")
        yield Dealt(kiosk, shoe)
        port.close()


def test_cable_pulled_and_put_back_in_mid_round(dealt: Dealt, page: Page) -> None:
    enter(page, dealt.kiosk)
    dealt.deal("Kh")
    dealt.until(lambda view: view["awaits"].get("to") == 2)
    dealt.shoe.unplug()
    dealt.until(lambda view: view["stopped"])
    expect(page.locator("#band")).to_contain_text("shoe", timeout=2000)
    # Dealt into the void: the number of the next heartbeat tells that one is missing.
    dealt.deal("8c")
    dealt.shoe.plug()
    dealt.until(lambda view: view["links"]["shoe"] == "up" and view["finding"]["missed"] == 1)
    # The next card comes over the line while the table is stopped: it waits.
    dealt.deal("9d")
    view = dealt.until(lambda view: view["finding"]["held"] == 1)
    assert view["finding"]["kind"] == "shoe_lost"
    assert dealt.cards() == ["Kh"]
    # The dealer taps the card that was missed, then goes on.
    page.locator('[data-card="8c"]').click()
    dealt.until(lambda view: len(view["cards"]) == 2)
    page.get_by_role("button", name="Go on").click()
    dealt.until(lambda view: not view["stopped"])
    assert dealt.cards() == ["Kh", "8c", "9d"]
    assert dealt.kiosk.chips(1) == 1000 - 90 + 60
    assert dealt.kiosk.chips(2) == 500 - 60
    # And the round goes on from the shoe: seat 1 is next, with its second card.
    dealt.deal("5h")
    dealt.until(lambda view: view["awaits"].get("to") == 2)
    assert dealt.cards() == ["Kh", "8c", "9d", "5h"]


def test_cable_pulled_when_no_card_was_dealt(dealt: Dealt) -> None:
    """The dealer confirms that nothing was missed; no card is doubled when the shoe speaks again."""
    dealt.deal("Kh")
    dealt.until(lambda view: view["awaits"].get("to") == 2)
    dealt.shoe.unplug()
    dealt.until(lambda view: view["stopped"])
    dealt.shoe.plug()
    view = dealt.until(lambda view: view["links"]["shoe"] == "up")
    assert view["finding"]["missed"] == 0
    dealt.kiosk.press(do="answer", finding=view["finding"]["number"], remedy="go_on")
    dealt.deal("8c", "9d")
    dealt.until(lambda view: len(view["cards"]) == 3)
    assert dealt.cards() == ["Kh", "8c", "9d"]


def test_a_cable_pulled_twice_stops_twice(dealt: Dealt) -> None:
    for _ in range(2):
        dealt.shoe.unplug()
        view = dealt.until(lambda view: view["stopped"])
        dealt.shoe.plug()
        dealt.until(lambda view: view["links"]["shoe"] == "up")
        dealt.kiosk.press(do="answer", finding=view["finding"]["number"], remedy="go_on")
        dealt.until(lambda view: not view["stopped"])
    dealt.deal("Kh", "8c", "9d")
    dealt.until(lambda view: len(view["cards"]) == 3)
    assert dealt.cards() == ["Kh", "8c", "9d"]
