"""Pots, rake and shares: nothing is lost and nothing made, whatever was put in."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_assist import money, pots
from dealer_assist.pots import Pot

exact = settings(max_examples=150, derandomize=True, deadline=None, database=None)
#: What each of two to eight seats has put in, and who is still in (never nobody).
hands = st.lists(st.integers(0, 60), min_size=2, max_size=8).flatmap(
    lambda put: st.tuples(st.just(put), st.integers(1, (1 << len(put)) - 1))
)


def test_a_pot_for_each_all_in() -> None:
    """10, 30 and 50 all-in against 50: pots of 40, 60 and 40."""
    assert pots.form([10, 30, 50, 50], 0b1111) == (Pot(40, (0, 1, 2, 3)), Pot(60, (1, 2, 3)), Pot(40, (2, 3)))


def test_chips_of_the_folded_stay_in_their_layer() -> None:
    """The first folded 20, the second 50: of those 20 nobody still in has matched."""
    assert pots.form([20, 50, 10, 30], 0b1100) == (Pot(40, (2, 3)), Pot(70, (3,)))
    assert pots.form([20, 50, 10, 30], 0b1100, unmatched_joins="main_pot") == (Pot(60, (2, 3)), Pot(50, (3,)))


def test_dead_chips_are_in_the_main_pot() -> None:
    """A seat that has put in nothing but dead chips can win those, and nothing else."""
    assert pots.form([10, 30, 30], 0b111, dead=5) == (Pot(35, (0, 1, 2)), Pot(40, (1, 2)))
    assert pots.form([0, 30, 30], 0b111, dead=5) == (Pot(5, (0, 1, 2)), Pot(60, (1, 2)))
    assert pots.form([0, 0], 0b11) == ()


@exact
@given(hand=hands, dead=st.integers(0, 40))
def test_pots_hold_all_that_was_put_in(hand: tuple[list[int], int], dead: int) -> None:
    """Each can be won by fewer than the one before, and by nobody who has folded."""
    put, live = hand
    formed = pots.form(put, live, dead)
    if any(chips and live >> seat & 1 for seat, chips in enumerate(put)) or dead:
        assert sum(pot.amount for pot in formed) == sum(put) + dead
    for pot, below in zip(formed[1:], formed, strict=False):
        assert set(pot.eligible) < set(below.eligible)
    assert all(live >> seat & 1 for pot in formed for seat in pot.eligible)


@exact
@given(hand=hands, dead=st.integers(0, 40), percent=st.integers(0, 200), data=st.data())
def test_shares_rake_and_what_the_house_adds_balance(
    hand: tuple[list[int], int], dead: int, percent: int, data: st.DataObject
) -> None:
    """By each rule for odd chips; no two shares of a pot differ by more than one, but where one winner has them all."""
    formed = pots.form(hand[0], hand[1], dead)
    winners = [tuple(sorted(data.draw(st.sets(st.sampled_from(pot.eligible), min_size=1)))) for pot in formed]
    rake = money.rake(sum(pot.amount for pot in formed), percent, 0, 10**6)
    for odd in ("house", "one_each", "first"):
        for sharing in ("largest_remainder", "main_pot_first"):
            paid = pots.pay(formed, winners, rake, odd, sharing)
            assert sum(pot.rake for pot in paid) == rake
            for pot in paid:
                assert 0 <= pot.rake <= pot.amount
                assert sum(pot.shares) + pot.rake == pot.amount + pot.house_adds
                assert 0 <= pot.house_adds < len(pot.winners) if odd == "house" else pot.house_adds == 0
                assert max(pot.shares) - min(pot.shares) <= (len(pot.winners) if odd == "first" else 1)


def test_the_roundings() -> None:
    """Each with its clause: rake O3.1, shares O6.5, half of an all-in O7.1, a fifth O9.2, half of the middle O9.3."""
    assert [money.rake(pot, 20, 500, 500) for pot in (499, 500, 549, 550, 25_000, 90_000)] == [0, 10, 10, 11, 500, 500]
    assert money.rake_parts(19, [680, 280]) == (13, 6)
    assert money.rake_parts(1, [50, 50, 50]) == (1, 0, 0)
    assert money.rake_parts(0, [50, 50]) == (0, 0)
    assert money.shares(350, 3) == (117, 117, 116)
    assert money.shares(350, 3, all_to_first=True) == (118, 116, 116)
    assert money.share_made_up(350, 3) == 117
    assert (money.flying_half_back(1001), money.flying_half_back(1001, "down")) == (501, 500)
    assert (
        money.inactive_part(1499, 20, 300),
        money.inactive_part(1500, 20, 300),
        money.inactive_part(9999, 20, 300),
    ) == (
        299,
        300,
        300,
    )
    assert (money.exposed_half(305), money.exposed_half(305, "up")) == (152, 153)
    assert (money.points_of(1231, 10), money.points_of(1230, 10), money.points_of(1231, 10, "down")) == (124, 123, 123)


def test_pots_grow_while_a_round_is_bet() -> None:
    """O5.6: parted where a seat is all-in; who can still match is in each; nothing is counted twice or lost."""
    put, dead = [600, 900, 350, 50, 900], 10
    grown = pots.growing(put, 0b10111, 0b10100, dead)
    assert [(pot.amount, pot.eligible) for pot in grown] == [(2210, (0, 1, 2, 4)), (600, (1, 2, 4))]
    assert [(pot.amount, pot.eligible) for pot in pots.growing([50, 100, 0], 0b111, 0b111)] == [(150, (0, 1, 2))]
    # The one with 500 has folded; who is left has 100 in and no chips.
    assert [(pot.amount, pot.eligible) for pot in pots.growing([100, 500], 0b01, 0)] == [(600, (0,))]
    assert pots.growing([0, 0], 0b11, 0b11) == ()
