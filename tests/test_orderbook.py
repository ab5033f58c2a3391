"""The order book: what every sequence of orders must keep, and what price and time decide (X4.3–X4.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_assist import ladder, orderbook
from dealer_assist.exposure import Order, Outcome, Side, Terms
from dealer_assist.money import backer_gains
from dealer_assist.orderbook import Market, Short, Trade

calm = settings(max_examples=150, derandomize=True, deadline=None, database=None)

#: A selection that can end in a dead heat, and one that can't.
TERMS: Final = Terms((True, False))
OUTCOMES: Final[tuple[tuple[Outcome, ...], ...]] = (("win", "lose", "dead_heat"), ("win", "lose"))
CHIPS: Final = (10_000, 3_337, 100, 0)

prices = st.one_of(st.sampled_from([101, 150, 199, 200, 250, 350]), st.sampled_from(ladder.LADDER))
#: A cent is no stake that the rules let through, but what a partial match leaves over can be one.
stakes = st.one_of(st.integers(1, 4), st.integers(100, 5000))
places = st.tuples(st.integers(0, 3), st.integers(0, 1), st.sampled_from(["back", "lay"]), prices, stakes)
cancels = st.integers(0, 40)
settles = st.tuples(st.integers(0, 1), st.sampled_from(["win", "lose", "dead_heat", None]))
steps = st.lists(st.one_of(places, places, places, places, cancels, settles), max_size=40)
house_terms = st.builds(
    Terms,
    st.just(TERMS.dead_heats),
    st.sampled_from(["resting", "incoming"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["backer", "layer"]),
)


def order(name: str, account: int, selection: int, side: Side, odds: int, stake: int) -> Order:
    """An order of which nothing is matched."""
    return Order(name, account, selection, side, odds, stake, stake)


def placed(market: Market, *orders: Order, terms: Terms = TERMS) -> Market:
    """The market after orders that are covered."""
    for each in orders:
        made = orderbook.place(terms, market, each)
        assert isinstance(made, Market), made
        market = made
    return market


def trades(market: Market) -> list[tuple[str, str, int, int]]:
    """Matched bets: the back order, the lay order, odds and stake."""
    return [(trade.back, trade.lay, trade.odds, trade.stake) for trade in market.trades]


def standing(market: Market) -> list[Order]:
    """Every unmatched order."""
    return [each for book in market.books for side in (book.back, book.lay) for level in side for each in level.orders]


class Play:
    """A sequence of orders, cancellations and settlements, with what was placed and settled on the way."""

    def __init__(self, terms: Terms = TERMS, chips: tuple[int, ...] = CHIPS) -> None:
        self.terms = terms
        self.market = orderbook.opened(terms, chips)
        self.placed: dict[str, Order] = {}
        self.settled: dict[int, Outcome | None] = {}

    def play(self, steps: list[object]) -> Iterator[Market]:
        """Each market on the way; what the rules would refuse is left out."""
        for number, step in enumerate(steps):
            match step:
                case (account, selection, side, odds, stake) if selection not in self.settled:
                    self._place(order(f"o{number}", account, selection, side, odds, stake))
                case int(number):
                    self._cancel(f"o{number}")
                case (selection, outcome) if selection not in self.settled and outcome in (*OUTCOMES[selection], None):
                    self.market = orderbook.settle(orderbook.lapse(self.terms, self.market), selection, outcome)
                    self.settled[selection] = outcome
                case _:
                    continue
            yield self.market

    def _place(self, new: Order) -> None:
        made = orderbook.place(self.terms, self.market, new)
        if isinstance(made, Market):
            self.market = made
            self.placed[new.name] = new

    def _cancel(self, name: str) -> None:
        found = orderbook.unmatched(self.market, name)
        if found is not None:
            self.market = orderbook.cancel(self.terms, self.market, found)


def gains(play: Play, account: int, selection: int, outcome: Outcome | None) -> int:
    """What the matched bets of a selection give an account, from the bets themselves."""
    if outcome is None:
        return 0
    index = ("win", "lose", "dead_heat").index(outcome)
    total = 0
    for trade in play.market.trades:
        if trade.selection == selection:
            gain = backer_gains(trade.stake, trade.odds, play.terms.half_to)[index]
            total += gain * ((trade.backer == account) - (trade.layer == account))
    return total


@given(house_terms, steps)
@calm
def test_money_is_conserved_over_every_sequence(terms: Terms, steps: list[object]) -> None:
    """What is free, reserved and won sums to what was brought; each outcome moves chips and makes none."""
    play = Play(terms)
    for market in play.play(steps):
        accounts = market.accounts
        assert sum(account.settled for account in accounts) == 0
        assert sum(account.brought + account.settled for account in accounts) == sum(CHIPS)
        for selection in range(2):
            for outcome in OUTCOMES[selection]:
                assert sum(account.positions[selection].gain(outcome) for account in accounts) == 0
        for number, account in enumerate(accounts):
            assert account.settled == sum(gains(play, number, *settled) for settled in play.settled.items())


@given(house_terms, steps)
@calm
def test_no_account_can_lose_more_than_it_has_in_any_outcome(terms: Terms, steps: list[object]) -> None:
    """Over every combination of outcomes, counted from the matched bets; and nothing below 0 is ever free."""
    play = Play(terms)
    for market in play.play(steps):
        open_ones = [selection for selection in range(2) if selection not in play.settled]
        for number, account in enumerate(market.accounts):
            assert account.free(terms) >= 0
            has = account.brought + account.settled
            for outcomes in product(*(OUTCOMES[selection] for selection in open_ones)):
                ends = zip(open_ones, outcomes, strict=True)
                assert has + sum(gains(play, number, *end) for end in ends) >= 0


@given(steps)
@calm
def test_what_is_reserved_is_the_worst_loss_over_the_outcomes(steps: list[object]) -> None:
    """Counted anew from bets and orders: an unmatched order counts where it would lose, at its own odds (X4.4)."""
    play = Play()
    for market in play.play(steps):
        for number, account in enumerate(market.accounts):
            worst = [_worst(play, number, selection) for selection in range(2) if selection not in play.settled]
            assert account.reserved == sum(worst)


def _worst(play: Play, account: int, selection: int) -> int:
    losses = []
    for outcome in OUTCOMES[selection]:
        index = ("win", "lose", "dead_heat").index(outcome)
        gain = gains(play, account, selection, outcome)
        for each in standing(play.market):
            if (each.account, each.selection) == (account, selection):
                sign = 1 if each.side == "back" else -1
                gain += min(0, sign * backer_gains(each.left, each.odds)[index])
        losses.append(-gain)
    return max(0, *losses)


@given(house_terms, steps)
@calm
def test_no_stake_is_matched_twice(terms: Terms, steps: list[object]) -> None:
    """What of an order is matched and what stands is never more than its stake, and a bet has two different orders."""
    play = Play(terms)
    for market in play.play(steps):
        matched: Counter[str] = Counter()
        for trade in market.trades:
            assert trade.stake > 0
            assert trade.back != trade.lay
            assert terms.own_matched or trade.backer != trade.layer
            matched[trade.back] += trade.stake
            matched[trade.lay] += trade.stake
        for name, stake in matched.items():
            assert stake <= play.placed[name].stake
        for each in standing(market):
            assert each.left == each.stake - matched[each.name] > 0


@given(steps)
@calm
def test_the_book_stands_in_order_of_price_and_time(steps: list[object]) -> None:
    """Back orders from the lowest odds, lay orders from the highest, no price twice or empty, the oldest first."""
    play = Play()
    for market in play.play(steps):
        for book in market.books:
            backs, lays = ([level.odds for level in side] for side in (book.back, book.lay))
            assert backs == sorted(set(backs))
            assert lays == sorted(set(lays), reverse=True)
            for level in (*book.back, *book.lay):
                numbers = [int(each.name[1:]) for each in level.orders]
                assert numbers
                assert numbers == sorted(numbers)


class Plain:
    """Matching by the words of X4.3 alone: a list of orders, searched from end to end."""

    def __init__(self) -> None:
        self.orders: list[list[object]] = []
        self.trades: list[tuple[str, str, int, int]] = []

    def place(self, new: Order) -> None:
        """Match against the best price, the oldest first, whatever is not the account's own."""
        left, backs = new.stake, new.side == "back"
        while left:
            others = [
                (each, rest)
                for each, rest in self.orders
                if isinstance(each, Order)
                and rest
                and each.selection == new.selection
                and each.side != new.side
                and each.account != new.account
                and (each.odds >= new.odds if backs else each.odds <= new.odds)
            ]
            if not others:
                break
            best = (max if backs else min)(each.odds for each, _ in others)
            each, rest = next(other for other in others if other[0].odds == best)
            assert isinstance(rest, int)
            stake = min(left, rest)
            pair = (new.name, each.name) if backs else (each.name, new.name)
            self.trades.append((*pair, best, stake))
            next(entry for entry in self.orders if entry[0] is each)[1] = rest - stake
            left -= stake
        self.orders.append([new, left])


@given(st.lists(places, max_size=30))
@calm
def test_orders_match_by_price_then_time(orders: list[tuple[int, int, Side, int, int]]) -> None:
    """The same bets as by plain search, at the resting order's odds, for accounts with chips enough."""
    market, plain = orderbook.opened(TERMS, (10**12,) * 4), Plain()
    for number, each in enumerate(orders):
        new = order(f"o{number}", *each)
        market = placed(market, new)
        plain.place(new)
    assert trades(market) == plain.trades


@given(places, places, places)
@calm
def test_two_orders_at_once_match_one_stake_once(
    first: tuple[int, int, Side, int, int],
    one: tuple[int, int, Side, int, int],
    other: tuple[int, int, Side, int, int],
) -> None:
    """Whichever of two orders is taken first, the one that stands is matched for its stake at most."""
    rests = order("rests", *first)
    came = [order("one", *one), order("other", *other)]
    for pair in (came, came[::-1]):
        market = placed(orderbook.opened(TERMS, (10**12,) * 4), rests, *pair)
        bets = [trade for trade in market.trades if "rests" in (trade.back, trade.lay)]
        assert sum(trade.stake for trade in bets) <= rests.stake
        left = orderbook.unmatched(market, "rests")
        assert (left.left if left else 0) == rests.stake - sum(trade.stake for trade in bets)


def test_a_market_is_never_changed() -> None:
    """Two futures of one market know nothing of each other."""
    market = placed(orderbook.opened(TERMS, CHIPS), order("a", 0, 0, "back", 200, 1000))
    one = placed(market, order("b", 1, 0, "lay", 200, 400))
    other = placed(market, order("b", 1, 0, "lay", 200, 1000))
    assert trades(market) == []
    assert trades(one) == [("a", "b", 200, 400)]
    assert trades(other) == [("a", "b", 200, 1000)]
    assert [each.left for each in standing(one)] == [600]


def test_rounded_cents_never_take_more_than_an_account_has() -> None:
    """A lay of 1.00 at 1.5 whose half is all that its account has: cut into single cents it would lose a whole 1.00."""
    terms = Terms((True,))
    market = orderbook.opened(terms, (50, 10**6, 10**6))
    market = placed(market, order("lay", 0, 0, "lay", 150, 100), terms=terms)
    assert market.accounts[0].free(terms) == 0
    for number in range(100):
        market = placed(market, order(f"o{number}", 1, 0, "back", 150, 1), terms=terms)
    lost = -market.accounts[0].positions[0].gain("win")
    assert lost <= 50
    assert market.accounts[0].free(terms) >= 0
    # What it can't cover is passed over, and the other's orders stand as they would without it.
    assert len(standing(market)) == 100 - len(market.trades) + 1


def test_gains_and_losses_by_outcome() -> None:
    """10.00 at 3.5: the backer gains 25.00, loses 10.00, or gains 7.50 at a dead heat; the layer the opposite."""
    market = placed(
        orderbook.opened(TERMS, CHIPS), order("a", 0, 0, "back", 350, 1000), order("b", 1, 0, "lay", 350, 1000)
    )
    expected: dict[Outcome | None, int] = {"win": 2500, "lose": -1000, "dead_heat": 750, None: 0}
    for outcome, gain in expected.items():
        settled = orderbook.settle(market, 0, outcome)
        assert [account.settled for account in settled.accounts] == [gain, -gain, 0, 0]
        assert all(account.reserved == 0 for account in settled.accounts)


@pytest.mark.parametrize(("side", "most"), [("back", 3337), ("lay", 3337 * 2)])
def test_an_order_that_is_not_covered_names_the_most_that_would_be(side: Side, most: int) -> None:
    """33.37 free: a back of 33.37, a lay of twice that at 1.5; a cent more is refused, and nothing is reserved."""
    market = orderbook.opened(TERMS, CHIPS)
    short = orderbook.place(TERMS, market, order("a", 1, 0, side, 150, 20_000))
    assert short == Short(3337, most)
    assert isinstance(orderbook.place(TERMS, market, order("a", 1, 0, side, 150, most)), Market)
    assert isinstance(orderbook.place(TERMS, market, order("a", 1, 0, side, 150, most + 2)), Short)


def test_a_trade_names_whose_orders_met() -> None:
    """Backer and layer, whoever came first."""
    rests, comes = order("a", 0, 1, "lay", 200, 500), order("b", 1, 1, "back", 150, 300)
    market = placed(orderbook.opened(TERMS, CHIPS), rests, comes)
    assert list(market.trades) == [Trade(1, "b", "a", 1, 0, 200, 300)]
