"""A house file in words: its options, what it pays and every clause, with the digest that a journal names it by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist import house
from dealer_assist.faults import Fault
from dealer_assist.game import Garbled
from dealer_assist.games import catalogue
from dealer_assist.house import HouseFile, Pays


class Row(msgspec.Struct, frozen=True):
    """An option or a multiple: its name in the file, its value, and its clause with the clause's words."""

    name: str
    value: str
    clause: str
    words: str


class InWords(msgspec.Struct, frozen=True):
    """A house file to be read by people."""

    name: str
    game: str
    digest: str
    options: tuple[Row, ...]
    pays: tuple[Row, ...]
    clauses: tuple[tuple[str, str], ...]


class Choice(msgspec.Struct, frozen=True):
    """A house that a table may have: the file's name, empty for the built-in one; its own name, and its digest."""

    file: str
    name: str
    digest: str


def in_words(game: str, source: Path | None) -> InWords:
    """The house of `game` in `source`, or the one that comes with the program. Raises `Fault`."""
    path = source or house.built_in(game)
    read: HouseFile = _read(game, path)
    options = tuple(
        Row(name, _value(option.value), option.clause, read.text(option.clause))
        for name, option in read.options.items()
    )
    pays = tuple(Row(name, f"× {paid.multiple}", paid.clause, read.text(paid.clause)) for name, paid in _pays(read))
    return InWords(read.name, read.game, house.digest(path), options, pays, tuple(read.clauses.items()))


def choices(game: str, folder: Path) -> tuple[Choice, ...]:
    """The houses that a table in `folder` may have: the built-in one, and the files of its game there."""
    found = [Choice("", _read(game, house.built_in(game)).name, house.digest(house.built_in(game)))]
    for path in sorted(folder.glob("*.toml")):
        try:
            found.append(Choice(path.name, _read(game, path).name, house.digest(path)))
        except Fault:
            continue  # a table's file, the people, or a house of another game
    return tuple(found)


def _read(game: str, path: Path) -> HouseFile:
    try:
        read: HouseFile = catalogue.load_house(game, path)
    except Garbled as error:
        raise Fault(f"{path}: house file refused: {error}") from error
    return read


def _pays(value: object, name: str = "") -> Iterator[tuple[str, Pays]]:
    """Every multiple of a house file, with its place in the file."""
    match value:
        case Pays():
            yield name, value
        case dict():
            for key, held in value.items():
                yield from _pays(held, f"{name}.{key}".lstrip("."))
        case HouseFile():
            for field in value.__struct_fields__:
                if field not in {"options", "clauses"}:
                    yield from _pays(getattr(value, field), field)
        case msgspec.Struct():
            for field in value.__struct_fields__:
                yield from _pays(getattr(value, field), f"{name}.{field}".lstrip("."))


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "✓" if value else "✗"
    return ", ".join(map(_value, value)) if isinstance(value, list | tuple) else str(value)
