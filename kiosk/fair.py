"""Fair odds of a game that runs (X6): for the pit always, for the players where the house shows them."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from dealer_assist.games.exchange_blackjack import ExchangeBlackjack
from dealer_assist.games.exchange_blackjack.selections import DEAD_HEATS, SELECTIONS
from dealer_assist.games.exchange_blackjack.state import State
from dealer_assist.odds import INFINITE, AllOdds, Deck, NoOdds, Odds, Simulated, StandingShoe, all_odds, rules_of
from kiosk.desk import Desk, Standing
from kiosk.guard import token
from kiosk.refusals import said_anew
from kiosk.speech.exchange_blackjack import selection_name
from kiosk.speech.exchange_texts import CLOSED, OUTCOMES
from kiosk.words import say, text

JSON = dict[str, Any]

NO_GAME: Final = text("This table plays no game that has fair odds.")
DECKS: Final = text("Shoe of {decks} decks, {gone} cards gone before this game")
ENDLESS: Final = text("Endless deck")
_PER_CENT: Final = text("{number} %")
_ERROR: Final = text("± {number} %, simulated")


class FairOdds:
    """The odds of the table of a desk, worked out once for each state of the cards. Safe from many threads."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = threading.Lock()
        self._known: tuple[object, dict[str, AllOdds | NoOdds]] = (None, {})

    def now(self) -> JSON:
        """Every selection: its odds by the endless deck and by the shoe as it stands, or what became of it."""
        standing = self._desk.published.standing
        found = None if standing is None else self._of(standing)
        if found is None:
            return {"why": say(NO_GAME), "decks": [], "selections": []}
        game, state, odds, gone = found
        names = {INFINITE: say(ENDLESS), "shoe": say(DECKS, decks=game.options.decks, gone=gone)}
        return {
            "why": "",
            "decks": [
                {"deck": deck, "name": names[deck], "why": said_anew(str(one)) if isinstance(one, NoOdds) else ""}
                for deck, one in odds.items()
            ],
            "selections": [_row(number, state, odds) for number in range(len(SELECTIONS))],
        }

    def for_players(self) -> JSON:
        """The fair odds of every open selection, of the shoe where it is known; nothing unless the house shows them."""
        standing = self._desk.published.standing
        if standing is None or not getattr(getattr(standing.game, "options", None), "odds_for_players", False):
            return {"odds": {}}
        found = self._of(standing)
        if found is None:
            return {"odds": {}}
        _, state, odds, _ = found
        best = next((one for deck in ("shoe", INFINITE) if isinstance(one := odds.get(deck), AllOdds)), None)
        return {"odds": {} if best is None else dict(_fair(best, state))}

    def _of(self, standing: Standing) -> tuple[ExchangeBlackjack, State, Mapping[str, AllOdds | NoOdds], int] | None:
        game, state = standing.game, standing.state
        if not isinstance(game, ExchangeBlackjack) or not isinstance(state, State):
            return None
        with self._lock:
            lies = (state.hands, standing.gone, game.options)
            if self._known[0] != lies:
                self._known = (lies, dict(_odds(game, state, standing)))
            return game, state, self._known[1], len(standing.gone)


def _odds(game: ExchangeBlackjack, state: State, standing: Standing) -> list[tuple[str, AllOdds | NoOdds]]:
    decks: list[tuple[str, Deck]] = [(INFINITE, INFINITE)]
    if game.options.decks != "infinite":
        decks.append(("shoe", StandingShoe(game.options.decks, standing.gone)))
    return [(name, _odds_of(game, state, deck)) for name, deck in decks]


def _odds_of(game: ExchangeBlackjack, state: State, deck: Deck) -> AllOdds | NoOdds:
    try:
        return all_odds(state.hands[:4], state.hands[4], deck, rules_of(game.house, game.options))
    except NoOdds as why:
        return why


def _row(number: int, state: State, odds: Mapping[str, AllOdds | NoOdds]) -> JSON:
    selection, result = SELECTIONS[number], state.results[number]
    closed = say(CLOSED) if state.over else ""
    row: JSON = {
        "name": selection_name(selection),
        "outcome": closed if result is None else say(OUTCOMES[result.outcome]),
    }
    if row["outcome"]:
        return row | {"odds": {}}
    found = {deck: _said(one, selection, number) for deck, one in odds.items() if isinstance(one, AllOdds)}
    return row | {"odds": found}


def _said(found: AllOdds, selection: str, number: int) -> JSON | None:
    exact, simulated = found.exact.get(selection), found.simulated.get(selection)
    if exact is not None:
        return _exact(exact, DEAD_HEATS[number])
    return None if simulated is None else _simulated(simulated)


def _exact(odds: Odds, ties: bool) -> JSON:
    return {
        "win": _per_cent(odds.win),
        "tie": _per_cent(odds.tie) if ties else "",
        "lose": _per_cent(odds.lose),
        "fair": "" if odds.fair is None else f"{float(odds.fair):.2f}",
        "error": "",
    }


def _simulated(odds: Simulated) -> JSON:
    return {
        "win": _per_cent(odds.win),
        "tie": "",
        "lose": _per_cent(1 - odds.win),
        "fair": f"{1 / odds.win:.2f}" if odds.win else "",
        "error": say(_ERROR, number=f"{100 * odds.error:.2f}"),
    }


def _per_cent(part: Fraction | float) -> str:
    return say(_PER_CENT, number=f"{float(part) * 100:.2f}")


def _fair(found: AllOdds, state: State) -> list[tuple[str, str]]:
    said = [
        (selection, _said(found, selection, number))
        for number, selection in enumerate(SELECTIONS)
        if state.results[number] is None and not state.over
    ]
    return [(selection, one["fair"]) for selection, one in said if one is not None and one["fair"]]


def pages(odds: FairOdds) -> Blueprint:
    """The pit's page of fair odds, and the odds as they stand now."""
    blueprint = Blueprint("fair", __name__, url_prefix="/pit/odds")

    @blueprint.get("")
    def page() -> str:
        return render_template("fair.html", token=token())

    @blueprint.get("/now")
    def now() -> ResponseReturnValue:
        return jsonify(odds.now())

    return blueprint
