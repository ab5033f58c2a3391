"""Pictures from files: read rightly, or refused in a line that names the file."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.images import BadImage, decode_image, dimensions, load_image
from tests.pictures import Pixels

KINDS = [".png", ".jpg", ".bmp", ".webp", ".tiff"]


@pytest.fixture
def picture() -> Pixels:
    image = np.full((60, 90, 3), 40, np.uint8)
    image[:20, :30] = (20, 40, 220)
    return image


def saved(path: Path, image: object) -> Path:
    assert cv2.imwrite(str(path), np.asarray(image))
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_told_by_content(tmp_path: Path, picture: Pixels, kind: str) -> None:
    path = saved(tmp_path / f"a{kind}", picture)
    odd = path.rename(tmp_path / "named.wrongly")
    loaded = load_image(odd)
    assert loaded.shape == (60, 90, 3)
    assert loaded.dtype == np.uint8
    assert np.abs(loaded.astype(int) - picture).mean() < 4
    assert dimensions(odd.read_bytes()) == (90, 60)


def test_grey_sixteen_bit_and_float(tmp_path: Path, picture: Pixels) -> None:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    for name, image in (
        ("g.png", grey),
        ("s.png", picture.astype(np.uint16) * 257),
        ("gs.png", grey.astype(np.uint16) * 257),
    ):
        loaded = load_image(saved(tmp_path / name, image))
        assert loaded.shape == (60, 90, 3)
        assert loaded.dtype == np.uint8
        wanted = picture if name == "s.png" else np.repeat(np.asarray(grey)[..., None], 3, axis=2)
        assert np.abs(loaded.astype(int) - wanted).max() <= 1


def test_transparency_lies_on_white(tmp_path: Path, picture: Pixels) -> None:
    alpha = np.full((60, 90, 1), 255, np.uint8)
    alpha[30:] = 0
    loaded = load_image(saved(tmp_path / "a.png", np.dstack([picture, alpha])))
    assert (loaded[31:] == 255).all()
    assert np.array_equal(loaded[:30], picture[:30])


def exif_turned(jpeg: bytes, orientation: int) -> bytes:
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + struct.pack(">I", 0)
    block = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + jpeg[2:]


def test_a_phone_picture_is_turned_upright(picture: Pixels) -> None:
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    loaded = decode_image(exif_turned(jpeg, 6), "phone.jpg")
    assert loaded.shape == (90, 60, 3)
    # What was at the upper left comes to the upper right.
    assert loaded[5, 55, 2] > 150


@pytest.mark.parametrize("kind", [".png", ".jpg"])
def test_a_truncated_picture_is_refused(tmp_path: Path, kind: str) -> None:
    noisy = np.random.default_rng(1).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    path = saved(tmp_path / f"a{kind}", noisy)
    content = path.read_bytes()
    for share in (0.02, 0.3, 0.9):
        path.write_bytes(content[: int(len(content) * share)])
        with pytest.raises(BadImage, match=r"a\.(png|jpg)"):
            load_image(path)


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    for content, why in ((b"", "empty"), (b"hello " * 100, "not a picture"), (b"\xff\xd8\xff\xd9", "not a picture")):
        path.write_bytes(content)
        with pytest.raises(BadImage, match=why):
            load_image(path)
    with pytest.raises(BadImage, match="is a folder"):
        load_image(tmp_path)
    with pytest.raises(BadImage, match=r"gone\.jpg: No such file"):
        load_image(tmp_path / "gone.jpg")


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def test_a_huge_picture_is_refused_before_it_is_decoded() -> None:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    bomb = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    with pytest.raises(BadImage, match="60000×60000 pixels is more than 50 million"):
        decode_image(bomb, "bomb.png")


def test_a_one_pixel_picture_is_read() -> None:
    content = cv2.imencode(".png", np.full((1, 1, 3), 7, np.uint8))[1].tobytes()
    assert decode_image(content, "dot.png").tolist() == [[[7, 7, 7]]]


def test_headers_cut_anywhere_do_no_harm(picture: Pixels) -> None:
    for kind in KINDS:
        content = cv2.imencode(kind, picture)[1].tobytes()
        for length in range(min(len(content), 700)):
            size = dimensions(content[:length])
            assert size is None or size == (90, 60)
