"""Orders as people send them: who may, under which name, and what ends the betting (X3.1, X4.1)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from dealer_assist.betting_time import BettingTime
from dealer_assist.changes import JSON, By
from dealer_assist.findings import STOPPED
from dealer_assist.game import OfAccounts, Orders, Refused
from dealer_assist.session import Session

_Text = Annotated[str, msgspec.Meta(max_length=64)]

NO_MARKET = "no orders are placed in this game"


class OrderIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as a screen sends it; its name is given here, and the rules read the rest."""

    account: _Text
    selection: _Text
    side: _Text
    odds: _Text
    stake: _Text


def order(session: Session, wanted: OrderIn, only: str, by: By) -> Refused | None:
    """Place an order, named by its number in the game. `only`: the account whose own terminal sent it, if one did."""
    refused = _open(session)
    if refused is not None:
        return refused
    if only and wanted.account != only:
        return Refused(None, f"this terminal places orders of {only} only")
    step: JSON = {"order": _name(session), **msgspec.to_builtins(wanted)}
    taken = session.take(step, by)
    return taken if isinstance(taken, Refused) else None


def cancel(session: Session, name: str, only: str, by: By) -> Refused | None:
    """Take back what is unmatched of an order. A terminal learns nothing of the orders of others."""
    refused = _open(session)
    if refused is not None:
        return refused
    game = session.game
    if only and isinstance(game, OfAccounts) and game.owner(session.point.state, name) != only:
        return Refused("X4.3", f"nothing of an order {name!r:.40} of yours is unmatched: there is nothing to cancel")
    taken = session.take({"cancel": name}, by)
    return taken if isinstance(taken, Refused) else None


def close(session: Session, by: By) -> None:
    """The time of the betting round that is open is over."""
    if session.stopped is None and isinstance(session.awaits, Orders):
        session.take({"close": "betting"}, by)


def may_close(session: Session) -> Refused | None:
    """Why the dealer can't close the betting now; None if they can."""
    if isinstance(session.game, OfAccounts) and not session.game.early_close:
        return Refused("X3.1", "betting is not closed early at this house: it closes when its time is over")
    return None


def hold(session: Session, time: BettingTime, is_held: bool, by: By) -> Refused | None:
    """The dealer holds the time of betting, or lets it run."""
    if not isinstance(session.game, OfAccounts):
        return Refused(None, NO_MARKET)
    time.is_held = is_held
    session.note("time", {"runs": not is_held}, by)
    return None


def _open(session: Session) -> Refused | None:
    if not isinstance(session.game, OfAccounts):
        return Refused(None, NO_MARKET)
    return None if session.stopped is None else STOPPED


def _name(session: Session) -> str:
    """The next number that no order of this game has."""
    known = {step["order"] for step in session.steps if "order" in step}
    number = len(known) + 1
    while str(number) in known:
        number += 1
    return str(number)
