"""A betting round by itself: turns, limits, reopening, the uncalled bet."""

from __future__ import annotations

from random import Random

import pytest

from dealer_assist import betting as bets
from dealer_assist.betting import NOBODY, NOT_YET, Betting, Stakes

STAKES = Stakes("pot_limit", 100)


def flop(*chips: int, middle: int = 400) -> Betting:
    """The flop with seats of so many chips, nobody of whom has bet."""
    many = len(chips)
    able = sum(1 << seat for seat, held in enumerate(chips) if held)
    before = Betting(
        chips, (100,) * many, (0,) * many, (NOT_YET,) * many, (1 << many) - 1, able, 0, 0, 0, 0, 0, 0, middle, 0
    )
    return bets.opens(before, 1, STAKES)


def test_turns_go_round_until_all_bets_are_equal() -> None:
    """Check, bet, fold, call: the checker has to answer, then the round is over."""
    now = flop(1000, 1000, 1000)
    assert now.turn == 0
    now = bets.moves(now, 0, 0, STAKES)
    now = bets.moves(now, 1, 200, STAKES)
    now = bets.folds(now, 2)
    assert (now.turn, bets.to_call(now, 0), now.aggressor) == (0, 200, 1)
    now = bets.moves(now, 0, 200, STAKES)
    assert (now.turn, now.middle, now.chips) == (NOBODY, 800, (800, 800, 1000))


def test_who_is_all_in_has_no_turn() -> None:
    """Two of three all-in: the third has nobody to bet against, and nobody opens the next street."""
    now = bets.moves(flop(100, 1000, 0), 0, 100, STAKES)
    assert now.able == 0b010
    assert bets.totals(now, 1, STAKES) is None
    assert bets.why_closed(now, 1, STAKES).clause == "O5.6"
    now = bets.moves(now, 1, 100, STAKES)
    assert now.turn == NOBODY
    assert bets.opens(now, 2, STAKES).turn == NOBODY


def test_the_pot_counted_after_a_call() -> None:
    """Pot 1000, bet 600, raise to 1800: 7000."""
    now = flop(9000, 9000, 9000, middle=1000)
    now = bets.moves(bets.moves(now, 0, 600, STAKES), 1, 1800, STAKES)
    assert bets.totals(now, 2, STAKES) == (3000, 7000)
    assert bets.legal(now, 2, STAKES).bet is None


def test_a_bet_below_the_minimum_is_only_an_all_in() -> None:
    """60 of a minimum of 100: raised to 160 at least; who has checked may only call."""
    now = bets.moves(flop(1000, 60, 1000), 0, 0, STAKES)
    assert bets.totals(now, 1, STAKES) == (60, 60)
    now = bets.moves(now, 1, 60, STAKES)
    assert bets.totals(now, 2, STAKES) == (160, 580)
    now = bets.moves(now, 2, 60, STAKES)
    assert (now.turn, bets.totals(now, 0, STAKES)) == (0, None)


def test_a_fixed_limit_has_an_end() -> None:
    """Bet and three raises, then only calls; on the turn twice as much."""
    fixed = Stakes("fixed_limit", 100)
    now = flop(9000, 9000)
    for seat, total in ((0, 100), (1, 200), (0, 300), (1, 400)):
        assert bets.totals(now, seat, fixed) == (total, total)
        now = bets.moves(now, seat, total, fixed)
    assert bets.totals(now, 0, fixed) is None
    assert bets.why_closed(now, 0, fixed).clause == "O1.4"
    assert bets.totals(bets.opens(now, 2, fixed), 0, fixed) == (200, 200)


def test_what_nobody_matched_goes_back() -> None:
    """500 against 200: 300; nothing where two are equal, or where the one who bet it has folded."""
    now = bets.moves(flop(1000, 200), 0, 400, STAKES)
    now = bets.moves(now, 1, 200, STAKES)
    assert bets.uncalled(now) == (0, 200)
    back = bets.returns(now, 0, 200)
    assert (back.chips, back.put, back.middle, bets.uncalled(back)) == ((800, 0), (300, 300), 800, None)
    assert bets.uncalled(bets.folds(now, 0)) is None


@pytest.mark.parametrize("limit", ["pot_limit", "no_limit", "fixed_limit"])
@pytest.mark.parametrize("seed", range(40))
def test_a_random_round_ends_with_equal_bets(limit: bets.Limit, seed: int) -> None:
    """Chips are conserved, limits lie within the stack and above the bet, and it always ends."""
    random = Random(seed)
    stakes = Stakes(limit, 100)
    now = flop(*[random.choice([50, 100, 300, 2000, 5000]) for _ in range(random.randint(2, 6))])
    whole = sum(now.chips) + now.middle
    for _ in range(200):
        if now.turn == NOBODY or not now.live & now.live - 1:
            break
        seat = now.turn
        stack = now.bets[seat] + now.chips[seat]
        allowed = bets.totals(now, seat, stakes)
        choices = [now.bets[seat] + bets.to_call(now, seat)]
        if allowed is not None:
            assert now.current < allowed[0] <= allowed[1] <= stack
            choices += [*allowed, random.randint(*allowed)]
        now = bets.folds(now, seat) if random.random() < 0.1 else bets.moves(now, seat, random.choice(choices), stakes)
        assert sum(now.chips) + now.middle == whole
    assert now.turn == NOBODY or not now.live & now.live - 1
    if now.live & now.live - 1:
        assert {now.bets[seat] for seat in bets.positions(now.able)} <= {now.current}
