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
_STEPS: Final = 100
_RATE: Final = 0.05


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
    has = np.unique(lesson.ranks)
    rank_columns = [int(c) for c in has]
    shown = np.unique(lesson.suits[lesson.suits >= 0])
    suit_columns = [int(RANKS + c) for c in shown]
    targets = (
        (rank_columns, np.searchsorted(has, lesson.ranks), lesson.weights),
        (suit_columns, np.searchsorted(shown, lesson.suits), lesson.weights * (lesson.suits >= 0)),
    )
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        slope = hold * (weights - origin)
        for columns, truth, share in targets:
            if len(columns) > 1:
                slope[:, columns] += _slope(scaled, weights[:, columns], truth, share)
        # Adam: the features differ much in how often they speak.
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        rate = _RATE * min(1.0, 2.0 * (1 - step / (_STEPS + 1)))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
    return np.asarray(weights / size[:, None], np.float32)


def _slope(known: Features, weights: Features, truth: NDArray[np.int64], share: Features) -> Features:
    """The gradient of the weighted cross entropy."""
    logits = known @ weights
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    chance[np.arange(len(truth)), np.where(share > 0, truth, 0)] -= 1
    chance *= (share / max(float(share.sum()), 1e-6))[:, None]
    return np.asarray(known.T @ chance, np.float32)
