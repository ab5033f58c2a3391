"""Load a picture from a file safely: told apart by its content, sized before it is decoded, upright, 8-bit BGR."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault

#: More pixels than any camera of a table gives, and bytes of a file or a decoded picture; larger ones are refused
#: before they fill the memory: a look at the largest stays under one gigabyte.
MOST_PIXELS: Final = 50_000_000
MOST_BYTES: Final = 400_000_000
_BLOCK: Final = 256


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
    if shape is None:
        raise BadImage(f"{name}: not a picture that can be read; give a JPEG, PNG, WebP, BMP, GIF or TIFF file")
    if shape[0] * shape[1] > MOST_PIXELS or shape[0] * shape[1] * _depth(content) > MOST_BYTES:
        raise BadImage(
            f"{name}: {shape[0]}×{shape[1]} pixels is more than {MOST_PIXELS // 1_000_000} million or too deep; "
            "give a smaller one"
        )
    if _cut_short(content):
        raise BadImage(f"{name}: the file ends in the middle of the picture; copy it again")
    # What OpenCV thinks of a damaged file is told by the message.
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        flags = cv2.IMREAD_UNCHANGED if _has_alpha(content) else cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except (cv2.error, MemoryError):
        decoded = None
    finally:
        cv2.utils.logging.setLogLevel(level)
    if decoded is None or decoded.size == 0:
        raise BadImage(f"{name}: not a picture that can be read; give a JPEG, PNG, WebP, BMP, GIF or TIFF file")
    return _plain(np.asarray(decoded))


def _plain(image: NDArray[Any]) -> NDArray[np.uint8]:
    """8 bits, three channels. A few rows at a time, as a large picture must not be in memory thrice."""
    if image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3:
        return np.ascontiguousarray(image, np.uint8)
    top = float(np.nanmax(image, initial=0)) if image.dtype != np.uint8 else 255.0
    out = np.empty((*image.shape[:2], 3), np.uint8)
    for row in range(0, len(image), _BLOCK):
        part = _eight_bits(image[row : row + _BLOCK], top)
        out[row : row + _BLOCK] = _three_channels(part)
    return out


def _eight_bits(part: NDArray[Any], top: float) -> NDArray[np.uint8]:
    """`part` of a picture whose largest value is `top`, in 8 bits: 10, 12 and 16 bits are told by it."""
    if part.dtype == np.uint8:
        return np.asarray(part, np.uint8)
    if part.dtype == np.uint16:
        shift = 0 if top < 256 else 2 if top < 1024 else 4 if top < 4096 else 8
        return (part >> shift).astype(np.uint8)
    light = np.nan_to_num(part.astype(np.float32), nan=0, posinf=1, neginf=0)
    return np.clip(light * (255 if top <= 1 else 1), 0, 255).astype(np.uint8)


def _three_channels(part: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if part.ndim == 2:
        return np.repeat(part[..., None], 3, axis=2)
    if part.shape[2] == 1:
        return np.repeat(part, 3, axis=2)
    if part.shape[2] == 4:
        solid = part[..., 3:].astype(np.float32) / 255
        return (part[..., :3] * solid + 255 * (1 - solid)).astype(np.uint8)
    return part[..., :3]


def _has_alpha(content: bytes) -> bool:
    """Whether a PNG or WebP says that it is transparent somewhere."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) > 25:
        return content[25] in (4, 6) or b"tRNS" in content[:2048]
    if content[:4] == b"RIFF" and len(content) > 25:
        return (content[12:16] == b"VP8X" and bool(content[20] & 0x10)) or (
            content[12:16] == b"VP8L" and bool(content[24] & 0x10)
        )
    return False


def _depth(content: bytes) -> float:
    """Bytes a pixel when decoded, at most, as far as the header tells."""
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        return 8.0 if content[24:25] == b"\x10" else 4.0
    if content[:4] in (b"II*\0", b"MM\0*"):
        tags = _tiff_tags(content)
        return tags.get(277, 1) * max(1.0, tags.get(258, 8) / 8)
    return 4.0


def _cut_short(content: bytes) -> bool:
    """Whether a file lacks its end: decoders fill the missing part with grey and say nothing."""
    tail = content.rstrip(b"\0")[-4096:]
    if content[:2] == b"\xff\xd8":
        return b"\xff\xd9" not in tail
    if content[:4] == b"RIFF":
        return len(content) < 8 + int.from_bytes(content[4:8], "little")
    if content[:2] == b"BM":
        return _bitmap_cut_short(content)
    return content[:8] == b"\x89PNG\r\n\x1a\n" and b"IEND" not in tail


def _bitmap_cut_short(content: bytes) -> bool:
    if len(content) < 34:
        return True
    offset, header = struct.unpack("<I", content[10:14])[0], struct.unpack("<I", content[14:18])[0]
    if header < 40:
        return False
    width, height = struct.unpack("<ii", content[18:26])
    bits, packed = struct.unpack("<H", content[28:30])[0], struct.unpack("<I", content[30:34])[0]
    row = (abs(width) * bits + 31) // 32 * 4
    return bool(packed == 0 and len(content) < offset + row * abs(height))


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
    found = _tiff_tags(content)
    return (found[256], found[257]) if 256 in found and 257 in found else None


def _tiff_tags(content: bytes) -> dict[int, int]:
    """Width (256), height (257), bits (258) and samples (277) of the first picture of a TIFF file."""
    order = "<" if content[:2] == b"II" else ">"
    (start,) = struct.unpack(order + "I", content[4:8])
    (count,) = struct.unpack(order + "H", content[start : start + 2])
    found: dict[int, int] = {}
    for entry in range(count):
        at = start + 2 + 12 * entry
        tag, kind, many = struct.unpack(order + "HHI", content[at : at + 8])
        if tag not in (256, 257, 258, 277):
            continue
        if kind == 3 and many > 2:
            # More shorts than fit into the entry stand elsewhere; the first speaks for all.
            (at,) = struct.unpack(order + "I", content[at + 8 : at + 12])
            (found[tag],) = struct.unpack(order + "H", content[at : at + 2])
            continue
        size = "H" if kind == 3 else "I"
        (found[tag],) = struct.unpack(order + size, content[at + 8 : at + (10 if kind == 3 else 12)])
    return found
