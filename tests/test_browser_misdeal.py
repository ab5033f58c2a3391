"""Misdeals in each of Triple's three games, from the finding to the payout, by taps in a real browser (T9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kiosks import PINS, Kiosk, enter
from tests.test_browser_round import prompt

#: Seat 1 has won War; the cards of Blackjack come.
WAR = "bet 1 30; bet 2 20; 1 Kh; 2 8c"
BLACKJACK = f"{WAR}; dealer 9d; 1 5h; 2 7c; dealer ??"
#: Both stand on what they have and lose to nineteen; seat 1, which won War, is being filled up.
POKER = f"{BLACKJACK}; 1 stand; 2 stand; turn Th; 1 2d"
SUPERVISOR = "2001"


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, chips=(1000, 500)) as opened:
        yield opened


class Dealer:
    """A dealer at the page, who counts the taps."""

    def __init__(self, page: Page, kiosk: Kiosk) -> None:
        self.page = page
        self.taps = 0
        enter(page, kiosk)

    def tap(self, label: str) -> None:
        """One tap on a button of the lower band or beside it."""
        self.page.locator("#band").get_by_role("button", name=label, exact=True).click()
        self.taps += 1

    def card(self, card: str) -> None:
        """One tap on a card that lies on the felt."""
        self.page.locator(f".slot[data-card='{card}']").last.click(position={"x": 8, "y": 20})
        self.taps += 1

    def agreed(self) -> None:
        """The supervisor, who is no dealer, types badge and PIN and agrees."""
        self.page.locator("#agree-badge").fill(SUPERVISOR)
        self.page.locator("#agree-pin").fill(PINS[SUPERVISOR])
        self.page.locator("#agree-go").click()
        expect(self.page.locator("#agree")).not_to_be_visible()


def chips(kiosk: Kiosk) -> list[int]:
    return [kiosk.chips(seat) for seat in (1, 2)]


def test_in_war_a_card_that_went_wrong_goes_back(kiosk: Kiosk, page: Page) -> None:
    """T9.1: seat 2's card was dealt to the wrong place: back to it, no chips move; the card is dealt again."""
    dealer = Dealer(page, kiosk)
    kiosk.deal(WAR)
    dealer.tap("Misdeal")
    dealer.tap("A card went wrong")
    dealer.card("8c")
    prompt(page, "Misdeal: how does it go on?")
    expect(page.locator("#sentence")).to_have_text("8♣ at seat 2 went wrong.")
    dealer.tap("Misdeal: back to this card: no chips move (T9.1)")
    prompt(page, "Seat 2: card")
    assert dealer.taps == 4
    assert chips(kiosk) == [910, 440]


def test_in_blackjack_a_void_is_agreed_and_paid(kiosk: Kiosk, page: Page) -> None:
    """T9.2: both undecided hands win (60 and 40), Poker is pushed (30 and 20); four taps to the payout closed."""
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    dealer.tap("Misdeal")
    dealer.tap("The cards can't be told apart")
    way = page.locator("#acts .way", has_text="(T9.2)")
    expect(way.locator(".moves")).to_have_text("Seat 1 +90 · Seat 2 +60")
    expect(way.locator(".agreed")).to_have_text("A supervisor has to agree.")
    expect(way.locator(".why")).to_contain_text("not restorable")
    dealer.tap("Misdeal: can't be restored: players get 150 with their stakes (T9.2)")
    dealer.agreed()
    prompt(page, "Pay seat 1: 60 (2 × 25 + 1 × 10)")
    assert chips(kiosk) == [970 + 60 + 30, 440 + 40 + 20]
    dealer.tap("Paid: next round")
    expect(page.locator("#round")).to_have_text("Round 2")
    assert dealer.taps == 4


def test_in_poker_play_with_wrong_cards_is_paid_as_a_pair(kiosk: Kiosk, page: Page) -> None:
    """T9.3: everyone has a pair, J to A (×2): seat 1's open hand and seat 2's that had paid nothing."""
    dealer = Dealer(page, kiosk)
    kiosk.deal(POKER)
    before = chips(kiosk)
    dealer.tap("Misdeal")
    dealer.tap("The cards can't be told apart")
    dealer.tap("Play went on: everyone wins: players get 100 with their stakes (T9.3)")
    dealer.agreed()
    prompt(page, "Pay and take, then close the round")
    dealer.tap("Paid: next round")
    expect(page.locator("#round")).to_have_text("Round 2")
    assert dealer.taps == 4
    assert chips(kiosk) == [before[0] + 60, before[1] + 40]


def test_a_wrong_pin_changes_nothing_and_nobody_agrees_with_themselves(kiosk: Kiosk, page: Page) -> None:
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    dealer.tap("Misdeal")
    dealer.tap("The cards can't be told apart")
    prompt(page, "Misdeal: how does it go on?")
    before = kiosk.of_the_game()
    dealer.tap("Misdeal: can't be restored: players get 150 with their stakes (T9.2)")
    page.locator("#agree-badge").fill(SUPERVISOR)
    page.locator("#agree-pin").fill("0000")
    page.locator("#agree-go").click()
    expect(page.locator("#answer")).not_to_be_empty()
    prompt(page, "Misdeal: how does it go on?")
    assert kiosk.of_the_game() == before
    assert page.locator("#agree-pin").input_value() == "", "a PIN does not stay on the page"


def test_discretion_is_written_down_agreed_and_balanced(kiosk: Kiosk, page: Page) -> None:
    """T9.4: seat 1 gets 15 for a reason in words; the line stands under it with its clause."""
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    before = chips(kiosk)
    dealer.tap("Misdeal")
    dealer.tap("Something else")
    dealer.tap("At the dealer's discretion (T9.4)")
    page.locator("#decide-reason").fill("a glass fell on the cards of seat 1")
    page.locator("#decide-seats input").first.fill("15")
    dealer.agreed()
    prompt(page, "Seat 1 to act")
    assert chips(kiosk) == [before[0] + 15, before[1]]
    expect(page.locator("#fresh")).to_contain_text("Dealer's discretion")
    assert dealer.taps == 3


def test_a_wrong_pin_costs_no_words_and_another_misdeal_begins_with_none(kiosk: Kiosk, page: Page) -> None:
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    dealer.tap("Misdeal")
    dealer.tap("Something else")
    dealer.tap("At the dealer's discretion (T9.4)")
    reason, amounts = page.locator("#decide-reason"), page.locator("#decide-seats input")
    reason.fill("a glass fell on the cards of seat 2")
    amounts.nth(1).fill("-15")
    page.locator("#agree-badge").fill(SUPERVISOR)
    page.locator("#agree-pin").fill("0000")
    page.locator("#agree-go").click()
    expect(page.locator("#answer")).not_to_be_empty()
    dealer.tap("At the dealer's discretion (T9.4)")
    expect(reason).to_have_value("a glass fell on the cards of seat 2")
    expect(amounts.nth(1)).to_have_value("-15")
    assert page.locator("#agree-pin").input_value() == ""
    page.locator("#agree-cancel").click()
    dealer.tap("No misdeal: go on")
    dealer.tap("Misdeal")
    dealer.tap("Something else")
    dealer.tap("At the dealer's discretion (T9.4)")
    expect(reason).to_have_value("")
    expect(amounts.nth(1)).to_have_value("")


def test_points_are_taken_from_a_seat_by_touch(kiosk: Kiosk, page: Page) -> None:
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    before = chips(kiosk)
    dealer.tap("Misdeal")
    dealer.tap("Something else")
    dealer.tap("At the dealer's discretion (T9.4)")
    page.locator("#decide-reason").fill("seat 2 was paid too much")
    page.locator("#decide-seats input").nth(1).click()
    for digit in ("1", "5", "±"):
        page.locator("#keypad").get_by_role("button", name=digit, exact=True).click()
    expect(page.locator("#decide-seats input").nth(1)).to_have_value("-15")
    dealer.agreed()
    prompt(page, "Seat 1 to act")
    assert chips(kiosk) == [before[0], before[1] - 15]


def test_the_supervisor_reads_who_gets_what(kiosk: Kiosk, page: Page) -> None:
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    dealer.tap("Misdeal")
    dealer.tap("The cards can't be told apart")
    dealer.tap("Misdeal: can't be restored: players get 150 with their stakes (T9.2)")
    expect(page.locator("#agree-why")).to_contain_text("Seat 1 +90 · Seat 2 +60")
    expect(page.locator("#agree-go")).to_be_in_viewport(ratio=1)


def test_on_a_phone_nothing_of_a_round_is_cut(kiosk: Kiosk, page: Page) -> None:
    """The bet to send stands on one wide button, who leaves can be tapped, and cards can still be read at the end."""
    page.set_viewport_size({"width": 390, "height": 844})
    dealer = Dealer(page, kiosk)
    dealer.tap("+25")
    send = page.get_by_role("button", name="Bet 25 on each of three games: 75", exact=True).bounding_box()
    assert send is not None
    assert send["width"] > 350
    assert send["height"] < 100
    dealer.tap("Seats")
    expect(page.locator("#places").get_by_role("button", name="Leave").first).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    kiosk.deal(f"{BLACKJACK}; 1 stand; 2 stand; turn Th; 1 2d; 1 3d; 1 4d; 1 6c")
    prompt(page, "Pay and take, then close the round")
    card = page.locator(".seat .slot").first.bounding_box()
    assert card is not None
    assert card["width"] > 40


def test_no_misdeal_after_all_and_the_keyboard(kiosk: Kiosk, page: Page) -> None:
    dealer = Dealer(page, kiosk)
    kiosk.deal(BLACKJACK)
    prompt(page, "Seat 1 to act")
    page.keyboard.press("m")
    prompt(page, "Misdeal: what happened?")
    page.keyboard.press("Escape")
    prompt(page, "Seat 1 to act")
    page.keyboard.press("m")
    page.keyboard.press("3")
    prompt(page, "Misdeal: how does it go on?")
    dealer.tap("No misdeal: go on")
    prompt(page, "Seat 1 to act")


def test_players_come_and_go_from_the_page(kiosk: Kiosk, page: Page) -> None:
    """A player sits down before the first bet, at once; in a round another's leaving waits for the next."""
    dealer = Dealer(page, kiosk)
    dealer.tap("Seats")
    for digit in ("3", "9", "⌫", "0", "0"):  # a table's screen may have no keyboard
        page.locator("#bring-digits").get_by_role("button", name=digit, exact=True).click()
    page.locator("#places li", has_text="Seat 4").get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat[data-seat='4'] .chips")).to_have_text("300")
    kiosk.deal("bet 1 30; 1 Kh")
    dealer.tap("Seats")
    page.locator("#places li", has_text="Seat 2").get_by_role("button", name="Leave").click()
    dealer.tap("Seats")
    expect(page.locator("#waits")).to_have_text("Seat 2 leaves: next round")
    page.locator("#seats-dialog").get_by_role("button", name="Close").click()
    expect(page.locator(".seat[data-seat='2'] .tag")).to_have_text("leaves after this round")
    kiosk.deal("dealer Jk; paid")
    expect(page.locator(".seat")).to_have_count(2)
    assert [seat["seat"] for seat in kiosk.view()["state"]["seats"]] == [1, 4]


def test_the_pit_sets_the_last_slot(kiosk: Kiosk, page: Page) -> None:
    dealer = Dealer(page, kiosk)
    dealer.tap("Seats")
    page.locator("#options button").click()
    dealer.agreed()
    dealer.tap("Seats")
    expect(page.locator("#options button")).to_have_text("End the last slot")
    assert kiosk.view()["stay"]["options"] == {"last_slot": True}
