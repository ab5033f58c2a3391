"""What a reader net thinks before it answers: the layer under its logits, and the last layer as a matrix.

A deck is enrolled by fitting a new last layer; the layer below, learnt from many decks, stays. cv2.dnn gives what any
layer says by the layer's name.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crops import Cut, Pixels
from models.networks import network

Features = NDArray[np.float32]

#: Logits that a matrix gives from the inner layer may differ from the net's own by this much.
_EXACT: Final = 0.02
_PROBES: Final = 240


class Inner:
    """One reader: `features` of cuts, and `weights` (D+1)×19 (bias last) that make the net's own logits of them."""

    def __init__(self, path: Path, cut: Cut, ready: Callable[[Sequence[Pixels]], Features]) -> None:
        self._net = network(path)
        self.cut, self._ready = cut, ready
        self._layer, self.weights = _last_layer(path, cut, ready)

    @property
    def size(self) -> int:
        """Features of a cut."""
        return len(self.weights) - 1

    def features(self, crops: Sequence[Pixels]) -> Features:
        """N×size features of cuts (uint8 height×width×3 as `crops.cut_out` gives them)."""
        if not crops:
            return np.zeros((0, self.size), np.float32)
        return _run(self._net, (self._ready([crop]) for crop in crops), self._layer)


@functools.cache
def _last_layer(path: Path, cut: Cut, ready: Callable[[Sequence[Pixels]], Features]) -> tuple[str | None, Features]:
    """The layer of a net under its last, and the last as a matrix; None and the identity where none can be solved.

    Kept: solving it takes a second, and a net that is shipped does not change while a program runs.
    """
    net = network(path)
    probes = [ready([probe]) for probe in _probes(cut)]
    logits = _run(net, probes, None)
    for layer in reversed(net.getLayerNames()[:-1]):
        fitted = _fitted(net, layer, probes, logits)
        if fitted is not None:
            fitted.setflags(write=False)
            return layer, fitted
    return None, np.eye(logits.shape[1] + 1, logits.shape[1], dtype=np.float32)


def _run(net: cv2.dnn.Net, ready: Iterable[Features], layer: str | None) -> Features:
    rows = []
    for blob in ready:
        net.setInput(blob)
        out = net.forward() if layer is None else net.forward(layer)
        rows.append(np.asarray(out, np.float32).reshape(-1).copy())
    return np.stack(rows)


def _fitted(net: cv2.dnn.Net, layer: str, probes: Sequence[Features], logits: Features) -> Features | None:
    """The last layer, if the logits are linear in what `layer` says: solved from what the net says of the probes."""
    try:
        inner = _run(net, probes, layer)
    except (cv2.error, ValueError):
        return None
    if inner.shape[1] > 512 or inner.shape[1] <= logits.shape[1]:
        return None
    known = with_one(inner).astype(np.float64)
    solved, *_ = np.linalg.lstsq(known, logits.astype(np.float64), rcond=1e-9)
    off = np.abs(known @ solved - logits).max()
    return np.asarray(solved, np.float32) if off < _EXACT else None


def with_one(features: Features) -> Features:
    """`features` with a last column of ones, for the bias."""
    return np.concatenate([features, np.ones((len(features), 1), features.dtype)], axis=1)


def _probes(cut: Cut) -> list[Pixels]:
    """Cuts of nothing in particular, unlike enough to tell the last layer's weights apart."""
    rng = np.random.default_rng(7)
    probes = []
    for at in range(_PROBES):
        coarse = rng.integers(0, 256, (2 + at % 9, 2 + at % 7, 3)).astype(np.uint8)
        probes.append(np.asarray(cv2.resize(coarse, (cut.width, cut.height), interpolation=at % 3), np.uint8))
    return probes
