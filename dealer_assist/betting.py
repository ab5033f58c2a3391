"""One betting round of a poker game: who is to act, what is legal, what an act moves (O1.4, O4.5, O4.6, O5).

Seats are positions 0, 1, … clockwise from the button's left; sets of them are bit masks (`1 << position`).
Amounts are whole chips. A `Betting` is frozen; each act makes the next one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from dealer_assist.game import Refused

Limit = Literal["pot_limit", "no_limit", "fixed_limit"]

#: Nobody: the position of a turn or an aggressor that there is not.
NOBODY: Final = -1
#: The level at which a seat last acted, for one that has not acted in this round.
NOT_YET: Final = -1


class Stakes(msgspec.Struct, frozen=True):
    """What a betting structure allows. In fixed limit there is one bet, of so many chips as the big blind, `late_bet`
    times that from the turn on, and `most_raises` raises a round (O1.4)."""

    limit: Limit
    big_blind: int
    most_raises: int = 3
    late_bet: int = 2
    short_all_ins: Literal["add_up", "never"] = "add_up"
    short_sets_increment: bool = False
    raise_against_all_in: bool = False
    least_raise: Literal["increment", "big_blind"] = "increment"
    keeps_aggressor: bool = False

    def unit(self, street: int) -> int:
        """The least bet of a street (0 before the flop … 3 river); in fixed limit the only one (O1.4, O5.1)."""
        return self.big_blind * (self.late_bet if street >= 2 and self.limit == "fixed_limit" else 1)


class Betting(msgspec.Struct, frozen=True, gc=False):
    """A betting round at any moment, and what the hand has put in so far.

    By position: `chips` behind, `put` live in the whole hand, `bets` in this round, `acted` the level at which the
    seat last acted in it. `live` are the seats still in, `able` those of them with chips. `current` is the bet to
    match, `increment` the last full bet or raise, `full` the total that it made, `raised` how many there were,
    `aggressor` who made the last bet or raise. `middle` is every chip on the table, dead ones included.
    """

    chips: tuple[int, ...]
    put: tuple[int, ...]
    bets: tuple[int, ...]
    acted: tuple[int, ...]
    live: int
    able: int
    current: int
    increment: int
    full: int
    raised: int
    turn: int
    aggressor: int
    middle: int
    street: int


class Legal(msgspec.Struct, frozen=True):
    """What a seat may do beside folding. `call` is cut to the stack; `totals` the least and the most to make."""

    call: int
    totals: tuple[int, int] | None
    opens: bool

    @property
    def bet(self) -> tuple[int, int] | None:
        """The totals of a first bet."""
        return self.totals if self.opens else None

    @property
    def raises(self) -> tuple[int, int] | None:
        """The totals of a raise, declared as the total made."""
        return None if self.opens else self.totals


@lru_cache(maxsize=1024)
def positions(seats: int) -> tuple[int, ...]:
    """The positions in a set of seats, clockwise from the button's left."""
    return tuple([seat for seat in range(seats.bit_length()) if seats >> seat & 1])


def to_call(betting: Betting, seat: int) -> int:
    """The chips that `seat` needs to call, cut to its stack."""
    return min(max(betting.current - betting.bets[seat], 0), betting.chips[seat])


def legal(betting: Betting, seat: int, stakes: Stakes) -> Legal:
    """What `seat` may do at its turn."""
    return Legal(to_call(betting, seat), totals(betting, seat, stakes), betting.current == 0)


def totals(betting: Betting, seat: int, stakes: Stakes) -> tuple[int, int] | None:
    """The least and the most that `seat` may make by a bet or raise, cut to its stack; None where it may not."""
    stack = betting.bets[seat] + betting.chips[seat]
    current = betting.current
    if stack <= current or not is_open_to(betting, seat, stakes):
        return None
    if stakes.limit == "fixed_limit" or stakes.least_raise == "big_blind":
        least = current + stakes.unit(betting.street)
    else:
        least = current + betting.increment
    # Chips put out by an act out of turn stay: nothing less can be made (O7.2).
    least = max(least, betting.bets[seat])
    if stack <= least:
        return stack, stack
    if stakes.limit == "no_limit":
        return least, stack
    if stakes.limit == "fixed_limit":
        return least, least
    return least, max(least, min(stack, pot_total(betting, seat)))


def pot_total(betting: Betting, seat: int) -> int:
    """The pot-limit maximum: the last total and everything on the table counted after a call (O5.3)."""
    return betting.current + betting.middle + max(betting.current - betting.bets[seat], 0)


def is_open_to(betting: Betting, seat: int, stakes: Stakes) -> bool:
    """Whether the betting is open to `seat`: short all-ins reopen it only in sum, a cap closes it (O1.4, O5.6)."""
    if not stakes.raise_against_all_in and not is_anyone_to_raise(betting, seat):
        return False
    if stakes.limit == "fixed_limit" and betting.raised > stakes.most_raises:
        return False
    acted = betting.acted[seat]
    if acted == NOT_YET:
        return True
    if stakes.short_all_ins == "never":
        return betting.full > acted
    return betting.current - acted >= betting.increment


def is_anyone_to_raise(betting: Betting, seat: int) -> bool:
    """Whether another seat still in could call more: not if all are all-in, by what they have put in or face (O5.6)."""
    bets, chips, current, able = betting.bets, betting.chips, betting.current, betting.able & ~(1 << seat)
    while able:
        other = (able & -able).bit_length() - 1
        if bets[other] + chips[other] > current:
            return True
        able &= able - 1
    return False


def why_closed(betting: Betting, seat: int, stakes: Stakes) -> Refused:
    """Why `seat` may not bet or raise, for a seat whose `totals` are None."""
    if betting.bets[seat] + betting.chips[seat] <= betting.current:
        return Refused("O5.6", "its chips do not exceed the bet: it may call all-in or fold")
    if not stakes.raise_against_all_in and not is_anyone_to_raise(betting, seat):
        return Refused("O5.6", "all others still in are all-in or can't call more: it may call or fold")
    if stakes.limit == "fixed_limit" and betting.raised > stakes.most_raises:
        return Refused("O1.4", f"one bet and {stakes.most_raises} raises have been made in this round")
    return Refused("O5.6", "an all-in below a full raise does not reopen the betting: it may call or fold")


def moves(betting: Betting, seat: int, total: int, stakes: Stakes) -> Betting:
    """`seat` makes `total` in this round by a check, call, bet or raise; the turn passes on.

    A total above the bet to match makes it the bet to match; it must be one of `totals`.
    """
    chips, bets, put, acted = betting.chips, betting.bets, betting.put, betting.acted
    more = total - bets[seat]
    current, increment, full, raised = betting.current, betting.increment, betting.full, betting.raised
    aggressor = betting.aggressor
    if total > current:
        risen = total - current
        if risen >= (increment if stakes.limit != "fixed_limit" else stakes.unit(betting.street)):
            increment, full, raised = risen, total, raised + 1
        elif stakes.short_sets_increment:
            increment = risen
        current, aggressor = total, seat
    after = seat + 1
    able = betting.able
    if more:
        left = chips[seat] - more
        if not left:
            able &= ~(1 << seat)
        chips = (*chips[:seat], left, *chips[after:])
        bets = (*bets[:seat], total, *bets[after:])
        put = (*put[:seat], put[seat] + more, *put[after:])
    acted = (*acted[:seat], current, *acted[after:])
    return Betting(
        chips,
        put,
        bets,
        acted,
        betting.live,
        able,
        current,
        increment,
        full,
        raised,
        next_turn(chips, bets, acted, able, current, seat),
        aggressor,
        betting.middle + more,
        betting.street,
    )


def folds(betting: Betting, seat: int) -> Betting:
    """`seat` is out; what it put in stays in (O5.5). The turn passes on if it was this seat's."""
    out = ~(1 << seat)
    able = betting.able & out
    turn = betting.turn
    if turn == seat or not able & able - 1:
        start = seat if turn == seat else turn - 1
        if turn != NOBODY:
            turn = next_turn(betting.chips, betting.bets, betting.acted, able, betting.current, start)
    return Betting(
        betting.chips,
        betting.put,
        betting.bets,
        betting.acted,
        betting.live & out,
        able,
        betting.current,
        betting.increment,
        betting.full,
        betting.raised,
        turn,
        betting.aggressor,
        betting.middle,
        betting.street,
    )


def next_turn(
    chips: tuple[int, ...], bets: tuple[int, ...], acted: tuple[int, ...], able: int, current: int, after: int
) -> int:
    """Who acts after position `after`: the next with chips that has not acted or does not match the bet.

    Who is alone with chips and has nothing to call keeps the option if others, now folded, could have raised (O4.5).
    """
    if not able:
        return NOBODY
    seats = len(bets)
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if able >> seat & 1 and (bets[seat] < current or acted[seat] == NOT_YET):
            if bets[seat] < current or able & able - 1:
                return seat
            others = [bet + held for other, (bet, held) in enumerate(zip(bets, chips, strict=True)) if other != seat]
            return seat if max(others) > current else NOBODY
    return NOBODY


def uncalled(betting: Betting) -> tuple[int, int] | None:
    """The seat whose bet nobody has matched, and the part beyond the next one, for it to go back (O5.6)."""
    most = max(betting.bets)
    seat = betting.bets.index(most)
    if betting.bets.count(most) > 1 or not betting.live >> seat & 1:
        return None
    return seat, most - max([bet for bet in betting.bets if bet != most], default=0)


def returns(betting: Betting, seat: int, amount: int) -> Betting:
    """`amount` of what `seat` put in goes back to it; whoever was all-in with it stays so, and has to open (O6.2)."""
    after = seat + 1
    return msgspec.structs.replace(
        betting,
        chips=(*betting.chips[:seat], betting.chips[seat] + amount, *betting.chips[after:]),
        put=(*betting.put[:seat], betting.put[seat] - amount, *betting.put[after:]),
        bets=(*betting.bets[:seat], betting.bets[seat] - amount, *betting.bets[after:]),
        middle=betting.middle - amount,
    )


def opens(betting: Betting, street: int, stakes: Stakes) -> Betting:
    """The betting round of the next street: nobody has bet; the first from the button's left with chips acts."""
    seats = len(betting.chips)
    able = betting.able
    turn = (able & -able).bit_length() - 1 if able & able - 1 else NOBODY
    return Betting(
        betting.chips,
        betting.put,
        (0,) * seats,
        (NOT_YET,) * seats,
        betting.live,
        able,
        0,
        stakes.unit(street),
        0,
        0,
        turn,
        betting.aggressor if turn == NOBODY or stakes.keeps_aggressor else NOBODY,
        betting.middle,
        street,
    )
