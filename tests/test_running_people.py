"""What `dealer-assist run` says at its start of who may come in, told by the program itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from kiosk.commands import run
from tests.kiosks import Browser


def started(folder: Path, *words: str, lines: int) -> tuple[list[str], subprocess.Popen[str]]:
    """The program in `folder` and the first lines that it prints."""
    program = subprocess.Popen(
        [sys.executable, "-m", "dealer_assist", "run", *words, "--port", "0"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    return [program.stdout.readline() for _ in range(lines)], program


def ended(program: subprocess.Popen[str]) -> int:
    program.terminate()
    try:
        return program.wait(timeout=30)
    finally:
        program.kill()
        program.communicate()


def test_a_table_without_people_starts_and_says_how_to_add_them(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('name = "New"\ngame = "triple"\nseats = [{ seat = 1, chips = 100 }]\n')
    (address, how), program = started(tmp_path, "table.toml", lines=2)
    try:
        url = re.search(r"New: (http://127\.0\.0\.1:\d+/)  \(display: http\S+/display\?token=\S+\)", address)
        code = re.search(r"open (http\S+set-up) and give the set-up code (\d{4} \d{4}), or run: ", how)
        assert url is not None, address
        assert code is not None, how
        assert 'dealer-assist people add BADGE "NAME" --role ROLE --file people.toml' in how
        browser = Browser(url[1]).load("/set-up")
        made = {"name": "Marja", "badge": "2001", "pin": "802468", "again": "802468"}
        assert browser.form("/set-up", code=code[2], **made)[0] == 303
        assert browser.ask("GET", "/dealer")[0] == 200
    finally:
        assert ended(program) == 0
    assert b"802468" not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    (address,), program = started(tmp_path, "table.toml", lines=1)
    try:
        url = re.search(r"New: (http://\S+)  \(display: http://[^/]+(/\S+)\)", address)
        assert url is not None
        assert Browser(url[1]).open("2001").ask("GET", "/dealer")[0] == 200
        assert Browser(url[1]).ask("GET", url[2])[0] == 303
    finally:
        assert ended(program) == 0


def test_the_sample_prints_its_people(tmp_path: Path) -> None:
    lines, program = started(tmp_path, "--sample", lines=6)
    try:
        assert "/display?token=" in lines[0]
        people = [re.search(r"sign in as (\w+), (\w+): badge (\d+), PIN (\d+)", line) for line in lines[1:]]
        roles = [found[2] for found in people if found]
        assert roles == ["dealer", "dealer", "supervisor", "auditor", "engineer"]
        url, known = lines[0].split()[2], people[0]
        assert known is not None
        browser = Browser(url).load("/sign-in")
        assert browser.form("/sign-in", badge=known[3], pin=known[4])[0] == 303
        assert browser.ask("GET", "/dealer")[0] == 200
    finally:
        assert ended(program) == 0
    assert list(tmp_path.iterdir()) == []


def test_the_help_tells_of_the_set_up_code() -> None:
    said = " ".join(CliRunner().invoke(run, ["--help"]).output.split())
    assert "the terminal shows a set-up code" in said
    assert "dealer-assist people" in said
