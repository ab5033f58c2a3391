"""What holds for every game in the catalogue, over random rounds with legal and illegal steps (the contract)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_assist import fold, script
from dealer_assist.fold import Point, Taken
from dealer_assist.game import Bets, Choice, Deal, Game, Line, Orders, Over, Refused, Turn, Viewer
from dealer_assist.games import catalogue
from tests import random_rounds
from tests.random_rounds import GAMES, JSON, act_step, rows

VIEWERS: Final[tuple[Viewer, ...]] = ("display", "dealer", "pit")

every_game = pytest.mark.parametrize("name", sorted(catalogue.GAMES))
#: A round is drawn by its seed: the same everywhere, and named when it fails.
seeds = st.integers(min_value=0, max_value=2**32 - 1)


def bounded(examples: int) -> settings:
    """The same rounds at each run, and no limit of time for a single one on a busy machine."""
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


class Round:
    """A round under way: the steps that were tried, with the point before and what came of each."""

    def __init__(self, name: str, random: Random, misdeals: bool = True, garbage: bool = True) -> None:
        self.script, self.brought = random_rounds.begin(name, random)
        self.game: Game[Any] = random_rounds.game_of(self.script)
        self.point = fold.begin(self.game)
        self.steps: list[JSON] = []
        self._random = random
        self._kinds = (misdeals, garbage)

    def play(self) -> Iterator[tuple[Point, JSON, Taken | Refused]]:
        """Play to the end (or to 150 steps), step by step."""
        for step in random_rounds.steps_of(self.game, self._random, lambda: self.point, *self._kinds):
            before = self.point
            outcome = fold.take(self.game, before, step)
            if isinstance(outcome, Taken):
                self.point = outcome.point
                self.steps.append(step)
            yield before, step, outcome

    def finish(self) -> Round:
        """Play to the end."""
        for _ in self.play():
            pass
        return self


def lines_of(settlement: JSON) -> dict[Any, list[JSON]]:
    """The lines by seat or account."""
    return {party: row["lines"] for party, row in rows(settlement).items()}


def test_every_game_is_played_here() -> None:
    """A game that nobody taught the random player would not be tested."""
    assert set(GAMES) == set(catalogue.GAMES)


@every_game
@given(seed=seeds)
@bounded(250)
def test_chips_stakes_and_house_are_conserved(name: str, seed: int) -> None:
    """After every step, accepted or refused, the sum is what the seats brought; no chips fall below 0."""
    round_ = Round(name, Random(seed))
    for _ in round_.play():
        settlement: JSON = round_.game.settlement(round_.point.state)
        assert GAMES[name].balance(settlement) == round_.brought
        assert all(not str(row["chips"]).startswith("-") for row in rows(settlement).values())


@every_game
@given(seed=seeds)
@bounded(150)
def test_a_refusal_changes_nothing_and_a_step_not_the_past(name: str, seed: int) -> None:
    """The state before a step is the same afterwards, at the end too, and a refusal says why."""
    round_ = Round(name, Random(seed))
    past = [(round_.point.state, _copy(round_.point.state))]
    for before, _, outcome in round_.play():
        state, copied = past[-1]
        assert _copy(state) == copied
        if isinstance(outcome, Refused):
            assert outcome.why
            assert round_.point is before
        else:
            past.append((round_.point.state, _copy(round_.point.state)))
    assert all(_copy(state) == copied for state, copied in past)


def _copy(state: object) -> bytes:
    return msgspec.json.encode(state, enc_hook=str)


@every_game
@given(seed=seeds)
@bounded(150)
def test_lines_are_those_in_force(name: str, seed: int) -> None:
    """Lines settled, less those reversed, are the lines of the state, whatever was cancelled."""
    round_ = Round(name, Random(seed))
    ledger: list[Line] = []
    for _, _, outcome in round_.play():
        if isinstance(outcome, Taken):
            for line in outcome.reversed:
                ledger.remove(line)
            ledger += outcome.lines
        in_force = list(round_.game.lines(round_.point.state))
        assert sorted(map(repr, ledger)) == sorted(map(repr, in_force))


@every_game
@given(seed=seeds)
@bounded(100)
def test_a_cut_script_has_the_first_lines_of_the_whole(name: str, seed: int) -> None:
    """Without misdeals the lines so far are the first of the lines later, seat by seat."""
    round_ = Round(name, Random(seed), misdeals=False)
    so_far = lines_of(round_.game.settlement(round_.point.state))
    for _ in round_.play():
        now = lines_of(round_.game.settlement(round_.point.state))
        for seat, lines in so_far.items():
            assert now[seat][: len(lines)] == lines
        so_far = now


@every_game
@given(seed=seeds)
@bounded(40)
def test_a_script_may_be_cut_anywhere(name: str, seed: int) -> None:
    """Every first part of a script that was played settles, balanced, whatever misdeals it holds."""
    round_ = Round(name, Random(seed), garbage=False).finish()
    for cut in range(len(round_.steps) + 1):
        answer: JSON = script.settle(json.dumps({**round_.script, "steps": round_.steps[:cut]}))
        assert answer["format"] == "settlement/1"
        assert GAMES[name].balance(answer) == round_.brought


@every_game
@given(seed=seeds)
@bounded(150)
def test_awaits_is_over_when_the_round_is_complete_and_never_empty_before(name: str, seed: int) -> None:
    """Over exactly when the settlement is complete; before that somebody is named."""
    round_ = Round(name, Random(seed))
    for _ in round_.play():
        awaited = round_.game.awaits(round_.point.state)
        assert isinstance(awaited, Over) == round_.game.settlement(round_.point.state)["complete"]
        match awaited:
            case Choice(offers=offers):
                assert offers
            case Bets(seats=seats, first=first):
                chips = [seat["chips"] for seat in round_.script["seats"]]
                assert seats or first or max(chips) < 30  # nobody can bet
            case Deal() | Turn() | Orders() | Over():
                pass


@every_game
@given(seed=seeds)
@bounded(100)
def test_what_is_offered_is_accepted_and_nothing_else(name: str, seed: int) -> None:
    """Every act of every seat: accepted if it is offered to that seat, refused if not."""
    round_ = Round(name, Random(seed), garbage=False)
    for _ in round_.play():
        game, point = round_.game, round_.point
        seats = [seat["seat"] for seat in round_.script.get("seats", ())]
        for step, allowed in GAMES[name].verdicts(game, point, seats):
            taken = isinstance(fold.take(game, point, step), Taken)
            assert taken == allowed, (step, game.awaits(point.state))


@every_game
@given(seed=seeds)
@bounded(100)
def test_an_offer_takes_the_chips_that_it_names(name: str, seed: int) -> None:
    """The price of an act, less what the act itself settles, leaves the player's chips."""
    round_ = Round(name, Random(seed), garbage=False)
    for _ in round_.play():
        awaited = round_.game.awaits(round_.point.state)
        if not isinstance(awaited, Choice):
            continue
        for offer in awaited.offers:
            taken = fold.take(round_.game, round_.point, act_step(awaited.seat, offer))
            assert isinstance(taken, Taken)
            paid = sum(line.paid for line in taken.lines if line.seat == awaited.seat)
            before, after = (_chips(round_.game, point, awaited.seat) for point in (round_.point, taken.point))
            assert after == before - offer.chips + paid


def _chips(game: Game[Any], point: Point, number: int) -> int:
    settlement: JSON = game.settlement(point.state)
    return int(rows(settlement)[number]["chips"])


@every_game
@given(seed=seeds)
@bounded(100)
def test_a_face_down_card_is_in_no_view(name: str, seed: int) -> None:
    """Two rounds that differ only in the face-down card look the same to everyone until it is turned."""
    round_ = Round(name, Random(seed), misdeals=False, garbage=False).finish()
    down = _face_down(round_)
    if down is None:
        return
    faces = GAMES[name].two_faces(round_.script, round_.steps, Random(seed))
    views = [_views(round_, down, card) for card in faces]
    for one, other in zip(*views, strict=False):
        assert one == other


def _face_down(round_: Round) -> int | None:
    """The step that dealt a card face down."""
    point = fold.begin(round_.game)
    for number, step in enumerate(round_.steps):
        awaited = round_.game.awaits(point.state)
        if isinstance(awaited, Deal) and awaited.face_down:
            return number
        taken = fold.take(round_.game, point, step)
        assert isinstance(taken, Taken)
        point = taken.point
    return None


def _views(round_: Round, down: int, card: str) -> list[bytes]:
    """What everyone sees after each step from the face-down one on, with `card` in its place, until it is turned."""
    steps = [{**step, "card": card} if number == down else step for number, step in enumerate(round_.steps)]
    point, seen = fold.begin(round_.game), []
    for number, step in enumerate(steps):
        taken = fold.take(round_.game, point, step)
        if isinstance(taken, Refused):
            break  # once it is turned, the two rounds part
        point = taken.point
        if number >= down:
            if not GAMES[round_.game.name].lies_face_down(round_.game, point, steps[down]["to"]):
                break
            views = [round_.game.show(point.state, viewer) for viewer in VIEWERS]
            seen.append(msgspec.json.encode([views, _awaited(round_.game, point)]))
    return seen


def _awaited(game: Game[Any], point: Point) -> str:
    return repr(game.awaits(point.state))


@every_game
@given(seed=seeds)
@bounded(100)
def test_a_script_played_again_is_the_same(name: str, seed: int) -> None:
    """Steps through their JSON and back give the same events, states and lines."""
    round_ = Round(name, Random(seed)).finish()
    written: list[JSON] = json.loads(json.dumps(round_.steps))
    assert [round_.game.read(step) for step in written] == [round_.game.read(step) for step in round_.steps]
    again = fold.play(random_rounds.game_of(round_.script), written)
    assert again == round_.point


@every_game
@given(seed=seeds)
@bounded(100)
def test_an_amendment_to_itself_changes_nothing(name: str, seed: int) -> None:
    """Back to any step and the same steps again: the same lines and chips, only more cards are out."""
    round_ = Round(name, Random(seed), misdeals=False, garbage=False)
    GAMES[name].plenty(round_.script)
    round_.game = random_rounds.game_of(round_.script)
    round_.finish()
    if not round_.steps:
        return
    step = Random(seed).randrange(len(round_.steps))
    point = round_.point
    for again in ({"misdeal": "restorable", "back_to": step}, *round_.steps[step:]):
        taken = fold.take(round_.game, point, again)
        if isinstance(taken, Refused):
            assert taken.clause == GAMES[name].NO_MORE_CARDS  # the burned cards were the last of their kind
            return
        point = taken.point
    assert round_.game.settlement(point.state) == round_.game.settlement(round_.point.state)


@every_game
def test_the_random_player_sees_the_whole_game(name: str) -> None:
    """The properties are checked where it matters: rounds end, and in every way that a stake can be settled."""
    outcomes, over = set(), 0
    for seed in range(400):
        round_ = Round(name, Random(seed), garbage=False).finish()
        settlement: JSON = round_.game.settlement(round_.point.state)
        over += settlement["complete"]
        outcomes |= {line["outcome"] for lines in lines_of(settlement).values() for line in lines}
    assert over > 300
    assert outcomes >= GAMES[name].SEEN
