"""A search as a page asks for it: the fields of its form, read strictly, and written back into addresses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec

from dealer_assist import money
from dealer_assist.cards import NotACard, parse
from dealer_assist.pit.questions import Asked
from kiosk.pit_words import WRONG
from kiosk.words import say

#: The fields of the form, each a text; an empty one asks for nothing.
FIELDS: Final = (
    "table",
    "game",
    "since",
    "until",
    "seat",
    "card",
    "clause",
    "at_least",
    "at_most",
    "person",
    "amended",
)
_LONGEST: Final = 64
#: More points than there are.
_MOST: Final = 10**15
#: Places of cards that are no seats.
_PLACES: Final = frozenset({"dealer", "board", "burn", "player1", "player2", "player3", "player4"})


class NotUnderstood(ValueError):
    """A field that says nothing that can be sought; the text says how to write it."""


def fields(given: Mapping[str, str]) -> dict[str, str]:
    """The fields that ask for something."""
    return {name: text for name in FIELDS if (text := given.get(name, "").strip()[:_LONGEST])}


def read(asked: Mapping[str, str]) -> Asked:
    """What the fields ask for. Raises `NotUnderstood`."""
    seat = asked.get("seat")
    place = seat if seat in _PLACES else None
    made = Asked(
        table=asked.get("table"),
        game=asked.get("game"),
        since=_time(asked.get("since")),
        until=_time(asked.get("until")),
        seat=None if place else seat,
        place=place if "card" in asked else None,
        card=_card(asked.get("card")),
        clause=asked.get("clause"),
        at_least=_amount(asked.get("at_least")),
        at_most=_amount(asked.get("at_most")),
        person=asked.get("person"),
        amended="amended" in asked,
    )
    if _are_crossed(made.since, made.until) or _are_crossed(made.at_least, made.at_most):
        raise NotUnderstood(say(WRONG["order"]))
    return made


def _are_crossed(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one > other


def _time(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
        return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()) * 1000
    except (ValueError, OverflowError):
        raise NotUnderstood(say(WRONG["time"])) from None


def _card(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return str(parse(text if text.lower() != "jk" else "Jk"))
    except NotACard:
        raise NotUnderstood(say(WRONG["card"])) from None


def _amount(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        made = money.settled(text)
    except ValueError:
        raise NotUnderstood(say(WRONG["amount"])) from None
    if text.startswith("-") or made > _MOST:
        raise NotUnderstood(say(WRONG["amount"]))
    return made


def told(asked: Asked) -> dict[str, object]:
    """What is asked, for an export."""
    return {name: value for name, value in msgspec.to_builtins(asked).items() if value not in (None, False)}
