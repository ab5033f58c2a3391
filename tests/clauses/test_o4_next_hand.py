"""O4.1, O4.4, O2.4, O7.3: how one hand follows from another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealer_assist import fold
from dealer_assist.game import Change, Over, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.omaha import Omaha
from tests.clauses.omaha import house_of, steps
from tests.clauses.table import clause, option

JSON = dict[str, Any]


class Stay:
    """Hands at one table, one after another; everyone folds to the big blind unless something else is played."""

    def __init__(self, seats: dict[int, int], house: Path | None = None, **options: object) -> None:
        self.house = house
        rows = [{"seat": seat, "chips": chips} for seat, chips in seats.items()]
        self.header: JSON = {"options": {"rake": False, "small_blind": 50, "big_blind": 100} | options, "seats": rows}

    @property
    def game(self) -> Omaha:
        """The hand that is to be played."""
        return Omaha(catalogue.load_house("omaha", self.house), self.header["options"], self.header["seats"])

    @property
    def places(self) -> tuple[int, int, int]:
        """Button, small blind (-1: nobody) and big blind."""
        places = self.game.table.places
        return places.button, places.small, places.big

    def play(self, text: str | None = None) -> Stay:
        """One hand, and the header of the next."""
        game = self.game
        point = fold.play(game, steps(text if text is not None else self._all_fold(game)))
        assert isinstance(point, fold.Point), point
        for event in game.silence(point.state):
            taken = fold.take_event(game, point, event)
            assert isinstance(taken, fold.Taken)
            point = taken.point
        assert isinstance(game.awaits(point.state), Over)
        self.header = game.follow(self.header, game.settlement(point.state))
        return self

    @staticmethod
    def _all_fold(game: Omaha) -> str:
        numbers, big = game.table.numbers, game.table.big
        return "; ".join(f"{seat} fold" for seat in (*numbers[big + 1 :], *numbers[:big]))

    def change(self, do: Any, seat: int, chips: int = 0) -> Stay:
        """Somebody comes, buys in or leaves."""
        seats = self.game.change(self.header["seats"], Change(do, seat, chips))
        assert not isinstance(seats, Refused), seats
        self.header = {**self.header, "seats": seats}
        return self


@clause("O4.1")
@option("after", {}, {"button": 1})
def test_o4_1_the_button_moves_clockwise() -> None:
    """O4.1: from seat 1 to 2, 4, 7 and round, blinds left of it; the first one at the next seat if 1 is empty."""
    stay = Stay({1: 1000, 2: 1000, 4: 1000, 7: 1000})
    seen = [stay.places]
    for _ in range(4):
        seen.append(stay.play().places)
    assert seen == [(1, 2, 4), (2, 4, 7), (4, 7, 1), (7, 1, 2), (1, 2, 4)]
    assert Stay({3: 1000, 4: 1000}).places == (3, 3, 4)


@clause("O4.1")
def test_o4_1_chips_are_carried_over() -> None:
    """O4.1: what the blinds lost and won is in the next hand, and who leaves takes the button with nobody."""
    stay = Stay({1: 1000, 2: 1000, 4: 1000}).play()
    assert stay.header["seats"] == [{"seat": 1, "chips": 1000}, {"seat": 2, "chips": 950}, {"seat": 4, "chips": 1050}]
    assert stay.change("leave", 2).places == (4, 4, 1)
    stay = Stay({1: 1000, 2: 1000, 4: 1000, 5: 1000}).play().change("leave", 2)
    assert stay.places == (4, 5, 1)


@clause("O4.1")
@option("button_moves", "to_next", "dead")
def test_o4_1_the_dead_button(tmp_path: Path) -> None:
    """O4.1: the big blind moves to the next player; small blind and button to where the blinds were, taken or not."""
    house = house_of(tmp_path, button_moves="dead")
    stay = Stay({1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000}, house)
    assert stay.places == (1, 2, 3)
    assert stay.play().places == (2, 3, 4)
    stay.change("leave", 4)  # the big blind to be: the next player has it, the others as ever
    assert stay.places == (2, 3, 5)
    stay = Stay({1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000}, house).play().play()
    assert stay.places == (3, 4, 5)
    stay.play().change("leave", 5)  # it had the big blind: nobody posts the small one
    assert stay.places == (4, -1, 1)
    assert stay.play().places == (5, 1, 2)  # and the button is where nobody sits
    to_next = Stay({1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000}).play().play().play().change("leave", 5)
    assert to_next.places == (4, 1, 2)


@clause("O4.1")
def test_o4_1_the_dead_button_with_two_left(tmp_path: Path) -> None:
    """O4.1: the big blind moves on, the other has button and small blind."""
    stay = Stay({1: 1000, 2: 1000, 3: 1000}, house_of(tmp_path, button_moves="dead")).play()
    assert stay.change("leave", 1).places == (3, 3, 2)


@clause("O4.4")
@option("late_posts", "rule", "always", "never")
@pytest.mark.parametrize(
    ("late", "rule", "posted"),
    [("rule", "loj", 0), ("rule", "world", 100), ("always", "loj", 100), ("never", "world", 0)],
)
def test_o4_4_who_joins_late_posts_a_big_blind(tmp_path: Path, late: str, rule: str, posted: int) -> None:
    """O4.4: by the world rule, unless the house says; not where the blinds fall to the newcomer, nor a hand later."""
    house = house_of(tmp_path, late_posts=late)
    stay = Stay({1: 1000, 2: 1000, 3: 1000, 4: 1000}, house, rule=rule).play().change("sit", 6, 1000)
    assert stay.places == (2, 3, 4)
    assert stay.game.open().betting.put[stay.game.table.at[6]] == posted
    assert stay.play("6 fold; 1 fold; 2 fold; 3 fold").places == (3, 4, 6)
    stay = Stay({1: 1000, 2: 1000, 3: 1000}, house, rule=rule).play().change("sit", 4, 1000)
    assert stay.places == (2, 3, 4)
    assert stay.game.open().betting.middle == 150
    stay = Stay({1: 1000, 2: 1000, 3: 1000, 4: 1000}, house, rule=rule, extra_posts={}).play().change("sit", 7, 60)
    assert stay.game.open().betting.put[stay.game.table.at[7]] == min(posted, 60)


@clause("O4.4")
@option("missed_blinds", "forgiven", "posted")
def test_o4_4_who_comes_back_posts_the_missed_blinds(tmp_path: Path) -> None:
    """O4.4: 4 went bust and the big blind passed: back again it posts 50 dead and 100 live."""
    for missed, live, dead in (("posted", 100, 50), ("forgiven", 0, 0)):
        stay = Stay({1: 1000, 2: 1000, 3: 1000, 4: 100, 5: 1000}, house_of(tmp_path, missed_blinds=missed))
        lost = "hole 4 2h 2d 3h 3d; hole 2 Kh Kd Jc 3s; 4 call; 5 fold; 1 fold; 2 call; 3 fold; board Ks 9d 7h 4c 2s"
        stay.play(f"{lost}; 2 open; 4 open")
        assert [seat["seat"] for seat in stay.header["seats"]] == [1, 2, 3, 5]
        assert stay.places == (2, 3, 5)  # past seat 4
        stay.play().play().change("sit", 4, 1000)
        assert stay.places == (4, 5, 1)
        state = stay.game.open()
        assert (state.betting.put[stay.game.table.at[4]], state.dead) == (live, dead)


@clause("O2.4")
def test_o2_4_the_bankrupt_are_left_out() -> None:
    """O2.4: and with one player left the table waits until somebody sits down."""
    stay = Stay({1: 1000, 2: 100})
    held = "hole 1 Kh Kd Jc 3h; hole 2 2h 2d 3c 3d; 1 call; board Ks 9d 7h 4c 2s; 2 open; 1 open"
    stay.play(held)
    assert stay.header["seats"] == [{"seat": 1, "chips": 1100}]
    waiting = stay.game
    assert isinstance(waiting.awaits(waiting.open()), Over)
    assert waiting.settlement(waiting.open())["complete"]
    assert stay.play("").header["seats"] == [{"seat": 1, "chips": 1100}]
    assert stay.change("sit", 5, 500).places == (5, 5, 1)


@clause("O7.3")
def test_o7_3_acts_out_of_turn_are_counted_for_the_stay() -> None:
    """O7.3: two in one hand, the third in the next: sent away, and who owes a penalty owes it on."""
    stay = Stay({1: 1000, 2: 1000, 3: 1000, 4: 500})
    stay.play("fly 1 call; fly 1 call; 4 fold; 2 fold; 3 raise 200; 1 fold")
    assert stay.header["seats"][0] == {"seat": 1, "chips": 900, "flying": 2}
    assert stay.places == (2, 3, 4)
    stay.play("disclosed 4; fly 2 fold; 1 fold")
    assert [seat["seat"] for seat in stay.header["seats"]] == [1, 2, 3]
    assert stay.header["seats"][1] == {"seat": 2, "chips": 950, "flying": 1}
    stay.play("fly 1 call; 3 fold")
    assert 1 not in [seat["seat"] for seat in stay.header["seats"]]


@clause("O4.1")
@pytest.mark.parametrize(
    ("change", "clause_of"),
    [
        (Change("sit", 1, 100), "O1.1"),
        (Change("sit", 9, 100), "O1.1"),
        (Change("sit", "A", 100), "O1.1"),
        (Change("sit", 5, 0), "O2.1"),
        (Change("sit", 5, "100"), "O2.1"),
        (Change("buy_in", 5, 100), "O1.1"),
        (Change("leave", 5), "O1.1"),
    ],
)
def test_o4_1_changes_that_can_not_be(change: Change, clause_of: str) -> None:
    """O4.1: a seat taken, a seat that the table has not, nobody's seat, no chips; the last player closes the table."""
    game = Stay({1: 1000, 2: 1000}).game
    outcome = game.change([{"seat": 1, "chips": 5}, {"seat": 2, "chips": 5}], change)
    assert isinstance(outcome, Refused)
    assert outcome.clause == clause_of
    last = game.change([{"seat": 1, "chips": 5}], Change("leave", 1))
    assert isinstance(last, Refused)
