"""Characters and suit signs as masks, from fonts and from card art."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont  # of the train extra

from models.train.art import ink

Mask = NDArray[np.uint8]
SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_SIZE: Final = 96
#: Fonts of other scripts, of signs only, or so ornate that no deck would use them.
_UNFIT: Final = ("symbol", "dingbat", "d05", "standardsymbols", "chorus", "z003", "verana", "math", "cursor")


def fonts(folder: Path) -> list[Path]:
    """The fonts under `folder` that have plain figures and capitals, in a fixed order."""
    found = sorted(p for p in folder.rglob("*") if p.suffix in (".ttf", ".otf"))
    return [p for p in found if not any(word in p.name.lower() for word in _UNFIT) and _draws(p, "A8K")]


def sign_fonts(folder: Path) -> list[Path]:
    """The fonts under `folder` that draw all four suits."""
    return [p for p in sorted(folder.rglob("*")) if p.suffix in (".ttf", ".otf") and _draws(p, "♠♥♦♣")]


@lru_cache(maxsize=1024)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def _draws(path: Path, text: str) -> bool:
    try:
        font = _font(path, 32)
        absent = font.getmask("\U0010fffe")
        pictures = [font.getmask(letter) for letter in text]
    except OSError:
        return False
    shapes = {(bytes(p), p.size) for p in pictures}
    return len(shapes) == len(text) and (bytes(absent), absent.size) not in shapes and all(p.size[0] for p in pictures)


@lru_cache(maxsize=4096)
def text_mask(path: Path, text: str, spacing: float = 0.0) -> Mask:
    """`text` in the font at `path`, cut to its ink, 0–255; letters `spacing` of their height closer or wider."""
    font = _font(path, _SIZE)
    if spacing and len(text) > 1:
        parts = [text_mask(path, letter) for letter in text]
        tall = max(p.shape[0] for p in parts)
        gap = max(1, int(tall * (0.06 + spacing)))
        row = [np.zeros((tall, gap), np.uint8)] * (2 * len(parts) - 1)
        for at, part in enumerate(parts):
            row[2 * at] = np.pad(part, ((tall - part.shape[0], 0), (0, 0)))
        return np.hstack(row)
    left, top, right, bottom = font.getbbox(text)
    canvas = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), text, font=font, fill=255)
    return trimmed(np.asarray(canvas, np.uint8))


def trimmed(mask: Mask) -> Mask:
    """`mask` without its empty rim."""
    rows, columns = np.flatnonzero((mask > 60).any(axis=1)), np.flatnonzero((mask > 60).any(axis=0))
    if not len(rows):
        return np.full((8, 8), 255, np.uint8)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def column_mask(path: Path, text: str) -> Mask:
    """`text` as a column of letters, as on a joker."""
    parts = [text_mask(path, letter) for letter in text]
    wide = max(p.shape[1] for p in parts)
    rows = []
    for part in parts:
        left = (wide - part.shape[1]) // 2
        rows += [np.pad(part, ((0, 0), (left, wide - part.shape[1] - left))), np.zeros((9, wide), np.uint8)]
    return np.vstack(rows[:-1])


def star_mask() -> Mask:
    """A star of five points."""
    angle = np.arange(10) * np.pi / 5
    reach = np.where(np.arange(10) % 2, 20, 48)
    points = np.stack([50 + reach * np.sin(angle), 50 - reach * np.cos(angle)], axis=1)
    star = cv2.fillPoly(np.zeros((100, 100), np.uint8), [points.astype(np.int32)], 255)
    return trimmed(np.asarray(star, np.uint8))


def art_suits(folder: Path) -> list[dict[str, Mask]]:
    """The suit signs of each rasterised family."""
    sets = []
    for facts in sorted(folder.glob("*.json")):
        boxes = json.loads(facts.read_text()).get("suits", {})
        if len(boxes) < 4:
            continue
        faces = np.load(facts.with_suffix(".npy"), mmap_mode="r")
        signs = {}
        for at, suit in enumerate("shdc"):
            x0, y0, x1, y1 = boxes[suit]
            mask = ink(np.asarray(faces[13 * at + 3]))[y0:y1, x0:x1].astype(np.uint8) * 255
            larger = cv2.resize(mask, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC)
            signs[suit] = trimmed(np.asarray(larger, np.uint8))
        sets.append(signs)
    return sets
