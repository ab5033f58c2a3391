"""Pictures of tables for the tests of sight: our own faces on felt, seen through a plain camera."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK, parse
from models import faces

Pixels = NDArray[np.uint8]


class Laid(msgspec.Struct, frozen=True):
    """A card on the table: its middle in pixels, and the direction of its top, degrees clockwise from up."""

    card: str
    x: float
    y: float
    turn: float = 0.0


def felt(height: int = 720, width: int = 1280, seed: int = 0) -> Pixels:
    """An empty green table with grain and uneven light, before the camera's noise."""
    rng = np.random.default_rng(seed)
    rough = cv2.resize(rng.standard_normal((height // 2, width // 2)).astype(np.float32), (width, height)) * 7
    light = np.linspace(1.1, 0.85, width, dtype=np.float32)[None, :, None]
    return np.clip((np.array([52, 104, 34], np.float32) + rough[..., None]) * light, 0, 255).astype(np.uint8)


def card_height(index: float, style: faces.Style = faces.STANDARD) -> float:
    """Height in pixels of a card whose index is `index` pixels tall."""
    return index * faces.HEIGHT / faces.index_size(DECK[0], style)[1]


def lay(image: Pixels, laid: Sequence[Laid], index: float, style: faces.Style = faces.STANDARD) -> Pixels:
    """`image` with cards on it, the last on top, their indices `index` pixels tall."""
    out = image.copy()
    tall = card_height(index, style)
    for one in laid:
        face = faces.face(parse(one.card), 420, style)
        small = cv2.resize(face, (round(tall * 63 / 88), round(tall)), interpolation=cv2.INTER_AREA)
        reach = int(np.hypot(*small.shape[:2])) + 3
        left, top = round(one.x - reach / 2), round(one.y - reach / 2)
        move = cv2.getRotationMatrix2D((small.shape[1] / 2 - 0.5, small.shape[0] / 2 - 0.5), -one.turn, 1.0)
        move[:, 2] += np.array([one.x - left - small.shape[1] / 2 + 0.5, one.y - top - small.shape[0] / 2 + 0.5])
        drawn = cv2.warpAffine(small, move, (reach, reach), flags=cv2.INTER_LINEAR).astype(np.float32)
        part = out[max(0, top) : top + reach, max(0, left) : left + reach]
        drawn = drawn[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]]
        solid = drawn[..., 3:] / 255
        part[:] = (part * (1 - solid) + drawn[..., :3] * solid).astype(np.uint8)
    return out


def taken(image: Pixels, slant: float = 0.0, noise: float = 3.0, seed: int = 0) -> Pixels:
    """`image` as a camera gives it: looked at from the side by `slant` (share of the width), soft, with noise."""
    height, width = image.shape[:2]
    square = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inward = slant * width
    seen = np.array([(inward, 0), (width - inward, 0), (width, height), (0, height)], np.float32)
    view = cv2.getPerspectiveTransform(square, seen)
    turned = cv2.warpPerspective(image, view, (width, height), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(turned, (0, 0), 0.6).astype(np.float32)
    grain = np.random.default_rng(seed).standard_normal(soft.shape, np.float32) * noise
    return np.clip(soft + grain, 0, 255).astype(np.uint8)
