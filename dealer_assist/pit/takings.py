"""The money of a closed round, in cents: what was staked, what came back, what the house kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealer_assist.money import settled as cents


def sums(settled: Mapping[str, Any]) -> tuple[int, int, int]:
    """Staked, paid back and kept by the house, in cents, of the settlement of a round of any game.

    Triple says what the house won or lost, and a joker's bonus (T7.1) is paid on no stake of its own: what was staked
    is what came back and what the house kept. In Omaha the house keeps rake and penalties, less what it adds; in
    Exchange Blackjack its commission, of what was matched.
    """
    parties = settled.get("seats", settled.get("accounts", ()))
    paid = sum(cents(line["paid"]) for party in parties for line in party["lines"])
    if "house" in settled:
        hold = cents(settled["house"])
        return hold + paid, paid, hold
    if "pots" in settled:
        penalties = sum(map(cents, settled.get("penalties", {}).values()))
        hold = cents(settled["rake"]) - cents(settled["house_adds"]) + penalties
        return sum(cents(pot["amount"]) for pot in settled["pots"]), paid, hold
    matched = sum(cents(match["stake"]) for match in settled.get("matches", ()))
    return matched, paid, cents(settled.get("commission", 0))
