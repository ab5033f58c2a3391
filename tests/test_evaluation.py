"""Manifests and scores: figures that can be counted by hand."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import pytest

from dealer_assist.cards import parse
from dealer_assist.sighting import Look, SeenCard
from models.manifest import BadManifest, Labelled, read_manifest
from models.scoring import Trained, count, line, score, table
from tests.pictures import felt

BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def manifest(folder: Path, rows: list[list[str]], header: str = "file,split_source,cards,boxes,notes") -> Path:
    path = folder / "manifest.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header.split(","))
        writer.writerows(rows)
    cv2.imwrite(str(folder / "a.png"), felt(40, 60))
    return path


@pytest.mark.parametrize(
    ("named", "truth", "right", "wrong"),
    [
        ("As Td", "As Td", 2, 0),
        ("As", "As Td", 1, 0),
        ("As As", "As", 1, 1),
        ("As As", "As As", 2, 0),
        ("", "As", 0, 0),
        ("As", "", 0, 1),
        ("9h", "9?", 1, 0),
        ("9h 9s", "9? 9?", 2, 0),
        ("9h 9s 9d", "9? 9?", 2, 1),
        ("Th", "9?", 0, 1),
        # The whole label takes its own card, so that the other 9 is left for the rank.
        ("9h 9s", "9? 9h", 2, 0),
        ("9h 9s", "9s 9?", 2, 0),
        ("9h", "9? 9h", 1, 0),
        ("Jk", "J?", 0, 1),
        ("Jh", "Jk", 0, 1),
        ("Jk Jk", "Jk Jk", 2, 0),
    ],
)
def test_counting(named: str, truth: str, right: int, wrong: int) -> None:
    got = count(named.split(), 0, tuple(truth.split()))
    assert (got.cards, got.right, got.wrong) == (len(truth.split()), right, wrong)
    assert got.missed == len(truth.split()) - right
    assert got.exact == (wrong == 0 and right == len(truth.split()))


def test_an_unsure_card_is_neither_right_nor_wrong() -> None:
    cards = (SeenCard(parse("As"), BOX, 0.99), SeenCard(None, BOX, 0.4))
    got = score(Look(cards, 5.0), ("As", "Td"))
    assert (got.right, got.wrong, got.missed, got.unsure) == (1, 0, 1, 1)


def test_the_sums_of_a_source() -> None:
    counts = [
        count(["As"], 1, ("As", "Td")),
        count(["Kh", "Qh"], 0, ("Kh",)),
        count(["2c"], 0, ("2c",)),
        count([], 0, ()),
    ]
    got = line("here", False, counts, [10.0, 30.0, 20.0, 40.0])
    assert (got.pictures, got.cards, got.right, got.wrong, got.missed, got.unsure, got.exact) == (4, 4, 3, 1, 1, 1, 2)
    assert (got.precision, got.recall, got.ms) == (0.75, 0.75, 25.0)
    empty = line("none", True, [count([], 0, ())], [1.0])
    assert (empty.precision, empty.recall) == (None, None)
    shown = table([got, empty])
    assert shown.splitlines()[1].split() == [
        "here",
        "no",
        "4",
        "4",
        "3",
        "1",
        "1",
        "1",
        "0.7500",
        "0.7500",
        "2/4",
        "25.0",
    ]
    assert shown.splitlines()[2].split()[8:10] == ["–", "–"]


def test_rows_are_read_with_their_numbers(tmp_path: Path) -> None:
    path = manifest(tmp_path, [["a.png", "one", "As 9? Jk", "", "dim"], ["a.png", "two", "", "", ""]])
    rows = read_manifest(path)
    assert [(r.row, r.source, r.cards, r.notes) for r in rows] == [
        (2, "one", ("As", "9?", "Jk"), "dim"),
        (3, "two", (), ""),
    ]
    assert len(read_manifest(path, 1)) == 1


@pytest.mark.parametrize(
    ("rows", "header", "message"),
    [
        ([["a.png", "x", "As"]], "file,source,cards", "row 1: no column split_source"),
        ([], "file,split_source,cards", "no pictures"),
        ([["a.png", "x", "As"], ["b.png", "x", "As"]], "file,split_source,cards", r"row 3: no picture .*b\.png"),
        ([["a.png", "x", "10h"]], "file,split_source,cards", "row 2: '10h' is no card"),
        ([["a.png", "x", "As", "more"]], "file,split_source,cards", "row 2: 4 cells, the header has 3"),
        ([["", "x", "As"]], "file,split_source,cards", "row 2: no picture"),
    ],
)
def test_a_bad_manifest_is_named_with_its_row(tmp_path: Path, rows: list[list[str]], header: str, message: str) -> None:
    with pytest.raises(BadManifest, match=message):
        read_manifest(manifest(tmp_path, rows, header))


def test_a_manifest_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match=r"gone\.csv: No such file"):
        read_manifest(tmp_path / "gone.csv")
    (tmp_path / "a.csv").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadManifest, match=r"a\.csv: .*give a CSV file"):
        read_manifest(tmp_path / "a.csv")


def test_which_pictures_were_trained_on() -> None:
    trained = Trained({"one": (), "two": ("session 7", "session 9")})

    def row(source: str, notes: str) -> Labelled:
        return Labelled(2, Path("a.png"), source, (), "", notes)

    assert trained.saw(row("one", ""))
    assert trained.saw(row("two", "session 9; dim"))
    assert not trained.saw(row("two", "session 8"))
    assert not trained.saw(row("three", ""))
