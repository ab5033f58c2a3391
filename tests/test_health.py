"""Health and metrics: to this machine only, the truth about the table, and no card and no name in any of it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from dealer_assist import table_file
from dealer_assist.journal import Journal
from dealer_assist.session import Session
from dealer_assist.table import Done, Key, Table
from kiosk import health
from kiosk.desk import Desk
from kiosk.pit_standing import PitStanding
from kiosk.rig import Heard, Linked
from tests.journals import STAMP

TABLE = """name = "Watched"
game = "triple"
seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 500 }]
[shoe]
port = "none"
protocol = "ascii_line"
"""
#: A line of the text format: a comment, or a name with labels and a number.
LINE = re.compile(
    r"# (HELP|TYPE) dealer_assist_\w+ .+|dealer_assist_\w+(\{\w+=\"[^\"]*\"(,\w+=\"[^\"]*\")*\})? [0-9.]+"
)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk that runs, with a shoe on its line."""
    (tmp_path / "table.toml").write_text(TABLE)
    file = table_file.load(tmp_path / "table.toml")
    journal = Journal(tmp_path / "journal.sqlite", STAMP)
    session = Session(file, None, journal, lambda: "2026-01-01T00:00:00+00:00")
    made = Desk(Table(file, session), clock=itertools.count(1).__next__)
    made.start()
    yield made
    made.close()


@pytest.fixture
def client(desk: Desk, tmp_path: Path) -> FlaskClient:
    """A client on this machine."""
    app = Flask(__name__)
    app.register_blueprint(health.pages(desk, tmp_path))
    return app.test_client()


def press(desk: Desk, number: int, **key: Any) -> None:
    outcome = desk.press(Key(seen=desk.published.number, once=f"k{number}", who="1001", **key))
    assert isinstance(outcome, Done), outcome


def dealt(desk: Desk) -> None:
    """To the hole card, a ten, which lies face down."""
    desk.ask(Linked("shoe", True))
    press(desk, 1, do="step", step={"bet": 1, "unit": 30})
    press(desk, 2, do="step", step={"bet": 2, "unit": 20})
    for card in ("Kh", "8c", "9d", "5h", "7c", "Td"):
        desk.ask(Heard(f"CARD {card}\r\n".encode()))


def metrics(client: FlaskClient) -> dict[str, float]:
    text = client.get("/metrics").get_data(as_text=True)
    for line in text.splitlines():
        assert LINE.fullmatch(line), line
    values = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name.removeprefix("dealer_assist_"): float(value) for name, value in values}


def test_a_table_at_work(desk: Desk, client: FlaskClient) -> None:
    dealt(desk)
    answer = client.get("/health")
    said = answer.get_json()
    assert (answer.status_code, said["status"], said["running"]) == (200, "ok", True)
    assert (said["number"], said["round"], said["links"]) == (11, 1, {"shoe": "up", "camera": "none"})
    found = metrics(client)
    assert (found["records_total"], found["round_running"], found["halted"]) == (11, 1, 0)
    assert (found['link{device="shoe",state="up"}'], found['link{device="shoe",state="lost"}']) == (1, 0)
    assert found["disk_free_bytes"] > 0


def test_a_finding_and_a_table_that_has_stopped_for_good(
    desk: Desk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt(desk)
    desk.ask(Linked("shoe", False, "pulled"))
    assert client.get("/health").get_json()["status"] == "finding"
    assert metrics(client)["finding"] == 1
    monkeypatch.setattr("kiosk.desk.Rig.take", lambda *_: 1 // 0)
    desk.ask(Linked("shoe", True))
    answer = client.get("/health")
    assert (answer.status_code, answer.get_json()["status"], answer.get_json()["why"]) == (503, "halted", "defect")
    assert metrics(client)["halted"] == 1


def test_the_link_to_a_pit_is_a_figure_where_there_is_one(desk: Desk, client: FlaskClient) -> None:
    assert client.get("/health").get_json()["pit"] is None
    assert not any(name.startswith("pit") for name in metrics(client))
    desk.pit = lambda: PitStanding("away", 12, 1_700_000_000_500, 2)
    assert client.get("/health").get_json()["pit"] == {
        "state": "away", "behind": 12, "since": 1_700_000_000_500, "waiting": 2,
    }  # fmt: skip
    found = metrics(client)
    assert {name: found[name] for name in found if name.startswith("pit")} == {
        "pit_up": 0, "pit_behind_records": 12, "pit_since_seconds": 1_700_000_000, "pit_waiting": 2,
    }  # fmt: skip


def test_no_card_and_no_name_in_any_byte(desk: Desk, client: FlaskClient) -> None:
    dealt(desk)
    desk.ask(Heard(b"CARD Jk\r\n"))
    said = client.get("/health").get_data(as_text=True) + client.get("/metrics").get_data(as_text=True)
    for secret in ("Td", "Kh", "Jk", "1001", "card", "??"):
        assert secret not in said


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.20", False),
        ("::ffff:10.0.0.1", False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_only_this_machine_is_answered(client: FlaskClient, address: str, here: bool) -> None:
    assert health.is_here(address) == here
    for path in ("/health", "/metrics"):
        answer = client.get(path, environ_base={"REMOTE_ADDR": address})
        assert answer.status_code == (200 if here else 403)
