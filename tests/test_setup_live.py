"""Set-up of a table that runs, from the command line on: it starts anew with what was changed; what it refuses."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from dealer_assist import cli, house, table_file
from hardware.shoes.virtual import PtyLine
from tests.kiosks import PEOPLE, PINS, Browser
from tests.rigs import CAMERA
from tests.setups import HEAD
from tests.test_people import write


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def program(tmp_path: Path) -> Iterator[tuple[Path, str, subprocess.Popen[str]]]:
    """The folder of a table that runs, its address and its program."""
    (tmp_path / "table.toml").write_text(HEAD)
    (tmp_path / "ours.toml").write_text(house.built_in("triple").read_text().replace("name = ", "name = 'Ours'  # ", 1))
    write(tmp_path / "people.toml", list(PEOPLE))
    at = free_port()
    started = subprocess.Popen(
        [sys.executable, "-m", "dealer_assist", "run", "table.toml", "--port", str(at)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline().startswith("Table 9: ")
    yield tmp_path, f"http://127.0.0.1:{at}/", started
    started.terminate()
    try:
        assert started.wait(timeout=30) == 0
    finally:
        started.kill()
        started.communicate()


def test_a_table_starts_anew_with_the_house_that_two_people_chose(
    program: tuple[Path, str, subprocess.Popen[str]],
) -> None:
    folder, url, started = program
    engineer = Browser(url).open("4001")
    second = {"badge": "2001", "pin": PINS["2001"]}
    status, said = engineer.post("/setup/house", {"house": "ours.toml", "approval": second})
    assert status == 200, said
    assert table_file.load(folder / "table.toml").house == "ours.toml"
    assert json.loads(engineer.ask("GET", "/setup/now")[2])["pending"]
    assert engineer.post("/setup/start", {})[0] == 200
    assert started.stdout is not None
    # The same address, a new session, and everybody signs in again.
    assert started.stdout.readline().startswith(f"Table 9: {url}")
    assert engineer.ask("GET", "/setup")[0] == 303
    page = Browser(url).open("4001").ask("GET", "/setup?step=house")[2].decode()
    assert "by the house Ours" in page
    sessions = sorted((folder / "sessions").iterdir())
    assert [(each / "ours.toml").exists() for each in sessions] == [False, True]
    assert [re.search("house = ", (each / "table.toml").read_text()) is not None for each in sessions] == [False, True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[shoe]\nport = "/dev/null"\nprotocol = "rot13"\n', "shoe protocol 'rot13' is not known"),
        ('[shoe]\nport = "/dev/none"\nprotocol = "ascii_line"\n', "shoe port /dev/none can't be opened"),
        (CAMERA.replace("[[0, 0], [100, 0]", "[[0, 0], [500, 0]"), "box seat1 lies outside the picture of 400×400"),
        (CAMERA.replace("[[0, 0], [100, 0], [100, 100]", "[[0, 0], [110, 0], [110, 100]"), "seat1 and seat2 overlap"),
        ('[shoe]\nport = "x"\nprotocol = "ascii_line"\ncommands = true\n', "only a shoe of protocol angel_eye"),
    ],
)
def test_a_table_that_can_not_be_run_is_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    refused(tmp_path, capsys, text, said)


def test_a_port_that_another_program_has_open_is_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = PtyLine(tmp_path / "shoe")
    with serial.Serial(line.url, exclusive=True):
        text = f'[shoe]\nport = "{line.url}"\nprotocol = "ascii_line"\n'
        refused(tmp_path, capsys, text, "another program has it open")
    line.unplug()


def refused(folder: Path, capsys: pytest.CaptureFixture[str], text: str, said: str) -> None:
    """`run` ends with 2 and one line that says why."""
    path = folder / "table.toml"
    path.write_text(HEAD + text)
    sessions, people = str(folder / "sessions"), str(folder / "people.toml")
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", str(path), "--port", "0", "--sessions", sessions, "--people", people])
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1, printed.err
    assert said in printed.err
    assert not (folder / "sessions").exists()
