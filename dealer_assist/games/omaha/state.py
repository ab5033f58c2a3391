"""What an Omaha hand is at any moment: frozen, without hidden state.

Seats are positions clockwise from the button's left (`seating`); sets of seats and of cards are bit masks.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from dealer_assist.betting import Betting
from dealer_assist.cards import DECK, Card, Suited
from dealer_assist.game import Line
from dealer_assist.pots import Paid

#: `hole` until the first act or the last hole card; `bets` while somebody is to act; `board` while cards are to come;
#: `show` and `turn` at showdown (a hand that was opened lies face down, unread, until it is turned); `won` when all
#: others have folded and the pot is paid.
Phase = Literal["hole", "bets", "board", "show", "turn", "won", "over"]

#: The bit of each card; no joker (O1.1).
BIT: Final[dict[Card, int]] = {card: 1 << number for number, card in enumerate(DECK)}
STREETS: Final = ("preflop", "flop", "turn", "river")
#: How many cards the board has once a street has been dealt.
BOARD_OF: Final = (0, 3, 4, 5)


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player decided. `to`: the total made by a bet or raise; `cards`: those shown of a hand, as text."""

    act: Literal["fold", "check", "call", "bet", "raise", "all_in", "open", "muck", "close"]
    seat: int
    to: int | None = None
    cards: tuple[str, ...] | None = None


class TurnedUp(msgspec.Struct, frozen=True):
    """A hole card that lay face down was turned and read; `to` None = the seat whose hand is being opened."""

    card: Suited
    to: int | None


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may the player to act do? (ROUND_SCRIPT)."""

    ask: Literal["legal"]


class Answer(msgspec.Struct, frozen=True):
    """What the player to act may do beside folding; None where it may not. `bet` and `raises` are least and most."""

    seat: int
    check: bool
    call: int | None
    bet: tuple[int, int] | None
    raises: tuple[int, int] | None

    def body(self) -> dict[str, object]:
        """As `legal` writes it in a settlement, without the step."""
        return {
            "seat": self.seat,
            "fold": True,
            "check": self.check,
            "call": self.call,
            "bet": None if self.bet is None else dict(zip(("min", "max"), self.bet, strict=True)),
            "raise": None if self.raises is None else dict(zip(("min", "max"), self.raises, strict=True)),
        }


class Flying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act out of turn (O7); `to` as in `Action`."""

    flying: int
    act: Literal["fold", "check", "call", "bet", "raise", "all_in"]
    to: int | None = None


class Conduct(msgspec.Struct, frozen=True, gc=False):
    """What players did that they may not. By position: `flying` acts out of turn in this stay, `penalties` taken,
    `owed` to the bank; sets: who is `sent` from the table, who is `demoted`.

    `pending` are acts out of turn whose turn has not come: position, act, and the total that they make. `bound` is
    the act that failed at its turn: the seat to act may only call, or only raise, or fold (O7.2).
    """

    flying: tuple[int, ...]
    pending: tuple[tuple[int, str, int], ...]
    bound: str
    sent: int
    demoted: int
    penalties: tuple[int, ...]
    owed: tuple[int, ...]


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """O6: positions in the `order` of showing, how many have `shown` or mucked, and the set whose hand is `open`."""

    order: tuple[int, ...] = ()
    shown: int = 0
    open: int = 0


class Ended(msgspec.Struct, frozen=True, gc=False):
    """How chips left the middle: the pots that were paid, `by` the clause; `bonuses` are points by position (O2.5)."""

    pots: tuple[Paid, ...] = ()
    rake: int = 0
    clause: str = ""
    bonuses: tuple[tuple[int, str, int], ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """The hand.

    `hole` by position (None = face down, not read), `deal` the positions in the order in which they got those cards;
    `out` every card that is known to have come, `ahead` those of hands that were named before they were dealt, as one
    that was seen (a script may write hole cards late); `face_up` those that all may see, `burned` in the order of
    burning (None = unread), `burned_at` the street before which one was burned last.
    `steps` counts what was taken so far (for `legal`); `dead` chips are in the main pot and nobody's bet; `house_adds`
    is what the house has paid; `uncalled` position and amount; `asked` the answers to `ask`, each
    with the number of its step.
    """

    phase: Phase
    betting: Betting
    hole: tuple[tuple[Suited | None, ...], ...]
    deal: tuple[int, ...]
    board: tuple[Suited, ...]
    out: int
    ahead: int
    face_up: int
    burned: tuple[Suited | None, ...]
    burned_at: int
    steps: int
    dead: int
    house_adds: int
    uncalled: tuple[int, int] | None
    conduct: Conduct
    showdown: Showdown
    ended: Ended
    lines: tuple[Line, ...]
    asked: tuple[tuple[int, Answer], ...]
