"""Cards that come in an order: the finding, what it shows, and what is done about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.games import catalogue
from dealer_assist.order_alarm import by_rank, new_decks
from dealer_assist.shoe import Shoe
from dealer_assist.shoe_count import ShoeCount
from tests.rigs import SHOE, Bench
from tests.test_findings_shoe import ROUND, outside, paid, play, remedies, table


@pytest.fixture
def shoe(tmp_path: Path) -> Bench:
    """A table with a shoe of six decks and six jokers whose link is up."""
    return table(tmp_path, SHOE)


def raise_order(shoe: Bench, dealt: list[str]) -> int:
    """Draw `dealt` out of the shoe until the alarm is raised; how many came."""
    for number, card in enumerate(dealt, 1):
        outside(shoe, card)
        if shoe.view["stopped"]:
            return number
    return 0


def test_new_decks_are_known_within_25_cards(shoe: Bench) -> None:
    came = raise_order(shoe, [str(card) for card in new_decks(Shoe(6, 6))])
    assert 0 < came <= 25
    assert shoe.finding["kind"] == "order"
    assert shoe.finding["facts"]["order"] == "suit"
    assert remedies(shoe) == ["reshuffled", "new_shoe", "go_on"]


def test_burned_cards_are_not_shown_as_evidence(shoe: Bench) -> None:
    raise_order(shoe, [str(card) for card in by_rank(Shoe(6, 0))])
    assert shoe.finding["facts"]["cards"] == []


def test_the_evidence_is_shown_where_nothing_is_hidden(shoe: Bench) -> None:
    count = ShoeCount(lambda header: catalogue.open_round(header))
    count.read(shoe.session.journal.records())
    run = [str(card) for card in new_decks(Shoe(6, 0))[:12]]
    for number, card in enumerate(run):
        count._take("step", number, {"step": {"card": card, "to": 1}})
    assert count.ran is not None
    shown = [{"step": number, "card": card} for number, card in enumerate(run)]
    assert count.faces(count.ran, shown) == tuple(run[:10])
    shown[9]["card"] = "??"
    assert count.faces(count.ran, shown) == ()


def test_whoever_goes_on_is_not_told_again(shoe: Bench) -> None:
    ran = [str(card) for card in new_decks(Shoe(6, 6))]
    came = raise_order(shoe, ran)
    shoe.answer("go_on")
    assert raise_order(shoe, ran[came:60]) == 0
    shoe.reopen()
    assert not shoe.view["stopped"]


def test_a_shoe_shuffled_again_keeps_its_count_and_begins_a_new_order(shoe: Bench) -> None:
    ran = [str(card) for card in new_decks(Shoe(6, 6))]
    came = raise_order(shoe, ran)
    shoe.answer("reshuffled")
    assert shoe.table.shoes.count().left == 318 - came
    assert shoe.session.shoe == 1
    again = raise_order(shoe, ran[came:])
    assert 0 < again <= 25


def test_a_new_shoe_in_a_round_starts_the_count_anew(shoe: Bench) -> None:
    raise_order(shoe, [str(card) for card in new_decks(Shoe(6, 6))])
    shoe.answer("new_shoe")
    assert shoe.table.shoes.count().left == 318
    assert shoe.session.shoe == 2


def test_the_shoe_before_comes_again(shoe: Bench) -> None:
    play(shoe, *ROUND)
    paid(shoe)
    shoe.press(do="new_shoe")
    shoe.bets(30, 20)
    shoe.shoe(*ROUND[:6])
    shoe.step(act="stand", seat=1)
    shoe.step(act="stand", seat=2)
    assert not shoe.view["stopped"]
    shoe.shoe(*ROUND[6:8])
    assert shoe.finding["kind"] == "order"
    assert shoe.finding["facts"]["order"] == "again"
    assert shoe.finding["facts"]["cards"] == list(ROUND[:8])
