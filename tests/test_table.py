"""A table at work: shoe, camera and dealer become steps or findings, and nothing is taken silently wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist import cards
from dealer_assist.game import Refused
from dealer_assist.sighting import Sighting
from dealer_assist.table import Done, MovedOn
from dealer_assist.table_view import view
from tests.rigs import SHOE, Bench


@pytest.fixture
def shoe(tmp_path: Path) -> Bench:
    """A table with a shoe whose link is up."""
    bench = Bench(tmp_path, SHOE)
    bench.link(True)
    return bench


def to_play(bench: Bench) -> None:
    """Seat 1 won its war with 60 paid and is to act on K5, seat 2 lost; the dealer shows a nine."""
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "Td")


# The shoe


def test_the_shoes_cards_go_where_the_game_awaits_them(shoe: Bench) -> None:
    to_play(shoe)
    seats = shoe.view["state"]["seats"]
    assert seats[0]["hands"][0]["cards"] == ["Kh", "5h"]
    assert seats[1]["hands"][0]["cards"] == ["8c", "7c"]
    assert shoe.chips() == {1: 1000 - 90 + 60, 2: 500 - 60}
    assert shoe.view["awaits"]["seat"] == 1


def test_the_hole_card_is_in_no_view(shoe: Bench) -> None:
    to_play(shoe)
    for viewer in ("display", "dealer", "pit"):
        assert "Td" not in str(view(shoe.table, viewer))
    assert shoe.view["state"]["dealer"]["cards"] == ["9d", "??"]


def test_a_round_to_the_next_with_the_chips_carried(shoe: Bench) -> None:
    to_play(shoe)
    shoe.step(act="stand", seat=1)
    shoe.step(act="stand", seat=2)
    # The dealer's 19 beats 15 and 15; seat 1 won at War and is filled: K 5 and 2 3 4 7 make nothing.
    shoe.shoe("2s", "3s", "4d", "7h")
    assert shoe.view["awaits"]["kind"] == "over"
    assert isinstance(shoe.press(do="paid"), Done)
    assert shoe.view["round"] == 2
    assert shoe.chips() == {1: 970, 2: 440}
    assert shoe.view["units"] == {"1": 30, "2": 20}


def test_a_card_before_the_hit_was_keyed_stops_and_one_tap_goes_on(shoe: Bench) -> None:
    to_play(shoe)
    shoe.shoe("4s")
    assert shoe.finding["kind"] == "not_awaited"
    assert "4s" not in str(shoe.view), "the card may still be another's: it is not named"
    assert [remedy["name"] for remedy in shoe.finding["remedies"]] == ["hit", "double", "burned"]
    assert isinstance(shoe.answer("hit"), Done)
    assert shoe.view["state"]["seats"][0]["hands"][0]["cards"] == ["Kh", "5h", "4s"]


def test_a_card_that_was_burned_is_nobodys(shoe: Bench) -> None:
    to_play(shoe)
    shoe.shoe("4s")
    shoe.answer("burned")
    assert shoe.view["state"]["seats"][0]["hands"][0]["cards"] == ["Kh", "5h"]
    assert not shoe.view["stopped"]


def test_a_card_that_the_shoe_cant_hold_stops(tmp_path: Path) -> None:
    shoe = Bench(tmp_path, "options = { jokers = 1 }\n" + SHOE)
    shoe.link(True)
    shoe.bets(30, 20)
    shoe.shoe("Jk", "Jk")
    assert shoe.finding["kind"] == "impossible"
    assert shoe.finding["facts"]["clause"] == "T1.2"
    # It was another card: the dealer names it.
    assert isinstance(shoe.answer("name"), Refused), "no card named yet"
    assert isinstance(shoe.answer("name", card="8c"), Done)
    assert shoe.view["state"]["seats"][1]["hands"][0]["cards"] == ["8c"]


def test_a_card_by_hand_is_refused_while_the_shoe_reads(shoe: Bench) -> None:
    shoe.bets(30)
    refused = shoe.step(card="Kh", to=1)
    assert isinstance(refused, Refused)
    assert "wrong card" in refused.why


def test_bytes_that_are_no_message_stop_a_round_but_not_an_idle_table(shoe: Bench) -> None:
    shoe.say(Sighting(0, "garbled", why="noise"))
    assert not shoe.view["stopped"]
    shoe.bets(30)
    shoe.say(Sighting(0, "garbled", why="noise"))
    assert shoe.finding["kind"] == "unreadable"
    # The dealer says which card it was, then goes on.
    assert isinstance(shoe.step(card="Kh", to=1), Done)
    assert isinstance(shoe.answer("go_on"), Done)
    assert shoe.view["awaits"] == {"kind": "deal", "to": "dealer", "hand": None, "face_down": False}


def test_a_number_that_is_missing_stops(shoe: Bench) -> None:
    shoe.bets(30, 20)
    shoe.shoe("Kh")
    next(shoe.sequence)
    shoe.shoe("9d")
    assert shoe.finding["kind"] == "shoe_gap"
    assert shoe.finding["facts"] == {"messages": 1}
    assert shoe.finding["held"] == 1, "the card after the gap waits"
    shoe.step(card="8c", to=2)
    shoe.answer("go_on")
    seats = shoe.view["state"]["seats"]
    assert [seat["hands"][0]["cards"] for seat in seats] == [["Kh"], ["8c"]]
    assert shoe.view["state"]["dealer"]["cards"] == ["9d"]


def test_a_heartbeat_tells_of_a_card_that_never_came(shoe: Bench) -> None:
    shoe.bets(30, 20)
    shoe.shoe("Kh")
    shoe.say(Sighting(0, "heartbeat", sequence=1))
    assert not shoe.view["stopped"]
    shoe.say(Sighting(0, "heartbeat", sequence=2))
    assert shoe.finding["kind"] == "shoe_gap"
    assert shoe.finding["missed"] == 1


def test_a_shoe_that_was_switched_off_and_on_in_a_round_is_asked_about(shoe: Bench) -> None:
    shoe.bets(30, 20)
    shoe.shoe("Kh")
    shoe.say(Sighting(0, "hello", sequence=0))
    assert shoe.finding["kind"] == "shoe_back"
    shoe.say(Sighting(0, "card", cards.parse("8c"), sequence=1))
    assert shoe.finding["held"] == 1
    shoe.answer("go_on")
    assert [card["card"] for card in shoe.session.cards()] == ["Kh", "8c"]


def test_a_number_that_was_there_before_is_not_dealt_by_itself(shoe: Bench) -> None:
    """The same message later than a decoder can tell, or another card under an old number: a person looks."""
    shoe.bets(30, 20)
    shoe.shoe("Kh", "8c")
    shoe.say(Sighting(0, "card", cards.parse("8c"), sequence=2))
    assert shoe.finding["kind"] == "repeated"
    assert [remedy["name"] for remedy in shoe.finding["remedies"]] == ["again", "new"]
    shoe.answer("again")
    assert [card["card"] for card in shoe.session.cards()] == ["Kh", "8c"]
    shoe.say(Sighting(0, "card", cards.parse("9d"), sequence=3))
    assert shoe.view["state"]["dealer"]["cards"] == ["9d"]


def test_cards_that_wait_outlive_a_restart(shoe: Bench) -> None:
    shoe.bets(30, 20)
    shoe.shoe("Kh")
    shoe.link(False)
    shoe.link(True)
    shoe.shoe("8c", "9d")
    shoe.reopen()
    assert shoe.finding["held"] == 2
    shoe.answer("go_on")
    while shoe.view["stopped"]:
        shoe.answer("go_on")
    assert [card["card"] for card in shoe.session.cards()] == ["Kh", "8c", "9d"]


def test_noise_on_an_idle_line_is_one_record(shoe: Bench) -> None:
    for _ in range(50):
        shoe.say(Sighting(0, "garbled", why="noise"))
    assert shoe.kinds().count("garbled") == 1
    shoe.say(Sighting(0, "heartbeat"))
    shoe.say(Sighting(0, "garbled", why="noise"))
    assert shoe.kinds().count("garbled") == 2


def test_a_shoe_that_goes_on_reporting_its_fault_stops_once(shoe: Bench) -> None:
    shoe.bets(30, 20)
    for _ in range(20):
        shoe.say(Sighting(0, "error", code=3))
    assert shoe.kinds().count("finding") == 1


def test_a_correction_waits_for_the_findings_answer(shoe: Bench) -> None:
    to_play(shoe)
    shoe.shoe("4s")
    refused = shoe.press(do="correct", at_step=2, card="Qh")
    assert isinstance(refused, Refused)


@pytest.mark.parametrize("hole", ["9d", "4c"])
def test_no_screen_tells_a_hole_card_that_cant_be_or_cant_be_read(tmp_path: Path, hole: str) -> None:
    shoe = Bench(tmp_path, "options = { jokers = 1 }\n" + SHOE)
    shoe.link(True)
    shoe.bets(30, 20)
    shoe.shoe("Jk", "8c", "9d", "5h", "7c", "Jk")
    assert shoe.finding["facts"] == {"clause": "T1.2"}
    shoe.answer("name", card=hole)
    shoe.reopen()
    shoe.say(Sighting(0, "garbled", why=f"checksum is wrong: 'CARD {hole}*00'"))
    assert hole not in str(shoe.view["finding"])


def test_a_round_that_is_paid_cant_be_paid_again_after_a_restart(shoe: Bench) -> None:
    """`paid` and the next round are one transaction (reliability 1)."""
    to_play(shoe)
    shoe.step(act="stand", seat=1)
    shoe.step(act="stand", seat=2)
    shoe.shoe("2s", "3s", "4d", "7h")
    before = shoe.session.number
    shoe.press(do="paid")
    assert [record.kind for record in shoe.session.journal.records(before)] == ["paid", "round"]
    shoe.reopen()
    assert isinstance(shoe.press(do="paid"), Refused)
    assert shoe.kinds().count("paid") == 1


def test_a_cable_pulled_in_a_round_stops_and_what_was_missed_is_tapped(shoe: Bench) -> None:
    shoe.bets(30, 20)
    shoe.shoe("Kh")
    shoe.link(False)
    assert shoe.finding["kind"] == "shoe_lost"
    next(shoe.sequence)
    shoe.link(True)
    assert shoe.finding["kind"] == "shoe_lost", "back again is no answer"
    shoe.shoe("9d")
    assert shoe.finding["held"] == 1
    assert shoe.finding["missed"] == 1
    shoe.step(card="8c", to=2)
    shoe.answer("go_on")
    assert shoe.view["state"]["dealer"]["cards"] == ["9d"]
    assert [record["card"] for record in shoe.session.cards()] == ["Kh", "8c", "9d"]


def test_a_cable_pulled_between_rounds_stops_nothing(shoe: Bench) -> None:
    shoe.link(False)
    shoe.link(True)
    assert not shoe.view["stopped"]


def test_going_on_by_hand_and_the_shoe_comes_back(shoe: Bench) -> None:
    shoe.bets(30, 20)
    shoe.shoe("Kh")
    shoe.link(False)
    shoe.answer("go_on")
    assert shoe.view["by_hand"]
    assert isinstance(shoe.step(card="8c", to=2), Done)
    shoe.link(True)
    assert shoe.finding["kind"] == "shoe_back"
    shoe.answer("go_on")
    assert not shoe.view["by_hand"]
    shoe.shoe("9d")
    assert shoe.view["state"]["dealer"]["cards"] == ["9d"]


def test_a_restart_in_a_round_asks_before_it_goes_on(shoe: Bench) -> None:
    to_play(shoe)
    before = shoe.view["state"]
    shoe.reopen()
    assert shoe.view["state"] == before
    assert shoe.finding["kind"] == "resumed"
    shoe.link(True)
    shoe.answer("go_on")
    assert shoe.view["awaits"]["seat"] == 1


# Keys


def test_a_key_on_an_old_prompt_does_nothing(shoe: Bench) -> None:
    to_play(shoe)
    seen = shoe.session.number
    assert isinstance(shoe.press(do="step", step={"act": "stand", "seat": 1}, seen=seen), Done)
    second = shoe.press(do="step", step={"act": "hit", "seat": 1}, seen=seen)
    assert isinstance(second, MovedOn)
    assert shoe.view["awaits"]["seat"] == 2


def test_the_same_request_twice_is_done_once(shoe: Bench) -> None:
    to_play(shoe)
    seen = shoe.session.number
    for _ in range(2):
        assert isinstance(shoe.press(do="step", step={"act": "stand", "seat": 1}, seen=seen, once="tap"), Done)
    assert shoe.kinds().count("step") == 2 + 6 + 1


def test_a_refused_key_changes_nothing(shoe: Bench) -> None:
    to_play(shoe)
    before, records = shoe.view, shoe.kinds()
    refused = shoe.step(act="split", seat=1)
    assert isinstance(refused, Refused)
    assert refused.clause == "T4.4"
    assert shoe.view == before
    assert shoe.kinds() == records


def test_while_a_finding_waits_only_its_answer_counts(shoe: Bench) -> None:
    to_play(shoe)
    shoe.shoe("4s")
    for refused in (
        shoe.step(act="stand", seat=1),
        shoe.press(do="paid"),
        shoe.step(card="5s", to=1),
        shoe.press(do="answer", finding=shoe.finding["number"], remedy="all win"),
    ):
        assert isinstance(refused, Refused)
    assert shoe.finding["kind"] == "not_awaited"


def test_a_wrong_card_is_corrected_and_only_the_change_recorded(shoe: Bench) -> None:
    """A king read as a queen changes nothing that was paid; as an eight it takes the won war back."""
    to_play(shoe)
    step = next(card["step"] for card in shoe.view["cards"] if card["card"] == "Kh")
    assert isinstance(shoe.press(do="correct", at_step=step, card="8h"), Done)
    amended = list(shoe.session.journal.records())[-1].content()
    assert [(line["outcome"], line["paid"]) for line in amended["reversed"]] == [("win", 60)]
    assert [(line["outcome"], line["paid"]) for line in amended["lines"]] == [("lose", 0)]
    assert shoe.chips() == {1: 1000 - 90, 2: 500 - 60}


def test_a_correction_that_comes_too_late_offers_the_ways_on(shoe: Bench) -> None:
    """With a joker as the dealer's war card the round would have been over (T8.1): five steps too late."""
    to_play(shoe)
    step = next(card["step"] for card in shoe.view["cards"] if card["card"] == "9d")
    assert isinstance(shoe.press(do="correct", at_step=step, card="Jk"), Done)
    assert shoe.finding["kind"] == "too_late"
    assert [remedy["name"] for remedy in shoe.finding["remedies"]] == [
        "leave",
        "restorable",
        "not_restorable",
        "wrong_cards",
        "discretion",
    ]
    shoe.answer("restorable")
    assert shoe.view["awaits"] == {"kind": "deal", "to": "dealer", "hand": None, "face_down": False}
    assert shoe.chips() == {1: 1000 - 90, 2: 500 - 60}


def test_a_correction_to_no_card_is_refused(shoe: Bench) -> None:
    to_play(shoe)
    for key in ({"at_step": 2, "card": "10h"}, {"at_step": 0, "card": "As"}, {"at_step": 99, "card": "As"}):
        assert isinstance(shoe.press(do="correct", **key), Refused)
    assert not shoe.view["stopped"]


def test_a_card_drawn_before_the_stand_was_keyed(shoe: Bench) -> None:
    """The last seat stood; the dealer's card came first. One tap says so, and the card is the dealer's."""
    shoe.bets(30)
    shoe.shoe("Kh", "5d", "9h", "Ts")
    shoe.shoe("4c")
    assert [remedy["name"] for remedy in shoe.finding["remedies"]] == ["hit", "stand", "double", "burned"]
    shoe.answer("stand")
    assert shoe.view["state"]["dealer"]["cards"] == ["5d", "Ts", "4c"]


def test_by_hand_needs_no_device(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.bets(30, 20)
    for card, to in (("Kh", 1), ("8c", 2), ("9d", "dealer"), ("5h", 1), ("7c", 2)):
        assert isinstance(bench.step(card=card, to=to), Done)
    bench.step(card="??", to="dealer")
    bench.step(act="stand", seat=1)
    bench.step(act="stand", seat=2)
    assert isinstance(bench.step(turn="Td"), Done)
    assert bench.view["state"]["dealer"]["total"] == "19"


def test_a_hole_card_tapped_wrongly_is_corrected(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.bets(30, 20)
    for card, to in (("Kh", 1), ("8c", 2), ("9d", "dealer"), ("5h", 1), ("7c", 2), ("??", "dealer")):
        bench.step(card=card, to=to)
    bench.step(act="stand", seat=1)
    bench.step(act="stand", seat=2)
    bench.step(turn="Td")
    (hole,) = (card for card in bench.view["cards"] if card["card"] == "Td")
    assert isinstance(bench.press(do="correct", at_step=hole["step"], card="9s"), Done)
    assert bench.view["state"]["dealer"]["cards"] == ["9d", "9s"]


def test_a_correction_that_cant_be_tells_no_hidden_card(tmp_path: Path) -> None:
    """The hole card is the shoe's only joker: who makes another card a joker hears that it can't be, not why."""
    bench = Bench(tmp_path, "options = { jokers = 1 }\n" + SHOE)
    bench.link(True)
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "Jk")
    bench.press(do="correct", at_step=3, card="Jk")
    assert "holds" not in str(bench.view)
    assert "why" not in bench.finding["facts"]
