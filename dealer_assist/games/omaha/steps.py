"""Steps of an Omaha round script as events: every key known, every value of its type (ROUND_SCRIPT)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dealer_assist import misdeal_steps, step_forms
from dealer_assist.cards import Suited, parse
from dealer_assist.game import BackTo, Dealt, Discretion, Garbled
from dealer_assist.games.omaha.state import Action, Ask, Flying, TurnedUp


class Disclosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat disclosed a hand at the wrong time (O8.1)."""

    disclosed: int


class Interfered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat interfered with another's act (O8.2)."""

    interfered: int


class WrongCard(msgspec.Struct, frozen=True):
    """A wrong card came to a seat's hand (O9.1, O9.2)."""

    seat: int
    card: Suited


class Exposed(msgspec.Struct, frozen=True):
    """A card was seen that must not be: a hole card of `seat`, or (None) any other (O9.3)."""

    seat: int | None
    card: Suited


class WrongShown(msgspec.Struct, frozen=True):
    """A seat that folded, mucked or won alone showed `card` by mistake, and then `meant` or (None) nothing (O9.4)."""

    seat: int
    card: Suited
    meant: Suited | None


class NoGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hand can't go on fairly (O9.2, O9.4)."""

    misdeal: Literal["no_game"]


Event = (
    Dealt
    | Action
    | TurnedUp
    | Ask
    | Flying
    | Disclosed
    | Interfered
    | WrongCard
    | Exposed
    | WrongShown
    | NoGame
    | Discretion
    | BackTo
)


class _Card(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    to: int | Literal["board", "burn"]


class _Turn(msgspec.Struct, forbid_unknown_fields=True):
    turn: str
    to: int | None = None


class _HandCard(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["wrong_hand_card", "exposed_hole"]
    seat: int
    card: str


class _OtherCard(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["exposed_other"]
    card: str


class _WrongShown(msgspec.Struct, forbid_unknown_fields=True):
    misdeal: Literal["wrong_shown"]
    seat: int
    card: str
    meant: str | None = None


def read(step: object) -> Event:
    """The event that `step` writes. Raises `Garbled` with what is wrong."""
    return step_forms.read(step, _read)


def _read(step: dict[Any, object]) -> Event:
    if "misdeal" in step:
        return _misdeal(step)
    if "flying" in step:
        return _made(msgspec.convert(step, Flying))
    if "act" in step:
        return _made(msgspec.convert(step, Action))
    if "card" in step:
        card = msgspec.convert(step, _Card)
        return Dealt(None if card.card == step_forms.FACE_DOWN and card.to != "board" else suited(card.card), card.to)
    if "ask" in step:
        return msgspec.convert(step, Ask)
    if "turn" in step:
        turned = msgspec.convert(step, _Turn)
        return TurnedUp(suited(turned.turn), turned.to)
    if "disclosed" in step:
        return msgspec.convert(step, Disclosed)
    if "interfered" in step:
        return msgspec.convert(step, Interfered)
    keys = step_forms.keys(step)
    raise Garbled(f"no step of Omaha has {keys}: write card, act, ask, flying, turn, disclosed, interfered or misdeal")


def _made(event: Action | Flying) -> Action | Flying:
    """A bet or raise names the total that it makes, and nothing else does."""
    if (event.to is None) == (event.act in {"bet", "raise"}):
        wanted = "needs" if event.to is None else "has no"
        raise Garbled(f"{event.act} {wanted} `to`, the total made in this round", "O5.2")
    if isinstance(event, Action) and event.cards is not None:
        for card in event.cards:
            suited(card)
        if event.act not in {"fold", "muck", "open"}:
            raise Garbled(f"{event.act} shows no cards: a hand is shown by fold, muck or open", "O5.7")
    return event


def suited(text: str) -> Suited:
    """The card that `text` names. Raises `Garbled` for a joker."""
    card = parse(text)
    if not isinstance(card, Suited):
        raise Garbled("Jk: Omaha is played without jokers", "O1.1")
    return card


def _misdeal(step: dict[Any, object]) -> Event:
    match step["misdeal"]:
        case "restorable":
            return misdeal_steps.back_to(step)
        case "wrong_hand_card":
            wrong = msgspec.convert(step, _HandCard)
            return WrongCard(wrong.seat, suited(wrong.card))
        case "exposed_hole":
            seen = msgspec.convert(step, _HandCard)
            return Exposed(seen.seat, suited(seen.card))
        case "exposed_other":
            return Exposed(None, suited(msgspec.convert(step, _OtherCard).card))
        case "wrong_shown":
            shown = msgspec.convert(step, _WrongShown)
            return WrongShown(shown.seat, suited(shown.card), None if shown.meant is None else suited(shown.meant))
        case "discretion":
            return misdeal_steps.discretion(step)
        case _:
            return msgspec.convert(step, NoGame)
