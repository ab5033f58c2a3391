"""The pit's pages without a browser: what they tell, what they never tell, who may act, exports, one table or many."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dealer_assist import script as scripts
from dealer_assist.faults import Fault
from dealer_assist.pit.questions import Asked, Questions
from kiosk import static_files
from kiosk.feed import Feed
from kiosk.people import People, Person
from kiosk.pit_lone import WAITS_S, LoneTable
from kiosk.spoken import Speaker
from kiosk.words import card_name
from tests.kiosks import CHEAP, PEOPLE, PINS, Browser, Kiosk
from tests.test_kiosk_access import browser_of
from tests.test_people import Clock

TWO = (*PEOPLE, (Person("2002", "Sanna", "supervisor"), "5791"))
#: A round of Triple by hand to its end: a win at war, a loss at blackjack, nothing at poker.
ROUND = (
    "bet 1 30; bet 2 50; 1 Ts; 2 8s; dealer 6d; 1 6c; 2 7c; dealer Js; 1 stand; 2 stand; dealer Ah; 1 Jd; 2 2d; 1 Ks; "
    "2 5s; 1 Kh; 2 4c; 1 Qs; 2 3s"
)


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, people=People.of(TWO, CHEAP)) as opened:
        yield opened


def page(browser: Browser, path: str, status: int = 200) -> str:
    got, _, body = browser.ask("GET", path)
    assert got == status, body.decode()[:500]
    return body.decode()


def test_a_round_is_told_step_by_step_with_its_lines_and_people(kiosk: Kiosk) -> None:
    kiosk.deal(ROUND + "; paid")
    told = page(browser_of(kiosk, "auditor"), "/pit/round?table=Table%207&round=1")
    for part in ('data-card="Ts"', "seat 1: stand", "Step 18", "(T6.3)", "staked 240, paid 220, hold 20", "house: 20"):
        assert part in told
    assert told.count('class="event ') == 20
    for part in ("The round began with", "<li>seat 2: 1000 chips</li>", "<li>seat 2 <b>−50</b></li>"):
        assert part in told, "what a hand should have been paid, without adding up its lines"
    assert "its record stays as it is. What it still owes is moved in the round that runs" in told
    assert 'class="amend"' not in told, "a closed round stands as it was paid"


def test_what_a_running_round_hides_is_in_no_byte(tmp_path: Path) -> None:
    """The shoe has named the hole card; no page, stream, search or export of the pit does before it is turned."""
    with Kiosk(tmp_path, '[shoe]\nport = "none"\nprotocol = "ascii_line"\n', tapes=True) as kiosk:
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 50")
        kiosk.shoe("Ts 8s 6d 6c 7c Qc")
        browser = browser_of(kiosk, "supervisor")
        said = [
            page(browser, path)
            for path in ("/pit", "/pit/table", "/pit/round", "/pit/search?card=Qc", "/pit/statistics", "/pit/people")
        ]
        said += [page(browser, f"/pit/export?as={kind}") for kind in ("csv", "jsonl", "phh")]
        with browser.stream("/pit/events") as stream:
            stream.next("view")
            said.append(stream.raw.decode())
        assert 'role="img" aria-label="A card face down"' in said[2]
        said[3] = said[3].replace('name="card" maxlength="3" value="Qc"', "")  # what was typed
        for text in said:
            for telling in ('data-card="Qc"', "Q♣", '"Qc"', b"CARD Qc".hex(" ")):
                assert telling not in text
        assert "No round is like this." in said[3]
        kiosk.deal("1 stand; 2 stand")
        assert 'data-card="Qc"' in page(browser, "/pit/round"), "turned by the rules, it is told"


def test_hole_cards_of_a_running_hand_are_in_no_byte(tmp_path: Path) -> None:
    """Omaha: every card is named by the shoe and lies face down until showdown; folded ones are told at the end."""
    with Kiosk(tmp_path, '[shoe]\nport = "none"\nprotocol = "ascii_line"\n', game="omaha", tapes=True) as kiosk:
        kiosk.plug()
        hole = "Kd 9s 8c 7d 5h Qs Jc 4h"
        kiosk.shoe(hole)
        browser = browser_of(kiosk, "supervisor")
        said = [page(browser, path) for path in ("/pit", "/pit/table", "/pit/round", "/pit/export?as=jsonl")]
        with browser.stream("/pit/events") as stream:
            stream.next("view")
            said.append(stream.raw.decode())
        assert said[2].count('class="face back"') == 8
        for card in hole.split():
            for text in said:
                for telling in (f'data-card="{card}"', f'"{card}"', card_name(card), f"CARD {card}".encode().hex(" ")):
                    assert telling not in text, telling
            assert "No round is like this." in page(browser, f"/pit/search?card={card}")


def test_raw_bytes_stand_beside_the_steps_of_a_closed_round(tmp_path: Path) -> None:
    with Kiosk(tmp_path, '[shoe]\nport = "none"\nprotocol = "ascii_line"\n', tapes=True) as kiosk:
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 50")
        kiosk.shoe("Ts 8s 6d 6c 7c Js")
        kiosk.deal("1 stand; 2 stand")
        kiosk.shoe("Ah Jd 2d Ks 5s Kh 4c Qs 3s")
        browser = browser_of(kiosk, "supervisor")
        assert b"CARD Ts".hex(" ") not in page(browser, "/pit/round")
        kiosk.deal("paid")
        told = page(browser, "/pit/round?round=1")
        assert b"CARD Ts\r\n".hex(" ") in told
        assert "{&#34;do&#34;:&#34;step&#34;,&#34;step&#34;:{&#34;bet&#34;:1,&#34;unit&#34;:30}}" in told
        assert "once" not in told[told.index("<main") :]


@pytest.mark.parametrize(
    ("asked", "rounds"),
    [
        ("card=Ts&seat=1", {1, 2}),
        ("card=Ts&seat=2", set()),
        ("card=Ah&seat=dealer", {1, 2}),
        ("clause=T6.3&seat=1&at_least=60", {1, 2}),
        ("clause=T6.3&seat=1&at_least=60.01", set()),
        ("at_least=100&at_most=100", {1, 2}),
        ("person=1001", set()),
        ("person=dealer", {1, 2}),
        ("since=2026-01-01T00:00&until=2026-01-01T00:01", {1, 2, 3}),
        ("since=2026-01-02T00:00", set()),
        ("game=omaha", set()),
        ("table=Table+7&game=triple", {1, 2, 3}),
        ("amended=1", {2}),
    ],
)
def test_search(kiosk: Kiosk, asked: str, rounds: set[int]) -> None:
    kiosk.deal(ROUND + "; paid; " + ROUND)
    kiosk.press(do="correct", at_step=15, card="Kd")
    kiosk.deal("paid")
    found = page(browser_of(kiosk, "auditor"), f"/pit/search?{asked}")
    assert {number for number in (1, 2, 3) if f"round={number}" in found} == rounds


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("card=1z", "write a card as As, Td or Jk"),
        ("at_least=-5", "write an amount as 640 or 15.70"),
        ("at_least=" + "9" * 40, "write an amount as 640 or 15.70"),
        ("at_least=5&at_most=4", "the first amount is larger"),
        ("since=yesterday", "write a time as"),
        ("since=2026-01-02T00:00&until=2026-01-01T00:00", "the first time later"),
    ],
)
def test_a_search_that_is_not_understood_says_how_to_write_it(kiosk: Kiosk, asked: str, why: str) -> None:
    assert why in page(browser_of(kiosk, "auditor"), f"/pit/search?{asked}", 422)


def test_addresses_that_name_nothing_are_answered_in_words(kiosk: Kiosk) -> None:
    browser = browser_of(kiosk, "auditor")
    for path in (
        "round?round=99",
        "round?round=x",
        "round?table=Other&round=1",
        "round?session=y",
        "table?table=Other",
    ):
        assert "There is no such" in page(browser, f"/pit/{path}", 404)
    for path in ("frame?at=5", "frame?at=x", f"frame?picture={'0' * 64}", "frame?picture=../../etc/passwd"):
        assert page(browser, f"/pit/{path}", 404)
    assert "no page of a search" in page(browser, "/pit/search?after=1%3B", 503)
    name = '<b>"&'
    assert name not in page(browser, f"/pit/search?person={quote(name)}")


# Exports


def test_exports_hold_the_rounds_of_the_search(kiosk: Kiosk) -> None:
    kiosk.deal(ROUND + "; paid; " + ROUND + "; paid; bet 1 30")
    browser = browser_of(kiosk, "auditor")
    rows = list(csv.DictReader(io.StringIO(page(browser, "/pit/export?as=csv&card=Ts"))))
    assert [(row["round"], row["stakes"], row["paid"], row["hold"]) for row in rows] == [
        ("2", "240", "220", "20"),
        ("1", "240", "220", "20"),
    ]
    lines = [json.loads(line) for line in page(browser, "/pit/export?as=jsonl").splitlines()]
    assert [line["round"] for line in lines] == [2, 1], "the running round is in no file"
    settled: Any = scripts.settle(json.dumps(lines[0]["script"]))
    assert settled["house"] == 20, "the script alone gives the same settlement"
    assert page(browser, "/pit/export?as=jsonl&round=3") == ""
    assert "no Omaha hand" in page(browser, "/pit/export?as=phh")
    assert page(browser, "/pit/export?as=exe", 404)
    assert "larger" in page(browser, "/pit/export?at_least=5&at_most=4", 422)


def test_omaha_hands_as_phh(tmp_path: Path) -> None:
    with Kiosk(tmp_path, game="omaha") as kiosk:
        for _ in range(60):
            view = kiosk.view()
            if view["awaits"]["kind"] == "over":
                break
            if view["awaits"]["kind"] == "choice":
                acts = [offer["act"] for offer in view["offers"]]
                act = "fold" if "fold" in acts else acts[-1]
                kiosk.press(do="step", step={"act": act, "seat": view["awaits"]["seat"]})
            else:
                kiosk.press(do="step", step={"card": "??", "to": view["awaits"]["to"]})
        kiosk.deal("paid")
        hand = page(browser_of(kiosk, "auditor"), "/pit/export?as=phh&round=1")
        assert 'variant = "PO"' in hand


def test_the_report_of_a_round_is_a_pdf(kiosk: Kiosk) -> None:
    kiosk.deal(ROUND + "; paid")
    browser = browser_of(kiosk, "auditor")
    status, headers, body = browser.ask("GET", "/pit/report?round=1")
    assert (status, headers["Content-Type"], body[:5]) == (200, "application/pdf", b"%PDF-")
    assert "round-1.pdf" in headers["Content-Disposition"]


# Who may act


def test_an_amendment_from_the_pit_takes_two_people_and_is_recorded_with_both(kiosk: Kiosk) -> None:
    kiosk.deal("bet 1 30; bet 2 50; 1 Ts; 2 8s")
    browser = browser_of(kiosk, "supervisor")
    key = {"do": "correct", "at_step": 2, "card": "9d", "table": "Table 7", "once": "0123456789abcdef"}
    key["seen"] = kiosk.desk.published.number
    alone = browser.post("/pit/key", key)
    assert (alone[0], alone[1]["why"][:45]) == (422, "What is changed from the pit needs a second p")
    same = browser.post("/pit/key", key | {"approval": {"badge": "2001", "pin": PINS["2001"]}})
    assert (same[0], "Whoever proposes can't approve it too" in same[1]["why"]) == (422, True)
    dealer = browser.post("/pit/key", key | {"approval": {"badge": "1001", "pin": PINS["1001"]}})
    assert (dealer[0], "A supervisor has to approve this" in dealer[1]["why"]) == (422, True)
    assert amends(kiosk) == [], "nothing is half-done"
    for _ in range(2):
        status, said = browser.post("/pit/key", key | {"approval": {"badge": "2002", "pin": "5791"}})
        assert status == 200, said
        assert amends(kiosk) == [("2001", "2002")], "sent twice, done once"
    told = page(browser, "/pit/round")
    assert "agreed by Sanna" in told
    assert "corrected to: 9♦ to seat 1" in told


def amends(kiosk: Kiosk) -> list[tuple[str, str | None]]:
    """Who amended, and who agreed."""
    records = kiosk.desk.session.journal.records()
    return [(record.who, record.approver) for record in records if record.kind == "amend"]


def test_from_the_pit_nothing_else_is_keyed(kiosk: Kiosk) -> None:
    browser = browser_of(kiosk, "supervisor")
    key = {"do": "step", "step": {"bet": 1, "unit": 30}, "seen": 2, "once": "0123456789abcdef", "table": "Table 7"}
    status, said = browser.post("/pit/key", key)
    assert (status, "nothing else" in said["why"]) == (422, True)
    other = {"do": "answer", "finding": 1, "remedy": "go_on", "seen": 2, "once": "0123456789abcdef", "table": "Table 8"}
    assert browser.post("/pit/key", other)[0] == 422
    assert browser.post("/pit/key", other | {"table": "Table 7"})[0] in {409, 422}
    assert browser.post("/pit/key", other, X_Kiosk_Token="guess")[0] == 403


def test_what_a_dealer_asks_of_the_pit_is_done_once_a_supervisor_agrees(tmp_path: Path) -> None:
    clock = Clock()
    with Kiosk(tmp_path, people=People.of(TWO, CHEAP), clock=clock) as kiosk:
        kiosk.deal("bet 1 30; bet 2 50; 1 Ts; 2 8s")
        kiosk.press(do="misdeal", what="other")
        finding = kiosk.view()["finding"]
        decided = {"reason": "a spilled drink", "pays": [[1, 30]], "ends": True}
        key = {"do": "answer", "finding": finding["number"], "remedy": "discretion", "decided": decided}
        key |= {"seen": kiosk.desk.published.number, "once": "0123456789abcdef"}
        dealer = browser_of(kiosk, "dealer")
        assert dealer.key(**key)[0] == 422, "a dealer alone may not"
        other = key | {"finding": finding["number"] - 1, "asks": True}
        assert dealer.post("/pit/ask", other)[0] == 409, "nothing asks for that"
        assert dealer.post("/pit/ask", other | {"do": "paid"})[0] == 422, "nor does that need anybody"
        status, asked = dealer.post("/pit/ask", key | {"asks": True})
        assert status == 202
        supervisor = browser_of(kiosk, "supervisor")
        with supervisor.stream("/pit/events") as stream:
            (waiting,) = stream.next("view")["waiting"]
        told = "At the dealer's discretion (T9.4). Seat 1 +30. Every open stake comes back. Reason: a spilled drink"
        assert (waiting["what"], waiting["who"]) == (told, "Aino"), "what the key does, whatever its page says of it"
        wrong = supervisor.post(
            "/pit/agree", {"id": asked["id"], "do": "agree", "approval": {"badge": "2001", "pin": "1"}}
        )
        assert wrong[0] == 422
        without = supervisor.post("/pit/agree", {"id": asked["id"], "do": "agree"})
        assert without[0] == 400
        approval = {"badge": "2001", "pin": PINS["2001"]}
        status, said = supervisor.post("/pit/agree", {"id": asked["id"], "do": "agree", "approval": approval})
        assert status == 200, said
        answer = next(record for record in kiosk.desk.session.journal.records() if record.kind == "answer")
        assert (answer.who, answer.approver) == ("1001", "2001")
        gone = supervisor.post("/pit/agree", {"id": asked["id"], "do": "agree", "approval": approval})
        assert (gone[0], "asked no more" in gone[1]["why"]) == (409, True)


def test_what_is_asked_can_be_declined_and_is_forgotten_in_time(kiosk: Kiosk) -> None:
    dealer, supervisor = browser_of(kiosk, "dealer"), browser_of(kiosk, "supervisor")
    key = {
        "do": "options",
        "options": {"last_slot": True},
        "seen": 2,
        "once": "0123456789abcdef",
        "asks": True,
    }
    before = kiosk.of_the_game()
    _, asked = dealer.post("/pit/ask", key)
    with supervisor.stream("/pit/events") as stream:
        (waiting,) = stream.next("view")["waiting"]
    assert waiting["what"] == "Options of the next round: last_slot = true"
    status, _ = supervisor.post("/pit/agree", {"id": asked["id"], "do": "decline"})
    assert (status, kiosk.of_the_game()) == (200, before)
    assert WAITS_S <= 900
    for count in range(25):
        status, _ = dealer.post("/pit/ask", key)
        assert status == (202 if count < 20 else 503)


def test_the_pits_streams_take_their_places_from_the_tables(tmp_path: Path) -> None:
    with Kiosk(tmp_path, streams=1) as kiosk:
        browser = browser_of(kiosk, "supervisor")
        with browser.stream("/pit/events") as stream:
            stream.next("view")
            status, headers, body = browser.ask("GET", "/dealer/events")
            assert (status, headers["Retry-After"]) == (503, "5")
            assert "Too many screens are open" in json.loads(body)["why"]


def test_an_index_that_can_not_be_read_is_said_and_the_tiles_stay(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise Fault("the pit's index can't be read (disk gone); it goes on once it is tried again")

    browser = browser_of(kiosk, "supervisor")
    page(browser, "/pit")
    for name in ("find", "open_findings", "round", "people"):
        monkeypatch.setattr(Questions, name, away)
    for path in ("/pit/search", "/pit/round?round=1", "/pit/people", "/pit/export?round=1", "/pit/report?round=1"):
        assert "disk gone" in page(browser, path, 503)
    with browser.stream("/pit/events") as stream:
        view = stream.next("view")
        while not view["why"]:
            view = stream.next("view")
        assert [tile["table"] for tile in view["tiles"]] == ["Table 7"]


# One table or many


def test_earlier_sessions_of_the_table_stand_beside_the_running_one(tmp_path: Path) -> None:
    first, second = tmp_path / "2026-01-01", tmp_path / "2026-01-02"
    for folder in (first, second, tmp_path / "broken"):
        folder.mkdir()
    (tmp_path / "broken" / "journal.sqlite").write_bytes(b"no journal")
    with Kiosk(first) as kiosk:
        kiosk.deal(ROUND + "; paid; " + ROUND + "; paid")
        earlier = lone(kiosk, first).tiles()[0].session
    # Another table's first record, since one session of two has the name of neither.
    with Kiosk(second, game="omaha") as kiosk:
        table = lone(kiosk, second)
        table.catch_up()
        rounds = table.questions.find(Asked(table="Table 7")).rounds
        assert {(found.session == earlier, found.game) for found in rounds} == {(True, "triple"), (False, "omaha")}
        assert len(rounds) == 4
        journal = table.journal("Table 7", earlier)
        assert journal is not None
        assert journal.path == first / "journal.sqlite"
        assert table.journal("Table 7", earlier) is journal, "opened once"
        assert (table.folder("Table 7", earlier), table.folder("Table 7", "none")) == (first, None)
        assert table.journal("Table 8", earlier) is None
    assert (tmp_path / "pit.sqlite").exists()


def lone(kiosk: Kiosk, folder: Path) -> LoneTable:
    feed = Feed(kiosk.desk, Speaker((100, 10), lambda clause: ""), 4, 1.0)
    return LoneTable(kiosk.desk, feed, lambda clause: "", folder)


def test_first_paint_needs_less_than_300_kb(kiosk: Kiosk) -> None:
    kiosk.deal(ROUND + "; paid")
    browser = browser_of(kiosk, "supervisor")
    files = ("pit.css", "pit.js", "pit_round.js", "pit_parts.js", "feed.js", "send.js", "icon.svg")
    shared = sum(len(browser.ask("GET", f"{static_files.path()}/{name}")[2]) for name in files)
    for path in ("", "/table", "/round", "/search", "/people", "/statistics?days=365"):
        weight = shared + len(browser.ask("GET", f"/pit{path}")[2])
        assert weight < 300_000, (path, weight)
