"""Omaha at a table: hole cards that nobody names, burned cards, exposed ones, hands that are shown (O4, O6, O9)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist import cards, table_file
from dealer_assist.faults import Fault
from dealer_assist.game import Refused
from dealer_assist.replay import refold
from dealer_assist.sighting import Sighting
from dealer_assist.table import Done
from dealer_assist.table_view import view
from tests.rigs import SHOE, Bench

CAMERA = """
[camera]
source = "none"
[layout]
size = [400, 400]
[layout.boxes]
seat1 = [[0, 0], [100, 0], [100, 100], [0, 100]]
seat2 = [[100, 0], [200, 0], [200, 100], [100, 100]]
seat3 = [[200, 0], [300, 0], [300, 100], [200, 100]]
board = [[200, 200], [300, 200], [300, 300], [200, 300]]
"""
#: In the order of the deal: seats 2, 3, 1, four times round (the button is at seat 1).
HOLE = ["As", "9s", "Qh", "Ad", "9c", "Jh", "Kd", "2d", "Qd", "Ks", "2h", "Jd"]
HANDS = {2: ["As", "Ad", "Kd", "Ks"], 3: ["9s", "9c", "2d", "2h"], 1: ["Qh", "Jh", "Qd", "Jd"]}


def bench(folder: Path, devices: str = "") -> Bench:
    return Bench(folder, devices, "omaha", (1000, 2000, 5000))


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


def act(table: Bench, seat: int, name: str, **more: Any) -> None:
    done = table.step(act=name, seat=seat, **more)
    assert isinstance(done, Done), done


def board(table: Bench, *names: str) -> None:
    for name in names:
        assert isinstance(table.step(card=name, to="board"), Done)


def everyone_in(table: Bench) -> None:
    """Seat 1 raises to the pot, seat 2 calls, seat 3 calls: 350 each."""
    act(table, 1, "raise", to=350)
    act(table, 2, "call")
    act(table, 3, "call")


def opened(seat: int) -> list[dict[str, Any]]:
    return [*({"card": card, "to": seat} for card in HANDS[seat]), {"act": "open", "seat": seat}]


# By hand


def test_nobody_taps_a_hole_card(hand: Bench) -> None:
    assert hand.view["awaits"] == {"kind": "choice", "seat": 1, "hand": None, "also": []}
    assert hand.view["passed"] == (2, 3, 1) * 4
    assert [offer["act"] for offer in hand.view["offers"]] == ["fold", "call", "raise"]
    assert hand.view["offers"][2]["totals"] == (200, 350)
    everyone_in(hand)
    assert hand.view["awaits"]["to"] == "board"
    assert hand.view["passed"] == ("burn",)
    board(hand, "2s", "9d", "Th")
    assert hand.view["awaits"]["seat"] == 2
    assert hand.view["passed"] == ()


def test_a_hand_is_named_when_it_is_shown_and_only_as_a_whole(hand: Bench) -> None:
    everyone_in(hand)
    board(hand, "2s", "9d", "Th")
    act(hand, 2, "bet", to=1050)
    act(hand, 3, "call")
    act(hand, 1, "all_in")
    board(hand, "4s")
    act(hand, 2, "all_in")
    act(hand, 3, "call")
    board(hand, "Kc")
    assert hand.view["state"]["stage"] == "showdown"
    assert hand.view["awaits"] == {"kind": "choice", "seat": 2, "hand": None, "also": []}
    before = hand.kinds()
    refused = hand.press(do="steps", steps=(*opened(2)[:3], opened(2)[-1]))
    assert isinstance(refused, Refused)
    assert refused.clause == "O1.3"
    assert hand.kinds() == before, "not even the three cards"
    assert isinstance(hand.press(do="steps", steps=opened(2)), Done)
    assert hand.kinds()[len(before) :] == ["step"] * 5
    assert hand.view["state"]["seats"][1]["cards"] == HANDS[2]
    for seat in (3, 1):
        assert isinstance(hand.press(do="steps", steps=opened(seat)), Done)
    assert hand.view["awaits"]["kind"] == "over"
    # The main pot is 3 × 1000, the side pot 2 × 1000: the straight of seat 1 and the three kings of seat 2.
    assert [(pot["amount"], pot["winners"]) for pot in hand.view["state"]["pots"]] == [(3000, [1]), (2000, [2])]
    assert sum(hand.chips().values()) + hand.view["state"]["rake"] == 8000
    assert list(refold(hand.session.journal.records(), None)) == []


def test_a_card_already_on_the_board_cant_be_in_a_hand(hand: Bench) -> None:
    everyone_in(hand)
    board(hand, "2s", "9d", "As")
    for seat in (2, 3, 1):
        act(hand, seat, "check")
    board(hand, "4s")
    for seat in (2, 3, 1):
        act(hand, seat, "check")
    board(hand, "Kc")
    for seat in (2, 3, 1):
        act(hand, seat, "check")
    refused = hand.press(do="steps", steps=opened(2))
    assert isinstance(refused, Refused)
    assert refused.clause == "O1.1"


def test_an_exposed_card_that_is_not_recorded_is_named(hand: Bench) -> None:
    everyone_in(hand)
    assert isinstance(hand.press(do="misdeal", what="card", at=3), Done)
    assert hand.finding["facts"] == {"what": "card", "card": "??", "box": "seat3"}
    remedies = {remedy["name"]: remedy for remedy in hand.finding["remedies"]}
    assert list(remedies)[:2] == ["wrong_hand_card", "exposed_hole"]
    assert remedies["exposed_hole"]["asks_card"]
    assert remedies["exposed_hole"]["clause"] == "O9.3"
    assert isinstance(hand.answer("exposed_hole"), Refused), "no card named"
    assert isinstance(hand.answer("exposed_hole", card="9s"), Done)
    assert hand.chips()[3] == 5000 - 350 + 1050 // 2
    assert "9s" in hand.view["state"]["seats"][2]["cards"]


def test_a_hole_card_is_seen_before_anybody_has_acted(hand: Bench) -> None:
    """While four cards each are dealt by hand, nothing of them is recorded: the desk is open all the same."""
    assert hand.view["may_misdeal"]
    assert isinstance(hand.press(do="misdeal", what="card", at=2), Done)
    before = hand.chips()[2]
    assert isinstance(hand.answer("exposed_hole", card="Ah"), Done)
    assert hand.chips()[2] == before + 75, "half of the blinds (O9.3)"


def test_a_place_that_is_not_there_has_no_card(hand: Bench) -> None:
    everyone_in(hand)
    for place in (7, "dealer", "nowhere"):
        assert isinstance(hand.press(do="misdeal", what="card", at=place), Refused)


def test_an_act_keyed_wrongly_is_keyed_anew(hand: Bench) -> None:
    everyone_in(hand)
    board(hand, "2s", "9d", "Th")
    act(hand, 2, "bet", to=500)
    act(hand, 3, "fold")
    last = hand.view["acts"][0]
    assert (last["step"], last["seat"], last["act"]) == (7, 3, "fold")
    assert [offer["act"] for offer in last["offers"]] == ["fold", "call", "raise"]
    for becomes in ({"act": "call", "seat": 1}, {"act": "raise", "seat": 3, "to": 501}, {"act": "fold", "seat": 3}):
        assert isinstance(hand.press(do="correct", at_step=7, step=becomes), Refused)
    assert isinstance(hand.press(do="correct", at_step=7, step={"act": "call", "seat": 3}), Done)
    assert hand.chips()[3] == 5000 - 350 - 500
    assert hand.kinds()[-1] == "amend"
    assert hand.view["awaits"]["seat"] == 1
    assert list(refold(hand.session.journal.records(), None)) == []


def test_a_card_after_it_makes_an_act_final(hand: Bench) -> None:
    everyone_in(hand)
    board(hand, "2s")
    assert hand.view["acts"] == []
    assert isinstance(hand.press(do="correct", at_step=2, step={"act": "fold", "seat": 3}), Refused)


def test_no_game_needs_a_second_person(hand: Bench) -> None:
    everyone_in(hand)
    board(hand, "2s", "9d", "Th")
    hand.press(do="misdeal", what="lost")
    assert isinstance(hand.answer("no_game"), Refused)
    assert isinstance(hand.answer("no_game", approved_by="9001"), Done)
    assert hand.view["awaits"]["kind"] == "over"


def test_no_misdeal_goes_past_the_desk(hand: Bench) -> None:
    everyone_in(hand)
    assert isinstance(hand.step(misdeal="no_game"), Refused)
    assert isinstance(hand.press(do="steps", steps=({"misdeal": "no_game"}, {"act": "check", "seat": 2})), Refused)


def test_conduct_is_a_step_like_any_other(hand: Bench) -> None:
    assert isinstance(hand.step(flying=3, act="fold"), Done)
    seat = hand.view["state"]["seats"][2]
    assert (seat["flying"], seat["waiting"]["act"]) == (1, "fold")
    assert isinstance(hand.step(disclosed=2), Done)
    assert hand.chips()[2] == 2000 - 50 - 1000
    assert hand.view["state"]["seats"][1]["sent"]


# With a shoe of one deck


def test_the_shoe_deals_hidden_hands_and_burns(shoe: Bench) -> None:
    assert shoe.view["awaits"] == {"kind": "deal", "to": 2, "hand": None, "face_down": True}
    shoe.shoe(*HOLE)
    everyone_in(shoe)
    assert shoe.view["awaits"] == {"kind": "deal", "to": "burn", "hand": None, "face_down": True}
    shoe.shoe("7h", "2s", "9d", "Th")
    assert shoe.view["state"]["board"] == ["2s", "9d", "Th"]
    assert shoe.view["state"]["burned"] == ["??"]
    for viewer in ("display", "dealer", "pit"):
        shown = str(view(shoe.table, viewer))
        assert [card for card in (*HOLE, "7h") if f"'{card}'" in shown] == []


@pytest.mark.parametrize("card", ["7h", None])
def test_a_shoe_that_says_burn(shoe: Bench, card: str | None) -> None:
    shoe.shoe(*HOLE)
    everyone_in(shoe)
    read = None if card is None else cards.parse(card)
    shoe.say(Sighting(0, "burn", read, sequence=next(shoe.sequence)))
    assert shoe.view["awaits"]["to"] == "board"
    assert shoe.session.steps[-1] == {"card": card or "??", "to": "burn"}


def test_a_burn_at_another_time_is_no_step(shoe: Bench) -> None:
    shoe.say(Sighting(0, "burn", cards.parse("7h")))
    assert shoe.view["awaits"]["to"] == 2
    assert shoe.kinds()[-1] == "burn"


def test_no_guess_at_a_hidden_card_is_answered(shoe: Bench) -> None:
    """Whether 9♠ or 8♠ could be in the place of the first hole card would tell whether somebody holds it."""
    shoe.shoe(*HOLE)
    said = [shoe.press(do="correct", at_step=0, card=card) for card in ("9s", "8s", "As")]
    assert all(isinstance(answer, Refused) for answer in said)
    assert len({str(answer) for answer in said}) == 1


def test_a_card_too_early_is_hidden_until_it_lies_somewhere(shoe: Bench) -> None:
    shoe.shoe(*HOLE, "7h")
    assert shoe.finding["kind"] == "not_awaited"
    assert "7h" not in str(shoe.view)


def test_the_second_of_a_card_cant_be(shoe: Bench) -> None:
    shoe.shoe("As", "As")
    assert shoe.finding["kind"] == "impossible"
    assert shoe.finding["facts"] == {"clause": "O1.1"}
    assert isinstance(shoe.answer("name", card="9s"), Done)
    assert shoe.view["awaits"]["to"] == 1


def test_hands_the_shoe_knows_are_opened_with_one_key(shoe: Bench) -> None:
    shoe.shoe(*HOLE)
    everyone_in(shoe)
    for burned, street in (("7h", ("2s", "9d", "Th")), ("7c", ("4s",)), ("7d", ("Kc",))):
        shoe.shoe(burned, *street)
        for seat in (2, 3, 1):
            act(shoe, seat, "check")
    for seat in (2, 3, 1):
        act(shoe, seat, "open")
    assert shoe.view["awaits"]["kind"] == "over"
    assert shoe.view["state"]["seats"][0]["hand"]["category"] == "straight"


def test_a_hole_card_that_was_missed_is_turned_at_the_showdown(shoe: Bench) -> None:
    shoe.shoe(*HOLE[:4])
    shoe.link(False)
    assert isinstance(shoe.step(card="??", to=3), Done)
    shoe.answer("go_on")
    shoe.link(True)
    shoe.answer("go_on")
    shoe.shoe(*HOLE[5:])
    everyone_in(shoe)
    for burned, street in (("7h", ("2s", "9d", "Th")), ("7c", ("4s",)), ("7d", ("Kc",))):
        shoe.shoe(burned, *street)
        for seat in (2, 3, 1):
            act(shoe, seat, "check")
    act(shoe, 2, "open")
    act(shoe, 3, "open")
    assert shoe.view["awaits"] == {"kind": "turn", "to": 3}
    assert shoe.view["by_hand"]
    assert isinstance(shoe.step(turn="9c", to=3), Done)
    assert shoe.view["state"]["seats"][2]["cards"] == ["9s", "9c", "2d", "2h"]
    dealt = [card for card in shoe.session.cards() if card["to"] == 3]
    assert [card["card"] for card in dealt] == ["9s", "9c", "2d", "2h"]


def test_a_wrong_hole_card_is_named_and_the_deal_begins_anew(shoe: Bench) -> None:
    shoe.shoe(*HOLE)
    act(shoe, 1, "raise", to=350)
    step = next(card["step"] for card in shoe.session.cards() if card["to"] == 3)
    shoe.press(do="misdeal", what="card", at_step=step)
    assert "9s" not in str(shoe.view), "the finding does not tell it"
    assert [remedy["name"] for remedy in shoe.finding["remedies"]][:2] == ["wrong_hand_card", "exposed_hole"]
    assert isinstance(shoe.answer("wrong_hand_card", card="Kh"), Refused), "not one of that hand"
    assert isinstance(shoe.answer("wrong_hand_card", card="9s"), Done)
    assert shoe.view["awaits"] == {"kind": "deal", "to": 3, "hand": None, "face_down": True}
    assert shoe.chips() == {1: 1000, 2: 1950, 3: 4900}
    shoe.shoe("8s")
    assert shoe.view["awaits"]["seat"] == 1


# With a camera


def test_an_exposed_hole_card_is_found_and_paid(tmp_path: Path) -> None:
    both = bench(tmp_path, SHOE + CAMERA)
    both.link(True)
    both.link(True, "camera")
    both.look({})
    both.shoe(*HOLE)
    everyone_in(both)
    both.look({"seat3": ["9c"]}, times=2)
    assert both.finding["kind"] == "exposed"
    assert both.finding["facts"] == {"card": "9c", "box": "seat3"}
    names = [remedy["name"] for remedy in both.finding["remedies"]]
    assert names[:3] == ["record", "wrong_hand_card", "exposed_hole"]
    (paid,) = (remedy for remedy in both.finding["remedies"] if remedy["name"] == "exposed_hole")
    assert (paid["clause"], paid["pays"]) == ("O9.3", 525)
    assert isinstance(both.answer("exposed_hole"), Done)
    assert both.view["state"]["seats"][2]["cards"] == ["??", "9c", "??", "??"]
    both.look({"seat3": ["9c"]}, times=3)
    assert not both.view["stopped"], "it lies open now"


def test_hands_that_are_turned_up_at_the_showdown_are_no_news(tmp_path: Path) -> None:
    both = bench(tmp_path, SHOE + CAMERA)
    both.link(True)
    both.link(True, "camera")
    both.look({})
    both.shoe(*HOLE)
    everyone_in(both)
    for burned, street in (("7h", ("2s", "9d", "Th")), ("7c", ("4s",)), ("7d", ("Kc",))):
        both.shoe(burned, *street)
        for seat in (2, 3, 1):
            act(both, seat, "check")
    both.look({"seat1": HANDS[1], "seat2": HANDS[2]}, times=3)
    assert not both.view["stopped"]
    both.look({"board": ["5h"]}, times=3)
    assert both.finding["kind"] == "extra"


def test_the_layout_needs_the_board_and_every_seat(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    seats = 'name = "T"\ngame = "omaha"\nseats = [{ seat = 1, chips = 100 }, { seat = 2, chips = 100 }]\n'
    path.write_text(seats + CAMERA.replace("board", "dealer"))
    with pytest.raises(Fault, match="no box board"):
        table_file.load(path)
    path.write_text(seats + CAMERA)
    assert table_file.load(path).game == "omaha"


def test_a_camera_alone_reads_the_board_past_the_burned_card(tmp_path: Path) -> None:
    camera = bench(tmp_path, CAMERA)
    camera.link(True, "camera")
    camera.look({})
    everyone_in(camera)
    camera.look({"board": ["2s", "9d", "Th"]}, times=2)
    assert sorted(camera.view["state"]["board"]) == ["2s", "9d", "Th"], "the order within a flop tells nothing"
    assert not camera.view["stopped"]
    for seat in (2, 3, 1):
        act(camera, seat, "check")
    camera.look({"board": ["2s", "9d", "Th", "4s"]}, times=2)
    for seat in (2, 3, 1):
        act(camera, seat, "check")
    camera.look({"board": ["2s", "9d", "Th", "4s", "Kc"]}, times=2)
    for seat in (2, 3, 1):
        act(camera, seat, "check")
    camera.look({"board": ["2s", "9d", "Th", "4s", "Kc"], "seat2": HANDS[2]}, times=2)
    assert not camera.view["stopped"]
    assert sorted(camera.view["camera"]["also"]["seat2"]) == sorted(HANDS[2]), "the page offers them"


def test_a_camera_alone_takes_no_fourth_card_of_a_flop(tmp_path: Path) -> None:
    camera = bench(tmp_path, CAMERA)
    camera.link(True, "camera")
    camera.look({})
    everyone_in(camera)
    camera.look({"board": ["2s", "9d", "Th", "4s"]}, times=2)
    assert camera.view["state"]["board"] == []
    assert camera.finding["kind"] == "extra"
