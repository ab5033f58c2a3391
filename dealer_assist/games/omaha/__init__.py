"""Omaha: a ring game of four hole cards and five on the board (O1–O9)."""

from dealer_assist.games.omaha.game import Omaha

__all__ = ["Omaha"]
