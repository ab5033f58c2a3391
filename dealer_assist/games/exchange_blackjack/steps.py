"""Steps of an Exchange Blackjack script as events: every key known, every value of its type (ROUND_SCRIPT)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from dealer_assist import step_forms
from dealer_assist.cards import parse
from dealer_assist.exposure import Side
from dealer_assist.game import Dealt, Garbled
from dealer_assist.games.exchange_blackjack.selections import Place, Selection
from dealer_assist.games.exchange_blackjack.state import Reason

#: What an order or an account is called: one line.
Name = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]+\Z")]

NO_WAY_BACK: Final = "a misdeal does not go back in this game: it is void, bets on settled selections stand"


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as it was written; odds and stake are read by the rules."""

    order: Name
    account: str
    selection: Selection
    side: Side
    odds: str
    stake: str


class Cancelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The unmatched rest of an order is taken back."""

    cancel: str


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The betting round ends: its time has run out, or the dealer closes it early."""

    close: Literal["betting"]


class Voided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card was misdealt: the game is void."""

    misdeal: Literal["void"]
    reason: Reason = ""


class _Card(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    to: Place


Event = Placed | Cancelled | Closed | Voided | Dealt

_KINDS: Final[dict[str, type[Placed] | type[Cancelled] | type[Closed] | type[Voided]]] = {
    "order": Placed,
    "cancel": Cancelled,
    "close": Closed,
    "misdeal": Voided,
}


def read(step: object) -> Event:
    """The event that `step` writes. Raises `Garbled` with what is wrong."""
    return step_forms.read(step, _read)


def _read(step: dict[Any, object]) -> Event:
    if step.get("misdeal") == "restorable":
        raise Garbled(NO_WAY_BACK, "X4.8")
    if "card" in step:
        card = msgspec.convert(step, _Card)
        return Dealt(parse(card.card), card.to)
    for key, kind in _KINDS.items():
        if key in step:
            return msgspec.convert(step, kind)
    keys = step_forms.keys(step)
    raise Garbled(f"no step of Exchange Blackjack has {keys}: write order, cancel, close, card or misdeal")
