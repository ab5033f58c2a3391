"""Fit a reader's last layer to one deck: softmax over ranks and over suits, held to the layer it starts from."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from models.inner import Features, with_one

#: Logits of a reader: 13 ranks, joker, none; then the four suits.
RANKS, SUITS = 15, 4
JOKER, NONE = 13, 14
_STEPS: Final = 200
_BATCH: Final = 256
_RATE: Final = 0.04


class Lesson(msgspec.Struct, frozen=True):
    """What is to be learnt: N×D features, ranks (0–14) and suits (0–3; −1: none or not known) of each, weights."""

    features: Features
    ranks: NDArray[np.int64]
    suits: NDArray[np.int64]
    weights: Features


def fit(start: Features, lesson: Lesson, hold: float = 0.02) -> Features:
    """(D+1)×19 weights that read `lesson`, near `start`; a rank or suit that the lesson lacks keeps its column.

    `hold` is the pull back to `start`; features are set against their own size, so it means the same for every net.
    """
    known = with_one(lesson.features)
    size = np.sqrt((known**2).mean(axis=0)) + 0.05
    scaled = known / size
    weights = (start * size[:, None]).astype(np.float32)
    origin = weights.copy()
    ranks, suits = np.unique(lesson.ranks), np.unique(lesson.suits[lesson.suits >= 0])
    columns = np.concatenate([ranks, RANKS + suits]).astype(np.int64)
    targets = np.concatenate(
        [lesson.ranks[:, None] == ranks, (lesson.suits[:, None] == suits) & (lesson.suits[:, None] >= 0)], axis=1
    ).astype(np.float32)
    first, second = np.zeros_like(weights[:, columns]), np.zeros_like(weights[:, columns])
    rng = np.random.default_rng(len(known))
    order = np.cumsum(lesson.weights / lesson.weights.sum())
    for step in range(1, _STEPS + 1):
        # Small batches: the whole of it at once would be slower, and no better.
        some = np.searchsorted(order, rng.random(_BATCH)).clip(max=len(known) - 1)
        slope = _slope(scaled[some], weights[:, columns], targets[some], len(ranks))
        slope += hold * (weights[:, columns] - origin[:, columns])
        # Adam: the features differ much in how often they speak.
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        rate = _RATE * min(1.0, 2.0 * (1 - step / (_STEPS + 1)))
        weights[:, columns] -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
    return np.asarray(weights / size[:, None], np.float32)


def _slope(known: Features, weights: Features, targets: Features, ranks: int) -> Features:
    """The gradient of the cross entropy of ranks (the first columns) and of suits, where there is one."""
    chance = known @ weights
    for part in (slice(0, ranks), slice(ranks, None)):
        some = chance[:, part]
        if some.shape[1]:
            some = np.exp(some - some.max(axis=1, keepdims=True))
            chance[:, part] = some / some.sum(axis=1, keepdims=True) * targets[:, part].sum(axis=1, keepdims=True)
    return np.asarray(known.T @ ((chance - targets) / len(known)), np.float32)
