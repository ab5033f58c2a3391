"""Card art for training: rasterise families of faces that a package registry provides, and find their indices.

    python -m models.train.art ART_DIR OUT_DIR

ART_DIR holds the unpacked packages (see models/README.md for the commands that fetch them); OUT_DIR gets two
files a family: `NAME.npy`, uint8 56×460×330×4 (BGRA; 52 cards in the order of `cards.DECK`, two jokers, two
backs), and `NAME.json`, where the index lies. Nothing of this art goes into the repository.
Needs `rsvg-convert` (Debian: librsvg2-bin).
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK

HEIGHT: Final = 460
WIDTH: Final = 330
JOKERS: Final = (52, 53)
BACKS: Final = (54, 55)
Pixels = NDArray[np.uint8]
Draw = Callable[[Path], dict[int, Pixels]]

#: Families whose court letters are A J Q K. The others of the same packages serve only with the index redrawn.
LETTERED: Final = [
    "bonded",
    "anglo",
    "anglo_modern",
    "anglo_modern_4_color",
    "anglo_poker",
    "atlasnye",
    "bellot",
    "dondorf",
    "gnomangelo",
    "neoclassical",
    "neoclassical_4_color",
    "ornamental",
    "plastic",
    "simplistic",
    "tango",
    "tigullio",
]
BODIES: Final = ["ancient_french", "berlin", "lattmann", "orell", "rheinland", "tarocco", "atlasnye_skat"]
FOUR_CORNERED: Final = ("bonded", "dondorf")
_GRID_ROW: Final = {"c": 0, "d": 1, "h": 2, "s": 3}
_WORD: Final = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}


def _rsvg(source: Path, *options: str) -> Pixels | None:
    """`source` drawn by rsvg-convert as BGRA, or None where it can't be drawn."""
    with tempfile.NamedTemporaryFile(suffix=".png") as out:
        done = subprocess.run(["rsvg-convert", *options, str(source), "-o", out.name], capture_output=True, check=False)
        if done.returncode:
            return None
        return _bgra(cv2.imread(out.name, cv2.IMREAD_UNCHANGED))


def _bgra(image: Any) -> Pixels:
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return np.ascontiguousarray(image, np.uint8)


def _trimmed(image: Pixels) -> Pixels:
    """`image` without its transparent rim, at the size that all families share."""
    solid = image[..., 3] > 128
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    if len(rows) and len(columns):
        image = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.asarray(cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _grid(source: Path) -> dict[int, Pixels]:
    """A GNOME deck: one drawing of 13 columns (ace first) and 5 rows (clubs, diamonds, hearts, spades, extras)."""
    with tempfile.NamedTemporaryFile(suffix=".svg") as plain:
        plain.write(gzip.decompress(source.read_bytes()))
        plain.flush()
        sheet = _rsvg(Path(plain.name), "-w", str(13 * WIDTH), "-h", str(5 * HEIGHT))
    if sheet is None:
        return {}

    def cell(row: int, column: int) -> Pixels:
        return _trimmed(sheet[row * HEIGHT : (row + 1) * HEIGHT, column * WIDTH : (column + 1) * WIDTH])

    faces = {at: cell(_GRID_ROW[card.suit], 0 if card.rank == 14 else card.rank - 1) for at, card in enumerate(DECK)}
    return faces | {JOKERS[0]: cell(4, 0), JOKERS[1]: cell(4, 1), BACKS[0]: cell(4, 2)}


def _kde(source: Path) -> dict[int, Pixels]:
    """A KDE deck: one drawing, each card a named element."""
    names = {at: f"{_rank(card.rank, ace='1', long=True)}_{_WORD[card.suit]}" for at, card in enumerate(DECK)}
    names |= {JOKERS[0]: "red_joker", JOKERS[1]: "black_joker", BACKS[0]: "back"}
    with tempfile.NamedTemporaryFile(suffix=".svg") as plain:
        plain.write(gzip.decompress(source.read_bytes()))
        plain.flush()
        drawn = {at: _rsvg(Path(plain.name), "-h", str(HEIGHT), "-i", name) for at, name in names.items()}
    return {at: _trimmed(image) for at, image in drawn.items() if image is not None}


def _rank(rank: int, ace: str, long: bool = False, ten: str = "10") -> str:
    letters = {11: "jack", 12: "queen", 13: "king"} if long else {11: "J", 12: "Q", 13: "K"}
    return (letters | {14: ace, 10: ten}).get(rank, str(rank))


def _files(named: Callable[[int, str], str], jokers: tuple[str, ...], backs: tuple[str, ...]) -> Draw:
    """A deck of one file a card; `named` gives the file of a rank and suit."""

    def draw(folder: Path) -> dict[int, Pixels]:
        names = {at: named(card.rank, card.suit) for at, card in enumerate(DECK)}
        names |= dict(zip(JOKERS, jokers, strict=False)) | dict(zip(BACKS, backs, strict=False))
        drawn: dict[int, Pixels] = {}
        for at, name in names.items():
            path = folder / name
            image = _rsvg(path, "-h", str(HEIGHT)) if path.suffix == ".svg" else cv2.imread(str(path), -1)
            if image is not None:
                drawn[at] = _trimmed(_bgra(image))
        return drawn

    return draw


def families(art: Path) -> Iterator[tuple[str, Draw, Path, bool]]:
    """Name, way of drawing, place and whether its letters are A J Q K, for each family found under `art`."""
    for path in sorted(art.rglob("aisleriot/cards/*.svgz")):
        if path.stem in LETTERED or path.stem in BODIES:
            yield path.stem, _grid, path, path.stem in LETTERED
    for path in sorted(art.rglob("carddecks/*/*.svgz")):
        if path.stem in ("white",):
            yield f"kde_{path.stem}", _kde, path, True
    for name, pattern, draw in _PACKAGED:
        for path in sorted(art.glob(pattern)):
            yield f"npm_{name or path.name}", draw, path, True


_PACKAGED: Final = (
    (
        "cardsjs",
        "cardsJS*/package/cards",
        _files(lambda r, s: f"{_rank(r, 'A')}{s.upper()}.svg", (), ("Red_Back.svg", "Blue_Back.svg")),
    ),
    (
        "svgcards",
        "svg-cards*/package/png/2x",
        _files(
            lambda r, s: f"{_WORD[s]}_{_rank(r, '1', long=True)}.png",
            ("joker_red.png", "joker_black.png"),
            ("back-red.png", "back-navy.png"),
        ),
    ),
    (
        "",
        "*react-playing-cards*/package/src/images/*color*",
        _files(lambda r, s: f"{_rank(r, 'A', ten='T')}{s.upper()}.svg", (), ()),
    ),
    (
        "standard",
        "*standard-deck*/package/cards",
        _files(lambda r, s: f"{1 if r == 14 else r}{s}.svg", ("joker.svg",), ("back.svg",)),
    ),
)


def ink(face: Pixels) -> NDArray[np.bool_]:
    """Where `face` (BGRA) is printed: pixels unlike the card's own ground."""
    inner = face[8:-8, 8:-8, :3].reshape(-1, 3)
    ground = np.median(inner[inner.sum(axis=1) >= np.percentile(inner.sum(axis=1), 60)], axis=0)
    away = np.abs(face[..., :3].astype(np.int16) - ground.astype(np.int16)).max(axis=2)
    return np.asarray((away > 70) & (face[..., 3] > 200))


Box = tuple[int, int, int, int]


def index_of(face: Pixels) -> tuple[Box, Box] | None:
    """The boxes (x0, y0, x1, y1) of the whole index and of its suit, top left in `face`; None if it isn't plain."""
    mask = ink(face)[: int(HEIGHT * 0.46), : int(WIDTH * 0.36)].astype(np.uint8)
    mask[:5], mask[:, :5] = 0, 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = [
        (x, y, x + w, y + h)
        for x, y, w, h, area in stats[1:count].tolist()
        if area > 60 and x + w < WIDTH * 0.31 and h < HEIGHT * 0.25 and h > 8
    ]
    if len(boxes) < 2:
        return None
    boxes.sort(key=lambda b: b[1])
    first = boxes[0]
    rank = [b for b in boxes if b[1] < first[3] - 4 and b[0] < first[2] + 20]
    bottom = bottom_of(rank)
    middle = (min(b[0] for b in rank) + max(b[2] for b in rank)) / 2
    below = [b for b in boxes if b[1] >= bottom - 4 and b[1] < bottom + 45 and abs((b[0] + b[2]) / 2 - middle) < 22]
    if not below:
        return None
    whole = [*rank, below[0]]
    return (min(b[0] for b in whole), min(b[1] for b in whole), max(b[2] for b in whole), bottom_of(whole)), below[0]


def bottom_of(boxes: list[Box]) -> int:
    """The lowest edge of `boxes`."""
    return max(box[3] for box in boxes)


def measure(faces: dict[int, Pixels], lettered: bool) -> dict[str, Any]:
    """Where a family's index lies: the median box over the ranks 2–9, the widest one of all, and the suits' boxes."""
    found = {at: index_of(faces[at]) for at in range(52) if at in faces}
    plain = np.array([both[0] for at, both in found.items() if both and DECK[at].rank < 10])
    box = np.median(plain, axis=0) if lettered and len(plain) else np.array([12, 16, 50, 114])
    wide = [
        both[0] for both in found.values() if both and abs(both[0][1] - box[1]) < 8 and abs(both[0][3] - box[3]) < 12
    ]
    fives = {card.suit: found.get(at) for at, card in enumerate(DECK) if card.rank == 5}
    return {
        "box": box.tolist(),
        "wide": [min((b[0] for b in wide), default=8), max((b[2] for b in wide), default=52)],
        "suits": {suit: both[1] for suit, both in fives.items() if both and lettered},
        "lettered": lettered,
    }


def write(name: str, faces: dict[int, Pixels], lettered: bool, out: Path) -> str:
    """Write one family; returns a line that says how it went."""
    missing = [str(DECK[at]) for at in range(52) if at not in faces]
    if missing:
        return f"{name}: left out, {len(missing)} cards can't be drawn"
    stack = np.zeros((56, HEIGHT, WIDTH, 4), np.uint8)
    for at, face in faces.items():
        stack[at] = face
    facts = measure(faces, lettered) | {"has": sorted(faces), "corners": 4 if name in FOUR_CORNERED else 2}
    np.save(out / f"{name}.npy", stack)
    (out / f"{name}.json").write_text(json.dumps(facts))
    return f"{name}: index {facts['box']} wide {facts['wide']}"


def main() -> None:
    """Rasterise every family that is there."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("art", type=Path)
    asked.add_argument("out", type=Path)
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)

    def one(family: tuple[str, Draw, Path, bool]) -> str:
        name, draw, path, lettered = family
        return write(name, draw(path), lettered, given.out)

    with ThreadPoolExecutor(2) as pool:
        for line in pool.map(one, families(given.art)):
            print(line)  # noqa: T201 -- a training script reports to its terminal


if __name__ == "__main__":
    main()
