"""Triple: Casino War, Blackjack and six-card Poker in one round on one growing hand (T0–T9)."""

from dealer_assist.games.triple.game import Triple

__all__ = ["Triple"]
