"""Steps of a misdeal that games of seats share: back to an earlier step, and what people decide (ROUND_SCRIPT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from dealer_assist.game import BackTo, Discretion


class _Restorable(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["restorable"]
    back_to: int


class _Paid(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    paid: Annotated[int, msgspec.Meta(ge=-(10**15), le=10**15)]


class _Discretion(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["discretion"]
    reason: str
    pays: tuple[_Paid, ...] = ()
    ends: bool = False


def back_to(step: Mapping[str, object]) -> BackTo:
    """The event of `{"misdeal": "restorable", "back_to": 3}` (T9.1, O9.1). Raises `msgspec.ValidationError`."""
    return BackTo(msgspec.convert(step, _Restorable).back_to)


def discretion(step: Mapping[str, object]) -> Discretion:
    """The event of a decision with its reason and points by seat (T9.4, O9.5). Raises `msgspec.ValidationError`."""
    given = msgspec.convert(step, _Discretion)
    return Discretion(given.reason, tuple((line.seat, line.paid) for line in given.pays), given.ends)
