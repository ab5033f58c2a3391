"""Hands shown in part at an Omaha table, a wrong card among them (O5.5, O5.7, O6.3, O9.4); acts keyed anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Refused
from dealer_assist.replay import refold
from dealer_assist.table import Done
from tests.rigs import SHOE, Bench
from tests.test_table_omaha import HOLE, act, bench, board, everyone_in, opened


@pytest.fixture
def hand(tmp_path: Path) -> Bench:
    """A table of three dealt by hand; blinds 50 and 100 at seats 2 and 3."""
    return bench(tmp_path)


@pytest.fixture
def shoe(tmp_path: Path) -> Bench:
    """The same with a shoe whose link is up."""
    opened = bench(tmp_path, SHOE)
    opened.link(True)
    return opened


def test_a_hand_that_is_mucked_shows_some_of_its_cards(hand: Bench) -> None:
    """O6.3: a part may be shown; all of it is opened. What was refused stands in the record."""
    everyone_in(hand)
    for street in (["2s", "9d", "Th"], ["4s"], ["Kc"]):
        board(hand, *street)
        for seat in (2, 3, 1):
            act(hand, seat, "check")
    for step in opened(2):
        assert isinstance(hand.step(**step), Done)
    whole = hand.step(act="muck", seat=3, cards=["9s", "9c", "2d", "2h"])
    assert isinstance(whole, Refused)
    assert whole.clause == "O6.3"
    assert hand.kinds()[-1] == "not_shown"
    act(hand, 3, "muck", cards=["9s", "9c"])
    assert sorted(hand.view["state"]["seats"][2]["cards"]) == ["9c", "9s"]
    assert hand.view["state"]["seats"][2]["state"] == "mucked"
    act(hand, 1, "muck")
    assert hand.chips()[2] == 2000 + 700 - 21


def test_a_guess_at_a_hidden_hand_stands_in_the_record(shoe: Bench) -> None:
    """With a shoe the record knows every hand: cards of another's are refused as any that are not there."""
    shoe.shoe(*HOLE)
    for guess in (["Qh", "Ac"], ["Ad"]):
        refused = shoe.step(act="fold", seat=1, cards=guess)
        assert isinstance(refused, Refused)
        assert refused.clause == "O5.5"
        assert shoe.kinds()[-1] == "not_shown"
    assert isinstance(shoe.step(act="fold", seat=1, cards=["Qh", "Jh"]), Done)
    assert [seat["cards"] for seat in shoe.view["state"]["seats"]] == [["Qh", "Jh", "??", "??"], ["??"] * 4, ["??"] * 4]


# O9.4


def test_a_wrong_card_shown_at_a_fold(hand: Bench) -> None:
    """O9.4: the player is asked whether to show the card that was meant; no chips move and the hand goes on."""
    act(hand, 1, "fold", cards=["Qh"])
    act(hand, 2, "call")
    for at, card, clause in ((3, "9s", "O9.1"), (2, "As", "O9.1"), (1, "Xx", "O9.1"), (None, "Qh", "O9.1")):
        refused = hand.press(do="misdeal", what="shown", at=at, card=card)
        assert isinstance(refused, Refused), (at, card)
        assert (refused.clause, hand.kinds()[-1]) == (clause, "not_shown")
    chips = hand.chips()
    assert isinstance(hand.press(do="misdeal", what="shown", at=1, card="Qh"), Done)
    finding = hand.view["finding"]
    assert finding["facts"] == {"what": "shown", "card": "Qh", "box": "seat1"}
    assert [(way["name"], way["clause"], way["approval"]) for way in finding["remedies"]] == [
        ("shows_meant", "O9.4", False),
        ("keeps_meant", "O9.4", False),
        ("no_game", "O9.2", True),
        ("discretion", "O9.5", True),
        ("no_misdeal", None, False),
    ]
    assert isinstance(hand.answer("shows_meant"), Refused), "no card named"
    assert isinstance(hand.answer("shows_meant", card="Qh"), Refused), "the card that was shown"
    assert isinstance(hand.answer("shows_meant", card="Jd"), Done)
    assert hand.session.steps[-1] == {"misdeal": "wrong_shown", "seat": 1, "card": "Qh", "meant": "Jd"}
    assert hand.view["state"]["seats"][0]["cards"] == ["Qh", "Jd"]
    assert (hand.chips(), hand.view["awaits"]["seat"]) == (chips, 3)
    assert list(refold(hand.session.journal.records(), None)) == []


def test_a_wrong_card_shown_by_the_last_one_in(hand: Bench) -> None:
    """O9.4 after O5.7: the pot is paid, so only what lies open changes; a card of another hand is refused."""
    act(hand, 1, "raise", to=350)
    act(hand, 2, "fold")
    act(hand, 3, "fold")
    act(hand, 1, "open", cards=["Qd"])
    assert isinstance(hand.press(do="misdeal", what="shown", at=1, card="Qd"), Done)
    assert "no_game" not in [way["name"] for way in hand.view["finding"]["remedies"]]
    assert isinstance(hand.answer("keeps_meant"), Done)
    assert hand.session.steps[-1] == {"misdeal": "wrong_shown", "seat": 1, "card": "Qd"}
    assert isinstance(hand.press(do="paid"), Done)


def test_any_act_of_the_running_round_is_keyed_anew(hand: Bench) -> None:
    """What followed stays where it is legal still (O5.2); else the amendment is refused with its clause."""
    everyone_in(hand)
    board(hand, "2s", "9d", "Th")
    act(hand, 2, "bet", to=200)
    act(hand, 3, "call")
    act(hand, 1, "raise", to=500)
    keyed = [(was["step"], was["seat"], was["to"]) for was in hand.view["acts"]]
    assert keyed == [(8, 1, 500), (7, 3, None), (6, 2, 200)]
    records = len(hand.kinds())
    checked = hand.press(do="correct", at_step=6, step={"act": "check", "seat": 2})
    assert isinstance(checked, Refused)
    why = "with this change step 7 could not have been: seat 3 has nothing to call"
    assert (checked.clause, checked.why) == ("O5.5", why)
    over = hand.press(do="correct", at_step=7, step={"act": "raise", "seat": 3, "to": 400})
    assert isinstance(over, Refused), "500 after 400 is no raise: 600 is the least"
    assert over.clause == "O5.2"
    for step in (5, 2):
        assert isinstance(hand.press(do="correct", at_step=step, step={"act": "fold", "seat": 3}), Refused)
    assert isinstance(hand.press(do="correct", at_step=6, step={"act": "bet", "seat": 2, "to": 100}), Done)
    assert [hand.chips()[seat] for seat in (1, 2, 3)] == [150, 2000 - 350 - 100, 5000 - 350 - 100]
    assert hand.view["awaits"]["seat"] == 2
    assert hand.kinds()[records:] == ["amend"]
    assert list(refold(hand.session.journal.records(), None)) == []
