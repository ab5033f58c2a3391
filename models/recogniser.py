"""From a picture to the cards in it: the contract, and the recogniser that is shipped.

    recogniser = load()
    look = recogniser.look(image)      # image: uint8 height×width×3, BGR

Weights are the ONNX files beside this module; they run in cv2.dnn. `MODEL_CARD.md` says what they were trained on
and how well they read.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault
from dealer_assist.sighting import Look
from models.corners import CornerRecogniser
from models.locating import Locator
from models.networks import network
from models.partly import Partly
from models.reading import Cuts, Reader
from models.scoring import Trained

WEIGHTS: Final = Path(__file__).parent / "weights"
_FILES: Final = ("corners.onnx", "tight.onnx", "wide.onnx", "black.onnx", "cuts.json")


class Recogniser(Protocol):
    """What reads cards. `digest` changes whenever answers may change; a journal keeps it beside what was read."""

    @property
    def name(self) -> str:
        """What it is called in a table's file and a journal."""

    @property
    def digest(self) -> str:
        """Of weights and rules together, in hexadecimal."""

    def look(self, image: NDArray[np.uint8]) -> Look:
        """The cards in `image` (uint8 height×width×3, BGR). A card that can't be named has `card=None`."""
        ...


class NoRecogniser(Fault):
    """A recogniser that doesn't exist, or whose weights are missing or damaged."""


def trained_on() -> Trained:
    """Which sources of pictures the shipped weights were trained on."""
    return msgspec.json.decode((WEIGHTS / "trained_on.json").read_bytes(), type=Trained)


def load(name: str = "default", threads: int | None = None) -> Recogniser:
    """The recogniser called `name`, ready to look.

    `default` keeps nothing from one picture to the next; `steady` is the same for the frames of one still camera: it
    looks only at what has changed and keeps the answers of corners that have not moved, so that the same frames in the
    same order give the same answers.
    `threads` bounds OpenCV's threads in this whole process. Raises `NoRecogniser` if a file is missing or damaged.
    """
    if name not in ("default", "steady"):
        raise NoRecogniser(f"recogniser {name!r}: there are 'default' and 'steady'")
    if threads is not None:
        cv2.setNumThreads(threads)
    digest = hashlib.sha256(name.encode())
    for file in _FILES:
        path = WEIGHTS / file
        try:
            digest.update(path.read_bytes())
        except OSError as error:
            raise NoRecogniser(f"{path}: {error.strerror}; install the package again, it brings this file") from None
    try:
        corners, tight, wide, black = (network(WEIGHTS / file) for file in _FILES[:4])
        cuts = msgspec.json.decode((WEIGHTS / "cuts.json").read_bytes(), type=Cuts)
    except (cv2.error, msgspec.MsgspecError) as error:
        raise NoRecogniser(f"{WEIGHTS}: damaged weights ({error}); install the package again") from None
    reader = Reader(tight, wide, black, cuts)
    plain = CornerRecogniser(name, digest.hexdigest(), Locator(corners, cuts.heat), reader, cuts)
    return Partly(plain) if name == "steady" else plain
