"""What the terminal of one account shows of a table: the market as everybody sees it, and what is the account's own."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dealer_assist.game import OfAccounts
from dealer_assist.money import amount, cents
from dealer_assist.session import Session
from dealer_assist.table import Table
from dealer_assist.table_view import awaits, time

JSON = dict[str, Any]


def views(table: Table) -> dict[str, JSON]:
    """The view of each account by its name; none in a game of seats."""
    session = table.session
    if not isinstance(session.game, OfAccounts):
        return {}
    shared = {
        "number": session.number,
        "table": table.file.name,
        "game": table.file.game,
        "round": session.round,
        "state": session.show("display"),
        "awaits": awaits(session.awaits),
        "time": time(table),
        "stopped": session.stopped is not None,
    }
    return {account: {**shared, "own": _own(session, session.game, account)} for account in session.game.accounts}


def _own(session: Session, game: OfAccounts, account: str) -> JSON:
    """The game's own view of the account, and what became of each order of it that was placed."""
    own: JSON = dict(game.account_view(session.point.state, account))
    unmatched = {order["order"]: cents(order["unmatched"]) for order in own["orders"]}
    matched: Counter[str] = Counter()
    for bet in own["matched"]:
        matched[bet["order"]] += cents(bet["stake"])
    cancelled = {step["cancel"] for step in session.steps if "cancel" in step}
    placed = [step for step in session.steps if "order" in step and step["account"] == account]
    return own | {"placed": [_placed(step, unmatched, matched, cancelled) for step in placed]}


def _placed(step: JSON, unmatched: dict[str, int], matched: Counter[str], cancelled: set[str]) -> JSON:
    name = step["order"]
    waits, bet = unmatched.get(name, 0), matched[name]
    gone = cents(step["stake"]) - waits - bet
    return {
        **step,
        "matched": amount(bet),
        "unmatched": amount(waits),
        "cancelled": amount(gone if name in cancelled else 0),
        "lapsed": amount(0 if name in cancelled else gone),
    }
