"""What a card settles, the lines of matched bets, commission, and a game that is void (X3.5, X3.6, X4.5–X4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dealer_assist import orderbook
from dealer_assist.exposure import Outcome, Terms
from dealer_assist.game import Line
from dealer_assist.games.exchange_blackjack.logic import Logic
from dealer_assist.games.exchange_blackjack.rules import Options
from dealer_assist.games.exchange_blackjack.selections import PLAYERS, SELECTIONS, certain, in_the_end
from dealer_assist.games.exchange_blackjack.state import Reason, Result, State
from dealer_assist.money import Multiple, backer_gains, commission
from dealer_assist.orderbook import Trade
from dealer_assist.trail import Trail

_OF_THE_LAYER: dict[Outcome, Outcome] = {"win": "lose", "lose": "win", "dead_heat": "dead_heat"}


def after_card(state: State, logic: Logic, options: Options, terms: Terms) -> State:
    """Every selection whose outcome has become certain is settled; with the last player's hand the game ends."""
    for selection, outcome in enumerate(certain(state.hands, logic, options)):
        if outcome is not None and state.results[selection] is None:
            state = _settled(state, selection, outcome, "X3.5", terms)
    if any(state.results[player] is None for player in PLAYERS):
        return state
    for selection, result in enumerate(state.results):
        if result is None:
            state = _settled(state, selection, in_the_end(state.hands, selection, options), "X3.6", terms)
    return _over(state, options)


def void(state: State, reason: Reason, options: Options, terms: Terms) -> State:
    """Unmatched orders lapse, matched bets on open selections are returned, settled ones stand (X4.8).

    At a house that returns all, what was settled is returned too.
    """
    market, lines = orderbook.lapse(terms, state.market), state.lines
    if options.void_returns == "all":
        market = orderbook.opened_again(market)
        lines = ()
        state = replace(state, results=(None,) * len(SELECTIONS))
    for selection, result in enumerate(state.results):
        if result is None:
            market = orderbook.settle(market, selection, None)
            lines += tuple(_lines(market.trades, selection, None, terms))
    return _over(replace(state, market=market, lines=lines, betting=False, void=reason), options)


def _settled(state: State, selection: int, outcome: Outcome, clause: str, terms: Terms) -> State:
    result = Result(outcome, state.steps, clause)
    return replace(
        state,
        market=orderbook.settle(state.market, selection, outcome),
        results=(*state.results[:selection], result, *state.results[selection + 1 :]),
        lines=state.lines + tuple(_lines(state.market.trades, selection, outcome, terms)),
    )


def _over(state: State, options: Options) -> State:
    per_cent = Multiple(options.commission)
    taken = tuple(
        commission(account.settled, per_cent, options.commission_rounding) for account in state.market.accounts
    )
    return replace(state, over=True, commission=taken)


def _lines(trades: Trail, selection: int, outcome: Outcome | None, terms: Terms) -> Iterator[Line]:
    """Two lines to each matched bet of the selection, the backer's and the layer's; None: it is returned.

    A layer's stake is his liability. His return is no multiple of it that decimals can write.
    """
    name = SELECTIONS[selection]
    for trade in trades:
        if trade.selection != selection:
            continue
        win, lose, dead_heat = backer_gains(trade.stake, trade.odds, terms.half_to)
        gain = {"win": win, "lose": lose, "dead_heat": dead_heat, None: 0}[outcome]
        clause = "X4.8" if outcome is None else "X4.5"
        backed = "void" if outcome is None else outcome
        laid = "void" if outcome is None else _OF_THE_LAYER[outcome]
        returned = _returned(trade, outcome)
        yield Line(trade.backer + 1, f"back.{name}", trade.stake, returned, trade.stake + gain, backed, clause)
        yield Line(trade.layer + 1, f"lay.{name}", win, None, win - gain, laid, clause)


def _returned(trade: Trade, outcome: Outcome | None) -> Multiple:
    """What the backer's stake returns, before rounding: his odds, half of them at a dead heat, nothing, or itself."""
    thousandths = {"win": 10 * trade.odds, "lose": 0, "dead_heat": 5 * trade.odds, None: 1000}[outcome]
    whole, places = divmod(thousandths, 1000)
    return Multiple(f"{whole}.{places:03}".rstrip("0").rstrip("."))
