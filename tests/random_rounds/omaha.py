"""Random hands of Omaha: stacks that make side pots, every act, acts out of turn, misdeals, steps that are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from dealer_assist.cards import DECK
from dealer_assist.fold import Point
from dealer_assist.game import Choice, Deal, Game, Turn
from dealer_assist.games.omaha.state import BIT, State

JSON = dict[str, Any]

#: The lines that random rounds must have had, for the properties to be checked where it matters.
SEEN: Final = frozenset(
    {
        "win",
        "returned",
        "no_game",
        "exposed",
        "one_pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
    }
)
#: The clause that refuses a card which has come before.
NO_MORE_CARDS: Final = "O1.1"

ACTS = ("fold", "check", "call", "bet", "raise", "all_in", "open", "muck", "close")


def begin(random: Random) -> tuple[JSON, int]:
    """A round script without steps, and the chips that its seats bring."""
    numbers = sorted(random.sample(range(1, 9), random.choice([2, 2, 3, 4, 6, 8])))
    seats = [{"seat": number, "chips": random.choice([1, 30, 99, 250, 700, 701, 5000])} for number in numbers]
    options: JSON = {
        "rule": random.choice(["loj", "world"]),
        "betting": random.choice(["pot_limit", "pot_limit", "no_limit", "fixed_limit"]),
        "button": random.choice(numbers),
        "rake": random.random() < 0.7,
    }
    if random.random() < 0.3:
        options |= {"level": random.choice([1, 2, 3]), "with_ante": random.random() < 0.5}
    else:
        options |= {"small_blind": random.choice([0, 10, 25]), "big_blind": 50, "ante": random.choice([0, 0, 7])}
    if len(numbers) > 3 and random.random() < 0.2:
        options["extra_posts"] = {str(random.choice(numbers)): 50}
    if random.random() < 0.1:
        options["dead_posts"] = {str(random.choice(numbers)): 25}
    for seat in seats:
        if random.random() < 0.1:
            seat["flying"] = random.choice([1, 2])
    script = {"format": "round/1", "id": "random", "game": "omaha", "options": options, "seats": seats, "steps": []}
    return script, sum(seat["chips"] for seat in seats)


def _left(state: State, random: Random) -> str:
    """A card that has not come; once in a while, or if the deck is used up, one that has."""
    for _ in range(1 if random.random() < 0.02 else 40):
        card = random.choice(DECK)
        if not state.out & BIT[card]:
            break
    return str(card)


def awaited_step(game: Game[Any], point: Point, random: Random) -> JSON | None:
    """A step that the hand awaits; None once it is over."""
    match game.awaits(point.state):
        case Deal(to=to, face_down=face_down):
            unread = face_down and random.random() < 0.1
            return {"card": "??" if unread else _left(point.state, random), "to": to}
        case Choice(seat=seat, offers=offers):
            offer = random.choice([offer for offer in offers if offer.act != "fold" or random.random() < 0.4] or offers)
            step: JSON = {"act": offer.act, "seat": seat}
            if offer.totals is not None:
                step["to"] = random.choice([*offer.totals, random.randint(*offer.totals)])
            return step
        case Turn(to=to):
            return {"turn": _left(point.state, random), "to": to}
        case _:
            return None


def any_step(point: Point, random: Random) -> JSON:
    """Any step at all, most of them wrong here, some of them no steps."""
    state: State = point.state
    seat = random.choice([0, 1, 2, 3, 4, 6, 8, 9, True, "board", None])
    card = random.choice([_left(state, random), _left(state, random), "??", "Jk", "1s", "as", "", 7, None])
    amount = random.choice([0, -10, 1, 50, 99, 100, 150, 700, 10**9, True, 10.0, "10"])
    return random.choice(
        [
            {"card": card, "to": seat},
            {"card": card, "to": random.choice(["board", "burn", "dealer"])},
            {"act": random.choice([*ACTS, "hit", "", 1]), "seat": seat},
            {"act": random.choice(["bet", "raise"]), "seat": seat, "to": amount},
            {"act": random.choice(["fold", "muck", "open"]), "seat": seat, "cards": [card]},
            {"flying": seat, "act": random.choice([*ACTS, ""])},
            {"flying": seat, "act": random.choice(["bet", "raise"]), "to": amount},
            {"flying": random.choice([1, 2, 3, 4]), "act": random.choice(["call", "check", "all_in"])},
            {"disclosed": seat} if random.random() < 0.2 else {"ask": "legal"},
            {"interfered": seat} if random.random() < 0.2 else {"ask": "all"},
            {"turn": card, "to": seat},
            _misdeal(seat, card, random),
            {"misdeal": "restorable", "back_to": random.choice([-1, 0, point.steps - 1, point.steps, True, "1"])},
            {},
            {"card": "As", "act": "call"},
        ]
    )


def _misdeal(seat: object, card: object, random: Random) -> JSON:
    return random.choice(
        [
            {"misdeal": "no_game" if random.random() < 0.3 else "other"},
            {"misdeal": "wrong_hand_card", "seat": seat, "card": card},
            {"misdeal": "exposed_hole", "seat": seat, "card": card},
            {"misdeal": "exposed_other", "card": card},
            {"misdeal": "discretion", "reason": "a stain", "pays": [{"seat": 2, "paid": random.choice([-20, 30])}]},
            {"misdeal": "discretion", "reason": random.choice(["", "rain"]), "ends": random.random() < 0.2},
            {"misdeal": "restorable"},
        ]
    )


def restorable(point: Point, random: Random) -> JSON:
    """A misdeal: mostly one that goes back to some step, in force or not."""
    if random.random() < 0.6:
        return {"misdeal": "restorable", "back_to": random.randrange(point.steps + 1)}
    card = _left(point.state, random)
    seat = random.randint(1, 8)
    return random.choice(
        [
            {"misdeal": "no_game"},
            {"misdeal": "wrong_hand_card", "seat": seat, "card": card},
            {"misdeal": "exposed_hole", "seat": seat, "card": card},
            {"misdeal": "exposed_other", "card": card},
        ]
    )


def balance(settlement: JSON) -> int:
    """Chips, what is in the middle, rake and penalties, less what the house has added."""
    gone = settlement["middle"] + settlement["rake"] + sum(settlement["penalties"].values())
    return int(sum(seat["chips"] for seat in settlement["seats"]) + gone - settlement["house_adds"])


def plenty(script: JSON) -> None:
    """Nothing: one deck holds each card once."""
    del script


def verdicts(game: Game[Any], point: Point, seats: list[int]) -> Iterator[tuple[JSON, bool]]:
    """Every act of every seat, and whether it is to be accepted; amounts just within and just beyond the limits."""
    awaited = game.awaits(point.state)
    offers = {offer.act: offer for offer in awaited.offers} if isinstance(awaited, Choice) else {}
    if isinstance(awaited, Deal) and awaited.face_down and awaited.to != "burn":
        return  # who acts before all hole cards are recorded does so as well as later
    for seat in seats:
        mine = offers if isinstance(awaited, Choice) and awaited.seat == seat else {}
        for act in ACTS:
            if act not in {"bet", "raise"}:
                yield {"act": act, "seat": seat}, act in mine
                continue
            least, most = mine[act].totals or (0, 0) if act in mine else (100, 100)
            for total in (least, most):
                yield {"act": act, "seat": seat, "to": total}, act in mine
            for total in (least - 1, most + 1, 10**12):
                yield {"act": act, "seat": seat, "to": total}, False


def two_faces(script: JSON, steps: list[JSON], random: Random) -> list[str]:
    """Two cards that come nowhere else in the hand."""
    del script
    came = {step.get("card") for step in steps} | {step.get("turn") for step in steps}
    return random.sample([str(card) for card in DECK if str(card) not in came], 2)


def lies_face_down(game: Game[Any], point: Point, to: int | str) -> bool:
    """Whether no card of the seat is shown yet."""
    number = int(to)
    return not game.on_table(point.state)[f"seat{number}"]
