"""Over the web: a root on demand as code and QR, and sealed cards that two supervisors open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_assist import keys, root_code, sealing_key, witness
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.journal import recorded
from dealer_assist.pit.asking import checked_key
from dealer_assist.sealing import MARK, Seals
from dealer_assist.verify import verify
from kiosk.people import People, Person
from tests.kiosks import CHEAP, JSON, PEOPLE, PINS, SHOE, Browser, Kiosk

SECOND = Person("2002", "Sanna", "supervisor")
MARJA = {"badge": "2001", "pin": PINS["2001"]}
SANNA = {"badge": "2002", "pin": "135790"}


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    """A table of Triple that seals and signs, with its tapes; seat 1 is to speak, the hole card is 8d."""
    people = People.of((*PEOPLE, (SECOND, SANNA["pin"])), CHEAP)
    key = keys.make(tmp_path / "table.pem")
    seals = Seals(sealing_key.make(tmp_path / "table.seal", "Table 7"))
    with Kiosk(tmp_path, SHOE, people=people, tapes=True, seals=seals, key=key) as opened:
        opened.plug()
        opened.deal("bet 1 10; bet 2 10")
        opened.shoe("Kh 9s 5d 6c 7c 8d")
        yield opened


def ask(browser: Browser, kiosk: Kiosk, once: str = "open-00000001", **more: object) -> tuple[int, JSON]:
    """Ask to open the hole card, the eighth step."""
    sent = {"seen": kiosk.desk.published.number, "once": once, "at_step": 7, **more}
    return browser.post("/record/open", sent)


def hole(folder: Path) -> dict[str, object]:
    """The step of the hole card, as somebody reads it who has no key."""
    with recorded(folder / JOURNAL) as journal:
        (sealed,) = (record for record in journal.records() if MARK in record.body)
        step: dict[str, object] = sealed.content()["step"]
        return step


def test_two_supervisors_open_a_sealed_card_and_both_stand_in_the_journal(tmp_path: Path, kiosk: Kiosk) -> None:
    marja = Browser(kiosk.url).open("2001")
    assert hole(tmp_path) == {"card": "??", "to": "dealer"}
    status, said = ask(marja, kiosk, approval=SANNA)
    assert (status, said) == (
        200,
        {
            "number": kiosk.desk.published.number,
            "cards": [{"record": 12, "card": "8d", "to": "dealer", "words": "8♦ to dealer"}],
        },
    )
    assert ask(marja, kiosk, approval=SANNA) == (status, said), "the same request opens nothing twice"
    with recorded(tmp_path / JOURNAL) as journal:
        (opened,) = (record for record in journal.records() if record.kind == "opened")
    assert (opened.who, opened.approver, opened.content()["why"]) == ("2001", "2002", "agreed")
    assert hole(tmp_path) == {"card": "8d", "to": "dealer"}
    assert "8d" not in kiosk.desk.published.views["display"].decode()
    assert "8d" not in kiosk.desk.published.views["dealer"].decode()


def test_one_alone_a_dealer_or_an_auditor_opens_nothing(tmp_path: Path, kiosk: Kiosk) -> None:
    marja = Browser(kiosk.url).open("2001")
    for approval, status in (
        (MARJA, 422),
        ({"badge": "1001", "pin": PINS["1001"]}, 422),
        ({"badge": "3001", "pin": PINS["3001"]}, 422),
        ({**SANNA, "pin": "000000"}, 422),
    ):
        assert ask(marja, kiosk, approval=approval)[0] == status, approval
    assert ask(marja, kiosk)[0] == 400
    assert ask(Browser(kiosk.url).open("1001"), kiosk, approval=SANNA)[0] == 403
    assert ask(Browser(kiosk.url).open("3001"), kiosk, approval=SANNA)[0] == 403
    # By the route of the dealer's keys nobody does either, not even with a supervisor's PIN.
    key = {"do": "open_sealed", "at_step": 7, "seen": kiosk.desk.published.number, "approval": SANNA}
    for badge in ("1001", "2001"):
        assert Browser(kiosk.url).open(badge).key(**key)[0] == 400
    assert ask(marja, kiosk, approval=SANNA, at_step=0)[0] == 422
    assert ask(marja, kiosk, approval=SANNA, seen=1)[0] == 409
    assert ask(marja, kiosk, approval=SANNA, once="test-00000001")[1]["cards"] == [], (
        "a key that was used for another act"
    )
    assert hole(tmp_path) == {"card": "??", "to": "dealer"}


def test_a_word_in_the_pit_s_database_opens_nothing() -> None:
    with pytest.raises(Fault, match="opened at the table itself"):
        checked_key({"do": "open_sealed", "at_step": 7, "who": "2001", "approved_by": "2002"})


def test_a_root_on_demand_is_shown_as_code_and_qr_and_verifies(tmp_path: Path, kiosk: Kiosk) -> None:
    auditor = Browser(kiosk.url).open("3001")
    assert auditor.ask("GET", "/record/root")[2].strip() == b'{"root":null}'
    before = kiosk.settled
    status, said = auditor.post("/record/root", {})
    assert status == 200
    shown = said["root"]
    root = witness.parse(shown["text"])
    assert root.signed and shown["code"] == str(root.code) and shown["last"] == before.number
    assert shown["qr"]["size"] > 20 and shown["qr"]["path"].startswith("M")
    assert auditor.ask("GET", "/record/root")[2] == auditor.ask("GET", "/record/root")[2]
    # A tap that was made on what stood before is not too late for it.
    pressed = Browser(kiosk.url).open("1001")
    step = {"act": "stand", "seat": 1}
    assert pressed.key(do="step", step=step, seen=before.number, once="key-00000009")[0] == 200
    assert verify(tmp_path / JOURNAL, root).fault is None
    assert verify(tmp_path / JOURNAL, root_code.read(shown["code"])).fault is None


def page(browser: Browser, path: str) -> str:
    """A page of the pit, its middle and what opens over it."""
    status, _, body = browser.ask("GET", path)
    assert status == 200
    return body.decode()


def test_the_pits_page_of_the_table_shows_the_root_and_makes_one(kiosk: Kiosk) -> None:
    auditor = Browser(kiosk.url).open("3001")
    before = page(auditor, "/pit/table")
    assert "No root has been made in this session yet." in before
    assert 'class="make-root" data-url="/record/root"' in before
    shown = auditor.post("/record/root", {})[1]["root"]
    after = page(auditor, "/pit/table")
    assert f'<output class="code">{shown["code"]}</output>' in after
    size = shown["qr"]["size"] + 8
    assert f'viewBox="-4 -4 {size} {size}"><path d="{shown["qr"]["path"]}"/>' in after
    assert f"Root over records 1 to {shown['last']} of shoe 1, signed 2026-01-01 00:00:00 UTC" in after
    japanese = page(auditor, "/pit/table?lang=ja")
    assert shown["code"] in japanese and "Root over" not in japanese


def test_a_table_that_signs_nothing_says_so_and_has_no_button(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        told = page(Browser(kiosk.url).open("2001"), "/pit/table")
        assert "This table signs nothing" in told and "make-root" not in told
        kiosk.deal("bet 1 10; bet 2 10; 1 Kh; 2 9s; dealer 5d; 1 6c; 2 7c; dealer ??")
        assert "open-sealed" not in page(Browser(kiosk.url).open("2001"), "/pit/round"), "nothing is sealed here"


def test_the_page_of_the_running_round_opens_what_lies_face_down_for_supervisors(kiosk: Kiosk) -> None:
    marja = Browser(kiosk.url).open("2001")
    told = page(marja, "/pit/round")
    assert told.count('class="open-sealed"') == 2, "all of it, or the hole card alone"
    assert 'class="open-sealed" data-what="a card face down to dealer" data-step="7"' in told
    dialog = told[told.index('<dialog id="open-sealed"') :]
    assert 'data-url="/record/open"' in dialog and 'name="badge"' in dialog and 'name="pin"' in dialog
    seen = re.search(r'data-seen="(\d+)"', told)
    assert seen is not None and int(seen[1]) == kiosk.desk.published.number, "what the page sends is not too late"
    assert ask(marja, kiosk, approval=SANNA)[0] == 200
    assert "8♦" not in page(marja, "/pit/round"), "who opened it was told, and nobody else is"
    assert "open-sealed" not in page(Browser(kiosk.url).open("3001"), "/pit/round"), "an auditor opens nothing"


def test_everything_sealed_is_opened_at_once_also_a_card_that_waits(tmp_path: Path, kiosk: Kiosk) -> None:
    kiosk.shoe("Ad Qc")
    status, said = ask(Browser(kiosk.url).open("2001"), kiosk, approval=SANNA, at_step=None)
    assert status == 200
    words = [card["words"] for card in said["cards"]]
    assert words[0] == "8♦ to dealer" and {"A♦", "Q♣"} & set(words[1:]), words


def test_a_shoe_that_ends_is_signed_before_a_screen_shows_the_next(tmp_path: Path, kiosk: Kiosk) -> None:
    for card in ["9c", "2c", "3c", "4c", "Qd", "Jd", "Td", "2s", "3s", "4h", "5h", "6h", "7h", "8h"]:
        while (awaits := kiosk.view()["awaits"])["kind"] == "choice":
            kiosk.deal(f"{awaits['seat']} stand")
        if awaits["kind"] == "over":
            break
        kiosk.shoe(card)
    with recorded(tmp_path / JOURNAL) as journal:
        assert [record.kind for record in journal.records()].count("root") == 0
    kiosk.press(do="paid")
    kiosk.press(do="new_shoe", left=None)
    with recorded(tmp_path / JOURNAL) as journal:
        *_, new_shoe, root = journal.records()
    assert (new_shoe.kind, root.kind, root.shoe) == ("new_shoe", "root", 1)
    assert witness.parse(root.body).last == new_shoe.number
