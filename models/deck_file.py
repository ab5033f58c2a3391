"""An enrolled deck as a file: a few arrays, well under a megabyte, bound to the weights it was enrolled with."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from dealer_assist.faults import Fault
from models.heads import RANKS, SUITS
from models.inner import Features
from models.reading import Cuts
from models.views import VIEWS

#: 2: the cuts are of confidences against the runner-up, which are higher than those of 1.
#: 3: small indices and dark decks have a cut of their own.
FORMAT: Final = "deck/3"
_MOST_BYTES: Final = 1_000_000


class BadDeck(Fault):
    """A deck file that can't be used, or a deal that is no deck; the message says what to do."""


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a deck besides its last layers.

    `weights` is the digest of the recogniser that it was enrolled with, `view` a name of `views.VIEWS`, `cuts` how
    sure is sure enough on this deck, `apart` where the opposite corner lies from a corner (right, down, in index
    heights; None if no picture showed both), `joker` how far apart a joker's two marks are (`jokers.jokers`; None: no
    joker was shown), `cards` the labels that were shown.
    """

    format: str
    name: str
    weights: str
    view: str
    cuts: Cuts
    apart: tuple[float, float] | None
    joker: float | None
    cards: tuple[str, ...]


class Deck(msgspec.Struct, frozen=True, eq=False):
    """A deck: its facts and the last layers of the tight and of the wide reader, (D+1)×19 float32."""

    facts: Facts
    tight: Features
    wide: Features


def write_deck(path: Path, deck: Deck) -> None:
    """Write `deck` to `path` in one step. Raises `BadDeck`."""
    content = BytesIO()
    facts = np.frombuffer(msgspec.json.encode(deck.facts), np.uint8)
    np.savez_compressed(content, facts=facts, tight=deck.tight, wide=deck.wide)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content.getvalue())
        part.replace(path)
    except OSError as error:
        raise BadDeck(f"{path}: {error.strerror or error}; name a file that can be written") from None


def read_deck(path: Path) -> Deck:
    """The deck at `path`. Raises `BadDeck` for a file that is none."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadDeck(f"{path}: is larger than a deck's file can be; give a file that dealer-assist enrol wrote")
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as held:
            facts = msgspec.json.decode(held["facts"].tobytes(), type=Facts)
            tight, wide = (np.asarray(held[name], np.float32) for name in ("tight", "wide"))
    except OSError as error:
        raise BadDeck(f"{path}: {error.strerror or 'not a deck'}; give a file that dealer-assist enrol wrote") from None
    except (ValueError, KeyError, EOFError, AttributeError, zipfile.BadZipFile, msgspec.MsgspecError):
        raise BadDeck(f"{path}: not a deck, or damaged; give a file that dealer-assist enrol wrote") from None
    fine = all(w.ndim == 2 and w.shape[1] == RANKS + SUITS and np.isfinite(w).all() for w in (tight, wide))
    if facts.format != FORMAT or facts.view not in VIEWS or not fine:
        raise BadDeck(f"{path}: written by another version of this program; enrol the deck again")
    return Deck(facts, tight, wide)
