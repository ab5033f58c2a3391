"""The floor is called, and a pause taken: both in the record, both as they were when the program starts again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Refused
from dealer_assist.journal import Journal, Stamp
from dealer_assist.session import Session
from dealer_assist.table import Key
from kiosk import replay
from kiosk.spoken import Speaker
from tests.kiosks import SHOE, Kiosk

SPEAKER = Speaker((100, 25, 5, 1), lambda clause: "")


def refused(kiosk: Kiosk, **key: object) -> str:
    """Why a key is refused."""
    outcome = kiosk.desk.press(Key(seen=kiosk.desk.published.number, once=f"refused-{id(key)}", **key))  # type: ignore[arg-type]
    assert isinstance(outcome, Refused)
    return outcome.why


def again(kiosk: Kiosk, folder: Path) -> Session:
    """The session as a program that starts again takes it up."""
    file = kiosk.desk._rig.table.file
    journal = Journal(folder / "journal.sqlite", Stamp(file.name, "boot", "house", "0"))
    return Session(file, None, journal, lambda: "2026-01-01T00:00:00+00:00")


def kinds(session: Session) -> list[tuple[str, object]]:
    """What the record has of calls: kind and body."""
    return [
        (record.kind, record.content())
        for record in session.journal.records()
        if record.kind in {"floor", "finding", "answer"}
    ]


def test_the_floor_is_called_and_has_come(tmp_path: Path) -> None:
    """It changes nothing of the round, is on every screen, and can be called while the table is stopped."""
    with Kiosk(tmp_path) as kiosk:
        kiosk.deal("bet 1 30; bet 2 30")
        before = kiosk.view()["awaits"]
        kiosk.press(do="floor", called=True)
        assert kiosk.view()["floor"] is kiosk.view("display")["floor"] is True
        assert kiosk.view()["awaits"] == before
        assert SPEAKER.view(kiosk.view("display"), "display", None)["words"]["floor"] == "The floor has been called"
        assert refused(kiosk, do="floor", called=True) == "the floor is called already"
        kiosk.deal("1 Kh")
        kiosk.press(do="misdeal", what="lost")
        kiosk.press(do="floor", called=False)
        assert kiosk.view()["floor"] is False
        assert refused(kiosk, do="floor", called=False) == "nobody has called the floor"
        kiosk.press(do="floor", called=True)
    session = again(kiosk, tmp_path)
    assert session.floor is not None
    assert [body for kind, body in kinds(session) if kind == "floor"] == [{"called": c} for c in (True, False, True)]
    session.journal.close()


def test_a_pause_stops_all_until_somebody_goes_on(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        kiosk.deal("bet 1 30; bet 2 30")
        kiosk.press(do="pause")
        for viewer in ("dealer", "display"):
            assert kiosk.view(viewer)["paused"] is True
        words = SPEAKER.view(kiosk.view(), "dealer", None)["words"]
        assert (words["prompt"], words["finding"]["sentence"]) == ("Paused", "Nothing can be keyed until play goes on.")
        assert [remedy["label"] for remedy in words["finding"]["remedies"]] == ["Go on"]
        assert SPEAKER.view(kiosk.view("display"), "display", None)["words"]["prompt"] == "A short break"
        stopped = "the table is stopped: answer the finding first"
        assert refused(kiosk, do="pause") == stopped
        assert refused(kiosk, do="step", step={"bet": 1, "unit": 60}) == stopped
    session = again(kiosk, tmp_path)
    assert session.stopped is not None
    assert session.stopped.finding.kind == "paused"
    session.journal.close()


def test_a_card_that_comes_in_a_pause_waits_for_it_to_end(tmp_path: Path) -> None:
    with Kiosk(tmp_path, SHOE) as kiosk:
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 30")
        kiosk.press(do="pause")
        kiosk.shoe("Kh")
        assert kiosk.view()["finding"]["held"] == 1
        assert kiosk.view()["cards"] == []
        kiosk.press(do="answer", finding=kiosk.view()["finding"]["number"], remedy="go_on")
        assert [card["card"] for card in kiosk.view()["cards"]] == ["Kh"]
        assert kiosk.view()["paused"] is False


def test_in_a_pause_the_time_of_betting_stands(tmp_path: Path) -> None:
    with Kiosk(tmp_path, accounts={"A": "100.00"}) as kiosk:
        kiosk.press(do="time", runs=True)
        assert kiosk.desk.published.closes is not None
        kiosk.press(do="pause")
        assert kiosk.desk.published.closes is None


def test_calls_replay_identically(tmp_path: Path) -> None:
    with Kiosk(tmp_path, tapes=True) as kiosk:
        kiosk.deal("bet 1 30; bet 2 30")
        kiosk.press(do="floor", called=True)
        kiosk.press(do="pause")
        kiosk.press(do="answer", finding=kiosk.view()["finding"]["number"], remedy="go_on")
        kiosk.deal("1 Kh")
    assert replay.whole(tmp_path, None).identical


@pytest.mark.parametrize("key", [{"do": "floor"}, {"do": "floor", "called": None}])
def test_a_call_that_says_nothing_is_none(tmp_path: Path, key: dict[str, object]) -> None:
    with Kiosk(tmp_path) as kiosk:
        assert "lacks what it needs" in refused(kiosk, **key)
