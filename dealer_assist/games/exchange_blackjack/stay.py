"""From one game to the next: accounts keep their chips, are opened, bring more, and leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealer_assist.game import Change, Refused
from dealer_assist.money import amount, cents

JSON = dict[str, Any]


def follow(settled: Sequence[Mapping[str, Any]]) -> list[JSON]:
    """The accounts of the next game, with the chips that this one has left them."""
    return [{"account": row["account"], "chips": row["chips"]} for row in settled]


def change(accounts: Sequence[Mapping[str, Any]], wanted: Change) -> list[JSON] | Refused:
    """The accounts after one was opened, has bought in or left between two games; or why that can't be."""
    held = {account["account"]: cents(account["chips"]) for account in accounts}
    name = wanted.who
    if not isinstance(name, str):
        return Refused(None, f"account {name!r}: an account has a name")
    if (wanted.do == "sit") == (name in held):
        there = f"there is an account {name!r:.40} already" if name in held else f"no account {name!r:.40} in this game"
        return Refused(None, f"{there}; there are: {', '.join(held)}")
    if wanted.do == "leave":
        del held[name]
        if not held:
            return Refused(None, f"{name} is the last account: a game needs at least one")
    else:
        try:
            brought = cents(str(wanted.chips))
        except ValueError as error:
            return Refused("X4.4", f"chips {error}")
        if brought == 0:
            return Refused("X4.4", "bring more than 0.00 chips")
        held[name] = held.get(name, 0) + brought
    return [{"account": account, "chips": amount(chips)} for account, chips in held.items()]
