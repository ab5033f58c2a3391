"""`dealer-assist people`: adding, showing, removing, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_assist.faults import Fault
from kiosk.people import People, Person, WrongPin
from kiosk.people_commands import people


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "people.toml"


def ask(path: Path, *words: str, given: str = "") -> Result:
    return CliRunner().invoke(people, [*words, "--file", str(path)], input=given)


def refused(path: Path, *words: str, given: str = "") -> str:
    """The one line of a refusal; the file is as it was."""
    before = path.read_bytes() if path.exists() else None
    result = ask(path, *words, given=given)
    assert isinstance(result.exception, Fault), (result.output, result.exception)
    assert (path.read_bytes() if path.exists() else None) == before
    line = str(result.exception)
    assert "\n" not in line
    return line


def added(path: Path, badge: str = "1001", name: str = "Aino", role: str = "dealer", pin: str = "1357") -> None:
    result = ask(path, "add", badge, name, "--role", role, "--pin-stdin", given=f"{pin}\n")
    assert result.exit_code == 0, result.exception


def test_a_person_is_added_and_can_sign_in(path: Path) -> None:
    result = ask(path, "add", "1001", "Aino Laine", "--role", "dealer", given="1357\n1357\n")
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{path}: added Aino Laine, badge 1001, dealer\n"
    assert "1357" not in result.output
    assert People(path).sign_in("1001", "1357", "one") == Person("1001", "Aino Laine", "dealer")


def test_list_shows_everybody_and_no_hash(path: Path) -> None:
    added(path, "2001", "Marja", "supervisor", "8024")
    added(path)
    result = ask(path, "list")
    assert [line.split() for line in result.output.splitlines()] == [
        ["1001", "dealer", "Aino"],
        ["2001", "supervisor", "Marja"],
    ]


def test_a_pin_is_changed(path: Path) -> None:
    added(path)
    assert ask(path, "pin", "1001", given="2468\n2468\n").exit_code == 0
    with pytest.raises(WrongPin):
        People(path).sign_in("1001", "1357", "one")
    assert People(path).sign_in("1001", "2468", "one").name == "Aino"


def test_a_person_is_removed(path: Path) -> None:
    added(path)
    result = ask(path, "remove", "1001")
    assert result.output == f"{path}: removed Aino, badge 1001, dealer\n"
    assert People(path).empty


@pytest.mark.parametrize("pin", ["123", "1234567890123", "12a4", "١٢٣٤", "", "7777"])
def test_a_pin_that_can_not_be(path: Path, pin: str) -> None:
    line = refused(path, "add", "1001", "Aino", "--role", "dealer", "--pin-stdin", given=f"{pin}\n")
    assert line.startswith("PIN: ")
    assert not pin or pin not in line


@pytest.mark.parametrize("badge", ["", "A1", "1234567890123", "1 2", "١"])
def test_a_badge_that_can_not_be(path: Path, badge: str) -> None:
    line = refused(path, "add", badge, "Aino", "--role", "dealer", "--pin-stdin", given="1357\n")
    assert "a badge is 1 to 12 digits" in line


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "Ai\nno", "Ai\x1b[2Jno"])
def test_a_name_that_can_not_be(path: Path, name: str) -> None:
    assert "a name is" in refused(path, "add", "1001", name, "--role", "dealer", "--pin-stdin", given="1357\n")


def test_a_badge_twice(path: Path) -> None:
    added(path)
    line = refused(path, "add", "1001", "Kenji", "--role", "dealer", "--pin-stdin", given="2468\n")
    assert "badge 1001 is Aino's already (dealer)" in line


def test_the_pin_and_its_repetition_differ(path: Path) -> None:
    assert "not the same" in refused(path, "add", "1001", "Aino", "--role", "dealer", given="1357\n1358\n")


@pytest.mark.parametrize("words", [("remove", "9"), ("pin", "9", "--pin-stdin")])
def test_nobody_has_the_badge(path: Path, words: tuple[str, ...]) -> None:
    added(path)
    assert "badge 9: nobody has it" in refused(path, *words, given="1357\n")


@pytest.mark.parametrize("words", [("list",), ("remove", "1"), ("pin", "1")])
def test_no_file(path: Path, words: tuple[str, ...]) -> None:
    assert "there is no such people file" in refused(path, *words)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none" / "people.toml"
    line = refused(path, "add", "1001", "Aino", "--role", "dealer", "--pin-stdin", given="1357\n")
    assert line.startswith(f"{path}: can't be written")


def test_a_broken_file_is_left_as_it_is(path: Path) -> None:
    path.write_text("people = 3")
    assert "people file refused" in refused(
        path, "add", "1001", "Aino", "--role", "dealer", "--pin-stdin", given="1357\n"
    )


def test_a_role_that_there_is_not(path: Path) -> None:
    result = ask(path, "add", "1001", "Aino", "--role", "boss")
    assert result.exit_code == 2
    assert "'dealer', 'supervisor', 'auditor', 'engineer'" in result.output
