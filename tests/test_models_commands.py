"""`dealer-assist read` and `dealer-assist evaluate` as a person calls them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from dealer_assist.cli import main
from tests.pictures import Laid, felt, lay, taken


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pictures of cards, one of an empty table, and a file that is no picture."""
    where = tmp_path_factory.mktemp("pictures")
    one = [Laid("As", 250, 240, 10), Laid("Td", 600, 260, -20), Laid("7h", 950, 300, 95)]
    two = [Laid("Kc", 300, 300, 0), Laid("Qh", 700, 320, 45)]
    cv2.imwrite(str(where / "one.png"), taken(lay(felt(), one, 28)))
    cv2.imwrite(str(where / "two.jpg"), taken(lay(felt(), two, 28)))
    cv2.imwrite(str(where / "empty.png"), taken(felt()))
    (where / "notes.txt").write_text("no picture")
    return where


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def cards(line: str) -> list[str]:
    return sorted(card["card"] for card in json.loads(line)["cards"])


def test_read_prints_a_line_an_image(folder: Path) -> None:
    result = call("read", folder / "one.png", folder / "two.jpg")
    assert result.exit_code == 0, result.stderr
    one, two = result.stdout.splitlines()
    assert (cards(one), cards(two)) == (["7h", "As", "Td"], ["Kc", "Qh"])
    told = json.loads(one)
    assert told["file"] == str(folder / "one.png")
    assert told["ms"] > 0
    for card in told["cards"]:
        assert len(card["box"]) == 4
        assert all(len(point) == 2 for point in card["box"])
        assert 0.5 < card["confidence"] <= 1


def test_read_goes_on_after_a_bad_file_and_says_so(folder: Path) -> None:
    result = call("read", folder / "gone.png", folder / "notes.txt", folder / "two.jpg")
    assert result.exit_code == 2
    assert cards(result.stdout) == ["Kc", "Qh"]
    first, second = result.stderr.splitlines()
    assert "gone.png: No such file" in first
    assert "notes.txt: not a picture" in second


def test_read_takes_a_grey_picture_with_depth(folder: Path) -> None:
    grey = cv2.cvtColor(cv2.imread(str(folder / "two.jpg")), cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(folder / "deep.png"), np.asarray(grey, np.uint16) * 257)
    result = call("read", folder / "deep.png")
    assert result.exit_code == 0
    # Without colour a suit may stay unsure, but nothing may be wrong.
    assert {c["card"] for c in json.loads(result.stdout)["cards"]} <= {"Kc", "Qh", None}


def write(folder: Path, name: str, rows: list[tuple[str, str, str]]) -> Path:
    path = folder / name
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("file", "split_source", "cards"), *rows])
    return path


def test_evaluate_counts_by_source(folder: Path) -> None:
    rows = [
        ("one.png", "felt", "As Td 7h"),
        # The table shows Kc and Qh: one right (Q?), one wrong (Kc), one missed (2s).
        ("two.jpg", "felt", "Q? 2s"),
        ("empty.png", "bare", ""),
    ]
    path = write(folder, "m.csv", rows)
    result = call("evaluate", path, "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    bare, felted, total = told["sources"]
    assert [s["source"] for s in told["sources"]] == ["bare", "felt", "sum"]
    keys = ("pictures", "cards", "right", "wrong", "missed", "unsure", "exact")
    assert [bare[k] for k in keys] == [1, 0, 0, 0, 0, 0, 1]
    assert [felted[k] for k in keys] == [2, 5, 4, 1, 1, 0, 1]
    assert [total[k] for k in keys] == [3, 5, 4, 1, 1, 0, 2]
    assert (felted["precision"], felted["recall"], felted["trained"]) == (0.8, 0.8, False)
    shown = call("evaluate", path, "--limit", "1")
    assert shown.stdout.splitlines()[1].split()[:2] == ["source", "trained"]
    assert shown.stdout.splitlines()[2].split()[:7] == ["felt", "no", "1", "3", "3", "0", "0"]
    assert told["ranks"][0][:2] == ["is \\ said", "2"]
    assert sum(held["named"] for held in told["reliability"]) == 5


def test_evaluate_plots_and_counts_with_labels_put_right(folder: Path) -> None:
    path = write(folder, "p.csv", [("one.png", "felt", "As Td 7h"), ("two.jpg", "other", "Kc Qs")])
    listed = folder / "wrong.csv"
    listed.write_text("file,was,is,why\ntwo.jpg,Kc Qs,Kc Qh,a red queen\n")
    result = call("evaluate", path, "--labels", listed, "--plot", folder / "report")
    assert result.exit_code == 0, result.stderr
    assert "By source, as labelled" in result.stdout
    assert "By source, 1 labels found wrong put right" in result.stdout
    assert (folder / "report" / "labels-1.jpg").is_file()
    assert "Named wrongly (0)" in (folder / "report" / "index.html").read_text()
    told = json.loads(call("evaluate", path, "--labels", listed, "--json", "--source", "other").stdout)
    (before,), (after,) = told["sources"], told["sources_put_right"]
    assert [(s["right"], s["wrong"], s["missed"]) for s in (before, after)] == [(1, 1, 1), (2, 0, 0)]
    assert told["labels_put_right"] == 1
    refused = call("evaluate", path, "--source", "elsewhere")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "no pictures of elsewhere" in refused.stderr


def test_letters_that_are_not_known_leave_cards_unsure(folder: Path) -> None:
    assert cards(call("read", folder / "one.png", "--indices", "AKQJ").stdout) == ["7h", "As", "Td"]
    told = json.loads(call("read", folder / "two.jpg", "--indices", "ARDV").stdout)
    assert [card["card"] for card in told["cards"]] == [None, None]
    assert "give the four letters" in call("read", folder / "one.png", "--indices", "AK").stderr


def test_evaluate_refuses_in_a_line(folder: Path) -> None:
    cases = [
        (write(folder, "missing.csv", [("gone.png", "x", "As")]), "row 2: no picture"),
        (write(folder, "text.csv", [("notes.txt", "x", "As")]), "row 2: "),
        (folder / "no.csv", "no.csv: No such file"),
        (folder / "notes.txt", "row 1: no column file, split_source, cards"),
    ]
    for path, why in cases:
        result = call("evaluate", path)
        assert result.exit_code == 2
        (last,) = [line for line in result.stderr.splitlines() if line.startswith("dealer-assist")]
        assert why in last
        assert result.stdout == ""


def test_help_teaches_with_an_example() -> None:
    for command in ("read", "evaluate"):
        shown = call(command, "--help")
        assert shown.exit_code == 0
        assert f"dealer-assist {command}" in shown.stdout
