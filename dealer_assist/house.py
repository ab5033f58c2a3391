"""House rules as data: options, multiples and the words of every clause, read strictly.

A missing key, an extra key, a multiple that is no exact decimal, a clause with no words: the file is
refused by name (`Fault`). A second house is a second file; nothing in the code changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from dealer_assist import money
from dealer_assist.faults import Fault

H = TypeVar("H", bound="HouseFile")


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option's value and the clause that it belongs to; the game knows the value's type."""

    value: Any
    clause: str


class Pays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an outcome returns, stake included, and the clause that says so."""

    multiple: money.Multiple
    clause: str


class HouseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What every house file has; a game adds its own `multiples`.

    `needs` are the clauses that the game has, `plays_with` the options: all of them, and no others.
    """

    needs: ClassVar[frozenset[str]] = frozenset()
    plays_with: ClassVar[type[msgspec.Struct]]

    game: str
    name: str
    options: dict[str, Option]
    clauses: dict[str, str]

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of the options, without their clauses."""
        return {name: option.value for name, option in self.options.items()}

    @cached_property
    def played(self) -> Any:
        """The values as `plays_with`. Raises `msgspec.ValidationError`, which `load` reports."""
        return msgspec.convert(self.values, self.plays_with)

    def text(self, clause: str) -> str:
        """The clause in words."""
        return self.clauses[clause]


def _decode(kind: type, value: object) -> object:
    if kind is money.Multiple and isinstance(value, str):
        return money.Multiple(value)
    raise ValueError(f'{value!r} is no multiple: write an exact decimal in quotes, as "2" or "2.5"')


def _cited(value: object) -> Iterator[str]:
    """Every clause that an option or a multiple of the file names."""
    if isinstance(value, (Option, Pays)):
        yield value.clause
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _cited(entry)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _cited(getattr(value, field))


def load(source: Path, kind: type[H]) -> H:
    """The house in `source` (TOML), of the game whose file type is `kind`. Raises `Fault`."""
    try:
        house = msgspec.convert(_toml(source), kind, dec_hook=_decode)
        _ = house.played
    except msgspec.ValidationError as error:
        raise Fault(f"{source}: house file refused: {error}") from error
    for clause in sorted(kind.needs.union(_cited(house), house.clauses)):
        if not house.clauses.get(clause, "").strip():
            raise Fault(f"{source}: house file refused: clause {clause} has no words; add it under [clauses]")
    return house


def game_of(source: Path) -> str:
    """The game that the house file in `source` is of. Raises `Fault`."""
    game = _toml(source).get("game")
    if not isinstance(game, str):
        raise Fault(f'{source}: house file refused: it names no game; write game = "triple" at its top')
    return game


@lru_cache(maxsize=8)
def _toml(source: Path) -> dict[str, Any]:
    try:
        return dict(msgspec.toml.decode(source.read_bytes()))
    except OSError as error:
        raise Fault(f"{source}: house file can't be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault(f"{source}: house file refused: {error}") from error


def forget() -> None:
    """Forget what was read: a file may have been changed since, under the same name."""
    _toml.cache_clear()


def built_in(game: str) -> Path:
    """The house file that comes with the program, as `triple`."""
    return Path(str(resources.files("dealer_assist") / "houses" / f"{game}.toml"))


def digest(source: Path) -> str:
    """SHA-256 of the house file's bytes, in hex: what a journal record names as its rules."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def options(house: HouseFile, given: Mapping[str, Any], of_a_round: frozenset[str]) -> Any:
    """The round's options, as the house's `plays_with`: its values, where the round gives none of its own.

    `of_a_round` are those that a round may give. Raises `ValueError` for any other, and for a value of the
    wrong type or size.
    """
    unknown = sorted(set(given) - of_a_round)
    if unknown:
        raise ValueError(f"no option {unknown[0]!r} of a round; there are: {', '.join(sorted(of_a_round))}")
    try:
        return msgspec.convert({**house.values, **given}, house.plays_with) if given else house.played
    except msgspec.ValidationError as error:
        raise ValueError(f"options: {error}") from None
