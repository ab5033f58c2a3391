"""A player who knows no game: it follows what a round awaits, with cards from a shuffled shoe.

Whatever game `dealer_assist.game` describes can be played by it, well or badly; the properties of
`test_every_game` are checked over its rounds. What it has to know of a game stands in the game's module here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, Protocol

from dealer_assist.fold import Point
from dealer_assist.game import Game, Offer
from dealer_assist.games import catalogue
from tests.random_rounds import exchange_blackjack, omaha, triple

JSON = dict[str, Any]


class Taught(Protocol):
    """What a game's module here gives."""

    #: Outcomes of lines that the rounds of seeds 0 to 399 must have had between them.
    SEEN: frozenset[str]
    #: The clause that refuses a card of which the shoe has no more.
    NO_MORE_CARDS: str

    def begin(self, random: Random) -> tuple[JSON, int]:
        """A round script without steps, and the chips that its parties bring."""

    def awaited_step(self, game: Game[Any], point: Point, random: Random) -> JSON | None:
        """A step that the round awaits; None once it is over."""

    def any_step(self, point: Point, random: Random) -> JSON:
        """Any step at all, most of them wrong here, some of them no steps."""

    def restorable(self, point: Point, random: Random) -> JSON:
        """A misdeal that goes back to some step, in force or not."""

    def balance(self, settlement: JSON) -> int:
        """All chips that a settlement counts, those that lie on the table and the house's included."""

    def plenty(self, script: JSON) -> None:
        """Changes the script so that a card can come twice, where the game's shoe allows that."""

    def verdicts(self, game: Game[Any], point: Point, seats: list[int]) -> Iterator[tuple[JSON, bool]]:
        """Acts of the seats as steps, and whether each is to be accepted."""

    def two_faces(self, script: JSON, steps: list[JSON], random: Random) -> list[str]:
        """Two cards that the first face-down one of `steps` may be, and nothing else in the round would differ."""

    def lies_face_down(self, game: Game[Any], point: Point, to: int | str) -> bool:
        """Whether the cards that lie face down at `to` have not been turned yet."""


#: Each game's module; a game that is missing here is missing from the tests.
GAMES: Final[dict[str, Taught]] = {
    "exchange_blackjack": exchange_blackjack,
    "omaha": omaha,
    "triple": triple,
}


def begin(name: str, random: Random) -> tuple[JSON, int]:
    """A round script without steps, and the chips that its parties bring."""
    return GAMES[name].begin(random)


def game_of(script: JSON) -> Game[Any]:
    """The round that a script begins."""
    return catalogue.make(script["game"], script["options"], script.get("seats") or script["accounts"])


def act_step(seat: int, offer: Offer) -> JSON:
    """The step that takes up an offer, at the least total where it names one."""
    step: JSON = {"act": offer.act, "seat": seat}
    return step if offer.totals is None else step | {"to": offer.totals[0]}


def rows(settlement: JSON) -> dict[Any, JSON]:
    """What a settlement says of each party, by its seat or account."""
    if "seats" in settlement:
        return {row["seat"]: row for row in settlement["seats"]}
    return {row["account"]: row for row in settlement["accounts"]}


def steps_of(
    game: Game[Any], random: Random, point: Callable[[], Point], misdeals: bool, garbage: bool
) -> Iterator[JSON]:
    """Steps for the round that `point` gives, until it is over; some are refused."""
    taught = GAMES[game.name]
    for _ in range(150):
        now = point()
        if garbage and random.random() < 0.25:
            step = taught.any_step(now, random)
            if misdeals or "misdeal" not in step:
                yield step
        if misdeals and now.steps and random.random() < 0.03:
            yield taught.restorable(now, random)
        awaited = taught.awaited_step(game, point(), random)
        if awaited is None:
            return
        yield awaited
