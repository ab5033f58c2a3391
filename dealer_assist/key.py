"""What a person does on a screen, and what becomes of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from dealer_assist.findings import Decided
from dealer_assist.game import Change, To
from dealer_assist.market import OrderIn

#: A step as a screen sends it; which keys and values there are, the game reads.
StepIn = dict[str, str | int | bool | list[str]]


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person did on a screen. `seen` is the journal number that the screen showed, `once` the
    request's idempotency key. `step` with do=step, `steps` with do=steps, which are taken together or not at all;
    `finding`, `remedy` (and `card` or `decided`) with do=answer; `at_step` and `card`, or `step` for an act, with
    do=correct; `what` (and `at_step`, or `at` for a card that is not recorded, with `card` for one that was shown by
    mistake) with do=misdeal; `change` with do=stay; `options` with do=options; `order` or `cancel`, by its name, with
    do=order; `runs` with do=time; `left`, the cards that the dealer has counted in the old shoe, with do=new_shoe;
    `called` with do=floor; `at_step` with do=open_sealed, for one card alone. `approved_by` is the badge of the second
    person, where one is needed, `only` the account whose terminal sent the key, where one did."""

    do: (
        Literal["step", "steps", "answer", "paid", "correct", "misdeal", "stay", "options", "order", "time", "new_shoe"]
        | Literal["floor", "pause", "open_sealed"]
    )
    seen: int
    once: str
    who: str = "dealer"
    approved_by: str = ""
    step: StepIn | None = None
    steps: Annotated[tuple[StepIn, ...], msgspec.Meta(max_length=8)] = ()
    finding: int | None = None
    remedy: str | None = None
    at_step: int | None = None
    at: To | None = None
    card: str | None = None
    decided: Decided | None = None
    what: Literal["card", "shown", "act", "lost", "other"] | None = None
    change: Change | None = None
    options: dict[str, bool | int | str] | None = None
    order: OrderIn | None = None
    cancel: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    runs: bool | None = None
    called: bool | None = None
    left: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    only: str = ""


class Done(msgspec.Struct, frozen=True):
    """The key was taken; `number` is the journal's number after it."""

    number: int


class MovedOn(msgspec.Struct, frozen=True):
    """The screen was behind: something happened since. Nothing was done."""

    number: int
