"""Hole cards and burned ones on their way to the screens: no byte before they are turned, and no difference at all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from tests.kiosks import JSON, SHOE, Browser, Kiosk, Listener

#: Two deals that differ in every card that lies face down, in the order in which the shoe gives them: seats 2, 3, 1.
DEALS: Final = (
    (("As", "9s", "Qh", "Ad", "9c", "Jh", "Kd", "2d", "Qd", "Ks", "2h", "Jd"), ("7h", "7c", "3s")),
    (("Ac", "8s", "Qs", "Ah", "8c", "Jc", "Kh", "6d", "Qc", "Js", "6h", "Ts"), ("5h", "5c", "3d")),
)


class Shown(msgspec.Struct, frozen=True):
    """What the screens of a hand were shown before the first card was turned."""

    views: list[list[JSON]]
    raw: bytes
    pages: bytes


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> list[Shown]:
    """The same hand with both deals."""
    return [listened(tmp_path_factory.mktemp(f"deal{number}"), *deal) for number, deal in enumerate(DEALS)]


def listened(folder: Path, hole: tuple[str, ...], burned: tuple[str, ...]) -> Shown:
    with Kiosk(folder, SHOE, (600, 2000, 5000), game="omaha") as kiosk:
        browser = Browser(kiosk.url).open()
        streams = [browser.stream(f"/{who}/events") for who in ("dealer", "display")]
        listeners = [Listener(stream) for stream in streams]
        kiosk.plug()
        kiosk.shoe(" ".join(hole))
        raw = b""

        def key(**sent: Any) -> None:
            nonlocal raw
            raw += answer(browser, kiosk, **sent)

        def act(seat: int, name: str, **more: Any) -> None:
            key(do="step", step={"act": name, "seat": seat, **more})

        def report(**sent: Any) -> None:
            """A misdeal that is none."""
            key(do="misdeal", **sent)
            key(do="answer", finding=kiosk.view()["finding"]["number"], remedy="no_misdeal")

        act(2, "call")  # not its turn
        act(1, "raise", to=9000)  # above the pot
        act(1, "raise", to=350)
        report(what="card", at_step=3)
        report(what="lost")
        key(do="step", step={"card": "4c", "to": 2})  # the shoe reads the cards here
        kiosk.shoe(burned[0])  # while seat 2 is still to act
        key(do="answer", finding=kiosk.view()["finding"]["number"], remedy="burned")
        act(2, "call")
        act(3, "call")
        kiosk.shoe(f"{burned[1]} 2s 9d Th")
        act(2, "bet", to=500)
        act(3, "raise", to=1650)
        key(do="step", step={"flying": 2, "act": "call"})  # its turn has not come
        act(1, "all_in")
        act(2, "all_in")
        kiosk.shoe(f"{burned[2]} 4s")
        key(do="correct", at_step=2, card="Zz")
        pages = b"".join(browser.ask("GET", path)[2] for path in ("/", "/display", "/dealer", "/nowhere"))
        for listener in listeners:
            listener.until(kiosk.desk.published.number)
        raw += b"".join(stream.raw for stream in streams)
        pages = re.sub(rb'(data-boot|data-token|value|href)="[^"]*"', b"", pages)
        return Shown([listener.views for listener in listeners], raw, pages)


def answer(browser: Browser, kiosk: Kiosk, **key: Any) -> bytes:
    number = kiosk.settled.number
    status, said = browser.key(seen=number, once=f"hole-{number:04}-{len(str(key)):04}", **key)
    return f"{status} {said}".encode()


def test_no_byte_names_a_hidden_card(hands: list[Shown]) -> None:
    for (hole, burned), shown in zip(DEALS, hands, strict=True):
        told = [card for card in (*hole, *burned) if re.search(rf"""["']{card}["']""".encode(), shown.raw)]
        assert told == []
        assert b'"??"' in shown.raw, "cards lie face down"
        assert b'"4s"' in shown.raw, "the board lies open"


def test_hidden_cards_make_no_difference_to_any_screen(hands: list[Shown]) -> None:
    first, second = hands
    assert first.pages == second.pages
    for one, other in zip(first.views, second.views, strict=True):
        # A slow machine may skip views, never change one.
        shown = {view["number"]: view for view in other}
        common = [view for view in one if view["number"] in shown]
        assert len(common) > 5
        assert common[-1]["state"]["stage"] == "turn"
        for view in common:
            assert view == shown[view["number"]]
