"""Fit the upper layers of a reader again, on what its convolutions make of many cuts: seconds instead of minutes.

    python -m models.train.refit look FEATURES.npz --cut tight --start tight.pt --scenes … --real REAL.npz --batches 400
    python -m models.train.refit fit OUT.onnx FEATURES.npz --cut tight --start tight.pt [--without SOURCE…]

`look` writes, for every cut, the last convolution's planes, its rank and suit, and the source it is from. `fit` trains
the two layers above on these, from where they stood, without the sources that are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.crops import TIGHT, WIDE
from models.train.detector import common, descend, left_out
from models.train.reader import RANK_COUNT, Crops, Tight, Wide, export, load_sets, loss_of


def split(net: Tight | Wide) -> tuple[nn.Sequential, nn.Sequential]:
    """The convolutions, to a flat row; and the layers above."""
    parts = list(net.body)
    flat = next(at for at, part in enumerate(parts) if isinstance(part, nn.Flatten)) + 1
    return nn.Sequential(*parts[:flat]), nn.Sequential(*parts[flat:], net.head)


def reader(given: argparse.Namespace) -> Tight | Wide:
    """The reader that `--cut` and `--start` name."""
    net: Tight | Wide = Tight() if given.cut == "tight" else Wide()
    net.load_state_dict(torch.load(given.start))
    return net


def look(given: argparse.Namespace) -> None:
    """Write the features of `--batches` batches of 64 cuts."""
    cut = TIGHT if given.cut == "tight" else WIDE
    below, _ = split(reader(given).to(memory_format=torch.channels_last).eval())
    sets, shares = load_sets(given.scenes, given.real, given.negatives, [], given.share)
    held = np.load(given.real, allow_pickle=True)
    sources, notes, real = held["sources"], held["notes"], len(sets) - 1
    crops = Crops(sets, shares, cut, given.batch, given.seed)
    batches, rows, answers, names = iter(crops), [], [], []
    with torch.no_grad():
        for _ in range(given.batches):
            pixels, rank, suit = next(batches)
            rows.append(below(pixels.to(memory_format=torch.channels_last)).numpy().astype(np.float16))
            answers.append(np.stack([rank.numpy(), suit.numpy()], axis=1))
            names += [
                (str(sources[picture]), str(notes[picture])) if chosen == real else ("drawn", "")
                for chosen, picture in crops.origin.T
            ]
    np.savez(given.out, rows=np.concatenate(rows), answers=np.concatenate(answers), names=np.array(names))


def fit(given: argparse.Namespace) -> None:
    """Train the layers above the convolutions."""
    net = reader(given)
    _, above = split(net)
    held = [np.load(path) for path in given.features]
    names = np.concatenate([part["names"] for part in held])
    kept = np.array([not left_out(given.without, name, notes) for name, notes in names])
    rows = torch.from_numpy(np.concatenate([part["rows"] for part in held])[kept])
    answers = torch.from_numpy(np.concatenate([part["answers"] for part in held])[kept])
    rng = np.random.default_rng(given.seed)

    def loss() -> tuple[Tensor, tuple[float, ...]]:
        some = torch.from_numpy(rng.integers(0, len(rows), given.batch))
        x, rank, suit = rows[some].float(), answers[some, 0], answers[some, 1]
        # The planes shaken a little: fixed cuts would be learnt by heart.
        out = above(x * (1 + 0.1 * torch.randn_like(x)))
        total = loss_of(out, rank, suit)
        with torch.no_grad():
            same = (out[:, :RANK_COUNT].argmax(1) == rank) & ((out[:, RANK_COUNT:].argmax(1) == suit) | (suit < 0))
        return total, (total.item(), same.float().mean().item())

    descend(above, loss, given.steps, given.minutes, given.rate, "loss {:.3f} right {:.4f}")
    export(net, TIGHT if given.cut == "tight" else WIDE, given.out)


def main() -> None:
    """Look, or fit."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = asked.add_subparsers(required=True)
    seen, fitted = parts.add_parser("look"), parts.add_parser("fit")
    for part in (seen, fitted):
        part.add_argument("out", type=Path)
        part.add_argument("--cut", choices=("tight", "wide"), required=True)
    seen.add_argument("--negatives", type=Path, nargs="*", default=[])
    seen.add_argument("--batches", type=int, default=400)
    common(seen, steps=0, rate=0.0, batch=64, share=0.5)
    seen.set_defaults(run=look)
    fitted.add_argument("features", type=Path, nargs="+")
    fitted.add_argument("--start", type=Path, required=True)
    fitted.add_argument("--without", nargs="*", default=[], metavar="SOURCE[:WORD,…]")
    for name, kind, value in (("steps", int, 2500), ("batch", int, 128), ("seed", int, 1), ("rate", float, 1e-3)):
        fitted.add_argument(f"--{name}", type=kind, default=value)
    fitted.add_argument("--minutes", type=float, default=600.0)
    fitted.set_defaults(run=fit)
    given = asked.parse_args()
    torch.set_num_threads(1)
    given.run(given)


if __name__ == "__main__":
    main()
