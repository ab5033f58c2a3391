"""Exchange Blackjack: four hands against the dealer, backed and laid (X1–X5)."""

from dealer_assist.games.exchange_blackjack.game import ExchangeBlackjack

__all__ = ["ExchangeBlackjack"]
