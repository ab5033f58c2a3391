"""Findings: what the table noticed and can't decide by itself, with the remedies that a person may choose.

A finding stops the game until somebody answers it; who did and how is a record of its own.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from dealer_assist.game import Refused

#: What everything else is refused with meanwhile.
STOPPED: Final = Refused(None, "the table is stopped: answer the finding first")
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
    `clause` is the rule that allows it, `pays` what the players get by it in points, those taken back less, and
    `seats` the same by seat. `approval`: a second person must agree. `free`: the people decide what is paid, and
    their step stands in place of the one here (T9.4). `note` is a record that is made with the answer."""

    name: str
    steps: tuple[dict[str, Any], ...] = ()
    amend: Amend | None = None
    asks_card: bool = False
    dismiss: tuple[str, str] | None = None
    clause: str | None = None
    pays: int | None = None
    seats: tuple[tuple[int, int], ...] = ()
    approval: bool = False
    free: bool = False
    note: tuple[str, dict[str, Any]] | None = None


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """`kind` names what happened, `facts` its particulars (cards as text, boxes, counts), for the words on the page."""

    kind: str
    facts: dict[str, Any]
    remedies: tuple[Remedy, ...]


class Open(msgspec.Struct, frozen=True):
    """A finding that waits for its answer; `number` is its record, `at` nanoseconds since the session began."""

    number: int
    finding: Finding
    at: int

    def remedy(self, name: str) -> Remedy | None:
        """The remedy of that name, if this finding offers it."""
        return next((remedy for remedy in self.finding.remedies if remedy.name == name), None)


class Decided(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What people decided at their discretion (T9.4): the reason in words, points by seat (negative: taken), and
    whether the round ends with every open stake returned."""

    reason: str
    pays: tuple[tuple[int, int], ...] = ()
    ends: bool = False

    def step(self) -> dict[str, Any]:
        """The step of a round script that says so."""
        pays = [{"seat": seat, "paid": paid} for seat, paid in self.pays]
        return {"misdeal": "discretion", "reason": self.reason, "pays": pays, "ends": self.ends}


def decided(remedy: Remedy, what: Decided | None) -> Remedy | None:
    """The remedy with what people decided as its step; None if it needs that and there is nothing or no word of why."""
    if not remedy.free:
        return remedy
    if what is None or not any(map(str.isalnum, what.reason)):
        return None
    return msgspec.structs.replace(remedy, steps=(what.step(),))


def named(remedy: Remedy, card: str | None) -> Remedy | None:
    """The remedy with the dealer's card in its steps; None if it asks for a card and there is none."""
    if not remedy.asks_card:
        return remedy
    if card is None:
        return None
    steps = tuple({key: card if value == "?" else value for key, value in step.items()} for step in remedy.steps)
    return msgspec.structs.replace(remedy, steps=steps)
