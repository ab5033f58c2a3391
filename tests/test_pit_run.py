"""Tables and a pit as real programs: records, approvals, people, outages, and addresses that can't be a pit's."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from dealer_assist.cli import main
from dealer_assist.journal import Record, recorded
from dealer_assist.pit import asking
from dealer_assist.pit.database import approvals
from dealer_assist.pit.records import Store
from kiosk import people_file
from kiosk.people_file import PeopleFile
from kiosk.pit_standing import AWAY
from tests.kiosks import CHEAP, PEOPLE, PINS, Browser
from tests.postgres import Postgres

JSON = dict[str, Any]
TABLE = 'name = "{}"\ngame = "triple"\nseats = [{{ seat = 1, chips = 1000 }}]\n'
HEAD = {"Content_Type": "application/json"}


class Program:
    """A program of ours, from its start until `close()`; `url` is where it answers."""

    def __init__(self, folder: Path, *words: str) -> None:
        with (folder / "stderr.txt").open("ab") as said:
            self._program = subprocess.Popen(
                [sys.executable, "-m", "dealer_assist", *words, "--port", "0"],
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )
        assert self._program.stdout is not None
        line = self._program.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found is not None, line + (folder / "stderr.txt").read_text()
        self.url = found[0]

    def kill(self) -> None:
        """At once, as if the power went."""
        self._program.kill()
        self._program.communicate(timeout=30)

    def close(self) -> int:
        """In order; its exit code."""
        self._program.terminate()
        try:
            self._program.communicate(timeout=60)
        finally:
            self._program.kill()
        return self._program.returncode


def folder_of(tmp_path: Path, name: str, *, people: bool = False, table: str = "") -> Path:
    """A folder for a program to run in, with people or a table in it."""
    made = tmp_path / name
    made.mkdir()
    if people:
        file = PeopleFile()
        for person, pin in PEOPLE:
            file = people_file.added(file, person, pin, CHEAP)
        people_file.save(made / "people.toml", file)
    if table:
        (made / "table.toml").write_text(TABLE.format(table))
    return made


def until(true: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Wait until it is true; what it gave."""
    ends = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.05)
    return found


class AtTable:
    """A person at a table's screens, and the table's journal."""

    def __init__(self, program: Program, folder: Path, badge: str) -> None:
        self._folder = folder
        self._once = itertools.count(1)
        self.browser = Browser(program.url).open(badge)

    def records(self) -> list[Record]:
        """All of the running session."""
        path = max(self._folder.glob("sessions/*/journal.sqlite"))
        with recorded(path) as journal:
            return [plain(record) for record in journal.records()]

    def press(self, path: str = "/dealer/key", **key: Any) -> tuple[int, JSON]:
        """A key, as the page's script sends it."""
        return post(self.browser, path, seen=self.records()[-1].number, once=f"{id(self)}-{next(self._once):08}", **key)


def post(browser: Browser, path: str, **body: Any) -> tuple[int, JSON]:
    """Post JSON as a page's script does; status and answer."""
    headers = HEAD | {"Origin": f"http://{browser.host}", "X_Kiosk_Token": browser.token}
    status, _, answer = browser.ask("POST", path, json.dumps(body).encode(), **headers)
    return status, json.loads(answer)


def plain(record: Record) -> Record:
    """The record as it stands in its file."""
    return Record(*(getattr(record, name) for name in Record.__struct_fields__))


def in_pit(url: str, table: str) -> list[Record]:
    """The records that the pit has of the newest session of a table."""
    with Store(url) as store:
        found = [shared for shared in store.sessions() if shared.table_name == table]
        return list(store.records(found[-1])) if found else []


@pytest.mark.timeout(300)
def test_a_table_and_its_pit_from_first_start_to_outage_and_back(tmp_path: Path) -> None:
    at_pit = folder_of(tmp_path, "pit", people=True)
    at_table = folder_of(tmp_path, "table", table="Table 1")
    with Postgres() as server:
        url = server.new()
        pit = Program(at_pit, "pit", "--database", url)
        table = Program(at_table, "run", "table.toml", "--pit", url)
        try:
            # Nobody was ever added at this table: its people are the pit's.
            until(lambda: "[[people]]" in _text(at_table / "people.pit.toml"))
            dealer = AtTable(table, at_table, "1001")
            supervisor = Browser(pit.url).open("2001")
            until(lambda: "Table 1" in supervisor.ask("GET", "/pit")[2].decode())

            # A dealer asks the pit, a supervisor there agrees, and the table has it within a second.
            asked = dealer.press("/pit/ask", do="options", options={"last_slot": True}, asks=True)
            assert asked[0] == 202, asked
            waiting = until(lambda: _asked(url))
            approval = {"badge": "2001", "pin": PINS["2001"]}
            began = time.monotonic()
            status, answer = post(supervisor, "/pit/agree", id=waiting, do="agree", approval=approval)
            took = time.monotonic() - began
            assert status == 200, answer
            (record,) = (r for r in dealer.records() if r.kind == "options")
            assert (record.who, record.approver) == ("1001", "2001")
            told(f"agreed in the pit, recorded at the table after {took:.2f} s (the check of the PIN included)")
            assert took < 3  # a second on a machine of its own; here others work too
            assert until(lambda: in_pit(url, "Table 1") == dealer.records())
            assert _outcomes(url) == [{"done": record.number + 1}]

            # The server goes: the table works on, with whom it knows.
            server.stop()
            assert dealer.press(do="step", step={"bet": 1, "unit": 10})[0] == 200
            assert AtTable(table, at_table, "2001").press(do="step", step={"card": "9s", "to": 1})[0] == 200
            # That it is cut off is said, quietly, to the dealer and to whoever watches over the machine.
            link = until(lambda: (now := _health(table))["state"] == "away" and now)
            assert (link["behind"] > 0, link["waiting"]) == (True, 0)
            with dealer.browser.stream("/dealer/events") as stream:
                mark = stream.next("pit")
            assert mark["word"].endswith(" records behind, 0 min")
            assert mark["words"] == [AWAY]
            refused = CliRunner().invoke(main, ["run", str(at_table / "table.toml"), "--pit", url])
            assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
            assert "can't be reached" in refused.stderr
            assert "--alone" in refused.stderr
            server.start()
            assert until(lambda: in_pit(url, "Table 1") == dealer.records())
            link = until(lambda: (now := _health(table))["state"] == "following" and now)
            assert link["behind"] == 0
            before = dealer.records()
        finally:
            codes = (table.close(), pit.close())
        assert codes == (0, 0), (at_table / "stderr.txt").read_text() + (at_pit / "stderr.txt").read_text()
        # What is recorded at the very end is there too.
        after = in_pit(url, "Table 1")
        assert len(after) >= len(before)
        with recorded(max(at_table.glob("sessions/*/journal.sqlite"))) as journal:
            assert after == [plain(one) for one in journal.records()]


@pytest.mark.parametrize("address", ["sqlite:////nowhere/pit.sqlite", "postgresql://nobody@/pit?host=/nowhere"])
def test_a_table_whose_pit_is_not_there_is_started_alone(tmp_path: Path, address: str) -> None:
    folder = folder_of(tmp_path, "table", people=True)
    (folder / "table.toml").write_text(f'pit = "{address}"\n' + TABLE.format("Table 1"))
    refused = CliRunner().invoke(main, ["run", str(folder / "table.toml")])
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    table = Program(folder, "run", "table.toml", "--alone")
    try:
        dealer = AtTable(table, folder, "1001")
        assert dealer.press(do="step", step={"bet": 1, "unit": 10})[0] == 200
        assert _health(table) is None
    finally:
        assert table.close() == 0


def told(words: str) -> None:
    """For whoever runs the tests with -s."""
    print(words)


def _health(table: Program) -> JSON:
    """How the table says that its link to the pit stands."""
    _, _, said = Browser(table.url).ask("GET", "/health")
    found: JSON = json.loads(said)["pit"]
    return found


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _asked(url: str) -> int:
    with Store(url) as store:
        return next((word.id for word in asking.open_words(store)), 0)


def _outcomes(url: str) -> list[JSON]:
    with Store(url) as store, store.reading() as connection:
        rows = connection.execute(sa.select(approvals.c.body).where(approvals.c.kind == "outcome"))
        return [json.loads(row.body) for row in rows]
