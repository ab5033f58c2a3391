"""Train the corner detector: where an index is, which way it points, how tall it is.

    python -m models.train.detector OUT.onnx --scenes SCENES [SCENES…] [--real REAL.npz [--without SOURCE…]]
                                    --steps 2500 --seed 1 [--start STATE.pt]

A stride-4 U of 3×3 convolutions with one head of six planes: heat, the highest heat of the 3×3 around, cosine and
sine of "up" (image axes), log(height / 25 px), log(width / 12 px). Needs torch (the `train` extra); the program
itself needs only the ONNX file. With `--real` a part of each batch (`--share`) are real
photographs.
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

CUT: Final = 256
TALL, WIDE = 25.0, 12.0
PLANES: Final = 6
Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def block(inside: int, out: int, stride: int = 1) -> nn.Sequential:
    """3×3 convolution, normalised, ReLU."""
    return nn.Sequential(nn.Conv2d(inside, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """x + two convolutions of x."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one, self.two = block(width, width), block(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Batch×width×H×W in and out."""
        return x + self.two(self.one(x))


class Detector(nn.Module):
    """About 0.32 million parameters: 3×H×W (BGR, 0–1) to 5×H/4×W/4; H and W are multiples of 16."""

    def __init__(self) -> None:
        super().__init__()
        self.two, self.four = block(3, 12, 2), block(12, 24, 2)
        self.eight = nn.Sequential(block(24, 40, 2), Residual(40))
        self.sixteen = nn.Sequential(block(40, 80, 2), Residual(80), Residual(80))
        self.from16, self.from8 = nn.Conv2d(80, 40, 1), nn.Conv2d(40, 24, 1)
        self.mix8, self.mix4 = block(40, 40), block(24, 24)
        self.head = nn.Conv2d(24, PLANES - 1, 1)
        nn.init.constant_(self.head.bias[0:1], -4.5)

    def forward(self, x: Tensor) -> Tensor:
        """Batch×3×H×W (BGR, 0–1) to batch×5×H/4×W/4; the first plane is heat as a logit."""
        four = self.four(self.two(x))
        eight = self.eight(four)
        up = nnf.interpolate(self.from16(self.sixteen(eight)), scale_factor=2.0, mode="nearest")
        up = self.mix8(eight + up)
        up = nnf.interpolate(self.from8(up), scale_factor=2.0, mode="nearest")
        return self.head(self.mix4(four + up))


class Shipped(nn.Module):
    """The detector as it is exported: heat as a probability, and the heat's 3×3 maximum beside it."""

    def __init__(self, inner: Detector) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, x: Tensor) -> Tensor:
        """Batch×3×H×W to batch×6×H/4×W/4: heat (0–1), its 3×3 maximum, and the other four planes."""
        out = self.inner(x)
        heat = torch.sigmoid(out[:, :1])
        return torch.cat([heat, nnf.max_pool2d(heat, 3, 1, 1), out[:, 1:]], 1)


class Scenes:
    """Rendered scenes or real photographs with rows as `models.train.scenes` writes them.

    `ignored` holds polygons where a picture is not labelled, `zooms` what brings a picture to the usual scale, `used`
    which pictures serve.
    """

    def __init__(
        self,
        images: Any,
        rows: NDArray[np.float32],
        ignored: dict[int, Any],
        zooms: NDArray[np.float64] | None = None,
        used: NDArray[np.bool_] | None = None,
    ) -> None:
        self.images, self.ignored = images, ignored
        self.used = np.ones(len(images), bool) if used is None else used
        self.places = np.flatnonzero(self.used)
        self.zooms = np.ones(len(images)) if zooms is None else zooms
        order = np.argsort(rows[:, 0], kind="stable")
        self.rows = rows[order]
        self.starts = np.searchsorted(self.rows[:, 0], np.arange(len(images) + 1))

    def cut(self, rng: np.random.Generator, at: int) -> tuple[NDArray[np.uint8], NDArray[np.float32], list[Any]]:
        """A 256×256 cut of picture `at`, zoomed and turned; its rows and its ignored polygons in the cut's pixels."""
        rows = self.rows[self.starts[at] : self.starts[at + 1]].copy()
        zoom = float(self.zooms[at] * np.exp(rng.uniform(np.log(0.45), np.log(1.9))))
        size = CUT / zoom
        image = self.images[at]
        room = np.array(image.shape[1::-1]) - size
        corner = rng.uniform(np.minimum(-0.06 * size, room - 0.02 * size), np.maximum(room + 0.06 * size, 0.0))
        move = np.array([(zoom, 0, -corner[0] * zoom), (0, zoom, -corner[1] * zoom)])
        mode = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
        cut = cv2.warpAffine(image, move, (CUT, CUT), flags=mode, borderMode=cv2.BORDER_REPLICATE)
        rows[:, 1:3] = (rows[:, 1:3] - corner) * zoom
        rows[:, 5:7] *= zoom
        holes = [(np.asarray(p) - corner) * zoom for p in self.ignored.get(at, [])]
        for _ in range(int(rng.integers(4))):
            cut = cv2.rotate(cut, cv2.ROTATE_90_CLOCKWISE)
            x, y, c, s = rows[:, 1].copy(), rows[:, 2].copy(), rows[:, 3].copy(), rows[:, 4].copy()
            rows[:, 1], rows[:, 2], rows[:, 3], rows[:, 4] = CUT - 1 - y, x, -s, c
            holes = [np.stack([CUT - 1 - h[:, 1], h[:, 0]], axis=1) for h in holes]
        if rng.random() < 0.5:
            gain = rng.uniform(0.75, 1.25, 3) if rng.random() < 0.5 else rng.uniform(0.7, 1.3)
            cut = np.clip(cut * gain, 0, 255)
        return np.ascontiguousarray(cut, np.uint8), rows, holes


def targets(rows: NDArray[np.float32], holes: list[Any]) -> tuple[NDArray[np.float32], ...]:
    """Heat (64×64), four planes of geometry, where these count, and where the heat counts."""
    side = CUT // 4
    heat, geometry = np.zeros((side, side), np.float32), np.zeros((4, side, side), np.float32)
    counts, certain = np.zeros((side, side), np.float32), np.ones((side, side), np.float32)
    for hole in holes:
        cv2.fillPoly(certain, [np.round(hole / 4).astype(np.int32)], 0.0)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    for _, cx, cy, c, s, tall, wide, label, share in rows:
        px, py = (cx - 1.5) / 4, (cy - 1.5) / 4
        if not (-4 < px < side + 4 and -4 < py < side + 4):
            continue
        away = (x - px) ** 2 + (y - py) ** 2
        if share < 0.3:
            continue
        # Too small to read, half hidden, or a joker of another kind: neither corner nor table.
        if share < 0.8 or tall < 8.5 or tall > 75 or label < 0:
            certain[away < (max(tall, 8) / 4 * 0.6) ** 2] = 0
            continue
        sigma = max(0.85, 0.11 * tall / 4)
        bump = np.exp(-away / (2 * sigma * sigma))
        qx, qy = round(px), round(py)
        if 0 <= qx < side and 0 <= qy < side:
            bump[qy, qx] = 1.0
        heat = np.maximum(heat, bump)
        near = away < (1.3 * sigma + 0.4) ** 2
        counts[near] = 1
        certain[near] = 1
        for plane, value in enumerate((c, s, np.log(tall / TALL), np.log(max(wide, 2) / WIDE))):
            geometry[plane][near] = value
    return heat, geometry, counts, certain


class Cuts(torch.utils.data.IterableDataset[Any]):
    """Endless batches of cuts."""

    def __init__(self, sets: list[Scenes], shares: list[float], batch: int, seed: int) -> None:
        self.sets, self.shares, self.batch, self.seed = sets, shares, batch, seed

    def __iter__(self) -> Any:
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            images, planes = [], []
            for _ in range(self.batch):
                chosen = self.sets[int(rng.choice(len(self.sets), p=self.shares))]
                image, rows, holes = chosen.cut(rng, int(chosen.places[rng.integers(len(chosen.places))]))
                images.append(image.transpose(2, 0, 1))
                planes.append(targets(rows, holes))
            stacked = [torch.from_numpy(np.stack(part)) for part in zip(*planes, strict=True)]
            yield (torch.from_numpy(np.stack(images)), *stacked)


def loss_of(out: Tensor, heat: Tensor, geometry: Tensor, counts: Tensor, certain: Tensor) -> tuple[Tensor, Tensor]:
    """Focal loss of the heat, smooth L1 of the geometry where there is an index."""
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    top = (heat > 0.99).float()
    hit = -torch.log(p) * (1 - p) ** 2 * top
    miss = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - top)
    focal = ((hit + miss) * certain).sum() / top.sum().clamp(min=8)
    away = nnf.smooth_l1_loss(out[:, 1:], geometry, reduction="none", beta=0.1).sum(1)
    return focal, (away * counts).sum() / counts.sum().clamp(min=8)


def export(net: Detector, out: Path) -> None:
    """Write the detector as ONNX with free height and width."""
    torch.onnx.export(
        Shipped(net).eval(),
        (torch.zeros(1, 3, 256, 256),),
        str(out),
        input_names=["image"],
        output_names=["planes"],
        dynamic_axes={"image": {2: "h", 3: "w"}, "planes": {2: "h4", 3: "w4"}},
        opset_version=17,
        dynamo=False,
    )


def usual_zooms(rows: NDArray[np.float32], count: int) -> NDArray[np.float64]:
    """For each scene what brings its indices to about the height at which the detector will be run."""
    zooms = np.ones(count)
    for at in np.unique(rows[:, 0]).astype(int):
        zooms[at] = np.clip(0.96 * TALL / np.median(rows[rows[:, 0] == at, 5]), 0.4, 1.7)
    return zooms


def left_out(without: list[str], source: str, notes: str) -> bool:
    """Whether a picture is of a source that is kept out: `edje`, or `shoe:6f29,6f2b` (words of its notes)."""
    for entry in without:
        name, _, words = entry.partition(":")
        if source == name and (not words or any(word in notes for word in words.split(","))):
            return True
    return False


def photographs(path: Path, without: list[str]) -> Scenes:
    """What `models.train.pseudo` wrote, but for the sources kept out."""
    held = np.load(path, allow_pickle=True)
    used = np.array([not left_out(without, s, n) for s, n in zip(held["sources"], held["notes"], strict=True)])
    rows = held["rows"]
    return Scenes(held["images"], rows[used[rows[:, 0].astype(int)]], held["ignored"].item(), held["zooms"], used)


def load_sets(scenes: list[Path], real: Path | None, without: list[str], share: float) -> tuple[Any, list[float]]:
    """The training sets with the share of each in a batch."""
    sets = []
    for path in scenes:
        # In memory: a random page of a mapped file costs more than the step it serves.
        images = np.load(path.with_suffix(".npy"))
        rows = np.load(path.with_suffix(".labels.npy"))
        sets.append(Scenes(images, rows, {}, usual_zooms(rows, len(images))))
    sizes = np.array([len(s.images) for s in sets], float)
    shares = (sizes / sizes.sum()).tolist()
    if real:
        sets.append(photographs(real, without))
        shares = [part * (1 - share) for part in shares] + [share]
    return sets, shares


def common(asked: argparse.ArgumentParser, steps: int, rate: float, batch: int, share: float) -> None:
    """The options that detector and readers share."""
    asked.add_argument("--scenes", type=Path, nargs="+", required=True)
    asked.add_argument("--real", type=Path)
    asked.add_argument("--without", nargs="*", default=[], metavar="SOURCE[:WORD,…]")
    asked.add_argument("--share", type=float, default=share, help="of a batch that is real")
    asked.add_argument("--start", type=Path)
    asked.add_argument("--steps", type=int, default=steps)
    asked.add_argument("--minutes", type=float, default=600.0, help="the most that it may take")
    asked.add_argument("--rate", type=float, default=rate)
    asked.add_argument("--batch", type=int, default=batch)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--threads", type=int, default=1)


def descend(net: nn.Module, loss: Any, steps: int, minutes: float, rate: float, shown: str) -> None:
    """AdamW down a cosine for `steps`, or `minutes` if these end sooner; `loss()` gives the loss of the next batch
    and the numbers to show."""
    paces = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=2e-3)
    began, sums = time.monotonic(), []
    net.train()
    for step in range(1, steps + 1):
        past = max(step / steps, (time.monotonic() - began) / (60 * minutes))
        if past > 1:
            break
        for part in paces.param_groups:
            part["lr"] = rate * min(1.0, step / 100) * (0.5 + 0.5 * np.cos(np.pi * past)) + 1e-6
        total, numbers = loss()
        paces.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        paces.step()
        sums.append(numbers)
        if step % 50 == 0:
            pace = step / (time.monotonic() - began)
            print(f"step {step} {pace:.2f}/s", shown.format(*np.mean(sums, axis=0)), flush=True)  # noqa: T201
            sums.clear()
    net.eval()


def main() -> None:
    """Train for the steps given, then export."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    common(asked, steps=2500, rate=3e-3, batch=16, share=0.35)
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    net = Detector().to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    sets, shares = load_sets(given.scenes, given.real, given.without, given.share)
    batches = iter(Cuts(sets, shares, given.batch, given.seed))

    def loss() -> tuple[Tensor, tuple[float, ...]]:
        image, *target = next(batches)
        batch = (image.float() / 255).to(memory_format=torch.channels_last)
        focal, away = loss_of(net(batch), *target)
        return focal + 2 * away, (focal.item(), away.item())

    descend(net, loss, given.steps, given.minutes, given.rate, "heat {:.3f} shape {:.3f}")
    torch.save(net.state_dict(), given.out.with_suffix(".pt"))
    export(net, given.out)


if __name__ == "__main__":
    main()
