"""Fair odds of Exchange Blackjack from the cards on the table (X6)."""

from __future__ import annotations

from dealer_assist.odds.fair import AllOdds, Odds, all_odds, fair_odds, rules_of
from dealer_assist.odds.simulation import Simulated
from dealer_assist.odds.table import INFINITE, Deck, NoOdds, StandingShoe

__all__ = [
    "INFINITE",
    "AllOdds",
    "Deck",
    "NoOdds",
    "Odds",
    "Simulated",
    "StandingShoe",
    "all_odds",
    "fair_odds",
    "rules_of",
]
