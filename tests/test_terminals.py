"""Terminals of accounts: codes that are good once, waits for guesses, and how a terminal ends."""

from __future__ import annotations

import pytest

from kiosk.people import Declined, LockedOut
from kiosk.terminals import AT_ONCE, CODE_S, EACH_S, IDLE_S, Terminals, once_of
from tests.test_people import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def terminals(clock: Clock) -> Terminals:
    return Terminals(clock)


def test_a_code_lets_one_terminal_in(terminals: Terminals) -> None:
    code = terminals.code("A")
    assert (code.account, len(code.code), code.code.isdigit(), code.seconds) == ("A", 6, True, 600)
    word = terminals.admit(f" {code.code[:3]} {code.code[3:]} ", "screen")
    assert terminals.account(word) == "A"
    with pytest.raises(Declined, match="not good, or no longer"):
        terminals.admit(code.code, "screen")


def test_a_new_code_ends_the_one_before(terminals: Terminals) -> None:
    first, second = terminals.code("A"), terminals.code("A")
    if first.code != second.code:
        with pytest.raises(Declined):
            terminals.admit(first.code, "screen")
    assert terminals.account(terminals.admit(second.code, "screen")) == "A"


def test_a_code_is_good_for_ten_minutes(terminals: Terminals, clock: Clock) -> None:
    code = terminals.code("A").code
    clock.now += CODE_S + 1
    with pytest.raises(Declined):
        terminals.admit(code, "screen")


def test_guesses_have_to_wait_at_their_screen_only(terminals: Terminals, clock: Clock) -> None:
    code = terminals.code("A").code
    wrong = "000000" if code != "000000" else "000001"
    for _ in range(4):
        with pytest.raises(Declined):
            terminals.admit(wrong, "one")
    with pytest.raises(LockedOut) as caught:
        terminals.admit(wrong, "one")
    assert caught.value.wait_s == 30
    with pytest.raises(LockedOut):
        terminals.admit(code, "one")
    assert terminals.account(terminals.admit(code, "another")) == "A"
    clock.now += 31
    assert terminals.account(terminals.admit(terminals.code("A").code, "one")) == "A"


def test_an_unused_terminal_ends(terminals: Terminals, clock: Clock) -> None:
    word = terminals.admit(terminals.code("A").code, "screen")
    clock.now += IDLE_S - 1
    assert terminals.account(word) == "A"
    clock.now += IDLE_S - 1
    assert terminals.account(word) == "A"
    clock.now += IDLE_S + 1
    assert terminals.account(word) is None
    assert terminals.account("") is None


def test_the_dealer_ends_all_terminals_of_an_account(terminals: Terminals) -> None:
    words = [terminals.admit(terminals.code("A").code, "screen") for _ in range(2)]
    other = terminals.admit(terminals.code("B").code, "screen")
    code = terminals.code("A").code
    assert terminals.end_all("A") == 2
    assert [terminals.account(word) for word in (*words, other)] == [None, None, "B"]
    with pytest.raises(Declined):
        terminals.admit(code, "screen")
    terminals.end(other)
    assert terminals.account(other) is None


def test_no_account_can_take_the_key_of_another() -> None:
    assert once_of("A", "12345678") != once_of("B", "12345678")
    assert len(once_of("A" * 64, "x" * 48)) <= 64


def test_an_account_sends_no_flood_of_orders(terminals: Terminals, clock: Clock) -> None:
    assert [terminals.wait("A") for _ in range(AT_ONCE + 1)] == [0] * AT_ONCE + [2]
    assert terminals.wait("B") == 0, "each account for itself"
    clock.now += EACH_S
    assert [terminals.wait("A"), terminals.wait("A")] == [0, 2]
    clock.now += AT_ONCE * EACH_S
    assert [terminals.wait("A") for _ in range(AT_ONCE)] == [0] * AT_ONCE
