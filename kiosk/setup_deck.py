"""A deck taught at the page: pictures of every card, named by the reader or by a person, learnt in the background."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import cv2
import msgspec
import numpy as np

from dealer_assist.faults import Fault
from hardware.camera import Image
from kiosk.setup_words import (
    DECK_BUSY,
    DECK_MOST,
    DECK_NAME,
    DECK_NO_CARD,
    DECK_NONE,
    DECK_NOT_LEARNT,
    DECK_UNNAMED,
)
from kiosk.words import say
from models.corners import CornerRecogniser
from models.dealt import Dealt, cards_of, check_deck
from models.deck_file import BadDeck, write_deck
from models.enrol_command import told
from models.enrolment import Enrolment, enrol
from models.recogniser import load

log = logging.getLogger(__name__)

State = Literal["none", "taking", "learning", "learnt", "failed"]
MOST: Final = 120
_NAME: Final = re.compile(r"[a-z0-9-]{1,40}")
#: Of a picture that is kept until the deck is learnt; what the reader makes of it does not change.
_QUALITY: Final = 97


class Taken(msgspec.Struct, frozen=True):
    """A picture as the page lists it: what the reader or a person named, `?` for a card that nobody has named."""

    number: int
    cards: tuple[str, ...]


class Progress(msgspec.Struct, frozen=True):
    """How far a deck is: `cards` named of `whole`, the pictures, and what came of it in words."""

    state: State
    name: str
    cards: int
    whole: int
    pictures: tuple[Taken, ...]
    doing: str
    why: str
    report: str


class DeckTeaching:
    """One deck at a time. Safe to be used from many threads; what can't be raises `Fault`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._plain: CornerRecogniser | None = None
        self._thread: threading.Thread | None = None
        self._reset("", 0)
        self._state: State = "none"

    def _reset(self, name: str, jokers: int) -> None:
        self._state = "taking"
        self._name, self._jokers = name, jokers
        self._kept: list[bytes] = []
        self._cards: list[tuple[str, ...]] = []
        self._doing = self._why = self._report = ""
        self._result: Enrolment | None = None

    @property
    def progress(self) -> Progress:
        """How far it is."""
        with self._lock:
            named = sum(card != "?" for cards in self._cards for card in cards)
            pictures = tuple(Taken(number, cards) for number, cards in enumerate(self._cards, 1))
            whole = 52 + self._jokers
            return Progress(self._state, self._name, named, whole, pictures, self._doing, self._why, self._report)

    def begin(self, name: str, jokers: int) -> None:
        """Begin a deck with so many jokers; pictures of one that was begun before are forgotten."""
        with self._lock:
            self._check_free()
            if _NAME.fullmatch(name) is None:
                raise Fault(say(DECK_NAME))
            self._reset(name, jokers)

    def take(self, image: Image) -> None:
        """One more picture, with what the reader makes of it."""
        with self._lock:
            self._check_taking()
            if len(self._kept) >= MOST:
                raise Fault(say(DECK_MOST, most=MOST))
            seen = self._reader().look(image).cards
            if not seen:
                raise Fault(say(DECK_NO_CARD))
            _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            self._kept.append(jpeg.tobytes())
            self._cards.append(tuple("?" if card.card is None else str(card.card) for card in seen))

    def name(self, number: int, cards: str) -> None:
        """Say which cards picture `number` shows, as `As Td Jk`."""
        with self._lock:
            self._check_taking()
            self._check_number(number)
            self._cards[number - 1] = cards_of(cards, f"picture {number}")

    def drop(self, number: int) -> None:
        """Forget picture `number`."""
        with self._lock:
            self._check_taking()
            self._check_number(number)
            del self._kept[number - 1], self._cards[number - 1]

    def learn(self) -> None:
        """Begin to learn. Raises `Fault`, which names them, if a card is missing, there twice or not named."""
        with self._lock:
            self._check_taking()
            for number, cards in enumerate(self._cards, 1):
                if not cards or "?" in cards:
                    raise Fault(say(DECK_UNNAMED, number=number))
            dealt = [
                Dealt(f"picture {number}", _decoded(kept), cards)
                for number, (kept, cards) in enumerate(zip(self._kept, self._cards, strict=True), 1)
            ]
            _check(dealt, self._jokers)
            self._state, self._why = "learning", ""
            self._thread = threading.Thread(target=self._learn, args=(dealt,), name="deck", daemon=True)
            self._thread.start()

    def save(self, folder: Path) -> str:
        """Write the deck that was learnt into `folder`; the file's name."""
        with self._lock:
            if self._state != "learnt" or self._result is None:
                raise Fault(say(DECK_NOT_LEARNT))
            name = f"{self._name}.deck"
            write_deck(folder / name, self._result.deck)
            return name

    def wait(self, timeout: float) -> None:
        """Wait until nothing is being learnt."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout)

    def _learn(self, dealt: Sequence[Dealt]) -> None:
        try:
            result = enrol(self._reader(), self._name, dealt, self._tell)
            with self._lock:
                self._result, self._report, self._state = result, told(result), "learnt"
        except Fault as fault:
            with self._lock:
                self._why, self._state = str(fault), "failed"
        except Exception as error:
            # The end of a thread: a defect in learning must be said on the page, not leave it waiting.
            log.exception("learning a deck stopped")
            with self._lock:
                self._why, self._state = repr(error), "failed"

    def _tell(self, doing: str) -> None:
        with self._lock:
            self._doing = doing

    def _reader(self) -> CornerRecogniser:
        if self._plain is None:
            plain = load()
            if not isinstance(plain, CornerRecogniser):
                raise Fault(f"recogniser {plain.name!r} can't be taught a deck")
            self._plain = plain
        return self._plain

    def _check_free(self) -> None:
        if self._state == "learning":
            raise Fault(say(DECK_BUSY))

    def _check_taking(self) -> None:
        self._check_free()
        if self._state == "none":
            raise Fault(say(DECK_NONE))
        # What was learnt, or was not, may be mended by more pictures.
        self._state = "taking"

    def _check_number(self, number: int) -> None:
        if not 1 <= number <= len(self._cards):
            raise Fault(say(DECK_NONE))


def _check(dealt: Sequence[Dealt], jokers: int) -> None:
    """Raises `Fault` unless each card is there once; there is no part of a deck at this page."""
    try:
        check_deck(dealt, jokers)
    except BadDeck as fault:
        raise Fault(str(fault).replace(", or say --part", "")) from fault


def _decoded(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
