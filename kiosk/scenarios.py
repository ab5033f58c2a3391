"""Every fault and many rounds without one, staged and played: what was found, as two tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final, TypeVar

import cv2
import msgspec

from dealer_assist.faults import Fault
from dealer_assist.script import Script
from kiosk.playing import OPENINGS, rounds
from kiosk.scenario import Depth, Outcome, play
from kiosk.staging import Plan, plan
from kiosk.wrongs import WRONGS, named
from models.corners import CornerRecogniser
from models.partly import Partly
from models.recogniser import load
from models.tables import Rows

#: Seconds of the table's time within which a fault must be found, and cards within which an order must be.
WITHIN_S: Final = 1.0
WITHIN_CARDS: Final = 25
#: Rounds that one session without faults has.
SESSION: Final = 4
#: Rounds that are tried until one has a place for a fault.
_TRIES: Final = 60

T = TypeVar("T")
R = TypeVar("R")


class Case(msgspec.Struct, frozen=True):
    """A fault to be staged in a round of `game`."""

    wrong: str
    game: str
    seed: int = 0


class Told(msgspec.Struct, frozen=True):
    """What was found of a fault: every finding, how long after it was there (s; cards where it comes bit by bit)."""

    case: Case
    awaited: str
    found: tuple[str, ...]
    after: float | None
    by_cards: bool

    @property
    def is_only(self) -> bool:
        """Whether what had to be found was, and nothing else."""
        return self.found == ((self.awaited,) if self.awaited else ()) and self.after is not None

    @property
    def is_right(self) -> bool:
        """Whether it was, in time."""
        return self.is_only and self.after is not None and self.after <= (WITHIN_CARDS if self.by_cards else WITHIN_S)


class Played(msgspec.Struct, frozen=True):
    """A session without faults: how many rounds, and what was found although nothing was wrong."""

    game: str
    seed: int
    rounds: int
    cards: int
    seconds: float
    found: tuple[str, ...]


def cases(names: Iterable[str] = (), each: int = 1) -> list[Case]:
    """Every fault in every game that has it, at `each` places; only those `names`, if there are any."""
    wanted = [named(name) for name in names] or list(WRONGS.values())
    return [Case(wrong.name, game, seed) for wrong in wanted for game in wrong.kinds for seed in range(each)]


def staged(case: Case) -> tuple[Plan, Script]:
    """The session in which the fault of `case` happens, and its round."""
    wrong = WRONGS[case.wrong]
    for number in range(_TRIES):
        (script,) = rounds(case.game, 1, case.seed * _TRIES + number)
        try:
            return plan([script], wrong, case.seed), wrong.made(script)
        except Fault:
            if number == _TRIES - 1:
                raise
    raise AssertionError


def told(case: Case) -> Told:
    """Stage one fault on film, play it, and say what was found."""
    planned, script = staged(case)
    # What comes bit by bit comes from the shoe: no frame tells more of it than another.
    outcome = play(planned, script, case.seed, _reader(), "brief" if planned.wrong_s is None else "film")
    awaited = WRONGS[case.wrong].kinds[case.game]
    found = tuple(each.kind for each in outcome.found)
    return Told(case, awaited, found, _after(planned, outcome, awaited), planned.wrong_s is None)


def _after(planned: Plan, outcome: Outcome, awaited: str) -> float | None:
    """How long after it could be noticed the fault was found, or the step that was owed came."""
    if not awaited:
        at_s = outcome.owed_s
    else:
        first = next((each for each in outcome.found if each.kind == awaited), None)
        if first is not None and planned.wrong_s is None:
            return float(first.cards)
        at_s = None if first is None else first.at_s
    return None if at_s is None or planned.wrong_s is None else round(at_s - planned.wrong_s, 3)


def sessions(count: int, seed: int, depth: Depth, length: int = SESSION) -> list[tuple[str, int, int, Depth]]:
    """`count` rounds without faults, the games in turn, `length` rounds each: game, seed and rounds of each session."""
    games, left = list(OPENINGS), count
    made: list[tuple[str, int, int, Depth]] = []
    while left > 0:
        made.append((games[len(made) % len(games)], seed + len(made), min(length, left), depth))
        left -= length
    return made


def played(session: tuple[str, int, int, Depth]) -> Played:
    """Play one session without faults."""
    game, seed, count, depth = session
    scripts = rounds(game, count, 100_000 + seed)
    planned = plan(scripts)
    outcome = play(planned, scripts[0], seed, _reader(), depth)
    cards = sum("card" in step for script in scripts for step in script.steps)
    found = tuple(f"{each.kind} at {each.at_s:.1f} s: {each.facts}" for each in outcome.found)
    return Played(game, seed, count, cards, planned.length_s, found)


def each(do: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """`do` of every item, in their order, in `jobs` processes."""
    if jobs == 1:
        yield from map(do, items)
        return
    with ProcessPoolExecutor(jobs, initializer=_alone) as pool:
        yield from pool.map(do, items)


def _alone() -> None:
    """One process, one thread of OpenCV's."""
    cv2.setNumThreads(1)


def _loaded() -> Partly:
    plain = load()
    assert isinstance(plain, CornerRecogniser)
    return Partly(plain)


def _reader() -> Partly:
    """A recogniser that has seen no table yet: what one session taught it must not speak in another."""
    return _loaded()


def detection(found: Iterable[Told]) -> Rows:
    """The faults as a table."""
    rows: Rows = [("what goes wrong", "game", "to be found", "found", "only it", "after", "in time")]
    for one in found:
        words = WRONGS[one.case.wrong].words
        after = "" if one.after is None else f"{one.after:.0f} cards" if one.by_cards else f"{one.after:.2f} s"
        names = ", ".join(one.found) or ("recorded" if one.after is not None else "nothing")
        only, right = ("yes" if fact else "NO" for fact in (one.is_only, one.is_right))
        rows.append((words, one.case.game, one.awaited or "no finding", names, only, after, right))
    return rows


def false_alarms(found: Iterable[Played]) -> Rows:
    """The sessions without faults as a table, by game."""
    rows: Rows = [("game", "rounds", "cards", "minutes at the table", "rounds with a finding")]
    sums: dict[str, list[Any]] = {}
    for one in found:
        row = sums.setdefault(one.game, [0, 0, 0.0, 0])
        for at, more in enumerate((one.rounds, one.cards, one.seconds / 60, len(one.found))):
            row[at] += more
    sums["all"] = [sum(row[at] for row in sums.values()) for at in range(4)]
    return [*rows, *((game, str(r), str(c), f"{minutes:.0f}", str(f)) for game, (r, c, minutes, f) in sums.items())]
