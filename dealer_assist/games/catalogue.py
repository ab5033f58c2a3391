"""The games that the program knows, by the name that a script and a table file use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from dealer_assist import house
from dealer_assist.faults import Fault
from dealer_assist.game import Game, Garbled
from dealer_assist.games.exchange_blackjack import ExchangeBlackjack
from dealer_assist.games.omaha import Omaha
from dealer_assist.games.triple import Triple

#: Each entry is a class whose call `(house, options, parties)` makes a round of it, with its `house_type`.
GAMES: dict[str, Any] = {"exchange_blackjack": ExchangeBlackjack, "omaha": Omaha, "triple": Triple}


@lru_cache
def load_house(game: str, source: Path | None = None) -> Any:
    """The house file of `game`: `source`, or the one that comes with the program. Raises `Fault`, `Garbled`."""
    if game not in GAMES:
        raise Garbled(f"no game {game!r}; there are: {', '.join(sorted(GAMES))}")
    source = source or house.built_in(game)
    if house.game_of(source) != game:
        raise Garbled(f"{source} is a house of {house.game_of(source)}, not of {game}")
    return house.load(source, GAMES[game].house_type)


def prepare(source: Path | None = None) -> None:
    """Read the house file `source` ahead, or those that come with the program. Raises `Fault`."""
    for game in GAMES if source is None else (house.game_of(source),):
        try:
            load_house(game, source)
        except Garbled as error:
            raise Fault(f"{source}: house file refused: {error}") from error


def make(game: str, options: Mapping[str, Any], parties: Sequence[object], source: Path | None = None) -> Game[Any]:
    """A round of `game` at the house in `source`, for `parties`: seats, or accounts in a game that has those.

    Raises `Garbled` for what no round can begin with.
    """
    made: Game[Any] = GAMES[game](load_house(game, source), options, parties) if game in GAMES else _unknown(game)
    return made


def open_round(header: Mapping[str, Any], source: Path | None = None) -> Game[Any]:
    """The round that `header` begins: a round/1 script without its steps. Raises `Garbled`."""
    game = header["game"]
    return make(game, header.get("options", {}), parties_of(game, header), source)


def parties_of(game: str, given: Mapping[str, Any]) -> Sequence[Any]:
    """The seats or the accounts in `given`, whichever `game` is played by.

    Raises `Garbled` where that is missing, or the other is there.
    """
    wanted: str = GAMES[game].parties if game in GAMES else "seats"
    other = "accounts" if wanted == "seats" else "seats"
    parties: Sequence[Any] | None = given.get(wanted)
    if parties is None or given.get(other) is not None:
        raise Garbled(f"{game} is played by {wanted}: give {wanted}, and no {other}")
    return parties


def _unknown(game: str) -> Game[Any]:
    raise Garbled(f"no game {game!r}; there are: {', '.join(sorted(GAMES))}")
