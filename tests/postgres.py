"""A real PostgreSQL server for tests, from Debian's packages: its data, its socket and nothing else, in a folder of
its own; no port is opened.

PostgreSQL refuses to run as root: root starts it as `postgres`, whom the package makes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
import uuid
from pathlib import Path
from typing import Final, Self

import sqlalchemy as sa

PROGRAMS: Final = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None, key=lambda path: path.parts[4])
MISSING: Final = "no PostgreSQL server on this machine: install Debian's package `postgresql` to run these tests"
_LONGEST_S: Final = 60


class Postgres:
    """A server; `with` starts it and takes it away. `durable`: with fsync, as in earnest. What is `kept` in a folder is
    there again at the next time."""

    def __init__(self, *, durable: bool = False, settings: tuple[str, ...] = (), kept: Path | None = None) -> None:
        if PROGRAMS is None:
            raise FileNotFoundError(MISSING)
        # Short: the path of a socket holds 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp")) if kept is None else kept
        self.folder.mkdir(parents=True, exist_ok=True)
        self._kept = kept is not None
        self._program: subprocess.Popen[bytes] | None = None
        self._data = self.folder / "data"
        self._bin = PROGRAMS.parent
        self._settings = ("" if durable else "fsync=off", *settings)
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    def __enter__(self) -> Self:
        if self._as:
            shutil.chown(self.folder, "postgres")
        if not self._data.exists():
            self._initdb()
        self.start()
        return self

    def _initdb(self) -> None:
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "pit", "-E", "UTF8", "--locale=C", "--no-sync")

    def __exit__(self, *exc: object) -> None:
        self.stop("fast" if self._kept else "immediate")
        if not self._kept:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = ["listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=200"]
        options += [setting for setting in self._settings if setting]
        words = [word for option in options for word in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            # A process of ours and no daemon: it runs on the cores, and at the pace, of whoever measures by it.
            self._program = subprocess.Popen(
                [*self._as, str(self._bin / "postgres"), "-D", str(self._data), *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
            )
        ends = time.monotonic() + _LONGEST_S
        while not self._is_ready():
            if self._program.poll() is not None or time.monotonic() > ends:
                raise AssertionError(f"the server did not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        """As the server itself says in its file, in the eighth line."""
        file = self._data / "postmaster.pid"
        lines = file.read_text().splitlines() if file.exists() else []
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate` as if its power went, `fast` in order. Whether it runs or not."""
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "stop", check=False)
        if self._program is not None:
            self._program.wait(timeout=_LONGEST_S)
            self._program = None

    def url(self, database: str = "postgres", user: str = "pit") -> str:
        """The address of a database, as a person would give it."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def new(self) -> str:
        """The address of a new, empty place for a pit: a schema of its own, which is made sooner than a database."""
        name = f"pit_{uuid.uuid4().hex[:12]}"
        self.sql(f"CREATE SCHEMA {name}")
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def sql(self, *statements: str, database: str = "postgres") -> None:
        """Carry out statements, each by itself, as the owner of everything."""
        address = self.url(database).replace("postgresql:", "postgresql+psycopg:")
        engine = sa.create_engine(address, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    def _run(self, program: str, *words: object, check: bool = True) -> None:
        # Not a pipe: the server would hold it open for as long as it runs.
        with (self.folder / "said").open("ab") as said:
            subprocess.run(
                [*self._as, str(self._bin / program), *map(str, words)],
                check=check,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                timeout=_LONGEST_S,
                cwd="/",
            )
