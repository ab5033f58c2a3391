"""What the pages and examples name is there: commands, options, files, tests."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest

from dealer_assist.cli import main
from kiosk.evaluate_command import scenarios

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "docs" / "examples").iterdir())
UNITS = [path for path in EXAMPLES if path.suffix in {".service", ".timer"}]
#: The command that the composition root brings, wherever it is registered.
BROUGHT = {entry.name for entry in entry_points(group="dealer_assist.commands")} | {"report"}


@pytest.mark.parametrize("page", [*PAGES, *EXAMPLES], ids=lambda page: page.name)
def test_commands_and_their_options_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    named = re.findall(r"(?<!-u )(?<!lib/)dealer-assist ([a-z]+)((?: [^`\n|;]*)?)", text)
    context = click.Context(main)
    for command, rest in named:
        found = main.get_command(context, command)
        assert found is not None or command in BROUGHT, f"{page.name} names dealer-assist {command}"
        if isinstance(found, click.Group):
            found = found.get_command(context, rest.split()[0]) if rest.split() else None
        elif rest.split()[:1] == ["scenarios"]:
            found = scenarios
        if found is not None:
            known = {option for parameter in found.params for option in parameter.opts} | {"--help"}
            assert set(re.findall(r"--[a-z]+", rest)) <= known, f"{page.name}: dealer-assist {command}{rest}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"`(test_\w+\.py)`", text):
        assert (ROOT / "tests" / name).is_file(), f"{page.name} names {name}"
    for name in re.findall(r"`(docs/[\w./-]+)`", text):
        assert (ROOT / name).exists(), f"{page.name} names {name}"
    for name in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (page.parent / name).exists(), f"{page.name} links to {name}"


def test_the_script_goes_on_with_the_last_session_or_begins_a_new_one(tmp_path: Path) -> None:
    script = ROOT / "docs" / "examples" / "dealer-assist-table.sh"
    echo = shutil.which("echo") or "/bin/echo"
    environment = {"STATE_DIRECTORY": str(tmp_path), "DEALER_ASSIST": echo, "PATH": "/usr/bin:/bin"}

    def folder() -> str:
        line = ["/bin/sh", str(script)]
        done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=20, env=environment)
        return re.sub(r".* --sessions (\S+) .*\n", r"\1", done.stdout)

    assert folder() == f"{tmp_path}/sessions"
    for name in ("2026-01-02T00-00-00", "2026-01-01T00-00-00"):
        (tmp_path / "sessions" / name).mkdir()
    assert folder() == f"{tmp_path}/sessions/2026-01-02T00-00-00"
    (tmp_path / "new-session").touch()
    assert folder() == f"{tmp_path}/sessions"
    assert folder() == f"{tmp_path}/sessions/2026-01-02T00-00-00"


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_are_whole(unit: Path) -> None:
    lines = unit.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    sections = [line for line in lines if line.startswith("[")]
    assert sections[0] == "[Unit]"
    assert sections[1] in {"[Service]", "[Timer]"}
    assert all(re.match(r"\[\w+\]$|#|\w+=|$", line) for line in lines)
    for path in re.findall(r"/opt/dealer-assist/(docs/\S+)", unit.read_text(encoding="utf-8")):
        assert (ROOT / path).stat().st_mode & 0o100
