"""A short notation for Omaha hands, so that a clause test reads like the rule it tests.

    settled = play("4 raise 300; 1 fold; 2 fold; 3 fold")
    assert settled.net(4) == 150

Four seats of 10000 chips unless `chips` says otherwise, button at seat 1, blinds 50 and 100, no rake. Steps, parted
by semicolons:

    4 raise 300 · 2 call · 3 fold Ks    an act, with the total that it makes, or with cards shown
    hole 2 Kh Kd Jc 3h · board Ks 9d 7h · burn 2c
    ask                                 what may the player to act do
    fly 1 raise 300 · fly 1 all_in      an act out of turn
    disclosed 2 · interfered 2
    wrong 2 Kd · seen 2 Kd · seen Kd · mistake 4 Kd As · no_game · back 3
    turn 2 Kd                           a hole card that lay face down is turned

`CHECKED` plays the streets after the flop down to the showdown, `HANDS` gives seats hands that win in a known order.
Everything goes through `dealer_assist.script.settle`, as a round script does.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from dealer_assist import fold, script
from dealer_assist.games import catalogue
from dealer_assist.games.omaha import Omaha
from dealer_assist.games.omaha.state import State
from tests.clauses import table
from tests.clauses.table import Refusal

CHIPS = dict.fromkeys((1, 2, 3, 4), 10000)
BOARD = ("Ks 9d 7h", "4c", "2s")
#: On that board: three kings, three nines, three sevens, a pair of fours, nothing worth a pair but the ace.
HANDS = {
    "kings": "Kh Kd Jc 3h",
    "nines": "9h 9s Jd 3d",
    "sevens": "7c 7d Jh 3s",
    "fours": "4d Ah Tc 8s",
    "ace": "Ad Qc 8d 5c",
}


class Settled(msgspec.Struct, frozen=True):
    """A settlement, by short names."""

    answer: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether the hand is over."""
        return bool(self.answer["complete"])

    @property
    def rake(self) -> int:
        """The rake taken."""
        return int(self.answer["rake"])

    @property
    def house_adds(self) -> int:
        """What the house has paid."""
        return int(self.answer["house_adds"])

    @property
    def pots(self) -> list[int]:
        """The amounts of the pots, the main pot first."""
        return [pot["amount"] for pot in self.answer["pots"]]

    @property
    def uncalled(self) -> tuple[int, int] | None:
        """Seat and amount of the bet that went back."""
        back = self.answer["uncalled"]
        return None if back is None else (back["seat"], back["amount"])

    def shares(self, pot: int = 0) -> dict[int, int]:
        """What each winner of a pot got."""
        return {int(seat): share for seat, share in self.answer["pots"][pot]["shares"].items()}

    def chips(self, seat: int) -> int:
        """The chips of a seat."""
        return int(self.seat(seat)["chips"])

    def net(self, *seats: int) -> Any:
        """What a seat, or each of several, has won or lost."""
        nets = tuple(int(self.seat(seat)["net"]) for seat in seats)
        return nets[0] if len(nets) == 1 else nets

    def lines(self, seat: int) -> list[str]:
        """`pot 600 = 600 win O5.7` a line."""
        return [
            f"{line['on']} {line['stake']} = {line['paid']} {line['outcome']} {line['clause']}"
            for line in self.seat(seat)["lines"]
        ]

    def legal(self, number: int = -1) -> dict[str, Any]:
        """The answer to the last `ask`: `call`, and `bet` or `raise` as `(min, max)`; only what is allowed."""
        said = self.answer["legal"][number]
        spans = {word: (said[word]["min"], said[word]["max"]) for word in ("bet", "raise") if said[word]}
        return {"seat": said["seat"]} | {word: said[word] for word in ("check", "call") if said[word]} | spans

    def seat(self, number: int) -> dict[str, Any]:
        """All that is said of a seat."""
        (seat,) = (seat for seat in self.answer["seats"] if seat["seat"] == number)
        return dict(seat)


def dealt(**hands: str) -> str:
    """`hole` steps: `dealt(s2="kings", s3="nines")`."""
    return "; ".join(f"hole {seat[1:]} {HANDS.get(hand, hand)}" for seat, hand in hands.items())


def board(*between: str) -> str:
    """Flop, turn and river, each followed by its part of `between`."""
    return "; ".join(part for pair in zip([f"board {cards}" for cards in BOARD], between, strict=True) for part in pair)


def checked(*seats: int) -> str:
    """The board, with `seats` checking on every street."""
    return (
        board(*["; ".join(f"{seat} check" for seat in seats)] * 3) if seats else "; ".join(f"board {b}" for b in BOARD)
    )


def play(text: str, chips: Mapping[int, Any] | None = None, house: Path | None = None, **options: object) -> Settled:
    """The settlement of a hand."""
    answer = _settle(text, chips, house, options)
    assert answer["format"] == "settlement/1", answer
    before = sum(_chips(seat) for seat in (chips or CHIPS).values())
    gone = answer["rake"] + sum(answer["penalties"].values()) + answer["middle"] - answer["house_adds"]
    assert sum(seat["chips"] for seat in answer["seats"]) + gone == before
    return Settled(answer)


def refused(text: str, chips: Mapping[int, Any] | None = None, house: Path | None = None, **options: object) -> Refusal:
    """The refusal of a hand whose last step is not allowed; of one that can't begin if there are no steps."""
    answer = _settle(text, chips, house, options)
    assert answer["format"] == "refusal/1", answer
    played = steps(text)
    assert answer["step"] == (len(played) - 1 if played else None), f"refused before the last step: {answer}"
    return Refusal(answer["step"], answer["clause"], answer["error"])


def steps(text: str) -> list[dict[str, Any]]:
    """The round script steps that the notation writes."""
    return [step for part in text.split(";") if part.strip() for step in _steps(part.split())]


def house_of(folder: Path, **values: object) -> Path:
    """A second Omaha house with other values of some options."""
    return table.house_with(folder, "omaha", **values)


def _settle(
    text: str, chips: Mapping[int, Any] | None, house: Path | None, options: Mapping[str, Any]
) -> dict[str, Any]:
    seats = [_seat(number, held) for number, held in (chips or CHIPS).items()]
    round_ = {"format": "round/1", "id": text, "game": "omaha", "options": _options(options), "seats": seats}
    return script.settle(msgspec.json.encode(round_ | {"steps": steps(text)}), house)


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    blinds = {} if given.get("level") else {"small_blind": 50, "big_blind": 100}
    return {"button": 1, "rake": False} | blinds | dict(given)


def now(
    text: str, chips: Mapping[int, Any] | None = None, house: Path | None = None, **options: object
) -> tuple[Omaha, State]:
    """The game, and the state after some steps."""
    seats = [_seat(number, held) for number, held in (chips or CHIPS).items()]
    game = Omaha(catalogue.load_house("omaha", house), _options(options), seats)
    point = fold.play(game, steps(text))
    assert isinstance(point, fold.Point), point
    return game, point.state


def _seat(number: int, held: Any) -> dict[str, int]:
    """A seat's chips, or chips and acts out of turn of its stay."""
    return (
        {"seat": number, "chips": held}
        if isinstance(held, int)
        else {"seat": number, "chips": held[0], "flying": held[1]}
    )


def _chips(held: Any) -> int:
    return int(held if isinstance(held, int) else held[0])


def _to(word: str) -> int | str:
    return int(word) if word.isdecimal() else word


def _steps(words: list[str]) -> list[dict[str, Any]]:
    match words:
        case ["hole", seat, *cards]:
            return [{"card": card, "to": int(seat)} for card in cards]
        case [("board" | "burn") as to, *cards]:
            return [{"card": card, "to": to} for card in cards]
        case ["ask"]:
            return [{"ask": "legal"}]
        case ["fly", seat, act, *total]:
            return [{"flying": int(seat), "act": act} | ({"to": int(total[0])} if total else {})]
        case [("disclosed" | "interfered") as what, seat]:
            return [{what: int(seat)}]
        case ["wrong", seat, card]:
            return [{"misdeal": "wrong_hand_card", "seat": int(seat), "card": card}]
        case ["seen", seat, card]:
            return [{"misdeal": "exposed_hole", "seat": int(seat), "card": card}]
        case ["seen", card]:
            return [{"misdeal": "exposed_other", "card": card}]
        case ["mistake", seat, card, *meant]:
            wrong: dict[str, Any] = {"misdeal": "wrong_shown", "seat": int(seat), "card": card}
            return [wrong | ({"meant": meant[0]} if meant else {})]
        case ["no_game"]:
            return [{"misdeal": "no_game"}]
        case ["back", step]:
            return [{"misdeal": "restorable", "back_to": int(step)}]
        case ["turn", seat, card]:
            return [{"turn": card, "to": int(seat)}]
        case [seat, act, total] if total.isdecimal():
            return [{"act": act, "seat": int(seat), "to": int(total)}]
        case [seat, act, *cards]:
            return [{"act": act, "seat": int(seat)} | ({"cards": cards} if cards else {})]
        case _:
            raise ValueError(f"{' '.join(words)!r} is no step of the notation")
