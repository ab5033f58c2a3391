"""What the fault tests share: how often, a word on counts, a program that deals until it is killed, a line that spoils.

`FAULTS=long` makes every count as large as a night allows; without it the tests take their share of a few minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

import pytest

from hardware.shoes.virtual import VirtualLine

LONG: Final = os.environ.get("FAULTS") == "long"


def times(short: int, long: int) -> int:
    """How often: `long` for FAULTS=long, else `short`."""
    return long if LONG else short


def kills(short: int) -> int:
    """How many kills: `short` here, 1,000 with FAULTS=long, else as many as FAULT_KILLS says."""
    return int(os.environ.get("FAULT_KILLS", times(short, 1000)))


def seed(usual: int) -> int:
    """Where chance begins: FAULT_SEED, if it is given."""
    return int(os.environ.get("FAULT_SEED", usual))


def told(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """Say what was counted, past the capturing of output."""
    with capsys.disabled():
        print(f"\n    {words}", flush=True)


class Dealing:
    """A program that has everything loaded and starts, on demand, a process that deals at a table until it is killed.

    Such a process is a fork: it takes its first input milliseconds after `start`.
    """

    def __init__(self, module: str = "tests.dealing") -> None:
        self._module = module

    def __enter__(self) -> Self:
        line = [sys.executable, "-W", "error", "-m", self._module]
        root = Path(__file__).parent.parent
        self._program = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)
        assert self._answer() == "ready"
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._program.stdin is not None
        self._program.stdin.close()
        self._program.wait(timeout=20)
        assert self._program.stdout is not None
        self._program.stdout.close()

    def start(self, folder: Path, seed: int, trouble: str = "none") -> int:
        """A process that deals in `folder`; its number."""
        return self.run(f"{seed} {trouble} {folder}")

    def run(self, line: str) -> int:
        """A process for that line; its number."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{line}\n")
        self._program.stdin.flush()
        return int(self._answer())

    def ended(self) -> str:
        """Wait until the process has ended; how: `killed`, or `exit N`."""
        return self._answer()

    def _answer(self) -> str:
        assert self._program.stdout is not None
        return self._program.stdout.readline().strip()


class Bad:
    """A line that does to what is sent what a test wants."""

    def __init__(self, line: VirtualLine, spoil: Callable[[bytes], bytes]) -> None:
        self._line = line
        self.spoil = spoil

    @property
    def url(self) -> str:
        return self._line.url

    def plug(self) -> None:
        self._line.plug()

    def unplug(self) -> None:
        self._line.unplug()

    def heard(self) -> bool:
        return self._line.heard()

    def write(self, data: bytes) -> None:
        self._line.write(self.spoil(data))
