"""Main and side pots from what each seat has put in, and how rake and shares divide over them (O3, O5.6, O6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from dealer_assist import money
from dealer_assist.betting import positions


class Pot(msgspec.Struct, frozen=True):
    """A pot: its chips, and the positions of the seats still in that can win it (`eligible`)."""

    amount: int
    eligible: tuple[int, ...]


class Paid(msgspec.Struct, frozen=True):
    """A pot that was paid, in chips. `shares` go with `winners`; `rake` was taken from it, `house_adds` is what the
    house made up to pay alike."""

    amount: int
    rake: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[int, ...]
    house_adds: int


def form(
    put: Sequence[int], live: int, dead: int = 0, unmatched_joins: Literal["pot_below", "main_pot"] = "pot_below"
) -> tuple[Pot, ...]:
    """The pots, the main pot first, from the chips that each position put in, the uncalled bet taken back.

    Layers that the same seats can win are one pot. Dead chips are in the main pot; chips of folded seats above what
    any seat still in has matched join the pot below.
    """
    seats = positions(live)
    levels = sorted({put[seat] for seat in seats})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum([min(chips, level) - below for chips in put if chips > below])
        if not pots:
            amount += dead
        below = level
        if amount:
            pots.append(Pot(amount, tuple([seat for seat in seats if put[seat] >= level])))
    beyond = sum([chips - below for chips in put if chips > below])
    if beyond:
        if not pots:
            return (Pot(beyond, seats),)
        at = -1 if unmatched_joins == "pot_below" else 0
        pots[at] = Pot(pots[at].amount + beyond, pots[at].eligible)
    return tuple(pots)


def growing(put: Sequence[int], live: int, able: int, dead: int = 0) -> tuple[Pot, ...]:
    """The pots as they grow while a round is bet, its bets with them: parted at what each seat that is all-in has in.

    Whoever is still `able` to bet may match what is there, and so can win every pot (O5.6).
    """
    seats = positions(live)
    pots: list[Pot] = []
    below = 0
    for level in [*sorted({put[seat] for seat in seats if not able >> seat & 1}), max(put, default=0)]:
        amount = sum([min(chips, level) - below for chips in put if chips > below])
        eligible = tuple([seat for seat in seats if able >> seat & 1 or put[seat] >= level])
        if amount and eligible:
            pots.append(Pot(amount + (0 if pots else dead), eligible))
        elif amount and pots:  # of a seat that has folded, above what any other has in
            pots[-1] = Pot(pots[-1].amount + amount, pots[-1].eligible)
        below = max(below, level)
    return tuple(pots)


def pay(
    pots: Sequence[Pot],
    winners: Sequence[tuple[int, ...]],
    rake: int,
    odd: Literal["house", "one_each", "first"],
    sharing: Literal["largest_remainder", "main_pot_first"],
) -> tuple[Paid, ...]:
    """Each pot, less its part of the rake, to its winners; they stand clockwise from the button's left.

    `odd` says who has the chips that do not divide: the house makes them up, the winners in the worst position get
    one each, or the first of them gets all.
    """
    rakes = money.rake_parts(rake, [pot.amount for pot in pots], sharing)
    paid = []
    for pot, by, part in zip(pots, winners, rakes, strict=True):
        net = pot.amount - part
        if odd == "house":
            shares = (money.share_made_up(net, len(by)),) * len(by)
        else:
            shares = money.shares(net, len(by), all_to_first=odd == "first")
        paid.append(Paid(pot.amount, part, pot.eligible, by, shares, sum(shares) - net))
    return tuple(paid)
