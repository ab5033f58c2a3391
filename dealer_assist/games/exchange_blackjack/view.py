"""A game of Exchange Blackjack as people see it: screens, an account's own page, the settlement, words.

Every amount is text with two places, odds are in their shortest form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer_assist import ladder
from dealer_assist.exposure import Order, Position, Terms
from dealer_assist.game import Awaited, Deal, Line, Orders, Viewer
from dealer_assist.games.exchange_blackjack.logic import (
    BLACKJACK,
    BUST,
    FIVE_CARDS,
    Logic,
    dealer_draws,
    numbers,
    rank,
    total,
)
from dealer_assist.games.exchange_blackjack.rounds import draws
from dealer_assist.games.exchange_blackjack.rules import Options
from dealer_assist.games.exchange_blackjack.selections import DEAD_HEATS, DEALERS, PLACES, SELECTIONS
from dealer_assist.games.exchange_blackjack.state import State
from dealer_assist.money import amount
from dealer_assist.orderbook import Level, Trade

JSON = dict[str, Any]
#: Prices shown of each side of a selection.
BEST = 3
_STATUS = {BUST: "bust", BLACKJACK: "blackjack", FIVE_CARDS: "five_cards"}


def show(
    state: State, viewer: Viewer, awaited: Awaited, names: Sequence[str], options: Options, logic: Logic, terms: Terms
) -> JSON:
    """The game for a screen. Chips of accounts, and whose an order is, are for the dealer and the pit alone."""
    shown: JSON = {
        "game": "exchange_blackjack",
        "stage": "over" if state.over else "betting" if state.betting else "cards",
        "betting_round": state.round,
        "seconds": options.round_seconds,
        "early_close": options.early_close,
        "odds_for_players": options.odds_for_players,
        "prompt": _prompt(state, awaited),
        "hands": [_hand(state, place, logic) for place in range(len(PLACES))],
        "selections": _selections(state),
        "void": state.void,
    }
    if viewer == "display":
        return shown
    return shown | {
        "accounts": [
            {
                "account": name,
                "free": amount(_free(state, number, terms)),
                "reserved": amount(state.market.accounts[number].reserved),
            }
            for number, name in enumerate(names)
        ],
        "orders": [{"account": names[order.account], **_order(order)} for order in _standing(state)],
    }


def _prompt(state: State, awaited: Awaited) -> JSON:
    """What the dealer is to do: let people bet, give a place its `card`, or the `draw` that the logic table wants."""
    match awaited:
        case Orders(number=number):
            return {"act": "betting", "betting_round": number}
        case Deal(to=to):
            return {"act": "draw" if state.round == 2 else "card", "place": to}
        case _:
            return {"act": "over"}


def _hand(state: State, place: int, logic: Logic) -> JSON:
    low, ace, _ = numbers(state.hands[place])
    best = total(low, ace)
    return {
        "place": PLACES[place],
        "cards": [str(card) for card in state.hands[place]],
        "total": None if not state.hands[place] else f"soft {best}" if low < best < 21 else str(best),
        "status": _status(state, place, logic),
    }


def _status(state: State, place: int, logic: Logic) -> str:
    """`waiting` for the first two cards, `draws`, how its last card has left it, or `ended` before its last card."""
    low, ace, count = numbers(state.hands[place])
    if count < 2 or not state.hands[DEALERS]:
        return "ended" if state.over else "waiting"
    if dealer_draws(low, ace, count) if place == DEALERS else draws(state.hands, place, logic):
        return "ended" if state.over else "draws"
    return _STATUS.get(rank(low, ace, count), "stands")


def _selections(state: State) -> list[JSON]:
    """Each selection: open or settled, its best prices to back and to lay, and the price last matched."""
    last: dict[int, Trade] = {trade.selection: trade for trade in state.market.trades}
    return [
        {
            "selection": SELECTIONS[number],
            "outcome": None if result is None else result.outcome,
            "clause": None if result is None else result.clause,
            "open": result is None and not state.over,
            # Who backs takes what is laid, and the other way round.
            "to_back": _ladder(book.lay),
            "to_lay": _ladder(book.back),
            "last_matched": ladder.text(last[number].odds) if number in last else None,
        }
        for number, (book, result) in enumerate(zip(state.market.books, state.results, strict=True))
    ]


def _ladder(levels: Sequence[Level]) -> list[JSON]:
    return [
        {"odds": ladder.text(level.odds), "amount": amount(sum(order.left for order in level.orders))}
        for level in levels[:BEST]
    ]


def _standing(state: State) -> list[Order]:
    """Every unmatched order, selection by selection, the best price first."""
    levels = [level for book in state.market.books for level in (*book.back, *book.lay)]
    return [order for level in levels for order in level.orders]


def _order(order: Order) -> JSON:
    return {
        "order": order.name,
        "selection": SELECTIONS[order.selection],
        "side": order.side,
        "odds": ladder.text(order.odds),
        "stake": amount(order.stake),
        "unmatched": amount(order.left),
    }


def account_view(state: State, number: int, names: Sequence[str], terms: Terms) -> JSON:
    """What account `number` may see of its own: chips, unmatched orders, matched bets, exposure, lines.

    `exposure` gives for each selection with a bet or an order what its outcomes would bring: `matched` by the
    matched bets, `worst` with every unmatched order that would lose.
    """
    account = state.market.accounts[number]
    return {
        "account": names[number],
        "free": amount(_free(state, number, terms)),
        "reserved": amount(account.reserved),
        "settled": amount(account.settled),
        "commission": amount(state.commission[number] if state.over else 0),
        "orders": [_order(order) for order in _standing(state) if order.account == number],
        "matched": [bet for trade in state.market.trades for bet in _bets(trade, number)],
        "exposure": [
            _exposure(selection, position)
            for selection, position in enumerate(account.positions)
            if position != Position()
        ],
        "lines": _lines(state, number),
    }


def _bets(trade: Trade, number: int) -> list[JSON]:
    bet = {"selection": SELECTIONS[trade.selection], "odds": ladder.text(trade.odds), "stake": amount(trade.stake)}
    backed = [{"order": trade.back, "side": "back", **bet}] if trade.backer == number else []
    laid = [{"order": trade.lay, "side": "lay", **bet}] if trade.layer == number else []
    return backed + laid


def _exposure(selection: int, position: Position) -> JSON:
    matched = {"win": position.win, "lose": position.lose, "dead_heat": position.dead_heat}
    unmatched = {"win": position.open_win, "lose": position.open_lose, "dead_heat": position.open_dead_heat}
    outcomes = ("win", "lose", "dead_heat") if DEAD_HEATS[selection] else ("win", "lose")
    return {
        "selection": SELECTIONS[selection],
        "reserved": amount(position.reserved),
        "matched": {outcome: amount(matched[outcome]) for outcome in outcomes},
        "worst": {outcome: amount(matched[outcome] + unmatched[outcome]) for outcome in outcomes},
    }


def settlement(state: State, names: Sequence[str], terms: Terms) -> JSON:
    """The `settlement/1` of the game as it stands, without format and id (ROUND_SCRIPT).

    A selection that is not settled has no outcome; `void` says why a game was void.
    """
    settled: JSON = {
        "complete": state.over,
        "matches": [
            {"back": trade.back, "lay": trade.lay, "odds": ladder.text(trade.odds), "stake": amount(trade.stake)}
            for trade in state.market.trades
        ],
        "selections": [
            {
                "selection": name,
                "outcome": None if result is None else result.outcome,
                "settled_after": None if result is None else result.after,
            }
            for name, result in zip(SELECTIONS, state.results, strict=True)
        ],
        "accounts": [_account(state, number, names, terms) for number in range(len(names))],
        "betting_rounds": state.round,
        "commission": amount(sum(state.commission)),
    }
    return settled if state.void is None else settled | {"void": state.void}


def _account(state: State, number: int, names: Sequence[str], terms: Terms) -> JSON:
    account, free = state.market.accounts[number], _free(state, number, terms)
    row = {"account": names[number], "chips": amount(free), "lines": _lines(state, number)}
    if state.over:
        return row
    # Gains that this house lets nobody stake before the game is over.
    held = account.brought + account.settled - account.reserved - free
    return row | {"reserved": amount(account.reserved)} | ({"held": amount(held)} if held else {})


def _free(state: State, number: int, terms: Terms) -> int:
    """The chips that are free; all that the account has, less commission, once the game is over."""
    account = state.market.accounts[number]
    return account.brought + account.settled - state.commission[number] if state.over else account.free(terms)


def _lines(state: State, number: int) -> list[JSON]:
    return [_line(line) for line in state.lines if line.seat == number + 1]


def _line(line: Line) -> JSON:
    """A line as an account reads it: its amounts are text."""
    return line.body() | {"stake": amount(line.stake), "paid": amount(line.paid)}


def waiting(awaited: Awaited) -> str:
    """What the table waits for, as the second half of a refusal."""
    match awaited:
        case Deal(to=to):
            return f"the next card is for {to}"
        case Orders(number=number):
            return f"betting round {number} is open"
        case _:
            return "the game is over"
