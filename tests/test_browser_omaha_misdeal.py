"""What goes wrong at Omaha, from the tap to the chips: hands shown in part, acts keyed wrongly, O9.1 to O9.5."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kiosks import PINS, Kiosk, enter
from tests.test_browser_omaha_hand import CHIPS, act, board, pick, to_the_showdown
from tests.test_browser_round import prompt, tap

SUPERVISOR = "2001"


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    """Three seats; the button is at seat 1, blinds of 50 and 100 at seats 2 and 3."""
    with Kiosk(tmp_path, CHIPS, (1000, 2000, 5000), game="omaha") as opened:
        yield opened


def agreed(page: Page) -> None:
    """The supervisor types badge and PIN, and agrees."""
    page.locator("#agree-badge").fill(SUPERVISOR)
    page.locator("#agree-pin").fill(PINS[SUPERVISOR])
    page.locator("#agree-go").click()
    expect(page.locator("#agree")).not_to_be_visible()


def misdeal(page: Page, *labels: str) -> None:
    page.locator("#misdeal").click()
    tap(page, *labels)


def seat(page: Page, number: int) -> None:
    page.locator(f".seat[data-seat='{number}'] .head").click()


def all_chips(kiosk: Kiosk) -> list[int]:
    return [kiosk.chips(number) for number in (1, 2, 3)]


def shown(page: Page, number: int) -> list[str]:
    faces = page.locator(f".seat[data-seat='{number}'] .slot:not([data-card='??'])")
    return sorted(str(face.get_attribute("data-card")) for face in faces.all())


def test_a_fold_and_a_muck_show_some_cards(kiosk: Kiosk, page: Page) -> None:
    """O5.5, O6.3: the cards are tapped, never more than the rules allow, and lie open on every screen."""
    enter(page, kiosk)
    tap(page, "Fold, showing cards")
    prompt(page, "Seat 1: tap its cards")
    pick(page, "A♠", "A♦")
    tap(page, "A♦")  # taken back
    tap(page, "Show these")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 300 (pot)")
    assert shown(page, 1) == ["As"]
    act(kiosk, (2, "call"), (3, "check"))
    board(kiosk, "2s", "9d", "Th")
    act(kiosk, (2, "check"), (3, "check"))
    board(kiosk, "4s")
    act(kiosk, (2, "check"), (3, "check"))
    board(kiosk, "Kc")
    act(kiosk, (2, "check"), (3, "check"))
    tap(page, "Open")
    pick(page, "Q♠", "Q♦", "J♦", "J♥")
    prompt(page, "Seat 3: open or muck")
    tap(page, "Muck, showing cards")
    pick(page, "3♣", "3♦", "3♥", "3♠")  # all four would be an open hand: the fourth is not taken
    tap(page, "Show these")
    prompt(page, "Push to seat 2: 200 (2 × 100)")
    assert shown(page, 3) == ["3c", "3d", "3h"]
    display = json_of(kiosk)
    assert ["3c" in display, "3s" in display] == [True, False]


def json_of(kiosk: Kiosk) -> str:
    return kiosk.desk.published.views["display"].decode()


def test_any_act_of_the_round_is_put_right(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "raise", 350), (2, "call"))
    misdeal(page, "An earlier key was wrong", "Seat 1: Raise 350")
    prompt(page, "Seat 1: what did it do?")
    tap(page, "Raise to 200 – 350", "2", "5", "0", "Raise to 250")
    prompt(page, "Seat 3 to act: call 150, raise to between 400 and 1000 (pot)")
    assert all_chips(kiosk) == [750, 1750, 4900]
    tap(page, "Raise to 400 – 1000", "4", "0", "0", "Raise to 400")
    # What followed could not have been: it is said by which clause, and nothing changes.
    misdeal(page, "An earlier key was wrong", "Seat 2: Call", "Raise to 400 – 850", "Least: 400", "Raise to 400")
    expect(page.locator("#answer")).to_contain_text("O5.2 · with this change step 2 could not have been")
    assert all_chips(kiosk) == [750, 1750, 4600]


def test_o91_a_wrong_hole_card_before_the_flop(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "raise", 350), (2, "call"))
    misdeal(page, "A card went wrong")
    page.locator(".seat[data-seat='3'] .slot").first.click(position={"x": 8, "y": 20})
    prompt(page, "Misdeal: how does it go on?")
    expect(page.locator("#acts .way", has_text="(O9.1)").locator(".why").first).to_contain_text("cancelled")
    tap(page, "Wrong card: shown, burned, deal anew (O9.1)")
    pick(page, "7♥")
    prompt(page, "Deal four cards each. Seat 1 to act: call 100, raise to between 200 and 350 (pot)")
    expect(page.locator(".burned .slot[data-card='7h']")).to_have_count(1)
    assert all_chips(kiosk) == [1000, 1950, 4900]


def test_o92_no_game_after_the_flop(kiosk: Kiosk, page: Page) -> None:
    """Two are in: each is paid the pot of 700 that would be theirs; seat 1, which folded, a fifth of it."""
    enter(page, kiosk)
    act(kiosk, (1, "fold"), (2, "raise", 300), (3, "call"))
    board(kiosk, "2s", "9d", "Th")
    misdeal(page, "The cards can't be told apart")
    way = page.locator("#acts .way", has_text="(O9.2)")
    expect(way.locator(".moves")).to_have_text("Seat 1 +120 · Seat 2 +600 · Seat 3 +600")
    expect(way.locator(".agreed")).to_have_text("A supervisor has to agree.")
    tap(page, "No game: everyone is paid: players get 1320 with their stakes (O9.2)")
    agreed(page)
    prompt(page, "Push the pots, then close the hand")
    expect(page.locator(".sums")).to_contain_text("The house adds 720")
    assert all_chips(kiosk) == [1120, 2300, 5300]


def test_o93_an_exposed_hole_card(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    act(kiosk, (1, "call"))
    misdeal(page, "A card went wrong")
    page.locator(".seat[data-seat='2'] .slot").first.click(position={"x": 8, "y": 20})
    tap(page, "Exposed hole card: play on with it open (O9.3)")
    pick(page, "K♠")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 400 (pot)")
    assert kiosk.chips(2) == 1950 + 125
    assert shown(page, 2) == ["Ks"]


def test_o94_a_wrong_card_shown_at_a_fold(kiosk: Kiosk, page: Page) -> None:
    """Six taps from the misdeal to the card that was meant; no chips move, and the step is a record of its own."""
    enter(page, kiosk)
    act(kiosk, (1, "fold"))
    before = all_chips(kiosk)
    misdeal(page, "A wrong card was shown")
    prompt(page, "Tap the seat that showed a wrong card")
    seat(page, 1)
    prompt(page, "Seat 1: which card was shown by mistake?")
    pick(page, "Q♥")
    prompt(page, "Misdeal: how does it go on?")
    expect(page.locator("#sentence")).to_contain_text("Q♥ of seat 1 was shown by mistake.")
    tap(page, "The player shows the card that was meant: name it (O9.4)")
    pick(page, "J♦")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 300 (pot)")
    assert shown(page, 1) == ["Jd", "Qh"]
    assert all_chips(kiosk) == before
    # It goes on, as the player wishes, with no other card; or, where that is not fair, by O9.2.
    misdeal(page, "A wrong card was shown")
    seat(page, 2)
    pick(page, "A♥")
    expect(page.locator("#answer")).to_contain_text("seat 2 has shown no part of its hand")
    misdeal(page, "A wrong card was shown")
    seat(page, 1)
    pick(page, "J♦")
    expect(page.locator("#acts .way", has_text="(O9.2)")).to_have_count(1)
    tap(page, "The player shows no other card: play on: no chips move (O9.4)")
    prompt(page, "Seat 2 to act: call 50, raise to between 200 and 300 (pot)")


def test_o95_the_dealers_discretion(kiosk: Kiosk, page: Page) -> None:
    enter(page, kiosk)
    to_the_showdown(kiosk)
    misdeal(page, "Something else", "At the dealer's discretion (O9.5)")
    page.locator("#decide-reason").fill("The muck was fouled; the pot is split as the players agree")
    page.locator("#decide-seats input[data-seat='1']").fill("30")
    page.locator("#decide-ends").check()
    agreed(page)
    prompt(page, "Push to seat 1: 30 (3 × 10)")
    assert all_chips(kiosk) == [1030, 2000, 5000]
    assert kiosk.view()["state"]["stage"] == "over"
