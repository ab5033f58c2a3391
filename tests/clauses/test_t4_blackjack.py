"""T4: Blackjack on the war cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.table import clause, house_with, option, play, refused

#: Seat 1 holds 20 against a nine and a seven, and stands; then it is the dealer's turn with 16.
TWENTY = "bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer 7d; 1 stand"
#: Two aces against a nine and a seven.
ACES = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d"
#: Seat 1 holds a hard 19 against an ace: insurance is asked.
UNDER_AN_ACE = "bet 1 30; 1 Kh; dealer Ac; 1 9s"


@clause("T4.1")
def test_t4_1_the_war_cards_stay_and_second_cards_follow() -> None:
    """T4.1: king and queen are 20, nine and ten 19."""
    settled = play("bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer Td; 1 stand")
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.1")
def test_t4_1_seats_in_order_then_the_hole_card() -> None:
    """T4.1: the dealer's second card is the last of the second cards."""
    begun = "bet 1 30; bet 2 30; 1 Kh; 2 Qh; dealer 9c"
    assert refused(f"{begun}; dealer 7d").clause == "T4.1"
    assert refused(f"{begun}; 2 7d").clause == "T4.1"
    assert play(f"{begun}; 1 2d; 2 3d; dealer 7d; 1 stand; 2 stand").open(1) == {"blackjack": 30, "poker": 30}


@clause("T4.2")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("1 Kh; dealer 9c; 1 Qs; dealer Td; 1 stand", "blackjack 30 x2 = 60 win T4.2"),
        ("1 Kh; dealer 9c; 1 Qs; dealer 7d; 1 stand; dealer Ts", "blackjack 30 x2 = 60 win T4.2"),
        ("1 Kh; dealer 9c; 1 As; dealer Td", "blackjack 30 x2.5 = 75 blackjack T4.2"),
        ("1 Kh; dealer 9c; 1 8s; dealer Td; 1 stand", "blackjack 30 x0 = 0 lose T4.2"),
        ("1 Kh; dealer 9c; 1 9s; dealer Td; 1 stand", "blackjack 30 x1 = 30 push T4.2"),
        ("1 Kh; dealer 9c; 1 6s; dealer Td; 1 hit; 1 6d", "blackjack 30 x0 = 0 bust T4.2"),
    ],
    ids=["more", "dealer busts", "blackjack", "less", "the same", "bust"],
)
def test_t4_2_what_blackjack_pays(cards: str, line: str) -> None:
    """T4.2: win ×2, blackjack ×2.5, lose ×0, push ×1."""
    assert play(f"bet 1 30; {cards}").line(1, "blackjack") == line


@clause("T4.3")
def test_t4_3_double_is_one_more_card_for_a_doubled_stake() -> None:
    """T4.3: 11 and a five make 16; the hand stands by itself."""
    doubled = "bet 1 30; 1 6h; dealer 5c; 1 5s; dealer Td; 1 double"
    assert play(doubled).open(1) == {"blackjack": 60, "poker": 30}
    settled = play(f"{doubled}; 1 5d; dealer Jd")
    assert settled.line(1, "blackjack") == "blackjack 60 x2 = 120 win T4.2"
    assert refused(f"{doubled}; 1 5d; 1 hit").clause == "T1.4"


@clause("T4.3")
def test_t4_3_double_on_the_first_two_cards_only() -> None:
    """T4.3: three cards do not double."""
    assert refused("bet 1 30; 1 6h; dealer 5c; 1 2s; dealer Td; 1 hit; 1 2d; 1 double").clause == "T4.3"


@clause("T4.3")
def test_t4_3_double_costs_the_stake_once_more() -> None:
    """T4.3: with 29 chips in hand a stake of 30 is not doubled, with 30 it is."""
    lost_war = "bet 1 30; 1 5h; dealer 9c; 1 6s; dealer 7d; 1 double"
    assert refused(lost_war, {1: 119}).clause == "T4.3"
    assert play(lost_war, {1: 120}).chips(1) == 0


@clause("T4.3")
@option("dealer_stands_on", 17, 18)
def test_t4_3_the_dealer_stands_on_every_17(tmp_path: Path) -> None:
    """T4.3: a six and an ace are a soft 17 and stand; a house of 18 draws on it."""
    text = "bet 1 30; 1 Kh; dealer 6c; 1 8s; dealer Ad; 1 stand"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    other = house_with(tmp_path, dealer_stands_on=18)
    assert play(text, house=other).lines(1, "blackjack") == []
    assert play(f"{text}; dealer 4s", house=other).line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"


@clause("T4.3")
def test_t4_3_the_dealer_draws_below_17() -> None:
    """T4.3: 16 draws, and a player's card can't come then."""
    assert play(TWENTY).lines(1, "blackjack") == []
    assert play(f"{TWENTY}; dealer 2s").line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    assert refused(f"{TWENTY}; 1 2s").clause == "T4.6"


@clause("T4.3")
def test_t4_3_21_stands_by_itself() -> None:
    """T4.3: king, six and five are 21; the dealer is next, and no act is left."""
    text = "bet 1 30; 1 Kh; dealer 9c; 1 6s; dealer 7d; 1 hit; 1 5d"
    assert play(f"{text}; dealer 5h").line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"
    assert refused(f"{text}; 1 stand").clause == "T1.4"


@clause("T4.3")
def test_t4_3_a_bust_loses_at_once() -> None:
    """T4.3: while seat 2 still plays, seat 1 has lost."""
    text = "bet 1 30; bet 2 30; 1 Kh; 2 Kd; dealer 9c; 1 6s; 2 6c; dealer 7d; 1 hit; 1 6d"
    assert play(text).line(1, "blackjack") == "blackjack 30 x0 = 0 bust T4.2"
    assert play(text).lines(2, "blackjack") == []


@clause("T4.3")
def test_t4_3_two_blackjacks_push() -> None:
    """T4.3: king-ace against queen-ace."""
    settled = play("bet 1 30; 1 Kh; dealer Qc; 1 As; dealer Ad")
    assert settled.line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"


@clause("T4.3")
def test_t4_3_a_dealers_blackjack_beats_any_other_21() -> None:
    """T4.3: ten, six, five against queen-ace."""
    settled = play("bet 1 30; 1 Th; dealer Qc; 1 6s; dealer Ad; 1 hit; 1 5d")
    assert settled.line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"


@clause("T4.3")
@option("blackjack_paid_at_once", False, True)
def test_t4_3_a_blackjack_waits_for_the_hole_card_or_is_paid_at_once() -> None:
    """T4.3: by default it is compared; the option pays it when dealt, whatever the dealer has."""
    dealt = "bet 1 30; 1 Kh; dealer Qc; 1 As"
    assert play(dealt).lines(1, "blackjack") == []
    assert play(f"{dealt}; dealer Ad").line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"
    assert play(dealt, blackjack_paid_at_once=True).line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"
    turned = play(f"{dealt}; dealer Ad", blackjack_paid_at_once=True)
    assert turned.line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"


@clause("T4.3")
def test_t4_3_the_dealer_draws_no_card_for_a_blackjack() -> None:
    """T4.3: the dealer has 16 and only a blackjack against it; Poker is next."""
    text = "bet 1 30; 1 Kh; dealer 9c; 1 As; dealer 7d"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"
    assert refused(f"{text}; dealer 2d").clause == "T6.6"
    assert play(f"{text}; 1 2d").open(1) == {"poker": 30}


@clause("T4.3")
def test_t4_3_without_a_peek_doubled_stakes_are_lost_whole() -> None:
    """T4.3: 60 against a dealer's blackjack."""
    text = "bet 1 30; 1 6h; dealer Qc; 1 5s; dealer Ad; 1 double; 1 5d"
    assert play(text).line(1, "blackjack") == "blackjack 60 x0 = 0 lose T4.2"


@clause("T4.3", "T4.4")
def test_t4_3_without_a_peek_both_split_stakes_are_lost() -> None:
    """T4.3, T4.4: two split aces that became 21 lose to a dealer's blackjack, 30 each."""
    text = "bet 1 30; 1 Ah; dealer Qc; 1 As; dealer Ad; 1 split; 1.1 Kd; 1.2 Ks"
    settled = play(text)
    assert settled.line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert settled.line(1, "blackjack.2") == "blackjack.2 30 x0 = 0 lose T4.2"


@clause("T4.3")
@option("dealer_peek", False, True)
def test_t4_3_a_peek_ends_play_under_a_ten() -> None:
    """T4.3: with a blackjack nobody acts; without the option the seat plays first."""
    text = "bet 1 30; 1 9h; dealer Qc; 1 2s; dealer Ad"
    assert play(text).lines(1, "blackjack") == []
    assert play(f"{text}; 1 hit").lines(1, "blackjack") == []
    assert play(text, dealer_peek=True).line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert refused(f"{text}; 1 hit", dealer_peek=True).clause == "T1.4"


@clause("T4.3", "T4.5")
def test_t4_3_a_peek_under_an_ace_comes_after_insurance() -> None:
    """T4.3: both seats are asked, then the blackjack is shown and nobody acts."""
    text = "bet 1 30; bet 2 30; 1 9h; 2 8h; dealer Ac; 1 2s; 2 3s; dealer Kd"
    settled = play(f"{text}; 1 insure; 2 no_insurance", dealer_peek=True)
    assert settled.lines(1)[1:3] == ["insurance 15 x3 = 45 win T4.5", "blackjack 30 x0 = 0 lose T4.2"]
    assert settled.lines(2)[1:2] == ["blackjack 30 x0 = 0 lose T4.2"]
    assert play(f"{text}; 1 insure; 2 insure", dealer_peek=True).line(2, "insurance") == "insurance 15 x3 = 45 win T4.5"
    assert refused(f"{text}; 1 insure; 1 hit", dealer_peek=True).clause == "T1.4"


@clause("T4.3", "T8.3")
def test_t4_3_a_peek_does_not_disclose_a_joker() -> None:
    """T4.3: an ace and a joker would be a blackjack; the seat plays on and the joker pushes when turned."""
    text = "bet 1 30; 1 9h; dealer Ac; 1 2s; dealer Jk; 1 no_insurance"
    assert play(text, dealer_peek=True).lines(1, "blackjack") == []
    settled = play(f"{text}; 1 hit; 1 8d; 1 stand", dealer_peek=True)
    assert settled.line(1, "blackjack") == "blackjack 30 x1 = 30 push T8.2"


@clause("T4.4")
def test_t4_4_aces_split_into_two_hands_of_one_card_more() -> None:
    """T4.4: 21 and 16 against a bust; 21 on a split ace is paid as a win."""
    settled = play(f"{ACES}; 1 split; 1.1 Kd; 1.2 5h; dealer Td")
    assert settled.lines(1)[1:3] == ["blackjack 30 x2 = 60 win T4.2", "blackjack.2 30 x2 = 60 win T4.2"]


@clause("T4.4")
def test_t4_4_a_split_takes_a_second_stake() -> None:
    """T4.4: 30 on each hand; who does not have it can't split."""
    assert play(f"{ACES}; 1 split").open(1) == {"blackjack": 30, "blackjack.2": 30, "poker": 30}
    assert play(f"{ACES}; 1 split", {1: 90}).chips(1) == 60 - 30
    lost_war = "bet 1 30; 1 Ah; dealer Jk"
    assert play(lost_war).complete
    tied = "bet 1 30; 1 Ah; dealer Ac; 1 surrender; 1 As; dealer 7d; 1 no_insurance; 1 split"
    assert refused(tied, {1: 90}).clause == "T4.4"


@clause("T4.4")
def test_t4_4_only_aces_split() -> None:
    """T4.4: neither kings, nor an ace with a ten, nor three cards."""
    assert refused("bet 1 30; 1 Kh; dealer 9c; 1 Ks; dealer 7d; 1 split").clause == "T4.4"
    assert refused("bet 1 30; 1 Ah; dealer 9c; 1 2s; dealer 7d; 1 split").clause == "T4.4"
    assert refused(f"{ACES}; 1 hit; 1 Ad; 1 split").clause == "T4.4"


@clause("T4.4")
def test_t4_4_no_act_after_a_split_and_no_second_split() -> None:
    """T4.4: a third ace stays where it falls; the next card is the other hand's, then the dealer's."""
    begun = f"{ACES}; 1 split; 1.1 Ad"
    for act in ("split", "hit", "stand", "double"):
        assert refused(f"{begun}; 1 {act}").clause == "T1.4"
        assert refused(f"{begun}; 1.2 2h; 1 {act}").clause == "T1.4"
    assert play(f"{begun}; 1.2 2h; dealer Td").line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.4")
def test_t4_4_each_ace_gets_its_own_card() -> None:
    """T4.4: first hand 1, then hand 2; nowhere else does a card name a hand."""
    assert refused(f"{ACES}; 1 split; 1 Kd").clause == "T4.3"
    assert refused(f"{ACES}; 1 split; 1.2 Kd").clause == "T4.3"
    assert refused(f"{ACES}; 1 hit; 1.1 Kd").clause == "T4.3"
    assert refused("bet 1 30; 1.1 Kd").clause == "T3.1"


@clause("T4.4")
def test_t4_4_no_premium_of_two_cards_on_a_split_hand() -> None:
    """T4.4: A♠ and J♠ after the split are 21 and win ×2."""
    settled = play("bet 1 30; 1 As; dealer 9c; 1 Ah; dealer 7d; 1 split; 1.1 Js; 1.2 5h; dealer Td")
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.4")
def test_t4_4_a_split_21_is_not_paid_at_once_either() -> None:
    """T4.4: a house that pays blackjacks at once lets it wait for the dealer like any other 21."""
    text = f"{ACES}; 1 split; 1.1 Kd"
    assert play(text, blackjack_paid_at_once=True).lines(1, "blackjack") == []
    settled = play(f"{text}; 1.2 5h; dealer Td", blackjack_paid_at_once=True)
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.4")
def test_t4_4_a_split_21_pushes_against_a_drawn_21() -> None:
    """T4.4: it is a 21 like any other."""
    settled = play(f"{ACES}; 1 split; 1.1 Kd; 1.2 5h; dealer 5d")
    assert settled.line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"
    assert settled.line(1, "blackjack.2") == "blackjack.2 30 x0 = 0 lose T4.2"


@clause("T4.5")
def test_t4_5_insurance_costs_half_and_pays_three_times() -> None:
    """T4.5: 15 of 30; 45 against a blackjack, the hand itself is lost."""
    settled = play(f"{UNDER_AN_ACE}; dealer Kd; 1 insure; 1 stand")
    assert settled.lines(1) == [
        "war 30 x0 = 0 lose T3.2",
        "insurance 15 x3 = 45 win T4.5",
        "blackjack 30 x0 = 0 lose T4.2",
    ]


@clause("T4.5")
def test_t4_5_insurance_is_lost_without_a_blackjack() -> None:
    """T4.5: ace and seven are 18."""
    settled = play(f"{UNDER_AN_ACE}; dealer 7d; 1 insure; 1 stand")
    assert settled.line(1, "insurance") == "insurance 15 x0 = 0 lose T4.5"
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.5")
def test_t4_5_half_is_rounded_down() -> None:
    """T4.5: 7 of 15."""
    text = "bet 1 15; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure"
    assert play(text).open(1) == {"blackjack": 15, "insurance": 7, "poker": 15}
    assert play(text).chips(1) == 1000 - 45 - 7


@clause("T4.5")
def test_t4_5_half_of_the_stake_as_doubled_by_war() -> None:
    """T4.5: 30 of 60 after going to war."""
    text = "bet 1 30; 1 Ah; dealer Ac; 1 go_to_war; 1 9s; dealer 7d; 1 insure"
    assert play(text).open(1)["insurance"] == 30


@clause("T4.5")
def test_t4_5_only_under_an_ace() -> None:
    """T4.5: not under a king, and not once play has begun."""
    assert refused("bet 1 30; 1 Kh; dealer Qc; 1 9s; dealer Kd; 1 insure").clause == "T4.5"
    assert refused(f"{UNDER_AN_ACE}; dealer 7d; 1 hit; 1 Ad; 1 insure").clause == "T4.5"
    assert refused(f"{UNDER_AN_ACE}; 1 insure").clause == "T1.4"


@clause("T4.5")
def test_t4_5_silence_declines_and_nobody_answers_twice() -> None:
    """T4.5: seats answer in any order, once; an act of play declines for the rest."""
    text = "bet 1 30; bet 2 30; 1 Kh; 2 Qh; dealer Ac; 1 9s; 2 8s; dealer Kd"
    settled = play(f"{text}; 2 insure; 1 stand; 2 stand")
    assert settled.lines(1, "insurance") == []
    assert settled.line(2, "insurance") == "insurance 15 x3 = 45 win T4.5"
    assert refused(f"{text}; 2 insure; 2 insure").clause == "T4.5"
    assert refused(f"{text}; 2 no_insurance; 2 insure").clause == "T4.5"


@clause("T4.5")
def test_t4_5_the_end_of_the_script_declines_where_no_act_can_follow() -> None:
    """T4.5: a blackjack against an ace and a king, nobody left to act: a push without a further step."""
    settled = play("bet 1 30; 1 Kh; dealer Ac; 1 As; dealer Kd")
    assert settled.lines(1)[1:] == ["blackjack 30 x1 = 30 push T4.2"]
    waiting = play(f"{UNDER_AN_ACE}; dealer Kd")
    assert waiting.open(1) == {"blackjack": 30, "poker": 30}


@clause("T4.5")
def test_t4_5_a_blackjack_and_an_all_in_player_may_insure() -> None:
    """T4.5: to every undecided hand, an all-in player's too, if the chips are there."""
    settled = play("bet 1 30; 1 Kh; dealer Ac; 1 As; dealer Kd; 1 insure")
    assert settled.lines(1)[1:] == ["insurance 15 x3 = 45 win T4.5", "blackjack 30 x1 = 30 push T4.2"]
    joker = "bet 1 all; 1 Jk; dealer Ac; 1 surrender; 1 5s; dealer Kd; 1 insure"
    assert play(joker, {1: 90}).open(1)["insurance"] == 15
    poor = "bet 1 all; 1 Kh; dealer Ac; 1 5s; dealer Kd; 1 insure"
    assert refused(poor, {1: 92}).clause == "T4.5"


@clause("T4.5")
def test_t4_5_a_decided_hand_is_not_asked() -> None:
    """T4.5: a Pure BJ is paid already, so is a blackjack at a house that pays at once."""
    pure = "bet 1 30; bet 2 30; 1 As; 2 9h; dealer Ac; 1 surrender; 1 Js; 2 9s; dealer Kd; 1 insure"
    assert refused(pure).clause == "T4.5"
    blackjack = "bet 1 30; bet 2 30; 1 Kh; 2 9h; dealer Ac; 1 As; 2 9s; dealer Kd; 1 insure"
    assert refused(blackjack, blackjack_paid_at_once=True).clause == "T4.5"
    assert play(blackjack).open(1)["insurance"] == 15


@clause("T4.6")
def test_t4_6_the_hole_card_is_turned_even_when_nobody_waits() -> None:
    """T4.6: seat 1 is bust; its insurance is still settled by the hole card, and no card is drawn."""
    text = f"{UNDER_AN_ACE}; dealer Kd; 1 insure; 1 hit; 1 5d"
    assert play(text).line(1, "insurance") == "insurance 15 x3 = 45 win T4.5"
    lost = f"{UNDER_AN_ACE}; dealer 2d; 1 insure; 1 hit; 1 5d"
    assert play(lost).line(1, "insurance") == "insurance 15 x0 = 0 lose T4.5"
    assert play(lost).complete


@clause("T4.6")
def test_t4_6_a_hole_card_that_no_device_read_is_named_when_it_is_turned() -> None:
    """T4.6: the round waits for it, then goes on as if it had been known; silence declines insurance before."""
    text = "bet 1 30; 1 Kh; dealer Ac; 1 As; dealer ??"
    assert play(f"{text}; turn Kd").line(1, "blackjack") == "blackjack 30 x1 = 30 push T4.2"
    assert play(f"{text}; 1 insure; turn Kd").line(1, "insurance") == "insurance 15 x3 = 45 win T4.5"
    waiting = "bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer ??"
    assert play(f"{waiting}; 1 stand").open(1) == {"blackjack": 30, "poker": 30}
    assert play(f"{waiting}; 1 stand; turn Td").line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    assert play(f"{waiting}; 1 stand; turn Jk").line(1, "blackjack") == "blackjack 30 x1 = 30 push T8.2"
    assert refused(f"{waiting}; turn Td").clause == "T1.4"
    assert refused(f"{waiting}; 1 stand; dealer Td").clause == "T4.6"
    assert refused(f"{text}", dealer_peek=True).clause == "T4.3"


@clause("T4.6")
def test_t4_6_the_dealer_draws_only_while_a_hand_waits() -> None:
    """T4.6: 16 is drawn to for a standing hand, and left for a bust or a premium."""
    bust = "bet 1 30; 1 Kh; dealer 9c; 1 6s; dealer 7d; 1 hit; 1 6d"
    assert refused(f"{bust}; dealer 2d").clause == "T6.6"
    premium = "bet 1 30; 1 As; dealer 9c; 1 Js; dealer 7d"
    assert refused(f"{premium}; dealer 2d").clause == "T6.6"
    assert play(f"{TWENTY}; dealer 2d").line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T4.7", "T5.6")
def test_t4_7_six_cards_are_a_complete_hand() -> None:
    """T4.7: 2 2 3 3 4 5 = 19 takes no seventh card and is 6 Under."""
    five = "bet 1 30; 1 2h; dealer 9c; 1 2s; dealer 7d; 1 hit; 1 3h; 1 hit; 1 3s; 1 hit; 1 4h"
    assert play(five).lines(1, "blackjack") == []
    settled = play(f"{five}; 1 hit; 1 5h")
    assert settled.line(1, "blackjack") == "blackjack 30 x3 = 90 6_under T5.6"
    assert refused(f"{five}; 1 hit; 1 5h; 1 hit").clause == "T1.4"


@clause("T4.7")
def test_t4_7_six_cards_over_21_are_a_bust() -> None:
    """T4.7: 2 2 3 3 4 and a king."""
    five = "bet 1 30; 1 2h; dealer 9c; 1 2s; dealer 7d; 1 hit; 1 3h; 1 hit; 1 3s; 1 hit; 1 4h"
    assert play(f"{five}; 1 hit; 1 Kh").line(1, "blackjack") == "blackjack 30 x0 = 0 bust T4.2"
