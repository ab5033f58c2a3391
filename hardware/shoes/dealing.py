"""What a shoe has to say when a round script is dealt from it, or a shuffled shoe."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from dealer_assist import cards
from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from dealer_assist.shoe import Shoe
from hardware.shoes.virtual import VirtualShoe


class Deal(msgspec.Struct, frozen=True):
    """One card that leaves the shoe, or the cut card (`card` is None then, and for a burn nobody may see)."""

    kind: Literal["card", "burn", "cut"]
    card: Card | None = None

    def __str__(self) -> str:
        return self.kind if self.card is None else f"{self.kind} {self.card}"

    def send(self, shoe: VirtualShoe) -> None:
        """Have `shoe` say it."""
        if self.kind == "cut":
            shoe.cut()
        elif self.kind == "burn":
            shoe.burn(self.card)
        elif self.card is not None:
            shoe.deal(self.card)


def read_deals(path: Path) -> list[Deal]:
    """The deals of a round/1 script, or of `.jsonl` with one script a line, in order.

    Steps `{"card": "As", "to": …}` (to `"burn"`: a burn), `{"burn": "As"}` or `{"burn": null}` and `{"cut": true}`
    leave the shoe; what players do is passed over. Raises Fault with file, line and step.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise Fault(f"{path}: can't be read: {error.strerror}") from None
    whole = path.suffix != ".jsonl"
    lines = [(1, text)] if whole else [(n, row) for n, row in enumerate(text.splitlines(), 1) if row.strip()]
    deals: list[Deal] = []
    for number, row in lines:
        place = str(path) if whole else f"{path}, line {number}"
        deals += _deals(_steps(row, place), place)
    if not deals:
        raise Fault(f"{path}: no step deals a card: give a round/1 script with steps like {{'card': 'As', 'to': 1}}")
    return deals


def shuffled(decks: int, jokers: int, seed: int) -> list[Deal]:
    """Every card of `decks` decks and `jokers` jokers, in the order that `seed` shuffles them into."""
    cards_in = [card for card, number in Shoe(decks, jokers).left(()).items() for _ in range(number)]
    random.Random(seed).shuffle(cards_in)
    return [Deal("card", card) for card in cards_in]


def _steps(text: bytes, place: str) -> list[Any]:
    try:
        script = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault(f"{place}: not JSON ({error}): give a round/1 script") from None
    match script:
        case {"script": {"steps": list(steps)}} | {"steps": list(steps)} | list(steps):
            return steps
    raise Fault(f"{place}: no list of steps: give a round/1 script")


def _deals(steps: list[Any], place: str) -> Iterator[Deal]:
    for number, step in enumerate(steps):
        try:
            match step:
                case {"misdeal": _}:  # may name a card that is on the table already
                    continue
                case {"card": name, "to": "burn"} | {"burn": str(name)}:
                    yield Deal("burn", cards.parse(name))
                case {"burn": None}:
                    yield Deal("burn")
                case {"card": name}:
                    yield Deal("card", cards.parse(name))
                case {"cut": True}:
                    yield Deal("cut")
                case {}:
                    continue
                case _:
                    raise Fault(f"{place}, step {number}: a step is an object, not {step!r}")
        except cards.NotACard as error:
            raise Fault(f"{place}, step {number}: {error}") from None
