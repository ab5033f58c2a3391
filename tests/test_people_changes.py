"""What a supervisor changes of the people while a table runs: added, another PIN, locked out and let in again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist.faults import Fault
from kiosk import people_file
from kiosk.lockout import FREE
from kiosk.people import Declined, LockedOut, People, Person
from kiosk.people_commands import people as commands
from kiosk.visits import Visits
from tests.test_people import CHEAP, KNOWN, Clock, guess, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "people.toml"
    write(made, KNOWN)
    return made


@pytest.fixture
def people(path: Path) -> People:
    return People(path, clock=Clock(), hasher=CHEAP)


def test_a_person_who_is_added_signs_in_after_a_restart_too(people: People, path: Path) -> None:
    people.add(Person("3001", "Haruka", "auditor"), "7913")
    assert people.sign_in("3001", "7913", "one").name == "Haruka"
    assert People(path, hasher=CHEAP).sign_in("3001", "7913", "one").role == "auditor"
    assert "7913" not in path.read_text()
    with pytest.raises(Fault, match="badge 3001 is Haruka's already"):
        people.add(Person("3001", "Other", "dealer"), "8642")
    with pytest.raises(Fault, match="PIN"):
        people.add(Person("3002", "Other", "dealer"), "1")


def test_another_pin_signs_out_and_the_old_one_is_worth_nothing(people: People) -> None:
    visits = Visits(people)
    word = visits.begin(people.sign_in("1001", "1357", "one"))
    people.set_pin("1001", "97531")
    assert visits.who(word) is None
    assert people.sign_in("1001", "97531", "one").badge == "1001"
    guess(people, "1001")


def test_whoever_is_locked_out_is_signed_out_and_told_so_with_the_right_pin_only(people: People, path: Path) -> None:
    visits = Visits(people)
    word = visits.begin(people.sign_in("1001", "1357", "one"))
    people.lock("1001", True)
    assert visits.who(word) is None
    with pytest.raises(Declined, match="You are locked out"):
        people.sign_in("1001", "1357", "one")
    assert "locked out" not in guess(people, "1001").why
    assert people_file.load(path).find("1001") is not None
    people.lock("1001", False)
    assert people.sign_in("1001", "1357", "one").badge == "1001"
    with pytest.raises(Fault, match="nobody has it"):
        people.lock("9", True)


def test_a_supervisor_who_is_locked_out_approves_nothing(people: People) -> None:
    people.lock("2001", True)
    with pytest.raises(Declined, match="locked out"):
        people.approve(KNOWN[0][0], "2001", "8024", "one")


def test_letting_in_again_ends_the_wait_after_wrong_tries(people: People) -> None:
    guess(people, "1001", times=FREE)
    with pytest.raises(LockedOut):
        people.sign_in("1001", "1357", "two")
    assert {each.person.badge: each.wait_s > 0 for each in people.everybody()}["1001"]
    people.lock("1001", False)
    assert people.sign_in("1001", "1357", "two").badge == "1001"


def test_everybody_is_listed_without_a_pin(people: People) -> None:
    people.lock("1002", True)
    listed = people.everybody()
    assert [(each.person.badge, each.locked) for each in listed] == [
        ("1001", False),
        ("1002", True),
        ("2001", False),
        ("2002", False),
    ]
    assert "argon2" not in repr(listed)


def test_locking_by_the_command_line(path: Path) -> None:
    def said(*words: str) -> str:
        result = CliRunner().invoke(commands, [*words, "--file", str(path)])
        assert result.exit_code == 0, result.output
        return result.output

    assert "locked out" in said("lock", "1001")
    assert "Aino  (locked out)" in said("list")
    assert people_file.load(path).people[0].locked
    said("unlock", "1001")
    assert "locked" not in said("list")
    assert "locked" not in path.read_text()
