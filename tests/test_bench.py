"""The table of `make bench`: aims met and missed, ratios, the same as JSON, and measures that run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_assist.cli import main
from kiosk import bench as own
from kiosk.figures import Aim, Measures, Peer, Row, printed, table
from tests import bench, readers
from tests.classic_reader import Classic


def test_a_smaller_time_is_a_better_one() -> None:
    quick = Row("a look", 2.0, "ms", Peer("other", 50.0), Aim(20, times=True))
    assert quick.ratio == 25
    assert quick.met
    assert not Row("a look", 5.0, "ms", Peer("other", 50.0), Aim(20, times=True)).met
    assert Row("a look", 50.0, "ms", aim=Aim(50)).met
    assert not Row("a look", 50.1, "ms", aim=Aim(50)).met


def test_a_larger_pace_is_a_better_one() -> None:
    quick = Row("hands", 600.0, "hands/s", Peer("other", 10.0), Aim(50, times=True))
    assert quick.ratio == 60
    assert quick.met
    assert not Row("orders", 19_999.0, "orders/s", aim=Aim(20_000)).met
    assert Row("orders", 20_000.0, "orders/s", aim=Aim(20_000)).met
    assert Row("orders", 1.0, "orders/s").met is None


def test_the_table_says_what_is_met() -> None:
    rows = [
        Row("hands", 1234.0, "hands/s", Peer("other", 12.34), Aim(50, times=True)),
        Row("a look", 60.4, "ms", aim=Aim(50)),
        Row("rounds", 9.876, "rounds/s"),
    ]
    head, _, *lines = table(rows).splitlines()
    assert head.startswith("| what   | figure")
    assert [[cell.strip() for cell in line.strip("|").split("|")] for line in lines] == [
        ["hands", "1,234 hands/s", "other: 12.3 hands/s", "×100", "≥ ×50", "met"],
        ["a look", "60.4 ms", "", "", "≤ 50", "not met"],
        ["rounds", "9.88 rounds/s", "", "", "", ""],
    ]


def test_the_table_comes_as_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    measures: Measures = {"one": lambda: iter([Row("looks", 2.0, "ms", Peer("other", 5.0), Aim(3))])}
    printed(measures, (), tmp_path / "out.json")
    out, err = capsys.readouterr()
    assert out.splitlines()[0].count(",") >= 3  # the machine
    assert f"JSON: {tmp_path / 'out.json'}" in out
    assert "[1/1] one" in err
    told = json.loads((tmp_path / "out.json").read_bytes())
    assert told["rows"][0] == {
        "what": "looks",
        "figure": 2.0,
        "unit": "ms",
        "peer": {"name": "other", "figure": 5.0},
        "aim": {"limit": 3.0, "times": False},
        "ratio": 2.5,
        "met": True,
    }
    assert told["machine"] == out.splitlines()[0]


def test_a_page_quotes_the_table(tmp_path: Path) -> None:
    row = Row("looks", 2.0, "ms", Peer("other", 5.0), Aim(3))
    page = tmp_path / "page.md"
    page.write_text(f"before\n{bench.MARKS[0]}old\n{bench.MARKS[1]}after\n")
    printed({"one": lambda: iter([row])}, (), tmp_path / "out.json")
    for _ in range(2):
        bench.quote(tmp_path / "out.json", page)
        text = page.read_text()
        assert text.startswith(f"before\n{bench.MARKS[0]}")
        assert text.endswith(f"|\n{bench.MARKS[1]}after\n")
        assert table([row]) in text
        assert "old" not in text
    assert all(mark in bench.README.read_text() for mark in bench.MARKS)


def asked(*words: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["bench", *words])


def test_a_part_of_the_command(tmp_path: Path) -> None:
    done = asked("--only", "shoe", "--only", "settle", "--out", str(tmp_path / "b.json"))
    assert done.exit_code == 0, done.output
    rows: list[dict[str, Any]] = json.loads((tmp_path / "b.json").read_bytes())["rows"]
    assert [row["unit"] for row in rows] == ["kB/s", "rounds/s"]
    assert all(row["figure"] > 0 for row in rows)


def test_a_measure_or_a_folder_that_is_not_there(tmp_path: Path) -> None:
    unknown = asked("--only", "speed", "--out", str(tmp_path / "b.json"))
    assert unknown.exit_code == 2
    assert "there is no measure 'speed'; there are settle, refold," in unknown.stderr
    nowhere = asked("--only", "shoe", "--out", str(tmp_path / "no" / "b.json"))
    assert nowhere.exit_code == 2
    assert "there is no such folder" in nowhere.stderr
    assert not list(tmp_path.iterdir())


def test_the_whole_table_has_what_the_command_has_and_more() -> None:
    assert set(own.MEASURES) | {"omaha", "readers", "audit", "paint"} == set(bench.MEASURES)


def test_an_archive_is_made_and_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 9)
    (row,) = bench.audited()
    assert row.figure > 0


def test_both_readers_are_scored_alike() -> None:
    picture, clear, there = next(readers.apart())
    assert len(clear) == 8
    recall, precision, ms = readers.read(Classic(1), [(picture, clear, there), (picture, frozenset(), frozenset())])
    assert recall >= 50
    assert precision is not None
    assert precision <= 50, "what is named in the second picture is not there"
    assert ms > 0
