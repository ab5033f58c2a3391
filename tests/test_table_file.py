"""`table.toml`: read strictly, refused in one line that names the place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealer_assist import table_file
from dealer_assist.faults import Fault
from tests.rigs import CAMERA, SHOE

TABLE = 'name = "T"\ngame = "triple"\nseats = [{ seat = 1, chips = 100 }]\n'
ONE_SEAT = CAMERA.replace("seat2", "spare")


def load(folder: Path, text: str) -> table_file.TableFile:
    path = folder / "table.toml"
    path.write_text(text)
    return table_file.load(path)


def test_shoe_only_camera_only_both_and_by_hand(tmp_path: Path) -> None:
    assert load(tmp_path, TABLE).shoe is None
    assert load(tmp_path, TABLE + SHOE).camera is None
    assert load(tmp_path, TABLE + ONE_SEAT).shoe is None
    both = load(tmp_path, TABLE + SHOE + ONE_SEAT)
    assert both.shoe is not None
    assert both.shoe.baud == 115200
    assert both.camera is not None
    assert both.layout is not None
    assert both.layout.boxes["dealer"][2] == (100, 300)


def test_chips_of_an_account_are_a_whole_number_or_words_with_cents(tmp_path: Path) -> None:
    """As the page says that describes a table; what the round begins with is the notation of scripts."""
    page = (Path(__file__).parent.parent / "docs/your_table.md").read_text(encoding="utf-8")
    (text,) = (block for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "accounts" in block)
    begins = table_file.opening(load(tmp_path, text))
    assert begins["accounts"] == [{"account": "Anna", "chips": "1000.00"}, {"account": "Bert", "chips": "500.50"}]
    with pytest.raises(Fault, match=">= 0"):
        load(tmp_path, text.replace("= 1000", "= -1"))


@pytest.mark.parametrize(("word", "source"), [("camera", "0"), ("camera:/dev/video2", "/dev/video2")])
def test_a_word_names_a_camera_in_the_shoe(tmp_path: Path, word: str, source: str) -> None:
    shoe = load(tmp_path, f'{TABLE}shoe = "{word}"\n').shoe
    assert shoe is not None
    assert shoe.protocol == "camera"
    assert table_file.camera_in(shoe) == source


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TABLE + 'shoe = "angel_eye"\n', 'write "camera", or'),
        (TABLE + 'shoe = "camera"\n' + ONE_SEAT.replace('"none"', '"/dev/video0"'), "are both /dev/video0"),
        (TABLE + "shoe = 3\n", "Expected `object | null`, got `int` - at `$.shoe`"),
        (TABLE + 'shoe = "camera"\n' + SHOE, "table.toml"),
        ("colour = 3\n" + TABLE, "unknown field `colour`"),
        ("", "missing required field `name`"),
        (TABLE.replace("triple", "whist"), "no game 'whist'"),
        (TABLE.replace("seat = 1", "seat = 9"), "seats 1 to 7"),
        (TABLE.replace("chips = 100", "chips = -1"), ">= 0"),
        (TABLE.replace("chips = 100", 'chips = "100"'), "Expected `int`, got `str`"),
        (TABLE + "options = { jokers = 13 }\n", "<= 12"),
        (TABLE + "options = { joker = 1 }\n", "no option 'joker'"),
        (TABLE + 'house = "gone.toml"\n', "gone.toml"),
        (TABLE + '[shoe]\nport = "x"\n', "missing required field `protocol`"),
        (TABLE + SHOE + "speed = 3\n", "unknown field `speed`"),
        (TABLE + '[camera]\nsource = "0"\n', "needs [layout]"),
        (TABLE + ONE_SEAT.replace("[0, 100]]", "[0, 900]]"), "outside the picture of 400×400"),
        (TABLE + ONE_SEAT.replace("seat1", "seat3"), "no box seat1"),
        ("name = ", "refused"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(Fault) as told:
        load(tmp_path, text)
    line = str(told.value)
    assert words in line
    assert "table.toml" in line or "gone.toml" in line
    assert "\n" not in line


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="can't be read"):
        table_file.load(tmp_path / "none.toml")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Fault, match="refused"):
        table_file.load(tmp_path / "b.toml")
