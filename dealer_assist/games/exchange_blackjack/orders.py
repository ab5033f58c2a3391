"""What an order must be to stand, and how it is taken back (X4.1–X4.4)."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_assist import ladder, orderbook
from dealer_assist.exposure import Order, Terms
from dealer_assist.game import Refused
from dealer_assist.games.exchange_blackjack.rules import Options
from dealer_assist.games.exchange_blackjack.selections import SELECTIONS
from dealer_assist.games.exchange_blackjack.state import State
from dealer_assist.games.exchange_blackjack.steps import Placed
from dealer_assist.money import amount, cents
from dealer_assist.orderbook import Market, Short


def place(
    state: State, placed: Placed, terms: Terms, options: Options, accounts: Mapping[str, int]
) -> Market | Refused:
    """The market with the order, matched as far as it goes; or the clause that refuses it, and what would be allowed.

    `accounts` are the numbers of the accounts by name.
    """
    if placed.account not in accounts:
        return Refused(None, f"no account {placed.account!r:.40} in this game; there are: {', '.join(accounts)}")
    if state.market.known.get(placed.order) is not None:
        return Refused(None, f"order {placed.order} has been placed before: give this one another name")
    selection = SELECTIONS.index(placed.selection)
    result = state.results[selection]
    if result is not None:
        return Refused("X3.5", f"{placed.selection} is settled ({result.outcome}) and takes no more orders")
    try:
        odds = ladder.price(placed.odds)
    except ladder.OffLadder as error:
        return Refused("X4.2", str(error))
    try:
        stake = cents(placed.stake)
    except ValueError as error:
        return Refused("X4.2", f"stake {error}")
    if stake < cents(options.least_stake):
        return Refused("X4.2", f"a stake of {placed.stake} is too small: the least is {options.least_stake}")
    order = Order(placed.order, accounts[placed.account], selection, placed.side, odds, stake, stake)
    market = orderbook.place(terms, state.market, order)
    return _short(placed, market, cents(options.least_stake)) if isinstance(market, Short) else market


def _short(placed: Placed, short: Short, least: int) -> Refused:
    allowed = f"the most at {placed.odds} is a stake of {amount(short.most)}"
    if short.most < least:
        allowed = f"that is too little for any order at {placed.odds}"
    return Refused(
        "X4.4",
        f"{placed.account} has {amount(short.free)} free, less than {placed.stake} at {placed.odds} "
        f"to {placed.side} can lose; {allowed}",
    )


def cancel(state: State, name: str, terms: Terms) -> Market | Refused:
    """The market without what is unmatched of an order."""
    order = orderbook.unmatched(state.market, name)
    if order is not None:
        return orderbook.cancel(terms, state.market, order)
    if state.market.known.get(name) is None:
        return Refused("X4.3", f"no order {name!r:.70} has been placed: only an order that stands can be cancelled")
    return Refused("X4.3", f"nothing of order {name} is unmatched any more: it was matched, cancelled or has lapsed")
