"""`python -m tests.paint`: from a shoe's byte to the card on the dealer's page, in milliseconds, the camera running.

A virtual shoe deals 500 cards of Triple on a pseudo-terminal to a live table's devices; a camera in the network is
filmed and read meanwhile; the system's chromium shows the dealer's page. A card's time runs from before its bytes are
written to after the frame in which the page has drawn it. Both clocks are this machine's.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from dealer_assist import table_file
from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.shoe import Shoe
from hardware.shoes.virtual import PtyLine, VirtualShoe
from kiosk.figures import Aim, Row, table
from kiosk.table_devices import Devices
from tests.conftest import CHROMIUM, FLAGS
from tests.kiosks import Kiosk, enter
from tests.setups import LAYOUT
from tests.test_faults_links import Felt

CARDS: Final = 500
#: Seconds between two cards, and after which one that has not come is given up.
PACE: Final = 0.07
GIVEN_UP: Final = 20.0
#: Keeps when each frame that showed one more card was painted, in milliseconds since 1970.
WATCH: Final = """() => {
  window.painted = [];
  let before = document.querySelectorAll("#felt .slot").length;
  new MutationObserver(() => {
    const now = document.querySelectorAll("#felt .slot").length;
    if (now > before) {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.painted.push(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    }
    before = now;
  }).observe(document.getElementById("felt"), { childList: true, subtree: true });
}"""


class Dealer:
    """Deals Triple to two seats, keying whatever the table awaits besides cards."""

    def __init__(self, kiosk: Kiosk, shoe: VirtualShoe, shown: Callable[[int], None], seed: int = 1) -> None:
        """`shown(n)` waits until the page has painted `n` cards."""
        self._kiosk, self._shoe, self._shown, self._random = kiosk, shoe, shown, random.Random(seed)
        self._cards: list[str] = []
        self._down = ""
        self.sent: list[float] = []

    def run(self, cards: int) -> None:
        """Deal so many cards."""
        while len(self.sent) < cards:
            view = self._kiosk.view()
            if view["stopped"]:
                self._answer(view)
                continue
            match view["awaits"]["kind"]:
                case "bets" if view["awaits"]["first"] is None or not all(s["unit"] for s in view["state"]["seats"]):
                    self._bet(view)
                case "bets" | "deal":
                    self._deal(view)
                case "turn":
                    self._kiosk.press(do="step", step={"turn": self._down})
                case "choice":
                    self._choose(view)
                case "over":
                    self._kiosk.press(do="paid")
                case other:
                    raise RuntimeError(f"the table awaits {other}")

    def _bet(self, view: dict[str, Any]) -> None:
        if len(self._cards) < 60:
            # The cards of a fresh shoe, without its jokers: they ask for more than a card.
            left = Shoe(6, 0).left(())
            self._cards = [str(card) for card, number in left.items() for _ in range(number)]
            self._random.shuffle(self._cards)
            if self.sent:
                self._kiosk.press(do="new_shoe")
        for seat in view["state"]["seats"]:
            if not seat["unit"]:
                self._kiosk.press(do="step", step={"bet": seat["seat"], "unit": 10})

    def _deal(self, view: dict[str, Any]) -> None:
        card = self._cards.pop()
        if view["awaits"].get("face_down"):
            self._down = card
        self.sent.append(time.time() * 1000)
        self._shoe.deal(parse(card))
        self._shown(len(self.sent))
        time.sleep(PACE)

    def _choose(self, view: dict[str, Any]) -> None:
        steps = [offer["step"] for offer in view["offers"]]
        self._kiosk.press(do="step", step=next((step for step in steps if step["act"] in {"stand", "war"}), steps[0]))

    def _answer(self, view: dict[str, Any]) -> None:
        # The camera sees an empty felt, and says so after a while.
        remedy = next(each for each in view["finding"]["remedies"] if each["name"] in {"record", "go_on"})
        self._kiosk.press(do="answer", finding=view["finding"]["number"], remedy=remedy["name"])


def times(cards: int = CARDS) -> list[float]:
    """Milliseconds from byte to paint, card by card."""
    felt = Felt()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        line = PtyLine(folder / "shoe")
        text = f'[shoe]\nport = "{line.url}"\nprotocol = "cobs_crc16"\n'
        text += f'[camera]\nsource = "{felt.url}"\npatience = 600\n{LAYOUT}'
        with VirtualShoe("cobs_crc16", line, beat=1.0) as shoe, Kiosk(folder, text, chips=(10**6,) * 2) as kiosk:
            devices = Devices(table_file.load(folder / "table.toml"), folder, 0, kiosk.desk.put)
            devices.start()
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            try:
                page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
                enter(page, kiosk)
                page.locator("#links .link.up").nth(1).wait_for(timeout=60_000)
                page.evaluate(WATCH)

                def shown(count: int) -> None:
                    end = time.monotonic() + GIVEN_UP
                    while page.evaluate("window.painted.length") < count:
                        if time.monotonic() > end:
                            raise RuntimeError(f"card {count} was never shown")
                        time.sleep(0.03)

                dealer = Dealer(kiosk, shoe, shown)
                dealer.run(cards)
                painted: list[float] = page.evaluate("window.painted")
            finally:
                browser.close()
                devices.close()
                felt.close()
    return [shown - began for began, shown in zip(dealer.sent, painted, strict=True)]


def rows() -> Iterator[Row]:
    """The median and the slowest hundredth. Raises `Fault` without a browser."""
    if CHROMIUM is None:
        raise Fault(
            "no chromium on this machine: install it (apt-get install chromium) to measure what a browser shows"
        )
    waits = sorted(times())
    what = f"from shoe byte to kiosk paint, {len(waits)} cards, camera running"
    yield Row(f"{what}, median", waits[len(waits) // 2], "ms")
    yield Row(f"{what}, 99th percentile", waits[len(waits) * 99 // 100], "ms", aim=Aim(100))


def main() -> None:
    """Print the figures."""
    print(table(rows()))


if __name__ == "__main__":
    try:
        main()
    except Fault as fault:
        sys.exit(str(fault))
