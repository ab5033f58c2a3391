"""What an account can lose: orders, matched bets and their worst case over the outcomes of a selection (X4.4).

Stakes and chips are cents, odds hundredths, accounts and selections numbers from 0.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from dealer_assist.money import HalfTo, backer_gains

Side = Literal["back", "lay"]
#: What becomes of a selection (X4.5).
Outcome = Literal["win", "dead_heat", "lose"]


class Terms(msgspec.Struct, frozen=True):
    """How a house trades; `dead_heats` says for each selection whether it can end in one."""

    dead_heats: tuple[bool, ...]
    trade_at: Literal["resting", "incoming"] = "resting"
    rest_stands: bool = True
    own_matched: bool = False
    netting: bool = True
    gains_at_once: bool = True
    half_to: HalfTo = "backer"


class Order(msgspec.Struct, frozen=True, gc=False):
    """An order; `left` is what of its stake is unmatched. Account and selection by place, odds in hundredths, money in
    cents."""

    name: str
    account: int
    selection: int
    side: Side
    odds: int
    stake: int
    left: int


class Position(msgspec.Struct, frozen=True, gc=False):
    """What an account stands to gain on a selection by its outcome, matched; and what its unmatched orders could lose.

    `gross` sums what each order could lose by itself; `reserved` is what the position holds back of the chips. All in
    cents.
    """

    win: int = 0
    lose: int = 0
    dead_heat: int = 0
    open_win: int = 0
    open_lose: int = 0
    open_dead_heat: int = 0
    gross: int = 0
    reserved: int = 0

    def gain(self, outcome: Outcome) -> int:
        """What the matched bets give by this outcome."""
        return self.win if outcome == "win" else self.lose if outcome == "lose" else self.dead_heat


NOTHING: Final = Position()


class Account(msgspec.Struct, frozen=True):
    """An account: the chips that it `brought`, what it gained and lost on settled selections, what is reserved."""

    brought: int
    positions: tuple[Position, ...]
    gained: int = 0
    lost: int = 0
    reserved: int = 0

    @property
    def settled(self) -> int:
        """What the settled selections have given, below 0 what they have taken."""
        return self.gained - self.lost

    def free(self, terms: Terms) -> int:
        """The chips that may be staked now."""
        return self.brought - self.lost - self.reserved + (self.gained if terms.gains_at_once else 0)


def reopened(terms: Terms, account: Account, order: Order, was: int, now: int) -> Account:
    """The account once `now` cents of its order are unmatched and no longer `was`."""
    return _moved(terms, account, order, was, now, _NO_BET)


def matched(terms: Terms, account: Account, order: Order, left: int, stake: int, odds: int) -> Account:
    """The account once `stake` of the `left` cents of its order are matched at `odds`."""
    win, lose, dead_heat = backer_gains(stake, odds, terms.half_to)
    bet = (win, lose, dead_heat, stake) if order.side == "back" else (-win, -lose, -dead_heat, win)
    return _moved(terms, account, order, left, left - stake, bet)


#: By outcome (win, lose, dead heat), and the most that is lost by itself.
_Bet = tuple[int, int, int, int]
_NO_BET: Final[_Bet] = (0, 0, 0, 0)


def _could_lose(order: Order, stake: int, half_to: HalfTo) -> _Bet:
    """What an unmatched stake counts for: an outcome where it would lose, at its own odds."""
    if not stake:
        return _NO_BET
    win, _, dead_heat = backer_gains(stake, order.odds, half_to)
    if order.side == "back":
        return 0, -stake, min(dead_heat, 0), stake
    return -win, 0, min(-dead_heat, 0), win


def _moved(terms: Terms, account: Account, order: Order, was: int, now: int, bet: _Bet) -> Account:
    old = account.positions[order.selection]
    less, more = _could_lose(order, was, terms.half_to), _could_lose(order, now, terms.half_to)
    win, lose, dead_heat = old.win + bet[0], old.lose + bet[1], old.dead_heat + bet[2]
    open_win, open_lose = old.open_win - less[0] + more[0], old.open_lose - less[1] + more[1]
    open_dead_heat = old.open_dead_heat - less[2] + more[2]
    gross = old.gross - less[3] + more[3] + bet[3]
    if not terms.netting:
        reserved = gross
    elif terms.dead_heats[order.selection]:
        reserved = -min(win + open_win, lose + open_lose, dead_heat + open_dead_heat, 0)
    else:
        reserved = -min(win + open_win, lose + open_lose, 0)
    made = Position(win, lose, dead_heat, open_win, open_lose, open_dead_heat, gross, reserved)
    return _with(
        account, order.selection, made, account.gained, account.lost, account.reserved - old.reserved + reserved
    )


def _with(account: Account, selection: int, position: Position, gained: int, lost: int, reserved: int) -> Account:
    positions = (*account.positions[:selection], position, *account.positions[selection + 1 :])
    return Account(account.brought, positions, gained, lost, reserved)


def settled(account: Account, selection: int, outcome: Outcome | None) -> Account:
    """The account once a selection is settled; None returns its matched bets (X4.5, X4.8)."""
    position = account.positions[selection]
    gain = 0 if outcome is None else position.gain(outcome)
    gained, lost = account.gained + max(gain, 0), account.lost + max(-gain, 0)
    return _with(account, selection, NOTHING, gained, lost, account.reserved - position.reserved)


def most_stake(terms: Terms, account: Account, order: Order) -> int:
    """The largest stake at the order's odds that the account's chips cover, 0 if none."""
    covered, too_much = 0, order.left
    while too_much - covered > 1:
        stake = (covered + too_much) // 2
        if reopened(terms, account, order, 0, stake).free(terms) < 0:
            too_much = stake
        else:
            covered = stake
    return covered
