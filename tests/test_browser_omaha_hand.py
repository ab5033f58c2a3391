"""Omaha dealt by hand, by taps and by keys: amounts, hands that are named, conduct, exposed cards, who comes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dealer_assist.cards import parse
from dealer_assist.sighting import Look, Quad, SeenCard
from kiosk.rig import Linked, Saw
from tests.kiosks import PINS, Kiosk, enter
from tests.rigs import MIDDLE
from tests.sizes import each_size, outside, within
from tests.test_browser_layout import large_and_apart
from tests.test_browser_round import prompt, tap
from tests.test_table_omaha import CAMERA

CHIPS = "chips = [1000, 500, 100, 50, 10, 1]\n"


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    """Three seats; the button is at seat 1, blinds of 50 and 100 at seats 2 and 3."""
    with Kiosk(tmp_path, CHIPS, (1000, 2000, 5000), game="omaha") as opened:
        yield opened


def act(kiosk: Kiosk, *acts: tuple[int, str] | tuple[int, str, int]) -> None:
    for seat, name, *total in acts:
        kiosk.press(do="step", step={"act": name, "seat": seat} | ({"to": total[0]} if total else {}))


def board(kiosk: Kiosk, *cards: str) -> None:
    for card in cards:
        kiosk.press(do="step", step={"card": card, "to": "board"})


def pick(page: Page, *names: str) -> None:
    for name in names:
        page.locator("#picker").get_by_role("button", name=name, exact=True).click()


def to_the_showdown(kiosk: Kiosk) -> None:
    act(kiosk, (1, "call"), (2, "call"), (3, "check"))
    board(kiosk, "2s", "9d", "Th")
    act(kiosk, (2, "check"), (3, "check"), (1, "check"))
    board(kiosk, "4s")
    act(kiosk, (2, "check"), (3, "check"), (1, "check"))
    board(kiosk, "Kc")
    act(kiosk, (2, "check"), (3, "check"), (1, "check"))


def test_a_hand_without_a_shoe(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    prompt(page, "Deal four cards each. Seat 1 to act: call 100, raise to between 200 and 350 (pot)")
    expect(page.locator(".seat .slot")).to_have_count(12)
    expect(page.locator("#picker")).to_be_hidden()
    tap(page, "Call 100")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 400 (pot)")
    tap(page, "Call 50")
    prompt(page, "Seat 3 to act: check, raise to between 200 and 400 (pot)")
    tap(page, "Check")
    prompt(page, "Burn a card. Flop: card 1 of 3")
    pick(page, "2♠")
    prompt(page, "Flop: card 2 of 3")
    pick(page, "9♦")
    prompt(page, "Flop: card 3 of 3")
    pick(page, "10♥")
    prompt(page, "Seat 2 to act: check, bet between 100 and 300 (pot)")
    tap(page, "Bet 100 – 300", "+100", "+50", "Bet 150")
    prompt(page, "Seat 3 to act: call 150, raise to between 300 and 750 (pot)")
    expect(page.locator(".seat[data-seat='2'] .bet")).to_have_text("Bet 150")
    tap(page, "Fold")
    tap(page, "Call 150")
    prompt(page, "Burn a card. Turn: one card")
    board(kiosk, "4s")
    act(kiosk, (2, "check"), (1, "check"))
    board(kiosk, "Kc")
    act(kiosk, (2, "check"), (1, "check"))

    prompt(page, "Seat 2 has to open")
    tap(page, "Open")
    prompt(page, "Seat 2: tap its cards")
    expect(page.locator("#picker").get_by_role("button", name="K♣", exact=True)).to_be_disabled()
    pick(page, "A♠", "A♦", "K♦")
    tap(page, "K♦")  # taken back
    pick(page, "K♥", "K♠")
    prompt(page, "Seat 1: open or muck")
    expect(page.locator(".seat[data-seat='2'] .slot[data-card='Kh']")).to_be_visible()
    tap(page, "Muck")
    prompt(page, "Push to seat 2: 588 (1 × 500 + 1 × 50 + 3 × 10 + 8 × 1)")
    assert [kiosk.chips(seat) for seat in (1, 2, 3)] == [750, 2338, 4900]
    tap(page, "Paid: next round")
    expect(page.locator(".seat[data-seat='2'] .mark.button")).to_be_visible()


def test_what_the_camera_sees_turned_up_needs_no_tapping(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, CHIPS + CAMERA, (1000, 2000, 5000), game="omaha") as kiosk:
        enter(page, kiosk)
        frames = count()

        def look(**felt: str) -> None:
            seen = [SeenCard(parse(card), square(*MIDDLE[box]), 0.9) for box in felt for card in felt[box].split()]
            for _ in range(2):
                kiosk.desk.ask(Saw(next(frames), Look(tuple(seen), 1.0)))

        kiosk.desk.ask(Linked("camera", True))
        look()
        act(kiosk, (1, "call"), (2, "call"), (3, "check"))
        look(board="2s 9d Th")
        act(kiosk, (2, "check"), (3, "check"), (1, "check"))
        look(board="2s 9d Th 4s")
        act(kiosk, (2, "check"), (3, "check"), (1, "check"))
        look(board="2s 9d Th 4s Kc")
        act(kiosk, (2, "check"), (3, "check"), (1, "check"))
        look(board="2s 9d Th 4s Kc", seat2="As Ad Kd Ks")
        prompt(page, "Seat 2 has to open")
        tap(page, "Open")
        tap(page, "Show these")
        expect(page.locator(".seat[data-seat='2'] .slot[data-card='Ks']")).to_be_visible()
        prompt(page, "Seat 3: open or muck")


def square(x: float, y: float) -> Quad:
    return (x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5)


def press(page: Page, key: str) -> None:
    """Press a key once the lower band takes one: what was sent before it has been answered."""
    expect(page.locator("#band:not([inert])")).to_have_count(1)
    page.keyboard.press(key)


def test_a_hand_by_keys_alone(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    prompt(page, "Deal four cards each. Seat 1 to act: call 100, raise to between 200 and 350 (pot)")
    press(page, "3")  # raise
    prompt(page, "Seat 1 raises: to between 200 and 350")
    page.keyboard.type("30")
    press(page, "Enter")
    prompt(page, "Seat 1 raises: to between 200 and 350")
    page.keyboard.type("9")
    press(page, "Backspace")
    page.keyboard.type("0")
    press(page, "Enter")
    prompt(page, "Seat 2 to act: call 250, raise to between 500 and 1000 (pot)")
    assert kiosk.chips(1) == 700
    press(page, "3")
    press(page, "Escape")
    press(page, "1")  # fold
    prompt(page, "Seat 3 to act: call 200, raise to between 500 and 950 (pot)")
    press(page, "2")  # call
    prompt(page, "Burn a card. Flop: card 1 of 3")
    for keys in ("2s", "9d", "Th"):
        for key in keys:
            press(page, key)
        expect(page.locator(f".board .slot[data-card='{keys}']")).to_be_visible()
    prompt(page, "Seat 3 to act: check, bet between 100 and 650 (pot)")
    press(page, "Enter")  # check costs nothing; Enter never folds
    prompt(page, "Seat 1 to act: check, bet between 100 and 650 (pot)")


def test_the_last_one_in_shows_a_part_or_nothing(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "raise", 350), (2, "fold"), (3, "fold"))
    prompt(page, "Seat 1 wins: open or close the hand")
    tap(page, "Show some cards")
    pick(page, "A♠", "A♥")
    tap(page, "Show these")
    prompt(page, "Push to seat 1: 250 (2 × 100 + 1 × 50)")
    expect(page.locator(".seat[data-seat='1'] .slot[data-card='Ah']")).to_be_visible()


def test_an_act_out_of_turn_waits_for_its_turn(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    tap(page, "Call 100")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 400 (pot)")
    page.locator("#other").click()
    tap(page, "Acted out of turn")
    prompt(page, "Tap the seat that acted out of turn")
    page.locator(".seat[data-seat='3'] .head").click()
    prompt(page, "Seat 3 acted out of turn: what did it do?")
    tap(page, "Raise")
    for digit in "300":
        tap(page, digit)
    tap(page, "Raise to 300")
    expect(page.locator(".seat[data-seat='3'] .front")).to_contain_text("said out of turn: Raise")
    expect(page.locator(".seat[data-seat='3'] .front")).to_contain_text("out of turn: 1")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 400 (pot)")
    tap(page, "Call 50")
    # Its turn has come, and the raise stands by itself.
    prompt(page, "Seat 1 to act: call 200, raise to between 500 and 1000 (all-in)")
    assert kiosk.chips(3) == 5000 - 300


def test_a_disclosed_hand_is_asked_about_before_it_costs(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    page.locator("#other").click()
    page.locator("#acts").get_by_role("button", name="Disclosed a hand").click()
    page.locator(".seat[data-seat='2'] .head").click()
    prompt(page, "Seat 2 disclosed a hand: it folds, leaves and pays (O8.1)")
    assert kiosk.chips(2) == 1950
    page.keyboard.press("Escape")
    page.locator("#other").click()
    page.locator("#acts").get_by_role("button", name="Disclosed a hand").click()
    page.locator(".seat[data-seat='2'] .head").click()
    tap(page, "Yes")
    expect(page.locator(".seat[data-seat='2'] .tag")).to_have_text("leaves the table")
    assert kiosk.chips(2) == 950


def test_an_exposed_card_is_tapped_named_and_paid(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "call"), (2, "call"), (3, "check"))
    prompt(page, "Burn a card. Flop: card 1 of 3")
    page.locator("#misdeal").click()
    tap(page, "A card went wrong")
    page.locator(".seat[data-seat='3'] .slot").first.click(position={"x": 6, "y": 20})
    expect(page.locator("#sentence")).to_contain_text("The card face down at seat 3 went wrong.")
    page.locator("#acts").get_by_role("button", name="Exposed hole card").click()
    prompt(page, "Which card is it?")
    pick(page, "9♠")
    expect(page.locator(".seat[data-seat='3'] .slot[data-card='9s']")).to_be_visible()
    assert kiosk.chips(3) == 4900 + 150
    prompt(page, "Burn a card. Flop: card 1 of 3")


def test_an_act_keyed_wrongly_is_keyed_anew(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    tap(page, "Fold")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 300 (pot)")
    page.locator("#misdeal").click()
    tap(page, "Only the key was wrong: seat 1, Fold", "Call 100")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 400 (pot)")
    tap(page, "Fold")
    prompt(page, "Seat 3 to act: check, raise to between 200 and 350 (pot)")
    page.locator("#misdeal").click()
    page.keyboard.press("Escape")
    tap(page, "Check")
    prompt(page, "Burn a card. Flop: card 1 of 3")
    kiosk.press(do="correct", at_step=2, step={"act": "raise", "seat": 3, "to": 350})
    prompt(page, "Seat 1 to act: call 250, raise to between 600 and 1000 (all-in)")
    tap(page, "Fold")
    prompt(page, "Seat 3 wins: open or close the hand")
    page.locator("#misdeal").click()
    tap(page, "Only the key was wrong: seat 1, Fold")
    prompt(page, "Seat 1: what did it do?")
    tap(page, "Raise to 600 – 1000", "Most: 1000", "Raise to 1000")
    prompt(page, "Seat 3 to act: call 650 or fold")
    assert kiosk.chips(1) == 0


def test_a_player_sits_down_and_the_pit_raises_the_level(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "raise", 350), (2, "fold"))
    page.locator("#seating").click()
    expect(page.locator("#bring")).to_have_value("1000")
    page.locator("#places li", has_text="Seat 4").get_by_role("button", name="Sit down").click()
    expect(page.locator("#seats-dialog")).to_be_hidden()
    page.locator("#seating").click()
    expect(page.locator("#waits")).to_have_text("Seat 4 sits down with 1000 points: next round")
    page.locator("#options").get_by_role("button", name="Level 1: blinds 10/20").click()
    page.locator("#agree-badge").fill("2001")
    page.locator("#agree-pin").fill(PINS["2001"])
    page.locator("#agree-go").click()
    expect(page.locator("#agree")).to_be_hidden()
    page.locator("#seating").click()
    expect(page.locator("#waits li")).to_have_count(2)
    page.locator("#seats-dialog").get_by_role("button", name="Close").click()
    act(kiosk, (3, "fold"), (1, "close"))
    prompt(page, "Push to seat 1: 250 (2 × 100 + 1 × 50)")
    tap(page, "Paid: next round")
    expect(page.locator(".sums")).to_contain_text("Blinds 10/20")
    expect(page.locator(".seat")).to_have_count(4)


BOXES = ".slot, .front > *, .head > *, button, .pots > * > *, .sums"


@pytest.mark.parametrize("seats", [3, 8])
def test_nothing_runs_out_of_the_page(tmp_path: Path, page: Page, seats: int) -> None:
    with Kiosk(tmp_path, CHIPS, (100_000,) * seats, game="omaha") as kiosk:
        act(kiosk, (4 if seats > 3 else 1, "raise", 350))
        for path in ("dealer", "display"):
            enter(page, kiosk, path)
            expect(page.locator(".seat .bet")).to_have_count(3)
            for width, height in each_size(page):
                within(page, width)
                assert outside(page, BOXES, ".seat, .house") == []
                if width > 760:
                    assert page.evaluate("document.documentElement.scrollHeight") <= height


def test_the_pads_buttons_are_large_and_apart(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    tap(page, "Raise to 200 – 350")
    for _ in each_size(page):
        large_and_apart(page, 20)


def test_nothing_moves_when_a_card_lands(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "call"), (2, "call"), (3, "check"))
    prompt(page, "Burn a card. Flop: card 1 of 3")
    places = ".seat, .head, .seat .cards, .house, .house .board, .band, #wrong"
    where = f"""[...document.querySelectorAll("{places}")]
        .map((each) => each.getBoundingClientRect()).map((box) => [box.x, box.y, box.width, box.height].join())"""
    before = page.evaluate(where)
    for card in ("2s", "9d"):
        board(kiosk, card)
        expect(page.locator(f".board .slot[data-card='{card}']")).to_be_visible()
        assert page.evaluate(where) == before, card


def test_only_what_changed_is_read_out(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "raise", 350), (2, "fold"))
    expect(page.locator("#live p")).to_have_text(["Seat 3 to act: call 250, raise to between 600 and 1100 (pot)"])
    act(kiosk, (3, "fold"))
    expect(page.locator("#live p")).to_have_text(
        ["Seat 1: Uncalled, back, +250", "Seat 1: Wins the pot, +250", "Seat 1 wins: open or close the hand"]
    )
