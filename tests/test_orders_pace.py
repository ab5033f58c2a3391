"""The book is quick, and stays so with many orders standing (X4.3)."""

from __future__ import annotations

from dealer_assist import orders_pace


def test_many_standing_orders_cost_little() -> None:
    """With a thousand orders standing an order is matched at a third of the pace with ten, or better."""
    few, many = (max(orders_pace.matched(resting, 1500) for _ in range(3)) for resting in (10, 1000))
    assert many > few / 3


def test_orders_are_played_at_a_pace() -> None:
    """Thousands a second through all rules; the figure itself is what `make bench` prints."""
    assert orders_pace.played(400) > 1000
