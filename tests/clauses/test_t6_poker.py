"""T6: six-card Poker."""

from __future__ import annotations

import pytest

from tests.clauses.table import Settled, clause, play, refused


def six(cards: str) -> Settled:
    """Seat 1 wins War with the first card, stands on two, beats a bust dealer and is filled up to six."""
    a, b, *fill = cards.split()
    filled = "".join(f"; 1 {card}" for card in fill)
    return play(f"bet 1 30; 1 {a}; dealer 2c; 1 {b}; dealer Kd; 1 stand; dealer Ts{filled}")


def held(cards: str) -> Settled:
    """Seat 1 loses War and Blackjack with these two cards, and plays what it holds."""
    a, b = cards.split()
    return play(f"bet 1 30; 1 {a}; dealer Ac; 1 {b}; dealer Kd; 1 stand")


@clause("T6.1")
def test_t6_1_the_dealer_has_no_part_in_it() -> None:
    """T6.1: the dealer's three tens do not matter against a pair of jacks."""
    settled = play("bet 1 30; 1 Jh; dealer Tc; 1 Js; dealer 2d; 1 stand; dealer Td; 1 2h; 1 3h; 1 4s; 1 8d")
    assert settled.line(1, "poker") == "poker 30 x2 = 60 high_pair T6.3"


@clause("T6.1")
def test_t6_1_five_of_six_cards_make_the_hand() -> None:
    """T6.1: five hearts among six cards; no seventh card comes."""
    assert six("4h 9h Jh Kh 2h 3s").line(1, "poker") == "poker 30 x6 = 180 flush T6.3"
    assert six("4h 9h Jh Kh 2h 3s").complete
    assert not six("4h 9h Jh Kh 2h").complete


@clause("T6.2")
def test_t6_2_a_won_war_fills_up_a_lost_blackjack() -> None:
    """T6.2 (a): a bust after a won War still gets its cards: three held, three more."""
    text = "bet 1 30; 1 Kh; dealer 9c; 1 6s; dealer 7d; 1 hit; 1 7h"
    assert play(text).open(1) == {"poker": 30}
    assert play(f"{text}; 1 2c; 1 3c; 1 4d").line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"


@clause("T6.2")
def test_t6_2_going_to_war_does_not_fill_up() -> None:
    """T6.2 (a): its push is no plus; the lost hand plays two cards."""
    settled = play("bet 1 30; 1 9h; dealer 9c; 1 go_to_war; 1 9s; dealer Td; 1 stand")
    assert settled.line(1, "poker") == "poker 60 x0 = 0 low_pair T6.3"
    assert settled.complete


@clause("T6.2")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("1 8h; dealer 9c; 1 Ks; dealer 9d; 1 stand", "push"),
        ("1 8h; dealer 9c; 1 Ks; dealer 8d; 1 stand", "win"),
        ("1 Th; dealer Kc; 1 As; dealer 9d", "blackjack"),
        ("1 Th; dealer Kc; 1 As; dealer Ad", "push"),
        ("1 7h; dealer 9c; 1 7s; dealer 8d; 1 hit; 1 7d", "three_7"),
    ],
    ids=["push", "win", "blackjack", "two blackjacks", "premium"],
)
def test_t6_2_a_push_or_better_at_blackjack_fills_up(cards: str, outcome: str) -> None:
    """T6.2 (b): after a lost War; eighteen against eighteen, and better."""
    settled = play(f"bet 1 30; {cards}")
    assert settled.line(1, "war").endswith("lose T3.2")
    assert f" {outcome} " in settled.line(1, "blackjack")
    assert settled.open(1) == {"poker": 30}


@clause("T6.2")
@pytest.mark.parametrize("act", ["1 stand", "1 hit; 1 5d"], ids=["lost to the blackjack", "bust"])
def test_t6_2_insurances_push_fills_up(act: str) -> None:
    """T6.2 (b): insured against an ace with a king, whatever way the hand was lost."""
    settled = play(f"bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure; {act}")
    assert settled.line(1, "insurance") == "insurance 15 x3 = 45 win T4.5"
    assert settled.open(1) == {"poker": 30}


@clause("T6.2")
def test_t6_2_the_others_play_what_they_hold() -> None:
    """T6.2: uninsured, both lost: a pair of nines on two cards, and no card for it."""
    settled = held("9h 9s")
    assert settled.line(1, "poker") == "poker 30 x0 = 0 low_pair T6.3"
    assert settled.complete
    lost_insurance = play("bet 1 30; 1 Kh; dealer Ac; 1 7s; dealer 9d; 1 insure; 1 stand")
    assert lost_insurance.complete


@clause("T6.3")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ts Js Qs Ks As 2h", "x100 = 3000 royal_flush"),
        ("5h 6h 7h 8h 9h Kd", "x50 = 1500 straight_flush"),
        ("9s 9h 9d 9c 9s 2d", "x35 = 1050 five_of_a_kind"),
        ("9s 9h 9d 9c 2d 3d", "x20 = 600 four_of_a_kind"),
        ("9s 9h 9d 4c 4d 2h", "x8 = 240 full_house"),
        ("4h 9h Jh Kh 2h 3s", "x6 = 180 flush"),
        ("5s 6h 7d 8c 9s Kd", "x5 = 150 straight"),
        ("9s 9h 4d 4c 2h 2s", "x4.5 = 135 defective_house"),
        ("9s 9h 9d 4c 2h Kd", "x4 = 120 three_of_a_kind"),
        ("9s 9h 4d 4c 2h Kd", "x3 = 90 two_pair"),
        ("Js Jh 4d 5c 2h 8d", "x2 = 60 high_pair"),
        ("Qs Qh 4d 5c 2h 8d", "x2 = 60 high_pair"),
        ("Ks Kh 4d 5c 2h 8d", "x2 = 60 high_pair"),
        ("4d 5c As Ah 2h 8d", "x2 = 60 high_pair"),
        ("Ts Th 4d 5c 2h 8d", "x0 = 0 low_pair"),
        ("4s 2h Kd 2c 7h 9d", "x0 = 0 low_pair"),
        ("9s Jh 4d 5c 2h Kd", "x0 = 0 nothing"),
    ],
)
def test_t6_3_what_each_hand_pays(cards: str, line: str) -> None:
    """T6.3: the pay table, hand by hand."""
    assert six(cards).line(1, "poker") == f"poker 30 {line} T6.3"


@clause("T6.3")
def test_t6_3_the_stake_as_doubled_by_war() -> None:
    """T6.3: 60 × 2 after going to war."""
    settled = play("bet 1 30; 1 Jh; dealer Jc; 1 go_to_war; 1 Js; dealer Ad; 1 stand")
    assert settled.line(1, "poker") == "poker 60 x2 = 120 high_pair T6.3"


@clause("T6.4")
def test_t6_4_three_pairs_are_a_defective_house() -> None:
    """T6.4: of any ranks; three pairs need six cards."""
    assert six("4s 4h 3d 3c 2h 2s").line(1, "poker") == "poker 30 x4.5 = 135 defective_house T6.3"
    assert six("Ks Kh Qd Qc Ah As").line(1, "poker") == "poker 30 x4.5 = 135 defective_house T6.3"


@clause("T6.4")
def test_t6_4_with_a_joker_it_is_a_full_house() -> None:
    """T6.4: two pairs, a card and a joker."""
    assert six("9s 9h 4d 4c 2h Jk").line(1, "poker") == "poker 30 x8 = 240 full_house T6.3"


@clause("T6.4")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("5s Ah 2d 3c 4h Kd", "x5 = 150 straight"),
        ("5s As 2s 3s 4s Kd", "x50 = 1500 straight_flush"),
        ("Ts Jh Qd Kc Ah 3d", "x5 = 150 straight"),
        ("Qs Kh Ad 2c 3h 7d", "x0 = 0 nothing"),
    ],
    ids=["low", "low and of one suit", "high", "not around the corner"],
)
def test_t6_4_the_ace_may_be_low(cards: str, line: str) -> None:
    """T6.4: A-2-3-4-5 is a straight, Q-K-A-2-3 is none."""
    assert six(cards).line(1, "poker") == f"poker 30 {line} T6.3"


@clause("T6.4")
def test_t6_4_the_hand_that_pays_most_counts() -> None:
    """T6.4: a flush (×6) over the straight (×5) that the same six cards hold."""
    assert six("5h 6h 7h 8h Kh 9s").line(1, "poker") == "poker 30 x6 = 180 flush T6.3"


@clause("T6.4")
def test_t6_4_fewer_than_five_cards_make_only_what_is_alike() -> None:
    """T6.4: three hearts in a row are nothing; three nines are three of a kind, two pair on four cards."""
    assert held("9h 8h").line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert held("Jh Js").line(1, "poker") == "poker 30 x2 = 60 high_pair T6.3"
    three = play("bet 1 30; 1 9h; dealer Ac; 1 9s; dealer Kd; 1 hit; 1 9d")
    assert three.line(1, "poker") == "poker 30 x4 = 120 three_of_a_kind T6.3"
    two_pair = play("bet 1 30; 1 8h; dealer Ac; 1 2s; dealer Kd; 1 hit; 1 2d; 1 hit; 1 8s; 1 stand")
    assert two_pair.line(1, "poker") == "poker 30 x3 = 90 two_pair T6.3"
    four = play("bet 1 30; 1 4h; dealer Ac; 1 4s; dealer Kd; 1 hit; 1 4d; 1 hit; 1 4c; 1 stand")
    assert four.line(1, "poker") == "poker 30 x20 = 600 four_of_a_kind T6.3"


@clause("T6.4")
def test_t6_4_five_cards_make_every_hand() -> None:
    """T6.4: a lost hand of five cards may be a straight: 5 6 2 4 3 = 20."""
    settled = play("bet 1 30; 1 5h; dealer Ac; 1 6s; dealer Kd; 1 hit; 1 2d; 1 hit; 1 4c; 1 hit; 1 3c; 1 stand")
    assert settled.line(1, "poker") == "poker 30 x5 = 150 straight T6.3"


@clause("T6.5")
def test_t6_5_after_a_split_all_cards_make_the_hand() -> None:
    """T6.5: two aces with their kings, filled up by two cards: aces and kings full."""
    text = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split; 1.1 Kd; 1.2 Kh; dealer Td"
    settled = play(f"{text}; 1 Ks; 1 2d")
    assert settled.line(1, "poker") == "poker 30 x8 = 240 full_house T6.3"
    assert settled.complete


@clause("T6.5", "T6.2")
def test_t6_5_either_hand_fills_up() -> None:
    """T6.5: the first hand loses (14 against 20), the second pushes (20): filled, after a surrendered War."""
    text = "bet 1 30; 1 Ah; dealer Ac; 1 surrender; 1 As; dealer 9d; 1 split; 1.1 3d; 1.2 9h"
    settled = play(text)
    assert settled.line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert settled.line(1, "blackjack.2") == "blackjack.2 30 x1 = 30 push T4.2"
    assert settled.open(1) == {"poker": 30}


@clause("T6.6")
def test_t6_6_one_card_each_round_after_round() -> None:
    """T6.6: seats 1 (three cards) and 2 (two cards) in turn until seat 1 is full, then seat 2 alone."""
    text = (
        "bet 1 30; bet 2 30; 1 Kh; 2 Kd; dealer 9c; 1 2s; 2 Qd; dealer 7h; 1 hit; 1 7c; 1 stand; 2 stand; dealer Td"
        "; 1 3h; 2 3s; 1 4h; 2 4s; 1 8h; 2 8s; 2 Js"
    )
    assert play(text).complete
    assert refused("; ".join(text.split("; ")[:-6]) + "; 1 4s").clause == "T6.6"
    assert play("; ".join(text.split("; ")[:-1])).line(1, "poker").endswith("T6.3")
    assert refused("; ".join(text.split("; ")[:-1]) + "; 1 Js").clause == "T6.6"


@clause("T6.6")
def test_t6_6_who_can_get_no_more_is_settled_at_once() -> None:
    """T6.6: seat 1 lost both and is paid for what it holds while seat 2 is filled up."""
    text = "bet 1 30; bet 2 30; 1 2h; 2 Kd; dealer 9c; 1 Ts; 2 Qd; dealer Th; 1 stand; 2 stand"
    settled = play(text)
    assert settled.line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert settled.open(2) == {"poker": 30}
    assert refused(f"{text}; 1 3h").clause == "T6.6"
    assert not play(f"{text}; 2 3h; 2 4h; 2 5h").complete
    assert play(f"{text}; 2 3h; 2 4h; 2 5h; 2 7s").complete


@clause("T6.6")
def test_t6_6_six_blackjack_cards_are_settled_without_a_poker_card() -> None:
    """T6.6: 2 2 3 3 4 5 is full already: two pair."""
    hits = "1 hit; 1 3h; 1 hit; 1 3s; 1 hit; 1 4h; 1 hit; 1 5h"
    settled = play(f"bet 1 30; 1 2h; dealer 9c; 1 2s; dealer 7d; {hits}")
    assert settled.complete
    assert settled.line(1, "poker") == "poker 30 x3 = 90 two_pair T6.3"
