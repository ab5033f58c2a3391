"""What a camera close to a card does to an index: slender or squat letters, washed-out ink, a slope of light, motion
along the card, salt.

Applied to the upright cuts that the readers learn from, so that decks and cameras that no training picture shows look
less strange.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Rng = np.random.Generator

_SLENDER, _SQUAT = 0.56, 1.5


def stretch(rng: Rng) -> float:
    """How many times as wide letters are made: slender more often than squat."""
    return float(np.clip(np.exp(rng.normal(-0.08, 0.24)), _SLENDER, _SQUAT))


def washed(rng: Rng, out: NDArray[Any]) -> NDArray[Any]:
    """Ink that takes up the lamp's light: what is dark comes near to the paper, in a tint."""
    paper = np.percentile(out.reshape(-1, 3), 90, axis=0)
    veil = paper * rng.uniform(0.55, 1.0) * rng.uniform(0.88, 1.08, 3)
    share = rng.uniform(0.1, 0.62)
    return np.asarray(out * (1 - share) + veil * share)


def sloped(rng: Rng, out: NDArray[Any]) -> NDArray[Any]:
    """Light that falls off over the cut."""
    height, width = out.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    slope = np.cos(turn) * np.linspace(-1, 1, width)[None] + np.sin(turn) * np.linspace(-1, 1, height)[:, None]
    return np.asarray(out * (1 + slope * rng.uniform(0.1, 0.45))[..., None])


def smeared(rng: Rng, out: NDArray[Any]) -> NDArray[Any]:
    """Motion, along the card more often than across it."""
    length = int(rng.integers(2, 9))
    size = (1, length) if rng.random() < 0.7 else (length, 1)
    return np.asarray(cv2.blur(out, size, borderType=cv2.BORDER_REPLICATE))


def salted(rng: Rng, out: NDArray[Any]) -> NDArray[Any]:
    """Pixels stuck at black or white, of the size that a pixel of the picture has in the cut."""
    height, width = out.shape[:2]
    block = int(rng.integers(1, 4))
    small = rng.random((-(-height // block), -(-width // block)))
    hit = np.kron(small, np.ones((block, block)))[:height, :width]
    share = rng.uniform(0.002, 0.025)
    out = out.copy()
    out[hit < share] = 255
    out[hit > 1 - share] = 0
    return out


def strained(rng: Rng, crop: Pixels) -> Pixels:
    """The cut, each of the strains with a chance of its own."""
    out: NDArray[Any] = crop.astype(np.float32)
    for chance, strain in ((0.25, washed), (0.3, sloped), (0.15, smeared), (0.12, salted)):
        if rng.random() < chance:
            out = strain(rng, out)
    return np.asarray(np.clip(out, 0, 255), np.uint8)
