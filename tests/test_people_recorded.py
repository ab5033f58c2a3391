"""Who came, went, was refused or locked out is in the record; no PIN is, nor what was typed in its place."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_assist.beside import PEOPLE as KINDS
from kiosk import replay
from tests.kiosks import PINS, Browser, Kiosk


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, tapes=True) as opened:
        yield opened


def recorded(kiosk: Kiosk, count: int) -> list[tuple[str, str, dict[str, str]]]:
    """Kind, who and body of what people did beside the game, once there are so many."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        records = [record for record in kiosk.desk.session.journal.records() if record.kind in KINDS]
        if len(records) >= count:
            break
        time.sleep(0.02)
    return [(record.kind, record.who, record.content()) for record in records]


def test_signing_in_and_out(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url).open("1001")
    assert browser.form("/sign-out")[0] == 303
    assert recorded(kiosk, 2) == [
        ("sign_in", "1001", {"role": "dealer"}),
        ("sign_out", "1001", {"reason": "out"}),
    ]


def test_a_wrong_pin_a_lock_out_and_a_badge_that_is_nobodys(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url)
    browser.load("/sign-in")
    secret = PINS["2001"]
    for _ in range(4):
        assert browser.form("/sign-in", badge="1001", pin="9999")[0] == 422
    assert browser.form("/sign-in", badge=secret, pin="2001")[0] == 429
    told = recorded(kiosk, 5)
    assert told[:4] == [("sign_in_refused", "", {"badge": "1001", "screen": "127.0.0.1"})] * 4
    assert [kind for kind, _, _ in told[4:]] == ["locked_out"]
    assert {body["badge"] for _, _, body in told[4:]} == {"unknown"}
    assert browser.form("/sign-in", badge="1001", pin="9999")[0] == 429
    assert len(recorded(kiosk, 5)) == 5, "what is tried meanwhile is not looked at"
    journal = (kiosk.desk.session.journal.path).read_bytes() + Path(
        f"{kiosk.desk.session.journal.path}-wal"
    ).read_bytes()
    for typed in (secret, "9999"):
        assert f'"{typed}"'.encode() not in journal


@pytest.mark.parametrize(
    ("badge", "pin", "reason"),
    [
        ("2001", "0000", "not let in"),
        ("1001", PINS["1001"], "not a second person"),
        ("3001", "", "not a second person"),
    ],
)
def test_an_approval_that_was_refused(kiosk: Kiosk, badge: str, pin: str, reason: str) -> None:
    browser = Browser(kiosk.url).open("1001")
    key = {"do": "options", "options": {}, "seen": kiosk.desk.published.number}
    status, _ = browser.key(**key, approval={"badge": badge, "pin": pin or PINS[badge]})
    assert status == 422
    assert recorded(kiosk, 2)[1:] == [
        ("approval_refused", "1001", {"badge": badge, "screen": "127.0.0.1", "reason": reason})
    ]


def test_a_tap_is_not_too_late_for_somebody_who_signs_in_elsewhere(kiosk: Kiosk) -> None:
    dealer = Browser(kiosk.url).open("1001")
    recorded(kiosk, 1)
    seen = kiosk.desk.published.number
    Browser(kiosk.url).open("2001")
    recorded(kiosk, 2)
    status, said = dealer.key(do="step", step={"bet": 1, "unit": 10}, seen=seen)
    assert (status, said.get("why")) == (200, None)


def test_a_replay_takes_them_over(tmp_path: Path) -> None:
    with Kiosk(tmp_path, tapes=True) as kiosk:
        dealer = Browser(kiosk.url).open("1001")
        recorded(kiosk, 1)
        dealer.key(do="step", step={"bet": 1, "unit": 10}, seen=kiosk.desk.published.number)
        Browser(kiosk.url).open("3001")
        recorded(kiosk, 2)
        kiosk.press(do="step", step={"bet": 2, "unit": 10})
    assert replay.sightings(tmp_path).faults == ()
    assert replay.lines(tmp_path).faults == ()


def test_who_gave_an_account_a_terminal(tmp_path: Path) -> None:
    """What it sends is the account's; the record says whose doing it is that there is one, and never the code."""
    with Kiosk(tmp_path, accounts={"Aava": "100.00", "Bo": "100.00"}) as opened:
        dealer = Browser(opened.url).open("1001")
        _, given = dealer.post("/dealer/terminal", {"account": "Aava", "do": "code"})
        player = Browser(opened.url).load("/terminal/enter")
        assert player.form("/terminal/enter", code=given["code"])[0] == 303
        dealer.post("/dealer/terminal", {"account": "Aava", "do": "end"})
        told = [(who, body) for kind, who, body in recorded(opened, 4) if kind == "terminal"]
        assert told == [
            ("1001", {"account": "Aava", "did": "code"}),
            ("", {"account": "Aava", "did": "open", "screen": "127.0.0.1"}),
            ("1001", {"account": "Aava", "did": "end"}),
        ]
