"""How many orders the book matches a second of processor time, with many others standing (X4.3)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from dealer_assist import ladder, orderbook
from dealer_assist.exposure import Order, Side, Terms
from dealer_assist.games import catalogue
from dealer_assist.games.exchange_blackjack.selections import DEAD_HEATS
from dealer_assist.orderbook import Market, Short

ACCOUNTS: Final = 20
#: Cents that each account brings: more than the orders can lose.
CHIPS: Final = 10**13
#: Prices at which the standing orders are backed and laid.
BACKED: Final = ladder.LADDER[150:200]
LAID: Final = ladder.LADDER[50:100]


def matched(resting: int = 1000, orders: int = 20_000) -> float:
    """Orders a second that each match at once, on one selection where `resting` others stand."""
    random = Random(1)
    terms = Terms(DEAD_HEATS)
    market = orderbook.opened(terms, (CHIPS,) * ACCOUNTS)
    for order in _standing(resting, random):
        market = _placed(terms, market, order)
    coming = list(_coming(orders, random))
    began = time.process_time()
    for order in coming:
        market = _placed(terms, market, order)
    took = time.process_time() - began
    assert len(market.trades) >= orders
    return orders / took


def played(orders: int = 3000) -> float:
    """Order steps a second through the rules of the whole game, every second one matched."""
    accounts = [{"account": str(number), "chips": "10000000.00"} for number in range(ACCOUNTS)]
    game: Any = catalogue.make("exchange_blackjack", {}, accounts)
    steps = [
        {
            "order": f"o{number}",
            "account": str(number % ACCOUNTS),
            "selection": "player1",
            "side": "lay" if number % 2 else "back",
            "odds": "2.5",
            "stake": "10.00",
        }
        for number in range(orders)
    ]
    state = game.open()
    began = time.process_time()
    for step in steps:
        state = game.apply(state, game.read(step)).state
    return orders / (time.process_time() - began)


def _standing(resting: int, random: Random) -> Iterator[Order]:
    """Orders that do not meet, at a hundred prices, by half of the accounts, and larger than all that comes."""
    for number in range(resting):
        side: Side = "lay" if number % 2 else "back"
        odds = random.choice(LAID if number % 2 else BACKED)
        yield Order(f"standing {number}", random.randrange(ACCOUNTS // 2), 0, side, odds, 10**8, 10**8)


def _coming(orders: int, random: Random) -> Iterator[Order]:
    """Orders by the other half, each at a price that meets some that stand."""
    for number in range(orders):
        side: Side = "lay" if number % 2 else "back"
        odds, stake = BACKED[-1] if number % 2 else LAID[0], random.randrange(100, 10_000)
        account = ACCOUNTS // 2 + random.randrange(ACCOUNTS // 2)
        yield Order(f"coming {number}", account, 0, side, odds, stake, stake)


def _placed(terms: Terms, market: Market, order: Order) -> Market:
    made = orderbook.place(terms, market, order)
    assert not isinstance(made, Short)
    return made
