"""A short notation for rounds, so that a clause test reads like the rule it tests.

    settled = play("bet 1 30; 1 Kh; dealer 9c; 1 8s; dealer 7d; 1 stand; dealer Th")
    assert settled.lines(1) == ["war 30 x2 = 60 win T3.2", "blackjack 30 x2 = 60 win T4.2"]

Steps, parted by semicolons:

    bet 1 30 · bet 1 all        a bet, an all-in
    1 Kh · dealer 9c · 1.2 5s   a card; `1.2` is seat 1's second hand after a split
    1 hit                       an act
    dealer ?? · turn 9c         a hole card that no device read, and its face when it is turned
    back 4 · void · wrong       misdeals: restorable, not restorable, wrong cards

Everything goes through `dealer_assist.script.settle`, as a round script does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from dealer_assist import house as houses
from dealer_assist import script

CHIPS = 1000
_MISDEALS = {"void": "not_restorable", "wrong": "wrong_cards"}

Test = TypeVar("Test", bound=Callable[..., object])
Stacks = Mapping[int, int | tuple[int, int]]


class Settled(msgspec.Struct, frozen=True):
    """A settlement, with its lines as text."""

    answer: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether the round is over."""
        return bool(self.answer["complete"])

    @property
    def house(self) -> int:
        """What the house won."""
        return int(self.answer["house"])

    def chips(self, seat: int) -> int:
        """The chips of a seat."""
        return int(self._seat(seat)["chips"])

    def open(self, seat: int) -> dict[str, int]:
        """The stakes that still lie on the table."""
        return dict(self._seat(seat).get("open", {}))

    def lines(self, seat: int, on: str | None = None) -> list[str]:
        """`war 30 x2 = 60 win T3.2` a line, those of one game if `on` names it."""
        return [_text(line) for line in self._seat(seat)["lines"] if on in (None, line["on"])]

    def line(self, seat: int, on: str) -> str:
        """The one line of that seat and game."""
        (line,) = self.lines(seat, on)
        return line

    def _seat(self, number: int) -> dict[str, Any]:
        (seat,) = (seat for seat in self.answer["seats"] if seat["seat"] == number)
        return dict(seat)


class Refusal(msgspec.Struct, frozen=True):
    """Where a script was refused, by which clause, in which words."""

    step: int | None
    clause: str | None
    error: str


def steps(text: str) -> list[dict[str, Any]]:
    """The round script steps that the notation writes."""
    return [_step(part.split()) for part in text.split(";") if part.strip()]


def play(text: str, chips: Stacks | None = None, house: Path | None = None, **options: object) -> Settled:
    """The settlement of a round; every seat that bets has 1000 chips unless `chips` says otherwise.

    In `chips` a seat has its chips, or its chips and what it was seated with.
    """
    answer = _settle(text, chips, house, options)
    assert answer["format"] == "settlement/1", answer
    return Settled(answer)


def refused(text: str, chips: Stacks | None = None, house: Path | None = None, **options: object) -> Refusal:
    """The refusal of a round whose last step is not allowed."""
    answer = _settle(text, chips, house, options)
    assert answer["format"] == "refusal/1", answer
    assert answer["step"] in (None, len(steps(text)) - 1), f"refused before the last step: {answer}"
    return Refusal(answer["step"], answer["clause"], answer["error"])


def clause(*ids: str) -> Callable[[Test], Test]:
    """Marks a test with the clauses that it tests; `test_every_clause` counts them."""
    return _mark("clauses", ids)


def option(name: str, *values: object) -> Callable[[Test], Test]:
    """Marks a test with an option of the house and the values that it plays."""
    return _mark("options", tuple((name, value) for value in values))


def _mark(kind: str, added: tuple[object, ...]) -> Callable[[Test], Test]:
    def mark(test: Test) -> Test:
        setattr(test, kind, (*getattr(test, kind, ()), *added))
        return test

    return mark


def _settle(text: str, chips: Stacks | None, house: Path | None, options: Mapping[str, object]) -> dict[str, Any]:
    played = steps(text)
    stacks: dict[int, int | tuple[int, int]] = {step["bet"]: CHIPS for step in played if "bet" in step}
    seats = [_seat(number, held) for number, held in sorted({**stacks, **(chips or {})}.items())]
    round_ = {"format": "round/1", "id": text, "game": "triple", "options": options, "seats": seats, "steps": played}
    return script.settle(msgspec.json.encode(round_), house)


def _seat(number: int, held: int | tuple[int, int]) -> dict[str, object]:
    if isinstance(held, int):
        return {"seat": number, "chips": held}
    return {"seat": number, "chips": held[0], "seated_with": held[1]}


def _step(words: list[str]) -> dict[str, Any]:
    match words:
        case ["bet", seat, "all"]:
            return {"bet": int(seat), "all_in": True}
        case ["bet", seat, unit]:
            return {"bet": int(seat), "unit": int(unit)}
        case ["back", step]:
            return {"misdeal": "restorable", "back_to": int(step)}
        case [("void" | "wrong") as kind]:
            return {"misdeal": _MISDEALS[kind]}
        case ["turn", card]:
            return {"turn": card}
        case ["dealer", card]:
            return {"card": card, "to": "dealer"}
        case [seat, word] if word[0].islower():
            return {"act": word, "seat": int(seat)}
        case [place, card]:
            seat, _, hand = place.partition(".")
            return {"card": card, "to": int(seat)} | ({"hand": int(hand)} if hand else {})
        case _:
            raise ValueError(f"{' '.join(words)!r} is no step of the notation")


def _text(line: Mapping[str, Any]) -> str:
    times = "" if line["multiple"] is None else f" x{line['multiple']}"
    return f"{line['on']} {line['stake']}{times} = {line['paid']} {line['outcome']} {line['clause']}"


def house_with(folder: Path, game: str = "triple", **values: object) -> Path:
    """A second house file in `folder`: the built-in one of `game` with other values of some options."""
    text = houses.built_in(game).read_text()
    for name, value in values.items():
        was = next(line for line in text.splitlines() if line.startswith(f"{name} = {{ value = "))
        clause_part = was.partition(", clause")[2]
        text = text.replace(was, f"{name} = {{ value = {msgspec.json.encode(value).decode()}, clause{clause_part}")
    # A house file is read once: each second house has a name of its own.
    path = folder / f"{sha256(text.encode()).hexdigest()[:16]}.toml"
    path.write_text(text)
    return path
