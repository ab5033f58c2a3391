"""PHH, the poker hand history format: pot-limit Omaha hands as TOML text, both ways.

The format is that of the phh-std specification, which pokerkit 0.7 reads and writes. Its players have no seats but
an order: `p1` is the small blind, the last one the button; of two players `p1` is the big blind, and antes and
blinds are given in the reverse order. A file holds one hand, or several under `[1]`, `[2]` and so on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import PurePath
from typing import Any, Final

import msgspec

from dealer_assist.cards import Card, NotACard, parse
from dealer_assist.faults import Fault

POT_LIMIT_OMAHA: Final = "PO"
#: The other variants that the specification names: known, so that they can be refused by name.
VARIANTS: Final = {
    "FT": "fixed-limit Texas hold'em",
    "NT": "no-limit Texas hold'em",
    "NS": "no-limit short-deck hold'em",
    POT_LIMIT_OMAHA: "pot-limit Omaha hold'em",
    "FO/8": "fixed-limit Omaha high/low-split eight or better",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high/low-split eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
UNKNOWN: Final = "??"
_PLAYER: Final = re.compile(r"p[1-9][0-9]?")
#: The field of our own that PHH has no name for: the rule, the rake, what the house adds. Others ignore it.
_OURS: Final = "_dealer_assist"
_ONE: Final = Decimal(1)
#: More chips than there are; a number of a billion digits is never made.
_MOST: Final = 10**15


class NotPhh(ValueError):
    """What is wrong with a hand; whoever knows the file and the hand adds them."""


class Hand(msgspec.Struct, frozen=True):
    """A pot-limit Omaha hand. Amounts are whole chips; each tuple but `actions` has an entry a player, `p1` first.

    `name` is the hand's number or name, the file's where it gives none; `trimming` whether an ante that is not whole
    wins less of each other one; `ours` what the format has no field for. Fields that a file lacks are None.
    """

    name: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    min_bet: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    seats: tuple[int, ...] | None = None
    finishing: tuple[int, ...] | None = None
    winnings: tuple[int, ...] | None = None
    trimming: bool = True
    ours: dict[str, Any] = {}


def dump(hands: Sequence[Hand]) -> str:
    """The hands as a file's text: one by itself, several under `[1]`, `[2]`, …"""
    if len(hands) == 1:
        return _text(hands[0])
    return "\n".join([f"[{number}]\n{_text(hand)}" for number, hand in enumerate(hands, 1)])


def _text(hand: Hand) -> str:
    fields = {
        "variant": POT_LIMIT_OMAHA,
        "ante_trimming_status": hand.trimming,
        "antes": hand.antes,
        "blinds_or_straddles": hand.blinds,
        "min_bet": hand.min_bet,
        "starting_stacks": hand.stacks,
        "actions": hand.actions,
        "hand": hand.name,
        "seats": hand.seats,
        "finishing_stacks": hand.finishing,
        "winnings": hand.winnings,
        _OURS: hand.ours or None,
    }
    return "".join([f"{name} = {_value(value, name)}\n" for name, value in fields.items() if value is not None])


def _value(value: object, name: str = "") -> str:
    """A value as TOML; a string as JSON writes it, which TOML reads alike."""
    match value:
        case tuple() if name == "actions":
            return "".join(["[\n", *[f"  {_value(entry)},\n" for entry in value], "]"])
        case tuple():
            return f"[{', '.join([_value(entry) for entry in value])}]"
        case dict():
            return f"{{{', '.join([f'{name} = {_value(entry)}' for name, entry in value.items()])}}}"
        case _:
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def load(text: str, source: str, chip: Decimal = _ONE) -> list[tuple[str, Hand | Fault]]:
    """The hands of a file's text, each after its place for messages; for one that is no pot-limit Omaha hand the
    `Fault` that says why.

    `source` is the file's name, `chip` the amount that one whole chip stands for. Raises `Fault` where the text as a
    whole is no PHH.
    """
    try:
        file = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:  # tomllib passes on what `int` says of a number without end
        raise Fault(f"{source}: no PHH file: {error}") from error
    alone = "variant" in file or not all(isinstance(value, dict) for value in file.values())
    if not file:
        raise Fault(f"{source}: no PHH file: it has no hand")
    tables = {"": file} if alone else file
    places = {key: f"{source}: hand [{key}]" if key else source for key in tables}
    return [
        (places[key], _hand_or_fault(table, key or PurePath(source).stem, places[key], chip))
        for key, table in tables.items()
    ]


def _hand_or_fault(table: Mapping[str, Any], name: str, place: str, chip: Decimal) -> Hand | Fault:
    try:
        return _hand(table, name, chip)
    except NotPhh as wrong:
        return Fault(f"{place}: {wrong}")


def _hand(table: Mapping[str, Any], name: str, chip: Decimal) -> Hand:
    variant = _field(table, "variant", str)
    if variant != POT_LIMIT_OMAHA:
        raise NotPhh(f"variant {variant!r}{_called(variant)}: this program reads PO, {VARIANTS[POT_LIMIT_OMAHA]}")
    stacks = _amounts(table, "starting_stacks", chip)
    return Hand(
        name=str(table.get("hand", name)),
        antes=_amounts(table, "antes", chip, len(stacks)),
        blinds=_amounts(table, "blinds_or_straddles", chip, len(stacks)),
        min_bet=amount(_field(table, "min_bet", int, Decimal), "min_bet", chip),
        stacks=stacks,
        actions=_strings(table, "actions"),
        seats=_seats(table, len(stacks)) if "seats" in table else None,
        finishing=_amounts(table, "finishing_stacks", chip, len(stacks)) if "finishing_stacks" in table else None,
        trimming=_field(table, "ante_trimming_status", bool) if "ante_trimming_status" in table else False,
        ours=_field(table, _OURS, dict) if _OURS in table else {},
    )


def _called(variant: str) -> str:
    return f" ({VARIANTS[variant]})" if variant in VARIANTS else ""


def _field(table: Mapping[str, Any], name: str, *kinds: type) -> Any:
    if name not in table:
        raise NotPhh(f"{name} is missing")
    value = table[name]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise NotPhh(f"{name} = {value!r} is not what PHH has there")
    return value


def _strings(table: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = _field(table, name, list)
    if not all(isinstance(value, str) for value in values):
        raise NotPhh(f"{name} is no list of strings")
    return tuple(values)


def _amounts(table: Mapping[str, Any], name: str, chip: Decimal, number: int | None = None) -> tuple[int, ...]:
    values = tuple([amount(value, name, chip) for value in _field(table, name, list)])
    if number not in (None, len(values)):
        raise NotPhh(f"{name} has {len(values)} entries for {number} players")
    return values


def _seats(table: Mapping[str, Any], number: int) -> tuple[int, ...]:
    seats = _amounts(table, "seats", _ONE, number)
    at = seats.index(min(seats)) if seats else 0
    if list(seats[at:] + seats[:at]) != sorted(set(seats)):
        raise NotPhh(f"seats = {list(seats)}: no order from the small blind clockwise")
    return seats


def amount(value: object, name: str, chip: Decimal = _ONE) -> int:
    """`value`, a number or its text, in whole chips. Raises `NotPhh`."""
    try:
        chips = Decimal(str(value).replace(",", "")) / chip
        if not isinstance(value, bool) and abs(chips) < _MOST and chips == int(chips):
            return int(chips)
    except ArithmeticError:
        pass
    raise NotPhh(f"{name}: {value} is no whole number of chips{_hint(chip)}")


def _hint(chip: Decimal) -> str:
    return f" of {chip}" if chip != _ONE else "; --chip 0.25 would count in quarters"


class Action(msgspec.Struct, frozen=True):
    """An entry of `actions`: who (`None` the dealer, else the player from 0), what (`dh` `db` `f` `cc` `cbr` `sm`),
    the player dealt to for `dh`, and the cards or the amount as text."""

    who: int | None
    verb: str
    to: int | None = None
    argument: str | None = None


def action(text: str) -> Action | None:
    """What an entry of `actions` says; None for a commentary alone. Raises `NotPhh`."""
    words = text.split()
    words = words[: words.index("#")] if "#" in words else words
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return Action(None, "db", argument=cards)
        case ["d", "dh", player, cards]:
            return Action(None, "dh", _player(player), cards)
        case [player, ("f" | "cc" | "sm") as verb]:
            return Action(_player(player), verb)
        case [player, ("cbr" | "sm") as verb, argument]:
            return Action(_player(player), verb, argument=argument)
        case [_, ("sd" | "pb") as verb, *_]:
            raise NotPhh(f"{'a discard' if verb == 'sd' else 'a bring-in'}: Omaha has none")
        case _:
            raise NotPhh("no action of PHH")


def _player(label: str) -> int:
    if _PLAYER.fullmatch(label) is None:
        raise NotPhh(f"{label!r} is no player: write p1, p2, …")
    return int(label[1:]) - 1


def cards(text: str) -> tuple[Card | None, ...]:
    """The cards of `AsKs` or `????`, None for each that is not known. Raises `NotPhh`."""
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return tuple([None if code == UNKNOWN else parse(code) for code in codes])
    except NotACard as error:
        raise NotPhh(str(error)) from error
