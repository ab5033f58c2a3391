"""The example units as the system runs them: a table that is started, killed, started again and stopped, its backup."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from dealer_assist.verify import verify
from tests.kiosks import Browser

ROOT: Final = Path(__file__).parent.parent
EXAMPLES: Final = ROOT / "docs" / "examples"
#: The program as it is installed.
PROGRAM: Final = Path(sys.executable).parent / "dealer-assist"
TABLE: Final = 'name = "Table 7"\ngame = "triple"\nseats = [{ seat = 1, chips = 1000 }]\n'


class Unit:
    """What a unit says, with the machine's folders in `home`."""

    def __init__(self, name: str, home: Path) -> None:
        text = (EXAMPLES / name).read_text(encoding="utf-8").replace("\\\n", " ").replace("%%", "%")
        places = {
            "/opt/dealer-assist/.venv/bin/dealer-assist": str(PROGRAM),
            "/opt/dealer-assist/": f"{ROOT}/",
            "/var/lib/dealer-assist": str(home / "state"),
            "/mnt/backup": str(home / "backup"),
        }
        for place, here in places.items():
            text = text.replace(place, here)
        self._said: dict[str, str] = dict(re.findall(r"(?m)^(\w+)=(.*)$", text))
        self._home = home

    def __getitem__(self, key: str) -> str:
        return self._said[key]

    def start(self, *more: str) -> subprocess.Popen[str]:
        """Start it, with its mask and its state's folder."""
        return subprocess.Popen(
            [*shlex.split(self["ExecStart"]), *more],
            env={
                "PATH": "/usr/bin:/bin",
                "STATE_DIRECTORY": str(self._home / "state"),
                "DEALER_ASSIST": str(PROGRAM),
                "TABLE": str(self._home / "table.toml"),
            },
            umask=int(self["UMask"], 8),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A machine's folders."""
    for name in ("state", "backup"):
        (tmp_path / name).mkdir()
    (tmp_path / "table.toml").write_text(TABLE)
    return tmp_path


@contextmanager
def running(unit: Unit) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The table's unit, and the address that it says."""
    table = unit.start("--port", "0")
    try:
        assert table.stdout is not None
        found = None
        while found is None and (line := table.stdout.readline()):
            found = re.search(r"Table 7: (http://\S+)", line)
        assert found is not None, table.communicate()
        yield table, found[1]
    finally:
        table.kill()
        table.communicate()


def records(url: str) -> int:
    """How many records the table says that it has, to whoever watches it."""
    browser = Browser(url)
    status, _, said = browser.ask("GET", "/health")
    assert (status, json.loads(said)["halted"]) == (200, False)
    found = re.search(rb"dealer_assist_records_total (\d+)", browser.ask("GET", "/metrics")[2])
    assert found is not None
    return int(found[1])


@pytest.mark.timeout(120)
def test_a_table_is_started_killed_started_again_and_stopped(home: Path) -> None:
    unit = Unit("dealer-assist-table.service", home)
    assert unit["Restart"] == "on-failure"
    with running(unit) as (table, url):
        before = records(url)
        assert before > 0
        table.kill()
        assert table.wait(20) == -signal.SIGKILL, "a failure, so that it is started again"
    (session,) = (home / "state" / "sessions").iterdir()
    with running(unit) as (table, url):
        assert list((home / "state" / "sessions").iterdir()) == [session], "it goes on with its session"
        assert records(url) >= before
        backed_up(home)
        table.send_signal(signal.Signals[unit["KillSignal"]])
        assert table.wait(float(unit["TimeoutStopSec"])) == 0
    assert verify(session / "journal.sqlite").fault is None
    shared = [path for path in (home / "state").rglob("*") if path.stat().st_mode & 0o077]
    assert shared == [], "session, people and keys are its user's only"


def backed_up(home: Path) -> None:
    """The backup's unit while the table runs: one new file with its mark, verified."""
    backup = Unit("dealer-assist-backup.service", home)
    assert backup["Type"] == "oneshot"
    made = backup.start()
    _, said = made.communicate(timeout=60)
    assert made.returncode == 0, said
    (copy,) = (home / "backup").glob("*.sqlite")
    assert [path.name for path in (home / "backup").glob("*.mark")] == [f"{copy.name}.mark"]
    assert verify(copy).fault is None


def test_a_table_that_can_not_be_read_is_not_started_again_and_again(home: Path) -> None:
    unit = Unit("dealer-assist-table.service", home)
    (home / "table.toml").write_text("name = ")
    failed = unit.start()
    _, said = failed.communicate(timeout=60)
    assert str(failed.returncode) in unit["RestartPreventExitStatus"].split()
    assert said.count("\n") == 1 and "table.toml" in said
