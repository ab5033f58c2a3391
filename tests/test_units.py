"""The example units: read by systemd, and their command lines started as they stand, on paths of a test.

There is no systemd that runs here, so what it would do around a command line (users, /dev, restarts) is not tried; nor
is `cage`, which needs a screen: the browser starts with the unit's own flags and shows no window.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import CHROMIUM, FLAGS

ROOT: Final = Path(__file__).parents[1]
EXAMPLES: Final = ROOT / "docs" / "examples"
TABLE: Final = 'name = "Table 1"\ngame = "triple"\nseats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 1000 }]\n'


def unit(name: str, changed: Mapping[str, object]) -> str:
    """The text of a unit with other paths in place of those of a real machine; each must be in it."""
    text = (EXAMPLES / f"dealer-assist-{name}").read_text()
    for path, other in changed.items():
        assert path in text, f"{name} names no {path}"
        text = text.replace(path, str(other))
    return text


def command(text: str) -> list[str]:
    """The words of a unit's command line, as systemd takes them."""
    found = re.search(r"^ExecStart=(.*)$", text.replace("\\\n", " "), re.MULTILINE)
    assert found is not None
    return shlex.split(found[1].replace("%%", "%"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")
def test_systemd_reads_the_units(tmp_path: Path) -> None:
    """Every key and value is one that it knows; a wrong one is noticed."""
    script = {"/opt/dealer-assist/docs/examples": EXAMPLES}
    texts = {
        "table.service": unit("table.service", script),
        "kiosk.service": unit("kiosk.service", {"/usr/bin/cage": "/bin/true"}),
        "backup.service": unit("backup.service", {}),
        "backup.timer": unit("backup.timer", {}),
        "wrong.service": unit("table.service", {**script, "Restart=on-failure": "Restart=sometimes"}),
    }
    said = {}
    for name, text in texts.items():
        (tmp_path / f"dealer-assist-{name}").write_text(text)
    for name in texts:
        path = tmp_path / f"dealer-assist-{name}"
        asked = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(path)]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
        said[name] = done.stderr
    assert "sometimes" in said.pop("wrong.service")
    assert not any(said.values()), said


@contextmanager
def started(home: Path) -> Iterator[str]:
    """The table's unit, started with what systemd would set; its address. Ended as systemd ends it."""
    free = home / "dealer-assist"
    free.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m dealer_assist "$@" --port 0\n'
    )  # the unit's port is taken here
    free.chmod(0o755)
    (home / "table.toml").write_text(TABLE)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONUNBUFFERED": "1",
        "STATE_DIRECTORY": str(home),
        "DEALER_ASSIST": str(free),
        "TABLE": str(home / "table.toml"),
    }
    line = command(unit("table.service", {"/opt/dealer-assist": ROOT}))
    with subprocess.Popen(line, env=environment, cwd="/", stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        yield next((found[0] for said in table.stdout if (found := re.search(r"http://[^/\s]+/", said))), "")
        table.send_signal(signal.SIGTERM)
        table.communicate(timeout=20)  # TimeoutStopSec
    assert table.returncode in {0, -signal.SIGTERM}, "systemd would call this a failure"


def health(address: str) -> dict[str, Any]:
    """What the table says of itself, once its screens answer."""
    until = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"{address}health", timeout=10) as answer:
                told: dict[str, Any] = json.load(answer)
                return told
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def test_the_units_start_a_table_its_screen_and_its_backup(tmp_path: Path) -> None:
    """The table by its unit, and its backup while it runs; then the table again, and the dealer's screen."""
    with started(tmp_path) as address:
        before = health(address)
        assert not before["halted"]
        (session,) = (tmp_path / "sessions").iterdir()
        _backup(tmp_path)
    with started(tmp_path) as address:
        assert health(address)["number"] > before["number"]
        assert [*(tmp_path / "sessions").iterdir()] == [session], "the last session goes on"
        _screen(tmp_path, address)


def _screen(home: Path, address: str) -> None:
    if CHROMIUM is None:
        assert os.environ.get("CI") != "true", "no chromium: in CI a failure"
        pytest.skip("no chromium on this machine; the table and its restart were tried")
    changed = {"/usr/bin/chromium": CHROMIUM, "/run/dealer-assist-kiosk/profile": home / "profile"}
    text = unit("kiosk.service", {**changed, "http://127.0.0.1:8321/": address})
    cage, dashes, *browser = command(text)
    assert (cage, dashes) == ("/usr/bin/cage", "--")
    shown = [*browser[:-1], *FLAGS, "--headless", "--dump-dom", browser[-1]]
    done = subprocess.run(shown, capture_output=True, text=True, timeout=90)
    assert 'name="pin"' in done.stdout, done.stderr[-2000:]


def _backup(home: Path) -> None:
    (home / "backup").mkdir()
    changed = {"/opt/dealer-assist/.venv/bin/dealer-assist": f"{sys.executable} -m dealer_assist"}
    line = command(unit("backup.service", {**changed, "/var/lib/dealer-assist": home, "/mnt/backup": home / "backup"}))
    done = subprocess.run(line, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert sorted(path.suffix for path in (home / "backup").iterdir()) == [".mark", ".sqlite"]
