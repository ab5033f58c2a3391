"""The contract of a game: five pure functions over frozen values, and the words they share.

`open() → state`, `awaits(state) → Awaited`, `apply(state, event) → Step | Refused`, `read(step) → event`,
`show(state, viewer) → view`. Cards come from outside: no game draws one, reads a clock or opens a file.
Around them: `restore` goes back to an earlier state (T9.1, O9.1), `silence` says what those who said nothing
have said when a script ends (ROUND_SCRIPT, insurance), `settlement` and `lines` give the money so far, `ways` the
remedies for a misdeal, `ways_of_card` those that name a card that went wrong or was seen, and `on_table` says which
cards lie face up in which box, for the camera to confirm; `lies` how those of a place have to lie.
From one round to the next `follow` carries over what stays (chips, the button), and `change` lets players come and go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

from dealer_assist.cards import Card
from dealer_assist.money import Multiple
from dealer_assist.shoe import Shoe

DEALER: Final = "dealer"
BOARD: Final = "board"
#: Where a burned card goes, face down; it lies in no box.
BURN: Final = "burn"

#: A seat's number, or the name of a place that is no seat: `"dealer"`, `"board"`, `"burn"`.
To = int | str
#: How the cards of a place have to lie now: `either` where they may be turned up at any moment, as at showdown.
Lies = Literal["up", "down", "either"]
#: Who looks: `display` the players' screen, `dealer` the dealer's page, `pit` a supervisor.
Viewer = Literal["display", "dealer", "pit"]


def box_of(to: To) -> str:
    """The box of a place: `seat3` for seat 3, else the place's own name."""
    return f"seat{to}" if isinstance(to, int) else to


def place_of(box: str) -> To:
    """The place of a box: the reverse of `box_of`."""
    number = box.removeprefix("seat")
    return int(number) if number != box and number.isdecimal() else box


class Way(msgspec.Struct, frozen=True):
    """A remedy for a misdeal that the rules allow now, with its clause. `goes_back`: `step` lacks `back_to`, the
    step at which the mistake was made. `approval`: a second person must agree. `free`: `step` lacks what people
    decide at their discretion (T9.4, O9.5)."""

    name: str
    clause: str
    step: dict[str, object]
    goes_back: bool = False
    approval: bool = False
    free: bool = False


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who comes, buys in or leaves between two rounds: `who` is a seat or an account, `chips` what they bring, in
    the unit of the game's scripts; or `points` of their bank, where a game has one (O2.1)."""

    do: Literal["sit", "buy_in", "leave"]
    who: int | str
    chips: int | str = 0
    points: int | None = None


class Line(msgspec.Struct, frozen=True):
    """A payout with its reason: `paid` = what `stake` returned by `multiple` (None: restored to a figure, T7.3)."""

    seat: int
    on: str
    stake: int
    multiple: Multiple | None
    paid: int
    outcome: str
    clause: str

    def body(self) -> dict[str, object]:
        """The line as a settlement writes it, under its seat (ROUND_SCRIPT)."""
        return {
            "on": self.on,
            "stake": self.stake,
            "multiple": None if self.multiple is None else str(self.multiple),
            "paid": self.paid,
            "outcome": self.outcome,
            "clause": self.clause,
        }


class Offer(msgspec.Struct, frozen=True):
    """An act that is legal now and the chips that it takes from the player.

    `totals`: for an act that names an amount, as a raise: the least and the most total that it may make (O5.2).
    """

    act: str
    chips: int = 0
    totals: tuple[int, int] | None = None


class Bets(msgspec.Struct, frozen=True):
    """Bets are open for `seats`; with `first` the first card may come and ends the betting."""

    seats: tuple[int, ...]
    first: Deal | None


class Deal(msgspec.Struct, frozen=True):
    """One card is to be dealt to `to` (`hand` 1 or 2 after a split)."""

    to: To
    hand: int | None = None
    face_down: bool = False


class Choice(msgspec.Struct, frozen=True):
    """`seat` is to choose one of `offers`; the seats in `also` may answer the same question first."""

    seat: int
    offers: tuple[Offer, ...]
    hand: int | None = None
    also: tuple[int, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """A card that was dealt face down and that no device has read is to be turned and named."""

    to: To


class Orders(msgspec.Struct, frozen=True):
    """Orders may be placed and cancelled until the betting round `number` is closed; `then` comes next (X3)."""

    number: int
    then: Deal | Over


class Over(msgspec.Struct, frozen=True):
    """The round is over; nothing more is awaited."""


Awaited = Bets | Deal | Choice | Turn | Orders | Over


class Dealt(msgspec.Struct, frozen=True):
    """A card went to `to`; None = it lies face down and was not read."""

    card: Card | None
    to: To
    hand: int | None = None


class Turned(msgspec.Struct, frozen=True):
    """The face-down card was turned and read."""

    card: Card


class Bet(msgspec.Struct, frozen=True):
    """A bet of `unit` points; None = all-in."""

    seat: int
    unit: int | None


class Act(msgspec.Struct, frozen=True):
    """What a player decided."""

    seat: int
    act: str


class Misdeal(msgspec.Struct, frozen=True):
    """A misdeal that the state itself settles: `not_restorable` or `wrong_cards`."""

    kind: str


class Discretion(msgspec.Struct, frozen=True):
    """What people decide where no rule fits: `paid` points by seat (negative: taken) and why; with `ends` every open
    stake is pushed and the round is over (T9.4)."""

    reason: str
    paid: tuple[tuple[int, int], ...]
    ends: bool


class BackTo(msgspec.Struct, frozen=True):
    """A restorable misdeal: the round goes back to before `step`; the fold carries it out."""

    step: int


#: Events that games share; a game may have more of its own.
Event = Dealt | Turned | Bet | Act | Misdeal | Discretion | BackTo

S = TypeVar("S")


class Step(msgspec.Struct, frozen=True, gc=False):
    """An event that was accepted: the state after it, the lines it settled and the lines it replaced."""

    state: Any
    lines: tuple[Line, ...] = ()
    reversed: tuple[Line, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """An event that the rules do not allow; nothing has changed. `clause` is None where no clause is at fault."""

    clause: str | None
    why: str


class Garbled(ValueError):
    """A step that is no step of this game, or a round that can't begin: an unknown key, a wrong type, an eighth seat.

    `clause` is the rule at fault, if it is one of the rules.
    """

    def __init__(self, why: str, clause: str | None = None) -> None:
        super().__init__(why)
        self.clause = clause


class Game(Protocol[S]):
    """What every game gives. `S` is its frozen state.

    `ways_of_card` gives the remedies that take a card to name: one at `to` that went wrong or was seen (O9.1, O9.3).
    Their steps are whole; where `card` is None, not read, they have `"card": "?"`. A game without any gives none.
    """

    name: str
    #: What a script calls those who play: `"seats"` or `"accounts"`.
    parties: Literal["seats", "accounts"]
    #: The clause of a misdeal that goes back: what a step that can't be gone back to is refused with.
    back_clause: str
    #: The clause of what people decide at their discretion.
    discretion_clause: str
    #: The seats that this table has, taken or not; none in a game of accounts.
    places: tuple[int, ...]
    #: The boxes in which this round's cards lie, in the order of the deal: `seat1` …, `dealer`, `board`, `player1` ….
    boxes: tuple[str, ...]
    #: Whether a shoe lasts over several rounds.
    shoe_lasts: bool

    @property
    def shoe(self) -> Shoe | None:
        """What a full shoe has; None for an endless one."""

    def open(self) -> S:
        """The state before the first event."""

    def awaits(self, state: S) -> Awaited:
        """What the table waits for; `Over` once the round is."""

    def apply(self, state: S, event: Any) -> Step | Refused:
        """The step that `event` makes, or the clause that refuses it; `state` itself never changes."""

    def read(self, step: Mapping[str, object]) -> Any:
        """A step of a round script as an event of this game. Raises `Garbled`."""

    def show(self, state: S, viewer: Viewer) -> dict[str, object]:
        """What `viewer` may see, as values for JSON; a card hidden from that viewer is not in it."""

    def restore(self, then: S, now: S) -> Step:
        """Back to `then`, as a restorable misdeal asks: `now` says what has been dealt and paid since."""

    def silence(self, state: S) -> tuple[Any, ...]:
        """The events that a script's end stands for, where whoever was asked said nothing."""

    def settlement(self, state: S) -> dict[str, object]:
        """The `settlement/1` of the round as it stands, without format and id."""

    def lines(self, state: S) -> tuple[Line, ...]:
        """The lines in force, in the order in which they were settled."""

    def ways(self, state: S) -> tuple[Way, ...]:
        """The remedies of a misdeal that the rules allow now."""

    def ways_of_card(self, state: S, to: To, card: Card | None) -> tuple[Way, ...]:
        """The remedies that name a card: one at `to` that went wrong or was seen (see the class)."""

    def lies(self, state: S, to: To) -> Lies:
        """How the cards of a place have to lie now."""

    def on_table(self, state: S) -> dict[str, tuple[Card, ...]]:
        """The cards that lie face up, by box."""

    def follow(self, header: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
        """Options and parties that the next round's header begins with, from this one's and what it settled."""

    def change(self, parties: Sequence[Mapping[str, Any]], change: Change) -> list[dict[str, Any]] | Refused:
        """The parties after somebody came, bought in or left between two rounds, or why that can't be."""


@runtime_checkable
class OutOfTurn(Protocol):
    """What a game gives besides in which an act out of turn comes due later, within somebody else's step."""

    def came_due(self, before: Any, after: Any) -> tuple[Line, ...]:
        """What such acts moved between two states, as lines that only a recall tells: no settlement has them."""
        ...


@runtime_checkable
class OfAccounts(Protocol):
    """What a game of accounts gives besides: their own views, whose an order is, and how long betting lasts (X3.1)."""

    accounts: tuple[str, ...]
    #: How long a betting round lasts, in seconds, and whether the dealer may close it before.
    seconds: int
    early_close: bool

    def account_view(self, state: Any, account: str) -> dict[str, object]:
        """What an account may see of its own chips, orders and bets. Raises `KeyError` for one that is not here."""

    def owner(self, state: Any, order: str) -> str | None:
        """The account whose order this is, if anything of it is unmatched: only that one may cancel it."""
