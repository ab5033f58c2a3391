"""A freeze-out: levels, eliminations, the button with shrinking seats, standings; played to the end by whole hands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealer_assist import fold
from dealer_assist.games import catalogue
from dealer_assist.games.omaha import tournament
from dealer_assist.games.omaha.tournament import Out, Schedule, Standing
from tests.random_rounds import omaha as player

JSON = dict[str, Any]


def ended(**chips: int) -> JSON:
    """A settlement: `ended(s1=500, s2=0)`."""
    return {"complete": True, "seats": [{"seat": int(seat[1:]), "chips": held} for seat, held in chips.items()]}


def test_levels_rise_by_hands_or_minutes() -> None:
    """Every three hands, or every 20 minutes, from the first to the last level; antes from a level on."""
    hands = Schedule("hands", 3, first=2, last=4)
    assert [hands.level(number, 1000) for number in range(9)] == [2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert [Schedule("minutes", 20).level(1000, minutes) for minutes in (0, 19, 20, 139, 1000)] == [1, 1, 2, 7, 7]
    now = tournament.begin([1, 2], 500, Schedule("minutes", 10, antes_from=2))
    assert now.next_hand()["options"] == {"level": 1, "with_ante": False, "button": 1, "rake": False}
    now = tournament.hand_over(now, ended(s1=400, s2=600), minutes=10)
    assert now.next_hand()["options"] == {"level": 2, "with_ante": True, "button": 2, "rake": False}


def test_who_has_no_chips_is_out_and_the_button_goes_on() -> None:
    """3 and 5 go in one hand, 5 with more: it is ahead; the button moves to the next who is left."""
    now = tournament.begin([1, 3, 5, 7], 500, button=1)
    now = tournament.hand_over(now, ended(s1=400, s3=300, s5=600, s7=700))
    assert now.button == 3
    now = tournament.hand_over(now, ended(s1=400, s3=0, s5=0, s7=1600))
    assert (now.button, now.chips) == (7, ((1, 400), (7, 1600)))
    assert now.out == (Out(3, 2, 300), Out(5, 2, 600))
    assert tournament.standings(now) == (
        Standing(1, 7, 1600),
        Standing(2, 1, 400),
        Standing(3, 5, 0, 2),
        Standing(4, 3, 0, 2),
    )
    now = tournament.hand_over(now, ended(s1=0, s7=2000))
    assert (now.winner, now.is_over) == (7, True)
    with pytest.raises(ValueError, match="over"):
        now.next_hand()


def test_equal_chips_share_a_place() -> None:
    """Two who began their last hand with 500 each are both third."""
    now = tournament.hand_over(tournament.begin([1, 2, 3, 4], 500), ended(s1=1000, s2=0, s3=0, s4=1000))
    assert [(row.place, row.seat) for row in tournament.standings(now)] == [(1, 1), (1, 4), (3, 3), (3, 2)]


def test_who_is_sent_from_the_table_is_out() -> None:
    """With chips or without (O7.3, O8)."""
    settlement = ended(s1=500, s2=400, s3=600)
    settlement["seats"][1]["sent"] = True
    now = tournament.hand_over(tournament.begin([1, 2, 3], 500), settlement)
    assert [seat for seat, _ in now.chips] == [1, 3]


@pytest.mark.parametrize(
    ("seats", "chips", "button"), [([1], 500, None), ([1, 1], 500, None), ([1, 2], 0, None), ([1, 2], 5, 3)]
)
def test_what_can_not_begin(seats: list[int], chips: int, button: int | None) -> None:
    """One player, a seat twice, no chips, a button at nobody's seat."""
    with pytest.raises(ValueError, match=r"seat|chips"):
        tournament.begin(seats, chips, button=button)


def test_another_hand_is_refused() -> None:
    """One that is not over, or of other seats."""
    now = tournament.begin([1, 2], 500)
    for wrong in ({**ended(s1=1, s2=1), "complete": False}, ended(s1=1), ended(s1=1, s2=1, s3=1)):
        with pytest.raises(ValueError, match="settlement"):
            tournament.hand_over(now, wrong)


@pytest.mark.parametrize("seed", range(5))
def test_played_to_the_end(seed: int) -> None:
    """Six seats of 1500 at random: chips are never lost, a level follows another, one seat has all in the end."""
    random = Random(seed)
    now = tournament.begin(range(1, 7), 1500, Schedule(each=4))
    added = 0
    while not now.is_over and now.hands < 400:
        begins = now.next_hand()
        game = catalogue.make("omaha", begins["options"], begins["seats"])
        point = fold.begin(game)
        while (step := player.awaited_step(game, point, random)) is not None:
            taken = fold.take(game, point, step)
            point = taken.point if isinstance(taken, fold.Taken) else point
        settlement: JSON = game.settlement(point.state)
        added += settlement["house_adds"]  # odd chips (O6.5)
        now = tournament.hand_over(now, settlement)
        assert sum(chips for _, chips in now.chips) == 9000 + added
        assert not {seat for seat, _ in now.chips} & {out.seat for out in now.out}
    assert now.is_over
    assert {row.seat for row in tournament.standings(now)} == set(range(1, 7))
    assert tournament.standings(now)[0].seat == now.winner
