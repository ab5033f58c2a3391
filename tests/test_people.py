"""People, roles, the second person: who is let in, in which words, and how long a guess has to wait."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from dealer_assist.faults import Fault
from kiosk import people_file
from kiosk.lockout import FIRST_WAIT, FORGOTTEN, FREE, LONGEST_WAIT, Lockout
from kiosk.people import Declined, LockedOut, NotSecond, People, Person, WrongPin, sample_people
from kiosk.people_file import PeopleFile

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DEALER = Person("1001", "Aino", "dealer")
OTHER = Person("1002", "Kenji", "dealer")
SUPERVISOR = Person("2001", "Marja", "supervisor")
SECOND_SUPERVISOR = Person("2002", "Mikko", "supervisor")
KNOWN = [(DEALER, "1357"), (OTHER, "2468"), (SUPERVISOR, "8024"), (SECOND_SUPERVISOR, "9753")]


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(tmp_path: Path, clock: Clock) -> People:
    path = tmp_path / "people.toml"
    write(path, KNOWN)
    return People(path, clock=clock, hasher=CHEAP)


def write(path: Path, known: list[tuple[Person, str]], display: str = "") -> None:
    file = PeopleFile(display)
    for person, pin in known:
        file = people_file.added(file, person, pin, CHEAP)
    people_file.save(path, file)


def guess(people: People, badge: str, screen: str = "one", times: int = 1) -> Declined:
    """Wrong tries; what the last one was told."""
    said = Declined("")
    for _ in range(times):
        with pytest.raises(Declined) as caught:
            people.sign_in(badge, "0001", screen)
        said = caught.value
    return said


# Signing in


def test_badge_and_pin_let_in(people: People) -> None:
    assert people.sign_in("1001", "1357", "one") == DEALER
    assert people.sign_in("2001", "8024", "two") == SUPERVISOR


def test_an_unknown_badge_is_told_what_a_wrong_pin_is_told(people: People) -> None:
    wrong, unknown, rubbish = guess(people, "1001"), guess(people, "1999"), guess(people, "Aino; DROP", "two")
    assert {type(wrong), type(unknown), type(rubbish)} == {WrongPin}
    assert wrong.why == unknown.why == rubbish.why == "This badge and PIN do not belong together. Try again."


def test_an_unknown_badge_takes_as_long_as_a_wrong_pin(tmp_path: Path) -> None:
    hasher = PasswordHasher(time_cost=2, memory_cost=16_384, parallelism=1)
    people = People.of([(DEALER, "1357")], hasher)

    def took(badge: str, screen: str) -> float:
        began = time.process_time()
        guess(people, badge, screen)
        return time.process_time() - began

    known = min(took("1001", f"a{number}") for number in range(4))
    unknown = min(took("1999", f"b{number}") for number in range(4))
    assert 0.5 < unknown / known < 2


@pytest.mark.parametrize("pin", ["", "13570", "\ud800", "1357\x00", "x" * 4000])
def test_a_pin_that_can_not_be_is_a_wrong_one(people: People, pin: str) -> None:
    with pytest.raises(WrongPin):
        people.sign_in("1001", pin, "one")


# Wrong tries


def test_five_wrong_tries_then_a_wait_that_grows(people: People, clock: Clock) -> None:
    assert isinstance(guess(people, "1001", times=FREE - 1), WrongPin)
    said = guess(people, "1001")
    assert isinstance(said, LockedOut)
    assert (said.wait_s, said.why) == (30, "Too many wrong tries. Wait 30 s, then try again.")
    with pytest.raises(LockedOut):
        people.sign_in("1001", "1357", "another screen")
    clock.now = FIRST_WAIT - 1
    said = guess(people, "1001", "another screen")
    assert isinstance(said, LockedOut)
    assert said.wait_s == 1, "a try that was not looked at adds nothing"
    clock.now = FIRST_WAIT
    said = guess(people, "1001")
    assert isinstance(said, LockedOut)
    assert said.wait_s == 60
    clock.now += 60
    assert people.sign_in("1001", "1357", "one") == DEALER
    assert isinstance(guess(people, "1001", times=FREE - 1), WrongPin), "who came in begins anew"


def test_a_screen_that_tries_many_badges_has_to_wait(people: People) -> None:
    for badge in ("1001", "1002", "2001", "7", "8"):
        said = guess(people, badge, "one")
    assert isinstance(said, LockedOut)
    with pytest.raises(LockedOut):
        people.sign_in("2002", "9753", "one")
    assert people.sign_in("2002", "9753", "two") == SECOND_SUPERVISOR


def test_ones_own_sign_in_does_not_hide_guesses_at_others(people: People) -> None:
    for badge in ("1002", "1002", "2001", "2002"):
        guess(people, badge)
        people.sign_in("1001", "1357", "one")
    assert isinstance(guess(people, "1002"), LockedOut)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("127.0.0.1", "127.9.8.7", True),
        ("::1", "127.0.0.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
    ],
)
def test_who_has_many_addresses_is_one_screen(people: People, one: str, other: str, same: bool) -> None:
    for badge in ("1", "2", "3", "4", "5"):
        guess(people, badge, one)
    assert isinstance(guess(people, "6", other), LockedOut if same else WrongPin)


def test_rubbish_shortens_no_wait() -> None:
    lockout = Lockout(Clock())
    for _ in range(FREE):
        lockout.wrong("2001", "one")
    for number in range(5000):
        lockout.wrong(f"{number:05}", f"screen {number}")
    assert lockout.wait("2001", "another") == FIRST_WAIT


def test_an_unknown_badge_is_locked_like_a_known_one(people: People) -> None:
    known, unknown = guess(people, "1001", "one", FREE), guess(people, "1999", "two", FREE)
    assert isinstance(known, LockedOut)
    assert isinstance(unknown, LockedOut)
    assert known.why == unknown.why


def test_waits_have_an_end_and_are_forgotten(clock: Clock) -> None:
    lockout = Lockout(clock)
    waits = []
    for _ in range(20):
        lockout.wrong("1", "one")
        waits.append(lockout.wait("1", "one"))
        clock.now += waits[-1]
    assert waits[: FREE + 1] == [0] * (FREE - 1) + [30, 60]
    assert waits[-1] == LONGEST_WAIT
    clock.now += FORGOTTEN + 1
    lockout.wrong("1", "one")
    assert lockout.wait("1", "one") == 0


def test_rubbish_does_not_fill_the_memory(clock: Clock) -> None:
    lockout = Lockout(clock)
    for number in range(10_000):
        lockout.wrong(str(number), str(number))
    assert len(lockout._tries) <= 4096


def test_tries_at_once_do_not_outrun_the_count(people: People) -> None:
    told: list[Declined] = []
    threads = [threading.Thread(target=lambda: told.append(guess(people, "1001"))) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert sum(isinstance(said, WrongPin) for said in told) == FREE - 1
    assert len(told) == 24


# The second person


def test_a_supervisor_approves_what_another_proposes(people: People) -> None:
    assert people.approve(DEALER, "2001", "8024", "one") == SUPERVISOR
    assert people.approve(SUPERVISOR, "2002", "9753", "one") == SECOND_SUPERVISOR


@pytest.mark.parametrize(
    ("first", "badge", "pin", "kind", "why"),
    [
        (SUPERVISOR, "2001", "8024", NotSecond, "Whoever proposes can't approve it too"),
        (DEALER, "1001", "1357", NotSecond, "Whoever proposes can't approve it too"),
        (DEALER, "1002", "2468", NotSecond, "A supervisor has to approve this"),
        (DEALER, "2001", "1357", WrongPin, "do not belong together"),
        (DEALER, "", "", WrongPin, "do not belong together"),
    ],
)
def test_nobody_else_approves(
    people: People, first: Person, badge: str, pin: str, kind: type[Declined], why: str
) -> None:
    with pytest.raises(kind, match=why):
        people.approve(first, badge, pin, "one")


def test_guesses_at_a_supervisors_pin_are_counted(people: People) -> None:
    for _ in range(FREE):
        with pytest.raises(Declined):
            people.approve(DEALER, "2001", "0001", "one")
    with pytest.raises(LockedOut):
        people.sign_in("2001", "8024", "two")


# The file


def test_people_come_and_go_while_the_table_runs(people: People, tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    seals = people.seal("1001"), people.seal("1002")
    file = people_file.removed(people_file.load(path), "1001")
    people_file.save(path, people_file.added(file, Person("5001", "Sanni", "engineer"), "4826", CHEAP))
    assert people.find("1001") is None
    assert people.find("5001") == Person("5001", "Sanni", "engineer")
    assert (people.seal("1001"), people.seal("1002")) == ("", seals[1])
    people_file.save(path, people_file.with_pin(people_file.load(path), "1002", "8642", CHEAP))
    assert people.seal("1002") not in {"", seals[1]}
    with pytest.raises(WrongPin):
        people.sign_in("1002", "2468", "one")
    assert people.sign_in("1002", "8642", "one") == OTHER


def test_a_file_that_breaks_while_the_table_runs_changes_nothing(
    people: People, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "people.toml").write_text("people = 3")
    with caplog.at_level(logging.WARNING):
        assert people.sign_in("1001", "1357", "one") == DEALER
    assert "people file refused" in caplog.text


def test_the_displays_token_outlives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    write(path, KNOWN)
    token = People(path, hasher=CHEAP).display
    assert len(token) >= 20
    assert People(path, hasher=CHEAP).display == token
    assert People(None, hasher=CHEAP).display != People(None, hasher=CHEAP).display


def test_the_file_is_for_its_owner_only_and_holds_no_pin(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    write(path, [(Person("1001", 'Aino "Ace" Läine\\', "dealer"), "739146")])
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"739146" not in path.read_bytes()
    assert b"$argon2id$" in path.read_bytes()
    assert people_file.load(path).people[0].name == 'Aino "Ace" Läine\\'
    assert [each.name for each in tmp_path.iterdir()] == ["people.toml"]


HASH = CHEAP.hash("1357")
ENTRY = f'[[people]]\nbadge = "1001"\nname = "Aino"\nrole = "dealer"\npin = "{HASH}"\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("people = 3", "people file refused"),
        ("[[people", "people file refused"),
        (ENTRY.replace("dealer", "boss"), "Invalid enum value 'boss'"),
        (ENTRY.replace("1001", "A1"), "person 1: badge 'A1': a badge is 1 to 12 digits"),
        (ENTRY.replace("Aino", " "), "person 1: name ' ': a name is 1 to 40 characters"),
        (ENTRY.replace(HASH, "1357"), "person 1: pin is no argon2 hash"),
        (ENTRY + ENTRY, "person 2: badge 1001 stands there twice"),
        (ENTRY + "shoe = 1\n", "unknown field `shoe`"),
        ("\xff", "people file refused"),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "people.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(Fault, match="people file refused") as caught:
        People(path, hasher=CHEAP)
    assert str(caught.value).startswith(f"{path}: ")
    assert why in str(caught.value)
    assert HASH not in str(caught.value)


# First use


def test_the_set_up_code_makes_the_first_supervisor_once(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    people = People(path, hasher=CHEAP)
    assert people.empty
    with pytest.raises(WrongPin, match="not the set-up code"):
        people.set_up("wrong", SUPERVISOR, "8024", "one")
    code = people.setup_code
    assert people.set_up(f"{code[:4]} {code[4:]}", SUPERVISOR, "8024", "one") == SUPERVISOR
    assert people.sign_in("2001", "8024", "one") == SUPERVISOR
    assert People(path, hasher=CHEAP).display == people.display
    with pytest.raises(Declined, match="has its people already"):
        people.set_up(code, OTHER, "2468", "one")


def test_the_set_up_code_can_not_be_guessed_for_long(tmp_path: Path) -> None:
    people = People(tmp_path / "people.toml", hasher=CHEAP)
    for _ in range(FREE):
        with pytest.raises(Declined):
            people.set_up("00000000", SUPERVISOR, "8024", "one")
    with pytest.raises(LockedOut):
        people.set_up(people.setup_code, SUPERVISOR, "8024", "two")


def test_the_samples_people_hold_every_role() -> None:
    people = People.of(sample_people(), CHEAP)
    assert {people.sign_in(person.badge, pin, "one").role for person, pin in sample_people()} == set(people_file.ROLES)
    assert [person.role for person, _ in sample_people()].count("dealer") == 2
