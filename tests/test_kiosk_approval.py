"""The second person over the web: who may approve, what a guess costs, and where no PIN is written."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kiosks import PINS, Kiosk
from tests.test_kiosk_access import browser_of


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("approval", "status", "why"),
    [
        ({"badge": "2001", "pin": "0001"}, 422, "do not belong together"),
        ({"badge": "9", "pin": "802468"}, 422, "do not belong together"),
        ({"badge": "1001", "pin": "1357"}, 422, "Whoever proposes can't approve it too"),
        ({"badge": "1002", "pin": "2468"}, 422, "A supervisor has to approve this"),
        ({"badge": "2001"}, 400, "can't read"),
        ({"badge": "2001", "pin": 802468}, 400, "can't read"),
        ({"badge": "2001", "pin": "x" * 65}, 400, "can't read"),
        ("2001", 400, "can't read"),
    ],
)
def test_an_approval_that_is_none_does_nothing(kiosk: Kiosk, approval: Any, status: int, why: str) -> None:
    browser = browser_of(kiosk, "dealer")
    before, shown = kiosk.of_the_game(), kiosk.view()["state"]
    key = {"do": "step", "step": {"bet": 1, "unit": 30}, "seen": kiosk.settled.number, "approval": approval}
    got, said = browser.key(**key)
    assert got == status
    assert why in said["why"]
    kept = [kind for _, kind in kiosk.of_the_game()[len(before) :]]
    assert (kept, kiosk.view()["state"]) == ([], shown)


def test_guesses_at_an_approval_have_to_wait(kiosk: Kiosk) -> None:
    browser = browser_of(kiosk, "dealer")
    for _ in range(5):
        key = {"do": "paid", "seen": 0, "approval": {"badge": "2001", "pin": "0001"}}
        status, said = browser.key(**key)
    assert (status, said["why"]) == (429, "Too many wrong tries. Wait 30 s, then try again.")


def test_an_approval_names_both_people_and_its_pin_is_written_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """The tape has the key with both badges; no file, log or output has the PIN."""
    with caplog.at_level(logging.DEBUG), Kiosk(tmp_path, tapes=True) as kiosk:
        browser = browser_of(kiosk, "dealer")
        key = {"do": "step", "step": {"bet": 1, "unit": 30}, "seen": kiosk.desk.published.number}
        status, _ = browser.key(**key, approval={"badge": "2001", "pin": PINS["2001"]})
        assert status == 200
        status, _ = browser.key(do="paid", seen=0, once="abcdefgh", approval={"badge": "2001", "pin": "739146"})
        assert status == 422
    written = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert b'"who":"1001","approved_by":"2001"' in written["keys.tape"]
    everything = b"".join(written.values()) + (caplog.text + "".join(capfd.readouterr())).encode()
    assert len(everything) > 1000
    for pin in (PINS["2001"], "739146", PINS["1001"] + '"'):
        assert pin.encode() not in everything


def test_a_defect_tells_no_pin(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Kiosk(tmp_path) as kiosk, contextlib.ExitStack() as stack:
        browser = browser_of(kiosk, "dealer")
        stack.enter_context(pytest.MonkeyPatch.context()).setattr(kiosk.desk, "press", lambda key: 1 / 0)
        seen = kiosk.desk.published.number
        status, _ = browser.key(do="paid", seen=seen, approval={"badge": "2001", "pin": PINS["2001"]})
        assert status == 500
        assert "ZeroDivisionError" in caplog.text
        assert PINS["2001"] not in caplog.text
