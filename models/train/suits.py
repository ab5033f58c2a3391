"""Train the reader of black suits: from the cut of an index's suit to spades or clubs.

    python -m models.train.suits OUT.onnx --scenes SCENES [SCENES…] [--real REAL.npz] --steps 6000 --seed 1

Two logits, spades and clubs. It learns from corners of black cards alone, and sees its cut at full size where the
readers of whole indices halve it first: of the corners that those leave in doubt most are between these two.
"""

# mypy: allow-subclassing-any
# torch is a training extra: where it is not installed its classes have no type.

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.crops import SUIT, suit_input
from models.train.detector import block, common, descend
from models.train.reader import SMOOTHING, Crops, Patches, export, load_sets

_SPADES, _CLUBS = 0, 3
_PLACE: Final = {_SPADES: 0, _CLUBS: 1}


class Black(nn.Module):
    """3×32×32 to 2 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 24), nn.MaxPool2d(2),
            block(24, 48), block(48, 64), nn.MaxPool2d(2),
            block(64, 96), nn.MaxPool2d(2),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(96 * 4 * 4, 64), nn.ReLU(),
        )  # fmt: skip
        self.head = nn.Linear(64, 2)

    def forward(self, x: Tensor) -> Tensor:
        """Batch×3×32×32 (BGR, 0–1, ink black and paper white) to batch×2 logits: spades, clubs."""
        return self.head(self.body(x))


class Suits(Crops):
    """Endless batches of cuts of black suits."""

    def __iter__(self) -> Any:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        black = [_black(indices) for indices, _ in self.sets]
        while True:
            crops, suits = [], []
            for _ in range(self.batch):
                chosen = min(int(np.searchsorted(self.bounds, rng.random() * self.bounds[-1])), len(self.sets) - 1)
                indices = self.sets[chosen][0]
                at = int(black[chosen][rng.integers(len(black[chosen]))])
                crop = self._cut(rng, indices.images[at], indices.rows[at][1:7])
                # Both suits are their own mirror image.
                crops.append(crop[:, ::-1] if rng.random() < 0.5 else crop)
                suits.append(_PLACE[int(indices.rows[at][7]) // 13])
            yield torch.from_numpy(suit_input(crops)), torch.tensor(suits)


def _black(indices: Patches) -> NDArray[np.int64]:
    """The places to draw from that are spades or clubs."""
    label = indices.rows[indices.chosen, 7].astype(int)
    black: NDArray[np.int64] = indices.chosen[(label < 52) & np.isin(label // 13, list(_PLACE))]
    return black


def main() -> None:
    """Train for the steps given, then export."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    common(asked, steps=6000, rate=2e-3, batch=64, share=0.5)
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    net: nn.Module = Black().to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    sets, shares = load_sets(given.scenes, given.real, [], given.without, given.share)
    batches = iter(Suits(sets, shares, SUIT, given.batch, given.seed))

    def loss() -> tuple[Tensor, tuple[float, ...]]:
        crops, suit = next(batches)
        out = net(crops.to(memory_format=torch.channels_last))
        total = nnf.cross_entropy(out, suit, label_smoothing=SMOOTHING)
        return total, (total.item(), (out.argmax(1) == suit).float().mean().item())

    descend(net, loss, given.steps, given.minutes, given.rate, "loss {:.3f} right {:.4f}")
    export(net, SUIT, given.out)


if __name__ == "__main__":
    main()
