"""What became of each card, who was taken for whom, how far a confidence is right, and the report of it all."""

from __future__ import annotations

import io
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.sighting import Look, Quad, SeenCard
from models.evaluation import Reading, lines
from models.manifest import BadManifest, Labelled
from models.outcomes import NOTHING, UNSURE, outcomes
from models.progress import told
from models.report import sections, text, write_report
from models.scoring import score
from models.sheets import tile, write_sheets
from models.tables import confusion, reliability
from models.wrong_labels import KNOWN, corrected, read_corrections


def at(x: float, y: float) -> Quad:
    return (x, y), (x + 20, y), (x + 20, y + 30), (x, y + 30)


def seen(card: str | None, x: float = 0, y: float = 0, sure: float = 0.97) -> SeenCard:
    return SeenCard(None if card is None else parse(card), at(x, y), sure)


def row(cards: str, boxes: list[tuple[str, int, int, int, int]] | None = None, path: Path = Path("a.png")) -> Labelled:
    return Labelled(2, path, "felt", tuple(cards.split()), json.dumps(boxes) if boxes else "", "")


def pairs(labelled: Labelled, *cards: SeenCard) -> list[tuple[str | None, str]]:
    return [(o.truth, o.said) for o in outcomes(labelled, Look(cards, 1.0))]


@pytest.mark.parametrize(
    ("truth", "cards", "expected"),
    [
        ("As", [seen("As")], [("As", "As")]),
        ("As", [], [("As", NOTHING)]),
        ("As", [seen(None)], [("As", UNSURE)]),
        ("", [seen("As")], [(None, "As")]),
        ("", [seen(None)], []),
        ("9? 9h", [seen("9h"), seen("9s")], [("9h", "9h"), ("9?", "9s")]),
        # The rank is the same: the seven was taken for another seven, not for the king.
        ("Kd 7h", [seen("7d")], [("7h", "7d"), ("Kd", NOTHING)]),
        ("Jk", [seen("Js")], [("Jk", "Js")]),
        ("As As", [seen("As"), seen("As"), seen("As")], [("As", "As"), ("As", "As"), (None, "As")]),
    ],
)
def test_every_card_has_an_outcome(truth: str, cards: list[SeenCard], expected: list[tuple[str | None, str]]) -> None:
    found = outcomes(row(truth), Look(tuple(cards), 1.0))
    assert [(o.truth, o.said) for o in found] == expected
    figures = score(Look(tuple(cards), 1.0), tuple(truth.split()))
    assert sum(o.right for o in found) == figures.right
    assert sum(o.wrong for o in found) == figures.wrong
    assert sum(o.missed for o in found) == figures.missed


def test_a_box_tells_which_card_was_taken_for_another() -> None:
    boxes = [("Kd", 100, 100, 20, 30), ("7h", 300, 100, 20, 30)]
    # The rank says the seven, the place says the king.
    assert pairs(row("Kd 7h", boxes), seen("7d", 100, 100)) == [("Kd", "7d"), ("7h", NOTHING)]
    assert pairs(row("Kd 7h", boxes), seen(None, 300, 100)) == [("7h", UNSURE), ("Kd", NOTHING)]
    # An unsure card where no card is says nothing of the cards that are.
    assert pairs(row("Kd", boxes[:1]), seen(None, 600, 600)) == [("Kd", NOTHING)]


def test_damaged_boxes_only_cost_the_place() -> None:
    damaged = Labelled(2, Path("a.png"), "felt", ("Kd",), '[["Kd", 1,', "")
    assert pairs(damaged, seen("Kd")) == [("Kd", "Kd")]


def test_the_confusion_matrix_counts_by_hand() -> None:
    found = [
        *outcomes(row("As Kd"), Look((seen("As"), seen("Qd")), 1.0)),
        *outcomes(row("Kd Jk 9?"), Look((seen(None), seen("9c")), 1.0)),
        *outcomes(row(""), Look((seen("2c"),), 1.0)),
    ]
    ranks, suits = confusion(found)
    said = {line[0]: dict(zip(ranks[0][1:], line[1:], strict=True)) for line in ranks[1:]}
    assert said["A"]["A"] == "1"
    assert said["K"]["Q"] == "1"
    assert said["–"]["2"] == "1"
    assert said["9"]["9"] == "1"
    assert said["K"][UNSURE] + said["Jk"][NOTHING] == "11"
    by_suit = {line[0]: dict(zip(suits[0][1:], line[1:], strict=True)) for line in suits[1:]}
    # Neither the joker nor the nine, of which the suit is not known, is in the table of suits.
    assert by_suit["d"] == {"s": "", "h": "", "d": "1", "c": "", UNSURE: "1", NOTHING: ""}
    assert by_suit["–"]["c"] == "1"


def test_reliability_sets_what_was_said_against_what_was_right() -> None:
    found = [
        *outcomes(row("As Kd 2c"), Look((seen("As", sure=0.96), seen("Kd", sure=0.97), seen("3c", sure=0.96)), 1.0)),
        *outcomes(row("As"), Look((seen("As", sure=0.9995),), 1.0)),
        *outcomes(row("As"), Look((seen(None, sure=0.6),), 1.0)),
    ]
    low, high = reliability(found)
    assert (low.low, low.named, low.right, low.said) == (0.95, 3, 2, 0.9633)
    assert (high.low, high.named, high.right) == (0.999, 1, 1)


@pytest.fixture
def readings(tmp_path: Path) -> list[Reading]:
    image = np.full((300, 400, 3), 90, np.uint8)
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), image)
    boxes = [("Kd", 100, 100, 20, 30)]
    return [
        Reading(row("Kd As", boxes, tmp_path / "a.png"), False, Look((seen("Qd", 100, 100), seen("As", 5, 5)), 4.0)),
        Reading(row("2c", None, tmp_path / "b.png"), False, Look((), 4.0)),
    ]


def test_the_report_holds_every_table_and_every_wrong_and_missed_card(tmp_path: Path, readings: list[Reading]) -> None:
    tables = sections(readings)
    page = write_report(tmp_path / "report", tables, readings)
    written = page.read_text()
    for title, rows in tables:
        assert title.split(" (")[0].split(":")[0] in written
        assert all(f"<td>{row[0]}" in written for row in rows[1:])
    # Wrong: Qd for Kd. Missed besides: 2c.
    assert "Named wrongly (1)" in written
    assert "Missed (1)" in written
    assert "Labels found wrong (0)" in written
    assert {path.name for path in page.parent.iterdir()} == {"index.html", "wrong-1.jpg", "missed-1.jpg"}
    assert "felt" in text(tables).splitlines()[2]


def test_figures_with_labels_put_right_stand_beside_those_as_labelled(tmp_path: Path, readings: list[Reading]) -> None:
    listed = tmp_path / "wrong.csv"
    listed.write_text('file,was,is,why\na.png,As Kd,As Qd,"a queen, by eye"\nelsewhere.png,2c,3c,not of this set\n')
    wrong = read_corrections(listed)
    manifest = tmp_path / "manifest.csv"
    rows = corrected([r.row for r in readings], wrong, manifest, listed)
    assert [r.cards for r in rows] == [("As", "Qd"), ("2c",)]
    mended = [Reading(new, r.trained, r.look) for r, new in zip(readings, rows, strict=True)]
    before, after = lines(readings)[0], lines(mended)[0]
    assert ((before.right, before.wrong), (after.right, after.wrong)) == ((1, 1), (2, 0))
    titles = [title for title, _ in sections(readings, mended, 1)]
    assert titles[:2] == ["By source, as labelled", "By source, 1 labels found wrong put right"]
    page = write_report(tmp_path / "report", sections(readings, mended, 1), mended, [(rows[0].path, wrong[0])])
    assert "Labels found wrong (1)" in page.read_text()
    assert (page.parent / "labels-1.jpg").is_file()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("file,was,is,why\na.png,2c,3c,x\n", "a.png is listed as 2c, the manifest says Kd As"),
        ("file,was,is\na.png,2c,3c\n", "row 2: needs the columns file, was, is, why"),
        ("file,was,is,why\na.png,2x,3c,x\n", "row 2: '2x' is no card"),
        ("file,was,is,why\na.png,2c,3c,x,y\n", "row 2: needs the columns"),
    ],
)
def test_a_bad_list_of_labels_is_named(tmp_path: Path, readings: list[Reading], content: str, why: str) -> None:
    listed = tmp_path / "wrong.csv"
    listed.write_text(content)
    with pytest.raises(BadManifest, match=why):
        corrected([r.row for r in readings], read_corrections(listed), tmp_path / "manifest.csv", listed)
    with pytest.raises(BadManifest, match=r"gone\.csv: No such file"):
        read_corrections(tmp_path / "gone.csv")


def test_the_list_that_we_keep_can_be_read() -> None:
    for each in read_corrections(KNOWN):
        assert each.was != each.cards
        assert each.why


def test_a_tile_shows_the_place_it_is_about() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    image[100:130, 200:220] = (0, 0, 255)
    around = tile(image, (200, 100, 20, 30), (255, 0, 0), "is As, said Ks – 0.99", "a.png")
    whole = tile(image, None, (255, 0, 0))
    assert around.shape == whole.shape
    red = [(t[:150, 4:150, 2] > 200).mean() for t in (around, whole)]
    assert red[0] > 10 * red[1] > 0
    # A place outside the picture shows the picture.
    assert tile(image, (900, 900, 5, 5), (255, 0, 0)).shape == whole.shape


def test_sheets_are_paged(tmp_path: Path) -> None:
    small = tile(np.zeros((9, 9, 3), np.uint8), None, (0, 0, 0))
    assert write_sheets(tmp_path, "wrong", [small] * 49) == ["wrong-1.jpg", "wrong-2.jpg"]
    assert write_sheets(tmp_path, "none", []) == []
    first, second = (cv2.imread(str(tmp_path / f"wrong-{n}.jpg")) for n in (1, 2))
    assert first is not None
    assert second is not None
    assert first.shape[0] == 6 * second.shape[0]


def test_a_report_that_can_not_be_written_is_one_line(tmp_path: Path, readings: list[Reading]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Fault, match="name a folder that can be written"):
        write_report(tmp_path / "file" / "report", sections(readings), readings)


def test_progress_is_silent_for_two_seconds_and_then_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(float(n) for n in range(100))
    monkeypatch.setattr("models.progress.time.monotonic", lambda: next(clock))
    out = io.StringIO()
    assert list(told(range(15), "Reading", out)) == list(range(15))
    first, second = out.getvalue().splitlines()
    assert first == "Reading: 2 of 15, 13 s left"
    assert second == "Reading: 12 of 15, 3 s left"
