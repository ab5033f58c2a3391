"""T4: where the source says only Blackjack, and houses differ: each reading at two values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.table import clause, house_with, option, play, refused

#: Two aces against a nine and a seven.
ACES = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d"
#: Two aces, split and made 21 twice, against a dealer's blackjack.
SPLIT_21 = "bet 1 30; 1 Ah; dealer Qc; 1 As; dealer Ad; 1 split; 1.1 Kd; 1.2 Ks"
#: Seat 1 lost War, holds 11 against a nine, and doubles.
ELEVEN = "bet 1 30; 1 5h; dealer 9c; 1 6s; dealer 7d; 1 double"
#: Seat 1 won War and is bust; what lies in the hole is to follow.
BUST = "bet 1 30; 1 Kh; dealer 9c; 1 6s; dealer {}; 1 hit; 1 6d"
FIVE_CARDS = "1 hit; 1 3h; 1 hit; 1 3s; 1 hit; 1 4h"


@clause("T4.3")
@option("dealer_hits_soft", False, True)
def test_t4_3_the_dealer_may_hit_soft_17(tmp_path: Path) -> None:
    """T4.3: six and ace stand, or draw a four; then a hard 17, a dealt hard 17 and a soft 18 stand all the same."""
    hits = house_with(tmp_path, dealer_hits_soft=True)
    text = "bet 1 30; 1 Kh; dealer 6c; 1 8s; dealer Ad; 1 stand"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    assert play(text, house=hits).lines(1, "blackjack") == []
    assert play(f"{text}; dealer 4s", house=hits).line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    for stands in (f"{text}; dealer Ts", text.replace("6c", "Tc").replace("Ad", "7d")):
        assert play(stands, house=hits).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    soft_18 = play(text.replace("6c", "7c"), house=hits)
    assert soft_18.line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"


@clause("T4.3")
@option("both_blackjack_push", True, False)
def test_t4_3_the_dealers_blackjack_may_beat_a_players(tmp_path: Path) -> None:
    """T4.3: 30 back, or lost."""
    text = "bet 1 30; 1 Kh; dealer Qc; 1 As; dealer Ad"
    assert play(text).line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"
    beaten = house_with(tmp_path, both_blackjack_push=False)
    assert play(text, house=beaten).line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"


@clause("T4.3")
@option("dealer_blackjack_beats_21", True, False)
def test_t4_3_another_21_may_push_against_the_dealers_blackjack(tmp_path: Path) -> None:
    """T4.3: ten, six, five against queen and ace; two split hands of 21; a 20 is lost all the same."""
    pushes = house_with(tmp_path, dealer_blackjack_beats_21=False)
    text = "bet 1 30; 1 Th; dealer Qc; 1 6s; dealer Ad; 1 hit; 1 5d"
    assert play(text).line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert play(text, house=pushes).line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"
    assert play(SPLIT_21, house=pushes).line(1, "blackjack.2") == "blackjack.2 30 x1 = 30 push T4.2"
    twenty = "bet 1 30; 1 Th; dealer Qc; 1 Ks; dealer Ad; 1 stand"
    assert play(twenty, house=pushes).line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"


@clause("T4.3")
@option("original_stake_only", False, True)
def test_t4_3_a_dealers_blackjack_may_take_the_original_stake_alone(tmp_path: Path) -> None:
    """T4.3: of 60 after a double 30 come back, and are no push that fills up (T6.2); 30 alone are lost whole."""
    original = house_with(tmp_path, original_stake_only=True)
    double = "bet 1 30; 1 6h; dealer Qc; 1 5s; dealer Ad; 1 double; 1 5d"
    assert play(double).lines(1, "blackjack") == ["blackjack 60 x0 = 0 lose T4.2"]
    settled = play(double, house=original)
    lost = "blackjack 30 x0 = 0 lose T4.2"
    assert settled.lines(1, "blackjack") == [lost, "blackjack 30 x1 = 30 push T4.3"]
    assert (settled.complete, settled.chips(1), settled.house) == (True, 910, 90)
    single = play(double.replace("1 double; 1 5d", "1 stand"), house=original)
    assert single.lines(1, "blackjack") == [lost]


@clause("T4.3")
def test_t4_3_the_original_stake_is_the_one_that_war_made(tmp_path: Path) -> None:
    """T4.3: 60 after going to war, 120 doubled: 60 are lost. Of a split the second hand comes back."""
    original = house_with(tmp_path, original_stake_only=True)
    war = "bet 1 30; 1 Qh; dealer Qc; 1 go_to_war; 1 2s; dealer Ad; 1 double; 1 5d"
    assert play(war, house=original).lines(1, "blackjack") == [
        "blackjack 60 x0 = 0 lose T4.2",
        "blackjack 60 x1 = 60 push T4.3",
    ]
    split = play(SPLIT_21, house=original)
    assert split.line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert split.line(1, "blackjack.2") == "blackjack.2 30 x1 = 30 push T4.3"


@clause("T4.3")
@option("player_21_stands", True, False)
def test_t4_3_a_soft_21_may_draw_on(tmp_path: Path) -> None:
    """T4.3: ace, two, three, five are 21; where it may draw on, four and six make A to 6. Two cards of 21 stand."""
    draws = house_with(tmp_path, player_21_stands=False)
    text = "bet 1 30; 1 Ah; dealer 9c; 1 2s; dealer 7d; 1 hit; 1 3d; 1 hit; 1 5c"
    assert refused(f"{text}; 1 hit").clause == "T1.4"
    settled = play(f"{text}; 1 hit; 1 4c; 1 hit; 1 6d", house=draws)
    assert settled.line(1, "blackjack") == "blackjack 30 x50 = 1500 a_to_6 T5.7"
    dealt = play("bet 1 30; 1 Kh; dealer 9c; 1 As; dealer 7d", house=draws)
    assert dealt.line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"


@clause("T4.3")
@option("double_most_cards", 2, 3)
def test_t4_3_three_cards_may_double(tmp_path: Path) -> None:
    """T4.3: six, two, two; with one more two it is too late for that house as well."""
    three = house_with(tmp_path, double_most_cards=3)
    text = "bet 1 30; 1 6h; dealer 5c; 1 2s; dealer Td; 1 hit; 1 2d"
    assert refused(f"{text}; 1 double").clause == "T4.3"
    assert play(f"{text}; 1 double", house=three).open(1)["blackjack"] == 60
    assert refused(f"{text}; 1 hit; 1 2c; 1 double", house=three).clause == "T4.3"


@clause("T4.3")
@option("double_from", 2, 9)
@option("double_to", 21, 11)
@pytest.mark.parametrize(("second", "doubles"), [("2s", False), ("3s", True), ("5s", True), ("6s", False)])
def test_t4_3_double_may_be_of_9_to_11_only(tmp_path: Path, second: str, doubles: bool) -> None:
    """T4.3: six with two, three, five, six."""
    text = f"bet 1 30; 1 6h; dealer 5c; 1 {second}; dealer Td; 1 double"
    assert play(text).open(1)["blackjack"] == 60
    nine_to_eleven = house_with(tmp_path, double_from=9, double_to=11)
    if doubles:
        assert play(text, house=nine_to_eleven).open(1)["blackjack"] == 60
    else:
        assert refused(text, house=nine_to_eleven).clause == "T4.3"


@clause("T4.3")
@option("double_for_less", False, True)
def test_t4_3_who_cannot_pay_may_double_for_less(tmp_path: Path) -> None:
    """T4.3: 29 in hand make 59, paid 118; with nothing in hand there is no double."""
    less = house_with(tmp_path, double_for_less=True)
    assert refused(ELEVEN, {1: 119}).clause == "T4.3"
    settled = play(f"{ELEVEN}; 1 9d; dealer Td", {1: 119}, less)
    assert settled.line(1, "blackjack") == "blackjack 59 x2 = 118 win T4.2"
    assert settled.chips(1) == 118
    assert play(ELEVEN, {1: 130}, less).open(1)["blackjack"] == 60
    assert refused(ELEVEN, {1: 90}, less).clause == "T4.3"


@clause("T4.4")
@option("split_21_is_blackjack", False, True)
def test_t4_4_a_split_21_may_be_a_blackjack(tmp_path: Path) -> None:
    """T4.4: ×2.5 against a bust; a push against the dealer's blackjack; paid at once where blackjacks are."""
    counts = house_with(tmp_path, split_21_is_blackjack=True)
    text = f"{ACES}; 1 split; 1.1 Kd"
    settled = f"{text}; 1.2 5h; dealer Td"
    assert play(settled).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    assert play(settled, house=counts).line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"
    assert play(SPLIT_21, house=counts).line(1, "blackjack.2") == "blackjack.2 30 x1 = 30 push T4.2"
    at_once = play(text, house=counts, blackjack_paid_at_once=True)
    assert at_once.line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"


@clause("T4.4", "T5.1")
@option("split_hand_premium", False, True)
def test_t4_4_a_split_hand_may_be_a_pure_bj(tmp_path: Path) -> None:
    """T4.4: A♠ and J♠ after the split win ×2, or pay ×5 when the jack comes."""
    text = "bet 1 30; 1 As; dealer 9c; 1 Ah; dealer 7d; 1 split; 1.1 Js; 1.2 5h; dealer Td"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    pays = house_with(tmp_path, split_hand_premium=True)
    assert play(text, house=pays).line(1, "blackjack") == "blackjack 30 x5 = 150 pure_bj T5.1"


@clause("T4.5")
@option("insurance_under", "ace", "ace_or_ten")
def test_t4_5_insurance_may_be_offered_under_a_ten(tmp_path: Path) -> None:
    """T4.5: under a queen, in that house; under a nine nowhere."""
    tens = house_with(tmp_path, insurance_under="ace_or_ten")
    text = "bet 1 30; 1 Kh; dealer Qc; 1 9s; dealer Ad; 1 insure"
    assert refused(text).clause == "T4.5"
    assert play(f"{text}; 1 stand", house=tens).line(1, "insurance") == "insurance 15 x3 = 45 win T4.5"
    assert play(text.replace("Qc", "Ac"), house=tens).open(1)["insurance"] == 15
    assert refused(text.replace("Qc", "9c"), house=tens).clause == "T4.5"


@clause("T4.5")
@option("insurance_rounding", "down", "up")
def test_t4_5_half_of_15_is_7_or_8(tmp_path: Path) -> None:
    """T4.5: rounded down, or up; half of 30 is 15 in both."""
    up = house_with(tmp_path, insurance_rounding="up")
    text = "bet 1 15; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure"
    assert play(text).open(1)["insurance"] == 7
    assert play(text, house=up).open(1)["insurance"] == 8
    assert play(text, house=up).chips(1) == 1000 - 45 - 8
    assert play(text.replace("bet 1 15", "bet 1 30"), house=up).open(1)["insurance"] == 15


@clause("T4.5")
@option("insurance_all_in", True, False)
def test_t4_5_an_all_in_player_may_not_be_asked(tmp_path: Path) -> None:
    """T4.5: a joker's bonus pays for it, where it is offered."""
    other = house_with(tmp_path, insurance_all_in=False)
    text = "bet 1 all; 1 Jk; dealer Ac; 1 surrender; 1 5s; dealer Kd; 1 insure"
    assert play(text, {1: 90}).open(1)["insurance"] == 15
    assert refused(text, {1: 90}, other).clause == "T4.5"
    assert play(text.replace("bet 1 all", "bet 1 30"), {1: 90}, other).open(1)["insurance"] == 15


@clause("T4.5")
@option("insurance_of_blackjack", True, False)
def test_t4_5_who_has_a_blackjack_may_not_be_asked(tmp_path: Path) -> None:
    """T4.5: seat 1 holds it and is asked, or is not; seat 2 is asked in both."""
    other = house_with(tmp_path, insurance_of_blackjack=False)
    text = "bet 1 30; bet 2 30; 1 Kh; 2 9h; dealer Ac; 1 As; 2 9s; dealer Kd"
    assert play(f"{text}; 1 insure").open(1)["insurance"] == 15
    assert refused(f"{text}; 1 insure", house=other).clause == "T4.5"
    assert play(f"{text}; 2 insure; 2 stand", house=other).line(2, "insurance") == "insurance 15 x3 = 45 win T4.5"


@clause("T4.6", "T8.2")
@option("hole_always_turned", True, False)
def test_t4_6_the_hole_card_may_stay_down_where_nobody_waits(tmp_path: Path) -> None:
    """T4.6: seat 1 is bust: a joker in the hole ends the round, or lies there unseen while Poker is played."""
    down = house_with(tmp_path, hole_always_turned=False)
    assert play(BUST.format("Jk")).line(1, "poker") == "poker 30 x1 = 30 push T8.4"
    assert play(BUST.format("Jk"), house=down).open(1) == {"poker": 30}
    assert play(f"{BUST.format('Jk')}; 1 2h; 1 3h; 1 4d", house=down).complete
    assert refused(f"{BUST.format('??')}; 1 2h").clause == "T4.6"
    assert play(f"{BUST.format('??')}; 1 2h", house=down).open(1) == {"poker": 30}


@clause("T4.6")
def test_t4_6_the_hole_card_is_turned_for_a_hand_or_insurance(tmp_path: Path) -> None:
    """T4.6: also where it may stay down: seat 1 stands on 20, or is bust and insured."""
    down = house_with(tmp_path, hole_always_turned=False)
    stands = "bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer Td; 1 stand"
    assert play(stands, house=down).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    insured = "bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure; 1 hit; 1 5d"
    assert play(insured, house=down).line(1, "insurance") == "insurance 15 x3 = 45 win T4.5"


@clause("T4.6")
@option("dealer_always_draws", False, True)
def test_t4_6_the_dealer_may_draw_when_nobody_waits(tmp_path: Path) -> None:
    """T4.6: 16 draws against a bust: a two makes 18, a joker ends the round before Poker."""
    always = house_with(tmp_path, dealer_always_draws=True)
    bust = BUST.format("7d")
    assert play(bust).open(1) == {"poker": 30}
    assert refused(f"{bust}; dealer 2d").clause == "T6.6"
    assert refused(f"{bust}; 1 2d", house=always).clause == "T4.6"
    assert play(f"{bust}; dealer 2d; 1 2h", house=always).open(1) == {"poker": 30}
    assert play(f"{bust}; dealer Jk", house=always).line(1, "poker") == "poker 30 x1 = 30 push T8.4"
    both = house_with(tmp_path, dealer_always_draws=True, hole_always_turned=False)
    assert refused(f"{bust}; 1 2d", house=both).clause == "T4.6"


@clause("T4.7")
@option("complete_at", 6, 5)
def test_t4_7_five_cards_may_be_a_complete_hand(tmp_path: Path) -> None:
    """T4.7: 2 2 3 3 4 = 14 may draw, or stands by itself and wins against a bust."""
    five = house_with(tmp_path, complete_at=5)
    text = f"bet 1 30; 1 2h; dealer 9c; 1 2s; dealer 7d; {FIVE_CARDS}"
    assert play(f"{text}; 1 hit; 1 5h").line(1, "blackjack") == "blackjack 30 x3 = 90 6_under T5.6"
    assert refused(f"{text}; 1 hit", house=five).clause == "T1.4"
    assert play(f"{text}; dealer Td", house=five).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.7")
def test_t4_7_six_cards_without_a_premium_are_complete_too(tmp_path: Path) -> None:
    """T4.7: where a hand that went to war earns none, 2 2 3 3 4 5 = 19 waits for the dealer and takes no card."""
    other = house_with(tmp_path, premium_after_war=False)
    text = f"bet 1 30; 1 2h; dealer 2c; 1 go_to_war; 1 2s; dealer 7d; {FIVE_CARDS}; 1 hit; 1 5h"
    assert refused(f"{text}; 1 hit", house=other).clause == "T1.4"
    assert play(f"{text}; dealer Td", house=other).line(1, "blackjack") == "blackjack 60 x1 = 60 push T4.2"


@clause("T4.3", "T8.2")
@option("bust_loses_at_once", True, False)
def test_t4_3_a_bust_may_wait_until_hands_are_compared(tmp_path: Path) -> None:
    """T4.3: a joker in the hole finds it lost, or pushes it; against 16 it loses without a card for it."""
    waits = house_with(tmp_path, bust_loses_at_once=False)
    bust = "blackjack 30 x0 = 0 bust T4.2"
    assert play(BUST.format("Jk")).line(1, "blackjack") == bust
    assert play(BUST.format("Jk"), house=waits).line(1, "blackjack") == "blackjack 30 x1 = 30 push T8.2"
    assert play(BUST.format("7d"), house=waits).line(1, "blackjack") == bust
    natural = "bet 1 30; 1 Kh; dealer Qc; 1 6s; dealer Ad; 1 hit; 1 6d"
    assert play(natural, house=waits).line(1, "blackjack") == bust
    two = "bet 1 30; bet 2 30; 1 Kh; 2 Kd; dealer 9c; 1 6s; 2 Qs; dealer 7d; 1 hit; 1 6d; 2 stand"
    assert play(two, house=waits).lines(1, "blackjack") == []
    assert refused(f"{two}; 1 hit", house=waits).clause == "T1.4"
    settled = play(f"{two}; dealer Td", house=waits)
    assert settled.line(1, "blackjack") == bust
    assert settled.line(2, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
