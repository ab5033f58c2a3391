"""The wheel and the source archive: what is built runs away from the checkout, with everything it needs inside."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from dealer_assist import __version__

ROOT: Final = Path(__file__).parents[1]
#: What the program reads as files beside its code: houses, weights, pages, sentences, the sample.
_READ: Final = frozenset(
    {".toml", ".onnx", ".json", ".csv", ".html", ".css", ".js", ".svg", ".po", ".sqlite", ".mark", ".tape", ".mkv"}
)


def _built(kind: str, folder: Path, source: Path = ROOT) -> Path:
    build = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    done = subprocess.run(build, cwd=source, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout."""
    return _built("wheel", tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


@pytest.fixture
def installed(site: Path, tmp_path: Path) -> tuple[list[str], dict[str, str], Path]:
    """The command, its environment and another folder to start it from."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONUNBUFFERED": "1", "HOME": str(tmp_path)}
    return [sys.executable, "-P", "-m", "dealer_assist"], environment, elsewhere


def test_the_wheel_is_what_runs(installed: tuple[list[str], dict[str, str], Path], site: Path) -> None:
    command, environment, elsewhere = installed
    where = [command[0], "-P", "-c", "import dealer_assist, kiosk, models, hardware; print(kiosk.__file__)"]
    said = subprocess.run(where, env=environment, cwd=elsewhere, capture_output=True, text=True, timeout=60)
    assert said.stdout.startswith(str(site)), said.stderr
    version = subprocess.run([*command, "--version"], env=environment, cwd=elsewhere, capture_output=True, timeout=60)
    assert version.stdout.decode().strip().endswith(f" {__version__}")


def test_the_version_is_said_in_one_place_and_the_changelog_begins_with_it(wheel: Path) -> None:
    assert wheel.name.startswith(f"dealer_assist-{__version__}-")
    assert re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0].rstrip(",") == __version__
    assert __version__ not in (ROOT / "pyproject.toml").read_text()


@pytest.fixture
def running(installed: tuple[list[str], dict[str, str], Path]) -> Iterator[str]:
    """The sample table, which plays where none is named, started from the wheel in another folder; its address."""
    command, environment, elsewhere = installed
    run = [*command, "run", "--port", "0"]
    with subprocess.Popen(run, env=environment, cwd=elsewhere, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        address = next((found[0] for line in started.stdout if (found := re.search(r"http://[^/\s]+/", line))), "")
        yield address
        started.send_signal(signal.SIGINT)
        started.communicate(timeout=30)


def test_the_sample_table_plays_from_the_wheel(running: str) -> None:
    assert running, "no address was printed"
    with urllib.request.urlopen(running + "sign-in", timeout=20) as answer:
        page = answer.read().decode()
    files = re.findall(r'(?:href|src)="/(static/[^"]+)"', page)
    assert {Path(file).suffix for file in files} == {".css", ".js", ".svg"}
    for file in files:
        with urllib.request.urlopen(running + file, timeout=20) as answer:
            assert answer.status == 200 and answer.read()
    records = 0
    until = time.monotonic() + 60
    while records < 6 and time.monotonic() < until:
        time.sleep(0.3)
        with urllib.request.urlopen(running + "health", timeout=20) as answer:
            records = json.load(answer)["number"]
    assert records >= 6, "the recorded table does not play"


def test_the_wheel_holds_what_the_program_reads(site: Path, wheel: Path) -> None:
    for kept in (
        "dealer_assist/houses/triple.toml",
        "models/weights/corners.onnx",
        "models/weights/cuts.json",
        "kiosk/templates/base.html",
        "kiosk/static/kiosk.css",
        "kiosk/sample/journal.sqlite",
    ):
        assert (site / kept).is_file(), kept
    with zipfile.ZipFile(wheel) as packed:
        assert not [name for name in packed.namelist() if "__pycache__" in name or name.startswith("tests/")]
    for package in ("dealer_assist", "hardware", "models", "kiosk"):
        here = {path.relative_to(ROOT) for path in (ROOT / package).rglob("*") if path.suffix in _READ}
        assert not {path for path in here if not (site / path).is_file()}


def _inside(wheel: Path) -> dict[str, int]:
    """Every file of a wheel with its checksum."""
    with zipfile.ZipFile(wheel) as packed:
        return {one.filename: one.CRC for one in packed.infolist()}


def test_the_source_archive_can_be_tested_and_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(_built("sdist", tmp_path / "dist")) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.name != "dist")
    for kept in ("Makefile", "constraints.txt", "pyproject.toml", "tests/test_packaging.py", "docs/engineers.md"):
        assert (source / kept).is_file(), kept
    assert _inside(_built("wheel", tmp_path / "again", source)) == _inside(wheel)
