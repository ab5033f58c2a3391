"""O4: button, antes, the deal, blinds and posts, the option, streets, burned cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Awaited, Deal
from tests.clauses.omaha import checked, dealt, house_of, now, play, refused
from tests.clauses.table import clause, option

THREE = {1: 10000, 2: 10000, 3: 10000}


@clause("O4.1")
@option("button", 1, 3)
def test_o4_1_the_button_says_who_posts() -> None:
    """O4.1: button at seat 1: 2 and 3 post; at seat 3: 4 and 1; a button at nobody's seat is refused."""
    assert play("", button=1).net(1, 2, 3, 4) == (0, -50, -100, 0)
    assert play("", button=3).net(1, 2, 3, 4) == (-100, 0, 0, -50)
    assert refused("", button=5).clause == "O4.1"


@clause("O4.1")
@option("button_moves", "to_next", "dead")
def test_o4_1_a_dead_button_is_at_an_empty_seat(tmp_path: Path) -> None:
    """O4.1: where the button may be dead, seat 5 is empty and 1 is left of it."""
    house = house_of(tmp_path, button_moves="dead")
    assert play("", house=house, button=5).net(1, 2, 3) == (-50, -100, 0)
    assert play("", {1: 100, 2: 100}, house, button=5).net(1, 2) == (-50, -100)


@clause("O4.2")
@option("ante", 0, 20)
def test_o4_2_antes_come_from_everyone() -> None:
    """O4.2: 20 from each, or what a player has; they are in the pot, not in the bet."""
    assert play("", ante=20).net(1, 2, 3, 4) == (-20, -70, -120, -20)
    settled = play("ask", {1: 7, 2: 1000, 3: 1000, 4: 1000}, ante=20)
    assert settled.net(1, 2, 3, 4) == (-7, -70, -120, -20)
    assert settled.legal() == {"seat": 4, "call": 100, "raise": (200, 417)}
    assert play("4 fold; 1 fold; 2 fold").net(3) == 50


@clause("O4.3")
def test_o4_3_four_cards_from_the_buttons_left() -> None:
    """O4.3: seats 2, 3, 4, 1, four times round, face down; a seat that is not there gets none."""
    order: list[int | str] = []
    while isinstance(awaited := _awaits("; ".join(f"hole {seat} ??" for seat in order)), Deal):
        assert awaited.face_down
        order.append(awaited.to)
    assert order == [2, 3, 4, 1] * 4
    assert refused("hole 5 As").clause == "O4.3"
    assert refused("4 fold; 1 fold; 2 fold; 3 close; hole 3 As").clause == "O4.3"


@clause("O4.4")
@option("small_blind", 50, 40)
@option("big_blind", 100, 90)
def test_o4_4_blinds_left_of_the_button() -> None:
    """O4.4: small and big blind, live: the small one calls for the rest."""
    assert play("4 fold; 1 fold; ask").legal() == {"seat": 2, "call": 50, "raise": (200, 300)}
    settled = play("4 fold; 1 fold; ask", small_blind=40, big_blind=90)
    assert settled.legal() == {"seat": 2, "call": 50, "raise": (180, 270)}
    assert refused("", small_blind=101).clause == "O4.4"


@clause("O4.4")
@option("heads_up_button", "small", "big")
def test_o4_4_heads_up_the_button_posts_the_small_blind(tmp_path: Path) -> None:
    """O4.4: and acts first before the flop, last after it; another house has it post the big one."""
    two = {1: 10000, 2: 10000}
    settled = play("ask; 1 call; 2 check; board Ks 9d 7h; ask", two)
    assert [settled.legal(number)["seat"] for number in (0, 1)] == [1, 2]
    assert play("", two).net(1, 2) == (-50, -100)
    house = house_of(tmp_path, heads_up_button="big")
    settled = play("ask; 2 call; 1 check; board Ks 9d 7h; ask", two, house)
    assert [settled.legal(number)["seat"] for number in (0, 1)] == [2, 2]
    assert play("", two, house).net(1, 2) == (-100, -50)


@clause("O4.4")
@option("short_big_blind", "full", "as_posted")
def test_o4_4_a_short_big_blind_is_called_in_full(tmp_path: Path) -> None:
    """O4.4: the big blind is all-in for 30, others call 100, raise to 200; elsewhere they call what is bet."""
    chips = {1: 1000, 2: 1000, 3: 30, 4: 1000}
    assert play("ask", chips).legal() == {"seat": 4, "call": 100, "raise": (200, 280)}
    settled = play("4 call; 1 fold; 2 fold", chips)
    assert settled.uncalled == (4, 50)
    assert play("ask", chips, house_of(tmp_path, short_big_blind="as_posted")).legal()["call"] == 50


@clause("O4.4")
@option("extra_posts", {}, {"4": 100})
@option("dead_posts", {}, {"4": 50})
def test_o4_4_a_late_joiner_posts_a_live_big_blind() -> None:
    """O4.4: seat 4 has posted 100 and may check or raise; a dead 50 is in the pot and in nobody's bet."""
    assert play("ask", extra_posts={"4": 100}).legal() == {"seat": 4, "check": True, "raise": (200, 350)}
    settled = play("ask", extra_posts={"4": 100}, dead_posts={"4": 50})
    assert settled.net(4) == -150
    assert settled.legal() == {"seat": 4, "check": True, "raise": (200, 400)}
    assert play("4 fold; 1 fold; 2 fold", dead_posts={"4": 50}).net(3, 4) == (100, -50)
    assert refused("", extra_posts={"7": 100}).clause == "O4.4"


@clause("O4.4")
@option("small_blind_seat", 0, -1, 4)
@option("big_blind_seat", 0, 1)
def test_o4_4_blinds_of_a_dead_button_hand() -> None:
    """O4.4: nobody posts the small blind, or another seat posts a blind than the rule would have it."""
    settled = play("ask", small_blind_seat=-1)
    assert settled.net(1, 2, 3, 4) == (0, 0, -100, 0)
    assert settled.legal() == {"seat": 4, "call": 100, "raise": (200, 300)}
    settled = play("ask", small_blind_seat=4, big_blind_seat=1)
    assert settled.net(1, 4) == (-100, -50)
    assert settled.legal()["seat"] == 2
    assert refused("", small_blind_seat=3).clause == "O4.4"


@clause("O4.5")
def test_o4_5_left_of_the_big_blind_begins() -> None:
    """O4.5: seat 4, then 1, 2; the big blind, called round, may still raise or check."""
    settled = play("ask; 4 call; ask; 1 call; ask; 2 call; ask")
    assert [settled.legal(number)["seat"] for number in range(4)] == [4, 1, 2, 3]
    assert settled.legal() == {"seat": 3, "check": True, "raise": (200, 500)}
    assert play("4 call; 1 call; 2 call; 3 raise 500; 4 fold; 1 fold; 2 fold").net(3) == 300
    assert refused("1 call").clause == "O4.5"


@clause("O4.5")
def test_o4_5_the_option_of_one_who_is_alone_with_chips() -> None:
    """O4.5: 6 folds to the big blind who checks against the all-in button; the flop needs no word of his either."""
    chips = {1: 613, 6: 360, 7: 23}
    text = "7 all_in; 1 fold; {}board Ks 9d 7h 4c 2s"
    for middle in ("6 check; ", "ask; 6 check; ", ""):
        settled = play(text.format(middle), chips, button=7, small_blind=20, big_blind=50)
        assert settled.uncalled == (6, 27)
    assert play("7 all_in; 1 fold; ask", chips, button=7, small_blind=20, big_blind=50).legal() == {
        "seat": 6,
        "check": True,
    }


@clause("O4.6")
def test_o4_6_streets_begin_at_the_small_blinds_place() -> None:
    """O4.6: with 2 out, seat 3 begins on each street; cards in time only, five in all."""
    text = "4 call; 1 call; 2 fold; 3 check; board Ks 9d 7h; ask"
    assert play(text).legal()["seat"] == 3
    assert refused("board Ks").clause == "O4.6"
    assert refused("4 call; 1 call; 2 fold; 3 check; board Ks 9d; 3 check").clause == "O4.6"
    assert refused(text + "; board 4c").clause == "O4.6"
    assert refused(text + "; 4 check").clause == "O4.6"
    all_checked = f"4 call; 1 call; 2 fold; 3 check; {checked(3, 4, 1)}"
    assert refused(all_checked + "; board 2c").clause == "O4.6"


@clause("O4.6")
def test_o4_6_a_round_ends_when_all_bets_are_equal() -> None:
    """O4.6: bet, call, raise: the first two have to answer before the turn comes."""
    text = "4 call; 1 call; 2 call; 3 check; board Ks 9d 7h; 2 bet 100; 3 call; 4 raise 300; 1 fold; 2 call; {}"
    assert refused(text.format("board 4c")).clause == "O4.6"
    assert not play(text.format("3 call; board 4c")).complete


@clause("O4.7")
@option("burn", True, False)
def test_o4_7_a_card_is_burned_before_each_street(tmp_path: Path) -> None:
    """O4.7: one, before the first card of the street, and it need not be written; elsewhere none."""
    text = "4 fold; 1 fold; 2 call; 3 check"
    assert not play(f"{text}; burn 2c; board Ks 9d 7h; 2 check; 3 check; burn 3c; board 4c").complete
    assert refused(f"{text}; burn 2c; burn 3c").clause == "O4.7"
    assert refused(f"{text}; board Ks; burn 2c").clause == "O4.7"
    assert refused("burn 2c").clause == "O4.7"
    assert refused(f"{text}; burn 2c", house=house_of(tmp_path, burn=False)).clause == "O4.7"
    assert not play(f"{text}; board Ks", house=house_of(tmp_path, burn=False)).complete


@clause("O4.7")
@pytest.mark.parametrize(("burn", "to"), [(True, "burn"), (False, "board")])
def test_o4_7_the_dealer_is_told_to_burn(tmp_path: Path, burn: bool, to: str) -> None:
    """O4.7: what is awaited after the betting is the burned card, where one is burned."""
    awaited = _awaits("1 call; 2 check", {1: 1000, 2: 1000}, house_of(tmp_path, burn=burn))
    assert awaited == Deal(to, face_down=burn)


def _awaits(text: str, chips: dict[int, int] | None = None, house: Path | None = None) -> Awaited:
    game, state = now(text, chips, house)
    return game.awaits(state)


@clause("O4.3", "O1.3")
def test_o4_3_hole_cards_may_be_written_late() -> None:
    """O4.3: before they are needed, in any order."""
    text = f"4 fold; 1 fold; 2 call; 3 check; {checked(2, 3)}; {dealt(s3='nines', s2='kings')}; 2 open; 3 open"
    assert play(text, THREE | {4: 100}).net(2) == 100


@clause("O4.3", "O5.7")
def test_o4_3_hole_cards_of_the_last_one_in() -> None:
    """O4.3, O5.7: written when all others have folded, they are there to be opened; not once the hand is closed."""
    text = f"4 fold; 1 fold; 2 fold; {dealt(s3='kings')}; 3 open"
    assert play(text).complete
    game, state = now(text)
    assert [str(card) for card in game.on_table(state)["seat3"]] == ["Kh", "Kd", "Jc", "3h"]
    assert refused("4 fold; 1 fold; 2 fold; 3 close; hole 3 As").clause == "O4.3"
