"""O9: misdeals."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist.game import Deal, Discretion, Garbled, Step
from dealer_assist.games.omaha import Omaha
from dealer_assist.games.omaha.state import State
from dealer_assist.games.omaha.steps import read
from tests.clauses.omaha import HANDS, dealt, house_of, now, play, refused, steps
from tests.clauses.table import clause, option

HELD = dealt(s2="kings", s3="nines", s4="sevens")
FLOP = "4 call; 1 fold; 2 call; 3 check; board 5s 6s 8h"


@clause("O9.1")
def test_o9_1_a_wrong_hole_card_before_the_flop() -> None:
    """O9.1: burned for all to see, every act cancelled, the player gets a new card, the others keep theirs."""
    text = f"{HELD}; hole 1 {HANDS['fours']}; 4 raise 300; 1 call; wrong 2 Kd"
    game, state = now(text)
    assert game.awaits(state) == Deal(2, face_down=True)
    assert [state.betting.middle, state.betting.chips] == [150, (9950, 9900, 10000, 10000)]
    assert game.show(state, "display")["burned"] == ["Kd"]
    settled = play(f"{text}; hole 2 Qs; 4 fold; 1 fold; 2 fold")
    assert settled.net(1, 2, 3, 4) == (0, -50, 50, 0)
    assert refused(f"{text}; hole 2 Kd").clause == "O1.1"
    assert refused(f"{HELD}; wrong 2 9h").clause == "O9.1"
    assert refused(f"{HELD}; 4 fold; 1 fold; 2 fold; wrong 3 9h").clause == "O9.1"


@clause("O9.1")
def test_o9_1_penalties_are_no_acts() -> None:
    """O9.1: who disclosed has paid and is gone; chips put out for acts out of turn come back."""
    text = f"{HELD}; hole 1 {HANDS['fours']}; fly 1 all_in; 4 call; disclosed 2; wrong 3 9h; hole 3 Qs; 4 fold; 1 fold"
    settled = play(text)
    assert settled.net(1, 2, 3, 4) == (0, -1050, 50, 0)
    assert settled.seat(1)["flying"] == 1


@clause("O9.1")
def test_o9_1_back_to_the_step_of_the_mistake() -> None:
    """O9.1: going back to the step that dealt it says which card was wrong; to an act, what was bet since."""
    text = f"{HELD}; hole 1 {HANDS['fours']}; 4 raise 300; 1 fold"
    game, state = now(f"{text}; back 1")
    assert game.awaits(state) == Deal(2, face_down=True)
    assert game.show(state, "pit")["burned"] == ["Kd"]
    assert play(f"{text}; back 16; 4 fold; 1 fold; 2 fold").net(3, 4) == (50, 0)
    assert refused(f"{text}; back 18").clause == "O9.1"
    game, state = now(f"{text}; back 1; back 18")
    assert game.show(state, "pit")["to_act"] == 2


@clause("O9.1")
def test_o9_1_back_after_the_flop_is_no_game() -> None:
    """O9.1: as O9.2 has it, the others keep nothing of the hand."""
    settled = play(f"{HELD}; {FLOP}; back 1")
    assert (settled.complete, settled.house_adds) == (True, 660)


@clause("O9.2")
@option("inactive_percent", 20, 10)
@option("inactive_most", 300, 40)
def test_o9_2_after_the_flop_there_is_no_game(tmp_path: Path) -> None:
    """O9.2: 300 chips for each of three, a fifth of them for the one who folded; 660 from the house."""
    for how in ("no_game", "wrong 2 Kd"):
        settled = play(f"{HELD}; {FLOP}; {how}", rake=True)
        assert settled.net(1, 2, 3, 4) == (60, 200, 200, 200)
        assert (settled.house_adds, settled.rake, settled.complete) == (660, 0, True)
    assert settled.lines(1) == ["pots 300 = 60 no_game O9.2"]
    assert settled.lines(2) == ["pot 300 = 300 no_game O9.2"]
    assert play(f"{HELD}; {FLOP}; no_game", house=house_of(tmp_path, inactive_percent=10)).net(1) == 30
    assert play(f"{HELD}; {FLOP}; no_game", house=house_of(tmp_path, inactive_most=40)).net(1) == 40
    assert refused("4 fold; 1 fold; 2 fold; no_game").clause == "O9.2"


@clause("O9.2")
def test_o9_2_every_pot_that_he_could_win() -> None:
    """O9.2: pots of 800 and 450: all-in for 200 gets 800, the others 1250; a bet nobody called is back."""
    chips = {1: 200, 2: 10000, 3: 10000, 4: 10000}
    text = "4 raise 350; 1 all_in; 2 call; 3 call; board 5s 6s 8h; 2 bet 500; 3 fold; no_game"
    settled = play(text, chips)
    assert settled.uncalled == (2, 500)
    assert settled.pots == [800, 450]
    assert settled.net(1, 2, 4, 3) == (600, 900, 900, -350 + 250)
    assert settled.house_adds == 800 + 1250 + 1250 + 250 - 1250


@clause("O9.2")
@option("no_game_pays", "in_full", "in_parts")
def test_o9_2_each_pot_once_at_another_house(tmp_path: Path) -> None:
    """O9.2: 300 chips are 100 for each of three."""
    settled = play(f"{HELD}; {FLOP}; no_game", house=house_of(tmp_path, no_game_pays="in_parts"))
    assert settled.net(1, 2, 3, 4) == (60, 0, 0, 0)
    assert settled.house_adds == 60


@clause("O9.3")
@option("exposed_rounding", "down", "up")
def test_o9_3_a_hole_card_that_was_seen(tmp_path: Path) -> None:
    """O9.3: half of 305 in the middle, 152, from the house at once; the hand goes on with the card open."""
    text = f"{HELD}; {FLOP}; seen 2 Kd"
    settled = play(f"{text}; 2 check; 3 bet 100; 4 fold; 2 fold", ante=0)
    assert settled.net(2, 3) == (50, 200)
    assert settled.house_adds == 150
    assert settled.lines(2) == ["exposed 300 = 150 exposed O9.3"]
    game, state = now(text)
    assert [str(card) for card in game.on_table(state)["seat2"]] == ["Kd"]
    odd = "4 raise 205; 1 fold; 2 fold; 3 call; board 5s 6s 8h; seen 3 9h"
    assert play(f"{HELD}; {odd}", small_blind=45).house_adds == 227
    house = house_of(tmp_path, exposed_rounding="up")
    assert play(f"{HELD}; {odd}", house=house, small_blind=45).house_adds == 228


@clause("O9.3")
def test_o9_3_whose_card_it_is() -> None:
    """O9.3: one of that hand, seen once, of a player still in; a card not recorded yet becomes one of the hand."""
    assert refused(f"{HELD}; seen 2 9h").clause == "O9.3"
    assert refused(f"{HELD}; seen 2 Kd; seen 2 Kd").clause == "O9.3"
    assert refused(f"{HELD}; 4 fold; seen 4 7c").clause == "O9.3"
    game, state = now("hole 2 ?? ?? ?? ??; seen 2 Kd")
    assert [str(card) for card in game.on_table(state)["seat2"]] == ["Kd"]
    assert refused("seen 2 Kd; hole 3 Kd").clause == "O1.1"
    late = "4 fold; 1 fold; 2 call; 3 check; seen 2 Kd; hole 2 Kh Kd Jc 3h"
    assert len(now(late)[1].hole[0]) == 4
    assert refused(f"{late}; hole 2 Kd").clause == "O4.3", "whether it has come is told where a card can go"


@clause("O9.3")
def test_o9_3_any_other_card_is_burned() -> None:
    """O9.3: shown to all; it can't come again, and nobody is paid."""
    text = f"{HELD}; seen 5c"
    game, state = now(text)
    assert game.show(state, "display")["burned"] == ["5c"]
    assert play(text).house_adds == 0
    assert refused(f"{text}; 4 call; 1 fold; 2 call; 3 check; board 5c").clause == "O1.1"
    assert refused(f"{HELD}; seen 9h").clause == "O1.1"


@clause("O9.3")
def test_o9_3_all_in_stays_all_in() -> None:
    """O9.3: chips paid to one who is all-in are his, and no bet of this hand."""
    text = f"{HELD}; 4 all_in; 1 fold; 2 call; 3 check; board Ks 9d 6s; seen 4 7c; ask"
    settled = play(text, {1: 1000, 2: 1000, 3: 1000, 4: 100})
    assert settled.chips(4) == 150
    assert settled.legal()["seat"] == 2
    assert refused(f"{text}; 2 check; 4 bet 100", {1: 1000, 2: 1000, 3: 1000, 4: 100}).clause == "O5.6"


@clause("O9.4")
def test_o9_4_a_wrong_card_shown_at_a_fold() -> None:
    """O9.4: the hand goes on with what was shown; if it can't, there is no game, before the flop too."""
    game, state = now(f"{HELD}; 4 fold 7c")
    assert [way.name for way in game.ways(state)] == ["restorable", "no_game", "discretion"]
    settled = play(f"{HELD}; 4 fold 7c; no_game")
    assert settled.net(1, 2, 3, 4) == (0, 50, 50, 20)
    assert refused(f"{HELD}; 4 fold 9h").clause == "O5.5"


@clause("O9.4")
def test_o9_4_the_card_that_was_meant_is_shown_too() -> None:
    """O9.4: it is asked for; both lie open, no chips move, whatever the street, and the act of no other is touched."""
    game, state = now(f"{HELD}; 4 fold 7c; mistake 4 7c 7d")
    assert [str(card) for card in game.on_table(state)["seat4"]] == ["7c", "7d"]
    assert game.awaits(state) == game.awaits(now(f"{HELD}; 4 fold")[1])
    assert play(f"{HELD}; 4 fold; mistake 4 7c").net(1, 2, 3, 4) == (0, -50, -100, 0)
    assert refused(f"{HELD}; 4 fold 7c; mistake 4 7c 7c").clause == "O9.4"
    assert refused(f"{HELD}; 4 fold 7c; mistake 4 9h").clause == "O9.4"
    assert refused(f"{HELD}; 4 fold 7c; mistake 2 Kh").clause == "O9.4"
    assert refused(f"{HELD}; 4 fold 7c; mistake 6 Kh").clause == "O9.4"


@clause("O9.5")
def test_o9_5_the_dealers_discretion() -> None:
    """O9.5: chips from the house with a reason, and everyone has back what was put in where it ends the hand."""
    game, state = now(f"{HELD}; {FLOP}")
    paid = _after(game, state, Discretion("the lights went out", ((1, 20), (2, -30)), ends=True))
    assert paid.phase == "over"
    assert dict(zip(game.table.numbers, paid.betting.chips, strict=True)) == {1: 10020, 2: 9970, 3: 10000, 4: 10000}
    assert paid.house_adds == -10
    assert [line.body()["clause"] for line in paid.lines] == ["O9.5", "O9.5"]
    for wrong in (Discretion(" ", (), True), Discretion("x", ((7, 5),), False), Discretion("x", ((2, -99999),), False)):
        outcome = game.apply(state, wrong)
        assert not isinstance(outcome, Step)
        assert outcome.clause == "O9.5"
    assert not isinstance(game.apply(paid, Discretion("again", (), True)), Step)
    step = {"misdeal": "discretion", "reason": "x", "pays": [{"seat": 1, "paid": 10**15}]}
    assert read(step) == Discretion("x", ((1, 10**15),), False)
    with pytest.raises(Garbled, match="1000000000000000"):
        read(step | {"pays": [{"seat": 1, "paid": 10**15 + 1}]})


def _after(game: Omaha, state: State, event: Discretion) -> State:
    step = game.apply(state, event)
    assert isinstance(step, Step)
    after: State = step.state
    return after


@clause("O9.5")
def test_o9_5_what_is_offered_when() -> None:
    """O9.5: nothing before the first step, the deal again before the flop, no game until the pot is paid."""
    offered = {}
    for text in (
        "",
        HELD,
        f"{HELD}; {FLOP}",
        f"{HELD}; 4 fold; 1 fold; 2 fold",
        f"{HELD}; 4 fold; 1 fold; 2 fold; 3 close",
    ):
        game, state = now(text)
        offered[len(steps(text))] = [way.name for way in game.ways(state)]
    assert list(offered.values()) == [
        [],
        ["restorable", "no_game", "discretion"],
        ["no_game", "discretion"],
        ["discretion"],
        ["discretion"],
    ]
