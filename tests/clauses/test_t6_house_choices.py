"""T6: what a house may read otherwise about filling up, hands, splits and the order of the cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.table import Settled, clause, house_with, option, play, refused

#: Seat 1, insured, loses to the dealer's blackjack; and is bust before that.
INSURED = "bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure"
#: Two aces split after a surrendered War: 14 loses to 20 and 20 pushes.
SPLIT = "bet 1 30; 1 Ah; dealer Ac; 1 surrender; 1 As; dealer 9d; 1 no_insurance; 1 split; 1.1 3d; 1.2 9h"
#: Seats 1 and 2 won both games and wait for four cards each.
TWO = "bet 1 30; bet 2 30; 1 Kh; 2 Kd; dealer 9c; 1 Qh; 2 Qd; dealer 7h; 1 stand; 2 stand; dealer Td"


def six(cards: str, house: Path | None = None) -> Settled:
    """Seat 1 wins War with the first card, stands on two, beats a bust dealer and is filled up to six."""
    a, b, *fill = cards.split()
    filled = "".join(f"; 1 {card}" for card in fill)
    return play(f"bet 1 30; 1 {a}; dealer 2c; 1 {b}; dealer Kd; 1 stand; dealer Ts{filled}", house=house)


@clause("T6.2")
@option("insured_loss_fills", "always", "not_bust", "never")
def test_t6_2_an_insured_loss_may_fill_up_or_not(tmp_path: Path) -> None:
    """T6.2: lost to the blackjack, and lost as a bust: both fill up, the first one only, or none."""
    lost, bust = f"{INSURED}; 1 stand", f"{INSURED}; 1 hit; 1 5d"
    assert not play(lost).complete
    assert not play(bust).complete
    not_bust = house_with(tmp_path, insured_loss_fills="not_bust")
    assert not play(lost, house=not_bust).complete
    assert play(bust, house=not_bust).complete


@clause("T6.2")
@option("insured_loss_fills", "never")
def test_t6_2_insurances_push_may_fill_up_nobody(tmp_path: Path) -> None:
    """T6.2: 45 are paid and the two cards are played as they are; a real push fills up all the same."""
    never = house_with(tmp_path, insured_loss_fills="never")
    settled = play(f"{INSURED}; 1 stand", house=never)
    assert settled.line(1, "insurance") == "insurance 15 x3 = 45 win T4.5"
    assert settled.line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    blackjack = "bet 1 30; 1 Kh; dealer Ac; 1 As; dealer Kd; 1 insure"
    assert play(blackjack, house=never).open(1) == {"poker": 30}


@clause("T6.4")
@option("low_ace_straight", True, False)
@pytest.mark.parametrize(
    ("cards", "low", "without"),
    [
        ("5s Ah 2d 3c 4h Kd", "x5 = 150 straight", "x0 = 0 nothing"),
        ("5s As 2s 3s 4s Kd", "x50 = 1500 straight_flush", "x6 = 180 flush"),
        ("Ts Jh Qd Kc Ah 3d", "x5 = 150 straight", "x5 = 150 straight"),
        ("5s 2d 3c 4h 9d Jk", "x5 = 150 straight", "x5 = 150 straight"),
    ],
    ids=["low", "low and of one suit", "high", "two to six with a joker"],
)
def test_t6_4_an_ace_may_be_high_only(tmp_path: Path, cards: str, low: str, without: str) -> None:
    """T6.4: A-2-3-4-5 is a straight, or none."""
    assert six(cards).line(1, "poker") == f"poker 30 {low} T6.3"
    high = house_with(tmp_path, low_ace_straight=False)
    assert six(cards, high).line(1, "poker") == f"poker 30 {without} T6.3"


def _dear_defective_house(folder: Path, **values: object) -> Path:
    """A house where three pairs pay more than a full house does."""
    house = house_with(folder, **values)
    text = house.read_text()
    was = 'defective_house = { multiple = "4.5"'
    assert was in text
    dear = house.with_name(f"dear {house.name}")
    dear.write_text(text.replace(was, 'defective_house = { multiple = "9"'))
    return dear


@clause("T6.4")
@option("joker_in_defective_house", True, False)
def test_t6_4_a_joker_may_make_a_third_pair_or_not(tmp_path: Path) -> None:
    """T6.4: two pairs, a two and a joker, where three pairs pay 9 and a full house 8."""
    cards = "9s 9h 4d 4c 2h Jk"
    wild = _dear_defective_house(tmp_path, joker_in_defective_house=True)
    assert six(cards, wild).line(1, "poker") == "poker 30 x9 = 270 defective_house T6.3"
    natural = _dear_defective_house(tmp_path, joker_in_defective_house=False)
    assert six(cards, natural).line(1, "poker") == "poker 30 x8 = 240 full_house T6.3"
    assert six("9s 9h 4d 4c 2h 2s", natural).line(1, "poker") == "poker 30 x9 = 270 defective_house T6.3"


@clause("T6.4")
@option("poker_hand_counts", "pays_most", "ranks_highest")
def test_t6_4_the_hand_that_pays_most_or_the_strongest(tmp_path: Path) -> None:
    """T6.4: with a joker, a full house at 8 that is three pairs at 9 too."""
    cards = "9s 9h 4d 4c 2h Jk"
    most = _dear_defective_house(tmp_path, poker_hand_counts="pays_most")
    assert six(cards, most).line(1, "poker") == "poker 30 x9 = 270 defective_house T6.3"
    strongest = _dear_defective_house(tmp_path, poker_hand_counts="ranks_highest")
    assert six("Ks Kh Kd 4c 4h Jk", strongest).line(1, "poker") == "poker 30 x20 = 600 four_of_a_kind T6.3"
    assert six(cards, strongest).line(1, "poker") == "poker 30 x8 = 240 full_house T6.3"


@clause("T6.4")
@option("short_hand_pays", True, False)
def test_t6_4_fewer_than_five_cards_may_make_nothing(tmp_path: Path) -> None:
    """T6.4: two jacks pay ×2, or nothing; five cards make their hand in both."""
    other = house_with(tmp_path, short_hand_pays=False)
    jacks = "bet 1 30; 1 Jh; dealer Ac; 1 Js; dealer Kd; 1 stand"
    assert play(jacks).line(1, "poker") == "poker 30 x2 = 60 high_pair T6.3"
    assert play(jacks, house=other).line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    four = "bet 1 30; 1 4h; dealer Ac; 1 4s; dealer Kd; 1 hit; 1 4d; 1 hit; 1 4c; 1 stand"
    assert play(four, house=other).line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    five = "bet 1 30; 1 5h; dealer Ac; 1 6s; dealer Kd; 1 hit; 1 2d; 1 hit; 1 4c; 1 hit; 1 3c; 1 stand"
    assert play(five, house=other).line(1, "poker") == "poker 30 x5 = 150 straight T6.3"


@clause("T6.5")
@option("poker_after_split", "all_cards", "first_hand")
def test_t6_5_the_first_hand_alone_may_make_the_poker_hand(tmp_path: Path) -> None:
    """T6.5: aces and kings full of all six cards; ace and king alone are filled by four, one more pair of kings."""
    text = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split; 1.1 Kd; 1.2 Kh; dealer Td; 1 Ks; 1 2d"
    assert play(text).line(1, "poker") == "poker 30 x8 = 240 full_house T6.3"
    first = house_with(tmp_path, poker_after_split="first_hand")
    assert play(text, house=first).open(1) == {"poker": 30}
    assert play(f"{text}; 1 3d; 1 4c", house=first).line(1, "poker") == "poker 30 x2 = 60 high_pair T6.3"


@clause("T6.5")
def test_t6_5_the_first_hand_alone_when_the_dealer_has_a_joker(tmp_path: Path) -> None:
    """T6.5, T8.4: two aces in two hands are a pair made; in the first hand there is one."""
    text = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer Jk; 1 split; 1.1 Kd; 1.2 5h"
    assert play(text).line(1, "poker") == "poker 30 x2 = 60 high_pair T8.4"
    first = house_with(tmp_path, poker_after_split="first_hand")
    assert play(text, house=first).line(1, "poker") == "poker 30 x1 = 30 push T8.4"


@clause("T6.5", "T6.2")
@option("split_fills_if", "either", "both")
def test_t6_5_both_hands_may_have_to_push(tmp_path: Path) -> None:
    """T6.5: one lost and one pushed fill up, or do not; two pushes do in both."""
    both = house_with(tmp_path, split_fills_if="both")
    assert play(SPLIT).open(1) == {"poker": 30}
    assert play(SPLIT, house=both).complete
    assert play(SPLIT, house=both).line(1, "poker") == "poker 30 x2 = 60 high_pair T6.3"
    assert play(SPLIT.replace("1.1 3d", "1.1 9d"), house=both).open(1) == {"poker": 30}


@clause("T6.6")
@option("poker_deal", "one_each", "seat_by_seat")
def test_t6_6_a_seat_may_get_all_its_cards_at_once(tmp_path: Path) -> None:
    """T6.6: after seat 1's first card seat 2 is next; or seat 1 until it is full."""
    by_seat = house_with(tmp_path, poker_deal="seat_by_seat")
    assert not play(f"{TWO}; 1 2h; 2 3h").complete
    assert refused(f"{TWO}; 1 2h; 1 3h").clause == "T6.6"
    assert refused(f"{TWO}; 1 2h; 2 3h", house=by_seat).clause == "T6.6"
    full = f"{TWO}; 1 2h; 1 3h; 1 4s; 1 Qc"
    assert play(full, house=by_seat).line(1, "poker") == "poker 30 x2 = 60 high_pair T6.3"
    assert play(f"{full}; 2 2s; 2 3s; 2 4d; 2 7s", house=by_seat).complete


@clause("T6.6", "T9.2")
@option("poker_settled", "when_complete", "at_the_end")
def test_t6_6_poker_may_be_settled_when_the_last_card_is_out(tmp_path: Path) -> None:
    """T6.6: seat 1 lost both and waits with its stake while seat 2 is filled up; a void then pays it as a pair."""
    end = house_with(tmp_path, poker_settled="at_the_end")
    text = "bet 1 30; bet 2 30; 1 2h; 2 Kd; dealer 9c; 1 Ts; 2 Qd; dealer Th; 1 stand; 2 stand; 2 3h; 2 4h; 2 5h"
    assert play(text).line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert play(text, house=end).open(1) == play(text, house=end).open(2) == {"poker": 30}
    whole = play(f"{text}; 2 7s", house=end)
    assert whole.complete
    assert whole.line(1, "poker") == whole.line(2, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert play(f"{text}; void").line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert play(f"{text}; void", house=end).line(1, "poker") == "poker 30 x2 = 60 high_pair T9.2"


@clause("T6.6")
def test_t6_6_a_full_hand_waits_and_gets_no_seventh_card(tmp_path: Path) -> None:
    """T6.6: settled at the end, seat 1 is full with three cards fewer to come than seat 2."""
    end = house_with(tmp_path, poker_settled="at_the_end")
    text = (
        "bet 1 30; bet 2 30; 1 Kh; 2 Kd; dealer 9c; 1 2s; 2 Qd; dealer 7h; 1 hit; 1 7c; 1 stand; 2 stand; dealer Td"
        "; 1 3h; 2 3s; 1 4h; 2 4s; 1 8h; 2 8s"
    )
    assert play(text, house=end).open(1) == {"poker": 30}
    assert refused(f"{text}; 1 Js", house=end).clause == "T6.6"
    assert play(f"{text}; 2 Js", house=end).complete
