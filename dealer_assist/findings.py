"""Findings: what the table noticed and can't decide by itself, with the remedies that a person may choose.

A finding stops the game until somebody answers it; who did and how is a record of its own.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

#: Findings during which the dealer may tap the cards that the devices missed.
HAND_ALLOWED: Final = frozenset({"shoe_lost", "shoe_back", "shoe_gap", "unreadable", "resumed"})


#: Findings that a card out of the shoe made: while cards wait, each of these has taken up the first of them.
OF_A_CARD: Final = frozenset({"not_awaited", "impossible"})


class Amend(msgspec.Struct, frozen=True):
    """A correction: step `step` of the running round becomes `becomes`."""

    step: int
    becomes: dict[str, Any]


class Remedy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way out: steps to take or an amendment to make. `asks_card`: the dealer names the card, which the
    steps then carry in place of `"?"`. `dismiss` is a box and card that the camera shall not report again.
    `clause` is the rule that allows it, `pays` what the players get by it in points, those taken back less."""

    name: str
    steps: tuple[dict[str, Any], ...] = ()
    amend: Amend | None = None
    asks_card: bool = False
    dismiss: tuple[str, str] | None = None
    clause: str | None = None
    pays: int | None = None


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """`kind` names what happened, `facts` its particulars (cards as text, boxes, counts), for the words on the page."""

    kind: str
    facts: dict[str, Any]
    remedies: tuple[Remedy, ...]


class Open(msgspec.Struct, frozen=True):
    """A finding that waits for its answer; `number` is its record."""

    number: int
    finding: Finding
    at: int

    def remedy(self, name: str) -> Remedy | None:
        """The remedy of that name, if this finding offers it."""
        return next((remedy for remedy in self.finding.remedies if remedy.name == name), None)


def named(remedy: Remedy, card: str | None) -> Remedy | None:
    """The remedy with the dealer's card in its steps; None if it asks for a card and there is none."""
    if not remedy.asks_card:
        return remedy
    if card is None:
        return None
    steps = tuple({**step, "card": card} if step.get("card") == "?" else step for step in remedy.steps)
    return msgspec.structs.replace(remedy, steps=steps)
