"""Fair odds of Exchange Blackjack from the cards on the table (X6)."""

from __future__ import annotations

from dealer_assist.odds.fair import Odds, fair_odds, rules_of
from dealer_assist.odds.simulation import Simulated, simulate
from dealer_assist.odds.table import INFINITE, NoOdds, StandingShoe

__all__ = ["INFINITE", "NoOdds", "Odds", "Simulated", "StandingShoe", "fair_odds", "rules_of", "simulate"]
