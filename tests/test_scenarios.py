"""Every fault, staged at every game that has it, and rounds without any: through bytes, film, recogniser and rules."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dealer_assist.cli import main
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.journal import recorded
from kiosk import scenarios as staged
from kiosk.playing import OPENINGS, rounds
from kiosk.scenario import Depth, Found, Outcome, play
from kiosk.scenarios import Case, Played, Told
from kiosk.staging import plan
from kiosk.wrongs import WRONGS

#: A film is read frame by frame; on a machine that is shared by many this takes a while.
pytestmark = pytest.mark.timeout(600)

ROUNDS = 50
#: Six sessions: an empty felt takes as long to draw and to look at as a dozen of cards.
SESSIONS = staged.sessions(ROUNDS, 1, "brief", 9)


def _cases() -> list[Case]:
    """Every fault at every game that has it, in the long form of the fault tests; else each at one game, in turn."""
    every = staged.cases()
    if os.environ.get("FAULTS") == "long":
        return every
    by_wrong: dict[str, list[Case]] = {}
    for case in every:
        by_wrong.setdefault(case.wrong, []).append(case)
    return [cases[at % len(cases)] for at, cases in enumerate(by_wrong.values())]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{case.wrong}-{case.game}")
def test_a_fault_is_found_alone_and_in_time(case: Case) -> None:
    told = staged.told(case)
    assert told.found == ((told.awaited,) if told.awaited else ())
    assert told.after is not None
    assert told.after <= (staged.WITHIN_CARDS if told.by_cards else staged.WITHIN_S)


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: f"{session[0]}-{session[1]}")
def test_rounds_without_a_fault_raise_nothing(session: tuple[str, int, int, Depth]) -> None:
    assert staged.played(session).found == ()


def test_the_rounds_are_as_many_as_were_asked_for_and_of_all_games() -> None:
    assert sum(count for _, _, count, _ in SESSIONS) == ROUNDS
    assert {game for game, _, _, _ in SESSIONS} == set(OPENINGS)
    assert len({seed for _, seed, _, _ in SESSIONS}) == len(SESSIONS)


def test_a_scenario_gives_the_same_answers_again() -> None:
    planned, script = staged.staged(Case("skipped", "triple"))
    one, two = (play(planned, script, 3, staged._reader(), "film") for _ in range(2))
    assert one == two
    assert one.found


def test_every_finding_of_the_devices_has_a_fault_that_raises_it() -> None:
    raised = {kind for wrong in WRONGS.values() for kind in wrong.kinds.values()}
    assert raised >= {
        *("disagree", "wrong_box", "skipped", "twice", "extra", "unseen", "face_down", "exposed", "turned", "switched"),
        "astray",
        *("impossible", "shoe_count", "order", "shoe_lost", "camera_lost", "camera_blind", "camera_moved", "shoe_back"),
    }


def test_a_fault_is_refused_where_it_cant_happen() -> None:
    with pytest.raises(Fault, match="joker can't happen in a round of omaha"):
        plan(rounds("omaha", 1, 1), WRONGS["joker"])
    with pytest.raises(Fault, match="there is no fault 'storm' to be staged; there are\n  disagree "):
        staged.cases(["storm"])


def test_what_is_late_or_not_alone_is_not_right() -> None:
    case = Case("skipped", "triple")
    assert Told(case, "skipped", ("skipped",), 0.6, False).is_right
    assert not Told(case, "skipped", ("skipped",), 1.1, False).is_right
    assert not Told(case, "skipped", ("skipped", "unseen"), 0.6, False).is_right
    assert not Told(case, "skipped", (), None, False).is_right
    assert not Told(case, "skipped", ("wrong_box",), None, False).is_right
    assert not Told(case, "order", ("order",), 26.0, True).is_right
    late = staged.detection([Told(case, "skipped", ("unseen", "skipped"), 1.1, False)])[1]
    assert late == ("a box is skipped", "triple", "skipped", "unseen, skipped", "NO", "1.10 s", "NO")


def test_the_finding_that_was_awaited_is_the_one_that_is_timed() -> None:
    planned, _ = staged.staged(Case("skipped", "triple"))
    assert planned.wrong_s is not None
    found = tuple(Found(planned.wrong_s + at_s, kind, {}, 3) for at_s, kind in ((0.25, "extra"), (0.5, "skipped")))
    assert staged._after(planned, Outcome(found, None, False, 9), "skipped") == 0.5


def test_the_sums_of_the_rounds_without_a_fault() -> None:
    sessions = [Played("omaha", 1, 4, 80, 240.0, ()), Played("triple", 2, 4, 60, 120.0, ("extra at 3.0 s: {}",))]
    assert staged.false_alarms(sessions)[1:] == [
        ("omaha", "4", "80", "4", "0"),
        ("triple", "4", "60", "2", "1"),
        ("all", "8", "140", "6", "1"),
    ]


def test_the_command_prints_the_tables_and_tells_by_its_exit() -> None:
    done = CliRunner().invoke(
        main, ["evaluate", "scenarios", "--rounds", "0", "--fault", "missing", "--fault", "order"]
    )
    assert done.exit_code == 0, done.output
    assert "6 of 6 found, alone and in time" in done.output


def test_a_fault_is_staged_into_a_folder(tmp_path: Path) -> None:
    script = tmp_path / "rounds.jsonl"
    script.write_bytes(msgspec.json.encode(rounds("exchange_blackjack", 1, 2)[0]))
    out = tmp_path / "extra"
    done = CliRunner().invoke(main, ["stage", str(script), "--out", str(out), "--fault", "extra", "--seed", "0"])
    assert done.exit_code == 0, done.output
    assert "what goes wrong is there at" in done.output
    with recorded(out / JOURNAL) as journal:
        kinds = [record.content()["kind"] for record in journal.records() if record.kind == "finding"]
    assert kinds == ["extra"]
    # What records it and what replays it read the film alike: both are the recogniser that its table names.
    again = CliRunner().invoke(main, ["replay", str(out)])
    assert again.exit_code == 0, again.output
