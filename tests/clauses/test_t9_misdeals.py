"""T9: misdeals."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dealer_assist import script
from dealer_assist.games import catalogue
from tests.clauses.table import Settled, clause, house_with, option, play, refused

#: Seat 1 has won War, seat 2 has tied, seat 3 has lost.
THREE = "bet 1 30; bet 2 30; bet 3 30; 1 Kh; 2 9h; 3 5h; dealer 9c"
#: Seat 1 has 20, seat 2 a blackjack, seat 3 is bust, seat 4 was paid Three 7; it is seat 1's turn no more.
FOUR = (
    "bet 1 30; bet 2 30; bet 3 30; bet 4 30; 1 Kh; 2 Qh; 3 Th; 4 7h; dealer 6c; 1 Ks; 2 As; 3 6s; 4 7s; dealer 7d"
    "; 1 stand; 3 hit; 3 7c; 4 hit; 4 7d"
)
#: Seat 1 lost both games and its Poker is settled; seat 2 is being filled up.
POKER = "bet 1 30; bet 2 30; 1 2h; 2 Kd; dealer 9c; 1 Ts; 2 Qd; dealer Th; 1 stand; 2 stand; 2 3h"


def balanced(settled: Settled, seats: int) -> bool:
    """Whether chips and house are what was there: every seat came with 1000."""
    return sum(settled.chips(seat) for seat in range(1, seats + 1)) + settled.house == 1000 * seats


@clause("T9.1")
def test_t9_1_the_round_goes_back_to_the_mistake() -> None:
    """T9.1: the won War is cancelled; the same step then brings another card and a loss."""
    settled = play("bet 1 30; 1 Kh; dealer 9c; back 1")
    assert settled.lines(1) == []
    assert settled.open(1) == {"war": 30, "blackjack": 30, "poker": 30}
    assert (settled.chips(1), settled.house) == (910, 0)
    assert play("bet 1 30; 1 Kh; dealer 9c; back 1; 1 5h; dealer 9d").line(1, "war") == "war 30 x0 = 0 lose T3.2"


@clause("T9.1")
def test_t9_1_acts_bonuses_and_premiums_are_cancelled() -> None:
    """T9.1: a joker's bonus and the Pure BJ that it made; a doubled stake; a bet."""
    settled = play("bet 1 30; 1 As; dealer 9c; 1 Jk; back 3")
    assert settled.lines(1) == ["war 30 x2 = 60 win T3.2"]
    assert settled.chips(1) == 970
    doubled = "bet 1 30; 1 6h; dealer 5c; 1 5s; dealer Td; 1 double; 1 9d; back 5"
    assert play(doubled).open(1) == {"blackjack": 30, "poker": 30}
    assert play(f"{doubled}; 1 stand").lines(1, "blackjack") == []
    assert play("bet 1 30; bet 1 50; 1 Kh; back 1").chips(1) == 910


@clause("T9.1")
def test_t9_1_drawn_cards_are_burned() -> None:
    """T9.1: the only joker is gone; of six 9♥ the cancelled ones count."""
    assert refused("bet 1 30; 1 Jk; back 1; 1 Jk", jokers=1).clause == "T1.2"
    again = "bet 1 30" + "; 1 9h; back 1" + "; 1 9h; back 3; 1 9h; back 5; 1 9h; back 7; 1 9h; back 9; 1 9h; back 11"
    assert not play(again).complete
    assert refused(f"{again}; 1 9h").clause == "T1.2"


@clause("T9.1")
def test_t9_1_only_back_to_an_earlier_step_in_force() -> None:
    """T9.1: not to itself, not ahead, not below 0, not to a cancelled step; step numbers go on counting."""
    text = "bet 1 30; 1 Kh; dealer 9c; back 1; 1 5h"
    for step in (5, 6, -1, 1, 2):
        assert refused(f"{text}; back {step}").clause == "T9.1", step
    assert play(f"{text}; back 4").open(1)["war"] == 30
    assert refused(f"{text}; back 4; dealer 9d").clause == "T3.1"
    assert play(f"{text}; back 0").chips(1) == 1000


@clause("T9.1")
def test_t9_1_back_over_a_tie_insurance_and_a_turned_hole_card() -> None:
    """T9.1: in each game; the hole card is down again."""
    tie = play("bet 1 30; 1 9h; dealer 9c; 1 go_to_war; back 3")
    assert tie.chips(1) == 910
    insured = "bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure; 1 stand; back 5"
    assert play(insured).open(1) == {"blackjack": 30, "poker": 30}
    assert play(f"{insured}; 1 no_insurance; 1 stand").lines(1, "insurance") == []
    poker = f"{POKER}; back 10"
    assert play(f"{poker}; 2 4h").open(2) == {"poker": 30}


@clause("T9.2")
def test_t9_2_in_war_everyone_wins() -> None:
    """T9.2: the tie and the loss as well; blackjack and poker are pushed, the round is over."""
    settled = play(f"{THREE}; void")
    assert settled.complete
    assert settled.line(1, "war") == "war 30 x2 = 60 win T3.2"
    assert settled.line(2, "war") == "war 30 x2 = 60 win T9.2"
    assert settled.line(3, "war") == "war 30 x2 = 60 win T9.2"
    for seat in (1, 2, 3):
        assert settled.chips(seat) == 1030
        assert settled.lines(seat)[1:] == ["blackjack 30 x1 = 30 push T9.2", "poker 30 x1 = 30 push T9.2"]
    assert balanced(settled, 3)


@clause("T9.2")
def test_t9_2_in_war_before_the_dealers_card() -> None:
    """T9.2: nobody is decided, everyone wins."""
    settled = play("bet 1 30; bet 2 30; 1 Kh; void")
    assert settled.line(1, "war") == settled.line(2, "war") == "war 30 x2 = 60 win T9.2"
    assert settled.chips(1) == settled.chips(2) == 1030


@clause("T9.2")
def test_t9_2_in_war_the_surrendered_and_the_warring_win() -> None:
    """T9.2: their lines are replaced while seat 3 still has to choose; doubled stakes are pushed."""
    ties = "bet 1 30; bet 2 30; bet 3 30; 1 9h; 2 9d; 3 9s; dealer 9c; 1 surrender; 2 go_to_war; void"
    settled = play(ties)
    assert [settled.line(seat, "war") for seat in (1, 2, 3)] == ["war 30 x2 = 60 win T9.2"] * 3
    assert settled.lines(2)[1:] == ["blackjack 60 x1 = 60 push T9.2", "poker 60 x1 = 60 push T9.2"]
    assert [settled.chips(seat) for seat in (1, 2, 3)] == [1030] * 3
    assert balanced(settled, 3)


@clause("T9.2")
def test_t9_2_in_blackjack_the_undecided_win() -> None:
    """T9.2: a blackjack that waits is paid as a win; the bust and the premium stay; poker is pushed."""
    settled = play(f"{FOUR}; void")
    assert settled.complete
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T9.2"
    assert settled.line(3, "blackjack") == "blackjack 30 x0 = 0 bust T4.2"
    assert settled.line(4, "blackjack") == "blackjack 30 x10 = 300 three_7 T5.4"
    assert [settled.line(seat, "poker") for seat in (1, 2, 3, 4)] == ["poker 30 x1 = 30 push T9.2"] * 4
    assert balanced(settled, 4)


@clause("T9.2")
def test_t9_2_a_waiting_blackjack_is_paid_as_a_win() -> None:
    """T9.2: ×2, not ×2.5."""
    settled = play("bet 1 30; bet 2 30; 1 Kh; 2 9h; dealer 6c; 1 As; 2 8s; dealer 7d; void")
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T9.2"


@clause("T9.2")
def test_t9_2_open_insurance_is_pushed() -> None:
    """T9.2 [reading]: 15 back."""
    settled = play("bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure; void")
    assert settled.lines(1)[1:] == [
        "insurance 15 x1 = 15 push T9.2",
        "blackjack 30 x2 = 60 win T9.2",
        "poker 30 x1 = 30 push T9.2",
    ]


@clause("T9.2")
def test_t9_2_blackjack_begins_when_war_is_settled() -> None:
    """T9.2: right after the dealer's war card the lost War stays lost and blackjack wins."""
    settled = play("bet 1 30; 1 5h; dealer 9c; void")
    assert settled.lines(1) == [
        "war 30 x0 = 0 lose T3.2",
        "blackjack 30 x2 = 60 win T9.2",
        "poker 30 x1 = 30 push T9.2",
    ]


@clause("T9.2")
def test_t9_2_in_poker_the_undecided_have_a_pair() -> None:
    """T9.2: ×2 as a J–A pair; what was settled stays."""
    settled = play(f"{POKER}; void")
    assert settled.complete
    assert settled.line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert settled.line(2, "poker") == "poker 30 x2 = 60 high_pair T9.2"
    assert balanced(settled, 2)


@clause("T9.2", "T9.3")
def test_t9_2_no_misdeal_before_the_first_card_and_after_the_round() -> None:
    """T9.2, T9.3: there is nothing to settle."""
    for misdeal in ("void", "wrong"):
        assert refused(f"bet 1 30; {misdeal}").step == 1
        assert refused(f"bet 1 30; 1 Kh; dealer Jk; {misdeal}").clause == "T1.4"


@clause("T9.3")
def test_t9_3_in_war_everyone_wins() -> None:
    """T9.3: as T9.2 in War, by its own clause."""
    settled = play(f"{THREE}; wrong")
    assert settled.line(1, "war") == "war 30 x2 = 60 win T3.2"
    assert settled.line(3, "war") == "war 30 x2 = 60 win T9.3"
    assert settled.lines(3)[1:] == ["blackjack 30 x1 = 30 push T9.3", "poker 30 x1 = 30 push T9.3"]
    assert balanced(settled, 3)


@clause("T9.3")
def test_t9_3_in_blackjack_busts_win_too_and_premiums_stand() -> None:
    """T9.3: the bust's line is replaced, Three 7 is paid as such."""
    settled = play(f"{FOUR}; wrong")
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T9.3"
    assert settled.line(3, "blackjack") == "blackjack 30 x2 = 60 win T9.3"
    assert settled.line(4, "blackjack") == "blackjack 30 x10 = 300 three_7 T5.4"
    assert [settled.line(seat, "poker") for seat in (1, 2, 3, 4)] == ["poker 30 x1 = 30 push T9.3"] * 4
    assert balanced(settled, 4)


@clause("T9.3")
def test_t9_3_open_insurance_and_split_hands() -> None:
    """T9.3: insurance is pushed; both split hands win."""
    insured = play("bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure; wrong")
    assert insured.line(1, "insurance") == "insurance 15 x1 = 15 push T9.3"
    split = play("bet 1 30; 1 Ah; dealer 9c; 1 As; dealer 7d; 1 split; 1.1 Kd; wrong")
    assert split.lines(1)[1:3] == ["blackjack 30 x2 = 60 win T9.3", "blackjack.2 30 x2 = 60 win T9.3"]


@clause("T9.3")
def test_t9_3_in_poker_everyone_has_a_pair() -> None:
    """T9.3: settled hands too; the games before stay as they are."""
    settled = play(f"{POKER}; wrong")
    assert settled.line(1, "poker") == settled.line(2, "poker") == "poker 30 x2 = 60 high_pair T9.3"
    assert settled.line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert settled.line(1, "war") == "war 30 x0 = 0 lose T3.2"
    assert balanced(settled, 2)


@clause("T9.3")
def test_t9_3_where_no_play_followed_it_is_written_as_restorable() -> None:
    """T9.3: the proper state is restored and the round goes on."""
    settled = play("bet 1 30; bet 2 30; 1 Kh; 2 5h; back 3; 2 6h; dealer 9c")
    assert settled.line(2, "war") == "war 30 x0 = 0 lose T3.2"
    assert not settled.complete


@clause("T9.4")
@pytest.mark.parametrize("kind", ["discretion", "other", "", None, True])
def test_t9_4_discretion_is_no_step_of_a_script(kind: object) -> None:
    """T9.4: it needs a reason and the pit's approval, which no script gives; the house has its words."""
    round_ = {
        "format": "round/1",
        "id": "d",
        "game": "triple",
        "seats": [{"seat": 1, "chips": 100}],
        "steps": [{"bet": 1, "unit": 10}, {"misdeal": kind}],
    }
    answer = script.settle(msgspec.json.encode(round_))
    assert (answer["format"], answer["step"]) == ("refusal/1", 1)
    assert "discretion" in catalogue.load_house("triple").text("T9.4")


@clause("T9.2")
@option("game_begins", "settled", "first_card")
def test_t9_2_blackjack_may_begin_with_its_first_card(tmp_path: Path) -> None:
    """T9.2 [reading]: before the first second card a void wins Blackjack, or the lost War; after it Blackjack."""
    card = house_with(tmp_path, game_begins="first_card")
    text = "bet 1 30; 1 5h; dealer 9c"
    assert play(f"{text}; void").line(1, "war") == "war 30 x0 = 0 lose T3.2"
    settled = play(f"{text}; void", house=card)
    assert settled.lines(1) == [
        "war 30 x2 = 60 win T9.2",
        "blackjack 30 x1 = 30 push T9.2",
        "poker 30 x1 = 30 push T9.2",
    ]
    assert balanced(settled, 1)
    assert play(f"{text}; 1 6s; void", house=card).line(1, "blackjack") == "blackjack 30 x2 = 60 win T9.2"


@clause("T9.2")
def test_t9_2_poker_may_begin_with_its_first_card(tmp_path: Path) -> None:
    """T9.2 [reading]: seat 1's hand was settled, seat 2 waits for its first card: a pair, or both stakes back."""
    card = house_with(tmp_path, game_begins="first_card")
    begun = POKER.removesuffix("; 2 3h")
    assert play(f"{begun}; void").line(2, "poker") == "poker 30 x2 = 60 high_pair T9.2"
    settled = play(f"{begun}; void", house=card)
    assert settled.line(1, "poker") == settled.line(2, "poker") == "poker 30 x1 = 30 push T9.2"
    assert settled.line(1, "blackjack") == "blackjack 30 x0 = 0 lose T4.2"
    assert balanced(settled, 2)
    assert play(f"{begun}; wrong", house=card).line(1, "blackjack") == "blackjack 30 x2 = 60 win T9.3"
    assert play(f"{POKER}; void", house=card).line(2, "poker") == "poker 30 x2 = 60 high_pair T9.2"


@clause("T9.2")
@option("void_replaces_war", True, False)
def test_t9_2_wars_already_settled_may_stay(tmp_path: Path) -> None:
    """T9.2 [reading]: the lost War is paid as a win, or stays lost; the tie wins in both."""
    stays = house_with(tmp_path, void_replaces_war=False)
    assert play(f"{THREE}; void").line(3, "war") == "war 30 x2 = 60 win T9.2"
    settled = play(f"{THREE}; void", house=stays)
    assert settled.line(3, "war") == "war 30 x0 = 0 lose T3.2"
    assert settled.line(2, "war") == "war 30 x2 = 60 win T9.2"
    assert balanced(settled, 3)
    assert play(f"{THREE}; wrong", house=stays).line(3, "war") == "war 30 x2 = 60 win T9.3"


@clause("T9.2", "T9.3")
@option("misdeal_pushes_insurance", True, False)
def test_t9_2_open_insurance_may_be_lost(tmp_path: Path) -> None:
    """T9.2, T9.3 [reading]: 15 back, or lost."""
    lost = house_with(tmp_path, misdeal_pushes_insurance=False)
    text = "bet 1 30; 1 Kh; dealer Ac; 1 9s; dealer Kd; 1 insure"
    assert play(f"{text}; void").line(1, "insurance") == "insurance 15 x1 = 15 push T9.2"
    assert play(f"{text}; void", house=lost).line(1, "insurance") == "insurance 15 x0 = 0 lose T9.2"
    assert play(f"{text}; wrong", house=lost).line(1, "insurance") == "insurance 15 x0 = 0 lose T9.3"
    assert balanced(play(f"{text}; void", house=lost), 1)


@clause("T9.3")
@option("wrong_cards_replace", True, False)
def test_t9_3_what_is_settled_may_stay(tmp_path: Path) -> None:
    """T9.3 [reading]: a lost War, a bust and a settled poker hand win, or stay as they are."""
    stays = house_with(tmp_path, wrong_cards_replace=False)
    assert play(f"{THREE}; wrong", house=stays).line(3, "war") == "war 30 x0 = 0 lose T3.2"
    assert play(f"{THREE}; wrong", house=stays).line(2, "war") == "war 30 x2 = 60 win T9.3"
    assert play(f"{FOUR}; wrong").line(3, "blackjack") == "blackjack 30 x2 = 60 win T9.3"
    settled = play(f"{FOUR}; wrong", house=stays)
    assert settled.line(3, "blackjack") == "blackjack 30 x0 = 0 bust T4.2"
    assert settled.line(1, "blackjack") == "blackjack 30 x2 = 60 win T9.3"
    poker = play(f"{POKER}; wrong", house=stays)
    assert poker.line(1, "poker") == "poker 30 x0 = 0 nothing T6.3"
    assert poker.line(2, "poker") == "poker 30 x2 = 60 high_pair T9.3"
    assert balanced(poker, 2)
