"""Who is signed in: how long, and why no longer."""

from __future__ import annotations

import pytest

from kiosk import people_file
from kiosk.people import People
from kiosk.visits import IDLE_S, Visits
from tests.kiosks import CHEAP, PEOPLE
from tests.test_people import Clock

DEALER, SUPERVISOR = PEOPLE[0][0], PEOPLE[2][0]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people() -> People:
    return People.of(PEOPLE, CHEAP)


@pytest.fixture
def visits(people: People, clock: Clock) -> Visits:
    return Visits(people, clock=clock)


def test_a_visit_lasts_while_somebody_touches_the_screen(visits: Visits, clock: Clock) -> None:
    word = visits.begin(DEALER)
    for _ in range(5):
        clock.now += IDLE_S - 1
        assert visits.who(word) == DEALER
    clock.now += IDLE_S + 1
    assert visits.who(word) is None
    assert visits.why(word) == "You were signed out, because nobody touched this screen for 30 minutes. Sign in again."
    assert visits.who(word) is None, "what has ended does not come back"


def test_an_open_page_keeps_it_while_a_round_runs_and_not_otherwise(visits: Visits, clock: Clock) -> None:
    word = visits.begin(DEALER)
    for _ in range(5):
        clock.now += IDLE_S - 1
        assert visits.ended(word, running=True) is None
    clock.now += IDLE_S - 1
    assert visits.ended(word, running=False) is None
    clock.now += 2
    assert "30 minutes" in str(visits.ended(word, running=False))
    assert "30 minutes" in str(visits.ended(word, running=True)), "a round that begins later brings nobody back"


def test_signing_out_ends_this_visit_only(visits: Visits) -> None:
    one, other = visits.begin(DEALER), visits.begin(DEALER)
    visits.end(one)
    assert visits.who(one) is None
    assert visits.who(other) == DEALER
    assert one != other


def test_the_table_closes(visits: Visits) -> None:
    words = [visits.begin(DEALER), visits.begin(SUPERVISOR)]
    visits.close()
    assert [visits.who(word) for word in words] == [None, None]
    assert visits.why(words[0]) == "You were signed out, because the table was closed."


@pytest.mark.parametrize("change", ["removed", "pin", "role"])
def test_a_person_who_is_changed_is_signed_out(people: People, visits: Visits, change: str) -> None:
    word, other = visits.begin(DEALER), visits.begin(SUPERVISOR)
    file = people._file
    match change:
        case "removed":
            people._file = people_file.removed(file, DEALER.badge)
        case "pin":
            people._file = people_file.with_pin(file, DEALER.badge, "8642", CHEAP)
        case _:
            gone = people_file.removed(file, DEALER.badge)
            person = people_file.checked_person(DEALER.badge, DEALER.name, "auditor")
            people._file = people_file.added(gone, person, "1357", CHEAP)
    assert visits.who(word) is None
    assert "your role or PIN was changed" in visits.why(word)
    assert visits.who(other) == SUPERVISOR


def test_a_word_that_nobody_was_given(visits: Visits) -> None:
    for word in ("", "guess"):
        assert visits.who(word) is None
    assert visits.why("") == "Sign in first. Nothing was done."
    assert visits.why("guess") == "Your sign-in has ended. Nothing was done: sign in again."


def test_visits_do_not_fill_the_memory(visits: Visits) -> None:
    words = [visits.begin(DEALER) for _ in range(600)]
    assert len(visits._visits) <= 256
    assert len(visits._ended) <= 256
    assert visits.who(words[-1]) == DEALER


def test_who_signs_in_again_and_again_ends_nobody_elses_visit(visits: Visits) -> None:
    supervisor, first = visits.begin(SUPERVISOR), visits.begin(DEALER)
    words = [visits.begin(DEALER) for _ in range(300)]
    assert visits.who(supervisor) == SUPERVISOR
    assert (visits.who(first), visits.who(words[0])) == (None, None)
    assert [visits.who(word) for word in words[-32:]] == [DEALER] * 32
