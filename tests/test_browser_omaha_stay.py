"""The bank and the tournament of Omaha, by taps: points in and out (O2), a freeze-out to its end (O1.4, O1.5)."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.kiosks import Kiosk, enter
from tests.test_browser_omaha_hand import CHIPS, act, board, pick
from tests.test_browser_round import prompt, tap

TOURNAMENT = CHIPS + "options = { tournament = { each = 1, first = 3, last = 4, antes_from = 4 } }\n"


def at(page: Page, number: int, button: str) -> None:
    page.locator("#seating").click()
    page.locator("#places li", has_text=f"Seat {number}").get_by_role("button", name=button).click()
    expect(page.locator("#seats-dialog")).to_be_hidden()


def test_points_of_the_bank_become_chips_and_chips_points(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, CHIPS, (1000, 2000, 5000), game="omaha") as kiosk:
        enter(page, kiosk)
        page.locator("#seating").click()
        expect(page.locator("#seats-dialog .bring")).to_contain_text("Points in the player's bank")
        page.locator("#seats-dialog .bring").fill("350")
        expect(page.locator("#becomes")).to_have_text("350 points become 3500 chips")
        page.locator("#places li", has_text="Seat 4").get_by_role("button", name="Sit down").click()
        prompt(page, "Deal four cards each. Seat 4 to act: call 100, raise to between 200 and 350 (pot)")
        assert kiosk.chips(4) == 3500
        act(kiosk, (4, "fold"), (1, "raise", 201), (2, "fold"), (3, "fold"))
        at(page, 4, "Leave")
        at(page, 1, "Leave")
        tap(page, "Close the hand", "Paid: next round")
        page.locator("#seating").click()
        # 1000 + 150 won: 1150 chips, no rake under 500; a tenth, to the whole point above.
        expect(page.locator("#slips li")).to_have_text(
            [
                "Round 2: seat 1 leaves with 1150 chips: 115 points to the bank",
                "Round 2: seat 4 leaves with 3500 chips: 350 points to the bank",
                "Round 1: seat 4 sits down: 350 points from the bank, 3500 chips",
            ]
        )
        expect(page.locator("#places li", has_text="Seat 2")).to_contain_text("1900 chips = 190 points")
        assert "points to the bank" not in kiosk.desk.published.views["display"].decode()


def test_a_freeze_out_to_its_end(tmp_path: Path, chromium: Browser) -> None:
    """Level 3, then 4 with antes; seat 1 has all chips in the end, and no rake was taken."""
    with Kiosk(tmp_path, TOURNAMENT, (1000, 1000), game="omaha") as kiosk:
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page, display = context.new_page(), context.new_page()
        enter(display, kiosk, "display")
        enter(page, kiosk)
        expect(display.locator(".sums")).to_contain_text("Tournament, level 3: 50/100")
        expect(display.locator(".sums")).to_contain_text("Level 4 (100/200, ante 50) with the next hand")
        page.locator("#seating").click()
        expect(page.locator("#places button")).to_have_count(0)
        expect(page.locator("#seats-dialog .bring")).to_be_hidden()
        page.locator("#seats-dialog").get_by_role("button", name="Close").click()
        tap(page, "Fold", "Close the hand")
        expect(display.locator(".standings li")).to_have_text(["1.Seat 2: 1050", "2.Seat 1: 950"])
        tap(page, "Paid: next round")
        prompt(page, "Deal four cards each. Seat 2 to act: call 100, raise to between 400 and 700 (pot)")
        expect(display.locator(".sums")).to_contain_text("Tournament, level 4: 100/200, ante 50")
        act(kiosk, (2, "raise", 700), (1, "all_in"), (2, "call"))
        board(kiosk, "2s", "2d", "8h", "7h", "Kc")
        for cards in (
            ("A♠ A♥ K♦ Q♦", "J♣ 9♣ 4♣ 3♣")
            if kiosk.view()["awaits"]["seat"] == 1
            else (
                "J♣ 9♣ 4♣ 3♣",
                "A♠ A♥ K♦ Q♦",
            )
        ):
            tap(page, "Open")
            pick(page, *cards.split())
        expect(display.locator(".standings li").first).to_have_text("1.Seat 1: 1900")
        assert kiosk.view()["state"]["rake"] == 0
        tap(page, "Paid: next round")
        expect(page.locator("#prompt")).to_contain_text("Deal four cards each")
        for _ in range(6):  # seat 2 has 100 chips left, and folds them away: blinds and antes take them
            if kiosk.view()["state"]["tournament"]["winner"]:
                break
            finish(kiosk)
        prompt(page, "Seat 1 wins the tournament")
        expect(display.locator("#prompt")).to_have_text("Seat 1 wins the tournament")
        expect(display.locator(".standings li")).to_have_text(["1.Seat 1: 2000", "2.Seat 2: out in hand 3"])
        expect(page.locator("#acts button")).to_have_count(0)
        context.close()


def finish(kiosk: Kiosk) -> None:
    """Seat 2 is all-in with what it has, and loses."""
    hands = {1: "As Ah Kd Qd", 2: "Jc 9c 4c 3c"}
    while (awaits := kiosk.view()["awaits"])["kind"] != "over":
        seat, offers = awaits.get("seat"), [offer["act"] for offer in kiosk.view()["offers"]]
        if kiosk.view()["state"]["stage"] == "showdown":
            for card in hands[seat].split():
                kiosk.press(do="step", step={"card": card, "to": seat})
            act(kiosk, (seat, "open"))
        elif offers:
            act(kiosk, (seat, next(act for act in ("call", "check", "all_in") if act in offers)))
        else:
            board(kiosk, "2s", "2d", "8h", "7h", "Kc")
    kiosk.press(do="paid")
