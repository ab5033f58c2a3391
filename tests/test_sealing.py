"""Cards that lie face down: sealed in the journal, opened by their turn, by two supervisors, by the round's end."""

from __future__ import annotations

import base64
import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from dealer_assist import replay, sealing, sealing_key
from dealer_assist.faults import Fault
from dealer_assist.game import Choice, Deal
from dealer_assist.journal import Journal, Record, recorded
from dealer_assist.sealing import MARK, Seals, StillSealed
from dealer_assist.session import Session
from dealer_assist.verify import verify
from tests.journals import changed, numbered, read, tamper
from tests.seals import STAMP, WALL, SealedBench

#: To both seats and the dealer: war is lost by nobody, and 8d lies face down.
HAND = ("Kh", "9s", "5d", "6c", "7c", "8d")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[SealedBench]:
    made = SealedBench(tmp_path)
    yield made
    made.stop()


def dealt(bench: SealedBench) -> Record:
    """Deal `HAND`; the record of the hole card."""
    bench.bets()
    bench.shoe(*HAND)
    record = bench.records("step")[-1]
    assert record.content()["step"] == {"card": "8d", "to": "dealer"}
    return record


def stand(bench: SealedBench) -> None:
    """Every seat stands."""
    while isinstance(choice := bench.session.awaits, Choice):
        bench.press(do="step", step={"act": "stand", "seat": choice.seat})


def finished(bench: SealedBench) -> None:
    """Play the round to its end and close it."""
    dealt(bench)
    stand(bench)
    for card in itertools.cycle(("2c", "3c", "4c", "Qd", "Jd", "Td", "2s", "3s")):
        if not isinstance(bench.session.awaits, Deal):
            stand(bench)
        if not isinstance(bench.session.awaits, Deal):
            break
        bench.shoe(card)
    bench.press(do="paid")


def without_key(bench: SealedBench) -> list[Record]:
    """The records as somebody reads them who has the file and no key."""
    with recorded(bench.path) as journal:
        return list(journal.records())


def test_the_hole_card_is_sealed_and_reads_back_into_the_same_step(bench: SealedBench) -> None:
    hole = dealt(bench)
    assert MARK in hole.body and "8d" not in hole.body
    assert hole.whole() == {"by": "shoe", "lines": [], "reversed": [], "step": {"card": "8d", "to": "dealer"}}
    assert hole.plain == '{"by":"shoe","lines":[],"reversed":[],"step":{"card":"8d","to":"dealer"}}'
    for up in bench.records("step")[2:-1]:
        assert MARK not in up.body, "a card that lies face up hides nothing"
    blind = without_key(bench)[hole.number - 1]
    assert blind.content()["step"] == {"card": "??", "to": "dealer"}
    with pytest.raises(StillSealed, match=f"record {hole.number}: a card is sealed"):
        blind.whole()


def test_the_turn_opens_its_record_and_changes_nothing_before(bench: SealedBench) -> None:
    hole = dealt(bench)
    before = read(bench.path)
    stand(bench)
    after = read(bench.path)
    assert after[: len(before)] == before
    (opened,) = (record for record in after if record.kind == "opened")
    assert set(opened.content()["records"]) == {str(hole.number)} and opened.content()["why"] == "turned"
    turned_by = after[opened.number - 2]
    assert turned_by.kind == "step" and turned_by.input == opened.input
    assert without_key(bench)[hole.number - 1].whole() == hole.whole()


def test_the_end_of_the_round_releases_it_and_the_journal_alone_is_enough(bench: SealedBench) -> None:
    finished(bench)
    (released,) = bench.records("unsealed")
    assert released.round == 1 and released.content()["epoch"] == 1
    assert [record.whole() for record in without_key(bench)] == [
        record.whole() for record in bench.session.journal.records()
    ]
    assert list(replay.refold(without_key(bench), None)) == []
    bench.stop()
    assert verify(bench.path).fault is None
    everything = bench.path.read_bytes()
    for form in (bench.key.secret, bench.key.secret.hex().encode(), base64.b64encode(bench.key.secret)):
        assert form not in everything


def test_without_the_key_a_running_round_is_neither_folded_nor_gone_on_with(bench: SealedBench) -> None:
    hole = dealt(bench)
    with pytest.raises(StillSealed, match="--seal-key"):
        list(replay.refold(without_key(bench), None))
    bench.stop()
    assert verify(bench.path).fault is None, "verify needs no key"
    with Journal(bench.path, STAMP) as journal, pytest.raises(Fault, match="its cards are sealed"):
        Session(bench.file, None, journal, lambda: WALL)
    other = sealing_key.throwaway("Bench")
    with pytest.raises(Fault, match=f"sealed with the key named {bench.key.id}"):
        Journal(bench.path, STAMP, Seals(other))
    with pytest.raises(Fault, match="name the right one with --seal-key"):
        recorded(bench.path, other)
    bench.open()
    assert bench.session.number == hole.number
    assert bench.session.steps[-1] == {"card": "8d", "to": "dealer"}


def test_with_the_key_the_same_prompt_comes_back_and_what_is_sealed_is_known(bench: SealedBench) -> None:
    hole = dealt(bench)
    awaits = bench.session.awaits
    bench.stop()
    bench.open()
    assert bench.session.awaits == awaits and bench.session.sealed.of(None) == (hole.number,)
    stand(bench)
    assert [set(record.content()["records"]) for record in bench.records("opened")] == [{str(hole.number)}]


def test_the_face_up_twin_of_a_hole_card_gives_it_away_in_no_record(bench: SealedBench) -> None:
    bench.bets()
    bench.shoe("Kh", "9s", "8d", "6c", "7c", "8d")
    up, hole = (record for record in bench.records("step") if record.content()["step"].get("to") == "dealer")
    assert MARK not in up.body and MARK in hole.body
    assert not bench.records("opened"), "one of two equal cards is seen: the other one's record stays closed"
    stand(bench)
    assert [set(record.content()["records"]) for record in bench.records("opened")] == [{str(hole.number)}]


def test_two_supervisors_open_it_and_both_are_named(bench: SealedBench) -> None:
    hole = dealt(bench)
    step = len(bench.session.steps) - 1
    for who, second in (("2001", ""), ("2001", "2001")):
        with pytest.raises(AssertionError, match="two supervisors open a sealed card"):
            bench.press(do="open_sealed", at_step=step, who=who, approved_by=second)
    with pytest.raises(AssertionError, match="nothing is sealed there"):
        bench.press(do="open_sealed", at_step=0, who="2001", approved_by="2002")
    assert not bench.records("opened")
    bench.press(do="open_sealed", at_step=step, who="2001", approved_by="2002")
    (opened,) = bench.records("opened")
    assert (opened.who, opened.approver, opened.content()["why"]) == ("2001", "2002", "agreed")
    assert without_key(bench)[hole.number - 1].whole()["step"]["card"] == "8d"
    stand(bench)
    assert len(bench.records("opened")) == 1, "what is open is not opened again"


def test_cards_that_come_while_the_game_stands_are_sealed_too(bench: SealedBench) -> None:
    dealt(bench)
    bench.shoe("Ad")  # not awaited: seat 1 has not spoken
    bench.shoe("Qc")  # held
    bench.say_burn(None)
    bench.say_burn("Jh")
    (found,), (held,) = bench.records("finding"), bench.records("held")
    (burned,) = (record for record in bench.records("burn") if record.content()["card"] is not None)
    blind = {record.number: record for record in without_key(bench)}
    assert (
        found.whole()["facts"]["card"] == "Ad" and held.whole() == {"card": "Qc"} and burned.whole() == {"card": "Jh"}
    )
    for record in (found, held, burned):
        assert not any(card in record.body for card in ("Ad", "Qc", "Jh"))
    assert blind[found.number].content()["kind"] == "not_awaited"
    assert blind[found.number].content()["facts"] == {"card": "??", "hidden": True, "seat": 1}
    assert blind[held.number].content() == {"card": "??"}
    assert len(bench.session.sealed.of(None)) == 4


def test_a_table_that_closes_between_two_rounds_leaves_nothing_sealed(bench: SealedBench) -> None:
    finished(bench)
    bench.close()
    assert all(MARK not in record.plain for record in without_key(bench))
    bench.open()
    assert bench.session.journal.seals is not None and bench.session.journal.seals.epoch == 3
    bench.bets()
    bench.shoe(*HAND)
    bench.close()
    with pytest.raises(StillSealed):
        [record.whole() for record in without_key(bench)]


def test_no_nonce_comes_twice_and_a_length_tells_no_card() -> None:
    seals = Seals(sealing_key.throwaway("T"))
    seals.follow("seal", seals.begin())
    texts = [
        seals.body(number, {"card": card, "why": why}, [("card",), ("why",)])
        for number in range(1, 400)
        for card, why in (("As", "x"), ("Jk", "a longer word"), (None, ""))
    ]
    made = [bytes.fromhex(text[key]["sealed"].partition(".")[2]) for text in texts for key in ("card", "why")]
    assert len({raw[32:44] for raw in made}) == len(made) == 2 * 3 * 399
    assert len({len(raw) for raw in made}) == 1


def test_a_sealed_value_opens_in_its_own_place_only(tmp_path: Path) -> None:
    key, other = bytes(32), bytes([1] * 32)
    sealed = sealing.seal(key, sealing.in_record("T", b"s", 7, ("step", "card")), "As")
    assert sealing.opened(key, sealing.in_record("T", b"s", 7, ("step", "card")), sealed) == "As"
    for table, salt, number, path in (
        ("U", b"s", 7, ("step", "card")),
        ("T", b"t", 7, ("step", "card")),
        ("T", b"s", 8, ("step", "card")),
        ("T", b"s", 7, ("was", "card")),
    ):
        with pytest.raises(ValueError, match="altered, or moved"):
            sealing.opened(key, sealing.in_record(table, salt, number, path), sealed)
    with pytest.raises(ValueError, match="another key"):
        sealing.opened(other, sealing.in_record("T", b"s", 7, ("step", "card")), sealed)


def test_a_blob_that_was_moved_is_found(bench: SealedBench) -> None:
    hole = dealt(bench)
    bench.shoe("Ad")
    bench.stop()
    clean = read(bench.path)
    blob = msgspec.json.decode(hole.body)["step"]["card"]["sealed"]
    facts = msgspec.json.decode(clean[hole.number].body)
    facts["facts"]["card"]["sealed"] = blob
    body = msgspec.json.encode(facts, order="sorted").decode()
    tamper(bench.path, lambda records: [*records[: hole.number], changed(records[hole.number], body=body)])
    assert (verdict := verify(bench.path)).first_bad == hole.number + 1, verdict
    with recorded(bench.path, bench.key) as journal, pytest.raises(Fault, match=r"can't be opened: .*; verify"):
        list(journal.records())
    assert numbered(clean) == clean


def test_a_journal_of_before_is_never_sealed_and_reads_as_ever(tmp_path: Path) -> None:
    bench = SealedBench(tmp_path)
    bench.stop()
    bench.path.unlink()
    bench.path.with_name(bench.path.name + ".mark").unlink()
    with Journal(bench.path, STAMP) as journal:
        Session(bench.file, None, journal, lambda: WALL)
        assert [record.kind for record in journal.records()] == ["table", "round"]
    bench.open()
    dealt(bench)
    assert not any(MARK in record.body for record in read(bench.path))
    assert bench.session.journal.sealed_by is None
    finished_steps = without_key(bench)[-1].whole()["step"]
    assert finished_steps == {"card": "8d", "to": "dealer"}
    bench.stop()
