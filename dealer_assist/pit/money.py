"""The money of a closed round, in hundredths of a point: what was staked, what came back, what the house kept."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

JSON = Mapping[str, Any]


def cents(amount: int | str) -> int:
    """An amount of a settlement, whole points or text like `15.70`, in hundredths of a point."""
    return amount * 100 if isinstance(amount, int) else int(Decimal(amount) * 100)


def text(amount: int) -> str:
    """Hundredths of a point as text: `640`, `15.70`, `-3.50`."""
    whole, part = divmod(abs(amount), 100)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:02}" if part else f"{sign}{whole}"


def sums(settled: JSON) -> tuple[int, int, int]:
    """Staked, paid back and kept by the house, of the settlement of a round of any game.

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
