"""A misdeal that the dealer reports: what the rules allow, what each way costs, who has to agree (T9)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist.findings import Decided
from dealer_assist.game import Refused
from dealer_assist.replay import refold
from dealer_assist.table import Done
from tests.rigs import SHOE, Bench


@pytest.fixture
def shoe(tmp_path: Path) -> Bench:
    """A table with a shoe; seat 1 has won War, seat 2 lost it, seat 1 is to act in Blackjack."""
    bench = Bench(tmp_path, SHOE)
    bench.link(True)
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "2s")
    return bench


def ways(bench: Bench) -> dict[str, tuple[str | None, int | None]]:
    """The remedies on offer: clause and what the players get."""
    return {remedy["name"]: (remedy["clause"], remedy["pays"]) for remedy in bench.finding["remedies"]}


def step_of(bench: Bench, card: str) -> int:
    """The step that dealt `card`."""
    return int(next(dealt["step"] for dealt in bench.view["cards"] if dealt["card"] == card))


def test_a_card_that_went_wrong_offers_every_way_with_its_cost(shoe: Bench) -> None:
    """Back to the 7♣ takes nothing back; a void pays 2 × 30 and 2 × 20 and returns both poker stakes."""
    assert isinstance(shoe.press(do="misdeal", what="card", at_step=step_of(shoe, "7c")), Done)
    assert shoe.finding["kind"] == "misdeal"
    assert shoe.finding["facts"] == {"what": "card", "card": "7c", "box": "seat2"}
    assert ways(shoe) == {
        "restorable": ("T9.1", 0),
        "not_restorable": ("T9.2", 60 + 40 + 30 + 20),
        "wrong_cards": ("T9.3", 60 + 40 + 30 + 20),
        "discretion": ("T9.4", None),
        "no_misdeal": (None, None),
    }


def test_a_bet_is_no_act_to_go_back_to(tmp_path: Path) -> None:
    """A bet keyed wrongly is keyed again, which the refusal says."""
    bench = Bench(tmp_path, "")
    bench.bets(30, 20)
    refused = bench.press(do="misdeal", what="act")
    assert isinstance(refused, Refused)
    assert refused.why == "no act came after the bets; a bet is changed by betting anew"


def test_going_back_needs_nobody_else_and_is_undone_by_nothing(shoe: Bench) -> None:
    shoe.press(do="misdeal", what="card", at_step=step_of(shoe, "7c"))
    assert isinstance(shoe.answer("restorable"), Done)
    assert shoe.view["awaits"] == {"kind": "deal", "to": 2, "hand": None, "face_down": False}
    assert not shoe.view["stopped"]
    assert list(refold(shoe.session.journal.records(), None)) == []


@pytest.mark.parametrize("name", ["not_restorable", "wrong_cards"])
def test_a_void_needs_a_second_person(shoe: Bench, name: str) -> None:
    shoe.press(do="misdeal", what="lost")
    before = shoe.kinds()
    refused = shoe.answer(name)
    assert isinstance(refused, Refused)
    assert "second person" in refused.why
    assert isinstance(shoe.answer(name, who="9001", approved_by="9001"), Refused), "nor is one the second to themselves"
    assert shoe.kinds() == before
    assert isinstance(shoe.answer(name, approved_by="9001"), Done)
    assert shoe.chips() == {1: 910 + 60 + 60 + 30, 2: 440 + 40 + 20}
    answer = next(record for record in shoe.session.journal.records() if record.kind == "answer")
    assert (answer.who, answer.approver) == ("dealer", "9001")


def test_a_wrong_act_is_gone_back_to(shoe: Bench) -> None:
    shoe.step(act="stand", seat=1)
    assert isinstance(shoe.press(do="misdeal", what="act"), Done)
    assert shoe.finding["facts"] == {"what": "act", "seat": 1, "act": "stand"}
    shoe.answer("restorable")
    assert shoe.view["awaits"]["seat"] == 1


def test_no_misdeal_after_all(shoe: Bench) -> None:
    before = shoe.view["state"]
    shoe.press(do="misdeal", what="lost")
    assert isinstance(shoe.answer("no_misdeal"), Done)
    assert shoe.view["state"] == before
    assert not shoe.view["stopped"]


def decided(**more: Any) -> Decided:
    return Decided(reason="a player's glass fell on the cards", **more)


def test_t9_4_discretion_pays_what_people_say_and_keeps_the_ledger(shoe: Bench) -> None:
    """T9.4: seat 1 gets 15, seat 2 gives 5; the round goes on."""
    shoe.press(do="misdeal", what="other")
    assert list(ways(shoe)) == ["discretion", "no_misdeal"]
    for missing in ({"approved_by": "9001"}, {"decided": decided()}, {"approved_by": "9001", "decided": Decided("  ")}):
        assert isinstance(shoe.answer("discretion", **missing), Refused)
    for no_word in ("…", "\u200b"):
        assert isinstance(shoe.answer("discretion", approved_by="9001", decided=Decided(no_word)), Refused)
    before = shoe.chips()
    assert isinstance(shoe.answer("discretion", approved_by="9001", decided=decided(pays=((1, 15), (2, -5)))), Done)
    assert shoe.chips() == {1: before[1] + 15, 2: before[2] - 5}
    assert shoe.view["awaits"]["kind"] == "choice"
    assert [(line["seat"], line["on"], line["paid"], line["clause"]) for line in shoe.view["fresh"]] == [
        (1, "discretion", 15, "T9.4"),
        (2, "discretion", -5, "T9.4"),
    ]
    settled = shoe.session.game.settlement(shoe.session.point.state)
    stakes = sum(sum(seat["open"].values()) for seat in settled["seats"])  # type: ignore[attr-defined]
    assert sum(shoe.chips().values()) + stakes + int(str(settled["house"])) == 1500


def test_t9_4_discretion_may_end_the_round(shoe: Bench) -> None:
    """T9.4: every open stake comes back (60 and 40), what War paid stands."""
    shoe.press(do="misdeal", what="other")
    shoe.answer("discretion", approved_by="9001", decided=decided(ends=True))
    assert shoe.view["awaits"]["kind"] == "over"
    assert shoe.chips() == {1: 910 + 60 + 60, 2: 440 + 40}
    assert isinstance(shoe.press(do="paid"), Done)


@pytest.mark.parametrize("pays", [((9, 5),), ((2, -441),)])
def test_t9_4_discretion_that_cannot_be(shoe: Bench, pays: tuple[tuple[int, int], ...]) -> None:
    """T9.4: a seat that is not there; more than the seat has."""
    shoe.press(do="misdeal", what="other")
    before = shoe.kinds()
    assert isinstance(shoe.answer("discretion", approved_by="9001", decided=decided(pays=pays)), Refused)
    assert shoe.kinds() == before


def test_a_misdeal_with_no_such_step_is_refused(shoe: Bench) -> None:
    before = shoe.kinds()
    for what, step in (("card", 0), ("card", 99), ("card", None), ("act", None)):
        refused = shoe.press(do="misdeal", what=what, at_step=step)
        assert isinstance(refused, Refused)
        assert refused.clause == "T9.1"
    assert shoe.kinds() == before


def test_a_misdeal_after_the_round_can_go_back(tmp_path: Path) -> None:
    """A joker as the dealer's war card ends the round (T8.1); it was dealt out of turn."""
    bench = Bench(tmp_path, SHOE)
    bench.link(True)
    bench.bets(30)
    bench.shoe("Kh", "Jk")
    assert bench.view["awaits"]["kind"] == "over"
    bench.press(do="misdeal", what="card", at_step=step_of(bench, "Jk"))
    assert list(ways(bench)) == ["restorable", "discretion", "no_misdeal"]
    bench.answer("restorable")
    assert bench.view["awaits"]["to"] == "dealer"


def test_a_card_face_down_is_not_named(shoe: Bench) -> None:
    """The hole card went wrong: the finding says where, not which."""
    step = shoe.session.steps.index({"card": "2s", "to": "dealer"})
    shoe.press(do="misdeal", what="card", at_step=step)
    assert shoe.finding["facts"] == {"what": "card", "card": "??", "box": "dealer"}
    assert "2s" not in str(shoe.view)


def test_what_was_decided_is_there_after_a_restart(shoe: Bench) -> None:
    shoe.press(do="misdeal", what="other")
    shoe.answer("discretion", approved_by="9001", decided=decided(pays=((1, 15),)))
    before = shoe.view["state"]
    shoe.reopen()
    assert shoe.view["state"] == before
