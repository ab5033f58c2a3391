"""What a shoe tells over its rounds: a card too many, an order, a count at its end that does not come out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dealer_assist import cards
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from dealer_assist.order_alarm import full
from dealer_assist.shoe import Shoe
from dealer_assist.shoe_count import ShoeCount
from dealer_assist.sighting import Sighting
from dealer_assist.table import Done
from dealer_assist.table_view import view
from tests.rigs import CAMERA, SHOE, Bench

ROUND = ("Kh", "8c", "9d", "5h", "7c", "Td", "2s", "3s", "4d", "7h")


@pytest.fixture
def shoe(tmp_path: Path) -> Bench:
    """A table with a shoe of six decks and six jokers whose link is up."""
    return table(tmp_path, SHOE)


@pytest.fixture
def deck(tmp_path: Path) -> Bench:
    """The same, and of each card of a round five have come: one is left."""
    bench = table(tmp_path, SHOE)
    outside(bench, *ROUND * 5)
    return bench


def table(folder: Path, devices: str) -> Bench:
    bench = Bench(folder, devices)
    bench.link(True)
    return bench


def play(bench: Bench, *dealt: str) -> None:
    """A whole round: seat 1 wins at War, both stand and lose to 19."""
    bench.bets(30, 20)
    bench.shoe(*dealt[:6])
    bench.step(act="stand", seat=1)
    bench.step(act="stand", seat=2)
    bench.shoe(*dealt[6:])
    assert bench.view["awaits"]["kind"] == "over"


def paid(bench: Bench) -> None:
    assert isinstance(bench.press(do="paid"), Done)


def outside(bench: Bench, *texts: str) -> None:
    """Cards drawn while no game ran."""
    for text in texts:
        bench.say(Sighting(0, "card_outside", cards.parse(text), sequence=next(bench.sequence)))


def cut(bench: Bench) -> None:
    bench.say(Sighting(0, "cut", sequence=next(bench.sequence)))


def remedies(bench: Bench) -> list[str]:
    return [remedy["name"] for remedy in bench.finding["remedies"]]


# A card that the shoe can't hold


def test_a_seventh_of_a_kind_over_rounds_is_impossible(shoe: Bench) -> None:
    outside(shoe, *["As"] * 3)
    play(shoe, *ROUND)
    paid(shoe)
    outside(shoe, *["As"] * 2)
    shoe.bets(30, 20)
    shoe.shoe("As")
    assert not shoe.view["stopped"], "the sixth"
    shoe.shoe("As")
    assert shoe.finding["kind"] == "impossible"
    assert shoe.finding["facts"]["card"] == "As"
    assert shoe.finding["facts"]["clause"] == "T1.2"
    assert shoe.finding["facts"]["holds"] == 6
    assert remedies(shoe) == ["name", "burned", "new_shoe", "count"]


def second_king(deck: Bench) -> Bench:
    """After five kings of hearts and the one of the round before comes another."""
    play(deck, *ROUND)
    paid(deck)
    deck.bets(30, 20)
    deck.shoe("Kh")
    assert deck.finding["kind"] == "impossible"
    return deck


def test_it_was_another_card(deck: Bench) -> None:
    second_king(deck)
    refused = deck.answer("name", card="9d")
    assert isinstance(refused, Refused), "the nine came too"
    assert isinstance(deck.answer("name", card="Kd"), Done)
    assert [card["card"] for card in deck.session.cards()] == ["Kd"]
    assert deck.table.shoes.count().out.count(cards.parse("Kd")) == 1


def test_it_is_burned_and_nobody_knows_what_it_was(deck: Bench) -> None:
    second_king(deck)
    deck.answer("burned")
    assert deck.session.cards() == []
    assert deck.table.shoes.count().left == 318 - 61
    assert deck.table.shoes.count().out.count(cards.parse("Kh")) == 6


def test_a_new_shoe_was_in_and_nobody_said_so(deck: Bench) -> None:
    second_king(deck)
    assert isinstance(deck.answer("new_shoe"), Done)
    assert [card["card"] for card in deck.session.cards()] == ["Kh"]
    assert deck.table.shoes.count().left == 317
    assert deck.session.shoe == 2


def test_an_earlier_card_was_read_wrongly_and_a_second_person_agrees(deck: Bench) -> None:
    second_king(deck)
    assert isinstance(deck.answer("count"), Refused)
    assert isinstance(deck.answer("count", approved_by="9001"), Done)
    assert [card["card"] for card in deck.session.cards()] == ["Kh"]


def test_the_count_outlives_a_restart(deck: Bench) -> None:
    play(deck, *ROUND)
    paid(deck)
    deck.reopen()
    deck.bets(30, 20)
    deck.shoe("Kh")
    assert deck.finding["kind"] == "impossible"


def test_a_card_face_down_that_cant_be_is_not_named(deck: Bench) -> None:
    outside(deck, *["Ac"] * 6)
    deck.bets(30, 20)
    deck.shoe("Kh", "8c", "9d", "5h", "7c", "Ac")
    assert deck.finding["kind"] == "impossible"
    for viewer in ("display", "dealer", "pit"):
        assert "Ac" not in str(view(deck.table, viewer))


def test_a_corrected_card_counts_as_what_it_was(deck: Bench) -> None:
    play(deck, *ROUND)
    step = next(card["step"] for card in deck.view["cards"] if card["card"] == "7h")
    assert isinstance(deck.press(do="correct", at_step=step, card="6h"), Done)
    paid(deck)
    deck.bets(30, 20)
    deck.shoe("7h")
    assert not deck.view["stopped"], "six of them now"
    deck.shoe("7h")
    assert deck.finding["kind"] == "impossible"


def test_a_card_that_a_misdeal_burned_stays_out(deck: Bench) -> None:
    """T9.1: what came since is burned, and out of the shoe in the rounds after too."""
    deck.bets(30, 20)
    deck.shoe("Kh", "8c")
    step = next(card["step"] for card in deck.view["cards"] if card["card"] == "8c")
    deck.press(do="misdeal", what="card", at_step=step)
    deck.answer("restorable")
    deck.shoe("8d", "9d", "5h", "7c", "Td")
    deck.step(act="stand", seat=1)
    deck.step(act="stand", seat=2)
    deck.shoe("2s", "3s", "4d", "7h")
    paid(deck)
    deck.bets(30, 20)
    deck.shoe("8c")
    assert deck.finding["kind"] == "impossible"


def test_cards_tapped_by_hand_count_too(tmp_path: Path) -> None:
    hand = Bench(tmp_path)
    outside(hand, *["Td"] * 5)
    hand.bets(30, 20)
    for card, to in (("Kh", 1), ("8c", 2), ("9d", "dealer"), ("5h", 1), ("7c", 2), ("??", "dealer")):
        hand.step(card=card, to=to)
    hand.step(act="stand", seat=1)
    hand.step(act="stand", seat=2)
    hand.step(turn="Td")
    for card, to in (("2s", 1), ("3s", 1), ("4d", 1), ("7h", 1)):
        hand.step(card=card, to=to)
    paid(hand)
    assert hand.table.shoes.count().left == 318 - 15
    hand.bets(30, 20)
    hand.step(card="Td", to=1)
    assert hand.finding["kind"] == "impossible", "the hole card was named when it was turned"


def test_a_camera_alone_counts_too(tmp_path: Path) -> None:
    camera = Bench(tmp_path, CAMERA)
    camera.link(True, "camera")
    camera.look({})
    outside(camera, *["Kh"] * 6)
    camera.bets(30, 20)
    camera.look({"seat1": ["Kh"]}, times=2)
    assert camera.finding["kind"] == "impossible"
    camera.answer("name", card="Qh")
    camera.look({"seat1": ["Kh"]}, times=3)
    assert not camera.view["stopped"], "the camera is not asked again"


# The end of a shoe


def test_a_new_shoe_gives_every_card_again(deck: Bench) -> None:
    play(deck, *ROUND)
    paid(deck)
    assert isinstance(deck.press(do="new_shoe"), Done)
    assert deck.session.shoe == 2
    deck.bets(30, 20)
    deck.shoe(*ROUND[:6])
    assert not deck.view["stopped"]
    ended = next(record for record in deck.session.journal.records() if record.kind == "new_shoe").content()["ended"]
    assert (ended["size"], ended["out"]) == (318, 60)
    assert "left" not in ended or ended["left"] is None


def test_no_new_shoe_in_a_round_or_while_the_table_is_stopped(deck: Bench) -> None:
    deck.bets(30, 20)
    deck.shoe("Kh")
    assert isinstance(deck.press(do="new_shoe"), Refused)
    deck.say(Sighting(0, "garbled", why="noise"))
    assert isinstance(deck.press(do="new_shoe"), Refused)
    assert deck.session.shoe == 1


def test_the_round_after_the_cut_card_begins_a_new_shoe(deck: Bench) -> None:
    deck.bets(30, 20)
    cut(deck)
    deck.shoe(*ROUND[:6])
    deck.step(act="stand", seat=1)
    deck.step(act="stand", seat=2)
    deck.shoe(*ROUND[6:9])
    deck.shoe("2s")
    assert deck.finding["kind"] == "impossible", "the round in which it came is still of the old shoe"
    deck.answer("name", card="7h")
    paid(deck)
    assert deck.session.shoe == 2
    deck.bets(30, 20)
    deck.shoe(*ROUND[:6])
    assert not deck.view["stopped"]
    deck.reopen()
    assert deck.session.shoe == 2
    assert deck.table.shoes.count().left == 312


def test_the_count_comes_out_and_nothing_stops(deck: Bench) -> None:
    play(deck, *ROUND)
    paid(deck)
    assert isinstance(deck.press(do="new_shoe", left=258), Done)
    assert not deck.view["stopped"]


@pytest.mark.parametrize(("left", "missing", "many"), [(257, 1, 0), (260, 0, 2)])
def test_cards_missing_or_too_many_at_the_end(deck: Bench, left: int, missing: int, many: int) -> None:
    play(deck, *ROUND)
    paid(deck)
    deck.press(do="new_shoe", left=left)
    facts = deck.finding["facts"]
    assert deck.finding["kind"] == "shoe_count"
    assert (facts["missing"], facts["many"]) == (missing, many)
    assert remedies(deck) == ["recount", "uneven"]
    assert deck.session.shoe == 1
    deck.answer("recount")
    assert isinstance(deck.press(do="new_shoe", left=258), Done)
    assert deck.session.shoe == 2


def test_a_second_person_agrees_that_cards_are_missing(deck: Bench) -> None:
    play(deck, *ROUND)
    paid(deck)
    deck.press(do="new_shoe", left=257)
    assert isinstance(deck.answer("uneven"), Refused)
    assert isinstance(deck.answer("uneven", approved_by="9001"), Done)
    assert deck.session.shoe == 2
    assert deck.table.shoes.count().left == 318
    deck.reopen()
    assert deck.session.shoe == 2
    assert deck.table.shoes.count().left == 318


def test_a_shoe_drawn_out_after_the_cut_card_names_what_is_missing(deck: Bench) -> None:
    came = [*ROUND * 6, "Qc", "6s"]
    rest = [str(card) for card in full(Shoe(6, 6))]
    for card in came:
        rest.remove(card)
    random.Random(2).shuffle(rest)
    deck.bets(30, 20)
    cut(deck)
    deck.shoe(*ROUND[:6])
    deck.step(act="stand", seat=1)
    deck.step(act="stand", seat=2)
    deck.shoe(*ROUND[6:])
    outside(deck, *rest)
    assert not deck.view["stopped"]
    assert deck.table.shoes.count().drawn_out
    ended = deck.table.shoes.count().ended(None)
    assert ended is not None
    assert (ended.missing, ended.cards) == (2, ("6s", "Qc"))
    paid(deck)
    assert deck.finding["kind"] == "shoe_count"
    assert deck.finding["facts"]["cards"] == ["6s", "Qc"]


def test_an_endless_shoe_is_not_counted() -> None:
    game = catalogue.make("exchange_blackjack", {"decks": "infinite"}, [{"account": "A", "chips": "10.00"}])
    count = ShoeCount(lambda header: game)
    header = {"game": "exchange_blackjack", "options": {"decks": "infinite"}}
    count._take("round", 1, header)
    for _ in range(60):
        assert count.may_give(cards.parse("As"))
        count._take("step", 2, {"step": {"card": "As", "to": "player1"}})
    assert count.left is None
    assert count.ran is None


# What the screens show


def test_the_dealer_sees_how_many_cards_are_left(shoe: Bench) -> None:
    assert shoe.view["shoe"] == {"number": 1, "size": 318, "left": 318, "cut": False}
    shoe.bets(30, 20)
    shoe.shoe("Kh", "8c")
    cut(shoe)
    assert shoe.view["shoe"] == {"number": 1, "size": 318, "left": 316, "cut": True}
