"""Train a corner reader: from the upright cut of an index to its rank and suit, or *none*.

    python -m models.train.reader OUT.onnx --cut tight|wide --scenes SCENES [SCENES…] [--real REAL.npz]
                                  [--negatives NEG.npy …] --minutes 10 --seed 1 [--start STATE.pt]

19 logits: ranks 2–A, joker, none; then the suits s h d c. About one cut in seven is *none*: upside down, sideways,
off centre, of the wrong size, or of something else. `--negatives` gives rows (scene, x, y, cos, sin, height, width)
where a detector fired on no index; one file for each of `--scenes`, then one for `--real`.
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

from models.crops import TIGHT, WIDE, Corner, Cut, cut_out, tight_input, wide_input
from models.train.decks import FOREIGN_LABEL
from models.train.detector import block, common, descend, photographs
from models.train.strained import strained, stretch

JOKER_RANK, NONE_RANK = 13, 14
RANK_COUNT: Final = 15
#: Keeps the chances of a thousandth apart, which the threshold for naming a card needs.
SMOOTHING: Final = 0.002
#: The share of the cuts that is made hard (`models.train.strained`).
STRAINED: Final = 0.5


class Tight(nn.Module):
    """3×72×48 to 19 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 20, 2), block(20, 32, 2), block(32, 56), nn.MaxPool2d(2),
            block(56, 80), nn.MaxPool2d(2, ceil_mode=True),
            nn.Flatten(), nn.Dropout(0.15), nn.Linear(80 * 5 * 3, 128), nn.ReLU(),
        )  # fmt: skip
        self.head = nn.Linear(128, RANK_COUNT + 4)

    def forward(self, x: Tensor) -> Tensor:
        """Batch×3×72×48 (BGR, 0–1) to batch×19 logits: ranks, then suits."""
        return self.head(self.body(x))


class Wide(nn.Module):
    """3×72×72 to 19 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 20, 2), block(20, 36, 2), block(36, 64), nn.MaxPool2d(2),
            block(64, 96), nn.MaxPool2d(2, ceil_mode=True),
            nn.Conv2d(96, 48, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.15), nn.Linear(48 * 5 * 5, 128), nn.ReLU(),
        )  # fmt: skip
        self.head = nn.Linear(128, RANK_COUNT + 4)

    def forward(self, x: Tensor) -> Tensor:
        """Batch×3×72×72 (BGR, 0–1) to batch×19 logits: ranks, then suits."""
        return self.head(self.body(x))


def answer(label: float) -> tuple[int, int]:
    """Rank place and suit place (-1: no suit) of a label; a rank alone is label 100 + rank place."""
    label = int(label)
    if label >= 100:
        return label - 100, -1
    if label == FOREIGN_LABEL:
        return NONE_RANK, -1
    if label == 52:
        return JOKER_RANK, -1
    return label % 13, label // 13


class Patches:
    """The surroundings of indices, cut once: what lies within two index heights, no index taller than 44 pixels.

    `rows` are in the patches' pixels; `chosen` are the places from which a batch is drawn.
    """

    def __init__(self, images: Any, rows: NDArray[np.float32], chosen: NDArray[np.int64] | None = None) -> None:
        self.images: list[NDArray[np.uint8]] = []
        self.rows = rows.copy()
        self.chosen = np.arange(len(rows)) if chosen is None else chosen
        last, image = -1, np.zeros((1, 1, 3), np.uint8)
        for row in self.rows:
            if int(row[0]) != last:
                last, image = int(row[0]), np.asarray(images[int(row[0])])
            self.images.append(_patch(image, row))

    def draw(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """A patch and its row."""
        at = int(self.chosen[rng.integers(len(self.chosen))])
        return self.images[at], self.rows[at]


def _patch(image: NDArray[np.uint8], row: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The patch around `row`, which is brought to the patch's pixels."""
    x, y, tall = float(row[1]), float(row[2]), float(row[5])
    reach = 2.1 * tall
    x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
    part = image[y0 : int(y + reach) + 1, x0 : int(x + reach) + 1]
    scale = min(1.0, 44 / tall)
    if scale < 0.98:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        row[1:3] = (row[1:3] - (x0, y0) + 0.5) * scale - 0.5
        row[5:7] *= scale
        return part
    row[1:3] -= x0, y0
    return np.array(part)


class Crops:
    """Endless batches of cuts with their rank and suit."""

    def __init__(self, sets: list[Any], shares: list[float], cut: Cut, batch: int, seed: int) -> None:
        self.sets, self.bounds, self.cut, self.batch, self.seed = sets, np.cumsum(shares), cut, batch, seed
        self.origin = np.zeros((2, 0), np.int64)

    def __iter__(self) -> Any:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        make = tight_input if self.cut == TIGHT else wide_input
        while True:
            parts = []
            for _ in range(self.batch):
                chosen = min(int(np.searchsorted(self.bounds, rng.random() * self.bounds[-1])), len(self.sets) - 1)
                parts.append((*self._one(rng, *self.sets[chosen]), chosen))
            crops, ranks, suits, pictures, chosen_sets = zip(*parts, strict=True)
            #: Which set and picture each cut is from, for those who leave some out.
            self.origin = np.array([chosen_sets, pictures])
            yield torch.from_numpy(make(crops)), torch.tensor(ranks), torch.tensor(suits)

    def _one(self, rng: np.random.Generator, indices: Patches, negatives: Patches) -> tuple[Any, int, int, int]:
        if len(negatives.rows) and rng.random() < 0.18:
            image, row = negatives.draw(rng)
            return self._cut(rng, image, row[1:7]), NONE_RANK, -1, int(row[0])
        image, row = indices.draw(rng)
        if rng.random() < 0.1:
            return self._cut(rng, image, _wrong(rng, row)), NONE_RANK, -1, int(row[0])
        rank, suit = answer(row[7])
        return self._cut(rng, image, row[1:7]), rank, suit, int(row[0])

    def _cut(self, rng: np.random.Generator, image: Any, at: Any) -> NDArray[np.uint8]:
        x, y, c, s, tall, wide = (float(v) for v in at)
        turn = np.deg2rad(rng.normal(0, 4.5))
        c, s = c * np.cos(turn) - s * np.sin(turn), c * np.sin(turn) + s * np.cos(turn)
        x, y = x + rng.normal(0, 0.045) * tall, y + rng.normal(0, 0.045) * tall
        tall *= float(np.exp(rng.normal(0, 0.07)))
        corner = Corner(x, y, c, s, tall, wide)
        hard = rng.random() < STRAINED
        crop = cut_out(image, corner, self.cut, stretch(rng) if hard else 1.0)
        if tall > 18 and rng.random() < 0.35:
            # The same index seen from further off.
            share = max(13.0, tall * float(rng.uniform(0.3, 0.9))) / self.cut.index
            if share < 1:
                small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
                crop = np.asarray(cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
        return shaken(rng, strained(rng, crop) if hard else crop)


def _wrong(rng: np.random.Generator, row: Any) -> tuple[float, ...]:
    """A place near an index that must read as none."""
    x, y, c, s, tall, wide = (float(v) for v in row[1:7])
    kind = int(rng.integers(5))
    if kind < 2:
        return x, y, -c, -s, tall, wide
    if kind == 2:
        return (x, y, -s, c, tall, wide) if rng.random() < 0.5 else (x, y, s, -c, tall, wide)
    if kind == 3:
        away = rng.uniform(0.5, 1.4) * tall * (1 if rng.random() < 0.5 else -1)
        return (x + c * away, y + s * away, c, s, tall, wide)
    return (x, y, c, s, tall * float(rng.choice([0.45, 2.1])), wide)


def elsewhere(rng: np.random.Generator, images: Any, rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """For one row in seven a place apart from every index of its picture."""
    found = []
    for row in rows[rng.random(len(rows)) < 0.15]:
        image, turn = images[int(row[0])], rng.uniform(0, 2 * np.pi)
        away = rng.uniform(1.3, 6) * row[5]
        x, y = row[1] + np.cos(turn * 3) * away, row[2] + np.sin(turn * 3) * away
        near = rows[rows[:, 0] == row[0]]
        if (
            0 <= x < image.shape[1]
            and 0 <= y < image.shape[0]
            and (np.hypot(near[:, 1] - x, near[:, 2] - y) > 0.8 * near[:, 5]).all()
        ):
            found.append([row[0], x, y, np.cos(turn), np.sin(turn), row[5], row[6]])
    return np.array(found, np.float32).reshape(-1, 7)


def shaken(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Small changes of light, focus and grain."""
    out: NDArray[Any] = crop.astype(np.float32)
    if rng.random() < 0.6:
        out = out * rng.uniform(0.7, 1.25) + rng.uniform(-20, 20)
    if rng.random() < 0.5:
        out = out * rng.uniform(0.86, 1.14, 3)
    if rng.random() < 0.25:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.5, 2.2))))
    if rng.random() < 0.3:
        out = out + rng.standard_normal(out.shape, np.float32) * rng.uniform(2, 14)
    if rng.random() < 0.06:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def readable(rows: NDArray[np.float32], least: float = 10.5) -> NDArray[np.float32]:
    """The rows that a reader learns from: not covered, not tiny, with a label."""
    return rows[(rows[:, 8] >= 0.8) & (rows[:, 5] >= least) & (rows[:, 7] >= 0)]


def loss_of(out: Tensor, rank: Tensor, suit: Tensor) -> Tensor:
    """Cross entropy of rank, and of suit where there is one."""
    loss = nnf.cross_entropy(out[:, :RANK_COUNT], rank, label_smoothing=SMOOTHING)
    has = suit >= 0
    if bool(has.any()):
        loss = loss + nnf.cross_entropy(out[has, RANK_COUNT:], suit[has], label_smoothing=SMOOTHING)
    return loss


def evened(rows: NDArray[np.float32], each: int = 16) -> NDArray[np.int64]:
    """Places of `rows`, repeated so that every picture counts about the same, however many corners it shows."""
    _, place, count = np.unique(rows[:, 0], return_inverse=True, return_counts=True)
    return np.repeat(np.arange(len(rows)), np.maximum(1, np.round(each / count[place])).astype(int))


def _patched(images: Any, rows: NDArray[np.float32], bad: NDArray[np.float32], evenly: bool) -> tuple[Patches, Patches]:
    """The indices of a set and what is none."""
    rng = np.random.default_rng(len(rows))
    bad = np.concatenate([bad[:, :7], elsewhere(rng, images, rows)])
    bad = bad[np.argsort(bad[:, 0], kind="stable")]
    return Patches(images, rows, evened(rows) if evenly else None), Patches(images, bad)


def load_sets(
    scenes: list[Path], real: Path | None, negatives: list[Path], without: list[str], share: float
) -> tuple[list[Any], list[float]]:
    """(indices, negatives) of each set, and its share in a batch: `share` is real if there are any."""
    none = np.zeros((0, 7), np.float32)
    found = [np.load(path) for path in negatives] + [none] * (len(scenes) + 1 - len(negatives))
    sets: list[Any] = []
    for path, bad in zip(scenes, found, strict=False):
        rows = readable(np.load(path.with_suffix(".labels.npy")))
        sets.append(_patched(np.load(path.with_suffix(".npy"), mmap_mode="r"), rows, bad, evenly=False))
    sizes = np.array([len(indices.rows) for indices, _ in sets], float)
    shares = (sizes / sizes.sum()).tolist()
    if real:
        held = photographs(real, without)
        bad = found[len(scenes)]
        bad = bad[held.used[bad[:, 0].astype(int)]]
        sets.append(_patched(held.images, readable(held.rows, 8.5), bad, evenly=True))
        shares = [part * (1 - share) for part in shares] + [share]
    return sets, shares


def export(net: nn.Module, cut: Cut, out: Path) -> None:
    """Write a reader as ONNX and as a state that training can start from."""
    net.eval()
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    torch.onnx.export(
        net, (torch.zeros(1, 3, cut.height, cut.width),), str(out), input_names=["crop"],
        output_names=["logits"], dynamic_axes={"crop": {0: "n"}, "logits": {0: "n"}}, opset_version=17, dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train for the steps given, then export."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("--cut", choices=("tight", "wide"), required=True)
    asked.add_argument("--negatives", type=Path, nargs="*", default=[])
    common(asked, steps=9000, rate=2e-3, batch=64, share=0.35)
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    cut = TIGHT if given.cut == "tight" else WIDE
    net: nn.Module = Tight() if cut == TIGHT else Wide()
    net = net.to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    sets, shares = load_sets(given.scenes, given.real, given.negatives, given.without, given.share)
    batches = iter(Crops(sets, shares, cut, given.batch, given.seed))

    def loss() -> tuple[Tensor, tuple[float, ...]]:
        crops, rank, suit = next(batches)
        out = net(crops.to(memory_format=torch.channels_last))
        with torch.no_grad():
            same = (out[:, :RANK_COUNT].argmax(1) == rank) & ((out[:, RANK_COUNT:].argmax(1) == suit) | (suit < 0))
        total = loss_of(out, rank, suit)
        return total, (total.item(), same.float().mean().item())

    descend(net, loss, given.steps, given.minutes, given.rate, "loss {:.3f} right {:.4f}")
    export(net, cut, given.out)


if __name__ == "__main__":
    main()
