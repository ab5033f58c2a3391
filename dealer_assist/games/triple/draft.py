"""One step in the making: the state being changed, and the lines that the step settles and replaces.

A draft lives inside a single `apply` and never leaves it. Every movement of chips goes through here, so
chips + open stakes + house stay what they were.
"""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist import money
from dealer_assist.game import Line, Step
from dealer_assist.games.triple.rules import Multiples, Options
from dealer_assist.games.triple.state import Hand, Phase, Seat, State
from dealer_assist.house import Pays


class Draft:
    """The working copy of a state during one step."""

    __slots__ = (
        "_before",
        "_house",
        "_lines",
        "_reversed",
        "dealer",
        "hole_down",
        "options",
        "out",
        "pays",
        "phase",
        "seats",
        "turn",
    )

    def __init__(self, state: State, options: Options, pays: Multiples) -> None:
        self.options = options
        self.pays = pays
        self.phase: Phase = state.phase
        self.seats = {seat.number: seat for seat in state.seats}
        self.dealer = state.dealer
        self.hole_down = state.hole_down
        self.turn = (state.seat, state.hand)
        self.out = state.out
        self._before = state
        self._house = state.house
        self._lines: list[Line] = []
        self._reversed: list[Line] = []

    def step(self) -> Step:
        """The finished step."""
        kept = self._before.lines
        if self._reversed:
            kept = tuple(line for line in kept if not any(line is gone for gone in self._reversed))
        state = State(
            phase=self.phase,
            seats=tuple(self.seats.values()),
            dealer=self.dealer,
            hole_down=self.hole_down,
            seat=self.turn[0],
            hand=self.turn[1],
            out=self.out,
            house=self._house,
            lines=kept + tuple(self._lines),
        )
        return Step(state, tuple(self._lines), tuple(self._reversed))

    def playing(self) -> list[Seat]:
        """The seats that have bet, in seat order."""
        return [seat for seat in self.seats.values() if seat.unit]

    def hands(self) -> list[tuple[Seat, int, Hand]]:
        """Every blackjack hand with its seat and index, in the order of play, as they now are."""
        return [(seat, index, hand) for seat in self.seats.values() for index, hand in enumerate(seat.hands)]

    def put(self, seat: Seat) -> None:
        """Replace a seat."""
        self.seats[seat.number] = seat

    def put_hand(self, number: int, index: int, hand: Hand) -> None:
        """Replace a hand of a seat."""
        seat = self.seats[number]
        hands = seat.hands[:index] + (hand,) + seat.hands[index + 1 :]
        self.put(replace(seat, hands=hands))

    def settle(self, number: int, on: str, stake: int, pays: Pays, outcome: str, clause: str | None = None) -> None:
        """Pay a stake that lies on the table: a line, chips to the player, the rest to the house."""
        paid = money.paid(stake, pays.multiple, self.options.rounding)
        self.pay(Line(number, on, stake, pays.multiple, paid, outcome, clause or pays.clause))
        self._house += stake

    def settle_hand(self, number: int, index: int, pays: Pays, outcome: str, clause: str | None = None) -> None:
        """Pay a blackjack hand and mark it decided."""
        hand = self.seats[number].hands[index]
        self.put_hand(number, index, replace(hand, decided=True))
        self.settle(number, hand_name(index), hand.stake, pays, outcome, clause)

    def settle_poker(self, number: int, pays: Pays, outcome: str, clause: str | None = None) -> None:
        """Pay the poker stake."""
        seat = self.seats[number]
        self.put(replace(seat, poker=0))
        self.settle(number, "poker", seat.poker, pays, outcome, clause)

    def settle_insurance(self, number: int, pays: Pays, outcome: str, clause: str | None = None) -> None:
        """Pay the insurance stake, if there is one."""
        seat = self.seats[number]
        if seat.insurance:
            self.put(replace(seat, insurance=0))
            self.settle(number, "insurance", seat.insurance, pays, outcome, clause)

    def reverse(self, line: Line) -> int:
        """Take back a line in force: its payout returns to the house. Gives the stake, which lies open again."""
        seat = self.seats[line.seat]
        self.put(replace(seat, chips=seat.chips - line.paid))
        self._house += line.paid - line.stake
        self._reversed.append(line)
        return line.stake

    def lines_now(self) -> list[Line]:
        """All lines in force, those of this step included."""
        return [line for line in (*self._before.lines, *self._lines) if not any(line is r for r in self._reversed)]

    def lines_on(self, *games: str) -> list[Line]:
        """The lines in force before this step that settled one of `games`."""
        return [line for line in self._before.lines if line.on in games]

    def take(self, number: int, chips: int) -> None:
        """Move chips from the player to the table."""
        seat = self.seats[number]
        self.put(replace(seat, chips=seat.chips - chips))

    def pay(self, line: Line) -> None:
        """The house pays a line. A stake that lay on the table goes to the house by `settle`."""
        seat = self.seats[line.seat]
        self.put(replace(seat, chips=seat.chips + line.paid))
        self._house -= line.paid
        self._lines.append(line)


def hand_name(index: int) -> str:
    """`blackjack` for the first hand, `blackjack.2` for the second of a split (ROUND_SCRIPT)."""
    return "blackjack" if index == 0 else "blackjack.2"
