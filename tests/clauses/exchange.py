"""A short notation for games of Exchange Blackjack, so that a clause test reads like the rule it tests.

    game = play("A back player1 3.5 10; B lay player1 3.5 10; close; deal Th Tc Td Ts 9h 9s 8s 7s Ks; …")
    assert game.chips("A") == "1025.00"

Steps, parted by semicolons:

    A back player1 3.5 10     an order; the first one is `o1`, the second `o2`, whatever stands between them
    cancel o1 · close         an order taken back, a betting round closed
    deal Th Tc Td Ts 9h …     the nine cards: Player 1 to 4, the dealer, Player 1 to 4
    1 Kh · dealer 9c          a card
    void · void wrong_place   a misdeal, without or with its reason

Everything goes through `dealer_assist.script.settle`, as a round script does. An account has 1000.00 unless the test
says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import fold, script
from dealer_assist.games import catalogue
from dealer_assist.games.exchange_blackjack import ExchangeBlackjack
from dealer_assist.games.exchange_blackjack.state import State
from tests.clauses.table import Refusal, house_with

CHIPS: Final = "1000.00"
#: Nobody draws against the dealer's nine: 19, 18, 17 and 20.
PAT: Final = "deal Th Tc Td Ts 9h 9s 8s 7s Ks"
#: The dealer makes 18: Player 1 and 4 win, Player 2 is a dead heat, Player 3 loses.
TO_18: Final = f"close; {PAT}; close; close; dealer 9c"
_NINE: Final = ("player1", "player2", "player3", "player4", "dealer", "player1", "player2", "player3", "player4")


class Settled(msgspec.Struct, frozen=True):
    """A settlement."""

    answer: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether the game is over."""
        return bool(self.answer["complete"])

    @property
    def rounds(self) -> int:
        """Betting rounds so far."""
        return int(self.answer["betting_rounds"])

    @property
    def matches(self) -> list[str]:
        """`o1 o2 3.5 10.00` a matched bet: the back order, the lay order, odds and stake."""
        return [f"{bet['back']} {bet['lay']} {bet['odds']} {bet['stake']}" for bet in self.answer["matches"]]

    def chips(self, account: str) -> str:
        """The chips of an account; before the end, what is free."""
        return str(self._account(account)["chips"])

    def reserved(self, account: str) -> str:
        """What is reserved."""
        return str(self._account(account)["reserved"])

    def lines(self, account: str) -> list[str]:
        """`back.player1 10.00 x3.5 = 35.00 win X4.5` a line."""
        return [_text(line) for line in self._account(account)["lines"]]

    def outcome(self, selection: str) -> str | None:
        """The outcome of a selection; None while it is open."""
        outcome: str | None = self._selection(selection)["outcome"]
        return outcome

    def outcomes(self, *selections: str) -> list[str | None]:
        """The outcomes of several."""
        return [self.outcome(selection) for selection in selections]

    def after(self, selection: str) -> int | None:
        """The step that settled a selection."""
        after: int | None = self._selection(selection)["settled_after"]
        return after

    def _account(self, name: str) -> dict[str, Any]:
        (row,) = (row for row in self.answer["accounts"] if row["account"] == name)
        return dict(row)

    def _selection(self, name: str) -> dict[str, Any]:
        (row,) = (row for row in self.answer["selections"] if row["selection"] == name)
        return dict(row)


def steps(text: str) -> list[dict[str, Any]]:
    """The round script steps that the notation writes."""
    written: list[dict[str, Any]] = []
    for part in text.split(";"):
        if words := part.split():
            written += _steps(words, sum("order" in step for step in written) + 1)
    return written


def play(text: str, chips: Mapping[str, str] | None = None, house: Path | None = None, **options: object) -> Settled:
    """The settlement of a game."""
    answer = _settle(text, chips, house, options)
    assert answer["format"] == "settlement/1", answer
    return Settled(answer)


def refused(text: str, chips: Mapping[str, str] | None = None, house: Path | None = None, **options: object) -> Refusal:
    """The refusal of a game whose last step is not allowed."""
    answer = _settle(text, chips, house, options)
    assert answer["format"] == "refusal/1", answer
    assert answer["step"] in (None, len(steps(text)) - 1), f"refused before the last step: {answer}"
    return Refusal(answer["step"], answer["clause"], answer["error"])


def table(
    text: str, chips: Mapping[str, str] | None = None, house: Path | None = None, **options: object
) -> tuple[ExchangeBlackjack, State]:
    """The game and where it stands, for what it shows."""
    played = steps(text)
    game = catalogue.make("exchange_blackjack", options, _accounts(played, chips), house)
    point = fold.play(game, played)
    assert isinstance(game, ExchangeBlackjack)
    assert isinstance(point, fold.Point), point
    assert isinstance(point.state, State)
    return game, point.state


def _settle(
    text: str, chips: Mapping[str, str] | None, house: Path | None, options: Mapping[str, object]
) -> dict[str, Any]:
    played = steps(text)
    round_ = {"format": "round/1", "id": text, "game": "exchange_blackjack", "options": options, "steps": played}
    return script.settle(msgspec.json.encode({**round_, "accounts": _accounts(played, chips)}), house)


def _accounts(played: list[dict[str, Any]], chips: Mapping[str, str] | None) -> list[dict[str, str]]:
    names = dict.fromkeys(["A", "B", *(step["account"] for step in played if "order" in step)])
    held = {**dict.fromkeys(names, CHIPS), **(chips or {})}
    return [{"account": name, "chips": amount} for name, amount in sorted(held.items())]


def _steps(words: list[str], number: int) -> list[dict[str, Any]]:
    match words:
        case [account, ("back" | "lay") as side, selection, odds, stake]:
            order = {"order": f"o{number}", "account": account, "selection": selection, "side": side, "odds": odds}
            return [{**order, "stake": stake if "." in stake else f"{stake}.00"}]
        case ["cancel", name]:
            return [{"cancel": name}]
        case ["close"]:
            return [{"close": "betting"}]
        case ["deal", *cards]:
            return [{"card": card, "to": place} for place, card in zip(_NINE, cards, strict=True)]
        case ["void"]:
            return [{"misdeal": "void"}]
        case ["void", reason]:
            return [{"misdeal": "void", "reason": reason}]
        case ["dealer", card]:
            return [{"card": card, "to": "dealer"}]
        case [("1" | "2" | "3" | "4") as player, card]:
            return [{"card": card, "to": f"player{player}"}]
        case _:
            raise ValueError(f"{' '.join(words)!r} is no step of the notation")


def _text(line: Mapping[str, Any]) -> str:
    times = "" if line["multiple"] is None else f" x{line['multiple']}"
    return f"{line['on']} {line['stake']}{times} = {line['paid']} {line['outcome']} {line['clause']}"


def house_of(folder: Path, **values: object) -> Path:
    """A second house file of this game in `folder`, with other values of some options."""
    return house_with(folder, "exchange_blackjack", **values)
