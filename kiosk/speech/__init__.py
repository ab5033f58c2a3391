"""Each game's own words, one module a game."""

from __future__ import annotations

from typing import Final

from kiosk.speech import exchange_blackjack, omaha, triple
from kiosk.speech.contract import Speech

#: By the name of the game in a view.
SPEECHES: Final[dict[str, Speech]] = {
    "exchange_blackjack": exchange_blackjack.SPEECH,
    "omaha": omaha.SPEECH,
    "triple": triple.SPEECH,
}
