"""What set-up writes into a table's file: the part and nothing else, strictly, with the old file kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.table_file import CameraFile, LayoutFile, ShoeFile
from kiosk.setup_file import Draft, Mark, draft_path, read_draft, save, write_draft

TABLE = """# Our first table
name = "Table 7"
game = "triple"  # by the house rules
seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 500 }]

[shoe]   # the old one
port = "/dev/ttyUSB0"
protocol = "ascii_line"

# where the camera hangs
[camera]
source = "film"

[layout]
size = [400, 400]
[layout.boxes]
seat1 = [[0, 0], [100, 0], [100, 100], [0, 100]]
seat2 = [[100, 0], [200, 0], [200, 100], [100, 100]]
dealer = [[0, 200], [100, 200], [100, 300], [0, 300]]
"""
BOXES = {
    "seat1": ((0.0, 0.0), (90.5, 0.0), (90.0, 90.0), (0.0, 90.0)),
    "seat2": ((100.0, 0.0), (200.0, 0.0), (200.0, 100.0), (100.0, 100.0)),
    "dealer": ((0.0, 200.0), (100.0, 200.0), (100.0, 300.0), (0.0, 300.0)),
    "burn": ((300.0, 200.0), (350.0, 200.0), (350.0, 300.0), (300.0, 300.0)),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "table.toml"
    made.write_text(TABLE)
    return made


def test_a_layout_takes_the_place_of_the_old_one_and_nothing_else_changes(path: Path) -> None:
    before = table_file.load(path)
    layout = LayoutFile((400, 400), BOXES)
    old = save(path, layout=layout)
    assert table_file.load(path) == msgspec.structs.replace(before, layout=layout)
    assert old.read_text() == TABLE
    for comment in ("# Our first table", "# by the house rules", "# the old one", "# where the camera hangs"):
        assert comment in path.read_text()


def test_several_parts_at_once_and_again(path: Path) -> None:
    shoe, camera = ShoeFile("socket://10.0.0.7:4001", "cobs_crc16"), CameraFile('a "film"', deck="bee.deck")
    olds = {save(path, shoe=shoe, camera=camera), save(path, camera=camera), save(path, shoe=shoe)}
    found = table_file.load(path)
    assert (found.shoe, found.camera) == (shoe, camera)
    assert len(olds) == 3


def test_a_table_with_nothing_gets_its_first_parts(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('name = "New"\ngame = "triple"\nseats = [{ seat = 1, chips = 1 }, { seat = 2, chips = 1 }]')
    save(path, camera=CameraFile("/dev/video0"), layout=LayoutFile((400, 400), BOXES))
    assert table_file.load(path).layout == LayoutFile((400, 400), BOXES)


def test_a_shoe_that_is_a_word_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('name = "New"\nshoe = "camera"\ngame = "triple"\nseats = [{ seat = 1, chips = 1 }]\n')
    save(path, shoe=ShoeFile("/dev/ttyS0", "ascii_line"))
    assert table_file.load(path).shoe == ShoeFile("/dev/ttyS0", "ascii_line")


def test_the_house_is_a_key_at_the_top_and_may_go_again(path: Path) -> None:
    from dealer_assist import house

    (path.parent / "ours.toml").write_bytes(house.built_in("triple").read_bytes())
    save(path, house="ours.toml")
    assert table_file.load(path).house == "ours.toml"
    save(path, house=None)
    assert table_file.load(path).house is None
    assert table_file.load(path).shoe is not None


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        ({"seat1": ((0.0, 0.0), (500.0, 0.0), (90.0, 90.0), (0.0, 90.0))}, "box seat1 lies outside the picture"),
        ({"burn": ((50.0, 50.0), (150.0, 50.0), (150.0, 150.0), (50.0, 150.0))}, "boxes seat1 and burn overlap"),
        ({"seat2": ((0.0, 0.0), (90.0, 90.0), (90.0, 0.0), (0.0, 90.0))}, "no convex four-cornered box"),
    ],
)
def test_a_layout_that_can_not_be_is_refused_by_name_and_changes_nothing(
    path: Path, boxes: dict[str, object], said: str
) -> None:
    with pytest.raises(Fault) as refused:
        save(path, layout=msgspec.convert({"size": (400, 400), "boxes": {**BOXES, **boxes}}, LayoutFile))
    assert said in str(refused.value)
    assert str(refused.value).startswith(f"{path}: ")
    assert path.read_text() == TABLE
    assert [each.name for each in path.parent.iterdir()] == ["table.toml"]


def test_a_file_written_in_another_way_is_left_alone(path: Path) -> None:
    text = 'name = "T"\ngame = "triple"\nseats = [{ seat = 1, chips = 1 }]\nshoe.port = "x"\nshoe.protocol = "y"\n'
    path.write_text(text)
    with pytest.raises(Fault):
        save(path, shoe=ShoeFile("/dev/ttyS0", "ascii_line"))
    assert path.read_text() == text


def test_what_is_not_finished_is_taken_up_again(path: Path) -> None:
    assert read_draft(path) == Draft()
    draft = Draft("0", (400, 400), dict(BOXES), None, {"shoe": Mark("4001", "2026-01-01T00:00:00+00:00")})
    write_draft(path, draft)
    assert read_draft(path) == draft
    draft_path(path).write_bytes(b"\xff{")
    assert read_draft(path) == Draft()


@pytest.mark.parametrize("address", ["http://table7.lan:8321", "https://10.0.0.7", "http://[::1]:80"])
def test_the_address_of_the_screens(path: Path, address: str) -> None:
    path.write_text(f'address = "{address}"\n{TABLE}')
    assert table_file.load(path).address == address


@pytest.mark.parametrize("address", ["table7", "http://x/y", "javascript:alert(1)", "http://a b"])
def test_an_address_that_is_none_is_refused(path: Path, address: str) -> None:
    path.write_text(f'address = "{address}"\n{TABLE}')
    with pytest.raises(Fault, match="address"):
        table_file.load(path)


def test_a_deck_in_another_folder_is_refused(path: Path) -> None:
    path.write_text(TABLE.replace('source = "film"', 'source = "film"\ndeck = "../bee.deck"'))
    with pytest.raises(Fault, match="put the deck file beside the table file"):
        table_file.load(path)
