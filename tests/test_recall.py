"""Recall at the table: the last ten rounds, every step, also while the table is stopped; no card face down."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_assist import recall, recall_list
from dealer_assist.cards import DECK
from dealer_assist.journal import Journal
from kiosk.app import create_app
from kiosk.desk import Desk
from kiosk.people import People
from kiosk.server import Server
from tests.journals import STAMP
from tests.kiosks import CHEAP, PEOPLE, Browser, Kiosk
from tests.rigs import Bench
from tests.test_dispute import begun, finish

LINE = '[shoe]\nport = "none"\nprotocol = "ascii_line"\n'


def page(browser: Browser, path: str = "/recall") -> str:
    status, _, body = browser.ask("GET", path)
    assert status == 200, body
    return body.decode()


def dealt(folder: Path, rounds: int) -> Bench:
    """So many rounds to their end, by hand."""
    bench = Bench(folder)
    shoe = [str(card) for card in DECK * 6]
    random.Random(5).shuffle(shoe)
    cards = iter(shoe)
    for _ in range(rounds):
        bench.step(bet=1, unit=10)
        by_hand(bench, cards)
    return bench


def by_hand(bench: Bench, cards: Iterator[str]) -> None:
    """Play the round on by hand until everybody is paid."""
    for _ in range(60):
        view = bench.view
        match view["awaits"]["kind"]:
            case "over":
                bench.press(do="paid")
                return
            case "choice":
                steps = [offer["step"] for offer in view["offers"]]
                bench.step(**next((one for one in steps if one["act"] == "stand"), steps[0]))
            case "turn":
                bench.step(turn=next(cards))
            case kind:
                bench.step(card=next(cards), to=view["awaits"]["first" if kind == "bets" else "to"])
    raise AssertionError("the round did not end")


def test_the_last_ten_are_listed_the_newest_first(tmp_path: Path) -> None:
    bench = dealt(tmp_path, 12)
    listed = list(recall_list.summaries(bench.session.journal))
    assert [one.number for one in listed] == list(range(13, 3, -1))
    assert [one.running for one in listed] == [True] + [False] * 9
    assert all(one.steps > 4 and one.moved for one in listed[1:])
    paid = [record.content() for record in bench.session.journal.records() if record.kind == "paid"]
    for closed, one in zip(paid[3:], reversed(listed[1:]), strict=True):
        assert sum(int(points) for _, points in one.moved) == -closed["house"]


def test_nothing_is_listed_of_an_empty_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite", STAMP) as journal:
        assert list(recall_list.summaries(journal)) == []


def test_sums_of_accounts_are_told_to_the_hundredth() -> None:
    header = {"accounts": [{"account": "A", "chips": "100.00"}, {"account": "B", "chips": "50.50"}]}
    paid = {"accounts": [{"account": "A", "chips": "92.25"}, {"account": "B", "chips": "58.25"}]}
    assert list(recall_list._moved(header, paid)) == [("account A", "-7.75"), ("account B", "+7.75")]


def test_a_round_has_times_people_lines_with_their_clause_and_amendments(tmp_path: Path) -> None:
    bench = begun(tmp_path)
    bench.press(do="correct", at_step=2, card="Qh", who="2001", approved_by="2002")
    finish(bench)
    told = recall.told(bench.session.journal, 1, None, "dealer")
    assert not told.running
    assert told.ended
    (corrected,) = (event for event in told.events if event.amended)
    assert (corrected.card, corrected.amended[0].card) == ("Kh", "Qh")
    assert (corrected.amended[0].person, corrected.amended[0].approver) == ("2001", "2002")
    line = next(line for event in told.events for line in event.lines if line.on == "war" and line.outcome == "win")
    assert (line.clause, line.paid) == ("T3.2", line.stake * int(line.multiple or 0))
    assert line.rule
    assert all(event.wall and event.at > 0 for event in told.events)


@pytest.mark.parametrize("reader", ["dealer", "pit"])
def test_the_hole_card_of_a_running_round_is_told_to_nobody(tmp_path: Path, reader: recall.Reader) -> None:
    bench = begun(tmp_path, "Qs")
    bench.shoe("2s")
    assert bench.session.stopped is not None
    told = recall.told(bench.session.journal, 1, None, reader)
    (hole,) = (event for event in told.events if event.step == 7)
    assert (hole.card, hole.what) == ("??", "a card face down to dealer")
    words = str(told)
    assert "Q♠" not in words
    assert "Qs" not in words
    assert not any(record.hash in words for record in bench.session.journal.records())


# Pages


@pytest.fixture
def kiosk(tmp_path: Path) -> Any:
    with Kiosk(tmp_path, LINE) as opened:
        opened.plug()
        yield opened


def begin(kiosk: Kiosk, hole: str) -> None:
    kiosk.press(do="step", step={"bet": 1, "unit": 30})
    kiosk.press(do="step", step={"bet": 2, "unit": 20})
    kiosk.shoe(f"Kh 8c 9d 5h 7c {hole}")


def test_two_taps_from_the_dealers_page(kiosk: Kiosk) -> None:
    begin(kiosk, "Qs")
    browser = Browser(kiosk.url).open("1001")
    dealer = browser.ask("GET", "/dealer")[2].decode()
    assert 'href="/recall"' in dealer
    listed = page(browser)
    assert 'href="/recall?round=1"' in listed
    told = page(browser, "/recall?round=1")
    assert "K♥ to seat 1" in told
    assert "a card face down to dealer" in told
    assert "Back to the table" in told


@pytest.mark.parametrize("badge", ["1001", "2001", "3001"])
def test_no_byte_of_the_page_tells_the_card_face_down(kiosk: Kiosk, badge: str) -> None:
    begin(kiosk, "Qs")
    kiosk.shoe("2s")
    browser = Browser(kiosk.url).open(badge)
    for path in ("/recall", "/recall?round=1"):
        told = page(browser, path)
        assert "Q♠" not in told
        assert "Qs" not in told
        assert "2♠" not in told, "a card that came too early may be the next one face down"


def test_it_works_while_a_finding_is_open(kiosk: Kiosk) -> None:
    begin(kiosk, "Qs")
    kiosk.plug(False)
    assert kiosk.view()["stopped"]
    told = page(Browser(kiosk.url).open("2001"), "/recall?round=1")
    assert "Stopped: Shoe lost" in told


def test_it_works_after_a_commit_that_failed(kiosk: Kiosk) -> None:
    import os

    begin(kiosk, "Qs")
    journal = kiosk.desk.session.journal
    refusing = os.open("/dev/full", os.O_RDWR)
    os.dup2(refusing, journal._mark._file)
    os.close(refusing)
    kiosk.shoe("2s")
    assert kiosk.desk.published.fault is not None
    browser = Browser(kiosk.url).open("1001")
    told = page(browser, "/recall?round=1")
    assert "The table is stopped" in told
    assert "can&#39;t be written" in told
    assert "K♥ to seat 1" in told


def test_it_works_when_records_are_lost(tmp_path: Path) -> None:
    """The journal is shorter than its mark: the program starts, takes nothing, says so, and recalls what there is."""
    bench = dealt(tmp_path, 2)
    bench.session.journal.close()
    fault = f"{tmp_path}: records lost after 5: 9 had been acknowledged; restore a backup"
    with Kiosk(tmp_path) as kiosk:
        kiosk.desk._stop(fault)
        browser = Browser(kiosk.url).open("1001")
        status, said = browser.key(do="step", seen=kiosk.desk.published.number, step={"bet": 1, "unit": 10})
        assert (status, "records lost after 5" in said["why"]) == (422, True)
        assert "records lost after 5" in page(browser, "/recall")
        assert page(browser, "/recall?round=2").count('class="event') > 5


@pytest.mark.parametrize("asked", ["99", "0", "-1", "x", "1;2", "9" * 400])
def test_a_round_that_was_not_is_said_so(kiosk: Kiosk, asked: str) -> None:
    begin(kiosk, "Qs")
    status, _, body = Browser(kiosk.url).open("1001").ask("GET", f"/recall?round={asked}")
    assert status == 404
    assert b"There is no such round here" in body


def test_a_picture_is_shown_as_it_was_kept_and_no_other_file(tmp_path: Path) -> None:
    from dealer_assist import evidence

    digest = evidence.keep(tmp_path, b"\xff\xd8a picture")
    (tmp_path / "evidence" / ("0" * 64 + ".jpg")).write_bytes(b"\xff\xd8another")
    bench = Bench(tmp_path)
    desk = Desk(bench.table)
    chips = bench.file.chips
    app = create_app(desk, chips=chips, controls=None, people=People.of(PEOPLE, CHEAP), folder=tmp_path)
    with Server(app) as server:
        browser = Browser(server.url).open("1001")
        assert browser.ask("GET", f"/recall/picture?sha256={digest}")[2] == b"\xff\xd8a picture"
        for other in ("0" * 64, "../journal.sqlite", digest.upper(), digest[:-1], ""):
            assert browser.ask("GET", f"/recall/picture?sha256={other}")[0] == 404
    desk.close()
