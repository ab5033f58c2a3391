"""The desk: one thread owns the table; what it shows is on the disk, and a fault stops it on every screen."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from dealer_assist.game import Refused
from dealer_assist.table import Done, Key, MovedOn
from kiosk.desk import Desk
from kiosk.rig import Heard
from tests.kiosks import SHOE, Kiosk


def bet(desk: Desk, seat: int, once: str) -> object:
    step = {"bet": seat, "unit": 30}
    return desk.press(Key("step", desk.published.number, once, step=step))


def test_a_view_is_never_ahead_of_the_journal(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        assert isinstance(bet(kiosk.desk, 1, "one"), Done)
        shown = kiosk.view()["number"]
        connection = sqlite3.connect(f"file:{tmp_path / 'journal.sqlite'}?mode=ro", uri=True)
        assert connection.execute("SELECT max(number) FROM record").fetchone() == (shown,)
        connection.close()


def test_two_screens_on_one_prompt_one_wins(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        seen = kiosk.desk.published.number
        first = kiosk.desk.press(Key("step", seen, "one", step={"bet": 1, "unit": 30}))
        second = kiosk.desk.press(Key("step", seen, "two", step={"bet": 1, "unit": 50}))
        assert isinstance(first, Done)
        assert second == MovedOn(first.number)
        assert kiosk.chips(1) == 1000 - 90


def test_a_journal_that_cant_be_written_stops_the_table(tmp_path: Path) -> None:
    """The disk refuses: the key is not shown as done, every screen says so, and nothing more is taken."""
    with Kiosk(tmp_path) as kiosk:
        before = kiosk.view()
        blocker = sqlite3.connect(tmp_path / "journal.sqlite", timeout=0.1)
        blocker.execute("CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        blocker.commit()
        refused = bet(kiosk.desk, 1, "one")
        assert isinstance(refused, Refused)
        assert "disk full" in refused.why
        assert kiosk.view() == before
        assert kiosk.desk.published.fault == refused.why
        blocker.execute("DROP TRIGGER full")
        blocker.commit()
        blocker.close()
        assert isinstance(bet(kiosk.desk, 1, "two"), Refused), "a stopped table is started again, not retried"


def test_a_defect_stops_the_table_and_does_not_leave_it_mute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("As")

    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        monkeypatch.setattr("dealer_assist.table.Table.shoe", broken)
        outcome = kiosk.desk.ask(Heard(b"CARD As\r\n"))
        assert isinstance(outcome, Refused)
        assert "ZeroDivisionError" in outcome.why
        assert "As" not in outcome.why, "what a defect says may be a card"
        assert kiosk.desk.published.fault == outcome.why
        assert isinstance(bet(kiosk.desk, 1, "one"), Refused)


def test_cards_that_come_in_a_pause_before_the_first_of_a_round_are_of_a_round(tmp_path: Path) -> None:
    """They will be hole cards: set-up shows what the shoe says while no round runs."""
    with Kiosk(tmp_path, SHOE, chips=(1000, 1000, 1000), game="omaha") as kiosk:
        kiosk.plug()
        kiosk.press(do="pause")
        assert not kiosk.desk.published.running
        kiosk.shoe("As")
        assert kiosk.desk.published.running


def test_a_card_too_early_is_of_a_round_too(tmp_path: Path) -> None:
    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        kiosk.shoe("As")
        assert kiosk.view()["finding"]["kind"] == "not_awaited"
        assert kiosk.desk.published.running
