"""A player who knows no game: it follows what a round awaits, with cards from a shuffled shoe.

Whatever game `dealer_assist.game` describes can be played by it, well or badly; the properties of
`test_every_game` are checked over its rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from dealer_assist.cards import CARDS
from dealer_assist.fold import Point
from dealer_assist.game import Bets, Choice, Deal, Game, Over, Turn
from dealer_assist.games import catalogue

JSON = dict[str, Any]

#: Cards that make ties, splits, premiums and pairs far more often than a fair shoe does.
LOADED = ("As", "Ah", "Js", "2h", "5s", "6h", "7h", "7s", "8h", "Kd", "Jk", "Jk", "Jk")

ACTS = ("go_to_war", "surrender", "hit", "stand", "double", "split", "insure", "no_insurance")


def options_of_triple(random: Random) -> JSON:
    """Options of a Triple round, each at any of its values."""
    return {
        "jokers": random.choice([0, 1, 6, 12]),
        "last_slot": random.random() < 0.5,
        "dealer_peek": random.random() < 0.5,
        "war_choice_order": random.choice(["left", "right"]),
        "blackjack_paid_at_once": random.random() < 0.5,
        "premium_after_double": random.random() < 0.5,
    }


#: How a round's options are chosen, by game; a game that is missing here is missing from the tests.
OPTIONS: dict[str, Callable[[Random], JSON]] = {"triple": options_of_triple}


def begin(name: str, random: Random) -> tuple[JSON, int]:
    """A round script without steps, and the chips that its seats bring."""
    numbers = sorted(random.sample(range(1, 8), random.choice([1, 1, 2, 3, 7])))
    seats = [{"seat": number, "chips": random.choice([30, 90, 91, 500, 2000])} for number in numbers]
    for seat in seats:
        if random.random() < 0.5:
            seat["seated_with"] = random.choice([0, 90, 500, 3000])
    script = {
        "format": "round/1",
        "id": "random",
        "game": name,
        "options": OPTIONS[name](random),
        "seats": seats,
        "steps": [],
    }
    return script, sum(seat["chips"] for seat in seats)


def game_of(script: JSON) -> Game[Any]:
    """The round that a script begins."""
    return catalogue.make(script["game"], script["options"], script["seats"])


def card(random: Random) -> str:
    """A card, often one that matters."""
    return random.choice(LOADED) if random.random() < 0.4 else str(random.choice(CARDS))


def awaited_step(game: Game[Any], point: Point, random: Random) -> JSON | None:
    """A step that the round awaits; None once it is over."""
    match game.awaits(point.state):
        case Bets(seats=seats, first=first):
            if first is not None and (random.random() < 0.5 or not seats):
                return card_step(first, random)
            if not seats:
                return None
            bet: JSON = {"bet": random.choice(seats)}
            return bet | ({"all_in": True} if random.random() < 0.3 else {"unit": random.choice([10, 15, 30])})
        case Deal() as place:
            return card_step(place, random)
        case Choice(seat=seat, offers=offers, also=also):
            # The seats in `also` are asked the same, and may have other chips than the first.
            if also and random.random() < 0.5:
                return {"act": offers[-1].act, "seat": random.choice(also)}
            return {"act": random.choice(offers).act, "seat": seat}
        case Turn():
            return {"turn": card(random)}
        case Over():
            return None


def card_step(place: Deal, random: Random) -> JSON:
    """A card to where it is awaited; one that lies face down may be unread."""
    unread = place.face_down and random.random() < 0.2
    step: JSON = {"card": "??" if unread else card(random), "to": place.to}
    return step if place.hand is None else step | {"hand": place.hand}


def any_step(point: Point, random: Random) -> JSON:
    """Any step at all, most of them wrong here, some of them no steps."""
    seat = random.choice([0, 1, 2, 3, 7, 8, True, "dealer", None])
    return random.choice(
        [
            {"bet": seat, "unit": random.choice([0, -10, 9, 10, 10**9, True, 10.0, "10"])},
            {"bet": seat, "all_in": random.choice([True, False, 1])},
            {"card": random.choice([card(random), "??", "1s", "10h", "as", "", 7, None]), "to": seat},
            {"card": card(random), "to": seat, "hand": random.choice([0, 1, 2, True, "1"])},
            {"act": random.choice([*ACTS, "fold", "", 1]), "seat": seat},
            {"act": random.choice(ACTS), "seat": seat, "hand": 1},
            {"turn": random.choice([card(random), "??"])},
            {"misdeal": random.choice(["not_restorable", "wrong_cards", "other"])},
            {"misdeal": "restorable"},
            {"misdeal": "restorable", "back_to": random.choice([-1, 0, point.steps - 1, point.steps, True, "1"])},
            {"misdeal": "not_restorable", "back_to": 0},
            {},
            {"card": "As", "act": "hit"},
        ]
    )


def restorable(point: Point, random: Random) -> JSON:
    """A misdeal that goes back to some step, in force or not."""
    return {"misdeal": "restorable", "back_to": random.randrange(point.steps + 1)}


def steps_of(
    game: Game[Any], random: Random, point: Callable[[], Point], misdeals: bool, garbage: bool
) -> Iterator[JSON]:
    """Steps for the round that `point` gives, until it is over; some are refused."""
    for _ in range(150):
        now = point()
        if garbage and random.random() < 0.25:
            step = any_step(now, random)
            if misdeals or "misdeal" not in step:
                yield step
        if misdeals and now.steps and random.random() < 0.03:
            yield restorable(now, random)
        awaited = awaited_step(game, point(), random)
        if awaited is None:
            return
        yield awaited
