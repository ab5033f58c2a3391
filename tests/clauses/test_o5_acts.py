"""O5: bet, raise, check, call, fold, all-in, and what the last player does."""

from __future__ import annotations

from pathlib import Path

from dealer_assist.game import Choice, Offer
from tests.clauses.omaha import HANDS, checked, dealt, house_of, now, play, refused
from tests.clauses.table import clause, option

CALLED = "4 call; 1 call; 2 call; 3 check; board Ks 9d 7h"


@clause("O5.1")
def test_o5_1_a_bet_is_a_big_blind_to_the_pot() -> None:
    """O5.1: into 400 between 100 and 400; before the flop there is no bet."""
    assert play(f"{CALLED}; ask").legal() == {"seat": 2, "check": True, "bet": (100, 400)}
    for amount in (99, 401):
        assert refused(f"{CALLED}; 2 bet {amount}").clause == "O5.1"
    assert refused("4 bet 200").clause == "O5.1"
    assert refused(f"{CALLED}; 2 bet 100; 3 bet 200").clause == "O5.1"
    assert play(f"{CALLED}; ask", betting="no_limit").legal()["bet"] == (100, 9900)
    assert refused(f"{CALLED}; 2 bet 9901", betting="no_limit").clause == "O5.6"


@clause("O5.2")
@option("least_raise", "increment", "big_blind")
def test_o5_2_a_raise_is_the_total_made(tmp_path: Path) -> None:
    """O5.2: the first to at least 200, after 250 to 400; after a bet of 200 to 400; or one big blind more each time."""
    settled = play("ask; 4 raise 250; ask; 1 raise 400; ask")
    assert [settled.legal(number)["raise"][0] for number in range(3)] == [200, 400, 550]
    assert play(f"{CALLED}; 2 bet 200; ask").legal()["raise"] == (400, 1000)
    assert refused("4 raise 199").clause == "O5.2"
    assert refused(f"{CALLED}; 2 raise 200").clause == "O5.2"
    house = house_of(tmp_path, least_raise="big_blind")
    assert play("4 raise 250; ask", house=house).legal()["raise"] == (350, 900)


@clause("O5.3")
def test_o5_3_the_pot_counted_after_a_call() -> None:
    """O5.3: blinds 50 and 100: 350; pot 1000, bet 600, raise 1800: 7000."""
    assert refused("4 raise 351").clause == "O5.3"
    assert play("4 raise 350; 1 fold; 2 fold; 3 fold").net(4) == 150
    text = "4 raise 250; 1 call; 2 fold; 3 call; board Ks 9d 7h; 3 bet 600; 4 raise 1800; ask"
    assert play(text, ante=50).legal()["raise"] == (3000, 7000)
    assert refused(text + "; 1 raise 7001", ante=50).clause == "O5.3"


@clause("O5.4")
def test_o5_4_check_only_while_nobody_has_bet() -> None:
    """O5.4: 2 checks, 3 bets, 4 can't check; nor can anyone but the big blind before the flop."""
    assert refused(f"{CALLED}; 2 check; 3 bet 100; 4 check").clause == "O5.4"
    assert refused("4 check").clause == "O5.4"


@clause("O5.5")
def test_o5_5_call_and_fold() -> None:
    """O5.5: a call matches the bet, or what is left of the chips; what a folded hand put in stays in."""
    settled = play("4 raise 300; 1 fold; 2 call; 3 fold", {1: 1000, 2: 200, 3: 1000, 4: 1000})
    assert settled.answer["middle"] == 200 + 100 + 200
    assert settled.uncalled == (4, 100)
    assert refused(f"{CALLED}; 2 call").clause == "O5.5"
    assert refused("4 fold; 1 fold; 4 call").clause == "O5.5"
    assert play("4 fold; 1 fold; 2 fold").net(2, 3) == (-50, 50)


@clause("O5.5")
def test_o5_5_a_fold_may_show_cards() -> None:
    """O5.5: those named lie face up; a card that is not in the hand is refused."""
    game, state = now(f"hole 4 {HANDS['kings']}; 4 fold Kh Jc")
    assert [str(card) for card in game.on_table(state)["seat4"]] == ["Kh", "Jc"]
    assert refused(f"hole 4 {HANDS['kings']}; 4 fold 2s").clause == "O5.5"


@clause("O5.6")
def test_o5_6_what_exceeds_the_others_goes_back() -> None:
    """O5.6: 600 against 2000: 1400 come back."""
    text = f"{dealt(s1='kings', s4='nines')}; 4 all_in; 1 all_in; 2 fold; 3 fold; {checked()}; 4 open; 1 open"
    settled = play(text, {1: 600, 2: 1000, 3: 1000, 4: 2000}, betting="no_limit")
    assert settled.uncalled == (4, 1400)
    assert settled.net(1, 4) == (750, -600)
    assert settled.lines(4) == ["uncalled 1400 = 1400 returned O5.6"]


@clause("O5.6")
def test_o5_6_side_pots() -> None:
    """O5.6: 300, 600 and 1200 all-in against 2000: three pots, and 800 back."""
    text = (
        f"{dealt(s1='kings', s2='nines', s3='sevens', s4='fours')}; 4 all_in; 1 all_in; 2 all_in; 3 all_in; "
        f"{checked()}; 3 open; 4 open; 2 open; 1 open"
    )
    settled = play(text, {1: 300, 2: 600, 3: 1200, 4: 2000}, betting="no_limit")
    assert settled.pots == [1200, 900, 1200]
    assert [settled.shares(pot) for pot in range(3)] == [{1: 1200}, {2: 900}, {3: 1200}]
    assert settled.net(1, 2, 3, 4) == (900, 300, 0, -1200)
    assert [len(settled.lines(seat)) for seat in (1, 2, 3, 4)] == [1, 1, 1, 1]


@clause("O5.6")
@option("short_all_ins", "add_up", "never")
def test_o5_6_short_all_ins_that_add_up_reopen(tmp_path: Path) -> None:
    """O5.6: raise to 300, all-in 400 and 500: the first raiser faces a full raise more; 400 alone reopens nothing."""
    chips = {1: 400, 2: 500, 3: 10000, 4: 10000}
    alone = "4 raise 300; 1 all_in; 2 fold; 3 call; ask"
    assert play(alone, chips).legal() == {"seat": 4, "call": 100}
    assert refused("4 raise 300; 1 all_in; 2 fold; 3 call; 4 raise 1000", chips).clause == "O5.6"
    both = "4 raise 300; 1 all_in; 2 all_in; 3 call; ask"
    assert play(both, chips).legal() == {"seat": 4, "call": 200, "raise": (700, 2400)}
    assert play(both, chips, house_of(tmp_path, short_all_ins="never")).legal() == {"seat": 4, "call": 200}


@clause("O5.6")
@option("short_sets_increment", False, True)
def test_o5_6_the_increment_stays_that_of_the_last_full_raise(tmp_path: Path) -> None:
    """O5.6: all-in 34 into a minimum of 50: the next raise is to 84; elsewhere to 68."""
    chips = {1: 10000, 2: 84, 3: 10000}
    text = "1 call; 2 call; 3 check; board Ks 9d 7h; 2 all_in; ask"
    settled = play(text, chips, small_blind=20, big_blind=50)
    assert settled.legal() == {"seat": 3, "call": 34, "raise": (84, 252)}
    house = house_of(tmp_path, short_sets_increment=True)
    assert play(text, chips, house, small_blind=20, big_blind=50).legal()["raise"] == (68, 252)


@clause("O5.6")
@option("raise_against_all_in", False, True)
def test_o5_6_nobody_raises_against_all_ins(tmp_path: Path) -> None:
    """O5.6: against all-ins, and against chips that can't call more, there is only call or fold."""
    chips = {1: 10000, 2: 600, 3: 5000}
    text = "1 fold; 2 raise 300; 3 raise 900; ask"
    assert play(text, chips).legal() == {"seat": 2, "call": 300}
    against = "1 raise 350; 2 all_in; 3 fold; ask"
    assert play(against, chips).legal() == {"seat": 1, "call": 250}
    assert refused("1 raise 350; 2 all_in; 3 fold; 1 raise 1000", chips).clause == "O5.6"
    house = house_of(tmp_path, raise_against_all_in=True)
    assert play(against, chips, house).legal() == {"seat": 1, "call": 250, "raise": (850, 1900)}


@clause("O5.6")
@option("unmatched_joins", "pot_below", "main_pot")
def test_o5_6_what_no_seat_still_in_has_matched_joins_the_pot_below(tmp_path: Path) -> None:
    """O5.6: 4 raised to 1000 and is folded by force: 400 that nobody matched are in the side pot of 600."""
    chips = {1: 300, 2: 600, 3: 600, 4: 5000}
    text = (
        f"{dealt(s1='kings', s2='nines', s3='sevens')}; 4 raise 1000; disclosed 4; 1 all_in; 2 all_in; 3 all_in; "
        f"{checked()}; 2 open; 3 open; 1 open"
    )
    settled = play(text, chips, betting="no_limit")
    assert settled.pots == [1200, 1300]
    assert settled.net(1, 2, 3) == (900, 700, -600)
    settled = play(text, chips, house_of(tmp_path, unmatched_joins="main_pot"), betting="no_limit")
    assert settled.pots == [1600, 900]
    assert settled.net(1, 2, 3) == (1300, 300, -600)


@clause("O5.6")
def test_o5_6_all_in_for_less_is_a_call() -> None:
    """O5.6: all-in is a call where the chips do not exceed the bet, and no act follows from who is all-in."""
    chips = {1: 80, 2: 1000, 3: 1000, 4: 1000}
    settled = play("4 call; 1 all_in; ask", chips)
    assert settled.legal() == {"seat": 2, "call": 50, "raise": (200, 480)}
    assert refused("4 call; 1 all_in; 2 call; 3 check; board Ks 9d 7h; 1 check", chips).clause == "O5.6"
    assert refused("4 all_in", chips).clause == "O5.3"


@clause("O5.6")
def test_o5_6_the_offers_name_their_chips() -> None:
    """O5.6: with 90 chips there is a call for all of them, with 300 a raise to all of them."""
    chips = {1: 90, 2: 1000, 3: 1000, 4: 300}
    game, state = now("; ".join(f"hole {seat} ?? ?? ?? ??" for seat in (1, 2, 3, 4)), chips)
    raises = (Offer("fold"), Offer("call", 100), Offer("raise", 200, (200, 300)), Offer("all_in", 300))
    assert game.awaits(state) == Choice(4, raises)
    game, state = now("; ".join(f"hole {seat} ?? ?? ?? ??" for seat in (1, 2, 3, 4)) + "; 4 call", chips)
    assert game.awaits(state) == Choice(1, (Offer("fold"), Offer("call", 90), Offer("all_in", 90)))


@clause("O5.7")
def test_o5_7_the_last_player_opens_or_closes() -> None:
    """O5.7: paid at once; then wholly, partly or not at all; nobody else has a say."""
    text = f"hole 3 {HANDS['kings']}; 4 fold; 1 fold; 2 fold"
    settled = play(text)
    assert (settled.complete, settled.net(3)) == (True, 50)
    assert settled.lines(3) == ["uncalled 50 = 50 returned O5.6", "pot 100 = 100 win O5.7"]
    for act, shown in (("3 close", []), ("3 open Kd", ["Kd"]), ("3 open", ["Kh", "Kd", "Jc", "3h"])):
        game, state = now(f"{text}; {act}")
        assert [str(card) for card in game.on_table(state)["seat3"]] == shown
    assert refused(f"{text}; 2 open").clause == "O5.7"
    assert refused(f"{text}; 3 check").clause == "O5.7"
    assert refused(f"{text}; 3 open 2s").clause == "O5.7"
    assert refused(f"{text}; 3 close; 3 open").clause == "O4.6"
