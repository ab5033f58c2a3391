"""Load a picture from a file safely: told apart by its content, sized before it is decoded, upright, 8-bit BGR."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault

#: More pixels than any camera of a table gives; larger ones are refused before they fill the memory.
MOST_PIXELS: Final = 100_000_000
MOST_BYTES: Final = 400_000_000


class BadImage(Fault):
    """A file that can't be read as a picture; the message names it and says what to do."""


def load_image(path: Path) -> NDArray[np.uint8]:
    """The picture at `path`: uint8 height×width×3, BGR, turned upright by its EXIF note.

    Greyscale, 16-bit and palette pictures are converted, transparency is laid on white. Raises `BadImage`.
    """
    try:
        if path.is_dir():
            raise BadImage(f"{path}: is a folder; name the pictures in it")
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadImage(f"{path}: {size} bytes is more than {MOST_BYTES}; give a smaller picture")
        content = path.read_bytes()
    except OSError as error:
        raise BadImage(f"{path}: {error.strerror or error}; check the path") from None
    return decode_image(content, str(path))


def decode_image(content: bytes, name: str) -> NDArray[np.uint8]:
    """As `load_image`, from bytes; `name` is for the message."""
    if not content:
        raise BadImage(f"{name}: the file is empty; take the picture again")
    shape = dimensions(content)
    if shape is not None and shape[0] * shape[1] > MOST_PIXELS:
        raise BadImage(
            f"{name}: {shape[0]}×{shape[1]} pixels is more than {MOST_PIXELS // 1_000_000} million; give a smaller one"
        )
    if _cut_short(content):
        raise BadImage(f"{name}: the file ends in the middle of the picture; copy it again")
    try:
        flags = cv2.IMREAD_UNCHANGED if _has_alpha(content) else cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error:
        decoded = None
    if decoded is None or decoded.size == 0:
        raise BadImage(f"{name}: not a picture that can be read; give a JPEG, PNG, WebP, BMP or TIFF file")
    return _plain(np.asarray(decoded))


def _plain(image: NDArray[Any]) -> NDArray[np.uint8]:
    """8 bits, three channels."""
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8) if image.max() > 255 else image.astype(np.uint8)
    elif image.dtype != np.uint8:
        light = np.nan_to_num(image.astype(np.float64), nan=0, posinf=1, neginf=0)
        image = np.clip(light * (255 if light.max() <= 1 else 1), 0, 255).astype(np.uint8)
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.shape[2] == 4:
        solid = image[..., 3:].astype(np.float32) / 255
        return (image[..., :3] * solid + 255 * (1 - solid)).astype(np.uint8)
    return np.ascontiguousarray(image, np.uint8)


def _has_alpha(content: bytes) -> bool:
    """Whether a PNG says that it has an alpha channel."""
    return content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) > 25 and content[25] in (4, 6)


def _cut_short(content: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end mark: decoders fill the missing part with grey and say nothing."""
    tail = content.rstrip(b"\0")[-4096:]
    if content[:2] == b"\xff\xd8":
        return b"\xff\xd9" not in tail
    return content[:8] == b"\x89PNG\r\n\x1a\n" and b"IEND" not in tail


def dimensions(content: bytes) -> tuple[int, int] | None:
    """Width and height as the header of a PNG, JPEG, GIF, BMP, WebP or TIFF says, or None."""
    try:
        if content[:8] == b"\x89PNG\r\n\x1a\n":
            return struct.unpack(">II", content[16:24])
        if content[:2] == b"\xff\xd8":
            return _jpeg_dimensions(content)
        if content[:6] in (b"GIF87a", b"GIF89a"):
            return struct.unpack("<HH", content[6:10])
        if content[:2] == b"BM":
            width, height = struct.unpack("<ii", content[18:26])
            return abs(width), abs(height)
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _webp_dimensions(content)
        if content[:4] in (b"II*\0", b"MM\0*"):
            return _tiff_dimensions(content)
    except (struct.error, IndexError):
        return None
    return None


def _jpeg_dimensions(content: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(content):
        if content[at] != 0xFF:
            return None
        mark = content[at + 1]
        if mark == 0xFF or mark == 0x01 or 0xD0 <= mark <= 0xD8:
            at += 1 if mark == 0xFF else 2
            continue
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None


def _webp_dimensions(content: bytes) -> tuple[int, int] | None:
    if len(content) < 30:
        return None
    match content[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", content[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    return None


def _tiff_dimensions(content: bytes) -> tuple[int, int] | None:
    order = "<" if content[:2] == b"II" else ">"
    (start,) = struct.unpack(order + "I", content[4:8])
    (count,) = struct.unpack(order + "H", content[start : start + 2])
    found: dict[int, int] = {}
    for entry in range(count):
        at = start + 2 + 12 * entry
        tag, kind = struct.unpack(order + "HH", content[at : at + 4])
        if tag in (256, 257):
            (found[tag],) = struct.unpack(
                order + ("H" if kind == 3 else "I"), content[at + 8 : at + (10 if kind == 3 else 12)]
            )
    return (found[256], found[257]) if len(found) == 2 else None
