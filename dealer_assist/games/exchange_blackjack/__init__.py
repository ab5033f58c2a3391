"""Exchange Blackjack: four hands against the dealer, backed and laid (X1–X5)."""
