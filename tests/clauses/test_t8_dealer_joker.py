"""T8: a joker drawn by the dealer."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dealer_assist import fold
from dealer_assist.games import catalogue
from tests.clauses.table import clause, house_with, option, play, refused, steps


@clause("T8.1")
def test_t8_1_a_joker_as_the_war_card_pushes_everything() -> None:
    """T8.1: every stake of every player comes back, whatever they hold, and the round ends."""
    settled = play("bet 1 30; bet 2 50; 1 Ah; 2 2h; dealer Jk")
    assert settled.complete
    for seat, unit in ((1, 30), (2, 50)):
        assert settled.chips(seat) == 1000
        assert settled.lines(seat) == [f"{on} {unit} x1 = {unit} push T8.1" for on in ("war", "blackjack", "poker")]
    assert settled.house == 0


@clause("T8.1")
def test_t8_1_bonuses_already_paid_stay_paid() -> None:
    """T8.1: a player's joker keeps its 60."""
    settled = play("bet 1 30; 1 Jk; dealer Jk")
    assert settled.lines(1)[0] == "joker 30 x2 = 60 bonus T7.1"
    assert settled.chips(1) == 1060


@clause("T8.2")
def test_t8_2_a_joker_in_the_hole_pushes_undecided_hands() -> None:
    """T8.2: seat 1 stands on 20 and seat 2 on a blackjack: pushed; seat 3 is bust and stays so."""
    text = (
        "bet 1 30; bet 2 30; bet 3 30; 1 Kh; 2 Qh; 3 Th; dealer 9c; 1 Ks; 2 As; 3 6s; dealer Jk; 1 stand; 3 hit; 3 7d"
    )
    settled = play(text)
    assert settled.complete
    assert settled.line(1, "blackjack") == "blackjack 30 x1 = 30 push T8.2"
    assert settled.line(2, "blackjack") == "blackjack 30 x1 = 30 push T8.2"
    assert settled.line(3, "blackjack") == "blackjack 30 x0 = 0 bust T4.2"


@clause("T8.2")
def test_t8_2_a_later_joker_pushes_too() -> None:
    """T8.2: nine, seven, joker; both hands of a split, a doubled stake."""
    split = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split; 1.1 Kd; 1.2 5h; dealer Jk"
    settled = play(split)
    assert settled.lines(1)[1:3] == ["blackjack 30 x1 = 30 push T8.2", "blackjack.2 30 x1 = 30 push T8.2"]
    double = "bet 1 30; 1 6h; dealer 9c; 1 5s; dealer 7d; 1 double; 1 9d; dealer Jk"
    assert play(double).line(1, "blackjack") == "blackjack 60 x1 = 60 push T8.2"


@clause("T8.2")
def test_t8_2_a_premium_stays() -> None:
    """T8.2: Three 7 was paid before the hole card was turned."""
    settled = play("bet 1 30; 1 7h; dealer 9c; 1 7s; dealer Jk; 1 hit; 1 7d")
    assert settled.line(1, "blackjack") == "blackjack 30 x10 = 300 three_7 T5.4"


@clause("T8.2")
def test_t8_2_open_insurance_is_pushed() -> None:
    """T8.2: the 15 come back; insurance settled before a later joker stays settled."""
    hole = play("bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Jk; 1 insure; 1 stand")
    assert hole.lines(1)[1:3] == ["insurance 15 x1 = 15 push T8.2", "blackjack 30 x1 = 30 push T8.2"]
    later = play("bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer 2d; 1 insure; 1 stand; dealer Jk")
    assert later.lines(1)[1:3] == ["insurance 15 x0 = 0 lose T4.5", "blackjack 30 x1 = 30 push T8.2"]


@clause("T8.2")
def test_t8_2_poker_is_not_played() -> None:
    """T8.2: no card follows, not even for the winner of War; the stake is pushed."""
    settled = play("bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer Jk; 1 stand")
    assert settled.complete
    assert settled.line(1, "poker") == "poker 30 x1 = 30 push T8.4"
    assert refused("bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer Jk; 1 stand; 1 2h").clause == "T1.4"


def shown(hole: str, more: str, **options: object) -> list[bytes]:
    """What every viewer sees after each step of a round with this hole card."""
    text = f"bet 1 30; 1 Kh; dealer Ac; 1 4s; dealer {hole}{more}"
    game = catalogue.make("triple", options, [{"seat": 1, "chips": 1000}])
    seen = []
    point = fold.begin(game)
    for step in steps(text):
        taken = fold.take(game, point, step)
        assert isinstance(taken, fold.Taken)
        point = taken.point
        seen += [msgspec.json.encode(game.show(point.state, viewer)) for viewer in ("display", "dealer", "pit")]
    return seen


@clause("T8.3")
@pytest.mark.parametrize("more", ["", "; 1 no_insurance", "; 1 insure; 1 hit; 1 2h"])
@pytest.mark.parametrize("peek", [False, True])
def test_t8_3_a_joker_in_the_hole_is_not_disclosed(more: str, peek: bool) -> None:
    """T8.3: until it is turned every screen shows the same, whether a joker or a five lies there."""
    assert shown("Jk", more, dealer_peek=peek) == shown("5d", more, dealer_peek=peek)


@clause("T8.3")
def test_t8_3_it_is_seen_once_it_is_turned() -> None:
    """T8.3: after the last act."""
    assert b"Jk" in shown("Jk", "; 1 no_insurance; 1 stand")[-1]


@clause("T8.4")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("1 Jh; dealer 9c; 1 Js; dealer Jk; 1 stand", "poker 30 x2 = 60 high_pair T8.4"),
        ("1 Th; dealer 9c; 1 Ts; dealer Jk; 1 stand", "poker 30 x1 = 30 push T8.4"),
        ("1 4h; dealer 9c; 1 4s; dealer Jk; 1 hit; 1 4d; 1 stand", "poker 30 x4 = 120 three_of_a_kind T8.4"),
        (
            "1 8h; dealer 9c; 1 2s; dealer 7d; 1 hit; 1 2d; 1 hit; 1 8s; 1 stand; dealer Jk",
            "poker 30 x3 = 90 two_pair T8.4",
        ),
    ],
    ids=["jacks", "tens", "three fours", "two pair"],
)
def test_t8_4_a_hand_already_made_is_paid(cards: str, line: str) -> None:
    """T8.4: what pays more than 0 on the cards held is paid; a pair of tens is pushed."""
    assert play(f"bet 1 30; {cards}").line(1, "poker") == line


@clause("T8.4")
def test_t8_4_for_every_seat_the_bust_too() -> None:
    """T8.4: king, king and a five are bust and a pair of kings all the same."""
    text = "bet 1 30; bet 2 30; 1 Kh; 2 5h; dealer 9c; 1 Ks; 2 Qs; dealer Jk; 1 hit; 1 5d; 2 stand"
    settled = play(text)
    assert settled.line(1, "poker") == "poker 30 x2 = 60 high_pair T8.4"
    assert settled.line(2, "poker") == "poker 30 x1 = 30 push T8.4"


@clause("T8.2")
@option("joker_pushes_insurance", True, False)
def test_t8_2_the_dealers_joker_may_make_insurance_lose(tmp_path: Path) -> None:
    """T8.2 [reading]: 15 back, or lost; the hand itself is pushed in both."""
    lost = house_with(tmp_path, joker_pushes_insurance=False)
    text = "bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Jk; 1 insure; 1 stand"
    push = "blackjack 30 x1 = 30 push T8.2"
    assert play(text).lines(1)[1:3] == ["insurance 15 x1 = 15 push T8.2", push]
    assert play(text, house=lost).lines(1)[1:3] == ["insurance 15 x0 = 0 lose T8.2", push]
    assert play(text, house=lost).house == play(text).house + 15


@clause("T8.4")
@option("made_hand", "pays", "six_cards")
def test_t8_4_a_made_hand_may_have_to_be_complete(tmp_path: Path) -> None:
    """T8.4 [reading]: three fours on three cards are paid, or pushed; six cards are paid in both."""
    complete = house_with(tmp_path, made_hand="six_cards")
    three = "bet 1 30; 1 4h; dealer 9c; 1 4s; dealer Jk; 1 hit; 1 4d; 1 stand"
    assert play(three).line(1, "poker") == "poker 30 x4 = 120 three_of_a_kind T8.4"
    assert play(three, house=complete).line(1, "poker") == "poker 30 x1 = 30 push T8.4"
    hits = "1 hit; 1 3h; 1 hit; 1 3s; 1 hit; 1 4h; 1 hit; 1 5h"
    six = play(f"bet 1 30; 1 2h; dealer 9c; 1 2s; dealer Jk; {hits}", house=complete)
    assert six.line(1, "poker") == "poker 30 x3 = 90 two_pair T8.4"


@clause("T8.4", "T6.2")
@option("made_hand_of", "every_seat", "filled_seats")
def test_t8_4_made_hands_may_be_paid_to_those_who_would_be_filled_up(tmp_path: Path) -> None:
    """T8.4 [reading]: the bust seat's kings are paid, or pushed; a pushed hand and a won War with a bust are paid."""
    filled = house_with(tmp_path, made_hand_of="filled_seats")
    bust = "bet 1 30; 1 Kh; dealer Ac; 1 Ks; dealer Jk; 1 no_insurance; 1 hit; 1 5d"
    assert play(bust).line(1, "poker") == "poker 30 x2 = 60 high_pair T8.4"
    assert play(bust, house=filled).line(1, "poker") == "poker 30 x1 = 30 push T8.4"
    for paid in (bust.replace("; 1 hit; 1 5d", "; 1 stand"), bust.replace("Ac", "9c").replace("; 1 no_insurance", "")):
        assert play(paid, house=filled).line(1, "poker") == "poker 30 x2 = 60 high_pair T8.4"
    insured = bust.replace("no_insurance", "insure")
    assert play(insured, house=filled).line(1, "poker") == "poker 30 x1 = 30 push T8.4"
