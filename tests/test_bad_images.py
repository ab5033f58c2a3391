"""Bad and unusual pictures through the whole program: read rightly, or refused in one line, in under a gigabyte."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.images import BadImage, decode_image, load_image
from tests.pictures import Laid, Pixels, felt, lay, taken
from tests.test_recogniser_images import chunk, exif_turned

#: Reads the files named, then says how much memory that took at most, in bytes.
_READ = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
from click.testing import CliRunner
from dealer_assist.cli import main
result = CliRunner().invoke(main, ["read", "--threads", "1", *sys.argv[1:]])
if result.exception is not None and not isinstance(result.exception, SystemExit):
    raise result.exception
sys.stdout.write(result.stdout)
sys.stderr.write(result.stderr)
# Not ru_maxrss: that begins with what the process had that started this one.
(most,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM:")]
print(int(most.split()[1]) * 1024)
"""

GIGABYTE = 1_000_000_000
pytestmark = pytest.mark.timeout(300)


def read(*paths: Path) -> tuple[list[dict[str, object]], list[str], int]:
    """The JSON lines, the lines of stderr, and the bytes of memory that reading `paths` took."""
    done = subprocess.run(
        [sys.executable, "-c", _READ, *map(str, paths)], capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    *lines, memory = done.stdout.splitlines()
    return [json.loads(line) for line in lines], done.stderr.splitlines(), int(memory)


def png(width: int, height: int, depth: int = 8, colour: int = 2) -> bytes:
    """A black PNG that is small as a file and has no more rows in memory than one."""
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    row = b"\0" * (1 + width * channels * depth // 8)
    squeeze = zlib.compressobj(1)
    content = b"".join(squeeze.compress(row) for _ in range(height)) + squeeze.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", content) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def hand() -> Pixels:
    cards = [Laid("As", 250, 240, 10), Laid("Td", 600, 260, -20), Laid("7h", 950, 300, 95)]
    return taken(lay(felt(), cards, 28))


def test_the_largest_picture_stays_under_a_gigabyte(tmp_path: Path) -> None:
    # 400 MB when decoded: sixteen bits, with alpha.
    path = tmp_path / "deep-alpha.png"
    path.write_bytes(png(9000, 5500, 16, 6))
    told, refused, memory = read(path)
    assert [line["cards"] for line in told] == [[]]
    assert refused == []
    assert 400_000_000 < memory < GIGABYTE


def test_a_hundred_megapixels_are_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(png(10_000, 10_000, 8, 0))
    told, refused, memory = read(path)
    assert told == []
    (line,) = refused
    assert "huge.png: 10000×10000 pixels is more than 50 million" in line
    assert memory < GIGABYTE // 2


def test_a_picture_turned_by_its_exif_note_is_read_upright(tmp_path: Path, hand: Pixels) -> None:
    lying = cv2.rotate(hand, cv2.ROTATE_90_COUNTERCLOCKWISE)
    jpeg = cv2.imencode(".jpg", lying, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    (tmp_path / "turned.jpg").write_bytes(exif_turned(jpeg, 6))
    cv2.imwrite(str(tmp_path / "alpha.png"), np.dstack([hand, np.full(hand.shape[:2], 255, np.uint8)]))
    cv2.imwrite(str(tmp_path / "deep.png"), hand.astype(np.uint16) * 257)
    cv2.imwrite(str(tmp_path / "twelve.png"), hand.astype(np.uint16) * 16)
    told, refused, memory = read(*(tmp_path / name for name in ("turned.jpg", "alpha.png", "deep.png", "twelve.png")))
    assert refused == []
    assert memory < GIGABYTE
    for line in told:
        cards = line["cards"]
        assert isinstance(cards, list)
        assert sorted(card["card"] for card in cards) == ["7h", "As", "Td"], line["file"]
        first = next(card for card in cards if card["card"] == "As")
        assert abs(np.mean([x for x, _ in first["box"]]) - 250) < 40


def test_what_can_not_be_read_is_one_line_each(tmp_path: Path, hand: Pixels) -> None:
    files = {
        "dot.png": cv2.imencode(".png", np.full((1, 1, 3), 9, np.uint8))[1].tobytes(),
        "empty.jpg": b"",
        "text.png": b"no picture at all\n" * 9,
        "head.png": png(400, 300)[:40],
        "broken.png": png(400, 300)[:60] + b"\xff" * 300 + chunk(b"IEND", b""),
        "huge.ppm": b"P6 60000 60000 255\n" + bytes(100),
    }
    for kind in ("jpg", "png", "webp", "bmp", "tiff"):
        whole = cv2.imencode(f".{kind}", hand)[1].tobytes()
        files[f"cut.{kind}"] = whole[: len(whole) // 2]
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    told, refused, memory = read(*(tmp_path / name for name in files))
    assert [Path(str(line["file"])).name for line in told] == ["dot.png"]
    assert len(refused) == len(files) - 1, "\n".join(refused)
    for name, line in zip([name for name in files if name != "dot.png"], refused, strict=True):
        assert line.startswith("dealer-assist read: ")
        assert name in line
    assert memory < GIGABYTE


@pytest.mark.parametrize("kind", ["png", "webp"])
def test_transparency_of_every_kind_lies_on_white(tmp_path: Path, kind: str) -> None:
    image = np.full((40, 60, 4), 30, np.uint8)
    image[..., 3] = 255
    image[20:, :, 3] = 0
    path = tmp_path / f"a.{kind}"
    assert cv2.imwrite(str(path), image, [cv2.IMWRITE_WEBP_QUALITY, 101] if kind == "webp" else [])
    loaded = load_image(path)
    assert (loaded[22:] > 250).all()
    assert (np.abs(loaded[:18].astype(int) - 30) < 6).all()


def test_a_picture_that_is_too_deep_is_refused() -> None:
    content = bytearray(cv2.imencode(".tiff", np.zeros((4, 4, 3), np.uint16))[1].tobytes())
    assert decode_image(bytes(content), "small.tiff").shape == (4, 4, 3)
    order = "<" if content[:2] == b"II" else ">"
    (start,) = struct.unpack(order + "I", content[4:8])
    (count,) = struct.unpack(order + "H", content[start : start + 2])
    for entry in range(count):
        at = start + 2 + 12 * entry
        tag, kind = struct.unpack(order + "HH", content[at : at + 4])
        if tag in (256, 257):
            content[at + 8 : at + (10 if kind == 3 else 12)] = struct.pack(order + ("H" if kind == 3 else "I"), 9000)
    with pytest.raises(BadImage, match="9000×9000 pixels is more than 50 million or too deep"):
        decode_image(bytes(content), "deep.tiff")


@pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp", ".webp", ".tiff", ".gif"])
def test_a_file_cut_anywhere_is_refused_or_read(kind: str) -> None:
    noisy = np.random.default_rng(1).integers(0, 255, (24, 32, 3)).astype(np.uint8)
    whole = cv2.imencode(kind, noisy)[1].tobytes()
    for length in (*range(min(len(whole), 90)), *range(90, len(whole), 61)):
        try:
            assert decode_image(whole[:length], "cut").shape == (24, 32, 3)
        except BadImage as fault:
            assert "\n" not in str(fault)
    assert decode_image(whole, "whole").shape == (24, 32, 3)
