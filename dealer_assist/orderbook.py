"""Back and lay orders on several selections: what they reserve, how they match, what becomes of them (X4).

Stakes and chips are cents, odds hundredths (`ladder`), accounts and selections numbers from 0. Every value is
frozen: `place` and the others give a new `Market`, and share with the old one what has not changed.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec
from msgspec.structs import replace

from dealer_assist.exposure import NOTHING, Account, Order, Outcome, Terms, matched, most_stake, reopened, settled
from dealer_assist.trail import Known, Trail


class Trade(msgspec.Struct, frozen=True, gc=False):
    """A matched bet: the two orders by name, and whose they are; `selection`, `backer` and `layer` are places in the
    market's, `odds` hundredths, `stake` cents."""

    selection: int
    back: str
    lay: str
    backer: int
    layer: int
    odds: int
    stake: int


class Level(msgspec.Struct, frozen=True):
    """The orders that stand at one price (hundredths), the oldest first."""

    odds: int
    orders: tuple[Order, ...]


class Book(msgspec.Struct, frozen=True):
    """The unmatched orders of a selection: back orders with the lowest odds first, lay orders with the highest."""

    back: tuple[Level, ...] = ()
    lay: tuple[Level, ...] = ()


class Market(msgspec.Struct, frozen=True):
    """All selections' books, all accounts, the matched bets in the order of trading, every order's place by name."""

    books: tuple[Book, ...]
    accounts: tuple[Account, ...]
    trades: Trail = Trail()
    known: Known = Known()


class Short(msgspec.Struct, frozen=True):
    """An order that the account's chips do not cover: what is free, and the most that could be staked at its odds."""

    free: int
    most: int


def opened(terms: Terms, chips: tuple[int, ...]) -> Market:
    """A market without orders, for accounts that bring `chips`."""
    selections = len(terms.dead_heats)
    accounts = tuple(Account(brought, (NOTHING,) * selections) for brought in chips)
    return Market((Book(),) * selections, accounts)


def place(terms: Terms, market: Market, order: Order) -> Market | Short:
    """The order reserves its worst loss before it is matched; then it trades, and its rest stands (X4.3, X4.4)."""
    account = reopened(terms, market.accounts[order.account], order, 0, order.left)
    if account.free(terms) < 0:
        return Short(
            market.accounts[order.account].free(terms), most_stake(terms, market.accounts[order.account], order)
        )
    floor = _Floor(terms, list(market.accounts), market.trades)
    floor.accounts[order.account] = account
    book = market.books[order.selection]
    against, left = floor.match(order, book.lay if order.side == "back" else book.back)
    own = book.back if order.side == "back" else book.lay
    if left and (terms.rest_stands or left == order.left):
        own = _standing(own, order if left == order.left else replace(order, left=left))
    elif left:
        floor.accounts[order.account] = reopened(terms, floor.accounts[order.account], order, left, 0)
    made = Book(own, against) if order.side == "back" else Book(against, own)
    books = list(market.books)
    books[order.selection] = made
    known = market.known.put(order.name, (order.selection, order.side, order.odds))
    return Market(tuple(books), tuple(floor.accounts), floor.trades, known)


def unmatched(market: Market, name: str) -> Order | None:
    """The order of that name as far as it is unmatched; None if nothing of it stands."""
    place = market.known.get(name)
    if place is None:
        return None
    selection, side, odds = place
    levels = market.books[selection].back if side == "back" else market.books[selection].lay
    orders = next((level.orders for level in levels if level.odds == odds), ())
    return next((order for order in orders if order.name == name), None)


def cancel(terms: Terms, market: Market, order: Order) -> Market:
    """Without the unmatched rest of `order`, as `unmatched` gives it."""
    accounts, books = list(market.accounts), list(market.books)
    accounts[order.account] = reopened(terms, accounts[order.account], order, order.left, 0)
    book = books[order.selection]
    if order.side == "back":
        books[order.selection] = Book(_without(book.back, order), book.lay)
    else:
        books[order.selection] = Book(book.back, _without(book.lay, order))
    return replace(market, accounts=tuple(accounts), books=tuple(books))


def lapse(terms: Terms, market: Market) -> Market:
    """At the end of a betting round every unmatched order is cancelled (X3.1)."""
    accounts = list(market.accounts)
    for book in market.books:
        for level in (*book.back, *book.lay):
            for order in level.orders:
                accounts[order.account] = reopened(terms, accounts[order.account], order, order.left, 0)
    return replace(market, accounts=tuple(accounts), books=(Book(),) * len(market.books))


def settle(market: Market, selection: int, outcome: Outcome | None) -> Market:
    """A selection that has no unmatched orders is settled; None returns its matched bets (X4.5, X4.8)."""
    accounts = tuple(settled(account, selection, outcome) for account in market.accounts)
    return replace(market, accounts=accounts)


def opened_again(market: Market) -> Market:
    """What was settled is undone: every account has what it brought, and nothing is matched any more (X4.8)."""
    accounts = tuple(Account(account.brought, (NOTHING,) * len(market.books)) for account in market.accounts)
    return replace(market, accounts=accounts)


class _Floor:
    """The accounts and matched bets while one order is matched."""

    def __init__(self, terms: Terms, accounts: list[Account], trades: Trail) -> None:
        self.accounts, self.trades = accounts, trades
        self._terms = terms

    def match(self, order: Order, levels: tuple[Level, ...]) -> tuple[tuple[Level, ...], int]:
        """Trade `order` with `levels`, the best price first; gives what stands of them, and what is left of it."""
        left = order.left
        kept: list[Level] = []
        for number, level in enumerate(levels):
            if not left or (level.odds < order.odds if order.side == "back" else level.odds > order.odds):
                return (*kept, *levels[number:]), left
            orders, left = self._match_level(order, level.orders, left)
            if orders:
                kept.append(Level(level.odds, orders))
        return tuple(kept), left

    def _match_level(self, order: Order, resting: tuple[Order, ...], left: int) -> tuple[tuple[Order, ...], int]:
        kept: list[Order] = []
        for number, other in enumerate(resting):
            if not left:
                return (*kept, *resting[number:]), left
            stake = min(left, other.left)
            if (other.account == order.account and not self._terms.own_matched) or not self._trade(
                order, left, other, stake
            ):
                kept.append(other)
                continue
            left -= stake
            if other.left > stake:
                rest = replace(other, left=other.left - stake)
                if self._terms.rest_stands:
                    kept.append(rest)
                else:
                    self._put(reopened(self._terms, self.accounts[rest.account], rest, rest.left, 0), rest.account)
        return tuple(kept), left

    def _trade(self, order: Order, left: int, other: Order, stake: int) -> bool:
        """Match `stake` of the two; not where a rounded cent would take more than one of the accounts has."""
        terms = self._terms
        odds = other.odds if terms.trade_at == "resting" else order.odds
        before = self.accounts[order.account], self.accounts[other.account]
        for one, rest in ((order, left), (other, other.left)):
            account = matched(terms, self.accounts[one.account], one, rest, stake, odds)
            self._put(account, one.account)
        if any(self.accounts[one.account].free(terms) < 0 for one in (order, other)):
            self._put(before[0], order.account)
            self._put(before[1], other.account)
            return False
        back, lay = (order, other) if order.side == "back" else (other, order)
        self.trades = self.trades.add(
            Trade(order.selection, back.name, lay.name, back.account, lay.account, odds, stake)
        )
        return True

    def _put(self, account: Account, number: int) -> None:
        self.accounts[number] = account


def _standing(levels: tuple[Level, ...], order: Order) -> tuple[Level, ...]:
    """With `order` behind those of its price."""
    index = _index(levels, order)
    if index < len(levels) and levels[index].odds == order.odds:
        return (*levels[:index], Level(order.odds, (*levels[index].orders, order)), *levels[index + 1 :])
    return (*levels[:index], Level(order.odds, (order,)), *levels[index:])


def _without(levels: tuple[Level, ...], order: Order) -> tuple[Level, ...]:
    index = _index(levels, order)
    orders = tuple([other for other in levels[index].orders if other.name != order.name])
    kept = (Level(order.odds, orders),) if orders else ()
    return (*levels[:index], *kept, *levels[index + 1 :])


def _index(levels: tuple[Level, ...], order: Order) -> int:
    """Where the order's price stands among `levels`, or would."""
    sign = 1 if order.side == "back" else -1
    return bisect_left(levels, sign * order.odds, key=lambda level: sign * level.odds)
