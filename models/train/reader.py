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
import time
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.crops import TIGHT, WIDE, Corner, Cut, cut_out, tight_input, wide_input
from models.train.detector import block

JOKER_RANK, NONE_RANK = 13, 14
RANK_COUNT: Final = 15
#: Keeps the chances of a thousandth apart, which the threshold for naming a card needs.
SMOOTHING: Final = 0.002


class Tight(nn.Module):
    """3×72×48 to 19 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 20, 2), block(20, 32, 2), block(32, 56), nn.MaxPool2d(2),
            block(56, 80), nn.MaxPool2d(2, ceil_mode=True),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(80 * 5 * 3, 128), nn.ReLU(),
        )  # fmt: skip
        self.head = nn.Linear(128, RANK_COUNT + 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class Wide(nn.Module):
    """3×72×72 to 19 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 20, 2), block(20, 36, 2), block(36, 64), nn.MaxPool2d(2),
            block(64, 96), nn.MaxPool2d(2, ceil_mode=True),
            nn.Conv2d(96, 48, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * 5 * 5, 128), nn.ReLU(),
        )  # fmt: skip
        self.head = nn.Linear(128, RANK_COUNT + 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


def answer(label: float) -> tuple[int, int]:
    """Rank place and suit place (-1: no suit) of a label; -9 for a rank alone is label 100 + rank place."""
    label = int(label)
    if label >= 100:
        return label - 100, -1
    if label == 52:
        return JOKER_RANK, -1
    return label % 13, label // 13


class Crops(torch.utils.data.IterableDataset[Any]):
    """Endless batches of cuts with their rank and suit."""

    def __init__(self, sets: list[Any], shares: list[float], cut: Cut, batch: int, seed: int) -> None:
        self.sets, self.shares, self.cut, self.batch, self.seed = sets, shares, cut, batch, seed

    def __iter__(self) -> Any:
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        make = tight_input if self.cut == TIGHT else wide_input
        while True:
            crops, ranks, suits = [], [], []
            for _ in range(self.batch):
                images, rows, negatives = self.sets[int(rng.choice(len(self.sets), p=self.shares))]
                crop, rank, suit = self._one(rng, images, rows, negatives)
                crops.append(crop)
                ranks.append(rank)
                suits.append(suit)
            yield torch.from_numpy(make(crops)), torch.tensor(ranks), torch.tensor(suits)

    def _one(self, rng: np.random.Generator, images: Any, rows: Any, negatives: Any) -> tuple[Any, int, int]:
        if len(negatives) and rng.random() < 0.07:
            scene, x, y, c, s, tall, wide = negatives[int(rng.integers(len(negatives)))][:7]
            return self._cut(rng, images[int(scene)], (x, y, c, s, tall, wide)), NONE_RANK, -1
        row = rows[int(rng.integers(len(rows)))]
        scene, x, y, c, s, tall, wide, label, _ = row
        if rng.random() < 0.13:
            return self._cut(rng, images[int(scene)], _wrong(rng, images[int(scene)].shape, row)), NONE_RANK, -1
        rank, suit = answer(label)
        return self._cut(rng, images[int(scene)], (x, y, c, s, tall, wide)), rank, suit

    def _cut(self, rng: np.random.Generator, image: Any, at: tuple[float, ...]) -> NDArray[np.uint8]:
        x, y, c, s, tall, wide = (float(v) for v in at)
        turn = np.deg2rad(rng.normal(0, 4.5))
        c, s = c * np.cos(turn) - s * np.sin(turn), c * np.sin(turn) + s * np.cos(turn)
        x, y = x + rng.normal(0, 0.045) * tall, y + rng.normal(0, 0.045) * tall
        tall *= float(np.exp(rng.normal(0, 0.07)))
        crop = cut_out(image, Corner(x, y, c, s, tall, wide), self.cut)
        if tall > 18 and rng.random() < 0.35:
            # The same index seen from further off.
            share = max(13.0, tall * float(rng.uniform(0.3, 0.9))) / self.cut.index
            if share < 1:
                small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
                crop = np.asarray(cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
        return shaken(rng, crop)


def _wrong(rng: np.random.Generator, shape: tuple[int, ...], row: Any) -> tuple[float, ...]:
    """A place that must read as none."""
    _, x, y, c, s, tall, wide, _, _ = (float(v) for v in row)
    kind = int(rng.integers(6))
    if kind < 2:
        return x, y, -c, -s, tall, wide
    if kind == 2:
        return (x, y, -s, c, tall, wide) if rng.random() < 0.5 else (x, y, s, -c, tall, wide)
    if kind == 3:
        away = rng.uniform(0.5, 1.4) * tall * (1 if rng.random() < 0.5 else -1)
        return (x + c * away, y + s * away, c, s, tall, wide)
    if kind == 4:
        return (x, y, c, s, tall * float(rng.choice([0.45, 2.1])), wide)
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(1.3, 6) * tall
    nx, ny = x + np.cos(turn * 3) * away, y + np.sin(turn * 3) * away
    return float(np.clip(nx, 0, shape[1])), float(np.clip(ny, 0, shape[0])), np.cos(turn), np.sin(turn), tall, wide


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


def readable(rows: NDArray[np.float32], least: float = 11.5) -> NDArray[np.float32]:
    """The rows that a reader learns from: not covered, not tiny, with a label."""
    return rows[(rows[:, 8] >= 0.8) & (rows[:, 5] >= least) & (rows[:, 7] >= 0)]


def loss_of(out: Tensor, rank: Tensor, suit: Tensor) -> Tensor:
    """Cross entropy of rank, and of suit where there is one."""
    loss = nnf.cross_entropy(out[:, :RANK_COUNT], rank, label_smoothing=SMOOTHING)
    has = suit >= 0
    if bool(has.any()):
        loss = loss + nnf.cross_entropy(out[has, RANK_COUNT:], suit[has], label_smoothing=SMOOTHING)
    return loss


def evened(rows: NDArray[np.float32], each: int = 16) -> NDArray[np.float32]:
    """`rows` repeated so that every picture counts about the same, however many corners it shows."""
    _, place, count = np.unique(rows[:, 0], return_inverse=True, return_counts=True)
    return np.asarray(np.repeat(rows, np.maximum(1, np.round(each / count[place])).astype(int), axis=0), np.float32)


def load_sets(scenes: list[Path], real: Path | None, negatives: list[Path]) -> tuple[list[Any], list[float]]:
    """(images, rows, negatives) of each set, and its share in a batch: a third is real if there are any."""
    none = np.zeros((0, 7), np.float32)
    found = [np.load(path) for path in negatives] + [none] * (len(scenes) + 1 - len(negatives))
    sets: list[Any] = []
    for path, bad in zip(scenes, found, strict=False):
        rows = readable(np.load(path.with_suffix(".labels.npy")))
        sets.append((np.load(path.with_suffix(".npy"), mmap_mode="r"), rows, bad))
    sizes = np.array([len(rows) for _, rows, _ in sets], float)
    shares = (sizes / sizes.sum()).tolist()
    if real:
        held = np.load(real, allow_pickle=True)
        sets.append((held["images"], evened(readable(held["rows"], 8.5)), found[len(scenes)]))
        shares = [share * 0.67 for share in shares] + [0.33]
    return sets, shares


def main() -> None:
    """Train for the minutes given, then export."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("--cut", choices=("tight", "wide"), required=True)
    asked.add_argument("--scenes", type=Path, nargs="+", required=True)
    asked.add_argument("--real", type=Path)
    asked.add_argument("--negatives", type=Path, nargs="*", default=[])
    asked.add_argument("--start", type=Path)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--rate", type=float, default=1.5e-3)
    asked.add_argument("--batch", type=int, default=48)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--threads", type=int, default=2)
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    cut = TIGHT if given.cut == "tight" else WIDE
    net: nn.Module = Tight() if cut == TIGHT else Wide()
    net = net.to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    sets, shares = load_sets(given.scenes, given.real, given.negatives)
    loader = torch.utils.data.DataLoader(
        Crops(sets, shares, cut, given.batch, given.seed), batch_size=None, num_workers=1
    )
    paces = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=2e-3)
    began, losses, rights = time.monotonic(), 0.0, 0.0
    for step, (crops, rank, suit) in enumerate(loader, 1):
        past = (time.monotonic() - began) / (given.minutes * 60)
        if past >= 1:
            break
        for part in paces.param_groups:
            part["lr"] = given.rate * min(1.0, step / 100) * (0.5 + 0.5 * np.cos(np.pi * past)) + 1e-6
        out = net(crops.to(memory_format=torch.channels_last))
        loss = loss_of(out, rank, suit)
        paces.zero_grad()
        loss.backward()
        paces.step()
        with torch.no_grad():
            same = (out[:, :RANK_COUNT].argmax(1) == rank) & ((out[:, RANK_COUNT:].argmax(1) == suit) | (suit < 0))
            rights += same.float().mean().item()
        losses += loss.item()
        if step % 100 == 0:
            print(f"{past:.2f} step {step} loss {losses / 100:.3f} right {rights / 100:.4f}", flush=True)  # noqa: T201
            losses = rights = 0.0
    net.eval()
    torch.save(net.state_dict(), given.out.with_suffix(".pt"))
    torch.onnx.export(
        net, (torch.zeros(1, 3, cut.height, cut.width),), str(given.out), input_names=["crop"],
        output_names=["logits"], dynamic_axes={"crop": {0: "n"}, "logits": {0: "n"}}, opset_version=17, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
