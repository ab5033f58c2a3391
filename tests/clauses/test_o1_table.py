"""O1: deck, seats, what a hand is, the betting structures, the levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.cards import Suited, parse
from dealer_assist.poker_hands import category, omaha_rank
from tests.clauses.omaha import HANDS, checked, dealt, house_of, play, refused
from tests.clauses.table import clause, option

CALLED = "4 fold; 1 fold; 2 call; 3 check"


@clause("O1.1")
@option("most_seats", 8, 6)
def test_o1_1_a_table_has_eight_seats(tmp_path: Path) -> None:
    """O1.1: a ninth seat is refused, at another house a seventh."""
    assert refused("", {1: 1000, 9: 1000}).clause == "O1.1"
    assert play("", {1: 1000, 7: 1000}).net(1, 7) == (-50, -100)
    assert refused("", {1: 1000, 7: 1000}, house_of(tmp_path, most_seats=6)).clause == "O1.1"


@clause("O1.1")
def test_o1_1_each_card_comes_once() -> None:
    """O1.1: a second ace of spades is refused wherever it comes, and a joker is no card of this deck."""
    assert refused("hole 2 As; hole 3 As").clause == "O1.1"
    assert refused(f"hole 2 As; {CALLED}; board As").clause == "O1.1"
    assert refused(f"{CALLED}; burn 2c; board 2c").clause == "O1.1"
    assert refused("hole 2 Jk").clause == "O1.1"


@clause("O1.2")
def test_o1_2_hands_from_the_strongest() -> None:
    """O1.2: ten hands on boards of their own, each stronger than the next."""
    hands = [
        ("As Ks 2d 3d", "Qs Js Ts 2h 3h", "royal_flush"),
        ("9s 8s 2d 3d", "7s 6s 5s Kh Ah", "straight_flush"),
        ("9s 9h 2d 3d", "9d 9c 5s Kh Ah", "four_of_a_kind"),
        ("9s 9h Kd 3d", "9d 5c Ks Kh Ah", "full_house"),
        ("As 4s 2d 3d", "Qs 9s 7s 2h Jh", "flush"),
        ("9s 8h 2d 3d", "7d 6c 5s Kh Ah", "straight"),
        ("9s 9h 2d 3d", "9d Qc 5s Kh Ah", "three_of_a_kind"),
        ("9s Qh 2d 3d", "9d Qc 5s Kh Ah", "two_pair"),
        ("9s 8h 2d 3d", "9d Qc 5s Kh Ah", "one_pair"),
        ("9s 8h 2d 3d", "Td Qc 5s Kh 4h", "high_card"),
    ]
    ranks = [omaha_rank(_cards(hole), _cards(board)) for hole, board, _ in hands]
    assert [category(rank) for rank in ranks] == [name for _, _, name in hands]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 10


def _cards(text: str) -> tuple[Suited, ...]:
    found = tuple(parse(card) for card in text.split())
    return tuple(card for card in found if isinstance(card, Suited))


@clause("O1.3")
def test_o1_3_two_of_the_hand_and_three_of_the_board() -> None:
    """O1.3: one spade in the hand makes no flush of four on the board; four aces in the hand are a pair."""
    text = f"hole 2 As Ah Ad Ac; hole 3 2s 7d 8d Jd; {CALLED}; board Ks 9s 7s; 2 check; 3 check; board 4s; 2 check; "
    settled = play(text + "3 check; board 3c; 2 check; 3 check; 2 open; 3 open")
    assert settled.lines(2) == ["pot 200 = 200 one_pair O6.4"]
    assert settled.net(2, 3) == (100, -100)


@clause("O1.3")
@pytest.mark.parametrize("cards", ["", "Kh", "Kh Kd Jc"])
def test_o1_3_a_hand_needs_its_four_cards(cards: str) -> None:
    """O1.3: fewer than four hole cards can't be opened, a fifth is refused."""
    assert refused(f"hole 2 {cards}; {CALLED}; {checked(2, 3)}; 2 open").clause == "O1.3"
    assert refused(f"hole 2 {HANDS['kings']}; hole 2 5h").clause == "O4.3"


@clause("O1.4")
@option("betting", "pot_limit", "no_limit", "fixed_limit")
def test_o1_4_pot_limit_no_limit_fixed_limit() -> None:
    """O1.4: the first raise before the flop: to 350, to all 10000, to 200 and nothing else."""
    assert play("ask").legal() == {"seat": 4, "call": 100, "raise": (200, 350)}
    assert play("ask", betting="no_limit").legal() == {"seat": 4, "call": 100, "raise": (200, 10000)}
    assert play("ask", betting="fixed_limit").legal() == {"seat": 4, "call": 100, "raise": (200, 200)}
    assert refused("4 raise 201", betting="fixed_limit").clause == "O1.4"
    assert refused("4 all_in", betting="fixed_limit").clause == "O1.4"


@clause("O1.4")
@option("fixed_raises", 3, 4)
def test_o1_4_one_bet_and_three_raises(tmp_path: Path) -> None:
    """O1.4: the blind is the bet of the first round; after three raises to 400 nobody raises, elsewhere to 500."""
    text = "4 raise 200; 1 raise 300; 2 raise 400; ask"
    assert play(text, betting="fixed_limit").legal() == {"seat": 3, "call": 300}
    assert refused(text + "; 3 raise 500", betting="fixed_limit").clause == "O1.4"
    house = house_of(tmp_path, fixed_raises=4)
    assert play(text, house=house, betting="fixed_limit").legal() == {"seat": 3, "call": 300, "raise": (500, 500)}


@clause("O1.4")
@option("fixed_late_bet", 2, 1)
def test_o1_4_two_big_blinds_on_turn_and_river(tmp_path: Path) -> None:
    """O1.4: a fixed bet is 100 on the flop and 200 from the turn on; elsewhere 100 throughout."""
    text = f"{CALLED}; board Ks 9d 7h; ask; 2 bet 100; 3 call; board 4c; ask"
    settled = play(text, betting="fixed_limit")
    assert [settled.legal(number)["bet"] for number in (0, 1)] == [(100, 100), (200, 200)]
    house = house_of(tmp_path, fixed_late_bet=1)
    assert play(text, house=house, betting="fixed_limit").legal()["bet"] == (100, 100)


@clause("O1.5")
@option("level", 0, 1, 2, 3, 4, 5, 6, 7)
@option("with_ante", False, True)
def test_o1_5_seven_levels() -> None:
    """O1.5: the blinds of each level, and its ante where one is played; an eighth is refused."""
    blinds = [
        (10, 20, 5),
        (20, 50, 10),
        (50, 100, 20),
        (100, 200, 50),
        (200, 400, 100),
        (500, 1000, 200),
        (1000, 2000, 500),
    ]
    for number, (small, big, ante) in enumerate(blinds, start=1):
        assert play("", level=number).net(1, 2, 3, 4) == (0, -small, -big, 0)
        assert play("", level=number, with_ante=True).net(1, 2, 3) == (-ante, -small - ante, -big - ante)
    assert play("", level=0, small_blind=1, big_blind=3).net(2, 3) == (-1, -3)
    assert refused("", level=8).clause == "O1.5"


@clause("O1.5", "O1.4")
@option("tournament", {}, {"each": 2, "first": 2, "antes_from": 3})
def test_o1_5_a_tournament_has_the_levels_as_its_schedule() -> None:
    """O1.5: two hands at level 2, then level 3 with its antes; nothing is raked, and stacks begin equal (O1.4)."""
    schedule = {"each": 2, "first": 2, "antes_from": 3}
    assert play("", tournament=schedule).net(1, 2, 3, 4) == (0, -20, -50, 0)
    assert play("", tournament={**schedule, "hands": 2}).net(1, 2, 3, 4) == (-20, -70, -120, -20)
    assert play("", tournament={}).net(2, 3) == (-50, -100)
    text = "4 raise 350; 1 call; 2 fold; 3 fold; board 2s 9d Th; 4 check; 1 check; board 4s; 4 check; 1 check"
    assert play(text, rake=True, tournament=schedule | {"first": 3}).rake == 0
    assert refused("", {1: 1000, 2: 900}, tournament=schedule).clause == "O1.4"
    assert refused("", tournament={"each": 1, "last": 8}).clause == "O1.5"


@clause("O1.5")
def test_o1_5_who_calls_a_level_three_pot() -> None:
    """O1.5: 20 of ante from each of four, blinds 50 and 100: the pot raise makes 430."""
    assert play("ask", level=3, with_ante=True).legal()["raise"] == (200, 430)


@clause("O1.2", "O6.4")
def test_o1_2_the_stronger_hand_wins() -> None:
    """O1.2: three kings against three nines."""
    settled = play(f"{dealt(s2='nines', s3='kings')}; {CALLED}; {checked(2, 3)}; 2 open; 3 open")
    assert settled.net(2, 3) == (-100, 100)
