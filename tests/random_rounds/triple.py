"""Random rounds of Triple: options, seats, cards that matter, and steps that are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec

from dealer_assist import fold
from dealer_assist.cards import CARDS
from dealer_assist.fold import Point, Taken
from dealer_assist.game import Act, Bets, Choice, Deal, Game, Orders, Over, Turn

JSON = dict[str, Any]

#: Cards that make ties, splits, premiums and pairs far more often than a fair shoe does.
LOADED = ("As", "Ah", "Js", "2h", "5s", "6h", "7h", "7s", "8h", "Kd", "Jk", "Jk", "Jk")

#: The lines that random rounds must have had, for the properties to be checked where it matters.
SEEN: Final = frozenset(
    [
        "win",
        "lose",
        "push",
        "bust",
        "go_to_war",
        "surrender",
        "blackjack",
        "restored",
        "bonus",
        "pure_bj",
        "678",
        "flush_678",
        "last_of_joker",
        "five_of_a_kind",
        "full_house",
    ]
)
#: The clause that refuses a card of which the shoe has no more.
NO_MORE_CARDS: Final = "T1.2"

ACTS = ("go_to_war", "surrender", "hit", "stand", "double", "split", "insure", "no_insurance")


def options(random: Random) -> JSON:
    """Options of a Triple round, each at any of its values."""
    return {
        "jokers": random.choice([0, 1, 6, 12]),
        "last_slot": random.random() < 0.5,
        "dealer_peek": random.random() < 0.5,
        "war_choice_order": random.choice(["left", "right"]),
        "blackjack_paid_at_once": random.random() < 0.5,
        "premium_after_double": random.random() < 0.5,
    }


def begin(random: Random) -> tuple[JSON, int]:
    """A round script without steps, and the chips that its seats bring."""
    numbers = sorted(random.sample(range(1, 8), random.choice([1, 1, 2, 3, 7])))
    seats = [{"seat": number, "chips": random.choice([30, 90, 91, 500, 2000])} for number in numbers]
    for seat in seats:
        if random.random() < 0.5:
            seat["seated_with"] = random.choice([0, 90, 500, 3000])
    script = {
        "format": "round/1",
        "id": "random",
        "game": "triple",
        "options": options(random),
        "seats": seats,
        "steps": [],
    }
    return script, sum(seat["chips"] for seat in seats)


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
        case Orders() | Over():
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
            _discretion(seat, random),
            {},
            {"card": "As", "act": "hit"},
        ]
    )


def _discretion(seat: object, random: Random) -> JSON:
    """People decide, now and then what they can't; seldom do they end a round."""
    paid = random.choice([-(10**9), -20, -1, 0, 1, 50, True, "5"])
    reason = random.choice(["a glass fell", "a card under the table", " "])
    return {
        "misdeal": "discretion",
        "reason": reason,
        "pays": [{"seat": seat, "paid": paid}],
        "ends": random.random() < 0.1,
    }


def restorable(point: Point, random: Random) -> JSON:
    """A misdeal that goes back to some step, in force or not."""
    return {"misdeal": "restorable", "back_to": random.randrange(point.steps + 1)}


def balance(settlement: JSON) -> int:
    """Chips, stakes on the table and what the house has won."""
    seats = settlement["seats"]
    on_table = sum(sum(seat.get("open", {}).values()) for seat in seats)
    return int(sum(seat["chips"] for seat in seats) + on_table + settlement["house"])


def plenty(script: JSON) -> None:
    """As many jokers as there can be: a step that is played twice finds its card again."""
    script["options"]["jokers"] = 12


def verdicts(game: Game[Any], point: Point, seats: list[int]) -> Iterator[tuple[JSON, bool]]:
    """Every act of every seat, and whether it is to be accepted: if it is offered to that seat, and else not."""
    awaited = game.awaits(point.state)
    asked, after = [awaited], game.awaits(_question_closed(game, point).state)
    if after != awaited:
        asked.append(after)  # an act of play closes the question by itself
    for seat in seats:
        for act in ACTS:
            allowed = any(
                isinstance(choice, Choice) and choice.seat == seat and act in {offer.act for offer in choice.offers}
                for choice in asked
            )
            also = isinstance(awaited, Choice) and seat in awaited.also
            if also and act == "no_insurance":
                yield {"act": act, "seat": seat}, True
            elif not (also and act == "insure"):  # what the others may answer depends on their own chips
                yield {"act": act, "seat": seat}, allowed


def _question_closed(game: Game[Any], point: Point) -> Point:
    """The point after a question that several seats are asked: who says nothing has said no."""
    while isinstance(awaited := game.awaits(point.state), Choice) and awaited.offers[-1].act == "no_insurance":
        taken = fold.take_event(game, point, Act(awaited.seat, "no_insurance"))
        assert isinstance(taken, Taken)
        point = taken.point
    return point


def two_faces(script: JSON, steps: list[JSON], random: Random) -> list[str]:
    """Two cards that the face-down one may be, and nothing else in the round would differ.

    Neither makes a natural with any up card, so that a peek changes nothing (T4.3).
    """
    del steps
    cards = ["2c", "3c", "4c", "5c", "6c", "8c", "9c", "Jk"] if script["options"]["jokers"] == 12 else ["2c", "9c"]
    return random.sample(cards, 2)


def lies_face_down(game: Game[Any], point: Point, to: int | str) -> bool:
    """Whether the hole card has not been turned yet."""
    del to
    return b'"??"' in msgspec.json.encode(game.show(point.state, "display"))
