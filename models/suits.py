"""Spades or clubs: a third reader, which is asked where the two others are in doubt between these alone.

A small spade and a small club differ in a notch of one pixel, which readers of whole indices lose among everything else
that they have to tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import RANKS
from models.crops import Pixels, suit_input

Logits = NDArray[np.float32]

#: Where ranks end and the suits s h d c begin in a reader's logits.
_SUITS: Final = len(RANKS) + 2
_SPADES, _CLUBS = _SUITS, _SUITS + 3


class Blacks:
    """The reader of black suits. One thread at a time."""

    def __init__(self, net: cv2.dnn.Net, temperature: float) -> None:
        self._net, self._temperature = net, temperature

    def odds(self, crops: Sequence[Pixels]) -> NDArray[np.float32]:
        """The logarithm of spades against clubs for each cut (`SUIT`): the mean of it and of its mirror image."""
        found = []
        for crop in crops:
            both = suit_input([crop, np.ascontiguousarray(crop[:, ::-1])])
            found.append(np.mean([self._one(each) for each in both]))
        return np.array(found, np.float32) / np.float32(self._temperature)

    def _one(self, crop: Logits) -> float:
        self._net.setInput(crop[None])
        spades, clubs = self._net.forward()[0]
        return float(spades - clubs)


def is_dark_on_light(crop: Pixels) -> bool:
    """Whether most of a cut is nearer to its lightest part than to its darkest: a black card's index is not, unless it
    is seen in the negative."""
    grey = crop.mean(axis=2)
    dark, middle, light = np.percentile(grey, (2, 50, 90))
    return bool(light - middle < middle - dark)


def apart(logits: Logits, temperature: float) -> NDArray[np.float32]:
    """The logarithm of spades against clubs in a reader's N×19 logits."""
    return np.asarray((logits[:, _SPADES] - logits[:, _CLUBS]) / temperature, np.float32)


def set_to(logits: Logits, rows: Sequence[int], odds: NDArray[np.float32], temperature: float) -> None:
    """Give the two black suits in `rows` these odds to each other, and leave what they have together."""
    for row, each in zip(rows, odds * temperature, strict=True):
        both = np.logaddexp(logits[row, _SPADES], logits[row, _CLUBS])
        logits[row, _SPADES] = both - np.logaddexp(0, -each)
        logits[row, _CLUBS] = both - np.logaddexp(0, each)
