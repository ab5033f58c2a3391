"""`odds/1` in, `odds/1` or `refusal/1` out (ODDS): fair odds as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec

from dealer_assist.cards import Card, NotACard, parse
from dealer_assist.odds.exotics import Rules
from dealer_assist.odds.fair import Odds, all_odds
from dealer_assist.odds.simulation import Simulated
from dealer_assist.odds.table import Deck, NoOdds, StandingShoe
from dealer_assist.script import UNREADABLE

FORMAT: Final = "odds/1"


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shoe as it stands: its decks, and the cards that are neither in it nor on the table."""

    decks: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    gone: tuple[str, ...]


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table, as cards in text."""

    format: str
    id: str
    deck: Literal["infinite"] | Shoe
    players: Annotated[tuple[tuple[str, ...], ...], msgspec.Meta(min_length=4, max_length=4)]
    dealer: tuple[str, ...]


_DECODER = msgspec.json.Decoder(Query)


def answer(text: bytes | str, rules: Rules | None = None, games: int | None = None) -> dict[str, object]:
    """The odds that `text` (JSON) asks for, or its refusal; never raises for a bad query.

    Exotics that can't be had exactly in the time are simulated with `games` games, none for 0, as many as the time
    allows for None, and stand under `simulated`, apart.
    """
    try:
        query = _DECODER.decode(text)
    except UNREADABLE as error:
        return _refusal(_id_of(text), None, f"not an odds/1 query: {error}")
    if query.format != FORMAT:
        return _refusal(query.id, None, f"format {query.format!r}: this command reads {FORMAT}")
    try:
        players = [_cards(cards) for cards in query.players]
        odds = all_odds(players, _cards(query.dealer), _deck(query.deck), rules, games)
    except NotACard as error:
        return _refusal(query.id, None, str(error))
    except NoOdds as error:
        return _refusal(query.id, error.clause, str(error))
    selections = {selection: _text(one) for selection, one in odds.exact.items()}
    found: dict[str, object] = {"format": FORMAT, "id": query.id, "selections": selections}
    if odds.simulated:
        found["simulated"] = {selection: _simulated(one) for selection, one in odds.simulated.items()}
    return found


def _cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(parse(text) for text in texts)


def _deck(deck: Literal["infinite"] | Shoe) -> Deck:
    return StandingShoe(deck.decks, _cards(deck.gone)) if isinstance(deck, Shoe) else deck


def _text(odds: Odds) -> dict[str, str | None]:
    return {
        "win": decimal(odds.win, 10),
        "tie": decimal(odds.tie, 10),
        "lose": decimal(odds.lose, 10),
        "fair_odds": None if odds.fair is None else decimal(odds.fair, 2),
    }


def _simulated(one: Simulated) -> dict[str, str | int | None]:
    fair = f"{1 / one.win:.2f}" if one.win else None
    return {"win": f"{one.win:.4f}", "error": f"{one.error:.4f}", "fair_odds": fair, "games": one.games}


def decimal(number: Fraction, places: int) -> str:
    """A number that is not negative as a decimal, rounded half up."""
    whole = (number.numerator * 2 * 10**places + number.denominator) // (2 * number.denominator)
    digits = str(whole).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}"


def _refusal(name: str | None, clause: str | None, why: str) -> dict[str, object]:
    return {"format": "refusal/1", "id": name, "step": None, "clause": clause, "error": why}


def _id_of(text: bytes | str) -> str | None:
    """The id of a query that can't be read as a whole, if that much can be read."""
    try:
        raw: Any = msgspec.json.decode(text)
    except UNREADABLE:
        return None
    name = raw.get("id") if isinstance(raw, dict) else None
    return name if isinstance(name, str) else None
