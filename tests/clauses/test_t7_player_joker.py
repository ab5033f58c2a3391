"""T7: a joker drawn by a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Change
from dealer_assist.games import catalogue
from dealer_assist.games.triple import Triple
from tests.clauses.table import clause, house_with, option, play, refused

#: Filled up to four cards after a won War and a won Blackjack: two more come.
POKER = "bet 1 30; 1 Kh; dealer 9c; 1 Qs; dealer 7d; 1 stand; dealer Th; 1 2h; 1 3h"


@clause("T7.1")
def test_t7_1_twice_the_war_stake_at_once() -> None:
    """T7.1: 60 for a joker as the war card, before the dealer has one."""
    settled = play("bet 1 30; 1 Jk")
    assert settled.lines(1) == ["joker 30 x2 = 60 bonus T7.1"]
    assert (settled.chips(1), settled.house) == (970, -60)


@clause("T7.1")
def test_t7_1_twice_the_blackjack_stake_as_it_stands() -> None:
    """T7.1: 120 after going to war, 120 on a doubled hand, and the stake of the hand after a split."""
    war = "bet 1 30; 1 9h; dealer 9c; 1 go_to_war; 1 Jk"
    assert play(war).lines(1, "joker") == ["joker 60 x2 = 120 bonus T7.1"]
    double = "bet 1 30; 1 6h; dealer 9c; 1 5s; dealer 7d; 1 double; 1 Jk"
    assert play(double).lines(1, "joker") == ["joker 60 x2 = 120 bonus T7.1"]
    split = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split; 1.1 3h; 1.2 Jk"
    assert play(split).lines(1, "joker") == ["joker 30 x2 = 60 bonus T7.1"]


@clause("T7.1")
def test_t7_1_twice_the_poker_stake() -> None:
    """T7.1: 60 for a joker among the poker cards."""
    assert play(f"{POKER}; 1 Jk").lines(1, "joker") == ["joker 30 x2 = 60 bonus T7.1"]


@clause("T7.1")
def test_t7_1_every_joker_pays() -> None:
    """T7.1: two jokers, two lines."""
    settled = play("bet 1 30; 1 Jk; dealer 9c; 1 Jk")
    assert settled.lines(1, "joker") == ["joker 30 x2 = 60 bonus T7.1"] * 2


@clause("T7.1")
def test_t7_1_the_bonus_is_chips_at_once() -> None:
    """T7.1: it pays for going to war against an ace: 0 + 60 + 30 ≥ 60."""
    settled = play("bet 1 30; 1 Jk; dealer Ac; 1 go_to_war", {1: 90})
    assert settled.chips(1) == 60 + 30 - 60


@clause("T7.2")
def test_t7_2_a_joker_is_an_ace_in_war() -> None:
    """T7.2: it beats a king and ties an ace."""
    assert play("bet 1 30; 1 Jk; dealer Kc").line(1, "war") == "war 30 x2 = 60 win T3.2"
    assert play("bet 1 30; 1 Jk; dealer Ac; 1 surrender").line(1, "war") == "war 30 x0.5 = 15 surrender T3.4"


@clause("T7.2")
@pytest.mark.parametrize("other", ["Ah", "Th", "Jh", "Qh", "Kh"])
def test_t7_2_with_an_ace_or_a_ten_it_is_a_blackjack(other: str) -> None:
    """T7.2: paid ×2.5 when the hole card is turned; it can't be split."""
    text = f"bet 1 30; 1 {other}; dealer 9c; 1 Jk; dealer 7d"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"
    assert refused(f"{text}; 1 split").clause == "T1.4"


@clause("T7.2", "T5.1")
@pytest.mark.parametrize("cards", [("As", "Jk"), ("Jk", "As"), ("Jk", "Js"), ("Js", "Jk"), ("Jk", "Jk")])
def test_t7_2_with_a_card_of_it_or_a_joker_it_is_a_pure_bj(cards: tuple[str, str]) -> None:
    """T7.2: with A♠, J♠ or another joker."""
    settled = play(f"bet 1 30; 1 {cards[0]}; dealer 9c; 1 {cards[1]}")
    assert settled.line(1, "blackjack") == "blackjack 30 x5 = 150 pure_bj T5.1"


@clause("T7.2")
def test_t7_2_the_best_total_of_21_or_less() -> None:
    """T7.2: joker and five are 16; with a nine 21 that stands by itself; after K and 5 a joker is a six."""
    sixteen = "bet 1 30; 1 Jk; dealer 9c; 1 5s; dealer 8d"
    assert play(f"{sixteen}; 1 stand").line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert refused(f"{sixteen}; 1 hit; 1 9s; 1 stand").clause == "T1.4"
    assert play(f"{sixteen}; 1 hit; 1 9s").line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    fifteen = "bet 1 30; 1 Kh; dealer 9c; 1 5s; dealer 8d; 1 hit; 1 Jk"
    assert play(fifteen).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T7.2")
def test_t7_2_a_joker_never_busts_a_hand_that_may_still_draw() -> None:
    """T7.2: with 20 it is an ace and makes 21; with joker and 2 3 4 a king makes 20 and stands or draws."""
    twenty = "bet 1 30; 1 Kh; dealer 9c; 1 7s; dealer 8d; 1 hit; 1 3h; 1 hit; 1 Jk"
    assert play(twenty).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    low = "bet 1 30; 1 Jk; dealer 9c; 1 2s; dealer 8d; 1 hit; 1 3d"
    assert play(f"{low}; 1 stand").line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert play(f"{low}; 1 hit; 1 4d; 1 stand").line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"


@clause("T7.2")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("6h 7s Jk", "x3 = 90 678 T5.2"),
        ("6h 8h Jk", "x8 = 240 flush_678 T5.3"),
        ("7h 7s Jk", "x10 = 300 three_7 T5.4"),
        ("7h 7h Jk", "x20 = 600 flush_three_7 T5.5"),
        ("2h 2s 3h 3s 4h Jk", "x3 = 90 6_under T5.6"),
        ("2h 3s 4d 5c 6h Jk", "x50 = 1500 a_to_6 T5.7"),
        ("2h 5s Jk 5c", "x25 = 750 perfect_smile T5.8"),
        ("Jk 5s 2d 5c", "x25 = 750 perfect_smile T5.8"),
    ],
)
def test_t7_2_it_counts_for_the_premiums_too(cards: str, line: str) -> None:
    """T7.2: the joker is the card that lacks."""
    first, second, *more = cards.split()
    hits = "".join(f"; 1 hit; 1 {card}" for card in more)
    settled = play(f"bet 1 30; 1 {first}; dealer 9c; 1 {second}; dealer 8d{hits}")
    assert settled.line(1, "blackjack") == f"blackjack 30 {line}"


@clause("T7.2")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Kh Ks 5h 3h 2d Jk", "x4 = 120 three_of_a_kind"),
        ("Kh Qs Th 3h 2d Jk", "x2 = 60 high_pair"),
        ("Kh Qs Th 9h 2d Jk", "x5 = 150 straight"),
        ("Kh Ks Kd 3h 2d Jk", "x20 = 600 four_of_a_kind"),
        ("Kh Ks 3h 2d Jk Jk", "x20 = 600 four_of_a_kind"),
        ("Kh Ks Kd 2d Jk Jk", "x35 = 1050 five_of_a_kind"),
        ("Kh 2h 5h 9h 3d Jk", "x6 = 180 flush"),
        ("Kh Qh Th 2d Jk Jk", "x100 = 3000 royal_flush"),
    ],
)
def test_t7_2_any_card_in_poker(cards: str, line: str) -> None:
    """T7.2: the card that pays most."""
    first, second, *fill = cards.split()
    filled = "".join(f"; 1 {card}" for card in fill)
    settled = play(f"bet 1 30; 1 {first}; dealer 9c; 1 {second}; dealer 7d; 1 stand; dealer Th{filled}")
    assert settled.line(1, "poker") == f"poker 30 {line} T6.3"


@clause("T7.2")
def test_t7_2_wild_for_the_rest_of_the_round() -> None:
    """T7.2: the joker of War pairs the nine, and with two sixes makes three, when Poker plays what is held."""
    pair = play("bet 1 30; 1 Jk; dealer Ac; 1 surrender; 1 9s; dealer Kd; 1 stand")
    assert pair.line(1, "poker") == "poker 30 x0 = 0 low_pair T6.3"
    three = play("bet 1 30; 1 Jk; dealer Ac; 1 surrender; 1 4s; dealer Kd; 1 hit; 1 4d; 1 stand")
    assert three.line(1, "poker") == "poker 30 x4 = 120 three_of_a_kind T6.3"


@clause("T7.3")
@option("last_slot", False, True)
def test_t7_3_who_has_fewer_chips_is_restored_first() -> None:
    """T7.3: 910 in hand after the bet, 1000 when seated: 90, then T7.1's 60; without the option T7.1 alone."""
    settled = play("bet 1 30; 1 Jk", last_slot=True)
    assert settled.lines(1) == ["joker 30 = 90 restored T7.3", "joker 30 x2 = 60 bonus T7.1"]
    assert (settled.chips(1), settled.house) == (1060, -150)
    assert play("bet 1 30; 1 Jk").lines(1) == ["joker 30 x2 = 60 bonus T7.1"]


@clause("T7.3")
@pytest.mark.parametrize("seated_with", [910, 500, 0])
def test_t7_3_who_has_the_same_or_more_is_paid_three_times(seated_with: int) -> None:
    """T7.3: three times the stake, five with T7.1."""
    settled = play("bet 1 30; 1 Jk", {1: (1000, seated_with)}, last_slot=True)
    assert settled.lines(1) == ["joker 30 x3 = 90 bonus T7.3", "joker 30 x2 = 60 bonus T7.1"]
    assert settled.chips(1) == 910 + 150


@clause("T7.3")
def test_t7_3_one_point_fewer_is_fewer() -> None:
    """T7.3: 910 against 911."""
    settled = play("bet 1 30; 1 Jk", {1: (1000, 911)}, last_slot=True)
    assert settled.lines(1) == ["joker 30 = 1 restored T7.3", "joker 30 x2 = 60 bonus T7.1"]


@clause("T7.3")
def test_t7_3_earlier_settlements_count() -> None:
    """T7.3: 910 + 60 from a won War = 970 when the second card is the joker; a Pure BJ follows."""
    settled = play("bet 1 30; 1 As; dealer 9c; 1 Jk", {1: (1000, 970)}, last_slot=True)
    assert settled.lines(1) == [
        "war 30 x2 = 60 win T3.2",
        "joker 30 x3 = 90 bonus T7.3",
        "joker 30 x2 = 60 bonus T7.1",
        "blackjack 30 x5 = 150 pure_bj T5.1",
    ]
    lacking = play("bet 1 30; 1 As; dealer 9c; 1 Jk", {1: (1000, 971)}, last_slot=True)
    assert lacking.lines(1)[1] == "joker 30 = 1 restored T7.3"


@clause("T7.3")
def test_t7_3_in_poker_too_and_for_every_joker() -> None:
    """T7.3: after wins 910 + 60 + 60 = 1030, more than when seated."""
    settled = play(f"{POKER}; 1 Jk", last_slot=True)
    assert settled.lines(1, "joker") == ["joker 30 x3 = 90 bonus T7.3", "joker 30 x2 = 60 bonus T7.1"]
    twice = play("bet 1 30; 1 Jk; dealer 9c; 1 Jk", last_slot=True)
    assert twice.lines(1, "joker") == [
        "joker 30 = 90 restored T7.3",
        "joker 30 x2 = 60 bonus T7.1",
        "joker 30 x3 = 90 bonus T7.3",
        "joker 30 x2 = 60 bonus T7.1",
    ]


@clause("T7.1")
@option("joker_bonus_stake", "as_it_stands", "unit")
def test_t7_1_the_bonus_may_be_of_the_unit_bet(tmp_path: Path) -> None:
    """T7.1 [reading]: after going to war 120 of 60, or 60 of 30; in the last slot too."""
    unit = house_with(tmp_path, joker_bonus_stake="unit")
    war = "bet 1 30; 1 9h; dealer 9c; 1 go_to_war; 1 Jk"
    assert play(war).lines(1, "joker") == ["joker 60 x2 = 120 bonus T7.1"]
    assert play(war, house=unit).lines(1, "joker") == ["joker 30 x2 = 60 bonus T7.1"]
    slot = play(war, {1: (1000, 0)}, unit, last_slot=True)
    assert slot.lines(1, "joker") == ["joker 30 x3 = 90 bonus T7.3", "joker 30 x2 = 60 bonus T7.1"]


@clause("T7.1")
@option("joker_bonus_on_split", "hand", "both_hands")
def test_t7_1_after_a_split_the_bonus_may_be_of_both_hands(tmp_path: Path) -> None:
    """T7.1 [reading]: 60 of the hand's 30, or 120 of both; before a split there is one hand."""
    both = house_with(tmp_path, joker_bonus_on_split="both_hands")
    split = "bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split; 1.1 3h; 1.2 Jk"
    assert play(split).lines(1, "joker") == ["joker 30 x2 = 60 bonus T7.1"]
    assert play(split, house=both).lines(1, "joker") == ["joker 60 x2 = 120 bonus T7.1"]
    assert play("bet 1 30; 1 Kh; dealer 9c; 1 Jk", house=both).lines(1, "joker") == ["joker 30 x2 = 60 bonus T7.1"]


@clause("T7.1")
@option("every_joker_pays", True, False)
def test_t7_1_the_first_joker_alone_may_pay(tmp_path: Path) -> None:
    """T7.1 [reading]: seat 1's second joker pays nothing, T7.3 neither; seat 2's first one does."""
    first = house_with(tmp_path, every_joker_pays=False)
    text = "bet 1 30; bet 2 30; 1 Jk; 2 9h; dealer 9c; 2 surrender; 1 Jk; 2 Jk"
    bonus = "joker 30 x2 = 60 bonus T7.1"
    assert play(text).lines(1, "joker") == [bonus] * 2
    settled = play(text, house=first)
    assert settled.lines(1, "joker") == settled.lines(2, "joker") == [bonus]
    slot = play(text, house=first, last_slot=True)
    assert slot.lines(1, "joker") == ["joker 30 = 90 restored T7.3", bonus]


@clause("T7.2")
@option("joker_beats_ace", False, True)
def test_t7_2_a_joker_may_beat_an_ace_in_war(tmp_path: Path) -> None:
    """T7.2 [reading]: an ace against it ties, or loses; a king loses in both."""
    beats = house_with(tmp_path, joker_beats_ace=True)
    assert play("bet 1 30; 1 Jk; dealer Ac").lines(1, "war") == []
    assert play("bet 1 30; 1 Jk; dealer Ac", house=beats).line(1, "war") == "war 30 x2 = 60 win T3.2"
    assert play("bet 1 30; 1 Ah; dealer Ac", house=beats).lines(1, "war") == []
    assert play("bet 1 30; 1 Jk; dealer Kc", house=beats).line(1, "war") == "war 30 x2 = 60 win T3.2"


@clause("T7.2")
@option("joker_makes_blackjack", True, False)
def test_t7_2_a_jokers_21_may_be_a_21_like_any_other(tmp_path: Path) -> None:
    """T7.2 [reading]: king and joker ×2.5, or ×2 once the dealer has drawn; with A♠ a Pure BJ in both."""
    plain = house_with(tmp_path, joker_makes_blackjack=False)
    text = "bet 1 30; 1 Kh; dealer 9c; 1 Jk; dealer 7d"
    assert play(text).line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"
    assert play(text, house=plain).lines(1, "blackjack") == []
    assert refused(f"{text}; 1 hit", house=plain).clause == "T1.4"
    assert play(f"{text}; dealer Td", house=plain).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    pure = play("bet 1 30; 1 As; dealer 9c; 1 Jk; dealer 7d", house=plain)
    assert pure.line(1, "blackjack") == "blackjack 30 x5 = 150 pure_bj T5.1"
    natural = play("bet 1 30; 1 Kh; dealer 9c; 1 Ah; dealer 7d", house=plain)
    assert natural.line(1, "blackjack") == "blackjack 30 x2.5 = 75 blackjack T4.2"


@clause("T7.2")
@option("joker_counts_for_premiums", True, False)
def test_t7_2_a_joker_may_make_no_premium_but_the_last_of_joker(tmp_path: Path) -> None:
    """T7.2 [reading]: 6, 7 and a joker are 678 ×3, or a 21 that wins ×2; Last of Joker stays."""
    other = house_with(tmp_path, joker_counts_for_premiums=False)
    text = "bet 1 30; 1 6h; dealer 9c; 1 7s; dealer 7d; 1 hit; 1 Jk"
    assert play(text).line(1, "blackjack") == "blackjack 30 x3 = 90 678 T5.2"
    assert play(f"{text}; dealer Td", house=other).line(1, "blackjack") == "blackjack 30 x2 = 60 win T4.2"
    last = play("bet 1 30; 1 Th; dealer 9c; 1 6s; dealer 7d; 1 hit; 1 Jk", house=other)
    assert last.line(1, "blackjack") == "blackjack 30 x25 = 750 last_of_joker T5.9"
    natural = play(text.replace("Jk", "8d"), house=other)
    assert natural.line(1, "blackjack") == "blackjack 30 x3 = 90 678 T5.2"


@clause("T7.3")
@option("restore_after_settlements", True, False)
def test_t7_3_what_the_round_has_paid_may_be_left_out(tmp_path: Path) -> None:
    """T7.3 [reading]: 910 and a won War's 60 against 970 when seated: the same; or 910 alone, and 60 are restored."""
    before = house_with(tmp_path, restore_after_settlements=False)
    text = "bet 1 30; 1 Kh; dealer 9c; 1 Jk"
    with_war = play(text, {1: (1000, 970)}, last_slot=True)
    assert with_war.lines(1, "joker") == ["joker 30 x3 = 90 bonus T7.3", "joker 30 x2 = 60 bonus T7.1"]
    without = play(text, {1: (1000, 970)}, before, last_slot=True)
    assert without.lines(1, "joker") == ["joker 30 = 60 restored T7.3", "joker 30 x2 = 60 bonus T7.1"]
    assert without.chips(1) == 910 + 60 + 60 + 60
    enough = play(text, {1: (1000, 910)}, before, last_slot=True)
    assert enough.lines(1, "joker")[0] == "joker 30 x3 = 90 bonus T7.3"


@clause("T7.1", "T3.5", "T4.3", "T4.5")
@option("bonus_pays_for_stakes", True, False)
@pytest.mark.parametrize(
    ("text", "chips", "refuses"),
    [
        ("bet 1 30; 1 Jk; dealer Ac; 1 go_to_war", 90, "T3.5"),
        ("bet 1 30; 1 Jk; dealer Ac; 1 surrender; 1 3s; dealer 7d; 1 no_insurance; 1 double", 90, "T4.3"),
        ("bet 1 30; 1 9h; dealer Ac; 1 Jk; dealer 7d; 1 insure", 90, "T4.5"),
    ],
    ids=["war", "double", "insurance"],
)
def test_t7_1_a_bonus_may_not_be_staked_in_its_round(tmp_path: Path, text: str, chips: int, refuses: str) -> None:
    """T7.1 [reading]: its 60 pay for war, a double or insurance, or lie there; with chips of one's own all go."""
    idle = house_with(tmp_path, bonus_pays_for_stakes=False)
    assert not play(text, {1: chips}).complete
    assert refused(text, {1: chips}, idle).clause == refuses
    assert not play(text, {1: chips + 30}, idle).complete


@clause("T7.3")
@option("buy_in_raises_seated_with", False, True)
def test_t7_3_a_buy_in_may_count_as_seated(tmp_path: Path) -> None:
    """T7.3 [reading]: who bought 200 more is restored to 1000, or to 1200."""
    before = [{"seat": 1, "chips": 900, "seated_with": 1000}]
    for value, seated in ((False, 1000), (True, 1200)):
        house = house_with(tmp_path, buy_in_raises_seated_with=value)
        game = catalogue.make("triple", {}, before, house)
        assert isinstance(game, Triple)
        assert game.change(before, Change("buy_in", 1, 200)) == [{"seat": 1, "chips": 1100, "seated_with": seated}]
