"""The pictures of a deck being dealt under the camera: from a folder, a film or a camera, with the cards they show."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK, NotACard, parse
from models.crops import Pixels
from models.deck_file import BadDeck
from models.images import load_image
from models.manifest import Labelled

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
#: Pictures a second of a film that are looked at; grey levels by which two pictures of the same scene may differ.
_RATE: Final = 6.0
_STILL: Final = 7.0
#: Most pictures that are taken, and most seconds that a live camera is waited for.
MOST: Final = 400
PATIENCE: Final = 600.0


class Dealt(msgspec.Struct, frozen=True, eq=False):
    """One picture: its name for a person, its cards if they are known, its row if it is of a manifest."""

    name: str
    image: Pixels
    cards: tuple[str, ...] | None = None
    row: Labelled | None = None


def of_folder(folder: Path) -> list[Dealt]:
    """The pictures in `folder`, in the order of their names. Raises `BadDeck` if there are none."""
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    if not paths:
        raise BadDeck(f"{folder}: no pictures in it; put the pictures of the dealt deck there")
    if len(paths) > MOST:
        raise BadDeck(f"{folder}: {len(paths)} pictures, more than {MOST}; one deck needs no more than 60")
    return [Dealt(path.name, load_image(path)) for path in paths]


def of_manifest(rows: Sequence[Labelled]) -> list[Dealt]:
    """The pictures of a manifest, with its cards and boxes."""
    return [Dealt(row.path.name, load_image(row.path), row.cards, row) for row in rows[:MOST]]


def of_film(source: str, shows: Callable[[Pixels], bool], enough: int = MOST) -> list[Dealt]:
    """The still pictures of a film, a stream or a camera (`"0"`), each scene once, those for which `shows` holds.

    A camera is watched until `enough` pictures are taken, or ten minutes. Raises `BadDeck`.
    """
    live = source.isdecimal() or "://" in source or source.startswith("/dev/")
    if not live and not Path(source).is_file():
        raise BadDeck(f"{source}: no such folder or film; give a folder of pictures, a film, or a camera's number")
    log = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    capture = cv2.VideoCapture(int(source) if source.isdecimal() else source)
    try:
        if not capture.isOpened():
            raise BadDeck(f"{source}: can't be opened as a film or camera; check it, or give a folder of pictures")
        found = list(_scenes(_sampled(capture, live), shows, enough))
    finally:
        capture.release()
        cv2.utils.logging.setLogLevel(log)
    if not found:
        raise BadDeck(f"{source}: no still picture of a card in it; let every card lie for a second")
    return [Dealt(f"{at + 1}: {seconds:.1f} s", image) for at, (seconds, image) in enumerate(found)]


def _sampled(capture: cv2.VideoCapture, live: bool) -> Iterator[tuple[float, Pixels]]:
    """About `_RATE` pictures a second, with their times in seconds."""
    rate = float(capture.get(cv2.CAP_PROP_FPS)) or 25.0
    every = 1 if live else max(1, round(rate / _RATE))
    began = time.monotonic()
    number = 0
    while not live or time.monotonic() - began < PATIENCE:
        there, image = capture.read()
        if not there or image is None:
            return
        if number % every == 0:
            yield (time.monotonic() - began if live else number / rate), np.asarray(image, np.uint8)
        number += 1


def _scenes(
    pictures: Iterator[tuple[float, Pixels]], shows: Callable[[Pixels], bool], enough: int
) -> Iterator[tuple[float, Pixels]]:
    """Each still scene once: a picture like the one before it, and unlike the last that was taken."""
    before: NDArray[np.int16] | None = None
    taken: NDArray[np.int16] | None = None
    count = 0
    for seconds, image in pictures:
        small = _shrunk(image)
        still = before is not None and before.shape == small.shape and float(np.abs(small - before).max()) < _STILL
        before = small
        if not still or (taken is not None and float(np.abs(small - taken).max()) < 2 * _STILL):
            continue
        taken = small
        if shows(image):
            yield seconds, image
            count += 1
            if count >= enough:
                return


def _shrunk(image: Pixels) -> NDArray[np.int16]:
    small = cv2.resize(image, None, fx=0.0625, fy=0.0625, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.int16)


def read_order(path: Path) -> list[tuple[str, ...]]:
    """The cards of each picture, a line a picture ("As Td 7h"). Raises `BadDeck`, which names the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "no text"
        raise BadDeck(f"{path}: {why}; give a text file, one line a picture, as in: As Td 7h") from None
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            found.append(cards_of(line, f"{path}, line {number}"))
    return found


def cards_of(line: str, where: str) -> tuple[str, ...]:
    """The cards that `line` names, separated by blanks. Raises `BadDeck`."""
    cards = tuple(line.split())
    for card in cards:
        try:
            parse(card)
        except NotACard as error:
            raise BadDeck(f"{where}: {error}") from None
    return cards


def in_order(dealt: Sequence[Dealt], order: Sequence[tuple[str, ...]], where: str) -> list[Dealt]:
    """`dealt` with the cards of `order`. Raises `BadDeck` unless there are as many lines as pictures."""
    if len(order) != len(dealt):
        last = f"; the last picture is {dealt[-1].name}" if dealt else ""
        raise BadDeck(f"{where}: {len(order)} lines for {len(dealt)} pictures{last}: write one line a picture")
    return [msgspec.structs.replace(d, cards=cards) for d, cards in zip(dealt, order, strict=True)]


def check_deck(dealt: Sequence[Dealt], jokers: int) -> None:
    """Raises `BadDeck`, which names them, if a card is missing or there twice. All jokers of a deck are alike."""
    shown = Counter(card for each in dealt for card in each.cards or ())
    missing = [str(card) for card in DECK if not shown[str(card)]]
    twice = [card for card, count in sorted(shown.items()) if count > 1 and card != "Jk"]
    faults = []
    if missing:
        faults.append(f"missing {' '.join(missing)}")
    if twice:
        faults.append(f"there twice {' '.join(twice)} ({_where(dealt, twice[0])})")
    if shown["Jk"] != jokers:
        faults.append(f"{shown['Jk']} jokers, not {jokers}")
    if faults:
        raise BadDeck(f"not one whole deck: {'; '.join(faults)}; deal each card once, or say --part")


def _where(dealt: Sequence[Dealt], card: str) -> str:
    return f"{card} in " + ", ".join(each.name for each in dealt if card in (each.cards or ()))
