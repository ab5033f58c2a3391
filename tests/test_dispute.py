"""A round for a dispute: told whole once it is closed, and nothing of what lies face down while it runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dealer_assist import dispute_pdf, keys, witness
from dealer_assist.changes import By
from dealer_assist.dispute import Dispute, dispute
from dealer_assist.dispute_words import card_words, step_words
from dealer_assist.faults import Fault
from dealer_assist.findings import Amend, Decided
from dealer_assist.note_words import note_words
from kiosk.commands import sample_folder
from kiosk.dispute_frames import pictures
from kiosk.report_commands import report
from tests.journals import changed, tamper
from tests.rigs import SHOE, Bench


def made(bench: Bench, number: int = 1) -> Dispute:
    return dispute(bench.session.journal, bench.file, None, number)


def words(told: Dispute) -> str:
    return msgspec.json.encode(told).decode()


def begun(folder: Path, hole: str = "Td") -> Bench:
    """A round dealt to the dealer's hole card, which lies face down."""
    bench = Bench(folder, SHOE)
    bench.link(True)
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", hole)
    return bench


def finish(bench: Bench) -> None:
    """Play on until everybody is paid: every player stands, the dealer draws small cards."""
    cards = iter(["2c", "3c", "4c", "6c", "Jd", "Qc", "Ks", "As", "2d", "3d", "4d", "6d", "8h", "9h", "Qh"] * 3)
    for _ in range(80):
        view = bench.view
        match view["awaits"]["kind"]:
            case _ if view["finding"] is not None:
                bench.answer(view["finding"]["remedies"][0]["name"])
            case "choice":
                acts = [offer["step"] for offer in view["offers"]]
                bench.step(**next((act for act in acts if act["act"] == "stand"), acts[0]))
            case "over":
                bench.press(do="paid")
                return
            case _:
                bench.shoe(next(cards))
    raise AssertionError("the round did not end")


def test_a_running_round_tells_what_lies_open(tmp_path: Path) -> None:
    told = made(begun(tmp_path))
    assert told.running
    assert told.proof is None
    assert [event.what for event in told.events if event.step == 2] == ["K♥ to seat 1"]
    assert [event.what for event in told.events if event.step == 7] == ["a card face down to dealer"]
    assert told.begins == ("seat 1: 1000 chips", "seat 2: 500 chips")


@pytest.mark.parametrize(("hole", "sign"), [("Td", "10♦"), ("Qs", "Q♠"), ("Jk", "joker")])
def test_a_card_face_down_is_in_no_word_of_a_running_round(tmp_path: Path, hole: str, sign: str) -> None:
    """The hole card, its correction and one that came too early: neither as a card nor as a hash to be tried."""
    bench = begun(tmp_path, hole)
    # The dealer's page refuses this while the card lies face down; a journal may hold it all the same.
    assert bench.session.amend(Amend(7, {"card": "6s", "to": "dealer"}), By(99, "dealer")) is None
    bench.shoe(hole)
    assert bench.session.stopped is not None
    told = words(made(bench))
    hashes = [record.hash for record in bench.session.journal.records() if record.round == 1]
    for secret in (sign, f'"{hole}"', f" {hole}", "6♠", "6s", *hashes):
        assert secret not in told, secret
    bench.answer("burned")
    finish(bench)
    told = words(made(bench))
    assert f"{sign} to dealer, corrected to: 6♠ to dealer" in told


def test_a_closed_round_tells_who_when_what_and_by_which_clause(tmp_path: Path) -> None:
    bench = begun(tmp_path)
    bench.press(do="correct", at_step=2, card="Qh", who="2001", approved_by="2002")
    finish(bench)
    told = made(bench)
    assert not told.running
    (corrected,) = (event for event in told.events if event.amended)
    assert corrected.what == "K♥ to seat 1"
    assert corrected.amended[0].what == "K♥ to seat 1, corrected to: Q♥ to seat 1"
    assert corrected.amended[0].who == "2001, agreed by 2002"
    assert "2002: 0 entries, agreed to 1" in told.people
    (war,) = (event for event in told.events if any(line.on == "war" for line in event.lines))
    assert "seat 1, war, win: 30 × 2 = 60 (T3.2)" in [line.words for line in war.lines]
    clauses = dict(told.clauses)
    assert clauses["T3.2"]
    assert [event.record for event in told.events] == sorted(event.record for event in told.events)
    chips = sum(int(line.split()[-2]) for line in told.settled if line.startswith("seat"))
    (house,) = (int(line.split()[-1]) for line in told.settled if line.startswith("house"))
    assert chips + house == 1500


def test_the_proof_names_the_records_and_the_root_over_them(tmp_path: Path) -> None:
    bench = begun(tmp_path)
    finish(bench)
    proof = made(bench).proof
    assert proof is not None
    assert (proof.root, proof.first) == (None, 2)
    records = list(bench.session.journal.records())
    assert proof.hash == records[proof.last - 1].hash
    key = keys.make(tmp_path / "key.pem")
    root = witness.put(bench.session.journal, key, at=1, wall="2026-01-01T00:00:00.000+00:00")
    proof = made(bench).proof
    assert proof is not None
    assert (proof.root, proof.root_record) == (root, len(records) + 1)
    content = dispute_pdf.render(made(bench), [])
    assert content.count(b"/Subtype /Image") == 1


@pytest.mark.parametrize("number", [0, 9])
def test_a_round_that_was_not(tmp_path: Path, number: int) -> None:
    with pytest.raises(Fault, match=f"there is no round {number} in it"):
        made(begun(tmp_path), number)


def test_what_people_decided_is_told_with_what_it_moved_and_who_agreed(tmp_path: Path) -> None:
    """A round that is paid is put right in the one that runs (T9.4): the page of that one has to open."""
    bench = begun(tmp_path)
    bench.press(do="misdeal", what="other")
    bench.answer(
        "discretion", who="1001", approved_by="2002", decided=Decided("round 7: a 9 was read as a 6", ((2, 150),))
    )
    finish(bench)
    (decided,) = (event for event in made(bench).events if event.what.startswith("at the dealer's discretion"))
    assert decided.what == "at the dealer's discretion (seat 2 +150): round 7: a 9 was read as a 6"
    assert [line.words for line in decided.lines] == ["seat 2, discretion, discretion: 0 = 150 (T9.4)"]


def test_words() -> None:
    assert [card_words(card) for card in ("As", "Th", "Jk", "??", None)] == [
        "A♠", "10♥", "joker", "a card face down", "a card face down",
    ]  # fmt: skip
    assert step_words({"bet": 1, "unit": None}) == "seat 1 bets all-in"
    assert step_words({"act": "raise", "seat": 3, "to": 40}) == "seat 3: raise, to 40"
    assert step_words({"turn": "Kd"}) == "K♦ turned"
    assert step_words({"misdeal": "back_to", "back_to": 4}) == "misdeal: back to step 4"
    pays = [{"seat": 2, "paid": 250}, {"seat": 3, "paid": -40}]
    decided = {"misdeal": "discretion", "reason": "round 7", "pays": pays, "ends": False}
    assert step_words(decided) == "at the dealer's discretion (seat 2 +250, seat 3 -40): round 7"
    assert step_words({"misdeal": "discretion", "reason": "rain"}) == "at the dealer's discretion: rain"
    assert note_words("held", {"card": "As"}, running=True) == "a card waits"
    assert note_words("held", {"card": "As"}, running=False) == "A♠ waits"


# Pages


def test_the_pages_of_the_sample_with_its_pictures(tmp_path: Path) -> None:
    done = CliRunner().invoke(report, [str(sample_folder()), "1", "--pdf", str(tmp_path / "r.pdf")])
    assert done.exit_code == 0, done
    said = done.output.splitlines()[-1]
    assert said.endswith("pictures")
    assert int(said.split()[-2]) > 20
    content = (tmp_path / "r.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Subtype /Image") == int(said.split()[-2])
    again = CliRunner().invoke(report, [str(sample_folder()), "1", "--pdf", str(tmp_path / "r.pdf")])
    assert isinstance(again.exception, Fault)
    assert "never written over" in str(again.exception)


def test_pages_without_pictures_and_without_the_font(tmp_path: Path) -> None:
    bench = begun(tmp_path)
    finish(bench)
    told = msgspec.structs.replace(made(bench), table="テーブル – Ä 7")
    assert pictures(tmp_path, told.events) == []
    content = dispute_pdf.render(told, [], fonts=tmp_path)
    assert b"/Helvetica" in content
    assert content.startswith(b"%PDF-")


def test_a_damaged_journal_makes_no_report(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sample_folder(), tmp_path / "s"))
    tamper(folder / "journal.sqlite", lambda records: [*records[:9], changed(records[9], who="x"), *records[10:]])
    done = CliRunner().invoke(report, [str(folder), "1", "--pdf", str(tmp_path / "r.pdf")])
    assert "record 10 was altered; of a journal that is not whole no report is made" in str(done.exception)
    assert not (tmp_path / "r.pdf").exists()
