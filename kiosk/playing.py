"""Rounds to be staged: players who play simply, cards from a shuffled shoe; round after round of one table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from dealer_assist import fold
from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from dealer_assist.game import Bets, Choice, Deal, Game, Orders, Over, Refused, Turn
from dealer_assist.games import catalogue
from dealer_assist.house_play import PLAYS
from dealer_assist.order_alarm import full
from dealer_assist.script import Script

JSON = dict[str, Any]

#: What a table of each game begins with.
OPENINGS: Final[dict[str, JSON]] = {
    "triple": {"options": {}, "seats": [{"seat": seat, "chips": 20_000} for seat in (1, 2, 3)]},
    "omaha": {
        "options": {"rule": "world", "betting": "pot_limit", "small_blind": 5, "big_blind": 10, "button": 1},
        "seats": [{"seat": seat, "chips": 20_000} for seat in (1, 2, 3)],
    },
    "exchange_blackjack": {
        "options": {"decks": 6},
        "accounts": [{"account": name, "chips": "1000.00"} for name in "ABC"],
    },
}
#: The shoe is filled again before a round for which it might not suffice.
_ENOUGH: Final = 70
_PRICES: Final = ("1.5", "2", "2.5", "3", "4")


def rounds(game: str, count: int, seed: int) -> list[Script]:
    """`count` rounds of one table of `game`, each begun with what the one before has left. Raises `Fault`."""
    if game not in OPENINGS:
        raise Fault(f"there are no rounds of {game!r}: name one of {', '.join(OPENINGS)}")
    random = Random(f"{game}/{seed}")
    header: JSON = {"game": game, **OPENINGS[game]}
    shoe: list[Card] = []
    made: list[Script] = []
    for number in range(1, count + 1):
        table = catalogue.make(game, header["options"], header.get("seats") or header["accounts"])
        if len(shoe) < _ENOUGH or not table.shoe_lasts:
            assert table.shoe is not None
            shoe = full(table.shoe)
            random.shuffle(shoe)
        steps, point = played(table, iter(shoe), random)
        del shoe[: sum("card" in step for step in steps)]
        made.append(Script("round/1", f"Staged {game}/{number}", steps=tuple(steps), **header))
        header = {"game": game, **table.follow(header, table.settlement(point.state))}
    return made


def again(script: Script, cards: Iterator[Card], seed: int = 0) -> Script:
    """The round that begins as `script` does, played with other cards."""
    table = catalogue.make(script.game, script.options, script.parties())
    steps, _ = played(table, cards, Random(seed))
    return Script(script.format, script.id, script.game, tuple(steps), script.seats, script.accounts, script.options)


def played(game: Game[Any], cards: Iterator[Card], random: Random) -> tuple[list[JSON], fold.Point]:
    """The steps of a whole round with `cards`, and where it ends."""
    point, steps, players = fold.begin(game), list[JSON](), _Players(game, random)
    while (step := players.next(point, cards)) is not None:
        taken = fold.take(game, point, step)
        if isinstance(taken, Refused):
            raise Fault(f"step {len(steps)}, {step}: {taken.why}")
        point = taken.point
        steps.append(step)
    return steps, point


class _Players:
    """Those who play one round."""

    def __init__(self, game: Game[Any], random: Random) -> None:
        self._game, self._random = game, random
        self._bets = [{"bet": seat, "unit": random.choice((10, 20, 50))} for seat in game.places]
        self._orders: list[JSON] = []
        self._ordered = 0

    def next(self, point: fold.Point, cards: Iterator[Card]) -> JSON | None:
        """What is done next; None once the round is over."""
        match self._game.awaits(point.state):
            case Bets(seats=seats, first=first):
                self._bets = [bet for bet in self._bets if bet["bet"] in seats]
                if self._bets:
                    return self._bets.pop(0)
                return None if first is None else _card(first, cards)
            case Deal() as place:
                return _card(place, cards)
            case Choice() as choice:
                return self._act(point, choice)
            case Orders(number=number):
                return self._order(point, number)
            case Turn():
                return {"turn": str(next(cards))}
            case Over():
                return None

    def _act(self, point: fold.Point, choice: Choice) -> JSON:
        if self._game.name == "triple":
            return {"act": PLAYS["simple"].answer(point.state, choice).act, "seat": choice.seat}
        offers = {offer.act: offer for offer in choice.offers}
        wish = self._random.random()
        folds = 0.93 if "check" not in offers else 2.0
        for act, least in (("fold", folds), ("raise", 0.88), ("bet", 0.6), ("muck", 0.7)):
            if act in offers and wish > least:
                totals = offers[act].totals
                return {"act": act, "seat": choice.seat} | ({} if totals is None else {"to": totals[0]})
        act = next(act for act in ("check", "call", "open", "close", "all_in", "fold") if act in offers)
        return {"act": act, "seat": choice.seat}

    def _order(self, point: fold.Point, number: int) -> JSON:
        """In most betting rounds one account backs what another lays; then betting is closed."""
        if number > self._ordered:
            self._ordered = number
            settled = self._game.settlement(point.state)["selections"]
            assert isinstance(settled, list)
            running = [row["selection"] for row in settled if row["outcome"] is None]
            if running and self._random.random() < 0.7:
                terms = {"selection": self._random.choice(running), "odds": self._random.choice(_PRICES)}
                self._orders = [
                    {"order": f"o{number}{side}", "account": account, **terms, "side": side, "stake": "5.00"}
                    for account, side in (("A", "back"), ("B", "lay"))
                ]
        return self._orders.pop(0) if self._orders else {"close": "betting"}


def _card(place: Deal, cards: Iterator[Card]) -> JSON:
    step: JSON = {"card": str(next(cards)), "to": place.to}
    return step if place.hand is None else {**step, "hand": place.hand}
