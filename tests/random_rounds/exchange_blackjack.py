"""Random games of Exchange Blackjack: accounts, orders that meet, cards that matter, and steps that are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from dealer_assist import ladder
from dealer_assist.cards import CARDS
from dealer_assist.fold import Point
from dealer_assist.game import Deal, Game, Orders
from dealer_assist.games.exchange_blackjack import ExchangeBlackjack
from dealer_assist.games.exchange_blackjack.selections import PLACES, SELECTIONS
from dealer_assist.money import cents

JSON = dict[str, Any]

#: Cards that make blackjacks, dead heats, five cards and repeats more often than a fair shoe does.
LOADED = ("As", "Ah", "2s", "2h", "3d", "4c", "5s", "7h", "Td", "Ks", "Jk")
#: Prices near to each other, so that orders meet.
PRICES = ("1.01", "1.2", "1.5", "1.99", "2", "2.02", "2.1", "3.5", "4", "9.8", "1000")
STAKES = ("1.00", "1.01", "2.37", "5.00", "10.00", "33.33", "100.00")

#: The lines that random games must have had, for the properties to be checked where it matters.
SEEN: Final = frozenset({"win", "lose", "dead_heat", "void"})
#: The clause that refuses to play a step again: here no misdeal goes back.
NO_MORE_CARDS: Final = "X4.8"


def begin(random: Random) -> tuple[JSON, int]:
    """A round script without steps, and the cents that its accounts bring."""
    accounts = [
        {"account": name, "chips": random.choice(["0.00", "1.00", "20.50", "100.37", "1000.00"])}
        for name in "ABCDE"[: random.choice([1, 2, 3, 5])]
    ]
    script = {
        "format": "round/1",
        "id": "random",
        "game": "exchange_blackjack",
        "options": {
            "decks": random.choice([1, 6, "infinite"]),
            "commission": random.choice(["0", "2.5", "4", "100"]),
            "five_cards_counts": random.choice(["all", "players"]),
            "only_one_21_counts": random.choice(["all", "players"]),
        },
        "accounts": accounts,
        "steps": [],
    }
    return script, sum(cents(account["chips"]) for account in accounts)


def card(random: Random) -> str:
    """A card, often one that matters."""
    return random.choice(LOADED) if random.random() < 0.4 else str(random.choice(CARDS))


def order(point: Point, random: Random, account: str) -> JSON:
    """An order that may be placed, if the account has the chips and the selection is open."""
    return {
        "order": f"o{point.steps}" if random.random() < 0.95 else "o0",
        "account": account,
        "selection": random.choice(SELECTIONS if random.random() < 0.3 else SELECTIONS[:2]),
        "side": random.choice(["back", "lay"]),
        "odds": random.choice(PRICES) if random.random() < 0.9 else ladder.text(random.choice(ladder.LADDER)),
        "stake": random.choice(STAKES),
    }


def awaited_step(game: Game[Any], point: Point, random: Random) -> JSON | None:
    """A step that the game awaits; None once it is over."""
    awaited = game.awaits(point.state)
    if isinstance(awaited, Deal):
        return {"card": card(random), "to": awaited.to}
    if not isinstance(awaited, Orders):
        return None
    if random.random() < 0.2:
        return {"close": "betting"}
    if random.random() < 0.15:
        return {"cancel": f"o{random.randrange(point.steps + 1)}"}
    settlement: JSON = game.settlement(point.state)
    return order(point, random, random.choice([row["account"] for row in settlement["accounts"]]))


def any_step(point: Point, random: Random) -> JSON:
    """Any step at all, most of them wrong here, some of them no steps; a game is seldom void."""
    good = order(point, random, random.choice("ABCDEZ"))
    wrong = {
        "order": random.choice(["", "o0", 7, None, "x" * 65]),
        "account": random.choice(["", "Z", 1]),
        "selection": random.choice(["player5", "dealer", "", 0]),
        "side": random.choice(["buy", "", True]),
        "odds": random.choice(["2.01", "1", "1.00", "1.005", "1010", "3.50", "-2", "", "1e3", 2, 3.5]),
        "stake": random.choice(["0.99", "0.00", "1", "1.000", "-1.00", "1e9", "99999999999999.00", 1, 1.5, None]),
        "more": 1,
    }
    slip = random.choice(sorted(wrong))
    if random.random() < 0.06:
        return {"misdeal": "void"} | ({"reason": "wrong_place"} if random.random() < 0.5 else {})
    return random.choice(
        [
            good,
            good | {slip: wrong[slip]},
            {key: value for key, value in good.items() if key != slip},
            {"cancel": random.choice(["", "o0", "zz", 0, None])},
            {"close": random.choice(["betting", "Betting", True])},
            {
                "card": random.choice([card(random), "??", "1s", "", 7, None]),
                "to": random.choice([*PLACES, 1, "seat1"]),
            },
            {"card": "As", "to": "player1", "hand": 1},
            {"misdeal": random.choice(["not_restorable", "other", ""])},
            {"misdeal": "void", "reason": "none of these"},
            {"bet": 1, "unit": 30},
            {"act": "hit", "seat": 1},
            {},
        ]
    )


def restorable(point: Point, random: Random) -> JSON:
    """A misdeal that goes back, which this game has not, or one that makes it void."""
    if random.random() < 0.3:
        return {"misdeal": "void", "reason": random.choice(["wrong_place", "drawn_when_standing", "exposed_early"])}
    return {"misdeal": "restorable", "back_to": random.randrange(point.steps + 1)}


def balance(settlement: JSON) -> int:
    """Chips that are free, reserved, or held until the end, and the commission, in cents."""
    kept = [row.get(kind, "0.00") for row in settlement["accounts"] for kind in ("chips", "reserved", "held")]
    return sum(cents(amount) for amount in kept) + cents(settlement["commission"])


def plenty(script: JSON) -> None:
    """An endless deck."""
    script["options"]["decks"] = "infinite"


def verdicts(game: Game[Any], point: Point, seats: list[int]) -> Iterator[tuple[JSON, bool]]:
    """The least back of each account on each selection, a card to each place, and the close of the betting."""
    del seats
    awaited = game.awaits(point.state)
    betting = isinstance(awaited, Orders)
    yield {"close": "betting"}, betting
    for place in PLACES:
        yield {"card": "7c", "to": place}, isinstance(awaited, Deal) and awaited.to == place and _has_left(game, point)
    settlement: JSON = game.settlement(point.state)
    for row in settlement["accounts"]:
        if cents(row["chips"]) < 100:
            continue  # whether a hedge needs no chips is a question of its own
        for selection in settlement["selections"]:
            step = {"order": "new", "account": row["account"], "selection": selection["selection"], "side": "back"}
            yield step | {"odds": "2", "stake": "1.00"}, betting and selection["outcome"] is None


def _has_left(game: Game[Any], point: Point) -> bool:
    """Whether the shoe has a seven of clubs left."""
    out = [str(card) for cards in game.on_table(point.state).values() for card in cards].count("7c")
    return out == 0 if isinstance(game, ExchangeBlackjack) and game.options.decks == 1 else True


def two_faces(script: JSON, steps: list[JSON], random: Random) -> list[str]:
    """No card of this game lies face down."""
    raise AssertionError(script, steps, random)


def lies_face_down(game: Game[Any], point: Point, to: int | str) -> bool:
    """No card of this game lies face down."""
    del game, point, to
    return False
