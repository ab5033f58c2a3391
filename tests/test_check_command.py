"""`dealer-assist check`: what is right, what is to be mended and what keeps a table from being run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
import serial
from click.testing import CliRunner, Result

from hardware.shoes.virtual import PtyLine, VirtualShoe
from kiosk.commands import check
from tests.pictures import felt, taken
from tests.rigs import CAMERA

HEAD = 'name = "Bench"\ngame = "triple"\nseats = [{ seat = 1, chips = 100 }]\n'


def run(folder: Path, text: str, *options: str) -> Result:
    path = folder / "table.toml"
    path.write_text(HEAD + text)
    return CliRunner().invoke(check, [str(path), *options])


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[VirtualShoe]:
    """A shoe whose heart beats ten times a second on a pseudo-terminal."""
    with VirtualShoe("cobs_crc16", PtyLine(tmp_path / "shoe"), beat=0.1) as made:
        yield made


def toml(shoe: VirtualShoe, protocol: str = "cobs_crc16") -> str:
    return f'[shoe]\nport = "{shoe.url}"\nprotocol = "{protocol}"\n'


def film(folder: Path, grey: int | None = None) -> str:
    """A camera that gives pictures of 400×400 pixels: a felt, or all of one grey."""
    path = folder / "film"
    path.mkdir()
    image = taken(felt(400, 400)) if grey is None else np.full((400, 400, 3), grey, np.uint8)
    for number in range(8):
        cv2.imwrite(str(path / f"{number:03}.png"), image)
    return CAMERA.replace('source = "none"', f'source = "{path}"')


def test_a_table_without_devices_is_right(tmp_path: Path) -> None:
    result = run(tmp_path, "")
    assert result.exit_code == 0
    assert "shoe     ok" in result.output


def test_a_shoe_that_speaks_is_right(tmp_path: Path, shoe: VirtualShoe) -> None:
    result = run(tmp_path, toml(shoe), "--listen", "1.5")
    assert result.exit_code == 0, result.output
    assert "heartbeat" in result.output


def test_a_shoe_that_speaks_something_else_is_to_be_mended(tmp_path: Path, shoe: VirtualShoe) -> None:
    result = run(tmp_path, toml(shoe, "angel_eye"), "--listen", "1.5")
    assert result.exit_code == 1, result.output
    assert "try another protocol, or baud = 4800" in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[shoe]\nport = "/dev/none"\nprotocol = "cobs_crc16"\n', "there is no such port"),
        ('[shoe]\nport = "/dev/none"\nprotocol = "rot13"\n', "'rot13' is not known"),
        ('[shoe]\nport = "camera:/dev/video77"\nprotocol = "camera"\n', "there is no /dev/video77"),
        (CAMERA.replace('"none"', '"/dev/video77"'), "there is no /dev/video77"),
        (CAMERA.replace("[[0, 0], [100, 0]", "[[0, 0], [500, 0]"), "box seat1 lies outside the picture of 400×400"),
        (CAMERA.replace("[[0, 0], [100, 0], [100, 100]", "[[0, 0], [110, 0], [110, 100]"), "seat1 and seat2 overlap"),
        (CAMERA.replace("[[0, 0], [100, 0], [100, 100]", "[[0, 0], [100, 100], [100, 0]"), "box seat1: its corners"),
        ("options = { jokers = 99 }\n", "jokers"),
    ],
)
def test_what_keeps_a_table_from_being_run(tmp_path: Path, text: str, said: str) -> None:
    result = run(tmp_path, text)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_port_that_another_program_has_open(tmp_path: Path, shoe: VirtualShoe) -> None:
    with serial.Serial(shoe.url, exclusive=True):
        result = run(tmp_path, toml(shoe))
    assert result.exit_code == 2
    assert "another program has it open" in result.output


def test_the_camera_is_tried_even_if_the_shoe_is_not_there(tmp_path: Path) -> None:
    result = run(tmp_path, '[shoe]\nport = "/dev/none"\nprotocol = "cobs_crc16"\n' + film(tmp_path))
    assert result.exit_code == 2
    assert "camera   ok    pictures of 400×400" in result.output
    assert "0 cards read" in result.output


def test_a_camera_with_its_cap_on_is_to_be_mended(tmp_path: Path) -> None:
    result = run(tmp_path, film(tmp_path, grey=2))
    assert result.exit_code == 1
    assert "The picture is black. " not in result.output
    assert "See to its lens" in result.output


def test_a_layout_drawn_on_another_size_is_to_be_mended(tmp_path: Path) -> None:
    result = run(tmp_path, film(tmp_path).replace("size = [400, 400]", "size = [800, 600]"))
    assert result.exit_code == 1
    assert "[layout] was drawn on 800×600" in result.output
