"""Steps of a Triple round script as events: every key known, every value of its type (ROUND_SCRIPT)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dealer_assist import misdeal_steps, step_forms
from dealer_assist.cards import parse
from dealer_assist.game import DEALER, Act, Bet, Dealt, Event, Garbled, Misdeal, Turned


class _Bet(msgspec.Struct, forbid_unknown_fields=True):
    bet: int
    unit: int | None = None
    all_in: Literal[True] | None = None


class _Card(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    to: int | Literal["dealer"]
    hand: Literal[1, 2] | None = None


class _Act(msgspec.Struct, forbid_unknown_fields=True):
    act: Literal["go_to_war", "surrender", "hit", "stand", "double", "split", "insure", "no_insurance"]
    seat: int


class _Turn(msgspec.Struct, forbid_unknown_fields=True):
    turn: str


class _Misdeal(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["not_restorable", "wrong_cards"]


def read(step: object) -> Event:
    """The event that `step` writes. Raises `Garbled` with what is wrong."""
    return step_forms.read(step, _read)


def _read(step: dict[Any, object]) -> Event:
    if "card" in step:
        card = msgspec.convert(step, _Card)
        face = None if card.card == step_forms.FACE_DOWN and card.to == DEALER else parse(card.card)
        return Dealt(face, card.to, card.hand)
    if "act" in step:
        act = msgspec.convert(step, _Act)
        return Act(act.seat, act.act)
    if "bet" in step:
        bet = msgspec.convert(step, _Bet)
        if (bet.unit is None) == (bet.all_in is None):
            raise Garbled("a bet has either a unit or all_in")
        return Bet(bet.bet, bet.unit)
    if step.get("misdeal") == "restorable":
        return misdeal_steps.back_to(step)
    if step.get("misdeal") == "discretion":
        return misdeal_steps.discretion(step)
    if "misdeal" in step:
        return Misdeal(msgspec.convert(step, _Misdeal).misdeal)
    if "turn" in step:
        return Turned(parse(msgspec.convert(step, _Turn).turn))
    raise Garbled(f"no step of Triple has {step_forms.keys(step)}: write bet, card, act, turn or misdeal")
