"""From a clean drawing to what a camera gives: light, shadow, glare, blur, noise, compression."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.tables import noise

Pixels = NDArray[np.uint8]
Rng = np.random.Generator


def lit(rng: Rng, image: Pixels) -> Pixels:
    """Uneven light, hard shadows, glare, the sheen of ink and the colour of the lamp."""
    size = image.shape[0]
    out: NDArray[Any] = image.astype(np.float32)
    if rng.random() < 0.5:
        # Sheen: printed ink reflects the lamp, dark turns grey; the reader must not live on blackness.
        sheen = np.clip(noise(rng, size, 150) * 0.5 + rng.uniform(-0.4, 0.6), 0, 1)[..., None] * rng.uniform(0, 110)
        out += sheen * (1 - out / 255)
    ramp = np.linspace(-1, 1, size, dtype=np.float32)
    light = 1 + ramp[:, None] * rng.uniform(-0.35, 0.35) + ramp[None] * rng.uniform(-0.35, 0.35)
    light = light + noise(rng, size, int(rng.integers(60, 400))) * rng.uniform(0, 0.12)
    for _ in range(int(rng.poisson(0.6))):
        points = (rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * size).astype(np.int32)
        shade = np.zeros((size, size), np.float32)
        cv2.fillPoly(shade, [points], 1.0)
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(1, 30))), np.float32)
        light = light * (1 - shade * rng.uniform(0.15, 0.6))
    out *= np.clip(light, 0.12, 1.7)[..., None] * rng.uniform(0.45, 1.25)
    if rng.random() < 0.25:
        spot = np.zeros((size, size), np.float32)
        centre = tuple(rng.integers(0, size, 2).tolist())
        axes = tuple(rng.integers(10, 130, 2).tolist())
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(8, 50))), np.float32)
        out += spot[..., None] * rng.uniform(40, 230)
    out *= 1 + rng.uniform(-0.2, 0.2, 3).astype(np.float32) * rng.choice([0.4, 1.0])
    if rng.random() < 0.08:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    gamma = float(np.exp(rng.uniform(-0.35, 0.35)))
    out = np.clip(out / 255, 0, 1) ** gamma * 255 * rng.uniform(0.8, 1.1) + rng.uniform(0, 25)
    return np.clip(out, 0, 255).astype(np.uint8)


def _motion(rng: Rng, length: int) -> NDArray[np.float32]:
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def sensed(rng: Rng, image: Pixels, tall: float) -> Pixels:
    """Focus, motion, sharpening, sensor noise and JPEG; `tall` is an index's height, so that blur stays readable."""
    kind = rng.random()
    if kind < 0.5:
        image = np.asarray(
            cv2.GaussianBlur(image, (0, 0), max(0.25, tall * float(rng.uniform(0.008, 0.055)))), np.uint8
        )
    elif kind < 0.65:
        image = np.asarray(
            cv2.filter2D(image, -1, _motion(rng, int(np.clip(tall * rng.uniform(0.06, 0.22), 2, 15)))), np.uint8
        )
    elif kind < 0.75:
        shrink = float(rng.uniform(0.55, 0.95)) if tall > 16 else 0.9
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.8, 2)))
        image = np.asarray(cv2.addWeighted(image, 1 + (a := float(rng.uniform(0.3, 1.5))), soft, -a, 0), np.uint8)
    if rng.random() < 0.7:
        grain = rng.standard_normal(image.shape, np.float32) * rng.uniform(1, 11)
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        hit = rng.random(image.shape[:2]) < rng.uniform(0.001, 0.03)
        image = image.copy()
        image[hit] = np.where(rng.random((int(hit.sum()), 1)) < 0.5, 0, 255)
    if rng.random() < 0.75:
        quality = int(rng.integers(35, 96))
        image = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return image
